/* read_absence.c: "who have no pets", "without an email": rows that another table does not refer
 * to, or without a value. */
#include "nlidb/reading.h"

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
    for (uint32_t i = 0; i < r->plan->n_where;) {
        const struct condition *c = &r->plan->where[i];
        if (c->place <= after || c->left.column == SCHEMA_STAR ||
            table_of(r, c->left.column) == r->main) {
            i++;
            continue;
        }
        struct condition inner = plan_take_where(r->plan, i);
        inner.op = inner.op == COMPARE_NE ? COMPARE_EQ : inner.op;
        plan_where(query, inner);
    }
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
        if (said_is(r, i, SAID_END | SAID_COMMA | SAID_AND))
            return;
        if (said_is(r, i, SAID_TABLE) && r->items[i].table != r->main)
            claim(r, i);
    }
}

/* False if nothing joins the table to the main one. */
static bool exclude_table(struct reading *r, uint32_t at, uint32_t name, uint32_t table)
{
    uint32_t outer, inner;
    if (!link_columns(r, r->main, table, &outer, &inner))
        return false;
    claim_rest(r, at);
    if (name != NO_MENTION && is_foreign_key(r, outer) && table_of(r, inner) == table) {
        add_where(r, at, outer, COMPARE_NULL, STR_NONE);
        return true;
    }
    struct plan *query = plan_of_column(r->arena, inner);
    plan_table(query, table);
    move_conditions(r, query, at);
    add_where_query(r, at, outer, COMPARE_NOT_IN, query);
    return true;
}

/* A negated value of another table: "who have not played in Rome" means that none of their rows has
 * it, unless each row of the main table refers to one row of the other. */
static void read_negated_value(struct reading *r)
{
    for (uint32_t i = 0; i < r->plan->n_where; i++) {
        struct condition *c = &r->plan->where[i];
        uint32_t table = table_of(r, c->left.column);
        if (c->op != COMPARE_NE || c->left.column == SCHEMA_STAR || table == r->main ||
            main_refers_to(r, table))
            continue;
        exclude_table(r, c->place > 0 ? c->place - 1 : 0, NO_MENTION, table);
        return;
    }
}

/* "have no pets", "without an email" */
static bool read_negation(struct reading *r, const struct rule_match *m)
{
    uint32_t i = rule_slot(m, 1), name = rule_slot(m, 2);
    if (said_owner(r, name) != r->main)
        return exclude_table(r, i, name, said_owner(r, name));
    bool column = said_is(r, name, SAID_COLUMN) && !said_is(r, name, SAID_CLAIMED);
    if (column)
        add_where(r, i, r->items[name].column, COMPARE_NULL, STR_NONE);
    return column;
}

void read_absence(struct reading *r)
{
    if (r->main >= r->schema->n_tables)
        return;
    read_by_rules(r, "absence", SAID_NOT, 0, read_negation);
    read_negated_value(r);
}
