/* rewriting.h: one query while it is rewritten for a migration. Private to rewrite.c, new_names.c,
 * rewrite_joins.c and rewrite_check.c. */
#ifndef TEQL_MIGRATION_REWRITING_H
#define TEQL_MIGRATION_REWRITING_H

#include "base/hash.h"
#include "migration/migration.h"
#include "sql/parse.h"
#include "sql/resolve.h"
#include "sql/splice.h"

/* A column of an item of FROM: its name before and after. */
struct name_pair {
    struct str old, new; /* ptr NULL for a result that is an expression: it only keeps its place */
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

/* The columns of a query, found once. */
struct known_columns {
    const struct sql_query *query;
    struct name_pairs columns;
};

/* Column references at one place that the old query does not have. */
struct implied_columns {
    uint32_t at, count;
};

/* The alias that an item of FROM is given. */
struct given_alias {
    const struct sql_from *item;
    struct str alias;
};

/* How much is done to keep the names of a query apart. Each level does what those before it do. */
enum naming_care {
    CARE_NONE,    /* new names in the place of old ones, and nothing else */
    CARE_STRINGS, /* "x" that is a string is written 'x' */
    CARE_QUALIFY, /* a column gets its table's name if something else has the name of the column */
    CARE_RENAME,  /* aliases and CTEs get other names if only the new schema has something of their
                     name */
    CARE_SPELL,   /* joins by name that would change become ON; `*`, and results of one name, are
                     spelled out */
    CARE_ALIAS,   /* items of FROM that share a name get aliases of their own */
    CARE_LEVELS
};

struct rewriting {
    struct arena *arena;
    const struct migration *migration;
    const struct schema *old;
    struct schema new;
    const uint32_t *lineage; /* by new column: the old one */
    uint32_t *column_now;    /* by old column: the new one, or SCHEMA_NONE */
    uint32_t *table_now;     /* by old table: the new one, or SCHEMA_NONE */

    const struct sql_stmt *stmt; /* resolved over the old schema */
    const struct sql_resolution *resolution;
    enum naming_care care;
    struct cte_use *uses;
    uint32_t n_uses;
    struct known_columns *known;
    uint32_t n_known;
    struct name_map taken; /* names that no fresh one may be */
    struct name_map fresh; /* by old name: place in `instead` */
    struct str *instead;
    uint32_t n_instead;

    /* The queries around the place that a walk has come to. */
    const struct sql_query *around[SQL_MAX_DEPTH + 1];
    uint32_t depth;

    struct sql_splices splices;
    struct name_map holders; /* new names of columns: HELD_ONCE, or HELD_TWICE */
    struct name_map called;  /* names of items of FROM: HELD_ONCE or HELD_TWICE */
    struct given_alias *given;
    uint32_t n_given;
    struct implied_columns *implied;
    uint32_t n_implied;
    const char *why; /* the first reason to refuse; or NULL */
};

void refuse_query(struct rewriting *w, const char *why);

/* new_names.c: what names become */

/* Fill in what follows from `arena`, `migration`, `stmt`, `resolution` and `care`. */
void rewriting_begin(struct rewriting *w);

/* For walks with a rewriting as context. A query that nests deeper than the parser allows is
 * refused. */
bool enter_query(void *ctx, const struct sql_query *q);
void leave_query(void *ctx, const struct sql_query *q);

/* A name that neither schema has, nor the query. */
struct str fresh_name(struct rewriting *w, struct str like);

/* The name of an alias, a CTE or a result: another one if CARE_RENAME asks for it. */
struct str own_name(struct rewriting *w, struct str name);

/* The name that an item of FROM has in the query: its alias, or its table's; ptr NULL for none. */
struct str written_name(const struct sql_from *f);

/* The CTE that an item of FROM is, or NULL. */
const struct sql_cte *item_cte(const struct rewriting *w, const struct sql_from *f);

/* The schema table that an item of FROM is, or SCHEMA_NONE. */
uint32_t item_table(const struct rewriting *w, const struct sql_from *f);

/* All columns of an item, and those that `*` may show of it. If several have one name, a reference
 * means the first. */
struct name_pairs item_columns(struct rewriting *w, const struct sql_from *f);

/* The item of that name or alias, also within brackets; or NULL. */
const struct sql_from *item_named(const struct sql_from *items, uint32_t n, struct str name);

/* Must the columns of a core get aliases, because new names would make two of them one? */
bool core_needs_labels(struct rewriting *w, const struct sql_core *c);

/* The new name of a column reference: as it is written if its name stays; ptr NULL if the column is
 * gone. */
struct str new_name_of(struct rewriting *w, const struct sql_expr *x);

/* rewrite.c: writing them */

/* Write `new` in the place of `old`. A name in quotes stays in quotes. */
void put_name(struct rewriting *w, const struct sql_name *old, struct str new);

/* The new name of a table, unless what is written is an alias. */
void put_table(struct rewriting *w, const struct sql_name *written, uint32_t table);

/* The name that columns of an item are qualified with now; a query without an alias is given one.
 * ptr NULL if there is none, as for brackets around a join. */
struct str item_qualifier(struct rewriting *w, const struct sql_from *f);

/* Does it share its name, so that CARE_ALIAS gives it one of its own? */
bool item_is_given(const struct rewriting *w, const struct sql_from *f);

/* "item.column" at the end of `out`. */
void put_column(struct buf *out, struct str item, struct str column);

/* Put `text` in the place of `span`, and release it. */
void put_text(struct rewriting *w, struct sql_span span, struct buf *text);

/* rewrite_joins.c: USING, NATURAL and the stars of a core */
void rewrite_joins(struct rewriting *w, const struct sql_core *c);

/* rewrite_check.c: NULL if each name of `sql`, the rewritten statement, is bound over the new
 * schema to what the old name's column became; else what is wrong, in the arena of `w`. */
const char *rewrite_fault(const struct rewriting *w, struct str sql);

#endif
