/* tied.h: answers that differ only by which of several tied rows were taken. */
#ifndef TEQL_SCORE_TIED_H
#define TEQL_SCORE_TIED_H

#include "score/read_answer.h"

/* "Who won the fewest times?" may have many answers of which LIMIT 1 takes one. Could `sql` as well
 * have given these rows, had it come upon rows that ORDER BY ranks alike in another order? Columns
 * may come in any order. False where that cannot be told, or takes too long; also where `sql` has
 * no ptr. `scratch` is left as it was. */
bool tied_answer(struct runner *r, struct str sql, const struct suite_schema *schema,
                 const struct rows *said, struct arena *scratch);

#endif
