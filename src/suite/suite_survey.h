/* suite_survey.h: a suite in its folder, looked through once, and its outline.
 *
 * All of it is checked, and its outline is known, before anything is done with its batches. The
 * outline is the suite without its texts: how many cases each seed has, and which database it
 * needs. It is small enough to be known of the whole suite while the suite is read batch by batch.
 */
#ifndef TEQL_SUITE_SUITE_SURVEY_H
#define TEQL_SUITE_SUITE_SURVEY_H

#include "base/hash.h"
#include "suite/suite_reader.h"

struct outline_seed {
    uint32_t first_case; /* place of its first case; if it has none, of the next seed's */
    uint32_t database;   /* place in the list of their names */
    uint64_t schemas;    /* bytes that its cases' schemas have in the file; 0 in memory */
};

struct suite_outline {
    struct outline_seed *seeds; /* heap; after the last is one whose first case is the end */
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

struct suite_survey {
    struct suite_reader reader;   /* `reader.head` is all of the suite but seeds and cases */
    struct suite_outline outline; /* of the seeds that are worked on */
    uint32_t seeds_before;        /* how many are before those */
};

/* Read the folder through. `visit` sees each batch, without schemas; it may be NULL. On failure
 * there is nothing to close. */
MUST_USE enum status suite_survey_open(struct suite_survey *s, const char *dir, suite_visit *visit,
                                       void *ctx, struct err *e);
void suite_survey_close(struct suite_survey *s);

/* Narrow it to the seeds of the shard; `*out` says which part of the suite that is. A suite that is
 * a shard's part itself stays as it is, and asking for another shard of it is E_USAGE. `db` is the
 * folder of the original databases; NULL for the manifest's. Texts live as long as the survey. */
MUST_USE enum status suite_survey_take_shard(struct suite_survey *s, struct shard shard,
                                             const char *db, struct part *out, struct err *e);

/* A suite of one seed for each database, with its schema. The caller's to close before the survey.
 */
void suite_survey_databases(const struct suite_survey *s, struct suite *out);

#endif
