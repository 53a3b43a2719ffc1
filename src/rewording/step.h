/* step.h: words of a question, and what may stand in their place.
 *
 * A step rewords one place in one way. What a kind of rewording can do to a question is the list of
 * its steps. */
#ifndef TEQL_REWORDING_STEP_H
#define TEQL_REWORDING_STEP_H

#include "rewording/classifier.h"
#include "rewording/reading.h"

struct reword_step {
    enum reword_kind kind;
    uint32_t start, end; /* the words that go, end not included */
    struct str to;       /* what comes; empty: nothing */
};

struct reword_steps {
    struct reword_step *items;
    uint32_t count;
};

/* Too many for any question that people ask; what is beyond is left out. */
enum { REWORD_STEPS_MAX = 512 };

void reword_steps_add(struct arena *a, struct reword_steps *steps, struct reword_step step);

/* The question after the step. Sentences begin with a capital, blanks that are too many go, and "a"
 * or "an" before the place is made to agree; ptr NULL where it is not sure which. In `a`. */
struct str reword_apply(struct arena *a, const struct question_reading *r,
                        const struct reword_step *step);

/* The words that the step takes away, as they stand. */
struct str reword_from(const struct question_reading *r, const struct reword_step *step);

#endif
