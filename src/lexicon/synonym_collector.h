/* synonym_collector.h: what the sources of synonyms put their words into. Inside lexicon/. */
#ifndef TEQL_LEXICON_SYNONYM_COLLECTOR_H
#define TEQL_LEXICON_SYNONYM_COLLECTOR_H

#include "lexicon/synonyms.h"

enum { MAX_SYNONYMS = 48 };

struct synonym_collector {
    struct arena *arena;
    const struct knowledge *knowledge;
    const struct word_context *context; /* or NULL */
    struct str asked;
    struct synonym items[MAX_SYNONYMS];
    uint32_t count;
};

/* Add it, unless it is there already, or the word asked about, or "-", which says that there is
 * none.
 */
void synonym_collect(struct synonym_collector *c, struct synonym s);

/* Words of WordNet for the sense that the noun has in the context, and those above it. */
void synonyms_from_sense(struct synonym_collector *c, struct str noun);

/* Words that are used like it, if a file of word vectors was given. They are loose, unless no list
 * knows the noun and the sense that it has in the context is their own first sense in WordNet. */
void synonyms_from_vectors(struct synonym_collector *c, struct str noun);

/* What a language model that knows what the database is about said for it. Only common nouns come
 * in, and phrases of common words: the model may be wrong, or mean us ill. They are not loose, but
 * what the lists have is left as it is. */
void synonyms_from_model(struct synonym_collector *c, struct str noun);

/* Give those without a score one by their place, and put the best first. */
void synonyms_rank(struct synonym_collector *c);

#endif
