/* sql_oracle.h: compares teql's reading of a query with SQLite's: is it a query at all, and which
 * columns does it read? */
#ifndef TEQL_TESTS_SUPPORT_SQL_ORACLE_H
#define TEQL_TESTS_SUPPORT_SQL_ORACLE_H

#include "base/arena.h"
#include "schema/schema.h"

#include <sqlite3.h>

struct oracle {
    sqlite3 *db;
    const struct schema *schema; /* of that database */
    struct arena arena;          /* scratch of one comparison */
    /* What SQLite's authorizer was asked in the current comparison. */
    bool *columns, *rowids, *tables; /* by id; tables: nothing but the rows, or any column */
    /* What was compared so far */
    uint32_t n_taken, n_refused; /* by both */
    uint32_t n_unseen;           /* tables whose rows teql reports, and SQLite does not */
    char problem[1024];
};

/* A new database with the tables that `sql` makes, and its schema in `a`. The caller closes it. */
sqlite3 *oracle_database(struct arena *a, const char *sql, struct schema *schema);

/* Sets the authorizer of `db`; neither it nor the schema is owned. */
void oracle_init(struct oracle *o, sqlite3 *db, const struct schema *schema);
void oracle_release(struct oracle *o);

/* NULL if the two agree, else what they say, good until the next call. They agree if both refuse
 * the query, or if both take it and name the same columns, except those of USING and NATURAL, which
 * only teql reports. If only the rows of a table are read, SQLite may not report it: it leaves out
 * what its optimiser removed. */
const char *oracle_compare(struct oracle *o, struct str text);

#endif
