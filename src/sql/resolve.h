/* resolve.h: what each name of a query means in a schema.
 *
 * Binding follows SQLite's rules: innermost scope first, aliases before tables, result aliases in
 * WHERE, GROUP BY, HAVING and ORDER BY, CTEs before tables, an unknown double-quoted name is a
 * string. sql_parse() and sql_resolve() together accept what SQLite 3.40 prepares as a SELECT. */
#ifndef TEQL_SQL_RESOLVE_H
#define TEQL_SQL_RESOLVE_H

#include "base/arena.h"
#include "base/err.h"
#include "schema/schema.h"
#include "sql/ast.h"

enum sql_binding_kind {
    SQL_BOUND_NOTHING,   /* SQLite never looks at it: in an unused CTE, or beside IN () */
    SQL_BOUND_COLUMN,    /* `column` of the schema, of FROM item `source` */
    SQL_BOUND_ROWID,     /* the rowid of schema table `table` (rowid, oid, _rowid_) */
    SQL_BOUND_DERIVED,   /* result `position` of a derived table, CTE or table function */
    SQL_BOUND_ALIAS,     /* result `position` of the core itself (ORDER BY x, GROUP BY x, …) */
    SQL_BOUND_STRING,    /* a double-quoted name that is not a column: a string */
    SQL_BOUND_TRUE_FALSE /* TRUE or FALSE that is not a column: a constant */
};

struct sql_binding {
    enum sql_binding_kind kind;
    uint32_t table;    /* schema table, or SCHEMA_NONE */
    uint32_t column;   /* schema column; for DERIVED and ALIAS the one it plainly stands for, or
                          SCHEMA_NONE; for ROWID the INTEGER PRIMARY KEY, or SCHEMA_STAR */
    uint32_t position; /* DERIVED, ALIAS: which result, from 0, `*` expanded */
    const struct sql_from *source; /* the FROM item it comes from, or NULL */
};

struct sql_read {
    uint32_t table;  /* schema table */
    uint32_t column; /* schema column; SCHEMA_NONE if only the table's rows are read, as by
                        count(*); SCHEMA_STAR for a rowid that is not a column */
    bool joined;     /* only USING or NATURAL reads it: SQLite's authorizer is not asked about it */
};

struct sql_resolution {
    struct sql_binding *bindings; /* one per reference of the statement, by `ref` */
    uint32_t n_bindings;
    struct sql_read *reads; /* what the query reads, `*` expanded; by table and column, each once */
    uint32_t n_reads;
    uint32_t n_columns; /* columns of the result */
};

/* A query that could be read, and the meaning of its names. */
struct resolved_query {
    const struct schema *schema;
    const struct sql_stmt *stmt;
    const struct sql_resolution *resolution;
};

/* Bind every name of `stmt` to `s`. The answer is in `a`. Fails, with the place and SQLite's words,
 * if SQLite would not prepare the statement; with E_LIMIT if it nests too deep.
 *
 * It refuses more than SQLite in three cases: INDEXED BY (a schema knows no indexes), a collation
 * that does not exist and that nothing is compared by, and mistakes in expressions that SQLite's
 * optimiser removes before it looks at them. It accepts more where SQLite stumbles over its own
 * rewriting of compounds with COLLATE, of windows and of functions in FROM.
 *
 * A CTE that is used in several places with several meanings has the bindings of the last; a column
 * that FULL JOIN USING makes of two is bound to one of them. Thread-safe. */
MUST_USE enum status sql_resolve(struct arena *a, const struct schema *s,
                                 const struct sql_stmt *stmt, struct sql_resolution *out,
                                 struct err *e);

#endif
