/* read_absence.c: "who have no pets", "without an email": rows that another table does not refer
 * to, and missing values. */
#include "nlidb/reading.h"

enum { LOOK_AHEAD = 4 };

/* The name that a negation is about, or NO_MENTION. */
static uint32_t negated_name(const struct reading *r, uint32_t i)
{
    for (int steps = 0; steps < LOOK_AHEAD; steps++) {
        i = said_after(r, i);
        if (i == NO_MENTION || said_is(r, i, SAID_END))
            return NO_MENTION;
        if (said_is(r, i, SAID_NAME))
            return i;
    }
    return NO_MENTION;
}

/* The columns that join `main` and the next table on the way to `other`: one to compare, one to
 * select. */
static bool link_columns(struct reading *r, uint32_t main, uint32_t other, uint32_t *outer,
                         uint32_t *inner)
{
    uint32_t tables[] = {main, other};
    struct join_tree tree = join_tree_of(r->graph, r->arena, tables, 2);
    if (tree.count < 2 || tree.steps[1].old_column == SCHEMA_STAR)
        return false;
    *outer = tree.steps[1].old_column;
    *inner = tree.steps[1].new_column;
    return true;
}

/* Move conditions on other tables than the main one into the query about what is absent. */
static void move_conditions(struct reading *r, struct plan *query, uint32_t after)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->plan->n_where; i++) {
        struct condition c = r->plan->where[i];
        bool inside = c.place > after && c.left.column != SCHEMA_STAR &&
                      table_of(r, c.left.column) != r->main;
        if (inside) {
            if (c.op == COMPARE_NE)
                c.op = COMPARE_EQ;
            plan_where(query, c);
        } else {
            r->plan->where[kept++] = c;
        }
    }
    r->plan->n_where = kept;
}

/* Is the column a foreign key? */
static bool is_foreign_key(const struct reading *r, uint32_t column)
{
    for (uint32_t i = 0; i < r->schema->n_foreign_keys; i++)
        if (r->schema->foreign_keys[i].from == column)
            return !r->schema->columns[column].primary;
    return false;
}

/* "never booked a flight": tables after the absent one add nothing. */
static void claim_rest(struct reading *r, uint32_t at)
{
    for (uint32_t i = at + 1; i < r->count; i++) {
        if (said_is(r, i, SAID_END) || said_is(r, i, SAID_COMMA) || said_is(r, i, SAID_AND))
            return;
        if (said_is(r, i, SAID_TABLE) && r->items[i].table != r->main)
            claim(r, i);
    }
}

static void exclude_table(struct reading *r, uint32_t at, uint32_t name, uint32_t table)
{
    uint32_t outer, inner;
    if (!link_columns(r, r->main, table, &outer, &inner))
        return;
    claim_rest(r, at);
    if (name != NO_MENTION && is_foreign_key(r, outer) && table_of(r, inner) == table) {
        add_where(r, at, outer, COMPARE_NULL, STR_NONE);
        claim(r, name);
        return;
    }
    struct plan *query = plan_of_column(r->arena, inner);
    plan_table(query, table);
    move_conditions(r, query, at);
    add_where_query(r, at, outer, COMPARE_NOT_IN, query);
    claim(r, name);
}

/* A negated value of another table: "who have not played in Rome" means that none of their rows has
 * it, unless each row of the main table refers to one row of the other. */
static void read_negated_value(struct reading *r)
{
    for (uint32_t i = 0; i < r->plan->n_where; i++) {
        struct condition *c = &r->plan->where[i];
        uint32_t table = table_of(r, c->left.column);
        if (c->op != COMPARE_NE || c->left.column == SCHEMA_STAR || table == r->main)
            continue;
        const struct join_edge *edge = join_edge_between(r->graph, r->main, table);
        if (edge && table_of(r, edge->from) == r->main)
            continue;
        exclude_table(r, c->place > 0 ? c->place - 1 : 0, NO_MENTION, table);
        return;
    }
}

static void read_missing(struct reading *r, uint32_t i)
{
    uint32_t j = i;
    for (int steps = 0; steps < LOOK_AHEAD && (j = said_before(r, j)) != NO_MENTION; steps++)
        if (said_is(r, j, SAID_COLUMN)) {
            add_where(r, i, r->items[j].column, COMPARE_NULL, STR_NONE);
            claim(r, j);
            return;
        }
}

/* "that have been retired", of a column of dates: there is a date. */
static void read_presence(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!said_is(r, i, SAID_COLUMN) || r->items[i].claimed || r->items[i].head ||
            !r->link->values.facts[r->items[i].column].date ||
            !str_ends(r->words.items[r->items[i].mention.end - 1].lower, STR("ed")))
            continue;
        add_where(r, i, r->items[i].column, COMPARE_NOT_NULL, STR_NONE);
    }
}

void read_absence(struct reading *r)
{
    if (r->main >= r->schema->n_tables)
        return;
    for (uint32_t i = 0; i < r->count; i++) {
        if (said_is(r, i, SAID_MISSING) && !r->items[i].claimed)
            read_missing(r, i);
        if (!said_is(r, i, SAID_NOT) || r->items[i].claimed)
            continue;
        uint32_t name = negated_name(r, i);
        if (name == NO_MENTION)
            continue;
        if (said_owner(r, name) != r->main)
            exclude_table(r, i, name, said_owner(r, name));
        else if (said_is(r, name, SAID_COLUMN) && !r->items[name].claimed) {
            add_where(r, i, r->items[name].column, COMPARE_NULL, STR_NONE);
            claim(r, name);
        }
    }
    read_negated_value(r);
    read_presence(r);
}
