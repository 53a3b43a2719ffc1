/* conceptnet.h: edges of ConceptNet 5, for users who have its file of assertions.
 *
 * The file (assertions.csv, plain or .gz) has five columns separated by tabs: URI, relation, start,
 * end and a JSON object with the weight. HasA and Synonym between English terms are read, of at
 * least a given weight. Any number of threads may then share them. */
#ifndef TEQL_LEXICON_CONCEPTNET_H
#define TEQL_LEXICON_CONCEPTNET_H

#include "base/arena.h"
#include "base/err.h"
#include "base/read_watch.h"

enum conceptnet_relation { CONCEPTNET_HAS_A, CONCEPTNET_SYNONYM };

struct conceptnet_edge {
    enum conceptnet_relation relation;
    struct str start, end; /* terms: lower case, words separated by blanks */
    double weight;
};

struct conceptnet {
    struct arena arena;
    struct conceptnet_edge *edges; /* by relation, start, descending weight, end; no two alike */
    uint32_t count;
};

/* The edges of one term. */
struct conceptnet_edges {
    const struct conceptnet_edge *items;
    uint32_t count;
};

/* Fails if the file cannot be read, or if a line does not have five columns; errors name the line.
 * On failure there is nothing to release. Synonyms go in both directions. `watch` may be NULL. */
MUST_USE enum status conceptnet_load(struct conceptnet *c, const char *path, double min_weight,
                                     const struct read_watch *watch, struct err *e);

/* A zeroed struct conceptnet is one without edges. */
void conceptnet_release(struct conceptnet *c);

/* The edges that start at `term`, the heaviest first. */
struct conceptnet_edges conceptnet_from(const struct conceptnet *c,
                                        enum conceptnet_relation relation, struct str term);

#endif
