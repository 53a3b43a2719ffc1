/* case_task.h: what is to be proved of a case, read off the case and its seed. */
#ifndef TEQL_VERIFY_CASE_TASK_H
#define TEQL_VERIFY_CASE_TASK_H

#include "relation/relation.h"
#include "verify/proof.h"

/* What is to be proved of `c`; of the seed itself where that is NULL. Texts may live in `a`. */
struct proof_task case_task_of(struct arena *a, const struct relation_seed *s,
                               const struct test_case *c);

/* Has `c` something to be proved that the proof of its seed does not show? */
bool case_needs_proof(const struct test_case *c);

/* Enter a proof into the case. What changed tells too that the case's database lacks rows of the
 * original: who reads the case should know. */
void case_enter_proof(struct arena *a, const struct proof *p, struct test_case *c);

#endif
