/* name_sampling.h: samplings of a schema's names, as Dr.Spider makes them (§3.1).
 *
 * A relation finds other words for words of columns. A sampling draws some of these words, and each
 * column that has one is renamed: also columns that the query reads, which is then told in the new
 * names. What is drawn depends on the database and the relation alone. So all questions about a
 * database share a few schemas, and in one schema a word that is replaced is replaced everywhere,
 * by the same word where that fits. */
#ifndef TEQL_RELATION_SCHEMA_NAME_SAMPLING_H
#define TEQL_RELATION_SCHEMA_NAME_SAMPLING_H

#include "relation/schema/column_synonym.h"

struct name_sampling_rules {
    struct str relation;    /* its id: relations draw differently */
    struct str all_or_none; /* a word that is replaced in all columns that have it, or in none; ""
                               for no such: one Identifier beside an Id would be another thing */
    bool all_words; /* every word drawn is replaced in a name, not only one; names are made of
                       the parts, and columns are called in words what they are called */
};

struct name_samplings; /* those that make a case of the seed */

/* Samplings of what was found, which is in the order of columns and in `a`. Left out is a sampling
 * that renames nothing that the query reads, or that brings a word into the schema that the
 * question has. Refusals are counted. */
const struct name_samplings *name_samplings_of(struct arena *a, const struct relation_seed *s,
                                               const struct name_sampling_rules *rules,
                                               const struct synonym_search *found);

uint64_t name_samplings_count(const struct name_samplings *n);

/* The case of sampling `i`. */
bool name_samplings_make(struct arena *a, const struct relation_seed *s,
                         const struct name_samplings *n, uint64_t i, struct test_case *out);

/* The seed as its schema alone shows it: with no question. For searches that must not depend on
 * what is asked. In `a`. */
const struct relation_seed *seed_without_question(struct arena *a, const struct relation_seed *s);

/* May the names of the table change? Not those of a view, nor of what a view reads. A no is counted
 * as a refusal. */
bool table_may_be_renamed(const struct relation_seed *s, uint32_t table);

#endif
