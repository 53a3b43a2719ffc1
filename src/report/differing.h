/* differing.h: the cases that some of several systems break on, and others do not. */
#ifndef TEQL_REPORT_DIFFERING_H
#define TEQL_REPORT_DIFFERING_H

#include "score/scores.h"

enum { COMPARED_MAX = 6, PLACE_NONE = UINT32_MAX };

struct differing_case {
    uint32_t places[COMPARED_MAX]; /* in the cases of each system's scores; PLACE_NONE where they do
                                      not have it, or have another of that id */
};

struct differing_list {
    struct differing_case *items; /* in the order of the first scores that have them */
    uint32_t count;
    uint32_t
        total; /* that there are; where it is more than the list may hold, it has a fair part */
};

/* Of `n` scores, COMPARED_MAX at most. Lives in `a`. */
struct differing_list differing_cases(struct arena *a, const struct scores *const *scores,
                                      uint32_t n, uint32_t max);

#endif
