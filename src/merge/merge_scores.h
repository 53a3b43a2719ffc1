/* merge_scores.h: the scores of parts, joined. Private to merge. */
#ifndef TEQL_MERGE_MERGE_SCORES_H
#define TEQL_MERGE_MERGE_SCORES_H

#include "merge/merge_set.h"
#include "pipeline/score.h"

struct merged_scores {
    struct arena arena;
    struct scores *parts; /* in their order, their verdicts in their files */
    uint32_t count;
    struct scores whole; /* the head of the joined ones, which refers to texts of the parts */
};

/* On failure there is nothing to close. */
MUST_USE enum status merged_scores_open(struct merged_scores *m, const struct merge_set *set,
                                        const struct merge_job *o, struct err *e);
void merged_scores_close(struct merged_scores *m);

/* Write the whole, with its sums. */
MUST_USE enum status merged_scores_save(const struct merged_scores *m, const char *path,
                                        struct err *e);

#endif
