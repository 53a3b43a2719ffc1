/* canon.h: a statement as a tree of terms. Queries that strict_match.h takes for the same have the
 * same tree, however they are written. Private to the canon*.c files and what compares by terms.
 *
 * - canon.c: the statement and its variables
 * - canon_query.c: queries, compounds, WITH, SELECT, ORDER BY
 * - canon_from.c: FROM
 * - canon_star.c: `*`
 * - canon_origin.c: columns of derived tables
 * - canon_expr.c: expressions
 * - canon_call.c: function calls and windows
 * - canon_value.c: literals */
#ifndef TEQL_DIAGNOSIS_CANON_H
#define TEQL_DIAGNOSIS_CANON_H

#include "diagnosis/lineage.h"
#include "diagnosis/term.h"
#include "sql/resolve.h"

enum {
    /* Bounds of a tree, counted with every alias replaced by what it stands for: a short text can
     * mean a large tree. */
    CANON_MAX_SIZE = 1 << 18,
    CANON_MAX_HEIGHT = 4000
};

/* What a column of a derived table or a CTE is known by. Its place is exact within one schema, but
 * `*` has other places once columns were moved. */
enum canon_derived {
    CANON_BY_PLACE,
    CANON_BY_STAR_ORIGIN, /* the schema column it stands for, where `*` may have given it */
    CANON_BY_ORIGIN       /* the schema column it stands for, where it plainly is one: two columns
                             of one origin are then the same */
};

/* Stands before the id in the text of a column that is known by its origin. */
#define CANON_ORIGIN "from "

/* How a statement is read. */
struct canon_rules {
    const struct lineage *lineage; /* ids are put into its terms; NULL: they stay the schema's */
    enum canon_derived derived;
};

struct canon {
    struct arena *arena;
    const struct canon_rules *rules;
    const struct schema *schema;
    const struct sql_stmt *stmt;
    const struct sql_binding *bindings;
    struct variable **by_start; /* items of FROM and CTEs, by the byte where each begins */
    struct term_tree tree;
    bool typed; /* it shows whether a number is written as a whole one: below / and functions */
};

/* What names mean where an expression stands. A scope is a query's, with its CTEs, or a core's,
 * with its results. */
struct canon_scope {
    struct canon_scope *outer;
    const struct sql_query *query; /* of a query's scope, else NULL */
    const struct sql_cte **used;   /* its CTEs that are used, in the order of their first use */
    uint32_t n_used;
    struct canon_scope *cores;   /* of a compound, else NULL */
    struct variable **columns;   /* of a compound whose columns are free, else NULL */
    const struct sql_core *core; /* of a core's scope, else NULL */
    struct term **results;       /* by result; NULL while they are being made, and for `*` */
    bool by_position;            /* a result is meant by its number and nothing better is known */
};

/* Whether the order of result columns says anything. */
enum canon_columns { CANON_FREE, CANON_PLACED };

/* Make the tree of a statement that was parsed and resolved. It lives in `a`. */
MUST_USE enum status canon_statement(struct arena *a, const struct schema *s,
                                     const struct canon_rules *rules, const struct sql_stmt *stmt,
                                     const struct sql_resolution *names, struct term_tree *out,
                                     struct err *e);

/* Note where in the source `t` comes from, unless that is known; returns `t`. */
struct term *canon_note(struct term *t, struct sql_span span);

struct variable *canon_new_variable(struct canon *c);

/* The variable of the item of FROM or the CTE that begins at byte `start`. */
struct variable *canon_variable(struct canon *c, uint32_t start);

struct term *canon_query(struct canon *c, struct canon_scope *outer, const struct sql_query *q,
                         enum canon_columns columns);

/* What ORDER BY or GROUP BY `x` means: a whole number is a result. */
struct term *canon_term_of_results(struct canon *c, struct canon_scope *s,
                                   const struct sql_expr *x);

/* A result by its number from 0, `*` expanded. */
struct term *canon_result(struct canon *c, struct canon_scope *s, uint32_t position);

/* ORDER BY of a query, of which `expr` says what a term means, or of a window. */
typedef struct term *canon_expr_fn(struct canon *c, struct canon_scope *s,
                                   const struct sql_expr *x);
struct term *canon_order(struct canon *c, struct canon_scope *s, const struct sql_order *order,
                         canon_expr_fn *expr);

struct term *canon_from(struct canon *c, struct canon_scope *s, const struct sql_from *items,
                        uint32_t n);

/* One item of FROM, leaving out how it is joined. */
struct term *canon_item(struct canon *c, struct canon_scope *s, const struct sql_from *f);

/* The table of the schema that an item is; SCHEMA_NONE where it is none. */
uint32_t canon_item_table(const struct canon *c, struct canon_scope *s, const struct sql_from *f);

/* The item inside brackets that hold nothing else: t for ((t)). `f` itself where there are none. */
const struct sql_from *canon_unwrap(const struct sql_from *f);

/* The variable of an item that is no join, known under the brackets around it too. */
struct variable *canon_item_variable(struct canon *c, const struct sql_from *f);

/* The CTE that an item means and the scope of its query; NULL where it is none. */
const struct sql_cte *canon_find_cte(struct canon_scope *s, const struct sql_from *f,
                                     struct canon_scope **where);

/* `*`, or `table.*`. */
struct term *canon_star(struct canon *c, const struct sql_core *core, const struct sql_result *r);

/* The items of FROM in their order, which is that of the columns of `*`. */
struct term *canon_places(struct canon *c, const struct sql_core *core);

/* Column number `*position`, from 0, of what `*` or `table.*` gives. Where that gives fewer, the
 * answer is NULL, and their number is taken off `*position`, which then counts in what follows.
 * Where their number is not known, `*position` becomes SCHEMA_NONE. */
struct term *canon_star_column(struct canon *c, struct canon_scope *s, const struct sql_result *r,
                               uint32_t *position);

/* The item of FROM that this column comes from, and in `*position` its place there; NULL as above.
 */
const struct sql_from *canon_star_item(struct canon *c, struct canon_scope *s,
                                       const struct sql_result *r, uint32_t *position);

/* NULL gives TERM_ABSENT. */
struct term *canon_expr(struct canon *c, struct canon_scope *s, const struct sql_expr *x);
struct term_list canon_exprs(struct canon *c, struct canon_scope *s,
                             const struct sql_expr_list *list);

/* The operands of a chain of one operator. */
void canon_chain(struct canon *c, struct canon_scope *s, const struct sql_expr *x, enum sql_op op,
                 struct term_list *out);

/* `operand` with the collation of `x`. */
struct term *canon_collate(struct canon *c, const struct sql_expr *x, struct term *operand);

struct term *canon_call(struct canon *c, struct canon_scope *s, const struct sql_expr *x);
struct term *canon_literal(struct canon *c, const struct sql_expr *x);

struct term *canon_absent(struct canon *c);

/* A column of the schema, by its id. */
struct term *canon_column(struct canon *c, struct variable *v, uint32_t column);

/* The column of the schema that an expression plainly is, also through derived tables and
 * subqueries; SCHEMA_NONE where it is none. */
uint32_t canon_expr_origin(struct canon *c, struct canon_scope *s, const struct sql_expr *x);

/* Column `position` of an item that is no table of the schema. */
struct term *canon_derived(struct canon *c, struct canon_scope *s, const struct sql_from *f,
                           uint32_t position);

#endif
