/* fault.h: what is wrong with an answer by itself, before it is held against anything. */
#ifndef TEQL_SCORE_FAULT_H
#define TEQL_SCORE_FAULT_H

#include "diagnosis/diagnosis.h"
#include "score/read_answer.h"

/* CAUSE_CONSISTENT where nothing is: it is SQL, and runs; where there is no database to run it on,
 * its names are the schema's. Outages and replies that were cut off are system errors where `rules`
 * count them. Scratch lives in `a`. */
enum cause fault_of(const struct score_rules *rules, const struct read_answer *r, struct arena *a);

/* Can cases be held against this answer to their seed? If not, the cause that they get; else
 * CAUSE_CONSISTENT. */
enum cause cause_by_seed(const struct score_rules *rules, const struct read_answer *seed);

/* Can the strict comparison make sense of the query: is it SQL, and are its names the schema's? */
bool resolves(struct arena *a, const struct diagnosis_side *x);

/* Did the system get to say what it had to say? False for outages and replies that were cut off:
 * the answer is neither right nor wrong. */
bool fault_tells(enum cause fault);

#endif
