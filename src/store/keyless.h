/* keyless.h: a database without the keys and indexes that help to find its rows. */
#ifndef TEQL_STORE_KEYLESS_H
#define TEQL_STORE_KEYLESS_H

#include "engine/database.h"
#include "schema/schema.h"

/* The tables of `s` from the file at `path`, in memory, with the same rows in the same order. E_DB
 * where the file lacks one, or where it takes longer than the deadline. */
MUST_USE enum status database_open_keyless(const char *path, const struct schema *s,
                                           uint32_t deadline_ms, struct database **out,
                                           struct err *e);

#endif
