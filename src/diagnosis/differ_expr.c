/* differ_expr.c: how two expressions differ.
 *
 * Two comparisons are compared by subject, operator and value, however they are written. The
 * argument of an aggregate function matters only if both sides name a column. */
#include "diagnosis/differ.h"

enum { MAX_LEVEL = 200 /* nested expressions that are compared */ };

/* Aggregate functions */

/* The argument of an aggregate, or NULL for `count(*)`. Any other term itself. */
static const struct term *aggregated(const struct term *t)
{
    if (!differ_is_aggregate(t))
        return t;
    return t->kids[0]->n_kids > 0 ? t->kids[0]->kids[0] : NULL;
}

/* Two calls of one aggregate function, which have the same number of arguments. */
static difference_set diff_aggregate_calls(struct differ *d, const struct term *x,
                                           const struct term *y)
{
    difference_set kinds = differ_expr(d, x->kids[0], y->kids[0]);
    return term_same(x->kids[1], y->kids[1]) ? kinds : kinds | DIFFERENCE_BIT(CONDITION);
}

/* One of the two is an aggregate. `count(*)` has no column that could differ. */
static difference_set diff_aggregates(struct differ *d, const struct term *x, const struct term *y)
{
    const struct term *p = aggregated(x), *q = aggregated(y);
    bool both = differ_is_aggregate(x) && differ_is_aggregate(y);
    if (both && str_eq(x->text, y->text) && x->kids[0]->n_kids == y->kids[0]->n_kids)
        return diff_aggregate_calls(d, x, y);
    return DIFFERENCE_BIT(AGGREGATE) | (p && q ? differ_expr(d, p, q) : 0);
}

/* Comparisons */

struct expr_pair {
    struct str op;
    const struct term *subject, *value, *high; /* high: of BETWEEN, else NULL */
};

static struct str flip_operator(struct str op)
{
    static const char *const PAIRS[][2] = {{"<", ">"}, {"<=", ">="}};
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
        for (int k = 0; k < 2; k++)
            if (str_eq(op, str_from(PAIRS[i][k])))
                return str_from(PAIRS[i][!k]);
    return op;
}

static const char COMPARISONS[] = "= != < <= IS LIKE GLOB MATCH REGEXP";

static struct expr_pair flip_comparison(struct expr_pair c)
{
    return (struct expr_pair){flip_operator(c.op), c.value, c.subject, c.high};
}

/* If only one operand is neither a value nor a query, it is the subject. */
static bool read_comparison(const struct term *t, struct expr_pair *out)
{
    if (t->tag == TERM_BETWEEN) {
        *out = (struct expr_pair){STR("BETWEEN"), t->kids[0], t->kids[1], t->kids[2]};
        return true;
    }
    if (t->tag == TERM_IN) {
        *out = (struct expr_pair){STR("IN"), t->kids[0], t->kids[1], NULL};
        return true;
    }
    if (t->tag != TERM_OPERATOR || t->n_kids < 2 || !str_among(t->text, COMPARISONS))
        return false;
    *out = (struct expr_pair){t->text, t->kids[0], t->kids[1], NULL};
    if (differ_is_value(out->subject) ||
        (out->subject->tag == TERM_QUERY && !differ_is_value(out->value)))
        *out = flip_comparison(*out);
    return true;
}

/* How the two values differ. If the operators do, values such as 'x' and '%x%' may differ for that
 * reason only, and are not reported. */
static difference_set diff_compared(struct differ *d, const struct expr_pair *x,
                                    const struct expr_pair *y)
{
    bool set = x->value->tag == TERM_SET || y->value->tag == TERM_SET;
    bool values = (set || differ_is_value(x->value)) && (set || differ_is_value(y->value));
    bool query = x->value->tag == TERM_QUERY || y->value->tag == TERM_QUERY;
    if (values && !query)
        return str_eq(x->op, y->op) ? DIFFERENCE_BIT(VALUE) : 0;
    return differ_expr(d, x->value, y->value);
}

static difference_set diff_comparisons(struct differ *d, struct expr_pair x, struct expr_pair y)
{
    if (term_same(x.subject, y.value) || term_same(x.value, y.subject))
        if (!term_same(x.subject, y.subject) && !term_same(x.value, y.value) && !y.high)
            y = flip_comparison(y);
    difference_set kinds = str_eq(x.op, y.op) ? 0 : DIFFERENCE_BIT(OPERATOR);
    kinds |= differ_expr(d, x.subject, y.subject);
    if (!term_same(x.value, y.value))
        kinds |= diff_compared(d, &x, &y);
    if (x.high && y.high)
        kinds |= differ_expr(d, x.high, y.high);
    return kinds;
}

/* The rest */

/* The main argument of a function that is not an aggregate: the first that is not a value. */
static const struct term *wrapped(const struct term *t)
{
    if (t->tag == TERM_CAST || t->tag == TERM_COLLATE)
        return t->kids[0];
    if (t->tag != TERM_CALL || t->kids[0]->n_kids == 0)
        return NULL;
    const struct term *args = t->kids[0];
    uint32_t i = 0;
    while (i + 1 < args->n_kids && differ_is_value(args->kids[i]))
        i++;
    return args->kids[i];
}

/* The operands of one operator or function. */
static difference_set diff_kids(struct differ *d, const struct term *x, const struct term *y)
{
    difference_set kinds = 0;
    if (!x->bag && x->n_kids == y->n_kids) {
        for (uint32_t i = 0; i < x->n_kids; i++)
            kinds |= differ_expr(d, x->kids[i], y->kids[i]);
        return kinds;
    }
    struct leftovers l = differ_match(d, term_kids(x), term_kids(y));
    uint32_t n_pairs = differ_pair(d, &l, true);
    for (uint32_t i = 0; i < n_pairs; i++)
        kinds |= differ_expr(d, l.rest[BEFORE].items[i], l.rest[AFTER].items[i]);
    if (x->n_kids != y->n_kids)
        kinds |= DIFFERENCE_BIT(EXPRESSION);
    return kinds;
}

bool differ_is_bound_of(const struct term *t, const struct term *between)
{
    struct expr_pair c;
    return between->tag == TERM_BETWEEN && t->tag == TERM_OPERATOR && read_comparison(t, &c) &&
           term_same(c.subject, between->kids[0]);
}

/* Is it a = 1 OR a = 2, another way to write a IN (1, 2)? */
static bool spells_out(const struct term *chain, const struct term *in)
{
    struct expr_pair c;
    if (in->tag != TERM_IN || !term_is_operator(chain, STR("OR")))
        return false;
    for (uint32_t i = 0; i < chain->n_kids; i++)
        if (!read_comparison(chain->kids[i], &c) || !term_same(c.subject, in->kids[0]))
            return false;
    return true;
}

/* At least one is a chain of AND or OR. */
static difference_set diff_connectives(struct differ *d, const struct term *x, const struct term *y)
{
    struct term *alone[] = {(struct term *)x, (struct term *)y};
    struct term_list p = differ_is_connective(x) ? term_kids(x) : (struct term_list){&alone[0], 1};
    struct term_list q = differ_is_connective(y) ? term_kids(y) : (struct term_list){&alone[1], 1};
    if (spells_out(x, y) || spells_out(y, x))
        return DIFFERENCE_BIT(OPERATOR);
    struct leftovers l = differ_match(d, p, q);
    difference_set kinds = 0;
    if (differ_is_connective(x) && differ_is_connective(y) && !str_eq(x->text, y->text))
        kinds |= DIFFERENCE_BIT(OPERATOR);
    uint32_t n_pairs = differ_pair(d, &l, false);
    for (uint32_t i = 0; i < n_pairs; i++)
        kinds |= differ_expr(d, l.rest[BEFORE].items[i], l.rest[AFTER].items[i]);
    if (l.rest[BEFORE].count > n_pairs || l.rest[AFTER].count > n_pairs)
        kinds |= DIFFERENCE_BIT(CONDITION);
    return kinds;
}

static difference_set diff_functions(struct differ *d, const struct term *x, const struct term *y)
{
    const struct term *p = wrapped(x) ? wrapped(x) : x, *q = wrapped(y) ? wrapped(y) : y;
    return DIFFERENCE_BIT(FUNCTION) | (p != x || q != y ? differ_expr(d, p, q) : 0);
}

static difference_set diff_negated(struct differ *d, const struct term *x, const struct term *y)
{
    bool not_x = term_is_operator(x, STR("NOT")), not_y = term_is_operator(y, STR("NOT"));
    difference_set kinds = not_x == not_y ? 0 : DIFFERENCE_BIT(OPERATOR);
    return kinds | differ_expr(d, not_x ? x->kids[0] : x, not_y ? y->kids[0] : y);
}

static difference_set diff_others(struct differ *d, const struct term *x, const struct term *y)
{
    struct expr_pair p, q;
    if (differ_is_connective(x) || differ_is_connective(y))
        return diff_connectives(d, x, y);
    if (read_comparison(x, &p) && read_comparison(y, &q))
        return diff_comparisons(d, p, q);
    if (x->tag == y->tag && str_eq(x->text, y->text) && x->n_kids > 0)
        return diff_kids(d, x, y);
    if (x->tag == TERM_OPERATOR && y->tag == TERM_OPERATOR)
        return DIFFERENCE_BIT(OPERATOR) | diff_kids(d, x, y);
    if (wrapped(x) || wrapped(y))
        return diff_functions(d, x, y);
    return DIFFERENCE_BIT(EXPRESSION);
}

static difference_set diff_ordered(struct differ *d, const struct term *x, const struct term *y)
{
    difference_set kinds = differ_expr(d, x->kids[0], y->kids[0]);
    return str_eq(x->text, y->text) ? kinds : kinds | DIFFERENCE_BIT(DIRECTION);
}

static difference_set diff_different(struct differ *d, const struct term *x, const struct term *y)
{
    if (x->tag == TERM_QUERY && y->tag == TERM_QUERY) {
        differ_nested(d, x, y);
        return 0;
    }
    if (x->tag == TERM_QUERY || y->tag == TERM_QUERY)
        return DIFFERENCE_BIT(NESTING);
    if (x->tag == TERM_ORDER && y->tag == TERM_ORDER)
        return diff_ordered(d, x, y);
    if (term_is_operator(x, STR("NOT")) || term_is_operator(y, STR("NOT")))
        return diff_negated(d, x, y);
    if (differ_is_column(x) && differ_is_column(y))
        return differ_columns(d, x, y);
    if (differ_is_value(x) && differ_is_value(y))
        return DIFFERENCE_BIT(VALUE);
    if (differ_is_aggregate(x) || differ_is_aggregate(y))
        return diff_aggregates(d, x, y);
    return diff_others(d, x, y);
}

difference_set differ_expr(struct differ *d, const struct term *x, const struct term *y)
{
    if (term_same(x, y))
        return 0;
    if (d->level == MAX_LEVEL)
        return DIFFERENCE_BIT(EXPRESSION);
    d->level++;
    difference_set kinds = diff_different(d, x, y);
    d->level--;
    return kinds;
}
