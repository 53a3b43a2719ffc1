/* sql_oracle.h: hold teql's reading of a query against SQLite's: whether it is a query at all, and
 * which columns it reads. */
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
    uint32_t n_unseen;           /* tables of which teql reports the rows, SQLite nothing */
    char problem[1024];
};

/* A new database with the tables that `sql` makes, and its schema in `a`. The caller closes it. */
sqlite3 *oracle_database(struct arena *a, const char *sql, struct schema *schema);

/* Sets the authorizer of `db`; neither it nor the schema is owned. */
void oracle_init(struct oracle *o, sqlite3 *db, const struct schema *schema);
void oracle_release(struct oracle *o);

/* NULL where the two agree, else what they say, valid until the next call. They agree where both
 * refuse, or both take the query and name the same columns, but for those of USING and NATURAL,
 * which only teql reports. A table whose rows alone are read may be reported by teql only: SQLite
 * leaves out what its optimiser removed. */
const char *oracle_compare(struct oracle *o, struct str text);

#endif
