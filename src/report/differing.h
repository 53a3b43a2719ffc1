/* differing.h: the cases that some of several systems break on, and others do not. */
#ifndef TEQL_REPORT_DIFFERING_H
#define TEQL_REPORT_DIFFERING_H

#include "report/run_cases.h"

enum { COMPARED_MAX = 6 };
#define PLACE_NONE UINT32_MAX

/* What became of a case in one system. Of several runs the first that did as most did stands for
 * the system. */
struct system_outcome {
    uint32_t place;   /* in the cases of that run's scores; PLACE_NONE where no run has the case, or
                         has another of that id */
    uint32_t run;     /* which run that is */
    struct fate fate; /* in all runs */
};

struct differing_case {
    struct system_outcome outcomes[COMPARED_MAX];
};

struct differing_list {
    struct differing_case *items; /* in the order of the first scores that have them */
    uint32_t count;
    uint32_t
        total; /* that there are; where it is more than the list may hold, it has a fair part */
};

/* Of `n` systems, COMPARED_MAX at most: the cases that break one of them and not another. Lives in
 * `a`. */
struct differing_list differing_cases(struct arena *a, const struct runs *systems, uint32_t n,
                                      uint32_t max);

/* How many there are. */
uint32_t differing_count(const struct run_cases *systems, uint32_t n);

#endif
