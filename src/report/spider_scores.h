/* spider_scores.h: tallies of verdicts, and the table that the official scripts print. */
#ifndef TEQL_REPORT_SPIDER_SCORES_H
#define TEQL_REPORT_SPIDER_SCORES_H

#include "spider/exact_match.h"
#include "spider/hardness.h"

#include <stdio.h>

enum { LEVEL_ALL = N_HARDNESS, LEVEL_JOINT, N_LEVELS };
enum { N_TURNS = 5 }; /* first to fourth turn of an interaction, and those after */

enum spider_measure { MEASURE_EXEC = 1, MEASURE_EXACT = 2 };

/* The result of one pair. */
struct pair_score {
    bool hardness_known; /* false: the gold is outside Spider's grammar, and counts in `all` only */
    enum hardness hardness;
    uint32_t turn; /* from 0 */
    bool exec_scored, exec;
    bool exact_scored;   /* `match.exact` is set */
    bool has_components; /* `match.components` are set */
    struct exact_verdict match;
};

struct component_tally {
    uint64_t equal_of_pred, n_pred; /* over pairs whose prediction has such elements */
    uint64_t equal_of_gold, n_gold; /* over pairs whose gold has such elements */
};

/* A share of pairs. */
struct rate {
    uint64_t passed, of;
};

struct level_tally {
    uint64_t count; /* pairs with any score */
    struct rate exec, exact;
    struct component_tally components[N_COMPONENTS];
};

struct turn_tally {
    uint64_t count;
    struct rate exec, exact;
};

struct spider_scores {
    struct level_tally levels[N_LEVELS];
    struct turn_tally turns[N_TURNS];
    uint64_t interactions;
};

void spider_scores_add(struct spider_scores *s, const struct pair_score *p);

/* An interaction ended; `exec` and `exact` say whether all its pairs passed. */
void spider_scores_end_interaction(struct spider_scores *s, bool exec, bool exact);

/* The official table: `measures` are bits of enum spider_measure; `by_turn` adds turn and joint
 * figures, `components` the component rows. */
void spider_scores_print(FILE *out, const struct spider_scores *s, unsigned measures, bool by_turn,
                         bool components);

#endif
