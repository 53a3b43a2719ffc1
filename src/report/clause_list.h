/* clause_list.h: the clauses in which the two answers of an error differ. */
#ifndef TEQL_REPORT_CLAUSE_LIST_H
#define TEQL_REPORT_CLAUSE_LIST_H

#include "diagnosis/diagnosis.h"

/* Each clause, of the query itself or of one within it. */
enum { CLAUSES_MAX = 2 * N_CLAUSES };

/* The clauses of the differences, each once, in the order of the diagnosis: "WHERE", or "nested
 * WHERE" for one of a query within the query. Returns how many; the texts live in `a` or are ours.
 */
uint32_t clauses_of(struct arena *a, const struct diagnosis *d, struct str out[CLAUSES_MAX]);

#endif
