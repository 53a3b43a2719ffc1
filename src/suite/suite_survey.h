/* suite_survey.h: a suite in its folder, looked through once.
 *
 * All of it is checked, and its shape is known, before anything is done with its batches. */
#ifndef TEQL_SUITE_SUITE_SURVEY_H
#define TEQL_SUITE_SUITE_SURVEY_H

#include "suite/suite_outline.h"
#include "suite/suite_reader.h"

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
