/* read_shared_column.c: "countries with suppliers but no customers": a column that two tables have.
 *
 * If the question asks for such a column and then names both tables, the values of the two tables
 * are combined. */
#include "link/role.h"
#include "nlidb/reading.h"

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

static bool read_shared(struct reading *r, const struct rule_match *m)
{
    struct said *asked = &r->items[rule_slot(m, 1)];
    uint32_t table = r->items[rule_slot(m, 2)].table, other = r->items[rule_slot(m, 3)].table;
    uint32_t first = namesake(r, asked->column, table), second = namesake(r, asked->column, other);
    if (first == SCHEMA_STAR || second == SCHEMA_STAR || table == other ||
        role_is_key(r->schema, asked->column) || role_name(r->schema, table) == first)
        return false;
    asked->column = first;
    r->main = table;
    r->other_column = second;
    r->other_set = rule_says(m, 0, "except")  ? SET_EXCEPT
                   : rule_says(m, 0, "union") ? SET_UNION
                                              : SET_INTERSECT;
    for (uint32_t i = rule_slot(m, 1) + 1; i < r->count; i++)
        claim(r, i);
    return true;
}

void read_shared_column(struct reading *r)
{
    uint32_t asked = find_said(r, 0, SAID_COLUMN | SAID_HEAD, 0);
    if (asked != NO_MENTION && find_said(r, asked + 1, SAID_COLUMN | SAID_HEAD, 0) == NO_MENTION &&
        !said_within(r, 0, r->count, SAID_COUNT | SAID_EACH))
        read_by_rules(r, "shared", SAID_COLUMN | SAID_HEAD, 0, read_shared);
}
