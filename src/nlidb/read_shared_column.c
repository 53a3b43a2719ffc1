/* read_shared_column.c: "countries with suppliers but no customers": a column that two tables have.
 *
 * If the question asks for such a column and then names both tables, the values of the two tables
 * are combined. */
#include "link/role.h"
#include "nlidb/reading.h"

/* The column that is asked for, if it is the only one; or NO_MENTION. */
static uint32_t only_asked(const struct reading *r)
{
    uint32_t asked = find_said(r, 0, SAID_COLUMN | SAID_HEAD, 0);
    bool more =
        asked != NO_MENTION && find_said(r, asked + 1, SAID_COLUMN | SAID_HEAD, 0) != NO_MENTION;
    return more || said_within(r, 0, r->count, SAID_COUNT | SAID_EACH) ? NO_MENTION : asked;
}

/* The column of `table` that has the same name, or SCHEMA_STAR. */
static uint32_t namesake(const struct reading *r, uint32_t column, uint32_t table)
{
    const struct schema_table *t = &r->schema->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (str_eq_nocase(r->schema->columns[t->columns[i]].natural,
                          r->schema->columns[column].natural))
            return t->columns[i];
    return SCHEMA_STAR;
}

/* Are two different tables named after the column? */
static bool two_tables(const struct reading *r, uint32_t from, uint32_t at[2])
{
    uint32_t n = 0;
    for (uint32_t i = from + 1; i < r->count; i++) {
        if (!said_is(r, i, SAID_TABLE) || (n == 1 && r->items[i].table == r->items[at[0]].table))
            continue;
        if (n == 2)
            return false;
        at[n++] = i;
    }
    return n == 2;
}

static enum set_operation said_operation(const struct reading *r, uint32_t from, uint32_t to)
{
    if (said_within(r, from, to, SAID_NOT | SAID_OTHER))
        return SET_EXCEPT;
    if (said_within(r, from, to, SAID_OR))
        return SET_UNION;
    return said_within(r, from, to, SAID_AND) ? SET_INTERSECT : SET_NONE;
}

void read_shared_column(struct reading *r)
{
    uint32_t asked = only_asked(r), at[2];
    if (asked == NO_MENTION || !two_tables(r, asked, at))
        return;
    uint32_t column = r->items[asked].column;
    uint32_t first = namesake(r, column, r->items[at[0]].table);
    uint32_t second = namesake(r, column, r->items[at[1]].table);
    enum set_operation set = said_operation(r, at[0], at[1]);
    if (first == SCHEMA_STAR || second == SCHEMA_STAR || set == SET_NONE ||
        role_is_key(r->schema, column) || role_name(r->schema, r->items[at[0]].table) == first)
        return;
    r->items[asked].column = first;
    r->main = r->items[at[0]].table;
    r->other_column = second;
    r->other_set = set;
    for (uint32_t i = asked + 1; i < r->count; i++)
        claim(r, i);
}
