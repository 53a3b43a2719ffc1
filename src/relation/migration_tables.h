/* migration_tables.h: the statements that make the tables of a migration's new schema. */
#ifndef TEQL_RELATION_MIGRATION_TABLES_H
#define TEQL_RELATION_MIGRATION_TABLES_H

#include "base/buf.h"
#include "relation/migration.h"
#include "schema/declaration.h"

/* CREATE TABLE for every new table, with what the schema alone knows: no keys, types by kind. The
 * text is NUL-terminated. */
struct str migration_empty_tables(struct arena *a, const struct migration *m);

/* The statements that make and fill the new tables in "main", from the old database attached as
 * "original", which declares `d`. Tables that stay are declared word for word as before; others
 * keep types, collations, defaults, constraints, keys and indexes as far as their columns exist, so
 * that PRAGMA foreign_key_check finds no more than it found before. Tables are made in the order of
 * the new schema, and rows keep their order. SQLite's own tables are SQLite's to make. */
void migration_copy_statements(struct buf *out, const struct migration *m,
                               const struct declaration *d);

#endif
