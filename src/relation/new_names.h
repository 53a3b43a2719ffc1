/* new_names.h: what the names in a query become under a migration; for rewrite.c and its check. */
#ifndef TEQL_RELATION_NEW_NAMES_H
#define TEQL_RELATION_NEW_NAMES_H

#include "relation/migration.h"
#include "sql/parse.h"
#include "sql/resolve.h"

/* A column of something in FROM, as it is called before and after. */
struct name_pair {
    struct str old, new;
};

struct name_pairs {
    struct name_pair *items;
    uint32_t count;
};

/* An item of FROM that is a CTE. */
struct cte_use {
    const struct sql_from *item;
    const struct sql_cte *cte;
};

/* The columns of a query, once they were asked for. */
struct known_columns {
    const struct sql_query *query;
    struct name_pairs columns;
};

struct new_names {
    struct arena *arena;
    const struct migration *migration;
    const struct schema *old;
    struct schema new;
    const uint32_t *lineage; /* by new column: the old one */
    uint32_t *column_now;    /* by old column: the new one, or SCHEMA_NONE */
    uint32_t *table_now;     /* by old table: the new one, or SCHEMA_NONE */

    const struct sql_stmt *stmt;
    const struct sql_resolution *resolution;
    struct cte_use *uses;
    uint32_t n_uses;
    struct known_columns *known;
    uint32_t n_known;

    /* The queries around the place that a walk has come to. */
    const struct sql_query *around[SQL_MAX_DEPTH + 1];
    uint32_t depth;
};

/* Of `stmt`, resolved over the old schema. */
void new_names_init(struct new_names *n, struct arena *a, const struct migration *m,
                    const struct sql_stmt *stmt, const struct sql_resolution *resolution);

/* A walk goes in and out. False where queries nest deeper than the parser lets them. */
bool new_names_enter(struct new_names *n, const struct sql_query *q);
void new_names_leave(struct new_names *n);

/* The schema table that an item of FROM is; SCHEMA_NONE where it is none. */
uint32_t item_table(const struct new_names *n, const struct sql_from *f);

/* All columns that an item has, or that `*` may show of it; of several with one name the first is
 * the one that can be asked for by it. */
struct name_pairs item_columns(struct new_names *n, const struct sql_from *f);

/* The item of that name or alias, brackets looked into; NULL where none is. */
const struct sql_from *item_named(const struct sql_from *items, uint32_t n, struct str name);

/* What a column reference is called now: as it is written where its name stays. ptr NULL where the
 * column is no more. */
struct str new_name_of(struct new_names *n, const struct sql_expr *x);

#endif
