/* scores.h: the verdicts on a system's answers to a suite, in memory and as a file.
 *
 * scores.json is one object with a line for each seed and case, for people, jq and `teql report`.
 * Questions and answers are not in it: they are in the suite and in the predictions. */
#ifndef TEQL_SCORE_SCORES_H
#define TEQL_SCORE_SCORES_H

#include "base/spool.h"
#include "record/provenance.h"
#include "score/verdict.h"

struct scores {
    struct arena arena;
    struct str by;                 /* "execution", "exact" or "strict" */
    struct str suite, predictions; /* paths */
    struct str system;             /* what was asked; empty if unknown */
    struct str teql;               /* the version that scored */
    struct provenance asked;       /* where the answers come from */
    struct str suite_options;      /* how the suite was made, as JSON; ptr NULL if unknown */
    struct part part;              /* which part of the scores they are, if not all */
    struct str key;                /* a digest of all that they were made of; may be empty */
    struct str how;                /* of a part: a digest of all that but suite and answers */

    /* In the order of the suite: the cases of a seed are together. Both are NULL if the file is
     * read in batches (scores_walk.h). */
    struct seed_verdict *seeds;
    struct verdict *cases;
    uint32_t n_seeds, n_cases;
    struct scores_file *file; /* that they are read from; or NULL */
};

/* Read the file. Errors name file and place. On failure there is nothing to release. */
MUST_USE enum status scores_load(struct scores *s, const char *path, struct err *e);

/* The same, but if there are more than `hold` cases, or seeds, the verdicts stay in the file: they
 * are only checked and counted. So the file is read once more, and once for each walk. */
MUST_USE enum status scores_open_in_batches(struct scores *s, const char *path, uint32_t hold,
                                            struct err *e);
void scores_release(struct scores *s);

/* Is the answer to a seed right, by the measure that was asked for, or else by the other? */
enum truth scores_seed_right(const struct scores *s, const struct seed_verdict *v);

/* Writing batch by batch. The file begins with the summary, and has all seeds before all cases. So
 * verdicts wait in spools until all of them are there. */
struct scores_writer {
    struct spool seeds, cases;
    struct buf lines;
};

/* For the file at `path`. On failure there is nothing to close. */
MUST_USE enum status scores_writer_open(struct scores_writer *w, const char *path, struct err *e);
void scores_writer_close(struct scores_writer *w);

/* Add the verdicts of `batch`, which are in memory. */
MUST_USE enum status scores_writer_add(struct scores_writer *w, const struct scores *batch,
                                       struct err *e);

/* Write all to `f`, with the members of `head`. `summary` is JSON that is written as it is, or has
 * a NULL ptr. */
MUST_USE enum status scores_writer_finish(struct scores_writer *w, const struct scores *head,
                                          struct str summary, struct out_file *f, struct err *e);

#endif
