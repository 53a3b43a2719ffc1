/* schema_seeds.h: the input of a relation, made from a query and a question. */
#ifndef TEQL_TESTS_SUPPORT_SCHEMA_SEEDS_H
#define TEQL_TESTS_SUPPORT_SCHEMA_SEEDS_H

#include "relation/relation.h"
#include "verify/proof.h"

/* A seed of `schema`, resolved, in `a`. `database` may be NULL. False if the query cannot be read.
 */
bool seed_make(struct arena *a, const struct schema *schema, const char *database,
               struct str question, struct str query, struct relation_seed *out);

/* Give it the lexicon, and the words of its question. In `a`. */
void seed_read_words(struct arena *a, const struct lexicon *l, struct relation_seed *s);

/* The claim that a migration leaves the answer of the seed's query as it is. */
struct proof_task seed_task(const struct relation_seed *s, const struct migration *m);

/* The column called `name`, "table.column"; fails the test if there is none. */
uint32_t column_named(const struct schema *s, const char *name);

/* Spider's development questions. */
struct spider_dev {
    struct schema_set schemas;
    struct str *questions, *queries, *db_ids;
    size_t count;
};

void spider_dev_load(struct arena *a, struct spider_dev *out);

/* Seed number `i`; false if its query cannot be read. */
bool spider_dev_seed(struct arena *a, const struct spider_dev *d, size_t i,
                     struct relation_seed *out);

#endif
