/* suite_outline.h: the shape of a suite without its texts: how many cases each seed has, and which
 * database it needs. It is small enough to be known of the whole suite while the suite is read
 * batch by batch. */
#ifndef TEQL_SUITE_SUITE_OUTLINE_H
#define TEQL_SUITE_SUITE_OUTLINE_H

#include "base/hash.h"
#include "suite/schema_entries.h"
#include "suite/suite.h"

struct outline_seed {
    uint32_t first_case; /* place of its first case; if it has none, of the next seed's */
    uint32_t database;   /* place in the list of their names */
    uint64_t schemas;    /* bytes that its cases' schemas have in the file; 0 in memory */
};

struct suite_outline {
    struct outline_seed *seeds; /* heap; after the last stands one whose first case is the end */
    uint32_t n_seeds, n_cases;
    struct str *databases; /* db_ids */
    uint32_t n_databases;
    struct name_map by_name; /* of the databases */
    struct arena arena;      /* names */
};

/* Of no seeds. */
void suite_outline_init(struct suite_outline *o);
void suite_outline_release(struct suite_outline *o);

/* Add the seeds of a batch, which follow those that are there. Nothing of the batch is kept.
 * `schemas` are those of the suite's file; NULL for a suite that is in memory. */
void suite_outline_add(struct suite_outline *o, const struct suite *batch,
                       const struct schema_entries *schemas);

/* Keep only the seeds of the range; places then count from the first of them. */
void suite_outline_narrow(struct suite_outline *o, struct place_range seeds);

/* Has the seed cases? */
bool suite_outline_has_cases(const struct suite_outline *o, uint32_t seed);

/* Fill in a suite as `head` is, with no cases and one seed for each database that a seed of the
 * outline needs, in their order. The caller's to close; names live with the outline. */
void suite_outline_databases(const struct suite_outline *o, const struct suite *head,
                             struct suite *out);

#endif
