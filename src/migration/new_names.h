/* new_names.h: what the names in a query become under a migration; for rewrite.c and its check. */
#ifndef TEQL_MIGRATION_NEW_NAMES_H
#define TEQL_MIGRATION_NEW_NAMES_H

#include "base/hash.h"
#include "migration/migration.h"
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

/* How much is done to keep the names of a query apart. Each does what those before it do. */
enum naming_care {
    CARE_NONE,    /* new names in the place of old ones, and nothing else */
    CARE_STRINGS, /* "x" that is a string is written 'x' */
    CARE_QUALIFY, /* columns whose name something else has are told with their table */
    CARE_RENAME,  /* aliases and CTEs called like something that only the new schema has are not */
    CARE_TELL,    /* joins by name that would change are told by their columns, and so are `*` and
                     results of one name */
    CARE_ALIAS,   /* items of FROM that share a name get aliases of their own */
    CARE_LEVELS
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
    enum naming_care care;
    struct name_map taken; /* names that no fresh one may be */
    struct name_map fresh; /* by old name: place in `instead` */
    struct str *instead;
    uint32_t n_instead;

    /* The queries around the place that a walk has come to. */
    const struct sql_query *around[SQL_MAX_DEPTH + 1];
    uint32_t depth;
};

/* Of `stmt`, resolved over the old schema. */
void new_names_init(struct new_names *n, struct arena *a, const struct migration *m,
                    const struct sql_stmt *stmt, const struct sql_resolution *resolution,
                    enum naming_care care);

/* A name that neither schema nor the query has. */
struct str fresh_name(struct new_names *n, struct str like);

/* What an alias, a CTE or a result is called: another name where CARE_RENAME would have it so. */
struct str own_name(struct new_names *n, struct str name);

/* The CTE that an item of FROM is; NULL where it is none. */
const struct sql_cte *item_cte(const struct new_names *n, const struct sql_from *f);

/* Do the columns of a core need aliases, since new names would make two of them one? */
bool core_needs_labels(struct new_names *n, const struct sql_core *c);

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
