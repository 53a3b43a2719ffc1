/* plan.c: filling the parts of a plan. */
#include "nlidb/plan.h"

static bool same_operand(struct operand x, struct operand y)
{
    return x.aggregate == y.aggregate && x.distinct == y.distinct && x.column == y.column;
}

void plan_select(struct plan *p, struct operand item)
{
    for (uint32_t i = 0; i < p->n_select; i++)
        if (same_operand(p->select[i], item))
            return;
    if (p->n_select < PLAN_MAX_ITEMS)
        p->select[p->n_select++] = item;
}

void plan_table(struct plan *p, uint32_t table)
{
    for (uint32_t i = 0; i < p->n_tables; i++)
        if (p->tables[i] == table)
            return;
    if (p->n_tables < PLAN_MAX_ITEMS)
        p->tables[p->n_tables++] = table;
}

void plan_where(struct plan *p, struct condition c)
{
    if (p->n_where < PLAN_MAX_ITEMS)
        p->where[p->n_where++] = c;
}

struct condition plan_take_where(struct plan *p, uint32_t at)
{
    struct condition c = p->where[at];
    p->n_where--;
    memmove(p->where + at, p->where + at + 1, (p->n_where - at) * sizeof *p->where);
    p->where[0].or_before = false;
    return c;
}

void plan_having(struct plan *p, struct condition c)
{
    if (p->n_having < PLAN_MAX_ITEMS)
        p->having[p->n_having++] = c;
}

void plan_group(struct plan *p, uint32_t column)
{
    for (uint32_t i = 0; i < p->n_group; i++)
        if (p->group[i] == column)
            return;
    if (p->n_group < PLAN_MAX_ITEMS)
        p->group[p->n_group++] = column;
}

void plan_order(struct plan *p, struct operand by, bool descending)
{
    for (uint32_t i = 0; i < p->n_order; i++)
        if (same_operand(p->order[i].by, by))
            return;
    if (p->n_order < PLAN_MAX_ITEMS)
        p->order[p->n_order++] = (struct order_term){by, descending};
}

bool plan_has_aggregate(const struct plan *p)
{
    for (uint32_t i = 0; i < p->n_select; i++)
        if (p->select[i].aggregate != AGGREGATE_NONE)
            return true;
    return false;
}

bool plan_selects_all(const struct plan *p)
{
    for (uint32_t i = 0; i < p->n_select; i++)
        if (p->select[i].column == SCHEMA_STAR && p->select[i].aggregate == AGGREGATE_NONE)
            return true;
    return p->n_select == 0;
}

struct plan *plan_of_column(struct arena *a, uint32_t column)
{
    struct plan *p = ARENA_NEW(a, struct plan);
    plan_select(p, operand_column(column));
    return p;
}
