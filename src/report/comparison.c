/* comparison.c: the tables of several systems. */
#include "report/comparison.h"

#include "report/experiment.h"
#include "report/marks.h"
#include "report/paired_table.h"

bool comparison_of_runs(const struct system_comparison *c)
{
    bool several = c->experiment;
    for (uint32_t s = 0; s < c->n_systems; s++)
        several = several || c->systems[s].runs.count > 1;
    return several;
}

/* What is compared */

struct str compared_by(const struct compared_system *s)
{
    return s->runs.items[0]->by;
}

/* Of systems of one run. */
static struct table system_table(struct arena *a, const struct compared_system *systems, uint32_t n)
{
    static const struct table_column COLUMNS[] = {
        {"system", false},  {"by", false},     {"seeds", true},
        {"right, %", true}, {"cases", true},   {"judged", true},
        {"errors", true},   {"rate, %", true}, {"seeds broken, %", true}};
    struct table t = {.title = "Systems", .columns = COLUMNS, .n_columns = COUNT_OF(COLUMNS)};
    for (uint32_t s = 0; s < n; s++) {
        const struct robustness *r = systems[s].sums;
        TABLE_ROW(a, &t, systems[s].name, compared_by(&systems[s]), table_count(a, r->seeds),
                  table_percent(a, robustness_accuracy(r)), table_count(a, r->all.cases),
                  table_count(a, r->all.judged), table_count(a, r->all.errors),
                  table_percent(a, robustness_error_rate(r)),
                  table_percent(a, share_known_rate(r->all.broken)));
        if (!str_eq(compared_by(&systems[s]), compared_by(&systems[0])))
            t.note = "they were not judged by the same measure: their error rates cannot be "
                     "compared";
    }
    return t;
}

/* Table 7 */

struct str *comparison_relations(struct arena *a, const struct compared_system *systems, uint32_t n,
                                 uint32_t *count)
{
    struct str *ids = NULL;
    *count = 0;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t r = 0; r < systems[s].runs.count; r++) {
            const struct tally_list *relations = &systems[s].sums[r].relations;
            for (uint32_t i = 0; i < relations->count; i++) {
                if (str_in(relations->items[i].label, ids, *count))
                    continue;
                ARENA_ADD(a, ids, *count, relations->items[i].label);
            }
        }
    return ids;
}

static double rate_in(const struct system_rates *s, uint32_t column)
{
    return column <= s->n_relations ? s->rates[column - 1] : s->all;
}

static void add_average(struct arena *a, struct table *t, const struct system_rates *systems,
                        uint32_t n)
{
    struct str *row = table_add(a, t);
    row[0] = STR("Average");
    for (uint32_t c = 1; c < t->n_columns; c++) {
        double sum = 0;
        uint32_t known = 0;
        for (uint32_t s = 0; s < n; s++)
            if (rate_in(&systems[s], c) >= 0) {
                sum += rate_in(&systems[s], c);
                known++;
            }
        row[c] = table_percent(a, known ? sum / known : -1);
    }
}

struct table comparison_rates(struct arena *a, const struct system_rates *systems, uint32_t n)
{
    uint32_t n_ids = systems[0].n_relations;
    struct table_column *columns = ARENA_ARRAY(a, struct table_column, n_ids + 2);
    columns[0] = (struct table_column){"system", false};
    for (uint32_t i = 0; i < n_ids; i++)
        columns[i + 1] = (struct table_column){arena_str(a, systems[0].relations[i]).ptr, true};
    columns[n_ids + 1] = (struct table_column){"all", true};
    struct table t = {.title = "Error rate by relation, %",
                      .note = "all: of all cases, each counting the same",
                      .columns = columns,
                      .n_columns = n_ids + 2};
    for (uint32_t s = 0; s < n; s++) {
        struct str *row = table_add(a, &t);
        row[0] = systems[s].name;
        for (uint32_t c = 1; c < t.n_columns; c++)
            row[c] = table_percent(a, rate_in(&systems[s], c));
    }
    add_average(a, &t, systems, n);
    return t;
}

struct spread comparison_error_rate(const struct compared_system *s)
{
    struct arena a = {0};
    double *rates = ARENA_ARRAY(&a, double, s->runs.count);
    for (uint32_t r = 0; r < s->runs.count; r++)
        rates[r] = robustness_error_rate(&s->sums[r]);
    struct spread spread = spread_of(rates, s->runs.count);
    arena_release(&a);
    return spread;
}

/* Pairs */

static struct table pair_table(struct arena *a, const struct system_comparison *c,
                               const struct compared_pair *p)
{
    const struct compared_system *x = &c->systems[p->first], *y = &c->systems[p->second];
    return (comparison_of_runs(c) ? paired_runs_table : paired_table)(a, x->name, y->name, &p->list,
                                                                      &x->sums->relations);
}

struct table_list comparison_tables(struct arena *a, const struct system_comparison *c)
{
    struct table_list list = {NULL, 0};
    const struct rated r = rated_of(a, c);
    if (comparison_of_runs(c)) {
        experiment_tables(a, c, &list);
    } else {
        table_list_push(a, &list, system_table(a, c->systems, c->n_systems));
        table_list_push(a, &list, comparison_rates(a, r.means, c->n_systems));
    }
    table_list_push(a, &list, marks_table(&r));
    if (c->weights)
        table_list_push(a, &list, ranking_table(&r));
    for (uint32_t i = 0; i < c->n_pairs; i++)
        table_list_push(a, &list, pair_table(a, c, &c->pairs[i]));
    return list;
}

struct table comparison_figures(struct arena *a, const struct system_comparison *c, uint32_t system)
{
    if (comparison_of_runs(c))
        return experiment_figures(a, c, system);
    struct table t = sections_flat_relations(a, c->systems[system].sums);
    t.title = arena_str(a, c->systems[system].name).ptr;
    return t;
}

/* JSON */

/* The number of runs, their figures together, and each run by itself. */
static void put_runs(struct json_writer *w, const struct system_comparison *c, uint32_t system)
{
    const struct compared_system *s = &c->systems[system];
    json_key_count(w, "runs", s->runs.count);
    json_key(w, STR("figures"));
    experiment_json(w, c, system);
    json_key_array(w, "each");
    for (uint32_t r = 0; r < s->runs.count; r++) {
        json_object_open(w);
        json_key_str(w, "predictions", s->runs.items[r]->predictions);
        json_key(w, STR("summary"));
        robustness_json(w, &s->sums[r]);
        json_object_close(w);
    }
    json_array_close(w);
}

static void put_system(struct json_writer *w, const struct rated *r, uint32_t system)
{
    const struct compared_system *s = &r->comparison->systems[system];
    json_object_open(w);
    json_key_str(w, "name", s->name);
    json_key_str(w, "by", compared_by(s));
    if (r->comparison->weights)
        json_key_count(w, "rank", r->criteria[system].rank);
    criteria_json(w, r, system);
    json_key(w, STR("effort"));
    effort_json(w, &s->effort);
    if (comparison_of_runs(r->comparison)) {
        put_runs(w, r->comparison, system);
    } else {
        json_key(w, STR("summary"));
        robustness_json(w, s->sums);
    }
    json_object_close(w);
}

void comparison_put_systems(struct json_writer *w, const struct system_comparison *c)
{
    struct arena a = {0};
    const struct rated r = rated_of(&a, c);
    json_key_array(w, "systems");
    for (uint32_t s = 0; s < c->n_systems; s++)
        put_system(w, &r, s);
    json_array_close(w);
    arena_release(&a);
}

static void put_pair(struct json_writer *w, const struct system_comparison *c,
                     const struct compared_pair *p)
{
    json_object_open(w);
    json_key_str(w, "first", c->systems[p->first].name);
    json_key_str(w, "second", c->systems[p->second].name);
    json_key(w, STR("compared"));
    paired_json(w, &p->list, comparison_of_runs(c));
    json_object_close(w);
}

void comparison_put_pairs(struct json_writer *w, const struct system_comparison *c)
{
    json_key_array(w, "pairs");
    for (uint32_t i = 0; i < c->n_pairs; i++)
        put_pair(w, c, &c->pairs[i]);
    json_array_close(w);
}

void comparison_json(struct buf *out, const struct system_comparison *c)
{
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key_count(&w, "version", 1);
    comparison_put_systems(&w, c);
    comparison_put_pairs(&w, c);
    json_object_close(&w);
    json_line_end(&w);
}
