/* equal.c: compare two trees, part by part. */
#include "sql/equal.h"

#include "sql/node.h"

#include <string.h>

static bool name_equal(const struct sql_name *a, const struct sql_name *b)
{
    if (!a->text.ptr || !b->text.ptr)
        return a->text.ptr == b->text.ptr;
    return a->quote == b->quote && str_eq(a->text, b->text);
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

static bool parts_equal(const struct sql_node *node, const void *a, const void *b);

static bool core_equal(const struct sql_core *a, const struct sql_core *b)
{
    const struct sql_node *node = sql_core_node(a);
    return node == sql_core_node(b) && parts_equal(node, a, b);
}

static bool item_equal(const struct sql_part *part, const void *a, const void *b)
{
    switch (part->form) {
    case SQL_PART_NAMES:
        return name_equal(a, b);
    case SQL_PART_ROWS:
        return list_equal(a, b);
    case SQL_PART_CORES:
        return core_equal(a, b);
    case SQL_PART_FROMS:
        return parts_equal(&SQL_FROM_NODE, a, b);
    default:
        return parts_equal(part->node, a, b);
    }
}

static bool items_equal(const struct sql_part *part, const void *a, const void *b)
{
    struct sql_items x = sql_part_items(part, a), y = sql_part_items(part, b);
    if (x.count != y.count)
        return false;
    for (uint32_t i = 0; i < x.count; i++) {
        if (!item_equal(part, x.first + i * part->size, y.first + i * part->size))
            return false;
    }
    return true;
}

static bool part_equal(const struct sql_part *part, const void *a, const void *b)
{
    const void *x = (const char *)a + part->at, *y = (const char *)b + part->at;
    switch (part->form) {
    case SQL_PART_EXPR:
    case SQL_PART_LIMIT:
        return sql_expr_equal(*(struct sql_expr *const *)x, *(struct sql_expr *const *)y);
    case SQL_PART_EXPRS:
        return list_equal(x, y);
    case SQL_PART_QUERY:
        return sql_tree_equal(*(struct sql_query *const *)x, *(struct sql_query *const *)y);
    case SQL_PART_NAME:
        return name_equal(x, y);
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
    return items_equal(part, a, b);
}

static bool parts_equal(const struct sql_node *node, const void *a, const void *b)
{
    for (uint32_t i = 0; i < node->n_parts; i++) {
        if (!part_equal(&node->parts[i], a, b))
            return false;
    }
    return true;
}

bool sql_expr_equal(const struct sql_expr *a, const struct sql_expr *b)
{
    if (!a || !b || a == b)
        return a == b;
    return a->kind == b->kind && parts_equal(sql_expr_node(a), a, b);
}

bool sql_tree_equal(const struct sql_query *a, const struct sql_query *b)
{
    if (!a || !b || a == b)
        return a == b;
    return parts_equal(&SQL_QUERY_NODE, a, b);
}
