/* resolver.h: what the resolve_*.c files share; private to them.
 *
 * The work has two steps, as in SQLite. Expanding a query finds the table of every item of FROM and
 * the columns of every `*`: then every core has its sources and its results. Resolving it binds the
 * names in its expressions, scope by scope. A subquery in an expression is expanded when resolving
 * reaches it.
 *
 * A CTE is expanded once, however often it is used. For a further use it is resolved again only if
 * a name in it meant something of the query around it: SQLite allows that, and then the meaning of
 * the CTE depends on the place. */
#ifndef TEQL_SQL_RESOLVER_H
#define TEQL_SQL_RESOLVER_H

#include "sql/builtins.h"
#include "sql/resolve.h"

/* Limits on the depth of calls, and on the number of queries that are resolved, each time counted:
 * a chain of CTEs nests deeper than its text. */
enum { RESOLVE_MAX_DEPTH = 2500, RESOLVE_MAX_QUERIES = 100000 };

/* SQLite's own limits. */
enum { MAX_RESULTS = 2000, MAX_JOINED = 64 };

/* The names of the columns of a source that is not a table of the schema. */
struct column_names {
    struct str *names; /* made unique as SQLite does: x, x:1, x:2 */
    uint32_t count;
    struct name_map by_name; /* filled only if there are many */
};

enum source_kind {
    SOURCE_TABLE,   /* of the schema */
    SOURCE_BUILTIN, /* sqlite_master, json_each … */
    SOURCE_QUERY,   /* a derived table or a CTE */
    SOURCE_GROUP    /* brackets around a join */
};

/* The databases a table can be in. */
enum schema_name { DATABASE_NONE, DATABASE_MAIN, DATABASE_TEMP };

/* An item of FROM. */
struct source {
    const struct sql_from *item;
    enum source_kind kind;
    struct str name; /* what its columns are qualified with; ptr NULL if nothing can be */
    enum schema_name database;
    uint32_t table;                     /* SOURCE_TABLE */
    struct expanded_query *query;       /* SOURCE_QUERY, SOURCE_GROUP; NULL for the reference of a
                                           recursive CTE to itself */
    const struct column_names *columns; /* NULL for SOURCE_TABLE */
    uint32_t n_columns, n_visible;      /* hidden columns come last */
    bool left, right;                   /* LEFT or FULL, RIGHT or FULL joins it */
    bool before_right;                  /* a RIGHT or FULL join follows */
    const struct str *using;            /* the columns of USING or NATURAL */
    uint32_t n_using;
    const struct sql_expr *on;
    const struct sql_expr_list *args; /* of a function, or NULL */
    bool has_rowid;
    bool reaches_right; /* once resolved: ON or the arguments name a source further right */
};

/* How a column inside brackets around a join is named from outside. */
struct column_label {
    struct str table, name; /* table has no ptr for the column that a USING joined */
    enum schema_name database;
};

/* A result column of a core, `*` expanded. */
struct result {
    const struct sql_expr *expr; /* NULL for a column of `*` */
    struct str name;             /* AS name, or the column's in `*`; or ptr NULL */
    struct str text;             /* the source text, used if there is no name */
    uint32_t source, column;     /* of `*`: where it comes from; source SCHEMA_NONE: look it up */
    const struct source *qualifier; /* of `*`: look it up with this source's name; or NULL */
    struct column_label label;      /* in a group */
    bool using_term;                /* in a group: stands for the two columns of a USING */
    bool no_expand;                 /* in a group: `*` leaves it out, since USING gave it already */
    bool aggregate, window;         /* once resolved: contains such a function of this core */
    uint32_t width;                 /* once resolved: more than 1 for a row value */
    uint64_t touched;               /* once resolved: see struct resolver */
    uint32_t n_reached;             /* once resolved: sources up to the last that it names */
    struct sql_binding binding;     /* once resolved: the column it plainly is */
};

struct expanded_core {
    const struct sql_core *ast; /* NULL for a group */
    struct with *with;          /* the CTEs in sight */
    struct source *sources;
    uint32_t n_sources;
    struct result *results;
    uint32_t n_results;
    bool group;
    bool recursive;
    /* once resolved */
    bool aggregate;                   /* has GROUP BY or aggregate functions */
    bool ordered;                     /* has an aggregate whose answer depends on the order */
    const struct sql_expr *misplaced; /* an aggregate in ORDER BY that nothing is grouped for */
};

struct expanded_query {
    const struct sql_query *ast; /* NULL for a group */
    struct expanded_core *cores;
    uint32_t n_cores;
    bool closed; /* resolved, and the same wherever it is */
};

struct cte {
    const struct sql_cte *ast;
    const char *refusal;          /* why it cannot be used now: it is being expanded; or NULL */
    struct expanded_query *query; /* NULL until it is used */
    struct column_names columns;
};

/* A WITH clause. */
struct with {
    struct with *outer;
    struct cte *ctes;
    uint32_t n_ctes;
    struct name_map by_name;
};

enum clause { IN_RESULTS, IN_WHERE, IN_GROUP_BY, IN_HAVING, IN_ORDER_BY };

/* Where the names in an expression are looked up. */
struct scope {
    struct scope *outer;        /* the query around it, or NULL */
    struct expanded_core *core; /* without sources if nothing is in sight, as in LIMIT */
    uint32_t depth;             /* number of scopes around it */
    enum clause clause;
    bool sees_results; /* aliases of results may be used */
    bool no_subqueries;
    bool allow_aggregate, allow_window;
    bool has_aggregate, has_window, ordered; /* seen in the current expression */
    uint32_t last_aggregate;                 /* number of the last aggregate of this scope */
    uint32_t n_reached; /* sources up to the last that the current expression names */
    uint32_t on_source; /* the source whose ON is being resolved, or SCHEMA_NONE */
};

struct resolver {
    struct arena *arena;
    const struct schema *schema;
    const struct sql_stmt *stmt;
    struct sql_binding *bindings;
    uint64_t *named, *joined; /* columns read, as sets of bits: by name; by USING or NATURAL */
    uint64_t *rowid, *used;   /* the same of tables: a rowid that is not a column; the table */
    struct err *err;
    uint64_t touched; /* bit d: a column of the scope of depth d was named; all from 63 share one */
    bool guessed;     /* a name is a string or TRUE because no scope had it */
    uint32_t depth, n_queries;
    uint32_t n_aggregates; /* seen so far */
};

/* A reference to a column. */
struct column_name {
    struct str schema, table, name; /* ptr NULL where absent */
    char quote;
    struct sql_span span;
};

/* resolve.c */

enum status resolver_fail(struct resolver *r, struct sql_span span, const char *format, ...)
    PRINTF(3, 4);
MUST_USE enum status resolver_enter(struct resolver *r, struct sql_span span);

static inline void resolver_leave(struct resolver *r)
{
    r->depth--;
}

static inline void set_bit(uint64_t *bits, uint32_t i)
{
    bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline uint64_t scope_bit(uint32_t depth)
{
    return UINT64_C(1) << (depth < 63 ? depth : 63);
}

MUST_USE enum status resolve_query(struct resolver *r, struct expanded_query *q,
                                   struct scope *outer);

/* Refuse an aggregate that the ORDER BY of `q` may not have. */
MUST_USE enum status resolve_check_order(struct resolver *r, const struct expanded_query *q);

/* resolve_expand.c: FROM and CTEs */

MUST_USE enum status expand_query(struct resolver *r, const struct sql_query *ast,
                                  struct with *outer, struct expanded_query **out);

/* SELECT * FROM `item`, which is what IN table means. */
MUST_USE enum status expand_table(struct resolver *r, struct sql_from *item, struct with *with,
                                  struct expanded_query **out);

/* resolve_join.c: USING and NATURAL */

MUST_USE enum status expand_joins(struct resolver *r, struct expanded_core *core);

/* resolve_star.c: the results of a core and the columns of a source */

MUST_USE enum status expand_results(struct resolver *r, struct expanded_core *core);
MUST_USE enum status expand_group(struct resolver *r, struct expanded_core *core);
void column_names_of(struct resolver *r, struct expanded_core *core, struct column_names *out);
void column_names_from(struct resolver *r, const struct str *list, uint32_t count,
                       struct column_names *out);

/* Position of a column, or SCHEMA_NONE. */
uint32_t source_find(const struct resolver *r, const struct source *src, struct str name);
struct str source_column_name(const struct resolver *r, const struct source *src, uint32_t column);
bool source_uses(const struct source *src, struct str name); /* in its USING or NATURAL */

/* resolve_names.c: columns by name */

/* The result with that alias, or NULL. */
const struct result *find_alias(const struct expanded_core *core, struct str name);

/* The binding of column `column` of a source. */
struct sql_binding source_binding(const struct resolver *r, const struct source *src,
                                  uint32_t column);
MUST_USE enum status resolve_name(struct resolver *r, struct scope *s, const struct column_name *n,
                                  struct sql_binding *out);
MUST_USE enum status resolve_star_column(struct resolver *r, struct scope *s, struct result *c);

/* resolve_expr.c */

/* Refuse `x`, a row of `width` values that stands for one value. */
enum status resolve_misused_row(struct resolver *r, const struct sql_expr *x, uint32_t width);

/* Resolve `x`, which must be a single value. NULL is fine. */
MUST_USE enum status resolve_value(struct resolver *r, struct scope *s, const struct sql_expr *x);

/* Resolve `x`, which may be a row of `*width` values. */
MUST_USE enum status resolve_row(struct resolver *r, struct scope *s, const struct sql_expr *x,
                                 uint32_t *width);
MUST_USE enum status resolve_values(struct resolver *r, struct scope *s,
                                    const struct sql_expr_list *list);

/* Does SQLite know that `x` is false as soon as it has read it? So it is with 0, x IN (), and an
 * AND with one of them, which then becomes 0. */
bool is_known_false(const struct sql_expr *x);
bool is_known_zero(const struct sql_expr *x); /* the same, but false for x IN () itself */

/* resolve_call.c */

MUST_USE enum status resolve_call(struct resolver *r, struct scope *s, const struct sql_expr *x);

/* Note that an aggregate of scope `owner` is in the clause that is being resolved. */
MUST_USE enum status resolve_place_aggregate(struct resolver *r, struct scope *owner,
                                             const struct sql_expr *x, struct str name);

/* resolve_window.c */

/* The window of function call `x`, which has one. */
MUST_USE enum status resolve_over(struct resolver *r, struct scope *s, const struct sql_expr *x);

/* Refuse a frame that ends before it begins, and a window that may not be made from its base, which
 * is one of `n` windows. OK if there is no frame or base. */
MUST_USE enum status window_check_frame(struct resolver *r, const struct sql_window *w);
MUST_USE enum status window_check_base(struct resolver *r, const struct sql_window *w,
                                       const struct sql_window *windows, uint32_t n);

/* resolve_outer.c */

/* Refuse an ON that names tables further right than it may. All conditions must be resolved. */
MUST_USE enum status resolve_check_joins(struct resolver *r, const struct expanded_core *core);

/* resolve_order.c */

MUST_USE enum status resolve_order_by(struct resolver *r, struct scope *s,
                                      const struct sql_order *order);
MUST_USE enum status resolve_group_by(struct resolver *r, struct scope *s,
                                      const struct sql_expr_list *terms);
MUST_USE enum status resolve_compound_order(struct resolver *r, struct expanded_query *q);
const struct sql_expr *skip_collate(const struct sql_expr *x);

/* resolve_same.c */

/* Is `x`, resolved in this core, its result `i`? A collation makes no difference. */
bool is_result(const struct resolver *r, const struct expanded_core *core, const struct sql_expr *x,
               uint32_t i);

/* resolve_check.c: what SQLite refuses while it still parses */

MUST_USE enum status resolve_check(struct resolver *r);

#endif
