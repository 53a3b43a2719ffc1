/* mapped.h: what an answer over mapped columns says in the values of its seed, and what the answer
 * to the seed says over the case's schema. */
#ifndef TEQL_SCORE_MAPPED_H
#define TEQL_SCORE_MAPPED_H

#include "score/expected_answer.h"

/* Make what `r` gave comparable with answers over the original schema: where its own query gives
 * mapped columns, their values go back (store/rows_back.h). In `a`; `r` itself stays. */
struct read_answer mapped_back(struct arena *a, const struct read_answer *r);

/* The rows of an answer to the seed, or of its gold, to be held against such: numbers evened. */
struct query_result mapped_standard(struct arena *a, const struct query_result *r);

/* The answer to the seed, told over the schema of the case. False where it cannot be told: then
 * only rows can be compared. `*out` points into itself: it must stay where it is. */
bool expected_by_mapping(struct runner *r, const struct read_answer *seed,
                         const struct suite_schema *schema, struct arena *a,
                         struct expected_answer *out);

#endif
