/* rows_back.h: the rows of an answer, with the values of mapped columns turned back into those of
 * the original database. This undoes in an answer what the views of a migration do to columns. */
#ifndef TEQL_STORE_ROWS_BACK_H
#define TEQL_STORE_ROWS_BACK_H

#include "engine/rows.h"
#include "migration/answer_mapping.h"

/* `rows`, the answer to the query that `m` is about, with the values of the original. They stay as
 * they are if they have other columns than `m` says. A value that the mapping does not make stays
 * as it is, and NULL is NULL; flags of which none is set give NULL, and parts that are NULL are
 * left out. Lives in `a`, and shares the bytes of `rows`. */
struct rows rows_back(struct arena *a, const struct rows *rows, const struct answer_mapping *m);

/* The rows with rounded numbers, for comparing: reals keep ten digits, at most nine of them after
 * the point, and whole ones become integers. There and back, a number may have lost its last digits
 * and its type: 2020 - 1984.6666666666667 is not quite 35.333333333333336. */
struct rows rows_evened(struct arena *a, const struct rows *rows);

#endif
