/* paired_table.c: the comparison of two systems. */
#include "report/paired_table.h"

#include "report/relation_label.h"

#include <math.h>

static const struct table_column COLUMNS[] = {
    {"relation", false}, {"cases", true},  {"first", true},    {"second", true},
    {"both", true},      {"points", true}, {"interval", true}, {"", false},
};

static const char *verdict_of(const struct paired *p)
{
    return paired_is_worse(p) ? "worse" : paired_is_better(p) ? "better" : "";
}

/* Fewer errors are not better if right answers were lost. */
static const char *verdict_in(const struct paired_list *list, const struct paired *p)
{
    return paired_is_better(p) && paired_lost_answers(list) ? "" : verdict_of(p);
}

static void add_pair(struct arena *a, struct table *t, const struct paired_list *list,
                     const struct paired *p)
{
    TABLE_ROW(a, t, p->relation.ptr ? relation_label(a, p->relation) : STR("all"),
              table_count(a, p->cases), table_count(a, p->only_a), table_count(a, p->only_b),
              table_count(a, p->both), arena_printf(a, "%+.1f", 100 * (p->rate_b - p->rate_a)),
              arena_printf(a, "%+.1f to %+.1f", 100 * p->difference.low, 100 * p->difference.high),
              str_from(verdict_in(list, p)));
}

typedef void add_row(struct arena *a, struct table *t, const struct paired_list *list,
                     const struct paired *p);

/* Relations in their order, then all cases and wrong answers; nothing if no case is the same. */
static void add_rows(struct arena *a, struct table *t, const struct paired_list *list,
                     const struct tally_list *relations, add_row *add)
{
    if (list->items[0].cases == 0)
        return;
    for (uint32_t r = 0; r < relations->count; r++)
        for (uint32_t i = 1; i < list->count; i++)
            if (str_eq(list->items[i].relation, relations->items[r].label))
                add(a, t, list, &list->items[i]);
    add(a, t, list, &list->items[0]);
    if (list->wrong.cases)
        add(a, t, list, &list->wrong);
    if (list->others)
        t->note = arena_printf(a,
                               "%s;\nleft out, since another question or schema has the same id: "
                               "%u cases",
                               t->note, list->others)
                      .ptr;
}

static const char *title_of(struct arena *a, struct str first, struct str second)
{
    return arena_printf(a, "%.*s (second) against %.*s (first)", STR_ARG(second), STR_ARG(first))
        .ptr;
}

struct table paired_table(struct arena *a, struct str first, struct str second,
                          const struct paired_list *list, const struct tally_list *relations)
{
    struct table t = {
        .title = title_of(a, first, second),
        .note = "cases that both have; errors of the first only, of the second only, of both;\n"
                "wrong: answers to seeds and cases that are not the gold's, instead of errors;\n"
                "points: second minus first, in percentage points; better, worse: beyond\n"
                "chance (95%), for the relations all at once",
        .columns = COLUMNS,
        .n_columns = COUNT_OF(COLUMNS)};
    add_rows(a, &t, list, relations, add_pair);
    return t;
}

/* Several runs */

static const struct table_column RUN_COLUMNS[] = {
    {"relation", false}, {"first, %", true}, {"second, %", true}, {"change", true},
    {"verdict", false},  {"points", true},   {"s.e.", true},      {"interval", true},
};

static struct spread with_mean(struct spread s, double mean)
{
    return (struct spread){mean, s.deviation, s.runs};
}

static void add_runs(struct arena *a, struct table *t, const struct paired_list *list,
                     const struct paired *p)
{
    bool several = p->runs_a.runs > 1 || p->runs_b.runs > 1;
    TABLE_ROW(a, t, p->relation.ptr ? p->relation : STR("all"),
              table_spread(a, with_mean(p->runs_a, p->rate_a)),
              table_spread(a, with_mean(p->runs_b, p->rate_b)),
              table_change(a, relative_change(p->rate_a, p->rate_b)), str_from(verdict_in(list, p)),
              arena_printf(a, "%+.1f", 100 * (p->rate_b - p->rate_a)),
              several ? arena_printf(a, "%.1f", 100 * p->run_error) : STR("-"),
              arena_printf(a, "%+.1f to %+.1f", 100 * p->difference.low, 100 * p->difference.high));
}

struct table paired_runs_table(struct arena *a, struct str first, struct str second,
                               const struct paired_list *list, const struct tally_list *relations)
{
    struct table t = {
        .title = title_of(a, first, second),
        .note = "error rates on the cases that both have, each case as the mean of its runs;\n"
                "wrong: answers to seeds and cases that are not the gold's, instead of errors;\n"
                "change: of the first's rate; points: second minus first; s.e.: the standard\n"
                "error of that from run to run; interval: for other questions and other runs;\n"
                "better, worse: beyond chance (95%), for the relations all at once",
        .columns = RUN_COLUMNS,
        .n_columns = COUNT_OF(RUN_COLUMNS)};
    add_rows(a, &t, list, relations, add_runs);
    return t;
}

/* JSON */

static void put_runs(struct json_writer *w, const struct paired *p)
{
    json_key_count(w, "runs_first", p->runs_a.runs);
    json_key_count(w, "runs_second", p->runs_b.runs);
    json_key_double(w, "spread_first", p->runs_a.deviation);
    json_key_double(w, "spread_second", p->runs_b.deviation);
    json_key_double(w, "run_error", p->run_error);
    double change = relative_change(p->rate_a, p->rate_b);
    json_key_known(w, "change", change, !isnan(change));
}

static void put_pair(struct json_writer *w, const struct paired_list *list, const struct paired *p,
                     bool runs)
{
    const char *verdict = verdict_in(list, p);
    json_key(w, p->relation.ptr ? p->relation : STR("all"));
    json_object_open(w);
    json_key_count(w, "cases", p->cases);
    json_key_count(w, "only_first", p->only_a);
    json_key_count(w, "only_second", p->only_b);
    json_key_count(w, "both", p->both);
    json_key_double(w, "rate_first", p->rate_a);
    json_key_double(w, "rate_second", p->rate_b);
    json_key_double(w, "low", p->difference.low);
    json_key_double(w, "high", p->difference.high);
    json_key_str(w, "second_is",
                 str_from(verdict[0]            ? verdict
                          : paired_is_better(p) ? "not better: right answers were lost"
                                                : "no different beyond chance"));
    if (runs)
        put_runs(w, p);
    json_object_close(w);
}

void paired_json(struct json_writer *w, const struct paired_list *list, bool runs)
{
    json_object_open(w);
    json_key_count(w, "not_the_same", list->others);
    put_pair(w, list, &list->items[0], runs);
    if (list->wrong.cases)
        put_pair(w, list, &list->wrong, runs);
    json_key_object(w, "relations");
    for (uint32_t i = 1; i < list->count; i++)
        put_pair(w, list, &list->items[i], runs);
    json_object_close(w);
    json_object_close(w);
}
