/* equal.c: compare two trees, part by part. */
#include "sql/equal.h"

#include "sql/node.h"

#include <string.h>

static bool names_equal(const struct sql_name *a, const struct sql_name *b)
{
    if (!a->text.ptr || !b->text.ptr)
        return a->text.ptr == b->text.ptr;
    return a->quote == b->quote && str_eq(a->text, b->text);
}

static bool exprs_equal(const void *ctx, const struct sql_expr *a, const struct sql_expr *b)
{
    (void)ctx;
    return sql_expr_equal(a, b);
}

static const struct sql_comparison EQUAL = {exprs_equal, names_equal, true, NULL};

bool sql_lists_alike(const struct sql_comparison *c, const struct sql_expr_list *a,
                     const struct sql_expr_list *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!c->exprs(c->ctx, a->items[i], b->items[i]))
            return false;
    return true;
}

static bool items_alike(const struct sql_comparison *c, const struct sql_part *part, const void *a,
                        const void *b)
{
    const struct sql_node *core;
    switch (part->form) {
    case SQL_PART_NAMES:
        return c->names(a, b);
    case SQL_PART_ROWS:
        return sql_lists_alike(c, a, b);
    case SQL_PART_CORES:
        core = sql_core_node(a);
        return core == sql_core_node(b) && sql_nodes_alike(c, core, a, b);
    default:
        return sql_nodes_alike(c, part->node, a, b);
    }
}

static bool several_alike(const struct sql_comparison *c, const struct sql_part *part,
                          const void *a, const void *b)
{
    struct sql_items x = sql_part_items(part, a), y = sql_part_items(part, b);
    if (x.count != y.count || (x.count > 0 && !c->queries && part->form != SQL_PART_NODES))
        return false;
    for (uint32_t i = 0; i < x.count; i++)
        if (!items_alike(c, part, x.first + i * part->size, y.first + i * part->size))
            return false;
    return true;
}

static bool queries_alike(const struct sql_comparison *c, const struct sql_query *a,
                          const struct sql_query *b)
{
    if (!a || !b || a == b)
        return a == b && (!a || c->queries);
    return c->queries && sql_nodes_alike(c, &SQL_QUERY_NODE, a, b);
}

static bool parts_alike(const struct sql_comparison *c, const struct sql_part *part, const void *a,
                        const void *b)
{
    const void *x = (const char *)a + part->at, *y = (const char *)b + part->at;
    switch (part->form) {
    case SQL_PART_EXPR:
    case SQL_PART_LIMIT:
        return c->exprs(c->ctx, *(struct sql_expr *const *)x, *(struct sql_expr *const *)y);
    case SQL_PART_EXPRS:
        return sql_lists_alike(c, x, y);
    case SQL_PART_QUERY:
        return queries_alike(c, *(struct sql_query *const *)x, *(struct sql_query *const *)y);
    case SQL_PART_NAME:
        return c->names(x, y);
    case SQL_PART_TEXT:
        return str_eq(*(const struct str *)x, *(const struct str *)y);
    case SQL_PART_OPERATOR:
    case SQL_PART_WORD:
        return memcmp(x, y, sizeof(unsigned)) == 0;
    case SQL_PART_FLAG:
        return *(const bool *)x == *(const bool *)y;
    case SQL_PART_ROWS:
    case SQL_PART_CORES:
    case SQL_PART_FROMS:
    case SQL_PART_NODES:
    case SQL_PART_NAMES:
        break;
    }
    return several_alike(c, part, a, b);
}

bool sql_nodes_alike(const struct sql_comparison *c, const struct sql_node *node, const void *a,
                     const void *b)
{
    for (uint32_t i = 0; i < node->n_parts; i++)
        if (!parts_alike(c, &node->parts[i], a, b))
            return false;
    return true;
}

bool sql_expr_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    if (!a || !b || a == b)
        return a == b;
    return a->kind == b->kind && sql_nodes_alike(&EQUAL, sql_expr_node(a), a, b);
}

bool sql_tree_equal(const struct sql_query *a, const struct sql_query *b)
{
    return queries_alike(&EQUAL, a, b);
}
