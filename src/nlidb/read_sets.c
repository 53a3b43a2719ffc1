/* read_sets.c: "both … and …" and "… but not …": two queries combined. */
#include "nlidb/reading.h"

/* Can no row of one table meet both conditions? */
static bool exclude_each_other(const struct condition *x, const struct condition *y, bool both)
{
    if (x->left.column != y->left.column || x->query || y->query || str_eq(x->value, y->value))
        return false;
    bool ranges = (x->op == COMPARE_GT && y->op == COMPARE_LT) ||
                  (x->op == COMPARE_LT && y->op == COMPARE_GT);
    return (x->op == COMPARE_EQ && (y->op == COMPARE_EQ || y->op == COMPARE_NE)) ||
           (x->op == COMPARE_LIKE && y->op == COMPARE_LIKE) || (both && ranges);
}

static void combine_queries(struct reading *r, uint32_t first, uint32_t second,
                            enum set_operation set)
{
    struct plan *other = ARENA_NEW(r->arena, struct plan);
    *other = *r->plan;
    plan_take_where(other, first);
    plan_take_where(r->plan, second);
    other->n_order = r->plan->n_order = 0;
    other->limit = r->plan->limit = 0;
    r->plan->set = set;
    r->plan->other = other;
}

/* "from Ireland or with a Japanese player": a join would lose the rows without a player, so each
 * side of the OR is a query of its own. */
static bool unite_queries(struct reading *r)
{
    struct plan *p = r->plan;
    uint32_t at = 1;
    while (at < p->n_where &&
           !(p->where[at].or_before && table_of(r, p->where[at].left.column) != r->main &&
             table_of(r, p->where[at - 1].left.column) == r->main))
        at++;
    if (at < p->n_where && main_refers_to(r, table_of(r, p->where[at].left.column)))
        return false;
    if (at >= p->n_where || plan_has_aggregate(p) || p->n_group > 0 || p->n_order > 0)
        return false;
    struct plan *other = ARENA_NEW(r->arena, struct plan);
    *other = *p;
    for (uint32_t i = 0; i < at; i++)
        plan_take_where(other, 0);
    p->n_where = at;
    p->n_tables = other->n_tables = 0;
    p->set = SET_UNION;
    p->other = other;
    return true;
}

void read_sets(struct reading *r)
{
    if (r->other_set != SET_NONE) {
        r->plan->set = r->other_set;
        r->plan->other = plan_of_column(r->arena, r->other_column);
        return;
    }
    /* SELECT * of two different joins has different columns. */
    if (plan_selects_all(r->plan) || unite_queries(r))
        return;
    struct condition *w = r->plan->where;
    bool both = said_within(r, 0, r->count, SAID_BOTH);
    for (uint32_t i = 0; i + 1 < r->plan->n_where; i++) {
        if (!exclude_each_other(&w[i], &w[i + 1], both) || w[i + 1].or_before)
            continue;
        bool main = table_of(r, w[i].left.column) == r->main;
        bool not =
            w[i + 1].op == COMPARE_NE || said_within(r, w[i].place + 1, w[i + 1].place, SAID_NOT);
        if (w[i + 1].op == COMPARE_NE)
            w[i + 1].op = COMPARE_EQ;
        if (not )
            combine_queries(r, i, i + 1, SET_EXCEPT);
        else if (both || !main)
            combine_queries(r, i, i + 1, SET_INTERSECT);
        else
            w[i + 1].or_before = true;
        return;
    }
}
