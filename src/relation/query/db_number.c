/* db_number.c: another number to compare a column with (SQL-db-number, Dr.Spider §3.3).
 *
 * "horsepower more than 150" → "horsepower more than 145". The new number is at most 10 away, is
 * more than 1, has as many decimals, and is said in the form of the old one. Only a round number of
 * thousands changes by more, up to ten of its last place: 3500 → 3400 is what people would ask.
 *
 * The answer changes with the question, as the edit says; a change that no row shows is not proved.
 * It is clear which number is meant if question and query have it once each.
 *
 * Not every number makes a question that people would ask. A bound must lie within the range of the
 * column: there is no grade 19. Only a year may lie before it. A number that the column must equal
 * should be a value of rows; for a key it always is. And a bound stays on the same side of the
 * other numbers that the column is compared with: "before 2008 or after 2013" never becomes "before
 * 2015 or after 2013". */
#include "link/named_words.h"
#include "relation/query/number_change.h"
#include "relation/refusal.h"

#include <math.h>

/* Round numbers: from one thousand on, with two zeros at the end. */
enum { ROUND_FROM = 1000, ROUND_PLACE = 100 };

/* The numbers in the column of a place. */
struct column_numbers {
    double *items;
    uint32_t count;
    double low, high; /* least and greatest of them and of the old number */
};

struct number_search {
    struct value_search *v;
    struct number_place n;
    struct column_numbers column;
    bool equality; /* the column must equal it, or must differ from it */
    bool key;      /* the column is one */
    bool year;
    bool sum; /* of the column: may be any number */
};

static double value_of(const struct said_number *n)
{
    return (double)n->units / (double)said_number_one(n);
}

static double candidate_value(const struct number_place *n, int64_t units)
{
    return (double)units / (double)said_number_one(&n->number);
}

/* Negative numbers and texts do not matter here: the old number is positive. */
static struct column_numbers column_numbers_of(struct arena *a, const struct lexicon *l,
                                               const struct column_content *content, double old)
{
    struct column_numbers out = {.low = old, .high = old};
    out.items = ARENA_ARRAY(a, double, content->n_values);
    for (uint32_t i = 0; i < content->n_values; i++) {
        struct said_number n;
        if (!said_number_read(l, content->values[i].text, &n) || n.saying != SAID_IN_DIGITS)
            continue;
        double value = value_of(&n);
        out.items[out.count++] = value;
        out.low = fmin(out.low, value);
        out.high = fmax(out.high, value);
    }
    return out;
}

static bool column_has(const struct column_numbers *c, double value)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->items[i] == value)
            return true;
    return false;
}

static bool is_equality(const struct sql_expr *comparison)
{
    if (!comparison)
        return false;
    if (comparison->kind != SQL_EXPR_BINARY)
        return comparison->kind == SQL_EXPR_IN;
    enum sql_op op = comparison->as.binary.op;
    return op == SQL_EQ || op == SQL_NE || op == SQL_IS || op == SQL_IS_NOT;
}

static bool is_key(const struct schema *s, uint32_t column)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == column || s->foreign_keys[i].to == column)
            return true;
    return s->columns[column].primary;
}

/* Is the new number on the same side as the old one of all others that the column is compared with?
 */
static bool stays_in_order(const struct number_search *s, double value)
{
    double old = value_of(&s->n.number);
    const struct edit_places *places = &s->v->places;
    for (uint32_t i = 0; i < places->count; i++) {
        const struct edit_place *other = &places->items[i];
        struct said_number number;
        if (other == s->n.place || other->edit.what != EDIT_VALUE ||
            !str_eq(other->edit.on, s->n.place->edit.on) ||
            !said_number_read(s->v->seed->lexicon, other->edit.from, &number))
            continue;
        if ((value_of(&number) < old) != (value_of(&number) < value))
            return false;
    }
    return true;
}

static bool is_candidate(const struct number_search *s, int64_t units)
{
    double value = candidate_value(&s->n, units);
    bool lies_there = s->sum || ((s->year || value >= s->column.low) && value <= s->column.high);
    return lies_there && (!s->key || column_has(&s->column, value)) &&
           (s->equality || stays_in_order(s, value)) && number_place_takes(s->v, &s->n, units);
}

/* The number of candidates, or of those that rows have. `add`: add them as variants. */
static uint32_t count_candidates(struct number_search *s, bool had, bool add)
{
    uint32_t n = 0;
    int64_t old = s->n.number.units;
    for (int64_t to = old - s->n.reach; to <= old + s->n.reach; to += s->n.step) {
        if (!is_candidate(s, to) || (had && !column_has(&s->column, candidate_value(&s->n, to))))
            continue;
        n++;
        if (add)
            number_place_add(s->v, &s->n, to);
    }
    return n;
}

/* 3500 may become 3400 or 3550, never 3497: a round number stays one, and changes by up to ten of
 * its last place, in halves. A year is not round. */
static void keep_round(struct number_search *s)
{
    int64_t place = 1, units = s->n.number.units;
    while (units % (10 * place) == 0)
        place *= 10;
    if (!s->year && s->n.number.decimals == 0 && units >= ROUND_FROM && place >= ROUND_PLACE) {
        s->n.step = place / 2;
        s->n.reach = NUMBER_REACH * place;
    }
}

static bool change_number(struct value_search *v, const struct edit_place *place)
{
    const struct relation_seed *seed = v->seed;
    struct number_search s = {.v = v};
    if (!number_place_read(v, place, &s.n))
        return false;
    const struct column_content *content = seed->content->column(seed->content->ctx, place->column);
    if (!content)
        return refuse_unless(seed, false, REFUSED_VALUE_UNKNOWN);
    s.column = column_numbers_of(v->arena, seed->lexicon, content, value_of(&s.n.number));
    bool plain = place->aggregate.len == 0; /* a mean need not be a value of a row */
    s.equality = plain && is_equality(value_comparison(v, place));
    s.key = plain && is_key(seed->schema, place->column);
    s.year = name_has_word(seed->schema->columns[place->column].natural, STR("year"));
    s.sum = str_eq(place->aggregate, STR("sum"));
    keep_round(&s);
    bool had = s.equality && count_candidates(&s, true, false) >= relation_SQL_db_number.most;
    count_candidates(&s, had, true);
    return true;
}

/* A text of digits means a number if the rows have it as a number. */
static bool is_stored(const struct relation_seed *s, const struct edit_place *place)
{
    const struct column_content *content = s->content->column(s->content->ctx, place->column);
    struct str text = str_slice(place->edit.from, 1, place->edit.from.len - 1);
    for (uint32_t i = 0; content && i < content->n_values; i++)
        if (content->values[i].number && str_eq(content->values[i].text, text))
            return true;
    return false;
}

/* Is a column, or a mean or another figure of it, compared with a number here? */
static bool is_db_number(const struct value_search *v, const struct edit_place *place)
{
    return place->edit.what == EDIT_VALUE && place->column != SCHEMA_NONE &&
           !str_eq(place->aggregate, STR("count")) &&
           (place->edit.from.ptr[0] != '\'' || is_stored(v->seed, place));
}

static uint64_t count_numbers(struct arena *a, const struct relation_seed *s, const void **plan)
{
    return value_changes_find(a, s, true, is_db_number, change_number, plan);
}

const struct relation relation_SQL_db_number = {
    .id = "SQL-db-number",
    .name = "SQL number value",
    .family = "dr-spider",
    .text = {.summary = "a number to compare rows with changes",
             .what = "A number that a column is compared with changes by 10 at most.",
             .before = "What are the names of customers older than 30?",
             .after = "What are the names of customers older than 36?",
             .answer = "The answer becomes that of the query with the new number.",
             .page = "docs/reference/dr-spider.md"},
    .count = count_numbers,
    .make = value_changes_make,
    .changes_answer = true,
    .needs_database = true,
    .most = 5,
};
