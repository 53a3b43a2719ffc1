/* scores.h: the verdicts on a system's answers to a suite, in memory and as a file.
 *
 * scores.json is one object with a line for each seed and case, for people, jq and `teql report`.
 * Questions and answers are not in it: these are in the suite and in the predictions. */
#ifndef TEQL_SCORE_SCORES_H
#define TEQL_SCORE_SCORES_H

#include "base/file.h"
#include "record/provenance.h"
#include "score/verdict.h"

struct scores {
    struct arena arena;
    struct str by;                 /* "execution", "exact" or "strict" */
    struct str suite, predictions; /* paths */
    struct str system;             /* what was asked; empty where unknown */
    struct str teql;               /* the version that scored */
    struct provenance asked;       /* where the answers come from */
    struct str suite_options;      /* how the suite was made, as JSON; ptr NULL where unknown */
    struct part part;              /* which part of the scores they are; of nothing: all of them */
    struct str key;                /* a digest of all that they were made of; may be empty */
    struct str how;                /* of a part: a digest of all that but suite and answers */
    struct seed_verdict *seeds;
    struct verdict *cases; /* in the order of the suite: those of a seed stand together */
    uint32_t n_seeds, n_cases;
    struct scores_file
        *file; /* that they are read from; NULL for none. Where it is read in parts
                  (scores_open_in_parts), `seeds` and `cases` are NULL: scores_walk.h */
};

/* Read the file (scores_writer.h writes it). Errors name file and place. On failure there is
 * nothing to release. */
MUST_USE enum status scores_load(struct scores *s, const char *path, struct err *e);

/* The same, but where there are more than `hold` cases, or seeds, the verdicts stay in the file:
 * all of them are checked, and counted. That takes a reading more, and each walk another. */
MUST_USE enum status scores_open_in_parts(struct scores *s, const char *path, uint32_t hold,
                                          struct err *e);
void scores_release(struct scores *s);

/* Is the answer to a seed right, by the measure that was asked for, or else by the other? */
enum truth scores_seed_right(const struct scores *s, const struct seed_verdict *v);

#endif
