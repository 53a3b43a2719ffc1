/* criteria.h: which system to choose: error rates of several systems as good, neutral and bad.
 *
 * MT-TEQL §5.4: a system is good at a capability where its error rate is more than half a standard
 * deviation below the systems' average, bad where it is as much above it (Formula 1). The rate of a
 * capability is the mean of its relations' rates; the overall robustness is the mean of the
 * capabilities' rates. The standard deviation is that of the systems at hand (divided by their
 * number). */
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

const char *capability_name(enum capability c);
const char *capability_group(enum capability c);

/* The ids of the relations that test it, with blanks between them. */
const char *capability_relations(enum capability c);

enum mark { MARK_NONE, MARK_GOOD, MARK_NEUTRAL, MARK_BAD };

/* "good", "neutral", "bad"; "-" for none. */
const char *mark_name(enum mark m);

/* One system. Rates from 0 to 1; negative where unknown. */
struct system_rates {
    struct str name;
    const struct str *relations;
    const double *rates; /* of the relations */
    uint32_t n_relations;
    double all;      /* of all cases together */
    double accuracy; /* of its answers to the seeds */
};

struct system_criteria {
    double rates[N_CAPABILITIES]; /* negative where no relation of it was tested */
    enum mark marks[N_CAPABILITIES];
    double robustness; /* mean of the rates above */
    enum mark robustness_mark, accuracy_mark;
    double score;  /* mean of the rates by the user's weights: smaller is better; negative where a
                      capability with a weight was not tested */
    uint32_t rank; /* from 1, by score; those without one last */
};

/* `weights` has N_CAPABILITIES of them, at least one above 0; NULL for all alike. The result is an
 * array, a system each, in `a`. */
struct system_criteria *criteria_of(struct arena *a, const struct system_rates *systems,
                                    uint32_t n_systems, const double *weights);

/* The mark of each value by Formula 1; unknown ones (negative) take no part. */
void marks_of(const double *values, uint32_t n, bool larger_is_better, enum mark *out);

/* Read weights from the file at `path`: lines of a capability's name, a tab and a number from 0 to
 * a million. Those not named weigh nothing. */
MUST_USE enum status weights_load(const char *path, double weights[N_CAPABILITIES], struct err *e);

#endif
