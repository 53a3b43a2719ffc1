/* finder.h: steps that come from lists of words rather than from patterns. Inside rewording/.
 *
 * Each adds what it finds; in `a`. Thread-safe. */
#ifndef TEQL_REWORDING_FINDER_H
#define TEQL_REWORDING_FINDER_H

#include "rewording/step.h"

typedef void step_finder(struct arena *a, const struct question_reading *r,
                         struct reword_steps *out);

step_finder find_column_synonyms; /* "citizenship" → "nationality" */
step_finder find_value_synonyms;  /* "10" → "ten", "F" → "female" */
step_finder find_value_wordings; /* of these, what data/value_wordings.tsv has: "dog" → "canine" */

#endif
