/* resolve_expr.c: the names in an expression, and whether it is one value or a row.
 *
 * SQLite drops the operands of an AND with a literal 0, and what comes before IN (), before it
 * looks at their names: so these names may mean nothing. */
#include "sql/resolver.h"

#include <assert.h>

static bool is_comparison(enum sql_op op)
{
    return op == SQL_EQ || op == SQL_NE || op == SQL_IS || op == SQL_IS_NOT ||
           (op >= SQL_LT && op <= SQL_GE);
}

static bool is_and(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_BINARY && x->as.binary.op == SQL_AND;
}

/* Is the value of an integer literal 0? */
static bool is_zero(struct str text)
{
    size_t i = 0;
    if (text.len > 2 && ascii_lower(text.ptr[1]) == 'x')
        i = 2;
    while (i < text.len && text.ptr[i] == '0')
        i++;
    return i == text.len;
}

static bool is_empty_in(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_IN && !x->as.in.negated && !x->as.in.query && !x->as.in.table &&
           x->as.in.list.count == 0;
}

bool is_known_false(const struct sql_expr *x)
{
    for (; is_and(x); x = x->as.binary.left)
        if (is_known_false(x->as.binary.right))
            return true;
    if (x->kind == SQL_EXPR_LITERAL)
        return x->as.literal.type == SQL_INTEGER && is_zero(x->as.literal.text);
    return is_empty_in(x);
}

bool is_known_zero(const struct sql_expr *x)
{
    return !is_empty_in(x) && is_known_false(x);
}

/* The operands of an AND that is not false. */
static enum status resolve_conjunction(struct resolver *r, struct scope *s,
                                       const struct sql_expr *x)
{
    if (!is_and(x))
        return resolve_value(r, s, x);
    TRY(resolver_enter(r, x->span));
    TRY(resolve_conjunction(r, s, x->as.binary.left));
    TRY(resolve_conjunction(r, s, x->as.binary.right));
    resolver_leave(r);
    return OK;
}

static enum status misused_row(struct resolver *r, const struct sql_expr *x)
{
    return resolver_fail(r, x->span, "row value misused");
}

static enum status wrong_width(struct resolver *r, struct sql_span span, uint32_t n,
                               uint32_t expected)
{
    return resolver_fail(r, span, "sub-select returns %u columns - expected %u", n, expected);
}

enum status resolve_misused_row(struct resolver *r, const struct sql_expr *x, uint32_t width)
{
    return x->kind == SQL_EXPR_SUBQUERY ? wrong_width(r, x->span, width, 1) : misused_row(r, x);
}

/* Operands that must be rows of one width. */
static enum status resolve_alike(struct resolver *r, struct scope *s, const struct sql_expr *x,
                                 const struct sql_expr *const *operands, int n)
{
    uint32_t first = 0, width;
    for (int i = 0; i < n; i++) {
        TRY(resolve_row(r, s, operands[i], &width));
        if (i == 0)
            first = width;
        if (width != first)
            return misused_row(r, x);
    }
    return OK;
}

static enum status resolve_binary(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    const struct sql_expr *left = x->as.binary.left, *right = x->as.binary.right;
    if (is_and(x))
        return is_known_false(x) ? OK : resolve_conjunction(r, s, x);
    if (is_comparison(x->as.binary.op))
        return resolve_alike(r, s, x, (const struct sql_expr *const[]){left, right}, 2);
    TRY(resolve_value(r, s, left));
    return resolve_value(r, s, right);
}

/* The pattern operators are functions: like(pattern, subject, escape). */
static enum status resolve_pattern(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    enum sql_op op = x->as.pattern.op;
    const char *name = op == SQL_GLOB ? "GLOB" : "MATCH";
    if (op == SQL_REGEXP)
        return resolver_fail(r, x->span, "no such function: REGEXP");
    if (x->as.pattern.escape && op != SQL_LIKE)
        return resolver_fail(r, x->span, "wrong number of arguments to function %s()", name);
    TRY(resolve_value(r, s, x->as.pattern.pattern));
    TRY(resolve_value(r, s, x->as.pattern.subject));
    return resolve_value(r, s, x->as.pattern.escape);
}

static enum status resolve_case(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    uint32_t subject = 1, width;
    if (x->as.cases.subject)
        TRY(resolve_row(r, s, x->as.cases.subject, &subject));
    for (uint32_t i = 0; i < x->as.cases.n_whens; i++) {
        TRY(resolve_row(r, s, x->as.cases.whens[i].when, &width));
        if (width != subject)
            return misused_row(r, x->as.cases.whens[i].when);
        TRY(resolve_value(r, s, x->as.cases.whens[i].then));
    }
    return resolve_value(r, s, x->as.cases.otherwise);
}

/* Subqueries */

static enum status resolve_subquery(struct resolver *r, struct scope *s,
                                    const struct sql_query *ast, struct expanded_query **q)
{
    if (s->no_subqueries)
        return resolver_fail(r, ast->span, "subquery in the ORDER BY of a compound");
    TRY(expand_query(r, ast, s->core->with, q));
    return resolve_query(r, *q, s);
}

static enum status resolve_scalar_query(struct resolver *r, struct scope *s,
                                        const struct sql_expr *x, uint32_t *width)
{
    struct expanded_query *q;
    TRY(resolve_subquery(r, s, x->as.subquery.query, &q));
    TRY(resolve_check_order(r, q));
    *width = q->cores[q->n_cores - 1].n_results;
    return OK;
}

static enum status resolve_exists(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    struct expanded_query *q; /* SQLite drops its ORDER BY before it can matter */
    return resolve_subquery(r, s, x->as.subquery.query, &q);
}

/* (a, b) IN ((1, 2), (3, 4)) is a query of VALUES: each row is a scope of its own. */
static enum status resolve_in_rows(struct resolver *r, struct scope *s,
                                   const struct sql_expr_list *list, uint32_t width)
{
    struct expanded_core nothing = {.with = s->core->with};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct sql_expr *x = list->items[i];
        uint32_t n = x->kind == SQL_EXPR_ROW ? x->as.row.list.count : 1;
        if (n != width)
            return resolver_fail(r, x->span, "IN(...) element has %u term%s - expected %u", n,
                                 n == 1 ? "" : "s", width);
        struct scope row = {.outer = s,
                            .core = &nothing,
                            .depth = s->depth + 1,
                            .allow_aggregate = true,
                            .allow_window = true,
                            .on_source = SCHEMA_NONE};
        TRY(resolve_values(r, &row, &x->as.row.list));
        r->touched &= scope_bit(row.depth) - 1;
    }
    return OK;
}

static enum status resolve_in_query(struct resolver *r, struct scope *s, const struct sql_expr *x,
                                    uint32_t width)
{
    struct expanded_query *q = NULL;
    if (x->as.in.query) {
        TRY(resolve_subquery(r, s, x->as.in.query, &q));
    } else {
        TRY(expand_table(r, x->as.in.table, s->core->with, &q));
        TRY(resolve_query(r, q, s));
    }
    assert(q);
    TRY(resolve_check_order(r, q));
    uint32_t n_results = q->cores[q->n_cores - 1].n_results;
    return n_results == width ? OK : wrong_width(r, x->span, n_results, width);
}

static enum status resolve_in(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    const struct sql_expr *subject = x->as.in.subject;
    const struct sql_expr_list *list = &x->as.in.list;
    bool query = x->as.in.query || x->as.in.table;
    uint32_t width;
    if (!query && list->count == 0)
        return OK;
    TRY(resolve_row(r, s, subject, &width));
    if (query)
        return resolve_in_query(r, s, x, width);
    if (subject->kind == SQL_EXPR_ROW)
        return resolve_in_rows(r, s, list, width);
    return width == 1 ? resolve_values(r, s, list) : misused_row(r, subject);
}

static enum status resolve_column(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    struct column_name n = {x->as.column.schema.text, x->as.column.table.text,
                            x->as.column.name.text, x->as.column.name.quote, x->span};
    return resolve_name(r, s, &n, &r->bindings[x->as.column.ref]);
}

/* SQLite looks for a collation only when it compares by it; here it must always exist. */
static enum status resolve_collate(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    struct str name = x->as.collate.collation.text;
    if (!str_eq_nocase(name, STR("binary")) && !str_eq_nocase(name, STR("nocase")) &&
        !str_eq_nocase(name, STR("rtrim")))
        return resolver_fail(r, x->span, "no such collation sequence: %.*s", STR_ARG(name));
    return resolve_value(r, s, x->as.collate.operand);
}

/* Refuse a hexadecimal number of more than 64 bits. */
static enum status check_literal(struct resolver *r, const struct sql_expr *x)
{
    struct str text = x->as.literal.text;
    size_t i = 2;
    if (x->as.literal.type != SQL_INTEGER || text.len <= 2 || ascii_lower(text.ptr[1]) != 'x')
        return OK;
    while (i < text.len && text.ptr[i] == '0')
        i++;
    if (text.len - i > 16)
        return resolver_fail(r, x->span, "hex literal too big: %.*s", STR_ARG(text));
    return OK;
}

static enum status resolve_kind(struct resolver *r, struct scope *s, const struct sql_expr *x,
                                uint32_t *width)
{
    switch (x->kind) {
    case SQL_EXPR_LITERAL:
        return check_literal(r, x);
    case SQL_EXPR_PARAMETER:
        return OK;
    case SQL_EXPR_COLUMN:
        return resolve_column(r, s, x);
    case SQL_EXPR_UNARY:
        return resolve_value(r, s, x->as.unary.operand);
    case SQL_EXPR_BINARY:
        return resolve_binary(r, s, x);
    case SQL_EXPR_PATTERN:
        return resolve_pattern(r, s, x);
    case SQL_EXPR_BETWEEN:
        return resolve_alike(r, s, x,
                             (const struct sql_expr *const[]){
                                 x->as.between.subject, x->as.between.low, x->as.between.high},
                             3);
    case SQL_EXPR_IN:
        return resolve_in(r, s, x);
    case SQL_EXPR_CASE:
        return resolve_case(r, s, x);
    case SQL_EXPR_CAST:
        return resolve_value(r, s, x->as.cast.operand);
    case SQL_EXPR_COLLATE:
        return resolve_collate(r, s, x);
    case SQL_EXPR_CALL:
        return resolve_call(r, s, x);
    case SQL_EXPR_EXISTS:
        return resolve_exists(r, s, x);
    case SQL_EXPR_SUBQUERY:
        return resolve_scalar_query(r, s, x, width);
    case SQL_EXPR_ROW:
        *width = x->as.row.list.count;
        return resolve_values(r, s, &x->as.row.list);
    }
    return OK;
}

enum status resolve_row(struct resolver *r, struct scope *s, const struct sql_expr *x,
                        uint32_t *width)
{
    *width = 1;
    TRY(resolver_enter(r, x->span));
    TRY(resolve_kind(r, s, x, width));
    resolver_leave(r);
    return OK;
}

enum status resolve_value(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    uint32_t width;
    if (!x)
        return OK;
    TRY(resolve_row(r, s, x, &width));
    return width == 1 ? OK : resolve_misused_row(r, x, width);
}

enum status resolve_values(struct resolver *r, struct scope *s, const struct sql_expr_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        TRY(resolve_value(r, s, list->items[i]));
    }
    return OK;
}
