/* clause_list.h: the clauses in which the two answers of an error differ. */
#ifndef TEQL_REPORT_CLAUSE_LIST_H
#define TEQL_REPORT_CLAUSE_LIST_H

#include "base/arena.h"

#include <stdint.h>

/* Of hostile scores, no more than this of one error. */
enum { CLAUSES_MAX = 32 };

/* The clauses of `differences` (a JSON array, as scores.json has it; ptr NULL for none), each once:
 * "WHERE", or "nested WHERE" for one of a query within the query. Returns how many; they live in
 * `a` or are those of the text. */
uint32_t clauses_of(struct arena *a, struct str differences, struct str out[CLAUSES_MAX]);

#endif
