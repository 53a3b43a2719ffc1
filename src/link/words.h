/* words.h: the words of a question in the forms that are compared with names.
 *
 * A token of the question is one word, without its possessive ending; so is a quotation. Beyond
 * WORDS_MAX words or QUESTION_MAX bytes nothing is read, so that the work is bounded. */
#ifndef TEQL_LINK_WORDS_H
#define TEQL_LINK_WORDS_H

#include "lexicon/question_text.h"
#include "link/lemmas.h"

#include <stdint.h>

enum { QUESTION_MAX = 1 << 14, WORDS_MAX = 200, WORD_STEMS = 6 };

struct word {
    enum token_kind kind;
    unsigned classes;             /* of enum word_class */
    struct str token;             /* as it stands in the question */
    struct str text;              /* without possessive ending, and without quotes around it */
    struct str lower;             /* in small letters */
    struct str lemma;             /* in the singular */
    struct str plain;             /* letters and digits of `lower`, other runs as one blank */
    bool capital;                 /* written with a capital within a sentence */
    bool ends;                    /* a mark that ends a sentence */
    bool has_number;              /* digits, or a word of number_words.tsv … */
    double number;                /* … and its value */
    struct str stems[WORD_STEMS]; /* of a verb, the nouns it may come from: reviewed → review */
    uint32_t n_stems;
};

struct words {
    struct word *items;
    uint32_t count;
    bool cut; /* there may be more words */
};

struct words words_read(struct arena *a, const struct lemmatizer *z, struct str question);

/* Is there a word `at`, and is it, in small letters, one of `list`: "what which"? */
static inline bool word_is(const struct words *w, uint32_t at, const char *list)
{
    return at < w->count && str_among(w->items[at].lower, list);
}

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
