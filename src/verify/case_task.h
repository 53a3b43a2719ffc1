/* case_task.h: what is to be proved of a case, from the case and its seed. */
#ifndef TEQL_VERIFY_CASE_TASK_H
#define TEQL_VERIFY_CASE_TASK_H

#include "record/case.h"
#include "record/seed.h"
#include "sql/ast.h"
#include "verify/proof.h"

/* What is to be proved of `c`, or of the seed itself if `c` is NULL. `stmt` is the seed's query, or
 * NULL if it has none that can be read. Texts may live in `a`. */
struct proof_task case_task_of(struct arena *a, const struct seed *seed,
                               const struct sql_stmt *stmt, const struct test_case *c);

/* Is there something to be proved of `c` that the proof of its seed does not show? */
bool case_needs_proof(const struct test_case *c);

/* Enter a proof into the case. If the case's database lacks rows of the original, its `change` says
 * so, for readers of the case. */
void case_enter_proof(struct arena *a, const struct proof *p, struct test_case *c);

#endif
