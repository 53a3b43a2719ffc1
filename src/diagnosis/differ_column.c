/* differ_column.c: columns, those of `*`, aggregate functions, and what follows from a table that
 * only one side reads. */
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

/* Is it a column of a table that only this side reads here? */
static bool is_foreign_column(const struct differ *d, enum differ_side side, const struct term *t)
{
    const struct flat_from *own = d->from[side], *other = d->from[!side];
    if (!own || !other || !t->variable)
        return false;
    return reads_table(own, t->variable->colour) && !reads_table(other, t->variable->colour);
}

/* Counts the columns below `t` that the other side could also have. */
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

/* Does it read columns, all of them of tables that the other side does not read here? */
static bool is_foreign(const struct differ *d, enum differ_side side, const struct term *t)
{
    uint32_t n_columns = 0, n_native = count_native(d, side, t, &n_columns);
    return n_columns > 0 && n_native == 0;
}

/* The id of the column of the schema that a column is or stands for, or SCHEMA_NONE. The text of a
 * column of a derived table says what it stands for (canon_origin.c). */
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
        return 0; /* of a table on one side, of a query on it on the other: FROM shows that */
    if (p != SCHEMA_NONE && q != SCHEMA_NONE && are_one_key(d->schema, p, q))
        return DIFFERENCE_BIT(KEY);
    if (is_foreign_column(d, BEFORE, x) || is_foreign_column(d, AFTER, y))
        return DIFFERENCE_BIT(FOLLOWS);
    return DIFFERENCE_BIT(COLUMN);
}

/* The columns of `*`
 *
 * In terms `*` is `*`, whatever it gives. Over a changed schema it may give other columns. Two
 * equal trees name the same columns, so if the queries read different ones, it is by `*`. */

static bool has_star(const struct term *t)
{
    bool found = t->tag == TERM_STAR;
    for (uint32_t i = 0; i < t->n_kids && !found; i++)
        found = has_star(t->kids[i]);
    return found;
}

/* By id in the schema of `d`: does the side read the column? */
static const bool *columns_read(const struct differ *d, const struct side_terms *side)
{
    bool *read = arena_zalloc(d->arena, d->schema->n_columns * sizeof *read);
    for (uint32_t i = 0; i < side->names.n_reads; i++) {
        uint32_t column = side->names.reads[i].column;
        if (column == SCHEMA_NONE || column == SCHEMA_STAR)
            continue;
        column = side->lineage ? side->lineage->columns[column] : column;
        if (column < d->schema->n_columns)
            read[column] = true;
    }
    return read;
}

/* "* (singer.age, singer.name)", with the columns that only this side reads; "*" if there are none.
 */
static struct str star_text(const struct differ *d, const bool *own, const bool *other, bool *alone)
{
    struct buf text = {0};
    const char *mark = "* (";
    for (uint32_t i = 0; i < d->schema->n_columns; i++)
        if (own[i] && !other[i]) {
            struct str name = differ_column_name(d, i);
            buf_printf(&text, "%s%.*s", mark, STR_ARG(name));
            mark = ", ";
        }
    *alone = text.len > 0;
    buf_put(&text, *alone ? STR(")") : STR("*"));
    struct str tidy = differ_tidy(d->arena, buf_str(&text));
    buf_release(&text);
    return tidy;
}

void differ_star(struct differ *d, const struct side_terms *x, const struct side_terms *y)
{
    if ((!x->lineage && !y->lineage) || !has_star(x->tree.root))
        return;
    const bool *p = columns_read(d, x), *q = columns_read(d, y);
    bool only_before, only_after;
    struct str before = star_text(d, p, q, &only_before), after = star_text(d, q, p, &only_after);
    d->clause = CLAUSE_SELECT;
    if (only_before || only_after)
        differ_report_text(d, DIFFERENCE_BIT(STAR), before, after);
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

/* What is on one side only */

difference_set differ_lone_column(const struct differ *d, enum differ_side side,
                                  const struct term *t)
{
    if (contains_aggregate(t))
        return DIFFERENCE_BIT(AGGREGATE);
    if (is_foreign(d, side, t))
        return DIFFERENCE_BIT(FOLLOWS);
    return differ_is_column(t) ? DIFFERENCE_BIT(COLUMN) : DIFFERENCE_BIT(EXPRESSION);
}

/* A condition of a join, which may also be in WHERE. */
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
