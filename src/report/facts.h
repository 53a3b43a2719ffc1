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

/* An attack
 *
 * What it spent and found. */

/* Each is one line; ptr NULL if nothing is known. */
struct attack_facts {
    struct str spent;     /* "980 of 1000 questions spent, up to 4 changes" */
    struct str broken;    /* "45 of 180 attacked; 2 held, 133 unfinished; 44 by 1 change, …" */
    struct str relations; /* "syn 40, PI 5": how many cases each relation helped to break */
    struct str by_gold; /* "30 right before and wrong after, …", by the answers that are scored */
};

/* All NULL if the suite is not one of worst cases. In `a`. */
struct attack_facts attack_facts_of(struct arena *a, const struct scores *s);

#endif
