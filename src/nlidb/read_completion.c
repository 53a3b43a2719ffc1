/* read_completion.c: what a query needs though no word says it: something to select, and the
 * columns of groups. */
#include "link/role.h"
#include "nlidb/reading.h"

/* The first column that is selected without an aggregate, or SCHEMA_STAR. */
static uint32_t plain_column(const struct plan *p)
{
    for (uint32_t i = 0; i < p->n_select; i++)
        if (p->select[i].aggregate == AGGREGATE_NONE)
            return p->select[i].column;
    return SCHEMA_STAR;
}

static void select_something(struct reading *r)
{
    if (r->plan->n_select > 0 || r->main >= r->schema->n_tables)
        return;
    if (find_said(r, 0, SAID_ALL | SAID_HEAD, 0) != NO_MENTION) {
        plan_table(r->plan, r->main);
        plan_select(r->plan, operand_column(SCHEMA_STAR));
    } else if (word_is(&r->words, 0, "when") && table_time(r, r->main) != SCHEMA_STAR) {
        plan_select(r->plan, operand_column(table_time(r, r->main)));
    } else if (r->group_column != SCHEMA_STAR) {
        plan_select(r->plan, operand_column(r->group_column));
    } else {
        plan_select(r->plan, operand_column(role_name(r->schema, r->main)));
    }
}

/* Is the result `i` a column of `table`, without an aggregate? */
static bool is_plain_of(const struct reading *r, uint32_t i, uint32_t table)
{
    struct operand x = r->plan->select[i];
    return x.aggregate == AGGREGATE_NONE && x.column != SCHEMA_STAR &&
           table_of(r, x.column) == table;
}

static bool selects_from(const struct reading *r, uint32_t table)
{
    uint32_t i = 0;
    while (i < r->plan->n_select && !is_plain_of(r, i, table))
        i++;
    return i < r->plan->n_select;
}

static bool selects(const struct plan *p, uint32_t column)
{
    for (uint32_t i = 0; i < p->n_select; i++)
        if (p->select[i].aggregate == AGGREGATE_NONE && p->select[i].column == column)
            return true;
    return false;
}

/* "for each X": the groups are shown, too, unless another column is asked for beside the aggregate.
 */
static void show_groups(struct reading *r)
{
    struct plan *p = r->plan;
    bool alone = plain_column(p) == SCHEMA_STAR;
    if (!plan_has_aggregate(p))
        return;
    if (r->group_column != SCHEMA_STAR && (alone || selects(p, r->group_column))) {
        plan_select(p, operand_column(r->group_column));
        plan_group(p, r->group_column);
    } else if (r->group_table != SCHEMA_NONE && (alone || selects_from(r, r->group_table))) {
        if (alone)
            plan_select(p, operand_column(role_name(r->schema, r->group_table)));
        plan_group(p, role_key(r->schema, r->group_table));
    }
}

/* Does the plan read a table other than `table`? */
static bool reads_other(const struct reading *r, uint32_t table)
{
    for (uint32_t i = 0; i < r->plan->n_select; i++) {
        uint32_t column = r->plan->select[i].column;
        if (column != SCHEMA_STAR && table_of(r, column) != table)
            return true;
    }
    for (uint32_t i = 0; i < r->plan->n_tables; i++)
        if (r->plan->tables[i] != table)
            return true;
    return r->counted != SCHEMA_NONE && r->counted != table;
}

/* Is something selected that names or identifies rows of `table`? */
static bool selects_name(const struct reading *r, uint32_t table)
{
    for (uint32_t i = 0; i < r->plan->n_select; i++) {
        uint32_t column = r->plan->select[i].column;
        if (is_plain_of(r, i, table) &&
            (column == role_name(r->schema, table) || column == role_key(r->schema, table) ||
             role_has_word(r->schema, column, STR("name"))))
            return true;
    }
    return false;
}

/* Groups of rows of another table are by the key, not the name, of what they refer to. */
static uint32_t group_column(const struct reading *r, uint32_t column)
{
    if (column == SCHEMA_STAR)
        return column;
    uint32_t table = table_of(r, column);
    return reads_other(r, table) && selects_name(r, table) ? role_key(r->schema, table) : column;
}

/* Columns selected beside aggregates make the groups. */
static void group_plain_columns(struct reading *r)
{
    if (!plan_has_aggregate(r->plan) || r->plan->n_group > 0)
        return;
    for (uint32_t i = 0; i < r->plan->n_select; i++)
        if (r->plan->select[i].aggregate == AGGREGATE_NONE)
            plan_group(r->plan, group_column(r, r->plan->select[i].column));
}

/* Are groups chosen or ordered by an aggregate? */
static bool orders_groups(const struct plan *p)
{
    bool by_aggregate = p->n_having > 0;
    for (uint32_t i = 0; i < p->n_order; i++)
        by_aggregate |= p->order[i].by.aggregate != AGGREGATE_NONE;
    return by_aggregate;
}

/* Groups that are chosen by their count: of rows with one value if the column belongs to the rows
 * that are counted, else of rows that refer to one row. */
static void group_for_count(struct reading *r)
{
    if (!orders_groups(r->plan) || r->plan->n_group > 0)
        return;
    uint32_t column = plain_column(r->plan);
    if (column == SCHEMA_STAR)
        column = r->group_column;
    if (column == SCHEMA_STAR)
        return;
    if (r->counted != SCHEMA_NONE)
        plan_table(r->plan, r->counted);
    plan_group(r->plan, group_column(r, column));
}

/* Tables that the question names besides its columns restrict the rows: "singers in concerts". */
static void join_spoken_tables(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (said_is(r, i, SAID_TABLE) && !r->items[i].claimed)
            plan_table(r->plan, r->items[i].table);
}

/* Put conditions in the order of the question, joined by the words between them. */
static void join_conditions(struct reading *r)
{
    struct condition *w = r->plan->where;
    for (uint32_t i = 1; i < r->plan->n_where; i++)
        for (uint32_t k = i; k > 0 && w[k].place < w[k - 1].place; k--) {
            struct condition c = w[k];
            w[k] = w[k - 1];
            w[k - 1] = c;
        }
    for (uint32_t i = 0; i < r->plan->n_where; i++)
        w[i].or_before = i > 0 && said_within(r, w[i - 1].place + 1, w[i].place, SAID_OR);
}

/* "highest first": by the last aggregate that is asked for, else by the last number. */
static void order_by_selected(struct reading *r)
{
    if (r->first_order == ORDER_NONE)
        return;
    bool aggregates = plan_has_aggregate(r->plan);
    for (uint32_t i = r->plan->n_select; i-- > 0;) {
        struct operand item = r->plan->select[i];
        bool measure = item.column != SCHEMA_STAR && role_is_measure(r->schema, item.column);
        if (aggregates ? item.aggregate == AGGREGATE_NONE : !measure)
            continue;
        for (uint32_t k = r->plan->n_order; k > 0 && k < PLAN_MAX_ITEMS; k--)
            r->plan->order[k] = r->plan->order[k - 1];
        r->plan->order[0] = (struct order_term){item, r->first_order == ORDER_DESCENDING};
        r->plan->n_order += r->plan->n_order < PLAN_MAX_ITEMS;
        return;
    }
}

/* "How many are there?" reads the main table. */
static void read_some_table(struct reading *r)
{
    for (uint32_t i = 0; i < r->plan->n_select; i++)
        if (r->plan->select[i].column != SCHEMA_STAR)
            return;
    if (r->plan->n_tables == 0)
        plan_table(r->plan, r->main);
}

/* "How many countries have more than 2 makers": the groups are counted, so a query of its own
 * chooses them. */
static void choose_inside(struct reading *r)
{
    struct plan *p = r->plan;
    if (p->n_having == 0 || p->n_group > 0 || r->main >= r->schema->n_tables)
        return;
    uint32_t key = role_key(r->schema, r->main);
    struct plan *query = plan_of_column(r->arena, key);
    plan_group(query, key);
    if (r->counted != SCHEMA_NONE)
        plan_table(query, r->counted);
    for (uint32_t i = 0; i < p->n_having; i++)
        plan_having(query, p->having[i]);
    p->n_having = p->n_tables = 0;
    plan_table(p, r->main);
    plan_where(p,
               (struct condition){.left = operand_column(key), .op = COMPARE_IN, .query = query});
}

/* "best first": if the average is shown, the order is that of the average. */
static void order_by_shown_aggregates(struct plan *p)
{
    for (uint32_t i = 0; p->n_group > 0 && i < p->n_order; i++)
        for (uint32_t k = 0; k < p->n_select; k++)
            if (p->order[i].by.aggregate == AGGREGATE_NONE &&
                p->select[k].aggregate != AGGREGATE_NONE &&
                p->select[k].column == p->order[i].by.column)
                p->order[i].by = p->select[k];
}

/* Without groups, ORDER BY cannot have an aggregate. */
static void drop_lone_aggregates(struct plan *p)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->n_order; i++) {
        struct order_term term = p->order[i];
        if (p->n_group == 0 && !plan_has_aggregate(p)) {
            term.by.aggregate = AGGREGATE_NONE;
            if (term.by.column == SCHEMA_STAR)
                continue;
        }
        p->order[kept++] = term;
    }
    p->n_order = kept;
}

void read_completion(struct reading *r)
{
    select_something(r);
    join_spoken_tables(r);
    show_groups(r);
    group_for_count(r);
    group_plain_columns(r);
    join_conditions(r);
    order_by_selected(r);
    choose_inside(r);
    order_by_shown_aggregates(r->plan);
    drop_lone_aggregates(r->plan);
    read_some_table(r);
}
