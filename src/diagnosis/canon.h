/* canon.h: a statement as a tree of terms. Queries that are the same to strict_match.h have the
 * same tree, however they are written. Inside diagnosis/.
 *
 * - canon.c: one side of a comparison, the statement and its variables
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
    /* Bounds of a tree in which every alias is replaced by what it stands for: a short text can
     * mean a large tree. */
    CANON_MAX_SIZE = 1 << 18,
    CANON_MAX_HEIGHT = 4000
};

/* What identifies a column of a derived table or a CTE. Its place is exact within one schema, but
 * `*` gives other places once columns were moved. */
enum canon_derived {
    CANON_BY_PLACE,
    CANON_BY_STAR_ORIGIN, /* the schema column it stands for, if `*` may have given it */
    CANON_BY_ORIGIN /* the schema column it stands for, if it plainly is one: two columns of one
                       origin are then the same */
};

/* Comes before the id in the text of a column that its origin identifies. */
#define CANON_ORIGIN "from "

struct canon {
    struct arena *arena;
    const struct lineage *lineage; /* ids are put into its terms; NULL: they stay the schema's */
    enum canon_derived derived;

    const struct schema *schema;
    const struct sql_stmt *stmt;
    const struct sql_binding *bindings;
    struct variable **by_start; /* items of FROM and CTEs, by the byte where each begins */
    struct term_tree tree;
    bool typed; /* does it matter whether a number is written as a whole one? Below / and functions
                 */
};

/* What names mean in an expression. A scope is that of a query, with its CTEs, or of a core, with
 * its results. */
struct canon_scope {
    struct canon_scope *outer;
    const struct sql_query *query; /* of a query's scope, else NULL */
    const struct sql_cte **used;   /* its CTEs that are used, in the order of their first use */
    uint32_t n_used;
    struct canon_scope *cores;   /* of a compound, else NULL */
    struct variable **columns;   /* of a compound whose columns are free, else NULL */
    const struct sql_core *core; /* of a core's scope, else NULL */
    struct term **results;       /* by result; NULL while they are being made, and for `*` */
    bool by_position;            /* an expression means a result by its number only */
};

/* Does the order of result columns matter? */
enum canon_columns { CANON_FREE, CANON_PLACED };

/* What could not be read. */
enum side_fault { SIDE_READ, SIDE_UNPARSABLE, SIDE_UNBOUND };

struct side_terms {
    struct term_tree tree;
    struct sql_resolution names;   /* in the side's own schema */
    const struct lineage *lineage; /* of that schema */
};

/* Parse, bind and make the tree of `side`, with ids of the original schema. In `a`; refers to the
 * text. If it fails, `e` says why. Thread-safe. */
MUST_USE enum side_fault side_terms(struct arena *a, const struct diagnosis_side *side,
                                    enum canon_derived derived, struct side_terms *out,
                                    struct err *e);

/* Note where in the source `t` comes from, unless that is known. Returns `t`. */
struct term *canon_note(struct term *t, struct sql_span span);

struct variable *canon_new_variable(struct canon *c);

/* The variable of the item of FROM or the CTE that begins at byte `start`. */
struct variable *canon_variable(struct canon *c, uint32_t start);

struct term *canon_query(struct canon *c, struct canon_scope *outer, const struct sql_query *q,
                         enum canon_columns columns);

/* The term that `x` of ORDER BY or GROUP BY means: a whole number means a result. */
struct term *canon_term_of_results(struct canon *c, struct canon_scope *s,
                                   const struct sql_expr *x);

/* Result number `position`, from 0, with `*` expanded. */
struct term *canon_result(struct canon *c, struct canon_scope *s, uint32_t position);

/* ORDER BY of a query or a window; `expr` says what its terms mean. */
typedef struct term *canon_expr_fn(struct canon *c, struct canon_scope *s,
                                   const struct sql_expr *x);
struct term *canon_order(struct canon *c, struct canon_scope *s, const struct sql_order *order,
                         canon_expr_fn *expr);

struct term *canon_from(struct canon *c, struct canon_scope *s, const struct sql_from *items,
                        uint32_t n);

/* One item of FROM, without its join. */
struct term *canon_item(struct canon *c, struct canon_scope *s, const struct sql_from *f);

/* The table of the schema that an item is, or SCHEMA_NONE. */
uint32_t canon_item_table(const struct canon *c, struct canon_scope *s, const struct sql_from *f);

/* The item inside brackets that have nothing else: t for ((t)). Without brackets, `f` itself. */
const struct sql_from *canon_unwrap(const struct sql_from *f);

/* The variable of an item that is not a join, also found by the brackets around it. */
struct variable *canon_item_variable(struct canon *c, const struct sql_from *f);

/* The CTE that an item means, and the scope of its query; or NULL. */
const struct sql_cte *canon_find_cte(struct canon_scope *s, const struct sql_from *f,
                                     struct canon_scope **where);

/* `*`, or `table.*`. */
struct term *canon_star(struct canon *c, const struct sql_core *core, const struct sql_result *r);

/* The items of FROM in their order, which is that of the columns of `*`. */
struct term *canon_places(struct canon *c, const struct sql_core *core);

/* Column number `*position`, from 0, of what `*` or `table.*` gives. If it gives fewer: NULL, and
 * their number is taken off `*position`, for the results after it. If their number is not known,
 * `*position` becomes SCHEMA_NONE. */
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
 * subqueries; or SCHEMA_NONE. */
uint32_t canon_expr_origin(struct canon *c, struct canon_scope *s, const struct sql_expr *x);

/* Column `position` of an item that is not a table of the schema. */
struct term *canon_derived(struct canon *c, struct canon_scope *s, const struct sql_from *f,
                           uint32_t position);

#endif
