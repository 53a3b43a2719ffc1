/* words.h: the words of a question in the forms that names are compared by.
 *
 * A token of the question is one word, without its possessive ending; a quotation is one word too.
 * What is beyond WORDS_MAX words or QUESTION_MAX bytes is not read: nobody asks so long a question,
 * and the work stays bounded. */
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
    bool capital;                 /* written with a capital, though no sentence begins here */
    bool ends;                    /* a mark that ends a sentence */
    bool has_number;              /* digits, or a word of number_words.tsv … */
    double number;                /* … and its value */
    struct str stems[WORD_STEMS]; /* of a verb, the nouns it may come from: reviewed → review */
    uint32_t n_stems;
};

struct words {
    struct word *items;
    uint32_t count;
    bool cut; /* there may be more that were not read */
};

struct words words_read(struct arena *a, const struct lemmatizer *z, struct str question);

/* Small letters without accents and digits, every other run of bytes one blank; none at the ends.
 */
struct str plain_text(struct arena *a, struct str text);

#endif
