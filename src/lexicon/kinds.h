/* kinds.h: what a noun is a kind of: a singer is a person. Facts about columns are kept by kind. */
#ifndef TEQL_LEXICON_KINDS_H
#define TEQL_LEXICON_KINDS_H

#include "lexicon/knowledge.h"

enum { KINDS_MAX = 12 };

/* From the noun itself to ever more general kinds. */
struct noun_kinds {
    struct str names[KINDS_MAX];
    uint32_t count;
};

/* Of a noun or noun phrase in the singular. Curated kinds come first. WordNet's hypernyms
 * show persons and animals among the other nouns. */
struct noun_kinds kinds_of(struct arena *a, const struct knowledge *k, struct str noun);

/* Find them now, for kinds_of(). Before the knowledge is shared. */
void kinds_prepare(struct knowledge *k, struct str noun);

bool kinds_have(const struct noun_kinds *kinds, struct str name);

/* The noun that a table's name in words stands for: "car makers" → "car maker", "cars data" →
 * "car". */
struct str table_noun(struct arena *a, const struct inflection *in, struct str natural);

/* The last word of a noun phrase; empty if the phrase is a relationship ("singer in concert",
 * "has pet") rather than a noun with words before it. */
struct str noun_head(struct str noun);

#endif
