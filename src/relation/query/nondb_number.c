/* nondb_number.c: another number of rows, or another bound on a count (SQL-nondb-number, Dr.Spider
 * §3.3).
 *
 * "the 3 youngest winners" with LIMIT 3 → "the 5 youngest winners" with LIMIT 5; the same for
 * HAVING count(*) > 3. The new number is at most 10 away, is at least 2, and is said in the form of
 * the old one: 3rd → 5th, three → five.
 *
 * The answer changes with the question, as the edit says. It is clear which number is meant if the
 * question has it once and the query has it once; else nothing changes. 0 and 1 stay, since few
 * questions say them as numbers, and the singular has another form. */
#include "relation/query/number_change.h"

#include "base/number.h"
#include "relation/refusal.h"

/* Is it LIMIT, or a number that a count is compared with? */
static bool is_nondb(const struct value_search *v, const struct edit_place *place)
{
    (void)v;
    return place->edit.what == EDIT_LIMIT ||
           (place->edit.what == EDIT_VALUE && str_eq(place->aggregate, STR("count")));
}

static bool change_number(struct value_search *v, const struct edit_place *place)
{
    struct number_place n;
    if (!number_place_read(v, place, &n) ||
        !refuse_unless(v->seed, n.number.decimals == 0 && !n.text, REFUSED_VALUE_UNSAID))
        return false;
    int64_t old = n.number.units;
    for (int64_t to = old - n.reach; to <= old + n.reach; to += n.step)
        if (number_place_takes(v, &n, to))
            number_place_add(v, &n, to);
    return true;
}

static uint64_t count_numbers(struct arena *a, const struct relation_seed *s, const void **plan)
{
    return value_changes_find(a, s, false, is_nondb, change_number, plan);
}

/* There must be enough rows: the six youngest of five are the same as the seven youngest. */
static struct case_condition has_rows(struct arena *a, const struct relation_seed *s,
                                      const struct value_change *v)
{
    double n;
    if (v->place->expr != s->stmt->query->limit || !number_read(v->literal, &n))
        return (struct case_condition){0};
    struct str last = arena_printf(a, "1 OFFSET %.0f", n - 1);
    return (struct case_condition){edit_place_replace(a, s->stmt, v->place, last), true};
}

static bool make_number_change(struct arena *a, const struct relation_seed *s, const void *plan,
                               uint64_t i, struct test_case *out)
{
    out->condition = has_rows(a, s, &((const struct value_changes *)plan)->items[i]);
    return value_changes_make(a, s, plan, i, out);
}

const struct relation relation_SQL_nondb_number = {
    .id = "SQL-nondb-number",
    .name = "SQL limit or count",
    .family = "dr-spider",
    .text = {.summary = "a LIMIT or a bound on counts changes",
             .what = "The number of rows, or the number that a count is compared with, changes.",
             .before = "Which customers have made at least two purchases?",
             .after = "Which customers have made at least three purchases?",
             .answer = "The answer becomes that of the query with the new number.",
             .page = "docs/reference/dr-spider.md"},
    .count = count_numbers,
    .make = make_number_change,
    .changes_answer = true,
    .most = 5,
};
