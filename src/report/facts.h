/* facts.h: what scores are about, as every report shows it: which system was asked, when and how.
 */
#ifndef TEQL_REPORT_FACTS_H
#define TEQL_REPORT_FACTS_H

#include "score/scores.h"

struct fact {
    const char *name;
    struct str value; /* one line of printable text */
};

enum { FACTS_MAX = 24 };

/* Fill in the known facts and return how many. In `a`. */
uint32_t facts_of(struct arena *a, const struct scores *s, struct fact facts[FACTS_MAX]);

/* The system's name for comparisons: with its model, if it has one. In `a`. */
struct str system_name(struct arena *a, const struct scores *s);

#endif
