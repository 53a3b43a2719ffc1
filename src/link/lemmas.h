/* lemmas.h: names and phrases as words in the singular. */
#ifndef TEQL_LINK_LEMMAS_H
#define TEQL_LINK_LEMMAS_H

#include "lexicon/lexicon.h"

/* What singulars are found with. Any thread. */
struct lemmatizer {
    const struct lexicon *lexicon; /* must outlive it */
};

/* The singular of one word in small letters. A plural in form only ("sales") loses its ending, too:
 * it is enough that a name and a question lose it alike. */
struct str lemma_of(struct arena *a, const struct lemmatizer *z, struct str word);

/* "café" → "cafe", for the letters of Latin-1 in UTF-8. The word itself, or a copy in `a`. */
struct str without_accents(struct arena *a, struct str word);

struct lemmas {
    struct str *items;
    uint32_t count;
};

/* Of words separated by blanks. */
struct lemmas lemmas_of(struct arena *a, const struct lemmatizer *z, struct str words);

/* Of an identifier in any convention, "songReleaseYear". */
struct lemmas lemmas_of_name(struct arena *a, const struct lemmatizer *z, struct str name);

/* Words `from` to `end` of it, end not included; shares the memory. */
static inline struct lemmas lemmas_slice(struct lemmas w, uint32_t from, uint32_t end)
{
    return (struct lemmas){w.items + from, end - from};
}

bool lemmas_equal(struct lemmas x, struct lemmas y);

/* With single blanks between. */
struct str lemmas_join(struct arena *a, struct lemmas w);

#endif
