/* differ_query.c: queries, clause by clause. */
#include "diagnosis/differ.h"

/* The places of the children of TERM_SELECT and TERM_QUERY, as canon_query.c makes them. */
enum { SELECT_RESULTS, SELECT_FROM, SELECT_WHERE, SELECT_GROUP_BY, SELECT_HAVING, SELECT_ORDER_BY };
enum { QUERY_WITH, QUERY_BODY, QUERY_ORDER_BY, QUERY_LIMIT, QUERY_OFFSET };

/* Lists of columns */

void differ_report_rest(struct differ *d, const struct leftovers *l, uint32_t from,
                        difference_set kinds)
{
    for (enum differ_side side = 0; side < N_SIDES; side++)
        for (uint32_t i = from; i < l->rest[side].count; i++) {
            const struct term *t = l->rest[side].items[i];
            differ_report(d, kinds ? kinds : differ_lone_column(d, side, t),
                          side == BEFORE ? t : NULL, side == BEFORE ? NULL : t);
        }
}

/* Items of SELECT and GROUP BY. `lone` are the kinds if only one side has the clause. */
static void diff_columns(struct differ *d, struct term_list x, struct term_list y,
                         difference_set lone)
{
    struct leftovers l = differ_match(d, x, y);
    uint32_t n_pairs = differ_pair(d, &l, true);
    for (uint32_t i = 0; i < n_pairs; i++)
        differ_report_pair(d, l.rest[BEFORE].items[i], l.rest[AFTER].items[i]);
    differ_report_rest(d, &l, n_pairs, x.count == 0 || y.count == 0 ? lone : 0);
}

/* The results of a SELECT; those of a compound are each in a TERM_RESULT. */
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

/* SELECT */

static void enter_core(struct differ *d, const struct term *x, const struct term *y)
{
    d->from[BEFORE] = differ_flatten(d->arena, x->kids[SELECT_FROM]);
    d->from[AFTER] = differ_flatten(d->arena, y->kids[SELECT_FROM]);
}

static void diff_select(struct differ *d, const struct term *x, const struct term *y)
{
    struct differ_condition where =
        differ_read_conditions(d, x->kids[SELECT_WHERE], y->kids[SELECT_WHERE]);
    diff_distinct(d, x, y);
    d->clause = CLAUSE_SELECT;
    diff_columns(d, results_of(d, x), results_of(d, y), 0);
    differ_from(d, where.any ? NULL : &where.operands);
    d->clause = CLAUSE_WHERE;
    differ_conditions(d, &where);
    d->clause = CLAUSE_GROUP_BY;
    diff_columns(d, term_kids(x->kids[SELECT_GROUP_BY]), term_kids(y->kids[SELECT_GROUP_BY]),
                 DIFFERENCE_BIT(GROUPING));
    d->clause = CLAUSE_HAVING;
    struct differ_condition having =
        differ_read_conditions(d, x->kids[SELECT_HAVING], y->kids[SELECT_HAVING]);
    differ_conditions(d, &having);
}

/* Bodies */

void differ_body(struct differ *d, const struct term *x, const struct term *y)
{
    if (term_same(x, y))
        return;
    if (x->tag == TERM_COMPOUND && y->tag == TERM_COMPOUND) {
        differ_compounds(d, x, y);
    } else if (x->tag == TERM_COMPOUND) {
        differ_compound_alone(d, AFTER, y, x);
    } else if (y->tag == TERM_COMPOUND) {
        differ_compound_alone(d, BEFORE, x, y);
    } else if (x->tag == TERM_SELECT && y->tag == TERM_SELECT) {
        enter_core(d, x, y);
        diff_select(d, x, y);
        d->from[BEFORE] = d->from[AFTER] = NULL;
    } else {
        d->clause = CLAUSE_QUERY;
        differ_report(d, DIFFERENCE_BIT(EXPRESSION), x, y);
    }
}

/* ORDER BY */

static struct term_list order_of(const struct term *query)
{
    const struct term *body = query->kids[QUERY_BODY];
    return term_kids(body->tag == TERM_SELECT ? body->kids[SELECT_ORDER_BY]
                                              : query->kids[QUERY_ORDER_BY]);
}

static bool same_sequence(struct term_list x, struct term_list y)
{
    for (uint32_t i = 0; i < x.count && i < y.count; i++)
        if (!term_same(x.items[i], y.items[i]))
            return false;
    return x.count == y.count;
}

/* The sources of the terms, with commas between. */
static struct str sequence_text(struct differ *d, enum differ_side side, struct term_list list)
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
    differ_report_rest(d, &l, n_pairs, DIFFERENCE_BIT(ORDERING));
}

/* Columns in ORDER BY of a single SELECT belong to its FROM. */
static void diff_query_order(struct differ *d, const struct term *x, const struct term *y)
{
    const struct term *p = x->kids[QUERY_BODY], *q = y->kids[QUERY_BODY];
    if (p->tag == TERM_SELECT && q->tag == TERM_SELECT)
        enter_core(d, p, q);
    diff_order(d, order_of(x), order_of(y));
    d->from[BEFORE] = d->from[AFTER] = NULL;
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
    differ_report_rest(d, &l, n_pairs, DIFFERENCE_BIT(NESTING));
}

void differ_query(struct differ *d, const struct term *x, const struct term *y)
{
    diff_with(d, term_kids(x->kids[QUERY_WITH]), term_kids(y->kids[QUERY_WITH]));
    differ_body(d, x->kids[QUERY_BODY], y->kids[QUERY_BODY]);
    diff_query_order(d, x, y);
    diff_limit(d, x->kids[QUERY_LIMIT], y->kids[QUERY_LIMIT], "");
    diff_limit(d, x->kids[QUERY_OFFSET], y->kids[QUERY_OFFSET], "OFFSET ");
}

void differ_nested(struct differ *d, const struct term *x, const struct term *y)
{
    if (term_same(x, y))
        return;
    const struct differ outer = *d;
    struct str name = sql_clause_name(d->clause);
    d->path = arena_printf(d->arena, "%.*s%s%.*s", STR_ARG(outer.path), outer.path.len ? " > " : "",
                           STR_ARG(name));
    d->depth++;
    d->from[BEFORE] = d->from[AFTER] = NULL;
    differ_query(d, x, y);
    d->path = outer.path;
    d->depth = outer.depth;
    d->clause = outer.clause;
    d->from[BEFORE] = outer.from[BEFORE];
    d->from[AFTER] = outer.from[AFTER];
}
