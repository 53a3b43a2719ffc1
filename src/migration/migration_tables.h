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
    uint32_t table; /* its table: the place among the migration's */
    size_t where;   /* of rows: the place in `sql` for a condition on the old table, as "t" */
};

struct migration_statements {
    struct migration_statement *items;
    uint32_t count;
    bool too_long; /* one is cut: none must be run */
};

/* The statements that make and fill the new tables in "main", from the old database attached as
 * "original", which declares `d`; in `a`. Tables that stay are declared word for word as before.
 * Others keep types, collations, defaults, constraints, keys and indexes whose columns still exist,
 * so that PRAGMA foreign_key_check finds no more than before. Tables are made in the order of the
 * new schema, and rows keep their order. A generated column of a changed table becomes a plain one
 * with the values that were computed, or with NULLs if `d` says that they cannot be; anything else
 * that `d` says is refused is left out. SQLite makes its own tables; a view stays; a virtual table
 * becomes an empty table.
 *
 * What the database declares is hostile text: it is used only if it reads as one type, one
 * expression or one statement (declared_text.h). */
struct migration_statements migration_copy_statements(struct arena *a, const struct migration *m,
                                                      const struct declaration *d);

#endif
