/* criteria.h: which system to choose: error rates of several systems rated good, neutral or bad.
 *
 * MT-TEQL §5.4: a system is good at a capability if its error rate is more than half a standard
 * deviation below the systems' average, and bad if it is that much above (Formula 1). The rate of a
 * capability is the mean of its relations' rates; the overall robustness is the mean of the
 * capabilities' rates. The standard deviation is that of these systems (divided by their number).
 */
#ifndef TEQL_REPORT_CRITERIA_H
#define TEQL_REPORT_CRITERIA_H

#include "base/arena.h"
#include "base/err.h"

#include <stdint.h>

enum capability {
#define CAPABILITY(id, name, group, relations) CAPABILITY_##id,
#include "report/capability.def"
#undef CAPABILITY
    N_CAPABILITIES
};

/* Systems are compared by their capabilities, and by two figures more. */
enum { CRITERION_ROBUSTNESS = N_CAPABILITIES, CRITERION_ACCURACY, N_CRITERIA };

/* Also of a criterion. */
const char *capability_name(uint32_t c);
const char *capability_group(uint32_t c);

/* The ids of the relations that test it, separated by blanks. */
const char *capability_relations(uint32_t c);

enum mark { MARK_NONE, MARK_GOOD, MARK_NEUTRAL, MARK_BAD };

/* "good", "neutral", "bad"; "-" for none. */
const char *mark_name(enum mark m);

/* One system. Rates from 0 to 1; negative if unknown. */
struct system_rates {
    struct str name;
    const struct str *relations;
    const double *rates; /* of the relations */
    uint32_t n_relations;
    double all;      /* of all cases together */
    double accuracy; /* of its answers to the seeds */
};

struct system_criteria {
    double rates[N_CRITERIA]; /* of capabilities, negative if none of its relations was tested;
                                 their mean; the accuracy */
    enum mark marks[N_CRITERIA];
    double score;  /* mean of the rates by the user's weights: smaller is better; negative if a
                      capability with a weight was not tested */
    uint32_t rank; /* from 1, by score; systems without a score last */
};

/* `weights` has N_CAPABILITIES items, at least one above 0; NULL for equal weights. The result is
 * an array with an item for each system, in `a`. */
struct system_criteria *criteria_of(struct arena *a, const struct system_rates *systems,
                                    uint32_t n_systems, const double *weights);

/* The mark of each value by Formula 1; unknown values (negative) are left out. */
void marks_of(const double *values, uint32_t n, bool larger_is_better, enum mark *out);

/* Read weights from the file at `path`: lines of a capability's name, a tab and a number from 0 to
 * a million. Capabilities that are not named get 0. */
MUST_USE enum status weights_load(const char *path, double weights[N_CAPABILITIES], struct err *e);

#endif
