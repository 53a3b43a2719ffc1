/* differ_column.c: columns and aggregate functions, and what follows from a table that only one
 * side reads. */
#include "diagnosis/canon.h"
#include "diagnosis/differ.h"
#include "sql/builtins.h"

#include <stdlib.h>

/* Columns */

bool differ_is_column(const struct term *t)
{
    return t->tag == TERM_COLUMN || t->tag == TERM_ROWID || t->tag == TERM_STAR;
}

static bool reads_table(const struct flat_from *from, uint64_t colour)
{
    for (uint32_t i = 0; i < from->items.count; i++)
        if (from->items.items[i]->variable->colour == colour)
            return true;
    return false;
}

/* Is it a column of a table that this side reads here and the other does not? */
static bool is_foreign_column(const struct differ *d, enum differ_side side, const struct term *t)
{
    const struct flat_from *own = d->from[side], *other = d->from[!side];
    if (!own || !other || !t->variable)
        return false;
    return reads_table(own, t->variable->colour) && !reads_table(other, t->variable->colour);
}

/* Counts the columns below `t` of which the other side could have had the same. */
static uint32_t count_native(const struct differ *d, enum differ_side side, const struct term *t,
                             uint32_t *n_columns)
{
    uint32_t n = 0;
    if (differ_is_column(t)) {
        ++*n_columns;
        return !is_foreign_column(d, side, t);
    }
    for (uint32_t i = 0; i < t->n_kids && t->tag != TERM_QUERY; i++)
        n += count_native(d, side, t->kids[i], n_columns);
    return n;
}

/* Does it read columns, and only of tables that the other side does not read here? */
static bool is_foreign(const struct differ *d, enum differ_side side, const struct term *t)
{
    uint32_t n_columns = 0, n_native = count_native(d, side, t, &n_columns);
    return n_columns > 0 && n_native == 0;
}

/* The id of the column of the schema that a column is or stands for; SCHEMA_NONE where there is
 * none. Columns of derived tables that stand for one say so; see canon_origin.c. */
static uint32_t column_id(const struct term *t)
{
    static const struct str ORIGIN = STR_INIT(CANON_ORIGIN);
    if (t->tag != TERM_COLUMN)
        return SCHEMA_NONE;
    bool derived = str_starts(t->text, ORIGIN);
    if (!derived && t->variable->colour == DIFFER_COLOUR_NAMED)
        return SCHEMA_NONE;
    /* arena_printf() ended it with NUL */
    return (uint32_t)strtoul(t->text.ptr + (derived ? ORIGIN.len : 0), NULL, 10);
}

uint32_t differ_first_column(const struct term *t)
{
    uint32_t column = column_id(t);
    for (uint32_t i = 0; i < t->n_kids && column == SCHEMA_NONE; i++)
        column = differ_first_column(t->kids[i]);
    return column;
}

static bool are_one_key(const struct schema *s, uint32_t x, uint32_t y)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        const struct schema_foreign_key *k = &s->foreign_keys[i];
        if ((k->from == x && k->to == y) || (k->from == y && k->to == x))
            return true;
    }
    return false;
}

difference_set differ_columns(const struct differ *d, const struct term *x, const struct term *y)
{
    uint32_t p = column_id(x), q = column_id(y);
    if (p != SCHEMA_NONE && p == q)
        return 0; /* of a table here, of a query on it there, which FROM tells */
    if (p != SCHEMA_NONE && q != SCHEMA_NONE && are_one_key(d->schema, p, q))
        return DIFFERENCE_BIT(KEY);
    if (is_foreign_column(d, BEFORE, x) || is_foreign_column(d, AFTER, y))
        return DIFFERENCE_BIT(FOLLOWS);
    return DIFFERENCE_BIT(COLUMN);
}

/* Aggregate functions */

/* The name of a call, without "distinct" and "*". */
static struct str call_name(const struct term *t)
{
    return str_slice(t->text, 0, str_find(t->text, STR(" "), 0));
}

bool differ_is_aggregate(const struct term *t)
{
    bool known;
    if (t->tag != TERM_CALL || t->kids[2]->tag != TERM_ABSENT)
        return false;
    const struct sql_function *f = sql_function_find(call_name(t), t->kids[0]->n_kids, &known);
    return f && f->kind == SQL_FUNCTION_AGGREGATE;
}

static bool contains_aggregate(const struct term *t)
{
    bool found = differ_is_aggregate(t);
    for (uint32_t i = 0; i < t->n_kids && !found && t->tag != TERM_QUERY; i++)
        found = contains_aggregate(t->kids[i]);
    return found;
}

/* What only one side has */

difference_set differ_lone_column(const struct differ *d, enum differ_side side,
                                  const struct term *t)
{
    if (contains_aggregate(t))
        return DIFFERENCE_BIT(AGGREGATE);
    if (is_foreign(d, side, t))
        return DIFFERENCE_BIT(FOLLOWS);
    return differ_is_column(t) ? DIFFERENCE_BIT(COLUMN) : DIFFERENCE_BIT(EXPRESSION);
}

/* A condition of a join, which may as well stand in WHERE. */
static bool joins_foreign_table(const struct differ *d, enum differ_side side, const struct term *t)
{
    if (!term_is_operator(t, STR("=")) || !differ_is_column(t->kids[0]) ||
        !differ_is_column(t->kids[1]))
        return false;
    return is_foreign_column(d, side, t->kids[0]) || is_foreign_column(d, side, t->kids[1]);
}

difference_set differ_lone_condition(const struct differ *d, enum differ_side side,
                                     const struct term *t)
{
    bool follows = is_foreign(d, side, t) || joins_foreign_table(d, side, t);
    return follows ? DIFFERENCE_BIT(FOLLOWS) : DIFFERENCE_BIT(CONDITION);
}
