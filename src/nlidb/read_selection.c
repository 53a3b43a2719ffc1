/* read_selection.c: what is asked for: the names and aggregates of the asking phrases that no other
 * rule explained. */
#include "link/role.h"
#include "nlidb/reading.h"

enum { PENDING_MAX = 4 };

/* Aggregates and "different" that still need their column. */
struct pending_words {
    enum aggregate aggregates[PENDING_MAX];
    uint32_t count;
    bool distinct;
};

/* A number that adds up: "how many tonnes". */
static bool is_quantity(const struct reading *r, uint32_t column)
{
    return r->schema->columns[column].type == SCHEMA_NUMBER && role_is_measure(r->schema, column) &&
           !r->link->values.facts[column].flag && !role_has_word(r->schema, column, STR("year"));
}

static void select_count(struct reading *r, const struct pending_words *p, uint32_t i)
{
    struct operand item = operand_count();
    if (said_is(r, i, SAID_COLUMN) && p->distinct)
        item = (struct operand){AGGREGATE_COUNT, true, r->items[i].column};
    else if (said_is(r, i, SAID_COLUMN) && is_quantity(r, r->items[i].column))
        item = (struct operand){AGGREGATE_SUM, false, r->items[i].column};
    else
        plan_table(r->plan, said_owner(r, i));
    plan_select(r->plan, item);
}

static bool says_full_name(const struct reading *r, uint32_t i)
{
    const struct mention *m = &r->items[i].mention;
    return m->end - m->start == 2 && begins_with_word(r, i, "full") &&
           !role_has_word(r->schema, r->items[i].column, STR("full"));
}

/* The last name that belongs to a first name. */
static void select_last_name(struct reading *r, uint32_t first)
{
    static const char *const WORDS[] = {"last", "surname", "lname", "lastname", "family"};
    const struct schema_table *t = &r->schema->tables[table_of(r, first)];
    for (uint32_t i = 0; i < t->n_columns; i++)
        for (size_t k = 0; k < COUNT_OF(WORDS); k++)
            if (role_has_word(r->schema, t->columns[i], str_from(WORDS[k]))) {
                plan_select(r->plan, operand_column(t->columns[i]));
                return;
            }
}

/* Is the column, or an aggregate of it, selected already? "the total capacity in MW" names it
 * twice. */
static bool is_selected(const struct plan *p, uint32_t column)
{
    for (uint32_t i = 0; i < p->n_select; i++)
        if (p->select[i].column == column)
            return true;
    return false;
}

/* "the average price and score": the aggregate that is said once for both. */
static enum aggregate shared_aggregate(const struct reading *r, uint32_t i)
{
    uint32_t and = said_before(r, i), other = said_before(r, and);
    if (!said_is(r, and, SAID_AND) || !said_is(r, other, SAID_COLUMN) || r->plan->n_select == 0)
        return AGGREGATE_NONE;
    struct operand last = r->plan->select[r->plan->n_select - 1];
    bool alike = last.column == r->items[other].column && last.aggregate != AGGREGATE_COUNT &&
                 role_is_measure(r->schema, r->items[i].column) &&
                 said_owner(r, other) == said_owner(r, i);
    return alike ? last.aggregate : AGGREGATE_NONE;
}

/* "the names of the studios", if studio is a column: the names are its values. */
static bool is_name_of_column(const struct reading *r, uint32_t i)
{
    uint32_t of = said_after(r, i), other = said_after(r, of);
    while (said_is(r, other, SAID_DISTINCT | SAID_EACH))
        other = said_after(r, other);
    return is_word(r, i, "name") && said_is(r, of, SAID_OF | SAID_EACH) &&
           said_is(r, other, SAID_COLUMN) && r->items[other].head && !r->items[other].claimed &&
           r->schema->columns[r->items[other].column].type == SCHEMA_TEXT;
}

/* Select a column, with the aggregates that need one. */
static void select_column(struct reading *r, struct pending_words *p, uint32_t i)
{
    uint32_t column = r->items[i].column;
    for (uint32_t k = 0; k < p->count; k++) {
        if (p->aggregates[k] == AGGREGATE_COUNT && p->count > 1 &&
            role_is_measure(r->schema, column))
            continue; /* "the average number of pages" */
        if (p->aggregates[k] == AGGREGATE_COUNT)
            select_count(r, p, i);
        else
            plan_select(r->plan, (struct operand){p->aggregates[k], false, column});
    }
    if (p->count == 0 && shared_aggregate(r, i) != AGGREGATE_NONE) {
        plan_select(r->plan, (struct operand){shared_aggregate(r, i), false, column});
    } else if (p->count == 0 && !is_selected(r->plan, column)) {
        plan_select(r->plan, operand_column(column));
        if (says_full_name(r, i))
            select_last_name(r, column);
        r->plan->distinct |= p->distinct;
    }
    *p = (struct pending_words){0};
}

/* Is a table asked for by itself: "singers and their ages"? */
static bool stands_alone(const struct reading *r, uint32_t i)
{
    uint32_t before = said_before(r, i), after = said_after(r, i);
    return (before == NO_MENTION || said_is(r, before, SAID_ASK | SAID_DISTINCT | SAID_COMMA)) &&
           said_is(r, after, SAID_AND | SAID_COMMA) &&
           said_is(r, said_after(r, after), SAID_COLUMN);
}

static bool speaks_of_others(const struct reading *r, uint32_t table)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (said_is(r, i, SAID_NAME) && said_owner(r, i) != table)
            return true;
    return false;
}

/* "the number of (different) singers" */
static void count_table(struct reading *r, const struct pending_words *p, uint32_t table)
{
    plan_table(r->plan, table);
    bool distinct = p->distinct && speaks_of_others(r, table);
    plan_select(r->plan, distinct
                             ? (struct operand){AGGREGATE_COUNT, true, role_key(r->schema, table)}
                             : operand_count());
}

static void select_table(struct reading *r, struct pending_words *p, uint32_t i)
{
    uint32_t table = r->items[i].table;
    uint32_t measure = p->count > 0 ? table_measure(r, table) : SCHEMA_STAR;
    bool counted = false;
    for (uint32_t k = 0; k < p->count; k++)
        counted |= p->aggregates[k] == AGGREGATE_COUNT || p->aggregates[k] == AGGREGATE_SUM;
    if (counted) {
        count_table(r, p, table);
        *p = (struct pending_words){0};
    } else if (measure != SCHEMA_STAR &&
               str_ends(r->schema->tables[table].natural, r->schema->columns[measure].natural)) {
        /* "the average jury score", if jury_score is a table: its name ends in the column's */
        for (uint32_t k = 0; k < p->count; k++)
            plan_select(r->plan, (struct operand){p->aggregates[k], false, measure});
        *p = (struct pending_words){0};
    } else if (stands_alone(r, i)) {
        plan_select(r->plan, operand_column(role_name(r->schema, table)));
    }
}

/* "the total enrollment of all schools", if a column is called school: it says whose enrollment,
 * and is not asked for. */
static bool is_owner(const struct reading *r, const struct pending_words *p, uint32_t i)
{
    if (p->count > 0 || r->plan->n_select == 0 || !said_is(r, said_before(r, i), SAID_OF))
        return false;
    struct operand last = r->plan->select[r->plan->n_select - 1];
    return last.aggregate != AGGREGATE_NONE && last.column != SCHEMA_STAR &&
           table_of(r, last.column) == said_owner(r, i);
}

static void read_mention(struct reading *r, struct pending_words *p, uint32_t i)
{
    enum aggregate aggregate = said_aggregate(r, i);
    if (aggregate != AGGREGATE_NONE && p->count < PENDING_MAX) {
        p->aggregates[p->count++] = aggregate;
    } else if (said_is(r, i, SAID_DISTINCT)) {
        p->distinct = true;
    } else if (said_is(r, i, SAID_COLUMN) && !is_owner(r, p, i) && !is_name_of_column(r, i)) {
        select_column(r, p, i);
    } else if (said_is(r, i, SAID_TABLE)) {
        select_table(r, p, i);
    }
}

/* "and the average": select the aggregate that groups are chosen or ordered by. */
static void select_known(struct reading *r, enum aggregate aggregate)
{
    if (aggregate == AGGREGATE_COUNT) {
        plan_select(r->plan, operand_count());
        return;
    }
    for (uint32_t i = 0; r->asked && i < r->asked->n_select; i++)
        if (r->asked->select[i].aggregate == aggregate)
            plan_select(r->plan, r->asked->select[i]);
    for (uint32_t i = 0; i < r->plan->n_having; i++)
        if (r->plan->having[i].left.aggregate == aggregate)
            plan_select(r->plan, r->plan->having[i].left);
    for (uint32_t i = 0; i < r->plan->n_order; i++)
        if (r->plan->order[i].by.aggregate == aggregate)
            plan_select(r->plan, r->plan->order[i].by);
}

/* Select what the asking phrase `ask` asks for. Does it say "different" without a column after it,
 * as in "each one once"? */
static bool read_ask(struct reading *r, uint32_t ask)
{
    struct pending_words p = {0};
    for (uint32_t i = 0; i < r->count; i++)
        if (r->items[i].ask == ask && r->items[i].head && !r->items[i].claimed)
            read_mention(r, &p, i);
    for (uint32_t k = 0; k < p.count; k++)
        select_known(r, p.aggregates[k]);
    return p.distinct && p.count == 0;
}

/* Does the phrase begin a sentence? Then it replaces what was asked for, but not in "Show the
 * number of flights as well." */
static bool begins_anew(const struct reading *r, uint32_t ask)
{
    uint32_t first = 0, end;
    while (first < r->count && r->items[first].ask != ask)
        first++;
    bool also = false;
    for (end = first; end < r->count && r->items[end].ask == ask; end++)
        also |= said_is(r, end, SAID_BOTH) || is_word(r, end, "also too");
    return first > 0 && end > first && said_is(r, first - 1, SAID_END) && !also;
}

/* "What is the most expensive product, and what is its price": its name is asked for, too. */
static void select_named_table(struct reading *r, uint32_t ask)
{
    uint32_t i = find_said(r, 0, SAID_TABLE | SAID_HEAD, SAID_CLAIMED);
    while (i != NO_MENTION && r->items[i].ask != ask)
        i = find_said(r, i + 1, SAID_TABLE | SAID_HEAD, SAID_CLAIMED);
    if (i != NO_MENTION && said_is(r, 0, SAID_ASK))
        plan_select(r->plan, operand_column(role_name(r->schema, r->items[i].table)));
}

void read_selection(struct reading *r)
{
    uint32_t last = r->count > 0 ? r->items[r->count - 1].ask : 0;
    for (uint32_t ask = 0; ask <= last; ask++) {
        struct plan before = *r->plan;
        r->asked = &before;
        if (begins_anew(r, ask))
            r->plan->n_select = r->plan->n_tables = 0;
        bool distinct = read_ask(r, ask);
        if (r->plan->n_select == 0)
            *r->plan = before;
        r->plan->distinct |= distinct && !plan_has_aggregate(r->plan);
        if (r->plan->n_select == 0 && ask < last && !begins_anew(r, ask + 1))
            select_named_table(r, ask);
    }
    for (uint32_t i = 0; i < r->count; i++) /* "…, each title once" */
        r->plan->distinct |= said_is(r, i, SAID_DISTINCT) && !r->items[i].head &&
                             !r->items[i].claimed && !plan_has_aggregate(r->plan) &&
                             said_is(r, i + 1, SAID_END);
    r->asked = NULL;
}
