/* words.h: a question as words, with the forms that are compared with names.
 *
 * This is the only reader of a question's text: all others ask its words. A word, a number, a
 * quotation or a mark is one word; so is each part of "open-air", unless it is a code or a date.
 * The words are spans of the question, so an edit changes no other byte. Beyond WORDS_MAX words or
 * QUESTION_MAX bytes nothing is read, so that the work is bounded. Threads may share the words. */
#ifndef TEQL_LINK_WORDS_H
#define TEQL_LINK_WORDS_H

#include "lexicon/small_words.h"
#include "link/lemmas.h"

#include <stdint.h>

enum { QUESTION_MAX = 1 << 14, WORDS_MAX = 200, WORD_STEMS = 6, WORD_AGENTS = 2 };

enum token_kind {
    TOKEN_WORD,   /* letters, with the apostrophes and full stops within */
    TOKEN_NUMBER, /* has a digit */
    TOKEN_QUOTED, /* a quotation, its quotes included */
    TOKEN_MARK    /* any other character */
};

struct word {
    enum token_kind kind;
    unsigned classes; /* of enum word_class; parts of "one-way" have those of the whole: none */
    struct str token; /* as it stands in the question */
    bool joined;      /* a hyphen joins it to the word before: air in open-air */
    bool fixed;       /* a quotation, a number or a proper name: keeps its spelling */
    bool capital;     /* written with a capital within a sentence */
    bool ends;        /* a mark that ends a sentence, as the full stop of "i.e." does not */

    /* The forms; words_scan() leaves them out. */
    struct str text;              /* without possessive ending, and without quotes around it */
    struct str lower;             /* in small letters */
    struct str lemma;             /* in the singular */
    struct str plain;             /* letters and digits of `lower`, other runs as one blank */
    bool has_number;              /* digits, or a word of words.tsv (number) … */
    double number;                /* … and its value */
    struct str stems[WORD_STEMS]; /* of a verb, the nouns it may come from: reviewed → review */
    uint32_t n_stems;
    struct str agents[WORD_AGENTS]; /* of a participle, who may have done it: insured → insurer */
    uint32_t n_agents;
};

struct words {
    struct str text; /* the question */
    struct word *items;
    uint32_t count;
    uint32_t n_first; /* words of the first sentence, its final mark left out */
    uint32_t n_mark;  /* final marks after them; or 0 */
    bool cut;         /* there may be more words */
};

/* In `a`; the question must outlive them. */
struct words words_read(struct arena *a, const struct lemmatizer *z, struct str question);

/* The same words, with those of each quotation between its quotes in its place. In `a`. */
struct words words_opened(struct arena *a, const struct lemmatizer *z, const struct words *w);

/* The same without the forms. */
struct words words_scan(struct arena *a, const struct lexicon *l, struct str text);

/* The same words as one sentence, for those who look beyond the first. */
struct words words_whole(const struct words *w);

/* Is there a word `at`, and is it, in small letters, one of `list`: "what which"? */
static inline bool word_is(const struct words *w, uint32_t at, const char *list)
{
    return at < w->count && str_among(w->items[at].lower, list);
}

/* "singer's"? */
static inline bool word_is_possessive(const struct word *w)
{
    return w->kind == TOKEN_WORD && w->token.len > w->text.len;
}

/* Is the word a part of one with hyphens? */
bool is_word_part(const struct words *w, uint32_t i);

/* The word `i` with those that hyphens join to it: "twenty-five". `*end` is the word after them. */
struct str word_joined(const struct words *w, uint32_t i, uint32_t *end);

/* Is word `i` of the first sentence, as it stands there, one of these (is_one_of)? False beyond the
 * sentence, and for parts of words with hyphens. */
bool token_is(const struct words *w, uint32_t i, const char *words);

/* Is it of one of these classes? False beyond the sentence. */
bool token_in(const struct words *w, uint32_t i, unsigned classes);

/* Do the words of `phrase`, separated by single spaces, stand at word `i` of the first sentence?
 * Their number, or 0. */
uint32_t phrase_at(const struct words *w, uint32_t i, struct str phrase);

/* The source between two words of the first sentence, `end` not included; empty where start is
 * not before end. */
struct str text_between(const struct words *w, uint32_t start, uint32_t end);

/* The source with `to` in place of the words from `start` to `end`, of which there is one. In `a`.
 */
struct str words_replace(struct arena *a, const struct words *w, uint32_t start, uint32_t end,
                         struct str to);

/* Are `n` words of `x` from `at` on those of `y` from `from` on, but for singular and plural? */
bool words_equal(const struct words *x, uint32_t at, const struct words *y, uint32_t from,
                 uint32_t n);

/* Small letters without accents, and digits; every other run of bytes becomes one blank, except at
 * the ends.
 */
struct str plain_text(struct arena *a, struct str text);

/* The amount that the words from `at` say, as questions do: 10, "ten", "3,000", "300k", "two
 * hundred thousand". `*end` is the word after them. */
bool amount_at(const struct words *w, uint32_t at, double *out, uint32_t *end);

#endif
