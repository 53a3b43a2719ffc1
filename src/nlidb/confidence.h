/* confidence.h: how far to trust an answer of builtin:keyword. Inside nlidb/. */
#ifndef TEQL_NLIDB_CONFIDENCE_H
#define TEQL_NLIDB_CONFIDENCE_H

#include "nlidb/reading.h"

/* The share of the question's content words that a rule claimed, or that mention what the query
 * reads, up to 1. A name that is said only in part counts as much as it weighs. */
double explained_share(const struct reading *r);

/* How likely the answer is right, between 0 and 1. `joins`: of its query. */
double answer_confidence(const struct reading *r, double explained, uint32_t joins);

#endif
