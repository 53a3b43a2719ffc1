/* question_text.h: a question as words.
 *
 * Tokens are spans of the question, so an edit changes no other byte. The
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
    uint32_t n_mark;  /* final marks after them; or 0 */
};

/* Is the text, in whatever case, one of these words, which single spaces separate? */
bool is_one_of(struct str text, const char *words);

/* Make l->small_words; lexicon_load does. */
void small_words_index(struct lexicon *l);

/* The classes of a word, in whatever case; 0 for one that is not a small word. */
unsigned word_classes(const struct lexicon *l, struct str word);

struct question_text question_text_read(struct arena *a, struct str question,
                                        const struct lexicon *l);

/* Is token `i` of the first sentence one of these words (is_one_of)? False beyond the
 * sentence. */
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

/* With a capital if it begins with a small ASCII letter. */
struct str sentence_capital(struct arena *a, struct str s);

/* Another sentence in place of the first: the pieces that are not empty, with spaces between, then
 * `mark`, then what comes after the first sentence. The first letter becomes a capital. The
 * question's old first word loses its own if it begins a later piece. */
struct str sentence_write(struct arena *a, const struct question_text *q, const struct str *pieces,
                          uint32_t n_pieces, char mark);

#endif
