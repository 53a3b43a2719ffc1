/* resolve.h: what each name of a query means in a schema.
 *
 * Binding follows SQLite's rules: innermost scope first, aliases before tables, result aliases in
 * WHERE, GROUP BY, HAVING and ORDER BY, CTEs before tables, an unknown double-quoted name is a
 * string. */
#ifndef TEQL_SQL_RESOLVE_H
#define TEQL_SQL_RESOLVE_H

#include "base/arena.h"
#include "base/err.h"
#include "schema/schema.h"
#include "sql/ast.h"

enum sql_binding_kind {
    SQL_BOUND_COLUMN,  /* `column` of the schema, of FROM item `source` */
    SQL_BOUND_ROWID,   /* the rowid of schema table `table` (rowid, oid, _rowid_) */
    SQL_BOUND_DERIVED, /* result `position` of a derived table, CTE or table function */
    SQL_BOUND_ALIAS,   /* result `position` of the core itself (ORDER BY x, GROUP BY x, …) */
    SQL_BOUND_STRING   /* a double-quoted name that is no column: a string */
};

struct sql_binding {
    enum sql_binding_kind kind;
    uint32_t table;    /* schema table, or SCHEMA_NONE */
    uint32_t column;   /* schema column; for DERIVED and ALIAS the one it plainly stands for, or
                          SCHEMA_NONE */
    uint32_t position; /* DERIVED, ALIAS: which result, from 0 */
    const struct sql_from *source; /* the FROM item it comes from; NULL for ALIAS and STRING */
};

struct sql_read {
    uint32_t table;  /* schema table */
    uint32_t column; /* schema column; SCHEMA_NONE where only the table's rows are read, as by
                        count(*); SCHEMA_STAR for the rowid */
};

struct sql_resolution {
    struct sql_binding *bindings; /* one per reference of the statement, by `ref` */
    uint32_t n_bindings;
    struct sql_read *reads; /* what the query reads, `*` expanded; sorted, each once */
    uint32_t n_reads;
    uint32_t n_columns; /* columns of the result */
};

/* Bind every name of `stmt` to `s`. The answer lives in `a`. Fails with the position and the name
 * where SQLite would not prepare the statement for want of a table, a column, or one meaning of a
 * name. */
MUST_USE enum status sql_resolve(struct arena *a, const struct schema *s,
                                 const struct sql_stmt *stmt, struct sql_resolution *out,
                                 struct err *e);

#endif
