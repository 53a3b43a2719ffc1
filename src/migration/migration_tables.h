/* migration_tables.h: the statements that make the tables of a migration's new schema. */
#ifndef TEQL_MIGRATION_MIGRATION_TABLES_H
#define TEQL_MIGRATION_MIGRATION_TABLES_H

#include "base/buf.h"
#include "migration/migration.h"
#include "schema/declaration.h"

/* CREATE TABLE for every new table, with what the schema alone knows: no keys, types by kind. The
 * text is NUL-terminated. */
struct str migration_empty_tables(struct arena *a, const struct migration *m);

enum migration_makes {
    MIGRATION_MAKES_TABLE,
    MIGRATION_MAKES_ROWS,
    MIGRATION_MAKES_INDEX,
    MIGRATION_MAKES_VIEW
};

struct migration_statement {
    enum migration_makes makes;
    struct str sql; /* one CREATE TABLE, INSERT, CREATE INDEX or CREATE VIEW */
    uint32_t table; /* that it is about: its place among the migration's */
    size_t where;   /* of rows: where in `sql` a condition on the old table, as "t", can be put */
};

struct migration_statements {
    struct migration_statement *items;
    uint32_t count;
    bool too_long; /* one is cut: none must be run */
};

/* The statements that make and fill the new tables in "main", from the old database attached as
 * "original", which declares `d`; they live in `a`. Tables that stay are declared word for word as
 * before; others keep types, collations, defaults, constraints, keys and indexes as far as their
 * columns exist, so that PRAGMA foreign_key_check finds no more than it found before. Tables are
 * made in the order of the new schema, and rows keep their order. A generated column of a table
 * that changes becomes one with the values that were computed, or with NULLs where `d` says that
 * they cannot be; what else it says is refused is left out. SQLite's own tables are SQLite's to
 * make; a view stays as it is; a virtual table becomes an empty table.
 *
 * What the database declares is hostile text: only what reads as one type, one expression or one
 * statement is taken over (declared_text.h). */
struct migration_statements migration_copy_statements(struct arena *a, const struct migration *m,
                                                      const struct declaration *d);

#endif
