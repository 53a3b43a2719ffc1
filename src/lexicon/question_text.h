/* question_text.h: a question as words.
 *
 * Tokens are spans of the question, so an edit leaves every byte alone that it is not about. The
 * small words are in data/function_words.tsv. Everything lives in the arena it was read into and
 * may be shared by threads. */
#ifndef TEQL_LEXICON_QUESTION_TEXT_H
#define TEQL_LEXICON_QUESTION_TEXT_H

#include "base/arena.h"
#include "lexicon/lexicon.h"

enum token_kind {
    TOKEN_WORD,   /* letters, with the apostrophes and hyphens within */
    TOKEN_NUMBER, /* has a digit */
    TOKEN_QUOTED, /* a quotation, its quotes included */
    TOKEN_MARK    /* any other character */
};

/* The classes of data/function_words.tsv; a word may be of several. */
enum word_class_bit {
#define WORD_CLASS(id, name) WORD_BIT_##id,
#include "lexicon/word_class.def"
#undef WORD_CLASS
};
enum word_class {
#define WORD_CLASS(id, name) WORD_##id = 1 << WORD_BIT_##id,
#include "lexicon/word_class.def"
#undef WORD_CLASS
};

struct token {
    enum token_kind kind;
    unsigned classes; /* of enum word_class */
    struct str text;
    bool fixed; /* a quotation, a number or a proper name: keeps its spelling */
    bool ends;  /* a mark that ends a sentence, as the full stop of "i.e." does not */
};

struct question_text {
    struct str text;
    struct token *tokens;
    uint32_t n_tokens;
    uint32_t n_first; /* tokens of the first sentence, its final mark left out */
    uint32_t n_mark;  /* final marks after them; 0 where it has none */
};

/* Make l->small_words; lexicon_load does. */
void small_words_index(struct lexicon *l);

struct question_text question_text_read(struct arena *a, struct str question,
                                        const struct lexicon *l);

/* Is token `i` of the first sentence one of these words, which single spaces separate (case
 * ignored)? False beyond the sentence. */
bool token_is(const struct question_text *q, uint32_t i, const char *words);

/* Is it of one of these classes? False beyond the sentence. */
bool token_in(const struct question_text *q, uint32_t i, unsigned classes);

/* Do the words of `phrase`, separated by single spaces, stand at token `i` of the first sentence?
 * Their number, or 0. */
uint32_t phrase_at(const struct question_text *q, uint32_t i, struct str phrase);

/* The source between two tokens of the first sentence, `end` not included; empty where start is
 * not before end. */
struct str text_between(const struct question_text *q, uint32_t start, uint32_t end);

/* What comes after the first sentence, without the white space around it. */
struct str text_after_first(const struct question_text *q);

/* With a capital where it begins with a small ASCII letter. */
struct str sentence_capital(struct arena *a, struct str s);

/* Another sentence in place of the first: the pieces that are not empty, with spaces between, then
 * `mark`, then what comes after the first sentence. The first letter becomes a capital, and the
 * question's old first word, where it begins a later piece, loses its own. */
struct str sentence_write(struct arena *a, const struct question_text *q, const struct str *pieces,
                          uint32_t n_pieces, char mark);

#endif
