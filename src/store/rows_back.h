/* rows_back.h: the rows that a database gives as a migration shows it, in the values of the
 * original. What views.h does to the values of columns, this undoes in the values of an answer. */
#ifndef TEQL_STORE_ROWS_BACK_H
#define TEQL_STORE_ROWS_BACK_H

#include "engine/rows.h"
#include "migration/answer_mapping.h"

/* `rows`, which answer the query that `m` is of, gone back; all as they were where they have other
 * columns than `m` says. A value that the mapping does not make stays as it is, and NULL is NULL;
 * flags of which none is set are NULL, and parts that are NULL are left out. Lives in `a`, and
 * shares the bytes of `rows`. */
struct rows rows_back(struct arena *a, const struct rows *rows, const struct answer_mapping *m);

/* The rows with their numbers as only comparing needs them: ten digits of a real, nine of them at
 * most behind the point, and an integer for each that is whole. There and back, a number may have
 * lost its last digits and its type: 2020 - 1984.6666666666667 is not quite 35.333333333333336. */
struct rows rows_evened(struct arena *a, const struct rows *rows);

#endif
