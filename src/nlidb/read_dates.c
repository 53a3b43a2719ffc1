/* read_dates.c: "in December 2024", "on 3 May 2021", "before March 2020", "from 1 to 7 June 2024".
 *
 * Dates are compared as texts like 2024-12-31, as databases keep them. The column is the one named
 * before the date, else the table's column of dates. */
#include "nlidb/reading.h"

enum { LOOK_BACK = 6, NEAR = 3, RANGE_REACH = 4, LAST_DAY = 31 };

/* A date, or what the question says of it. */
struct date {
    int year, day; /* 0 if not said */
    struct str month;
};

/* Slots of a rule, from `n` on: day, month and year. */
static struct date date_of(const struct reading *r, const struct rule_match *m, uint32_t n)
{
    uint32_t day = rule_slot(m, n), year = rule_slot(m, n + 2);
    return (struct date){.day = day == NO_MENTION ? 0 : (int)r->items[day].mention.number,
                         .year = year == NO_MENTION ? 0 : (int)r->items[year].mention.number,
                         .month = said_month(r, rule_slot(m, n + 1))};
}

/* Where the date begins: its day or its month. */
static uint32_t date_start(const struct rule_match *m)
{
    uint32_t day = rule_slot(m, 1), month = rule_slot(m, 2);
    return day < month ? day : month;
}

static uint32_t date_column(const struct reading *r, uint32_t i)
{
    uint32_t named = find_near(r, i, -LOOK_BACK, SAID_DATE, 0), table = nearby_table(r, i);
    if (named != NO_MENTION) {
        r->items[named].claimed |= find_near(r, i, -NEAR, SAID_DATE, 0) != NO_MENTION;
        return r->items[named].column;
    }
    for (uint32_t k = 0; table < r->schema->n_tables && k < r->schema->tables[table].n_columns; k++)
        if (r->link->values.facts[r->schema->tables[table].columns[k]].date)
            return r->schema->tables[table].columns[k];
    return SCHEMA_STAR;
}

static struct str day_text(struct reading *r, const struct date *d, int day)
{
    return arena_printf(r->arena, "'%04d-%.*s-%02d'", d->year, STR_ARG(d->month),
                        d->day > 0 ? d->day : day);
}

/* "after May" is later than its last day, "before May" earlier than its first. */
static bool read_date(struct reading *r, const struct rule_match *m, uint32_t column)
{
    struct date d = date_of(r, m, 1);
    enum comparison op = rule_says(m, 4, "on") ? COMPARE_GE : COMPARE_EQ;
    uint32_t before = said_before(r, date_start(m));
    if (said_comparison(r, before, &op) && op != COMPARE_NE)
        claim(r, before);
    bool late = op == COMPARE_GT || op == COMPARE_LE;
    struct str value = day_text(r, &d, late ? LAST_DAY : 1);
    if (d.day == 0 && (op == COMPARE_EQ || op == COMPARE_NE)) {
        op = COMPARE_LIKE;
        value = arena_printf(r->arena, "'%04d-%.*s-%%'", d.year, STR_ARG(d.month));
    }
    if (d.day > 0 || d.year > 0)
        add_where(r, date_start(m), column, op == COMPARE_NE ? COMPARE_EQ : op, value);
    return d.day > 0 || d.year > 0;
}

static bool read_range(struct reading *r, const struct rule_match *m, uint32_t column)
{
    struct date first = date_of(r, m, 1), last = date_of(r, m, 4);
    first.year = first.year == 0 ? last.year : first.year;
    if (first.year > 0)
        plan_where(r->plan, (struct condition){.left = operand_column(column),
                                               .op = COMPARE_BETWEEN,
                                               .value = day_text(r, &first, 1),
                                               .value2 = day_text(r, &last, LAST_DAY),
                                               .place = date_start(m)});
    return first.year > 0;
}

static bool read_date_rule(struct reading *r, const struct rule_match *m)
{
    uint32_t column = date_column(r, date_start(m));
    if (column == SCHEMA_STAR)
        return false;
    return rule_says(m, 0, "range") ? read_range(r, m, column) : read_date(r, m, column);
}

void read_dates(struct reading *r)
{
    read_by_rules(r, "dates", SAID_MONTH, RANGE_REACH, read_date_rule);
}
