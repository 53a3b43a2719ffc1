/* hardness.c: difficulty from counts of components, as the official scripts count them.
 *
 * Only the outermost query is counted. Comparisons are the terms at even places of a condition and
 * connectives those at odd places (see spider_term). */
#include "spider/hardness.h"

static int count_or_and_like(const struct spider_condition *c)
{
    int n = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct spider_term *t = &c->terms[i];
        n += i % 2 ? t->kind == SPIDER_TERM_OR
                   : t->kind == SPIDER_TERM_COMPARISON && t->op == SPIDER_OP_LIKE;
    }
    return n;
}

static int count_nested(const struct spider_condition *c)
{
    int n = 0;
    for (uint32_t i = 0; i < c->count; i += 2)
        n += (c->terms[i].low.kind == SPIDER_VALUE_QUERY) +
             (c->terms[i].high.kind == SPIDER_VALUE_QUERY);
    return n;
}

/* WHERE, GROUP BY, ORDER BY, LIMIT, joins, ORs and LIKEs. */
static int clause_components(const struct spider_form *f)
{
    int joins = f->n_tables > 0 ? (int)f->n_tables - 1 : 0;
    return (f->where.count > 0) + (f->n_group_by > 0) + f->ordered + f->limited + joins +
           count_or_and_like(&f->on) + count_or_and_like(&f->where) + count_or_and_like(&f->having);
}

static int nested_components(const struct spider_form *f)
{
    return count_nested(&f->on) + count_nested(&f->where) + count_nested(&f->having) +
           (f->intersect != NULL) + (f->except != NULL) + (f->union_ != NULL);
}

/* Aggregates, and what the scripts count as one: a negated comparison of WHERE or HAVING, and a
 * connective of HAVING. */
static int aggregates(const struct spider_form *f)
{
    int n = 0;
    for (uint32_t i = 0; i < f->n_select; i++)
        n += f->select[i].agg != SPIDER_AGG_NONE;
    for (uint32_t i = 0; i < f->where.count; i += 2)
        n += f->where.terms[i].negated;
    for (uint32_t i = 0; i < f->n_group_by; i++)
        n += f->group_by[i].agg != SPIDER_AGG_NONE;
    for (uint32_t i = 0; i < f->n_order_by; i++)
        n += (f->order_by[i].a.agg != SPIDER_AGG_NONE) + (f->order_by[i].b.agg != SPIDER_AGG_NONE);
    for (uint32_t i = 0; i < f->having.count; i++)
        n += f->having.terms[i].kind != SPIDER_TERM_COMPARISON || f->having.terms[i].negated;
    return n;
}

static int other_components(const struct spider_form *f)
{
    return (aggregates(f) > 1) + (f->n_select > 1) + (f->where.count > 1) + (f->n_group_by > 1);
}

enum hardness spider_hardness(const struct spider_form *f)
{
    int clauses = clause_components(f);
    int nested = nested_components(f);
    int others = other_components(f);
    if (nested == 0) {
        if (clauses <= 1 && others == 0)
            return HARDNESS_EASY;
        if ((others <= 2 && clauses <= 1) || (clauses <= 2 && others < 2))
            return HARDNESS_MEDIUM;
        if ((others > 2 && clauses <= 2) || (clauses == 3 && others <= 2))
            return HARDNESS_HARD;
    } else if (clauses <= 1 && others == 0 && nested == 1) {
        return HARDNESS_HARD;
    }
    return HARDNESS_EXTRA;
}

struct str hardness_name(enum hardness h)
{
    static const struct str NAMES[N_HARDNESS] = {STR_INIT("easy"), STR_INIT("medium"),
                                                 STR_INIT("hard"), STR_INIT("extra")};
    return NAMES[h];
}
