/* differ_from.c: FROM, its tables and the conditions of its joins. */
#include "diagnosis/differ.h"

static void flatten_from(struct arena *a, struct term *from, struct flat_from *out)
{
    if (from->tag == TERM_ITEM)
        term_list_add(a, &out->items, from);
    if (from->tag != TERM_JOIN)
        return;
    if (str_eq(from->text, STR("inner"))) {
        struct term_list items = term_kids(from->kids[0]);
        for (uint32_t i = 0; i < items.count; i++)
            flatten_from(a, items.items[i], out);
        term_list_append(a, &out->conditions, term_kids(from->kids[1]));
        return;
    }
    flatten_from(a, from->kids[0], out);
    flatten_from(a, from->kids[1], out);
    struct term *on = from->kids[2];
    if (term_is_operator(on, STR("AND")))
        term_list_append(a, &out->conditions, term_kids(on));
    else if (on->tag != TERM_ABSENT)
        term_list_add(a, &out->conditions, on);
    if (!str_eq(from->text, STR("using")))
        term_list_add(a, &out->joins, from);
}

struct flat_from *differ_flatten(struct arena *a, const struct term *from)
{
    struct flat_from *flat = ARENA_NEW(a, struct flat_from);
    flatten_from(a, (struct term *)from, flat);
    return flat;
}

/* Tables */

static void remove_item(struct term_list *list, uint32_t at)
{
    for (uint32_t i = at; i + 1 < list->count; i++)
        list->items[i] = list->items[i + 1];
    list->count--;
}

static uint32_t find_derived(const struct term_list *list, uint32_t from)
{
    while (from < list->count && list->items[from]->kids[0]->tag != TERM_QUERY)
        from++;
    return from;
}

/* Compare derived tables in their order, and take them out of the lists. */
static void diff_derived(struct differ *d, struct leftovers *l)
{
    struct term_list *before = &l->rest[BEFORE], *after = &l->rest[AFTER];
    for (;;) {
        uint32_t i = find_derived(before, 0), k = find_derived(after, 0);
        if (i == before->count || k == after->count)
            return;
        differ_nested(d, before->items[i]->kids[0], after->items[k]->kids[0]);
        remove_item(before, i);
        remove_item(after, k);
    }
}

static void diff_tables(struct differ *d, struct leftovers *l)
{
    const struct term_list *before = &l->rest[BEFORE], *after = &l->rest[AFTER];
    bool single = d->from[BEFORE]->items.count == 1 && d->from[AFTER]->items.count == 1;
    uint32_t n_pairs = before->count == after->count ? before->count : 0;
    for (uint32_t i = 0; i < n_pairs; i++) {
        const struct term *x = before->items[i], *y = after->items[i];
        bool nested = (x->kids[0]->tag == TERM_TABLE) != (y->kids[0]->tag == TERM_TABLE);
        differ_report(d,
                      !single  ? DIFFERENCE_BIT(JOINED_TABLE)
                      : nested ? DIFFERENCE_BIT(NESTING)
                               : DIFFERENCE_BIT(TABLE),
                      x, y);
    }
    differ_report_rest(d, l, n_pairs, DIFFERENCE_BIT(JOINED_TABLE));
}

/* Conditions */

static bool mentions_variable(const struct term *t, uint64_t colour)
{
    bool found = t->variable && t->variable->colour == colour;
    for (uint32_t i = 0; i < t->n_kids && !found; i++)
        found = mentions_variable(t->kids[i], colour);
    return found;
}

static bool mentions_any(const struct term *t, const struct term_list *tables)
{
    for (uint32_t i = 0; i < tables->count; i++)
        if (mentions_variable(t, tables->items[i]->variable->colour))
            return true;
    return false;
}

/* Drop conditions on a table that came or went: the table is reported. */
static void drop_reported(struct leftovers *conditions, const struct leftovers *tables)
{
    for (int side = 0; side < N_SIDES; side++) {
        struct term_list *list = &conditions->rest[side];
        uint32_t n = 0;
        for (uint32_t i = 0; i < list->count; i++)
            if (!mentions_any(list->items[i], &tables->rest[BEFORE]) &&
                !mentions_any(list->items[i], &tables->rest[AFTER]))
                list->items[n++] = list->items[i];
        list->count = n;
    }
}

/* Drop conditions that are in ON on one side and in WHERE on the other. */
static void drop_moved(struct differ *d, struct leftovers *on, struct leftovers *where)
{
    for (int side = 0; side < N_SIDES; side++) {
        struct term_list *p = &on->rest[side], *q = &where->rest[!side];
        uint32_t n = p->count;
        struct leftovers rest = differ_match(d, *p, *q);
        d->moved |= rest.rest[BEFORE].count < n;
        *p = rest.rest[BEFORE];
        *q = rest.rest[AFTER];
    }
}

static void diff_conditions(struct differ *d, struct leftovers *l)
{
    uint32_t n_pairs = differ_pair(d, l, true);
    for (uint32_t i = 0; i < n_pairs; i++) {
        const struct term *x = l->rest[BEFORE].items[i], *y = l->rest[AFTER].items[i];
        if (differ_expr(d, x, y))
            differ_report(d, DIFFERENCE_BIT(JOIN_CONDITION), x, y);
    }
    differ_report_rest(d, l, n_pairs, DIFFERENCE_BIT(JOIN_CONDITION));
}

/* Kinds of joins */

static uint32_t count_joins(const struct flat_from *from, struct str kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < from->joins.count; i++)
        n += str_eq(from->joins.items[i]->text, kind);
    return n;
}

static struct str join_text(const struct differ *d, enum differ_side side)
{
    static const struct {
        struct str kind, text;
    } KINDS[] = {
        {STR_INIT("left"), STR_INIT("LEFT JOIN")},
        {STR_INIT("right"), STR_INIT("RIGHT JOIN")},
        {STR_INIT("full"), STR_INIT("FULL JOIN")},
        {STR_INIT("natural"), STR_INIT("NATURAL JOIN")},
        {STR_INIT("natural left"), STR_INIT("NATURAL LEFT JOIN")},
        {STR_INIT("natural right"), STR_INIT("NATURAL RIGHT JOIN")},
        {STR_INIT("natural full"), STR_INIT("NATURAL FULL JOIN")},
    };
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (count_joins(d->from[side], KINDS[i].kind) > count_joins(d->from[!side], KINDS[i].kind))
            return KINDS[i].text;
    return STR("JOIN");
}

void differ_from(struct differ *d, struct leftovers *where)
{
    const struct flat_from *x = d->from[BEFORE], *y = d->from[AFTER];
    struct leftovers tables = differ_match(d, x->items, y->items);
    struct leftovers on = differ_match(d, x->conditions, y->conditions);
    d->clause = CLAUSE_FROM;
    if (where)
        drop_moved(d, &on, where);
    diff_derived(d, &tables);
    diff_tables(d, &tables);
    drop_reported(&on, &tables);
    diff_conditions(d, &on);
    struct str before = join_text(d, BEFORE), after = join_text(d, AFTER);
    if (x->items.count == y->items.count && !str_eq(before, after))
        differ_report_text(d, DIFFERENCE_BIT(JOIN_KIND), before, after);
}
