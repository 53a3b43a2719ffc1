/* differing.h: the cases that break some systems and not others. */
#ifndef TEQL_REPORT_DIFFERING_H
#define TEQL_REPORT_DIFFERING_H

#include "report/run_cases.h"

enum { COMPARED_MAX = 6 };
#define PLACE_NONE UINT32_MAX

/* The outcome of a case in one system. Of several runs, the first that agrees with the majority
 * stands for the system. */
struct system_outcome {
    uint32_t place;   /* in the cases of that run's scores; PLACE_NONE if no run has the case, or if
                         its case of that id is another */
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
        total; /* differing cases; if that is more than the list may hold, it has a random sample */
};

/* The cases that break one of `n` systems (at most COMPARED_MAX) and not another. In `a`. */
struct differing_list differing_cases(struct arena *a, const struct runs *systems, uint32_t n,
                                      uint32_t max);

/* The number of such cases. */
uint32_t differing_count(const struct run_cases *systems, uint32_t n);

#endif
