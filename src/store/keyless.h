/* keyless.h: a database without the keys and indexes that help to find its rows. */
#ifndef TEQL_STORE_KEYLESS_H
#define TEQL_STORE_KEYLESS_H

#include "engine/database.h"
#include "schema/schema.h"

/* How the rows of each table follow one another. */
enum row_order {
    ROWS_AS_STORED, /* with their rowids */
    ROWS_REVERSED,
    ROWS_SHUFFLED, /* the same way every time */
    ROW_ORDERS
};

/* The tables of `s` from the file at `path`, in memory, with the same rows; those that cannot be
 * made are absent. E_DB if rows cannot be copied, or if it takes longer than the deadline. */
MUST_USE enum status database_open_keyless(const char *path, const struct schema *s,
                                           enum row_order order, uint32_t deadline_ms,
                                           struct database **out, struct err *e);

#endif
