/* expected_answer.h: what a system should say to a case that changes the query. */
#ifndef TEQL_SCORE_EXPECTED_ANSWER_H
#define TEQL_SCORE_EXPECTED_ANSWER_H

#include "record/answer.h"
#include "record/case.h"
#include "score/read_answer.h"

struct expected_answer {
    struct answer said; /* as if the system had said it */
    struct read_answer read;
};

/* What the edit of the case makes of the system's answer to the seed. False where there is no edit,
 * or the answer has no one place for it. `*out` points into itself: it must stay where it is. */
bool expected_by_edit(struct runner *r, const struct test_case *c, const struct read_answer *seed,
                      const struct suite_schema *schema, struct arena *a,
                      struct expected_answer *out);

/* What the gold of the case says, which must be there. */
void expected_by_gold(struct runner *r, const struct test_case *c,
                      const struct suite_schema *schema, struct arena *a,
                      struct expected_answer *out);

#endif
