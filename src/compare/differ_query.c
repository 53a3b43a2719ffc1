/* differ_query.c: queries, clause by clause. */
#include "compare/differ.h"

/* The places of the children of TERM_SELECT and TERM_QUERY, as canon_query.c makes them. */
enum { SELECT_RESULTS, SELECT_FROM, SELECT_WHERE, SELECT_GROUP_BY, SELECT_HAVING, SELECT_ORDER_BY };
enum { QUERY_WITH, QUERY_BODY, QUERY_ORDER_BY, QUERY_LIMIT, QUERY_OFFSET };

/* Lists of columns */

/* What one side has and the other has not. */
static void report_lone(struct differ *d, const struct leftovers *l, uint32_t from,
                        difference_set kinds)
{
    for (uint32_t i = from; i < l->rest[BEFORE].count; i++) {
        const struct term *t = l->rest[BEFORE].items[i];
        differ_report(d, kinds ? kinds : differ_lone_column(d, BEFORE, t), t, NULL);
    }
    for (uint32_t i = from; i < l->rest[AFTER].count; i++) {
        const struct term *t = l->rest[AFTER].items[i];
        differ_report(d, kinds ? kinds : differ_lone_column(d, AFTER, t), NULL, t);
    }
}

/* Items of SELECT and GROUP BY. `lone` are the kinds where the clause is on one side only. */
static void diff_columns(struct differ *d, struct term_list x, struct term_list y,
                         difference_set lone)
{
    struct leftovers l = differ_match(d, x, y);
    uint32_t n_pairs = differ_pair(d, &l, true);
    for (uint32_t i = 0; i < n_pairs; i++)
        differ_report_pair(d, l.rest[BEFORE].items[i], l.rest[AFTER].items[i]);
    report_lone(d, &l, n_pairs, x.count == 0 || y.count == 0 ? lone : 0);
}

/* The results of a SELECT; those of a compound stand in a TERM_RESULT each. */
static struct term_list results_of(struct differ *d, const struct term *select)
{
    const struct term *list = select->kids[SELECT_RESULTS];
    struct term_list results = {0};
    for (uint32_t i = 0; i < list->n_kids; i++) {
        bool numbered = list->kids[i]->tag == TERM_RESULT;
        term_list_add(d->arena, &results, numbered ? list->kids[i]->kids[0] : list->kids[i]);
    }
    return results;
}

static void diff_distinct(struct differ *d, const struct term *x, const struct term *y)
{
    if (str_eq(x->text, y->text))
        return;
    d->clause = CLAUSE_DISTINCT;
    differ_report_text(d, DIFFERENCE_BIT(DISTINCT), x->text.len ? STR("DISTINCT") : STR(""),
                       y->text.len ? STR("DISTINCT") : STR(""));
}

/* Conditions */

/* WHERE or HAVING as operands of one connective. */
struct condition {
    struct term_list operands;
    bool any; /* OR rather than AND */
};

static struct condition read_condition(struct differ *d, struct term *t, bool split_or)
{
    struct condition c = {0};
    c.any = split_or && term_is_operator(t, STR("OR"));
    if (c.any || term_is_operator(t, STR("AND")))
        c.operands = term_kids(t);
    else if (t->tag != TERM_ABSENT)
        term_list_add(d->arena, &c.operands, t);
    return c;
}

static bool share_operand(struct term_list x, struct term_list y)
{
    for (uint32_t i = 0; i < x.count && i < 64; i++)
        for (uint32_t k = 0; k < y.count && k < 64; k++)
            if (differ_likeness(x.items[i], y.items[k]) > 1)
                return true;
    return false;
}

/* Both as operands: of OR where both are, or where the one joins by OR what the other joins by
 * AND, which is a difference in itself. */
struct conditions {
    struct leftovers operands;
    bool any; /* not all of them are operands of AND */
    bool connectives_differ;
    struct str before, after; /* the connectives */
};

static struct conditions read_conditions(struct differ *d, struct term *x, struct term *y)
{
    struct condition p = read_condition(d, x, true), q = read_condition(d, y, true);
    struct conditions c = {.any = p.any || q.any};
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

/* Is it one of the two comparisons that BETWEEN stands for on the other side? */
static bool is_other_bound(const struct leftovers *l, uint32_t n_pairs, enum side side,
                           const struct term *t)
{
    for (uint32_t i = 0; i < n_pairs; i++)
        if (differ_is_bound_of(t, l->rest[!side].items[i]))
            return true;
    return false;
}

static void diff_conditions(struct differ *d, struct conditions *c)
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
    for (int side = 0; side < N_SIDES; side++)
        for (uint32_t i = n_pairs; i < l->rest[side].count; i++) {
            const struct term *t = l->rest[side].items[i];
            difference_set kinds = is_other_bound(l, n_pairs, side, t)
                                       ? DIFFERENCE_BIT(OPERATOR)
                                       : differ_lone_condition(d, side, t);
            differ_report(d, kinds, side == BEFORE ? t : NULL, side == BEFORE ? NULL : t);
        }
}

/* SELECT */

static void enter_core(struct differ *d, const struct term *x, const struct term *y)
{
    d->from[BEFORE] = differ_flatten(d->arena, x->kids[SELECT_FROM]);
    d->from[AFTER] = differ_flatten(d->arena, y->kids[SELECT_FROM]);
}

static void leave_core(struct differ *d)
{
    d->from[BEFORE] = d->from[AFTER] = NULL;
}

static void diff_select(struct differ *d, const struct term *x, const struct term *y)
{
    struct conditions where = read_conditions(d, x->kids[SELECT_WHERE], y->kids[SELECT_WHERE]);
    diff_distinct(d, x, y);
    d->clause = CLAUSE_SELECT;
    diff_columns(d, results_of(d, x), results_of(d, y), 0);
    differ_from(d, where.any ? NULL : &where.operands);
    d->clause = CLAUSE_WHERE;
    diff_conditions(d, &where);
    d->clause = CLAUSE_GROUP_BY;
    diff_columns(d, term_kids(x->kids[SELECT_GROUP_BY]), term_kids(y->kids[SELECT_GROUP_BY]),
                 DIFFERENCE_BIT(GROUPING));
    d->clause = CLAUSE_HAVING;
    struct conditions having = read_conditions(d, x->kids[SELECT_HAVING], y->kids[SELECT_HAVING]);
    diff_conditions(d, &having);
}

/* Set operations */

static void diff_body(struct differ *d, const struct term *x, const struct term *y);

static struct str upper(struct arena *a, struct str s)
{
    char *out = arena_alloc(a, s.len);
    for (size_t i = 0; i < s.len; i++)
        out[i] = s.ptr[i] >= 'a' && s.ptr[i] <= 'z' ? (char)(s.ptr[i] - 'a' + 'A') : s.ptr[i];
    return (struct str){out, s.len};
}

/* "UNION SELECT …" */
static struct str part_text(struct differ *d, enum side side, const struct term *compound,
                            const struct term *part)
{
    struct str text = differ_text(d, side, part), op = upper(d->arena, compound->text);
    return arena_printf(d->arena, "%.*s %.*s", STR_ARG(op), STR_ARG(text));
}

enum { SAME_CLAUSE = 100 /* more than clauses that differ have in common */ };

static uint32_t body_likeness(const struct term *x, const struct term *y)
{
    if (x->tag != TERM_SELECT || y->tag != TERM_SELECT)
        return x->tag == y->tag;
    uint32_t likeness = 1;
    for (uint32_t i = 0; i < x->n_kids; i++)
        likeness += term_same(x->kids[i], y->kids[i]) ? SAME_CLAUSE
                                                      : differ_likeness(x->kids[i], y->kids[i]);
    return likeness;
}

static uint32_t most_like(struct term_list parts, const struct term *t)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < parts.count; i++)
        if (body_likeness(parts.items[i], t) > body_likeness(parts.items[best], t))
            best = i;
    return best;
}

static void report_part(struct differ *d, enum side side, const struct term *compound,
                        const struct term *part)
{
    d->clause = CLAUSE_SET_OPERATION;
    struct str text = part_text(d, side, compound, part);
    differ_report_text(d, DIFFERENCE_BIT(SET_OPERATION), side == BEFORE ? text : STR(""),
                       side == BEFORE ? STR("") : text);
}

static struct term_list in_source_order(struct differ *d, const struct term *compound)
{
    return differ_match(d, term_kids(compound), (struct term_list){0}).rest[BEFORE];
}

/* One query on one side, several on the other: the one most like it, and the rest. */
static void diff_alone(struct differ *d, enum side alone, const struct term *t,
                       const struct term *compound)
{
    struct term_list list = in_source_order(d, compound);
    uint32_t like = most_like(list, t);
    diff_body(d, alone == BEFORE ? t : list.items[like], alone == BEFORE ? list.items[like] : t);
    for (uint32_t i = 0; i < list.count; i++)
        if (i != like)
            report_part(d, !alone, compound, list.items[i]);
}

static struct str enter_part(struct differ *d, const struct term *compound, uint32_t number)
{
    struct str outer = d->path, op = upper(d->arena, compound->text);
    if (number > 0)
        d->path = arena_printf(d->arena, "%.*s%spart %u of %.*s", STR_ARG(outer),
                               outer.len ? " > " : "", number + 1, STR_ARG(op));
    return outer;
}

/* The parts of two set operations in the order of the first; those of EXCEPT by their places. */
static void diff_parts(struct differ *d, const struct term *x, const struct term *y)
{
    bool ordered = !x->bag || !y->bag;
    struct leftovers l = {{in_source_order(d, x), in_source_order(d, y)}};
    if (!ordered)
        l = differ_match(d, term_kids(x), term_kids(y));
    uint32_t n_done = 0, n_before = l.rest[BEFORE].count;
    for (; n_done < n_before && n_done < l.rest[AFTER].count; n_done++) {
        struct term **after = l.rest[AFTER].items + n_done;
        struct term_list open = {after, l.rest[AFTER].count - n_done};
        uint32_t like = ordered ? 0 : most_like(open, l.rest[BEFORE].items[n_done]);
        struct term *chosen = after[like];
        after[like] = after[0];
        struct str outer = enter_part(d, x, n_done);
        diff_body(d, l.rest[BEFORE].items[n_done], chosen);
        d->path = outer;
    }
    for (uint32_t i = n_done; i < n_before; i++)
        report_part(d, BEFORE, x, l.rest[BEFORE].items[i]);
    for (uint32_t i = n_done; i < l.rest[AFTER].count; i++)
        report_part(d, AFTER, y, l.rest[AFTER].items[i]);
}

static void diff_compounds(struct differ *d, const struct term *x, const struct term *y)
{
    if (!str_eq(x->text, y->text)) {
        d->clause = CLAUSE_SET_OPERATION;
        differ_report_text(d, DIFFERENCE_BIT(SET_OPERATION), upper(d->arena, x->text),
                           upper(d->arena, y->text));
    }
    diff_parts(d, x, y);
}

static void diff_body(struct differ *d, const struct term *x, const struct term *y)
{
    if (term_same(x, y))
        return;
    if (x->tag == TERM_COMPOUND && y->tag == TERM_COMPOUND) {
        diff_compounds(d, x, y);
    } else if (x->tag == TERM_COMPOUND) {
        diff_alone(d, AFTER, y, x);
    } else if (y->tag == TERM_COMPOUND) {
        diff_alone(d, BEFORE, x, y);
    } else if (x->tag == TERM_SELECT && y->tag == TERM_SELECT) {
        enter_core(d, x, y);
        diff_select(d, x, y);
        leave_core(d);
    } else {
        d->clause = CLAUSE_QUERY;
        differ_report(d, DIFFERENCE_BIT(EXPRESSION), x, y);
    }
}

/* ORDER BY */

static struct term_list order_of(const struct term *query)
{
    const struct term *body = query->kids[QUERY_BODY];
    const struct term *order =
        body->tag == TERM_SELECT ? body->kids[SELECT_ORDER_BY] : query->kids[QUERY_ORDER_BY];
    return term_kids(order);
}

static bool same_sequence(struct term_list x, struct term_list y)
{
    for (uint32_t i = 0; i < x.count && i < y.count; i++)
        if (!term_same(x.items[i], y.items[i]))
            return false;
    return x.count == y.count;
}

/* Every term has its source, and what stands between two is a comma. */
static struct str sequence_text(struct differ *d, enum side side, struct term_list list)
{
    struct str text = STR("");
    for (uint32_t i = 0; i < list.count && text.len < DIAGNOSIS_MAX_TEXT; i++) {
        struct str item = differ_text(d, side, list.items[i]);
        text = arena_printf(d->arena, "%.*s%s%.*s", STR_ARG(text), i ? ", " : "", STR_ARG(item));
    }
    return differ_tidy(d->arena, text);
}

static void diff_order(struct differ *d, struct term_list x, struct term_list y)
{
    d->clause = CLAUSE_ORDER_BY;
    if (same_sequence(x, y))
        return;
    struct leftovers l = differ_match(d, x, y);
    if (l.rest[BEFORE].count + l.rest[AFTER].count == 0) {
        differ_report_text(d, DIFFERENCE_BIT(ORDERING), sequence_text(d, BEFORE, x),
                           sequence_text(d, AFTER, y));
        return;
    }
    uint32_t n_pairs = differ_pair(d, &l, true);
    for (uint32_t i = 0; i < n_pairs; i++)
        differ_report_pair(d, l.rest[BEFORE].items[i], l.rest[AFTER].items[i]);
    report_lone(d, &l, n_pairs, DIFFERENCE_BIT(ORDERING));
}

/* Columns in ORDER BY of a single SELECT belong to its FROM. */
static void diff_query_order(struct differ *d, const struct term *x, const struct term *y)
{
    const struct term *p = x->kids[QUERY_BODY], *q = y->kids[QUERY_BODY];
    if (p->tag == TERM_SELECT && q->tag == TERM_SELECT)
        enter_core(d, p, q);
    diff_order(d, order_of(x), order_of(y));
    leave_core(d);
}

/* The rest */

static void diff_limit(struct differ *d, const struct term *x, const struct term *y,
                       const char *word)
{
    if (term_same(x, y))
        return;
    struct str before = differ_text(d, BEFORE, x->tag == TERM_ABSENT ? NULL : x);
    struct str after = differ_text(d, AFTER, y->tag == TERM_ABSENT ? NULL : y);
    if (before.len)
        before = arena_printf(d->arena, "%s%.*s", word, STR_ARG(before));
    if (after.len)
        after = arena_printf(d->arena, "%s%.*s", word, STR_ARG(after));
    d->clause = CLAUSE_LIMIT;
    differ_report_text(d, DIFFERENCE_BIT(LIMIT), before, after);
}

static void diff_with(struct differ *d, struct term_list x, struct term_list y)
{
    struct leftovers l = differ_match(d, x, y);
    uint32_t n_before = l.rest[BEFORE].count, n_after = l.rest[AFTER].count;
    uint32_t n_pairs = n_before == n_after ? n_before : 0;
    d->clause = CLAUSE_WITH;
    for (uint32_t i = 0; i < n_pairs; i++)
        differ_nested(d, l.rest[BEFORE].items[i]->kids[0], l.rest[AFTER].items[i]->kids[0]);
    report_lone(d, &l, n_pairs, DIFFERENCE_BIT(NESTING));
}

void differ_query(struct differ *d, const struct term *x, const struct term *y)
{
    diff_with(d, term_kids(x->kids[QUERY_WITH]), term_kids(y->kids[QUERY_WITH]));
    diff_body(d, x->kids[QUERY_BODY], y->kids[QUERY_BODY]);
    diff_query_order(d, x, y);
    diff_limit(d, x->kids[QUERY_LIMIT], y->kids[QUERY_LIMIT], "");
    diff_limit(d, x->kids[QUERY_OFFSET], y->kids[QUERY_OFFSET], "OFFSET ");
}

void differ_nested(struct differ *d, const struct term *x, const struct term *y)
{
    if (term_same(x, y))
        return;
    struct differ outer = *d;
    struct str name = sql_clause_name(d->clause);
    d->path = arena_printf(d->arena, "%.*s%s%.*s", STR_ARG(outer.path), outer.path.len ? " > " : "",
                           STR_ARG(name));
    d->depth++;
    leave_core(d);
    differ_query(d, x, y);
    d->path = outer.path;
    d->depth = outer.depth;
    d->clause = outer.clause;
    d->from[BEFORE] = outer.from[BEFORE];
    d->from[AFTER] = outer.from[AFTER];
}
