/* differ_condition.c: WHERE and HAVING, operand by operand. */
#include "diagnosis/differ.h"

/* WHERE or HAVING as operands of one connective. */
struct condition_pair {
    struct term_list operands;
    bool any; /* OR rather than AND */
};

static struct condition_pair read_condition(struct differ *d, struct term *t, bool split_or)
{
    struct condition_pair c = {0};
    c.any = split_or && term_is_operator(t, STR("OR"));
    if (c.any || term_is_operator(t, STR("AND")))
        c.operands = term_kids(t);
    else if (t->tag != TERM_ABSENT)
        term_list_add(d->arena, &c.operands, t);
    return c;
}

enum { MAX_OPERANDS = 64 /* of each side that are compared */ };

/* Are any two operands about the same? */
static bool share_operand(struct term_list x, struct term_list y)
{
    for (uint32_t i = 0; i < x.count && i < MAX_OPERANDS; i++)
        for (uint32_t k = 0; k < y.count && k < MAX_OPERANDS; k++)
            if (differ_likeness(x.items[i], y.items[k]) > 1)
                return true;
    return false;
}

struct differ_condition differ_read_conditions(struct differ *d, struct term *x, struct term *y)
{
    struct condition_pair p = read_condition(d, x, true), q = read_condition(d, y, true);
    struct differ_condition c = {.any = p.any || q.any};
    bool chains = p.operands.count > 1 && q.operands.count > 1;
    if (p.any != q.any) {
        c.connectives_differ = chains && share_operand(p.operands, q.operands);
        c.before = p.any ? STR("OR") : STR("AND");
        c.after = q.any ? STR("OR") : STR("AND");
        if (!c.connectives_differ) {
            p = read_condition(d, x, false);
            q = read_condition(d, y, false);
            c.any = false;
        }
    }
    c.operands = differ_match(d, p.operands, q.operands);
    return c;
}

/* Is it one of the two comparisons that a BETWEEN of the other side means? */
static bool is_other_bound(const struct leftovers *l, uint32_t n_pairs, enum differ_side side,
                           const struct term *t)
{
    for (uint32_t i = 0; i < n_pairs; i++)
        if (differ_is_bound_of(t, l->rest[!side].items[i]))
            return true;
    return false;
}

void differ_conditions(struct differ *d, struct differ_condition *c)
{
    struct leftovers *l = &c->operands;
    bool replaced = l->rest[BEFORE].count == 1 && l->rest[AFTER].count == 1;
    uint32_t n_pairs = differ_pair(d, l, false);
    if (c->connectives_differ)
        differ_report_text(d, DIFFERENCE_BIT(OPERATOR), c->before, c->after);
    for (uint32_t i = 0; i < n_pairs; i++)
        differ_report_pair(d, l->rest[BEFORE].items[i], l->rest[AFTER].items[i]);
    if (replaced && n_pairs == 0) {
        const struct term *x = l->rest[BEFORE].items[0], *y = l->rest[AFTER].items[0];
        differ_report(d, DIFFERENCE_BIT(CONDITION), x, y);
        return;
    }
    for (enum differ_side side = 0; side < N_SIDES; side++)
        for (uint32_t i = n_pairs; i < l->rest[side].count; i++) {
            const struct term *t = l->rest[side].items[i];
            difference_set kinds = is_other_bound(l, n_pairs, side, t)
                                       ? DIFFERENCE_BIT(OPERATOR)
                                       : differ_lone_condition(d, side, t);
            differ_report(d, kinds, side == BEFORE ? t : NULL, side == BEFORE ? NULL : t);
        }
}
