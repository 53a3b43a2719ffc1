/* mapped.h: what an answer over mapped columns says in the values and in the words of its seed. */
#ifndef TEQL_SCORE_MAPPED_H
#define TEQL_SCORE_MAPPED_H

#include "score/read_answer.h"

/* Make what `r` gave comparable with answers over the original schema: where its own query gives
 * mapped columns, their values go back (store/rows_back.h). In `a`; `r` itself stays. */
struct read_answer mapped_back(struct arena *a, const struct read_answer *r);

/* The rows of an answer to the seed, or of its gold, to be held against such: numbers evened. */
struct query_result mapped_standard(struct arena *a, const struct query_result *r);

/* The answer to the seed as a query over the schema of `r`, to be held against `r` as SQL. It
 * brings the rows of `seed`, evened. False where there is no such query; then only the rows can be
 * compared, and `*out` has them. Lives in `a`. */
bool mapped_seed(struct arena *a, const struct read_answer *seed, const struct read_answer *r,
                 struct read_answer *out);

#endif
