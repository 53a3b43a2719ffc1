/* read_numbers.c: conditions with numbers: "older than 20", "at least 3 concerts", "in 2014".
 *
 * What is compared with the number is after it ("3 concerts"), in the adjective ("older"), or
 * before it
 * ("whose age is"). Rows of a table are counted, and make a HAVING. */
#include "link/adjective.h"
#include "link/role.h"
#include "nlidb/reading.h"

#include <math.h>

enum { FIRST_YEAR = 1000, LAST_YEAR = 2200, LOOK_BACK = 6 };

/* A number with the words that say how to compare. */
struct number_measure {
    uint32_t at;   /* the number */
    uint32_t from; /* the first mention that belongs to it */
    bool compared; /* a comparison was said */
    enum comparison op;
    uint32_t adjective; /* the mention of a comparative, or NO_MENTION */
    uint32_t upper;     /* the second number of "between", or NO_MENTION */
    uint32_t column;    /* a column within it, "before the year 2000", or NO_MENTION */
};

static void read_between(const struct reading *r, struct number_measure *m, uint32_t before)
{
    uint32_t upper = said_after(r, said_after(r, m->at));
    if (!said_trigger(r, before, TRIGGER_BETWEEN) || !said_kind(r, upper, MENTION_NUMBER))
        return;
    m->compared = true;
    m->op = COMPARE_BETWEEN;
    m->upper = upper;
    m->from = before;
}

/* "3 or more", "3 minutes or more" */
static bool is_open_end(const struct reading *r, uint32_t i)
{
    return SAID_ANY(r, i, TRIGGER_OR_MORE, TRIGGER_OR_LESS);
}

static bool is_year(const struct reading *r, uint32_t i)
{
    const struct mention *m = &r->items[i].mention;
    struct str text = r->words.items[m->start].text;
    return text.len == 4 && m->number >= FIRST_YEAR && m->number <= LAST_YEAR &&
           m->number == floor(m->number);
}

/* Is it a column of dates or years? */
static bool is_time(const struct reading *r, uint32_t i)
{
    return said_column(r, i) && (r->link->values.facts[r->items[i].column].date ||
                                 role_has_word(r->schema, r->items[i].column, STR("year")));
}

/* "before the year 2000": the year of another table is only a word here. */
static bool is_year_word(const struct reading *r, uint32_t i, uint32_t number)
{
    return said_column(r, i) && is_year(r, number) && said_owner(r, i) != nearby_table(r, i) &&
           begins_with_word(r, i, "year");
}

/* "a higher price than 20": the column is within the comparison. */
static bool split_comparison(const struct reading *r, uint32_t than, struct number_measure *m)
{
    uint32_t column = is_word(r, than, "than") ? said_before(r, than) : NO_MENTION;
    uint32_t more = said_column(r, column) ? said_before(r, column) : NO_MENTION;
    if (more == NO_MENTION)
        return false;
    if (said_kind(r, more, MENTION_COMPARATIVE))
        m->adjective = more;
    else if (!said_comparison(r, more, &m->op))
        return false;
    m->compared = true;
    m->from = than;
    return true;
}

static struct number_measure measure_at(struct reading *r, uint32_t i)
{
    struct number_measure m = {
        .at = i, .from = i, .adjective = NO_MENTION, .upper = NO_MENTION, .column = NO_MENTION};
    uint32_t before = said_before(r, i), after = said_after(r, i);
    if (said_trigger(r, before, TRIGGER_OF))
        before = said_before(r, before);
    if (said_column(r, before) && is_time(r, before) &&
        said_comparison(r, said_before(r, before), &m.op) && !is_year_word(r, before, i)) {
        m.compared = true;
        m.column = before;
        m.from = said_before(r, before);
        return m;
    }
    if (is_year_word(r, before, i) && said_before(r, before) != NO_MENTION) {
        claim(r, before);
        before = said_before(r, before);
    }
    if (split_comparison(r, before, &m)) {
        return m;
    } else if (said_comparison(r, before, &m.op)) {
        m.compared = true;
        m.from = before;
    } else if (said_kind(r, before, MENTION_COMPARATIVE)) {
        m.compared = true;
        m.adjective = m.from = before;
    }
    uint32_t unit = said_after(r, after);
    if (is_open_end(r, after) || is_open_end(r, unit))
        m.compared = said_comparison(r, is_open_end(r, after) ? after : unit, &m.op);
    read_between(r, &m, before);
    return m;
}

static void add_condition(struct reading *r, const struct number_measure *m, struct operand left,
                          enum comparison op)
{
    struct condition c = {.left = left, .op = op, .place = m->at};
    c.value = sql_number(r->arena, r->items[m->at].mention.number);
    claim(r, m->at);
    claim(r, m->from);
    if (m->upper != NO_MENTION) {
        c.value2 = sql_number(r->arena, r->items[m->upper].mention.number);
        claim(r, m->upper);
    }
    if (left.aggregate == AGGREGATE_NONE)
        plan_where(r->plan, c);
    else
        plan_having(r->plan, c);
}

static void count_rows(struct reading *r, const struct number_measure *m, uint32_t table)
{
    r->by_count = true;
    r->counted = table;
    add_condition(r, m, operand_count(), m->compared ? m->op : COMPARE_EQ);
}

/* May it be the end of "6 of our buyers" or "30000 in salary"? */
static bool is_countable(const struct reading *r, uint32_t i)
{
    return said_table(r, i) || (said_measure(r, i) && !r->items[i].claimed);
}

/* What is after the number: "3 concerts", "20 points"; words like "different" are skipped. */
static uint32_t object_of(const struct reading *r, const struct number_measure *m)
{
    uint32_t j = said_after(r, m->upper != NO_MENTION ? m->upper : m->at);
    while (SAID_ANY(r, j, TRIGGER_OR_MORE, TRIGGER_OR_LESS, TRIGGER_DISTINCT) ||
           (m->compared && said_trigger(r, j, TRIGGER_OF) && is_countable(r, said_after(r, j))))
        j = said_after(r, j);
    return j;
}

static enum comparison own_op(const struct reading *r, const struct number_measure *m)
{
    if (m->adjective == NO_MENTION)
        return m->compared ? m->op : COMPARE_EQ;
    uint32_t row = r->items[m->adjective].mention.adjective;
    return adjective_is_high(r->lexicon, row) ? COMPARE_GT : COMPARE_LT;
}

/* "a capacity above 2000 MW": the unit is a part of the column's name before it. */
static bool repeats_subject(struct reading *r, const struct number_measure *m, uint32_t object)
{
    uint32_t subject = said_before(r, m->from);
    if (!said_column(r, subject) || !said_column(r, object) || r->items[subject].claimed ||
        r->items[subject].column != r->items[object].column)
        return false;
    claim(r, object);
    return true;
}

static bool by_object(struct reading *r, const struct number_measure *m)
{
    uint32_t j = object_of(r, m);
    bool head_count = r->items[m->at].head && !m->compared && !said_measure(r, j);
    if (j == NO_MENTION || r->items[j].claimed || head_count || repeats_subject(r, m, j))
        return false;
    if (said_measure(r, j)) {
        struct operand left = {take_lone_aggregate(r), false, r->items[j].column};
        claim(r, j);
        r->by_count |= left.aggregate != AGGREGATE_NONE;
        add_condition(r, m, left, own_op(r, m));
        return true;
    }
    if (!said_name(r, j))
        return false;
    claim(r, j);
    count_rows(r, m, said_owner(r, j));
    return true;
}

static bool by_adjective(struct reading *r, const struct number_measure *m)
{
    if (m->adjective == NO_MENTION)
        return false;
    uint32_t row = r->items[m->adjective].mention.adjective, table = nearby_table(r, m->at);
    struct adjective_sense sense = adjective_in(r->lexicon, r->schema, row, false, table);
    if (sense.column == SCHEMA_STAR && r->main < r->schema->n_tables)
        sense = adjective_in(r->lexicon, r->schema, row, false, r->main);
    if (sense.column == SCHEMA_STAR)
        return false;
    add_condition(r, m, operand_column(sense.column), sense.high ? COMPARE_GT : COMPARE_LT);
    return true;
}

static bool compares_with(struct reading *r, const struct number_measure *m, uint32_t j)
{
    uint32_t before = said_before(r, j);
    enum aggregate aggregate = said_aggregate(r, before);
    if (aggregate == AGGREGATE_COUNT && r->items[before].head)
        return false; /* the count is asked for */
    if (aggregate == AGGREGATE_COUNT) {
        claim(r, j);
        claim(r, before);
        count_rows(r, m, said_owner(r, j));
        return true;
    }
    if (!said_column(r, j) || (m->compared && r->link->values.facts[r->items[j].column].word))
        return false;
    struct operand left = {.aggregate = aggregate, .column = r->items[j].column};
    if (aggregate != AGGREGATE_NONE) {
        claim(r, before);
        r->by_count = true;
    }
    claim(r, j);
    add_condition(r, m, left, own_op(r, m));
    return true;
}

/* "age above 20 and below 30": the same column as for the number before. */
static bool by_last_condition(struct reading *r, const struct number_measure *m, uint32_t j)
{
    if (!said_kind(r, j, MENTION_NUMBER) || !r->items[j].claimed || r->plan->n_where == 0 ||
        !m->compared)
        return false;
    const struct condition *last = &r->plan->where[r->plan->n_where - 1];
    if (last->place != j)
        return false;
    add_condition(r, m, last->left, own_op(r, m));
    return true;
}

/* "in department 80" */
static bool by_key(struct reading *r, const struct number_measure *m, uint32_t j)
{
    uint32_t key = role_key(r->schema, r->items[j].table);
    if (key == SCHEMA_STAR || r->link->values.facts[key].word)
        return false;
    add_condition(r, m, operand_column(key), COMPARE_EQ);
    return true;
}

/* "who are 20 years old" */
static bool by_age(struct reading *r, const struct number_measure *m)
{
    uint32_t next = r->items[m->at].mention.end, table = nearby_table(r, m->at);
    if (table >= r->schema->n_tables || !word_is(&r->words, next + 1, "old") ||
        !str_eq(r->words.items[next].lemma, STR("year")))
        return false;
    const struct schema_table *t = &r->schema->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (role_has_word(r->schema, t->columns[i], STR("age"))) {
            add_condition(r, m, operand_column(t->columns[i]), own_op(r, m));
            return true;
        }
    return false;
}

/* The column before the comparison: "whose age is". */
static bool by_subject(struct reading *r, const struct number_measure *m)
{
    uint32_t j = m->from;
    for (int steps = 0; steps < LOOK_BACK && (j = said_before(r, j)) != NO_MENTION; steps++) {
        if (by_last_condition(r, m, j))
            return true;
        if (steps == 0 && said_table(r, j) && !m->compared && !r->items[j].head)
            return by_key(r, m, j);
        if (said_name(r, j)) {
            bool usable = !r->items[j].claimed && (m->compared || !r->items[j].head || steps == 0 ||
                                                   (is_year(r, m->at) && is_time(r, j)));
            return usable && compares_with(r, m, j);
        }
        if (said_sentence_end(r, j) || said_comma(r, j))
            return false;
    }
    return false;
}

static uint32_t time_column(const struct reading *r, uint32_t i)
{
    uint32_t tables[] = {nearby_table(r, i), r->main};
    for (int k = 0; k < 2; k++)
        if (tables[k] < r->schema->n_tables && table_time(r, tables[k]) != SCHEMA_STAR)
            return table_time(r, tables[k]);
    for (uint32_t j = 0; j < r->count; j++)
        if (said_column(r, j) && table_time(r, said_owner(r, j)) != SCHEMA_STAR)
            return table_time(r, said_owner(r, j));
    return SCHEMA_STAR;
}

/* "in 2014", "before 1990", if the table has a year or a date. */
static bool by_year(struct reading *r, const struct number_measure *m)
{
    uint32_t column = is_year(r, m->at) ? time_column(r, m->at) : SCHEMA_STAR;
    if (column == SCHEMA_STAR)
        return false;
    add_condition(r, m, operand_column(column), m->compared ? m->op : COMPARE_EQ);
    return true;
}

/* A year in a column of dates is compared with its text. */
static void fit_dates(struct reading *r)
{
    for (uint32_t i = 0; i < r->plan->n_where; i++) {
        struct condition *c = &r->plan->where[i];
        bool date = r->link->values.facts[c->left.column].date ||
                    role_has_word(r->schema, c->left.column, STR("date")) ||
                    r->schema->columns[c->left.column].type == SCHEMA_TIME;
        if (c->left.column == SCHEMA_STAR || !date || c->value.len != 4 ||
            role_has_word(r->schema, c->left.column, STR("year")))
            continue;
        if (c->op == COMPARE_EQ) {
            bool first = r->link->values.facts[c->left.column].date;
            c->op = COMPARE_LIKE;
            c->value = arena_printf(r->arena, first ? "'%.*s%%'" : "'%%%.*s%%'", STR_ARG(c->value));
        } else {
            const char *day = c->op == COMPARE_GT || c->op == COMPARE_LE ? "-12-31" : "-01-01";
            c->value = arena_printf(r->arena, "'%.*s%s'", STR_ARG(c->value), day);
            if (c->value2.ptr)
                c->value2 = arena_printf(r->arena, "'%.*s-12-31'", STR_ARG(c->value2));
        }
    }
}

/* "more than three times": rows of what the question is about. */
static bool by_times(struct reading *r, const struct number_measure *m)
{
    uint32_t next = r->items[m->at].mention.end;
    if (next >= r->words.count || !str_eq(r->words.items[next].lemma, STR("time")))
        return false;
    count_rows(r, m, SCHEMA_NONE);
    return true;
}

/* "population larger than 1000": a column right before the adjective is compared. */
static bool names_subject(const struct reading *r, const struct number_measure *m)
{
    uint32_t j = said_before(r, m->from);
    return m->adjective != NO_MENTION && said_measure(r, j) && !r->items[j].claimed;
}

static bool by_inner_column(struct reading *r, const struct number_measure *m)
{
    if (m->column == NO_MENTION)
        return false;
    claim(r, m->column);
    add_condition(r, m, operand_column(r->items[m->column].column), m->op);
    return true;
}

void read_numbers(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!said_kind(r, i, MENTION_NUMBER) || r->items[i].claimed)
            continue;
        struct number_measure m = measure_at(r, i);
        bool done = by_inner_column(r, &m) || (names_subject(r, &m) && by_subject(r, &m)) ||
                    by_age(r, &m) || by_object(r, &m) || by_adjective(r, &m) || by_times(r, &m) ||
                    by_subject(r, &m) || by_year(r, &m);
        (void)done;
    }
    fit_dates(r);
}
