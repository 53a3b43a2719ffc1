/* read_numbers.c: conditions with numbers: "older than 20", "at least 3 concerts", "in 2014".
 *
 * A number is read with the words that say how to compare. What is compared with it is after it ("3
 * concerts"), in the adjective ("older"), or before it ("whose age is"): the rules say which. Rows
 * of a table are counted, and make a HAVING. */
#include "link/role.h"
#include "nlidb/reading.h"

enum { LOOK_BACK = 12, AMOUNT_REACH = 6 };

/* A number with the words that say how to compare. */
struct number_measure {
    struct slot_span span;
    bool compared; /* a comparison was said */
    enum comparison op;
    uint32_t adjective; /* the mention of a comparative, or NO_MENTION */
    uint32_t upper;     /* the second number of "between", or NO_MENTION */
};

/* "more than 20", "between 5 and 10", "3 or more", "before the year 2000" */
static bool read_comparison(struct reading *r, const struct rule_match *m)
{
    struct number_measure *n = m->context;
    uint32_t word = rule_slot(m, 1), column = rule_slot(m, 3);
    if (rule_slot(m, 2) != n->span.at)
        return false;
    if (rule_says(m, 0, "year") &&
        (said_owner(r, column) == nearby_table(r, column) || !begins_with_word(r, column, "year")))
        return false; /* the year of another table is only a word */
    if (rule_says(m, 0, "between")) {
        n->op = COMPARE_BETWEEN;
        n->upper = column;
    } else if (said_is(r, word, SAID_COMPARATIVE)) {
        n->adjective = word;
    }
    n->compared = word != NO_MENTION;
    n->span.from = word == NO_MENTION || rule_says(m, 0, "open") ? n->span.at : word;
    said_comparison(r, word, &n->op);
    return true;
}

/* Where the words after it that say nothing of what is counted end: "6 of our buyers". */
static uint32_t span_end(const struct reading *r, const struct number_measure *m)
{
    uint32_t i = m->upper != NO_MENTION ? m->upper : m->span.at, j;
    while ((j = said_after(r, i)) != NO_MENTION) {
        uint32_t thing = m->compared && said_is(r, j, SAID_OF) ? said_after(r, j) : NO_MENTION;
        bool of = said_is(r, thing, SAID_TABLE) ||
                  (said_is(r, thing, SAID_MEASURE) && !said_is(r, thing, SAID_CLAIMED));
        if (!of && !said_is(r, j, SAID_OR_MORE | SAID_OR_LESS | SAID_DISTINCT))
            break;
        i = j;
    }
    return i + 1;
}

static struct number_measure measure_at(struct reading *r, uint32_t i)
{
    struct number_measure n = {.span = {.slot = SLOT_NUMBER, .at = i, .from = i},
                               .adjective = NO_MENTION,
                               .upper = NO_MENTION};
    struct rule_match m = rule_search(r, "amounts", i, AMOUNT_REACH, NULL);
    m.context = &n;
    rule_apply(r, &m, read_comparison);
    n.span.end = span_end(r, &n);
    n.span.traits = said(r, i) | (n.adjective != NO_MENTION ? SAID_COMPARATIVE : 0) |
                    (n.compared ? SAID_COMPARED : 0);
    return n;
}

static enum comparison own_op(const struct reading *r, const struct number_measure *m)
{
    if (m->adjective == NO_MENTION)
        return m->compared ? m->op : COMPARE_EQ;
    uint32_t row = r->items[m->adjective].mention.adjective;
    return adjective_is_high(r->lexicon, row) ? COMPARE_GT : COMPARE_LT;
}

static void add_condition(struct reading *r, const struct number_measure *m, struct operand left,
                          enum comparison op)
{
    struct condition c = {.left = left, .op = op, .place = m->span.at};
    c.value = sql_number(r->arena, r->items[m->span.at].mention.number);
    claim(r, m->span.at);
    claim(r, m->span.from);
    if (m->upper != NO_MENTION) {
        c.value2 = sql_number(r->arena, r->items[m->upper].mention.number);
        claim(r, m->upper);
    }
    if (left.aggregate == AGGREGATE_NONE)
        plan_where(r->plan, c);
    else
        plan_having(r->plan, c);
}

static uint32_t time_column(const struct reading *r, uint32_t i)
{
    uint32_t tables[] = {nearby_table(r, i), r->main};
    for (int k = 0; k < 2; k++)
        if (tables[k] < r->schema->n_tables && table_time(r, tables[k]) != SCHEMA_STAR)
            return table_time(r, tables[k]);
    for (uint32_t j = 0; j < r->count; j++)
        if (said_is(r, j, SAID_COLUMN) && table_time(r, said_owner(r, j)) != SCHEMA_STAR)
            return table_time(r, said_owner(r, j));
    return SCHEMA_STAR;
}

/* What "older" compares in the table named near it, else in the main one. */
static struct adjective_sense number_sense(const struct reading *r, const struct number_measure *m)
{
    struct adjective_sense sense = said_sense(r, m->adjective, nearby_table(r, m->span.at));
    return sense.column == SCHEMA_STAR ? said_sense(r, m->adjective, r->main) : sense;
}

/* "age above 20 and below 30": the same column as for the number before. */
static struct operand last_operand(const struct reading *r, const struct number_measure *m)
{
    uint32_t number =
        find_near(r, m->span.from, -6, SAID_NUMBER, SAID_NAME | SAID_END | SAID_COMMA);
    const struct plan *p = r->plan;
    bool last = p->n_where > 0 && p->where[p->n_where - 1].place == number;
    return last && number != NO_MENTION ? p->where[p->n_where - 1].left
                                        : operand_column(SCHEMA_STAR);
}

/* The column that a rule without a column in it means, or SCHEMA_STAR. */
static uint32_t implied_column(const struct reading *r, const struct number_measure *n,
                               const struct rule_match *m)
{
    uint32_t named = rule_slot(m, 1);
    if (rule_says(m, 0, "named"))
        return rule_column(m, 1, nearby_table(r, n->span.at));
    if (rule_says(m, 0, "time"))
        return time_column(r, n->span.at);
    uint32_t key =
        rule_says(m, 0, "key") ? role_key(r->schema, r->items[named].table) : SCHEMA_STAR;
    return key != SCHEMA_STAR && !r->link->values.facts[key].word ? key : (uint32_t)SCHEMA_STAR;
}

/* What the rule compares with the number; SCHEMA_STAR without an aggregate if there is nothing. */
static struct operand compared_operand(struct reading *r, const struct number_measure *n,
                                       const struct rule_match *m)
{
    uint32_t named = rule_slot(m, 1), aggregate = rule_slot(m, 3);
    if (rule_says(m, 0, "count")) {
        r->counted = named == NO_MENTION ? (uint32_t)SCHEMA_NONE : said_owner(r, named);
        return operand_count();
    }
    if (rule_says(m, 0, "again"))
        return last_operand(r, n);
    if (rule_says(m, 0, "same") && r->items[named].column != r->items[rule_slot(m, 2)].column)
        return operand_column(SCHEMA_STAR);
    uint32_t column = named == NO_MENTION || said_is(r, named, SAID_TABLE) ? implied_column(r, n, m)
                                                                           : r->items[named].column;
    struct operand out = {said_aggregate(r, aggregate), false, column};
    if (rule_says(m, 0, "amount"))
        out.aggregate = take_lone_aggregate(r);
    return out;
}

static bool read_number(struct reading *r, const struct rule_match *m)
{
    struct number_measure *n = m->context;
    uint32_t comparison = rule_slot(m, 2);
    if (!n->compared && said_is(r, comparison, SAID_COMPARATIVE))
        n->adjective = comparison;
    n->compared |= said_comparison(r, comparison, &n->op);
    enum comparison op = own_op(r, n);
    struct operand left;
    if (rule_says(m, 0, "adjective")) {
        struct adjective_sense sense = number_sense(r, n);
        left = operand_column(sense.column);
        op = sense.high ? COMPARE_GT : COMPARE_LT;
    } else {
        left = compared_operand(r, n, m);
    }
    if (left.column == SCHEMA_STAR && left.aggregate == AGGREGATE_NONE)
        return false;
    add_condition(r, n, left, op);
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

void read_numbers(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!said_is(r, i, SAID_NUMBER) || said_is(r, i, SAID_CLAIMED))
            continue;
        struct number_measure n = measure_at(r, i);
        struct rule_match m = rule_search(r, "numbers", i, LOOK_BACK, &n.span);
        m.context = &n;
        rule_apply(r, &m, read_number);
    }
    fit_dates(r);
}
