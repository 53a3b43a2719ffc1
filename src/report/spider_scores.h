/* spider_scores.h: tallies of verdicts, and the table that the official scripts print. */
#ifndef TEQL_REPORT_SPIDER_SCORES_H
#define TEQL_REPORT_SPIDER_SCORES_H

#include "report/tally.h"
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
    struct share of_pred,
        of_gold; /* equal, of pairs whose prediction, or gold, has such elements */
};

/* The pairs of a level or a turn. */
struct pair_tally {
    uint64_t count; /* pairs with any score */
    struct share exec, exact;
};

struct spider_scores {
    struct pair_tally levels[N_LEVELS], turns[N_TURNS];
    struct component_tally components[N_LEVELS][N_COMPONENTS];
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
