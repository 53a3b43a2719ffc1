/* keyword_phrases.h: the phrases of questions that indicate keywords of a query. */
#ifndef TEQL_LINK_KEYWORD_PHRASES_H
#define TEQL_LINK_KEYWORD_PHRASES_H

#include "link/lemmas.h"
#include "link/phrase_book.h"
#include "link/query_parts.h"

/* How words indicate a part of a query. */
enum manner {
    MANNER_NONE,     /* not at all: it is implied, or said in a way that nobody listed */
    MANNER_WORD,     /* "number of", "ascending"; a column's name, a value */
    MANNER_CARRIER,  /* "how many", "from low to high"; "who" for a name */
    MANNER_ATTRIBUTE /* an adjective that says what is compared, and how: "oldest" */
};

struct keyword_sense {
    enum query_keyword keyword;
    enum manner manner; /* WORD or CARRIER */
};

/* Of data/keyword_indicators.tsv. Read-only once built, any thread. */
struct keyword_phrases {
    struct phrase_book book; /* `target` is the place of the sense */
    struct keyword_sense *senses;
    uint32_t n_senses;
};

/* In `a`; the lexicon of `z` must outlive it. */
void keyword_phrases_build(struct keyword_phrases *k, struct arena *a, const struct lemmatizer *z);

#endif
