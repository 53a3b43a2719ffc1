/* name_sampling.h: samplings of a schema's names, as Dr.Spider makes them (§3.1).
 *
 * A relation finds other words for words of columns. A sampling draws some of them and renames each
 * column that has one, also columns that the query reads; the query is rewritten in the new names.
 * The draw depends on the database and the relation alone. So all questions about a database share
 * a few schemas, and in one schema a word is replaced everywhere, by the same word if it fits. */
#ifndef TEQL_RELATION_SCHEMA_NAME_SAMPLING_H
#define TEQL_RELATION_SCHEMA_NAME_SAMPLING_H

#include "relation/schema/column_synonym.h"

struct name_sampling_rules {
    struct str relation;    /* its id: relations draw differently */
    struct str all_or_none; /* a word that is replaced in all columns that have it, or in none: one
                               Identifier beside an Id would seem to be another thing; or "" */
    uint32_t drawn;         /* samplings of the eight that each word is drawn in */
    bool all_words; /* every drawn word of a name is replaced, not only one; the name in words
                       follows the name */
};

/* The count() of such relations: sample what was found, which is in the order of columns and in
 * `a`. A sampling is left out if it renames nothing that the query reads, or brings a word of the
 * question into the schema. Refusals are counted. */
uint64_t name_samplings_count(struct arena *a, const struct relation_seed *s,
                              const struct name_sampling_rules *rules,
                              const struct synonym_search *found, const void **plan);

/* Their make(). */
bool name_samplings_make(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out);

/* A copy of the seed without its question, for searches that must not depend on it. In `a`. */
const struct relation_seed *seed_without_question(struct arena *a, const struct relation_seed *s);

#endif
