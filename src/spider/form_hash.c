/* form_hash.c: a hash of each part; parts without an order are summed. */
#include "spider/form_hash.h"

#include "base/hash.h"

/* The columns that a query equates, each with the least column that it equals: it makes no
 * difference which of them is selected. If there is no room for a column, it stands for itself. */
enum { MAX_EQUATED = 32 };

struct equated {
    uint32_t columns[MAX_EQUATED], least[MAX_EQUATED];
    uint32_t count;
};

/* The place of a column in the list, or `count`. */
static uint32_t place_of(const struct equated *q, uint32_t column)
{
    uint32_t i = 0;
    while (i < q->count && q->columns[i] != column)
        i++;
    return i;
}

static uint32_t least_equal(const struct equated *q, uint32_t column)
{
    uint32_t i = place_of(q, column);
    return i < q->count ? q->least[i] : column;
}

static void note_column(struct equated *q, uint32_t column)
{
    if (place_of(q, column) < q->count || q->count == MAX_EQUATED)
        return;
    q->columns[q->count] = q->least[q->count] = column;
    q->count++;
}

static void equate(struct equated *q, uint32_t a, uint32_t b)
{
    note_column(q, a);
    note_column(q, b);
    uint32_t x = least_equal(q, a), y = least_equal(q, b);
    for (uint32_t i = 0; i < q->count; i++)
        if (q->least[i] == x || q->least[i] == y)
            q->least[i] = x < y ? x : y;
}

static bool is_plain(const struct spider_col_unit *u)
{
    return u->agg == SPIDER_AGG_NONE && u->column != SCHEMA_NONE;
}

/* column = column */
static bool equates(const struct spider_term *t)
{
    return t->kind == SPIDER_TERM_COMPARISON && t->op == SPIDER_OP_EQ && !t->negated &&
           t->unit.op == SPIDER_UNIT_NONE && is_plain(&t->unit.a) &&
           t->low.kind == SPIDER_VALUE_COLUMN && is_plain(&t->low.as.column);
}

static void equate_by(struct equated *q, const struct spider_condition *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (equates(&c->terms[i]))
            equate(q, c->terms[i].unit.a.column, c->terms[i].low.as.column.column);
}

static bool has_or(const struct spider_condition *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->terms[i].kind == SPIDER_TERM_OR)
            return true;
    return false;
}

/* The summand of an element in the hash of a set. */
static uint64_t element_hash(uint64_t hash)
{
    return hash_mix(hash + 1);
}

static uint64_t pair_hash(uint64_t a, uint64_t b, bool ordered)
{
    return ordered ? hash_combine(hash_combine(1, a), b) : element_hash(a) + element_hash(b);
}

static uint64_t column_hash(const struct equated *q, const struct spider_col_unit *u)
{
    return hash_combine(u->agg, least_equal(q, u->column));
}

static uint64_t unit_hash(const struct equated *q, const struct spider_val_unit *u)
{
    uint64_t a = column_hash(q, &u->a);
    if (u->op == SPIDER_UNIT_NONE)
        return a;
    bool ordered = u->op == SPIDER_UNIT_MINUS || u->op == SPIDER_UNIT_DIVIDE;
    return hash_combine(u->op, pair_hash(a, column_hash(q, &u->b), ordered));
}

static uint64_t number_hash(double number)
{
    uint64_t bits;
    number += 0.0; /* -0 is 0 */
    memcpy(&bits, &number, sizeof bits);
    return hash_combine(SPIDER_VALUE_NUMBER, bits);
}

/* A column has the same hash as to the left of an operator. */
static uint64_t value_hash(const struct equated *q, const struct spider_value *v)
{
    switch (v->kind) {
    case SPIDER_VALUE_NONE:
        return SPIDER_VALUE_NONE;
    case SPIDER_VALUE_NUMBER:
        return number_hash(v->as.number);
    case SPIDER_VALUE_TEXT:
        return hash_combine(SPIDER_VALUE_TEXT, hash_bytes_nocase(v->as.text));
    case SPIDER_VALUE_COLUMN:
        return column_hash(q, &v->as.column);
    case SPIDER_VALUE_QUERY:
        return hash_combine(SPIDER_VALUE_QUERY, spider_form_hash(v->as.query));
    }
    return SPIDER_VALUE_NONE;
}

/* a < b as b > a, so that only one of the two is left. */
static enum spider_where_op turned(enum spider_where_op op)
{
    return op == SPIDER_OP_LT ? SPIDER_OP_GT : op == SPIDER_OP_LE ? SPIDER_OP_GE : op;
}

static uint64_t comparison_hash(const struct equated *q, const struct spider_term *t)
{
    enum spider_where_op op = turned(t->op);
    uint64_t left = unit_hash(q, &t->unit), right = value_hash(q, &t->low);
    bool ordered = op != SPIDER_OP_EQ && op != SPIDER_OP_NE;
    uint64_t sides =
        op == t->op ? pair_hash(left, right, ordered) : pair_hash(right, left, ordered);
    uint64_t hash = hash_combine((uint64_t)op * 2 + t->negated, sides);
    return t->op == SPIDER_OP_BETWEEN ? hash_combine(hash, value_hash(q, &t->high)) : hash;
}

/* A comparison that equates columns is hashed with these columns, not with the least equal ones. */
static uint64_t comparisons_hash(const struct equated *q, const struct spider_condition *c)
{
    static const struct equated none;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->terms[i].kind == SPIDER_TERM_COMPARISON)
            sum += element_hash(comparison_hash(equates(&c->terms[i]) ? &none : q, &c->terms[i]));
    return sum;
}

/* A join's condition may be in ON or in WHERE. Which side of an OR a comparison is on does
 * not count. */
static uint64_t filter_hash(const struct equated *q, const struct spider_form *f)
{
    uint64_t sum = comparisons_hash(q, &f->on) + comparisons_hash(q, &f->where);
    return hash_combine(sum, has_or(&f->on) || has_or(&f->where));
}

static uint64_t having_hash(const struct equated *q, const struct spider_form *f)
{
    return hash_combine(comparisons_hash(q, &f->having), has_or(&f->having));
}

static uint64_t select_hash(const struct equated *q, const struct spider_form *f)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < f->n_select; i++)
        sum += element_hash(hash_combine(f->select[i].agg, unit_hash(q, &f->select[i].unit)));
    return sum;
}

static uint64_t tables_hash(const struct spider_form *f)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < f->n_tables; i++) {
        const struct spider_table_unit *t = &f->tables[i];
        sum += element_hash(t->query ? hash_combine(1, spider_form_hash(t->query))
                                     : hash_combine(2, t->table));
    }
    return sum;
}

static uint64_t group_hash(const struct equated *q, const struct spider_form *f)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < f->n_group_by; i++)
        sum += element_hash(column_hash(q, &f->group_by[i]));
    return sum;
}

static uint64_t order_hash(const struct equated *q, const struct spider_form *f)
{
    uint64_t hash = f->ordered ? 1 + (uint64_t)f->descending : 0;
    for (uint32_t i = 0; i < f->n_order_by; i++)
        hash = hash_combine(hash, unit_hash(q, &f->order_by[i]));
    return hash;
}

static uint64_t branch_hash(const struct spider_form *f)
{
    return f ? spider_form_hash(f) : 0;
}

uint64_t spider_form_hash(const struct spider_form *f)
{
    struct equated q = {.count = 0};
    equate_by(&q, &f->on);
    if (!has_or(&f->where))
        equate_by(&q, &f->where);
    const uint64_t parts[] = {select_hash(&q, f),
                              tables_hash(f),
                              filter_hash(&q, f),
                              group_hash(&q, f),
                              having_hash(&q, f),
                              order_hash(&q, f),
                              f->limited ? hash_combine(1, (uint64_t)f->limit) : 0,
                              branch_hash(f->intersect),
                              branch_hash(f->union_),
                              branch_hash(f->except)};
    uint64_t hash = 0;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        hash = hash_combine(hash, parts[i]);
    return hash;
}
