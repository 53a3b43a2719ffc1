/* equal.c: compare two trees, node by node. */
#include "sql/equal.h"

static bool name_equal(const struct sql_name *a, const struct sql_name *b)
{
    if (!a->text.ptr || !b->text.ptr)
        return a->text.ptr == b->text.ptr;
    return a->quote == b->quote && str_eq(a->text, b->text);
}

static bool names_equal(const struct sql_name *a, uint32_t n, const struct sql_name *b, uint32_t m)
{
    if (n != m)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!name_equal(&a[i], &b[i]))
            return false;
    }
    return true;
}

static bool list_equal(const struct sql_expr_list *a, const struct sql_expr_list *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        if (!sql_expr_equal(a->items[i], b->items[i]))
            return false;
    }
    return true;
}

static bool order_equal(const struct sql_order *a, const struct sql_order *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct sql_order_term *s = &a->items[i], *t = &b->items[i];
        if (s->direction != t->direction || s->explicit_direction != t->explicit_direction ||
            s->nulls != t->nulls || !sql_expr_equal(s->expr, t->expr))
            return false;
    }
    return true;
}

static bool bound_equal(const struct sql_frame_bound *a, const struct sql_frame_bound *b)
{
    return a->kind == b->kind && sql_expr_equal(a->offset, b->offset);
}

static bool window_equal(const struct sql_window *a, const struct sql_window *b)
{
    return name_equal(&a->name, &b->name) && name_equal(&a->base, &b->base) &&
           a->only_base == b->only_base && list_equal(&a->partition, &b->partition) &&
           order_equal(&a->order, &b->order) && a->unit == b->unit && a->between == b->between &&
           bound_equal(&a->start, &b->start) && bound_equal(&a->end, &b->end) &&
           a->exclude == b->exclude;
}

static bool froms_equal(const struct sql_from *a, uint32_t n, const struct sql_from *b, uint32_t m);

static bool from_equal(const struct sql_from *a, const struct sql_from *b)
{
    return a->kind == b->kind && a->join == b->join && name_equal(&a->schema, &b->schema) &&
           name_equal(&a->table, &b->table) && name_equal(&a->alias, &b->alias) &&
           a->hint == b->hint && name_equal(&a->index, &b->index) &&
           list_equal(&a->args, &b->args) && sql_tree_equal(a->query, b->query) &&
           froms_equal(a->group, a->n_group, b->group, b->n_group) &&
           sql_expr_equal(a->on, b->on) && names_equal(a->using, a->n_using, b->using, b->n_using);
}

static bool froms_equal(const struct sql_from *a, uint32_t n, const struct sql_from *b, uint32_t m)
{
    if (n != m)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!from_equal(&a[i], &b[i]))
            return false;
    }
    return true;
}

static bool column_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    return name_equal(&a->as.column.schema, &b->as.column.schema) &&
           name_equal(&a->as.column.table, &b->as.column.table) &&
           name_equal(&a->as.column.name, &b->as.column.name);
}

static bool pattern_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    return a->as.pattern.op == b->as.pattern.op && a->as.pattern.negated == b->as.pattern.negated &&
           sql_expr_equal(a->as.pattern.subject, b->as.pattern.subject) &&
           sql_expr_equal(a->as.pattern.pattern, b->as.pattern.pattern) &&
           sql_expr_equal(a->as.pattern.escape, b->as.pattern.escape);
}

static bool between_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    return a->as.between.negated == b->as.between.negated &&
           sql_expr_equal(a->as.between.subject, b->as.between.subject) &&
           sql_expr_equal(a->as.between.low, b->as.between.low) &&
           sql_expr_equal(a->as.between.high, b->as.between.high);
}

static bool in_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    const struct sql_from *s = a->as.in.table, *t = b->as.in.table;
    return a->as.in.negated == b->as.in.negated &&
           sql_expr_equal(a->as.in.subject, b->as.in.subject) &&
           sql_tree_equal(a->as.in.query, b->as.in.query) && (s && t ? from_equal(s, t) : s == t) &&
           list_equal(&a->as.in.list, &b->as.in.list);
}

static bool case_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    if (a->as.cases.n_whens != b->as.cases.n_whens)
        return false;
    for (uint32_t i = 0; i < a->as.cases.n_whens; i++) {
        if (!sql_expr_equal(a->as.cases.whens[i].when, b->as.cases.whens[i].when) ||
            !sql_expr_equal(a->as.cases.whens[i].then, b->as.cases.whens[i].then))
            return false;
    }
    return sql_expr_equal(a->as.cases.subject, b->as.cases.subject) &&
           sql_expr_equal(a->as.cases.otherwise, b->as.cases.otherwise);
}

static bool call_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    const struct sql_window *s = a->as.call.over, *t = b->as.call.over;
    return name_equal(&a->as.call.name, &b->as.call.name) &&
           a->as.call.distinct == b->as.call.distinct && a->as.call.all == b->as.call.all &&
           a->as.call.star == b->as.call.star && list_equal(&a->as.call.args, &b->as.call.args) &&
           sql_expr_equal(a->as.call.filter, b->as.call.filter) &&
           (s && t ? window_equal(s, t) : s == t);
}

/* Both are of the same kind. */
static bool content_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    switch (a->kind) {
    case SQL_EXPR_LITERAL:
        return a->as.literal.type == b->as.literal.type &&
               str_eq(a->as.literal.text, b->as.literal.text);
    case SQL_EXPR_PARAMETER:
        return str_eq(a->as.parameter.text, b->as.parameter.text);
    case SQL_EXPR_COLUMN:
        return column_equal(a, b);
    case SQL_EXPR_UNARY:
        return a->as.unary.op == b->as.unary.op &&
               sql_expr_equal(a->as.unary.operand, b->as.unary.operand);
    case SQL_EXPR_BINARY:
        return a->as.binary.op == b->as.binary.op &&
               sql_expr_equal(a->as.binary.left, b->as.binary.left) &&
               sql_expr_equal(a->as.binary.right, b->as.binary.right);
    case SQL_EXPR_PATTERN:
        return pattern_equal(a, b);
    case SQL_EXPR_BETWEEN:
        return between_equal(a, b);
    case SQL_EXPR_IN:
        return in_equal(a, b);
    case SQL_EXPR_CASE:
        return case_equal(a, b);
    case SQL_EXPR_CAST:
        return str_eq(a->as.cast.type, b->as.cast.type) &&
               sql_expr_equal(a->as.cast.operand, b->as.cast.operand);
    case SQL_EXPR_COLLATE:
        return name_equal(&a->as.collate.collation, &b->as.collate.collation) &&
               sql_expr_equal(a->as.collate.operand, b->as.collate.operand);
    case SQL_EXPR_CALL:
        return call_equal(a, b);
    case SQL_EXPR_EXISTS:
    case SQL_EXPR_SUBQUERY:
        return sql_tree_equal(a->as.subquery.query, b->as.subquery.query);
    case SQL_EXPR_ROW:
        return list_equal(&a->as.row.list, &b->as.row.list);
    }
    return false;
}

bool sql_expr_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    if (!a || !b || a == b)
        return a == b;
    return a->kind == b->kind && content_equal(a, b);
}

static bool result_equal(const struct sql_result *a, const struct sql_result *b)
{
    return a->kind == b->kind && sql_expr_equal(a->expr, b->expr) &&
           name_equal(&a->alias, &b->alias) && name_equal(&a->table, &b->table) &&
           a->as_written == b->as_written;
}

static bool select_equal(const struct sql_core *a, const struct sql_core *b)
{
    for (uint32_t i = 0; i < a->n_results; i++) {
        if (!result_equal(&a->results[i], &b->results[i]))
            return false;
    }
    for (uint32_t i = 0; i < a->n_windows; i++) {
        if (!window_equal(&a->windows[i], &b->windows[i]))
            return false;
    }
    return froms_equal(a->from, a->n_from, b->from, b->n_from) &&
           sql_expr_equal(a->where, b->where) && list_equal(&a->group_by, &b->group_by) &&
           sql_expr_equal(a->having, b->having);
}

static bool core_equal(const struct sql_core *a, const struct sql_core *b)
{
    if (a->op != b->op || a->distinct != b->distinct || a->all != b->all ||
        a->n_results != b->n_results || a->n_windows != b->n_windows || a->n_values != b->n_values)
        return false;
    for (uint32_t i = 0; i < a->n_values; i++) {
        if (!list_equal(&a->values[i], &b->values[i]))
            return false;
    }
    return select_equal(a, b);
}

static bool cte_equal(const struct sql_cte *a, const struct sql_cte *b)
{
    return name_equal(&a->name, &b->name) &&
           names_equal(a->columns, a->n_columns, b->columns, b->n_columns) &&
           a->materialized == b->materialized && sql_tree_equal(a->query, b->query);
}

bool sql_tree_equal(const struct sql_query *a, const struct sql_query *b)
{
    if (!a || !b || a == b)
        return a == b;
    if (a->recursive != b->recursive || a->n_ctes != b->n_ctes || a->n_cores != b->n_cores)
        return false;
    for (uint32_t i = 0; i < a->n_ctes; i++) {
        if (!cte_equal(&a->ctes[i], &b->ctes[i]))
            return false;
    }
    for (uint32_t i = 0; i < a->n_cores; i++) {
        if (!core_equal(&a->cores[i], &b->cores[i]))
            return false;
    }
    return order_equal(&a->order, &b->order) && sql_expr_equal(a->limit, b->limit) &&
           sql_expr_equal(a->offset, b->offset) && a->offset_first == b->offset_first;
}
