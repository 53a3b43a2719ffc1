/* read_dates.c: "in December 2024", "on 3 May 2021", "before March 2020".
 *
 * Dates are compared as texts like 2024-12-31, as databases keep them. The column is the one named
 * before the date, else the table's column of dates. */
#include "nlidb/reading.h"

enum { LOOK_BACK = 6, NEAR = 3, FIRST_YEAR = 1000, LAST_YEAR = 2200 };

/* A date, or what the question says of it. */
struct date {
    uint32_t start, end; /* mentions, end not included */
    int year, day;       /* 0 if not said */
    struct str month;    /* two digits; ptr NULL if not said */
};

static struct str month_at(const struct reading *r, uint32_t i)
{
    const struct lexicon_table *months = lexicon_table(r->lexicon, STR("months"));
    const struct said *s = &r->items[i];
    if (s->claimed || s->mention.end != s->mention.start + 1)
        return STR_NONE;
    const struct word *w = &r->words.items[s->mention.start];
    for (uint32_t k = 0; w->capital && k < months->n_rows; k++)
        for (uint32_t j = 1; j < months->rows[k].n_fields; j++)
            if (str_eq(months->rows[k].fields[j], w->lower))
                return months->rows[k].fields[0];
    return STR_NONE;
}

static int number_at(const struct reading *r, uint32_t i, int low, int high)
{
    if (!said_is(r, i, SAID_NUMBER) || r->items[i].claimed)
        return 0;
    double number = r->items[i].mention.number;
    return number >= low && number <= high ? (int)number : 0;
}

/* The date around the month at `i`. */
static struct date date_at(const struct reading *r, uint32_t i)
{
    struct date d = {.start = i, .end = i + 1, .month = month_at(r, i)};
    if (i > 0 && (d.day = number_at(r, i - 1, 1, 31)) > 0)
        d.start--;
    else if ((d.day = number_at(r, d.end, 1, 31)) > 0)
        d.end++;
    uint32_t year = said_is(r, d.end, SAID_COMMA) ? d.end + 1 : d.end;
    if ((d.year = number_at(r, year, FIRST_YEAR, LAST_YEAR)) > 0)
        d.end = year + 1;
    return d;
}

static uint32_t date_column(const struct reading *r, uint32_t i)
{
    uint32_t named = find_before(r, i, LOOK_BACK, SAID_DATE, 0), table = nearby_table(r, i);
    if (named != NO_MENTION) {
        r->items[named].claimed |= find_before(r, i, NEAR, SAID_DATE, 0) != NO_MENTION;
        return r->items[named].column;
    }
    for (uint32_t k = 0; table < r->schema->n_tables && k < r->schema->tables[table].n_columns; k++)
        if (r->link->values.facts[r->schema->tables[table].columns[k]].date)
            return r->schema->tables[table].columns[k];
    return SCHEMA_STAR;
}

static enum comparison comparison_of(struct reading *r, const struct date *d)
{
    uint32_t j = said_before(r, d->start);
    if (is_word(r, j, "from") && is_word(r, d->end, "on onward"))
        return COMPARE_GE;
    enum comparison op;
    if (!said_comparison(r, j, &op) || op == COMPARE_NE)
        return COMPARE_EQ;
    claim(r, j);
    return op;
}

static struct str day_text(struct reading *r, const struct date *d, int day)
{
    return arena_printf(r->arena, "'%04d-%.*s-%02d'", d->year, STR_ARG(d->month),
                        d->day > 0 ? d->day : day);
}

/* "after May" is later than its last day, "before May" earlier than its first. */
static void add_date(struct reading *r, const struct date *d)
{
    uint32_t column = date_column(r, d->start);
    if (column == SCHEMA_STAR || (d->year == 0 && d->day == 0))
        return;
    enum comparison op = comparison_of(r, d);
    struct str value = day_text(r, d, op == COMPARE_GT || op == COMPARE_LE ? 31 : 1);
    if (d->day == 0 && op == COMPARE_EQ) {
        op = COMPARE_LIKE;
        value = arena_printf(r->arena, "'%04d-%.*s-%%'", d->year, STR_ARG(d->month));
    }
    add_where(r, d->start, column, op, value);
    for (uint32_t i = d->start; i < d->end; i++)
        claim(r, i);
}

/* "between 1 June and 31 August 2024", "from 1 to 7 June 2024": the two ends of `last`. */
static bool add_range(struct reading *r, struct date first, const struct date *last)
{
    if (first.year == 0)
        first.year = last->year;
    uint32_t column = date_column(r, first.start);
    if (column == SCHEMA_STAR || first.year == 0)
        return false;
    plan_where(r->plan, (struct condition){.left = operand_column(column),
                                           .op = COMPARE_BETWEEN,
                                           .value = day_text(r, &first, 1),
                                           .value2 = day_text(r, last, 31),
                                           .place = first.start});
    for (uint32_t i = first.start > 0 ? first.start - 1 : 0; i < last->end; i++)
        claim(r, i);
    return true;
}

static bool begins_range(const struct reading *r, uint32_t i)
{
    return i > 0 && (said_is(r, i - 1, SAID_BETWEEN) || is_word(r, i - 1, "from"));
}

static bool joins_range(const struct reading *r, uint32_t i)
{
    return said_is(r, i, SAID_AND) || is_word(r, i, "to");
}

/* The range that begins with the date `d`, or ends with it if only the first day was said before.
 */
static bool read_range(struct reading *r, const struct date *d)
{
    uint32_t next = d->end;
    if (begins_range(r, d->start) && joins_range(r, next)) {
        uint32_t month = next + 1 < r->count && month_at(r, next + 1).ptr ? next + 1 : next + 2;
        if (month < r->count && month_at(r, month).ptr) {
            struct date last = date_at(r, month);
            return add_range(r, *d, &last);
        }
    }
    if (d->day == 0 || d->start < 3 || !joins_range(r, d->start - 1))
        return false;
    struct date first = *d;
    first.start = d->start - 2;
    first.day = number_at(r, first.start, 1, 31);
    return first.day > 0 && begins_range(r, first.start) && add_range(r, first, d);
}

void read_dates(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!month_at(r, i).ptr)
            continue;
        struct date d = date_at(r, i);
        if (!read_range(r, &d))
            add_date(r, &d);
    }
}
