/* lockstep.h: going through several scores at once, so that what they say of the same cases can be
 * held against each other, and none of them need be in memory.
 *
 *     struct lockstep l;
 *     lockstep_begin(&l, all, n);
 *     while (lockstep_next(&l))
 *         … l.parts[i] is the part of all[i] …
 *     lockstep_end(&l);
 *
 * In every file of scores the seeds rise by number. So a step is a range of numbers: each part has
 * the seeds of that range, with all their cases, and may have none. Where all of the scores are in
 * memory, they are one step. */
#ifndef TEQL_SCORE_LOCKSTEP_H
#define TEQL_SCORE_LOCKSTEP_H

#include "score/scores_walk.h"

struct lockstep {
    const struct scores *const *all;
    uint32_t n;
    uint32_t most; /* a step ends where all parts together have so many seeds and cases; may be set
                      before the first */
    const struct scores **parts; /* of each, good until the next step; heap */
    struct lockstep_file *files; /* heap */
    bool ended;
};

/* The scores must outlive it. */
void lockstep_begin(struct lockstep *l, const struct scores *const *all, uint32_t n);

/* False at the end, and where a verdict makes no sense: scores_status of each tells. */
bool lockstep_next(struct lockstep *l);

void lockstep_end(struct lockstep *l);

#endif
