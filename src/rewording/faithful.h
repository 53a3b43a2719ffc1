/* faithful.h: does a reworded question still speak of the same things?
 *
 * Only the links decide, never the answer of a system: cases would be fair to that system only. */
#ifndef TEQL_REWORDING_FAITHFUL_H
#define TEQL_REWORDING_FAITHFUL_H

#include "link/reading.h"

/* Does `after` mention no column, value or number that neither `before` nor the query has, and does
 * it still say every value and number that `before` says? False if it was not read whole. `a` is
 * for scratch. Thread-safe. */
bool reword_faithful(struct arena *a, const struct question_reading *before,
                     const struct question_reading *after);

/* Is a new question good? */
enum worth { GOOD, UNSOUND, UNFAITHFUL };

/* Is `question`, made of that of `origin`, well built (sound.h), and does it speak of the same
 * things? `slips` are faults that it may have. Leaves nothing in `a`. Thread-safe. */
enum worth question_worth(struct arena *a, const struct question_reading *origin,
                          struct str question, unsigned slips);

#endif
