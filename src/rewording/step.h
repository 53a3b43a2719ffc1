/* step.h: words of a question, and what may stand in their place.
 *
 * A step rewords one place in one way. What a kind of rewording can do to a question is the list of
 * its steps. */
#ifndef TEQL_REWORDING_STEP_H
#define TEQL_REWORDING_STEP_H

#include "link/reading.h"
#include "rewording/classifier.h"

struct reword_step {
    enum reword_kind kind;
    uint32_t start, end; /* the words that go, end not included */
    struct str to;       /* what comes; empty: nothing */
};

struct reword_steps {
    struct reword_step *items;
    uint32_t count;
};

/* More than questions of people need; further steps are left out. */
enum { REWORD_STEPS_MAX = 512 };

void reword_steps_add(struct arena *a, struct reword_steps *steps, struct reword_step step);

/* The question after the step, in `a`. Sentences begin with a capital, needless blanks go, and "a"
 * or "an" before the place is made to agree; ptr NULL if it is not sure which it must be. */
struct str reword_apply(struct arena *a, const struct question_reading *r,
                        const struct reword_step *step);

/* The words that the step takes away, as they stand. */
struct str reword_from(const struct question_reading *r, const struct reword_step *step);

/* Steps that come from lists of words rather than from patterns. Each adds what it finds; in `a`.
 * Thread-safe. */
typedef void step_finder(struct arena *a, const struct question_reading *r,
                         struct reword_steps *out);

step_finder find_column_synonyms; /* "citizenship" → "nationality" */
step_finder find_value_synonyms;  /* "10" → "ten", "F" → "female" */
step_finder find_value_nouns;     /* the same, and common nouns that it has loosely: "puppy" */
step_finder find_value_wordings;  /* of these, what synonyms.tsv (value) has: "dog" → "canine" */

#endif
