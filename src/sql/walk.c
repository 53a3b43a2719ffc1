/* walk.c: visit every node once.
 *
 * Recursion is as deep as the tree, which the parser bounds (SQL_MAX_DEPTH, SQL_MAX_HEIGHT). */
#include "sql/walk.h"

#include "sql/node.h"

static void walk_list(const struct sql_walker *w, const struct sql_expr_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        sql_walk_expr(w, list->items[i]);
}

static void walk_parts(const struct sql_walker *w, const struct sql_node *node, const void *n);

static void walk_items(const struct sql_walker *w, const struct sql_part *part, const void *n)
{
    struct sql_items items = sql_part_items(part, n);
    for (uint32_t i = 0; i < items.count; i++) {
        const void *item = items.first + i * part->size;
        if (part->form == SQL_PART_ROWS)
            walk_list(w, item);
        else if (part->form == SQL_PART_CORES)
            sql_walk_core(w, item);
        else if (part->form == SQL_PART_FROMS)
            sql_walk_from(w, item);
        else
            walk_parts(w, part->node, item);
    }
}

static void walk_part(const struct sql_walker *w, const struct sql_part *part, const void *n)
{
    const void *at = (const char *)n + part->at;
    const struct sql_query *q;
    switch (part->form) {
    case SQL_PART_EXPR:
        sql_walk_expr(w, *(struct sql_expr *const *)at);
        break;
    case SQL_PART_EXPRS:
        walk_list(w, at);
        break;
    case SQL_PART_QUERY:
        q = *(struct sql_query *const *)at;
        if (q)
            sql_walk_query(w, q);
        break;
    case SQL_PART_ROWS:
    case SQL_PART_CORES:
    case SQL_PART_FROMS:
    case SQL_PART_NODES:
        walk_items(w, part, n);
        break;
    default: /* nothing to visit; LIMIT is left to sql_walk_query() */
        break;
    }
}

static void walk_parts(const struct sql_walker *w, const struct sql_node *node, const void *n)
{
    for (uint32_t i = 0; i < node->n_parts; i++)
        walk_part(w, &node->parts[i], n);
}

void sql_walk_expr(const struct sql_walker *w, const struct sql_expr *x)
{
    if (!x || (w->expr && !w->expr(w->ctx, x)))
        return;
    walk_parts(w, sql_expr_node(x), x);
    if (w->leave_expr)
        w->leave_expr(w->ctx, x);
}

void sql_walk_from(const struct sql_walker *w, const struct sql_from *f)
{
    if (!w->from || w->from(w->ctx, f))
        walk_parts(w, &SQL_FROM_NODE, f);
}

void sql_walk_core(const struct sql_walker *w, const struct sql_core *c)
{
    if (w->core && !w->core(w->ctx, c))
        return;
    walk_parts(w, sql_core_node(c), c);
    if (w->leave_core)
        w->leave_core(w->ctx, c);
}

void sql_walk_query(const struct sql_walker *w, const struct sql_query *q)
{
    if (w->query && !w->query(w->ctx, q))
        return;
    walk_parts(w, &SQL_QUERY_NODE, q);
    sql_walk_expr(w, q->offset_first ? q->offset : q->limit);
    sql_walk_expr(w, q->offset_first ? q->limit : q->offset);
    if (w->leave_query)
        w->leave_query(w->ctx, q);
}
