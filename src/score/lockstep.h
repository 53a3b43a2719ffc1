/* lockstep.h: going through several scores at once, to compare their verdicts on the same cases;
 * none of them need be in memory.
 *
 *     struct lockstep l;
 *     lockstep_begin(&l, all, n);
 *     while (lockstep_next(&l))
 *         … l.batches[i] is the batch of all[i] …
 *     lockstep_end(&l);
 *
 * In every file of scores the numbers of seeds rise. So a step is a range of numbers: each batch
 * has the seeds of that range, with all their cases, and may be empty. If all of the scores are in
 * memory, they are one step. */
#ifndef TEQL_SCORE_LOCKSTEP_H
#define TEQL_SCORE_LOCKSTEP_H

#include "score/scores_walk.h"

struct lockstep {
    const struct scores *const *all;
    uint32_t n;
    uint32_t
        most; /* seeds and cases of all batches in a step, about; may be set before the first */
    const struct scores **batches; /* of each, good until the next step; heap */
    struct lockstep_file *files;   /* heap */
    bool in_memory;                /* all of them */
    bool ended;
};

/* The scores must outlive it. */
void lockstep_begin(struct lockstep *l, const struct scores *const *all, uint32_t n);

/* False at the end, and if a verdict makes no sense: see scores_status of each. */
bool lockstep_next(struct lockstep *l);

void lockstep_end(struct lockstep *l);

#endif
