/* expected_answer.h: the answer that is expected to a case, made from the answer to its seed; and
 * answers over mapped columns, made comparable with it. */
#ifndef TEQL_SCORE_EXPECTED_ANSWER_H
#define TEQL_SCORE_EXPECTED_ANSWER_H

#include "record/case.h"
#include "score/read_answer.h"

/* Each returns an answer over `schema`, that of the case, in `a`: as if the system had said it. */

/* The answer to the seed, with the edit of the case. NULL if there is no edit, or not exactly one
 * place for it. */
const struct read_answer *expected_by_edit(struct runner *r, const struct test_case *c,
                                           const struct read_answer *seed,
                                           const struct suite_schema *schema, struct arena *a);

/* The answer to the seed, rewritten over the schema of the case. NULL if it cannot be rewritten:
 * then only rows can be compared. */
const struct read_answer *expected_by_mapping(struct runner *r, const struct read_answer *seed,
                                              const struct suite_schema *schema, struct arena *a);

/* The gold of the case, which must be there. */
const struct read_answer *expected_by_gold(struct runner *r, const struct test_case *c,
                                           const struct suite_schema *schema, struct arena *a);

/* A copy of `r` that can be compared with answers over the original schema: values of mapped
 * columns are mapped back (store/rows_back.h). In `a`. */
struct read_answer answer_mapped_back(struct arena *a, const struct read_answer *r);

/* The answer to the seed, or to its gold, to compare such a copy with: numbers are evened. */
struct query_result rows_to_compare(struct arena *a, const struct query_result *r);

#endif
