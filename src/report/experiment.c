/* experiment.c: figures of several runs as tables, rows and JSON. */
#include "report/experiment.h"

#include <math.h>

static const struct figure_group *group_at(const struct system_comparison *c, uint32_t system,
                                           uint32_t group)
{
    return &c->systems[system].figures.items[group];
}

static struct spread figure_at(const struct system_comparison *c, uint32_t system, uint32_t group,
                               uint32_t figure)
{
    return group_at(c, system, group)->figures[figure];
}

/* The change from the first system, which itself has none. */
static double change_at(const struct system_comparison *c, uint32_t system, uint32_t group,
                        uint32_t figure)
{
    return system == 0 ? NAN
                       : relative_change(figure_at(c, 0, group, figure).mean,
                                         figure_at(c, system, group, figure).mean);
}

/* Tables */

/* What a column shows: a figure of a group, or its change. */
struct figure_column {
    const char *name;
    uint32_t group, figure;
    bool change;
};

struct figure_columns {
    const struct system_comparison *comparison;
    struct arena *arena;
    struct figure_column *items;
    uint32_t count;
};

/* Left out if no system has the figure. */
static void add_column(struct figure_columns *l, struct figure_column c)
{
    bool known = false;
    for (uint32_t s = 0; s < l->comparison->n_systems; s++)
        known = known || figure_at(l->comparison, s, c.group, c.figure).runs > 0;
    if (!known)
        return;
    ARENA_ADD(l->arena, l->items, l->count, c);
}

/* A figure of a group, under the group's name. */
static void add_group(struct figure_columns *l, uint32_t group, uint32_t figure)
{
    const char *name = arena_str(l->arena, group_at(l->comparison, 0, group)->label).ptr;
    add_column(l, (struct figure_column){name, group, figure, false});
}

static struct str figure_cell(const struct figure_columns *l, uint32_t system, uint32_t column)
{
    const struct figure_column *shown = &l->items[column];
    const struct system_comparison *c = l->comparison;
    return shown->change
               ? table_change(l->arena, change_at(c, system, shown->group, shown->figure))
               : table_spread(l->arena, figure_at(c, system, shown->group, shown->figure));
}

static struct table figure_table(const struct figure_columns *l, const char *title,
                                 const char *note)
{
    struct table_column *columns = ARENA_ARRAY(l->arena, struct table_column, l->count + 1);
    columns[0] = (struct table_column){"system", false};
    for (uint32_t c = 0; c < l->count; c++)
        columns[c + 1] = (struct table_column){l->items[c].name, true};
    struct table t = {.title = title, .note = note, .columns = columns, .n_columns = l->count + 1};
    for (uint32_t s = 0; s < l->comparison->n_systems && l->count > 0; s++) {
        struct str *row = table_add(l->arena, &t);
        row[0] = l->comparison->systems[s].name;
        for (uint32_t c = 0; c < l->count; c++)
            row[c + 1] = figure_cell(l, s, c);
    }
    return t;
}

static const struct figure_list *groups_of(const struct system_comparison *c)
{
    return &c->systems[0].figures;
}

/* MT-TEQL's Table 10. */
static struct table by_relation(struct arena *a, const struct system_comparison *c)
{
    struct figure_columns l = {.comparison = c, .arena = a};
    uint32_t all = groups_of(c)->all;
    for (uint32_t g = 0; g <= all; g++)
        add_group(&l, g, MEASURE_ERROR);
    add_column(&l, (struct figure_column){"change", all, MEASURE_ERROR, true});
    return figure_table(
        &l, "Error rate by relation, %",
        "all: of all cases, each counting the same; change: of all, against the first");
}

static void add_levels(struct figure_columns *l, uint32_t figure)
{
    const struct figure_list *groups = groups_of(l->comparison);
    for (uint32_t g = groups->all + 1; g < groups->hard_too; g++)
        add_group(l, g, figure);
    add_group(l, groups->all, figure);
    add_column(l, (struct figure_column){"change", groups->all, figure, true});
}

static struct table errors_by_hardness(struct arena *a, const struct system_comparison *c)
{
    struct figure_columns l = {.comparison = c, .arena = a};
    add_levels(&l, MEASURE_ERROR);
    return figure_table(&l, "Error rate by hardness of the seed, %", NULL);
}

/* MT-TEQL's Table 12. */
static struct table right_by_hardness(struct arena *a, const struct system_comparison *c,
                                      uint32_t figure, const char *title)
{
    struct figure_columns l = {.comparison = c, .arena = a};
    uint32_t both = groups_of(c)->hard_too;
    add_levels(&l, figure);
    add_group(&l, both, figure);
    add_column(&l, (struct figure_column){"its change", both, figure, true});
    return figure_table(&l, title,
                        "answers to the seeds as the gold query has them, each seed once");
}

static struct table right_answers(struct arena *a, const struct system_comparison *c,
                                  const uint32_t *figures, const char *title)
{
    static const char *const NAMES[] = {"seeds", "before", "after", "kept"};
    struct figure_columns l = {.comparison = c, .arena = a};
    for (uint32_t i = 0; i < COUNT_OF(NAMES); i++)
        add_column(&l, (struct figure_column){NAMES[i], groups_of(c)->all, figures[i], false});
    return figure_table(
        &l, title,
        "answers as the gold query has them; seeds: each once; before: each as often\n"
        "as it has cases; after: of the cases; kept: of the cases whose seed was right");
}

static struct spread right_seeds(const struct system_comparison *c, uint32_t system)
{
    uint32_t all = groups_of(c)->all;
    struct spread s = figure_at(c, system, all, FIGURE_SEEDS_EXECUTION);
    return s.runs ? s : figure_at(c, system, all, FIGURE_SEEDS_EXACT);
}

static const char SPREAD_NOTE[] =
    "\xc2\xb1: the standard deviation of the runs; change: of the error rate against the first";

static struct table compared_table(struct arena *a, const struct system_comparison *c)
{
    static const struct table_column COLUMNS[] = {
        {"system", false},  {"by", false},    {"runs", true},           {"seeds", true},
        {"right, %", true}, {"cases", true},  {"judged", true},         {"errors", true},
        {"rate, %", true},  {"change", true}, {"seeds broken, %", true}};
    struct table t = {.title = "Systems",
                      .note = SPREAD_NOTE,
                      .columns = COLUMNS,
                      .n_columns = COUNT_OF(COLUMNS)};
    uint32_t all = groups_of(c)->all;
    for (uint32_t s = 0; s < c->n_systems; s++) {
        const struct figure_group *g = group_at(c, s, all);
        TABLE_ROW(a, &t, c->systems[s].name, compared_by(&c->systems[s]),
                  table_count(a, g->cases.runs), table_count_spread(a, g->seeds),
                  table_spread(a, right_seeds(c, s)), table_count_spread(a, g->cases),
                  table_count_spread(a, g->judged), table_count_spread(a, g->errors),
                  table_spread(a, g->figures[MEASURE_ERROR]),
                  table_change(a, change_at(c, s, all, MEASURE_ERROR)),
                  table_spread(a, g->figures[MEASURE_SEEDS_BROKEN]));
        if (!str_eq(compared_by(&c->systems[s]), compared_by(&c->systems[0])))
            t.note = "they were not judged by the same measure: their error rates cannot be "
                     "compared";
    }
    return t;
}

void experiment_tables(struct arena *a, const struct system_comparison *c, struct table_list *list)
{
    static const uint32_t BY_EXECUTION[] = {FIGURE_SEEDS_EXECUTION, MEASURE_EX_BEFORE,
                                            MEASURE_EX_AFTER, MEASURE_EX_KEPT};
    static const uint32_t BY_EXACT[] = {FIGURE_SEEDS_EXACT, MEASURE_EM_BEFORE, MEASURE_EM_AFTER,
                                        MEASURE_EM_KEPT};
    const struct table tables[] = {
        compared_table(a, c),
        by_relation(a, c),
        errors_by_hardness(a, c),
        right_answers(a, c, BY_EXECUTION, "Right by execution, %"),
        right_answers(a, c, BY_EXACT, "Right by exact set match, %"),
        right_by_hardness(a, c, FIGURE_SEEDS_EXECUTION, "Right by execution, by hardness, %"),
        right_by_hardness(a, c, FIGURE_SEEDS_EXACT, "Right by exact set match, by hardness, %"),
    };
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        table_list_push(a, list, tables[i]);
}

/* Rows */

static struct str figure_text(struct arena *a, double x)
{
    return isnan(x) ? STR("") : arena_printf(a, "%.6f", x);
}

/* Only the error rate has an interval. */
static void add_figure(struct arena *a, struct table *t, const struct figure_group *g,
                       const char *figure, struct spread s, double change)
{
    if (s.runs == 0)
        return;
    struct str *row = table_add(a, t);
    bool interval = strcmp(figure, measure_name(MEASURE_ERROR)) == 0 && g->interval.low >= 0;
    row[0] = str_from(g->dimension);
    row[1] = g->label;
    row[2] = str_from(figure);
    row[3] = table_count(a, s.runs);
    row[4] = figure_text(a, s.mean);
    row[5] = figure_text(a, s.runs > 1 ? s.deviation : NAN);
    row[6] = figure_text(a, change);
    row[7] = figure_text(a, interval ? g->interval.low : NAN);
    row[8] = figure_text(a, interval ? g->interval.high : NAN);
}

struct table experiment_figures(struct arena *a, const struct system_comparison *c, uint32_t system)
{
    static const struct table_column COLUMNS[] = {
        {"dimension", false}, {"label", false}, {"figure", false}, {"runs", true}, {"mean", true},
        {"spread", true},     {"change", true}, {"low", true},     {"high", true}};
    const struct figure_list *list = &c->systems[system].figures;
    struct table t = {.title = arena_str(a, c->systems[system].name).ptr,
                      .columns = COLUMNS,
                      .n_columns = COUNT_OF(COLUMNS)};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct figure_group *g = &list->items[i];
        if (!(g->cases.mean > 0) && !(g->seeds.mean > 0))
            continue;
        add_figure(a, &t, g, "cases", g->cases, NAN);
        add_figure(a, &t, g, "judged", g->judged, NAN);
        add_figure(a, &t, g, "errors", g->errors, NAN);
        for (uint32_t f = 0; f < N_FIGURES; f++)
            add_figure(a, &t, g, figure_name(f), g->figures[f], change_at(c, system, i, f));
    }
    return t;
}

/* JSON */

/* Without a change if it is unknown. */
static void put_figure(struct json_writer *w, const char *name, struct spread s, double change)
{
    json_key_object(w, name);
    json_key_known(w, "mean", s.mean, s.runs > 0);
    json_key_known(w, "spread", s.deviation, s.runs > 1);
    if (!isnan(change))
        json_key_double(w, "change", change);
    json_object_close(w);
}

static void put_group(struct json_writer *w, const struct system_comparison *c, uint32_t system,
                      uint32_t group)
{
    const struct figure_group *g = group_at(c, system, group);
    bool known = g->interval.low >= 0;
    json_key(w, g->label);
    json_object_open(w);
    put_figure(w, "seeds", g->seeds, NAN);
    put_figure(w, "cases", g->cases, NAN);
    put_figure(w, "judged", g->judged, NAN);
    put_figure(w, "errors", g->errors, NAN);
    json_key_known(w, "low", g->interval.low, known);
    json_key_known(w, "high", g->interval.high, known);
    for (uint32_t f = 0; f < N_FIGURES; f++)
        put_figure(w, figure_name(f), g->figures[f], change_at(c, system, group, f));
    json_object_close(w);
}

static void put_groups(struct json_writer *w, const struct system_comparison *c, uint32_t system,
                       const char *name, uint32_t from, uint32_t end)
{
    json_key_object(w, name);
    for (uint32_t i = from; i < end; i++)
        put_group(w, c, system, i);
    json_object_close(w);
}

void experiment_json(struct json_writer *w, const struct system_comparison *c, uint32_t system)
{
    const struct figure_list *list = &c->systems[system].figures;
    json_object_open(w);
    put_group(w, c, system, list->all);
    put_groups(w, c, system, "relations", 0, list->all);
    put_groups(w, c, system, "hardness", list->all + 1, list->count);
    json_object_close(w);
}
