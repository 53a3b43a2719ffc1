/* facts.h: what scores are of, as every report tells it: who was asked, when, how, and by what. */
#ifndef TEQL_REPORT_FACTS_H
#define TEQL_REPORT_FACTS_H

#include "score/scores.h"

struct fact {
    const char *name;
    struct str value; /* one line of printable text */
};

enum { FACTS_MAX = 24 };

/* Fill in those that are known, and return how many. Texts live in `a`. */
uint32_t facts_of(struct arena *a, const struct scores *s, struct fact facts[FACTS_MAX]);

/* The system as it is called beside others: with its model, where it has one. Lives in `a`. */
struct str system_name(struct arena *a, const struct scores *s);

#endif
