/* marks.c: the rates of systems and of their runs, marked and ranked. */
#include "report/marks.h"

/* From 0 to 1; -1 if the system has no judged case of the relation. */
static double rate_of(const struct robustness *r, struct str relation)
{
    for (uint32_t i = 0; i < r->relations.count; i++)
        if (str_eq(r->relations.items[i].label, relation) && r->relations.items[i].judged)
            return tally_error_rate(&r->relations.items[i]);
    return -1;
}

static struct system_rates run_rates(struct arena *a, const struct robustness *sums,
                                     const struct str *ids, uint32_t n_ids)
{
    double *rates = ARENA_ARRAY(a, double, n_ids);
    for (uint32_t i = 0; i < n_ids; i++)
        rates[i] = rate_of(sums, ids[i]);
    return (struct system_rates){.relations = ids,
                                 .rates = rates,
                                 .n_relations = n_ids,
                                 .all = robustness_error_rate(sums),
                                 .accuracy = robustness_accuracy(sums)};
}

/* The spread of a figure whose values lie `step` bytes apart from `first` on. */
static struct spread spread_at(struct arena *a, const double *first, size_t step, uint32_t n)
{
    double *values = ARENA_ARRAY(a, double, n);
    for (uint32_t r = 0; r < n; r++)
        values[r] = *(const double *)((const char *)first + r * step);
    return spread_of(values, n);
}

static struct system_rates mean_rates(struct arena *a, const struct system_rates *runs, uint32_t n)
{
    struct system_rates mean = runs[0];
    double *rates = ARENA_ARRAY(a, double, mean.n_relations), *values = ARENA_ARRAY(a, double, n);
    for (uint32_t i = 0; i < mean.n_relations; i++) {
        for (uint32_t r = 0; r < n; r++)
            values[r] = runs[r].rates[i];
        rates[i] = spread_of(values, n).mean;
    }
    mean.rates = rates;
    mean.all = spread_at(a, &runs[0].all, sizeof *runs, n).mean;
    mean.accuracy = spread_at(a, &runs[0].accuracy, sizeof *runs, n).mean;
    return mean;
}

struct rated rated_of(struct arena *a, const struct system_comparison *c)
{
    struct rated r = {.arena = a, .comparison = c};
    r.ids = comparison_relations(a, c->systems, c->n_systems, &r.n_ids);
    r.means = ARENA_ARRAY(a, struct system_rates, c->n_systems);
    r.run_rates = ARENA_ARRAY(a, struct system_rates *, c->n_systems);
    r.of_runs = ARENA_ARRAY(a, struct system_criteria *, c->n_systems);
    for (uint32_t s = 0; s < c->n_systems; s++) {
        const struct compared_system *system = &c->systems[s];
        r.run_rates[s] = ARENA_ARRAY(a, struct system_rates, system->runs.count);
        for (uint32_t i = 0; i < system->runs.count; i++)
            r.run_rates[s][i] = run_rates(a, &system->sums[i], r.ids, r.n_ids);
        r.of_runs[s] = criteria_of(a, r.run_rates[s], system->runs.count, c->weights);
        r.means[s] = mean_rates(a, r.run_rates[s], system->runs.count);
        r.means[s].name = system->name;
    }
    r.criteria = criteria_of(a, r.means, c->n_systems, c->weights);
    return r;
}

/* The spread over the runs of a criterion; of the score. */
static struct spread criterion_spread(const struct rated *r, uint32_t system, uint32_t criterion)
{
    const struct system_criteria *runs = r->of_runs[system];
    return spread_at(r->arena, &runs->rates[criterion], sizeof *runs,
                     r->comparison->systems[system].runs.count);
}

static struct spread score_spread(const struct rated *r, uint32_t system)
{
    const struct system_criteria *runs = r->of_runs[system];
    return spread_at(r->arena, &runs->score, sizeof *runs,
                     r->comparison->systems[system].runs.count);
}

static struct str marked_rate(struct arena *a, struct spread rate, enum mark mark)
{
    return mark == MARK_NONE
               ? STR("-")
               : arena_printf(a, "%s (%.*s)", mark_name(mark), STR_ARG(table_spread(a, rate)));
}

/* Which capabilities the overall robustness is the mean of: a suite need not test all. */
static const char *mark_note(struct arena *a, const struct system_criteria *criteria, uint32_t n)
{
    uint32_t tested = 0;
    bool alike = true;
    for (enum capability c = 0; c < N_CAPABILITIES; c++) {
        tested += criteria[0].rates[c] >= 0;
        for (uint32_t s = 1; s < n; s++)
            alike = alike && (criteria[s].rates[c] >= 0) == (criteria[0].rates[c] >= 0);
    }
    struct str these = !alike                     ? STR("those that a system was tested on")
                       : tested == N_CAPABILITIES ? STR("the seven")
                       : tested == 1              ? STR("the one that was tested")
                                     : arena_printf(a, "the %u that were tested", tested);
    return arena_printf(a,
                        "lower rates are better; good: more than half a standard deviation below "
                        "the average; bad: as much "
                        "above,\nchance or not; what is beyond chance is listed below;\n"
                        "overall robustness: the mean of %.*s%s",
                        STR_ARG(these), tested == 1 && alike ? "" : ", each counting the same")
        .ptr;
}

struct table marks_table(const struct rated *r)
{
    struct arena *a = r->arena;
    uint32_t n = r->comparison->n_systems;
    struct table_column *columns = ARENA_ARRAY(a, struct table_column, n + 3);
    columns[0] = (struct table_column){"capability", false};
    columns[1] = (struct table_column){"group", false};
    columns[2] = (struct table_column){"relations", false};
    for (uint32_t s = 0; s < n; s++)
        columns[s + 3] = (struct table_column){arena_str(a, r->means[s].name).ptr, false};
    struct table t = {.title = "What each system is good at (error rate, %)",
                      .note = mark_note(a, r->criteria, n),
                      .columns = columns,
                      .n_columns = n + 3};
    for (uint32_t c = 0; c < N_CRITERIA; c++) {
        struct str *row = table_add(a, &t);
        row[0] =
            c == CRITERION_ACCURACY ? STR("overall accuracy, %") : str_from(capability_name(c));
        row[1] = str_from(capability_group(c));
        row[2] = str_from(capability_relations(c));
        for (uint32_t s = 0; s < n; s++)
            row[s + 3] = marked_rate(a, criterion_spread(r, s, c), r->criteria[s].marks[c]);
    }
    return t;
}

/* "renaming 2, ordering 1" */
static const char *weights_text(struct arena *a, const double *weights)
{
    struct str text = STR("weights: ");
    for (enum capability c = 0; c < N_CAPABILITIES; c++)
        if (weights[c] > 0)
            text = arena_printf(a, "%.*s%s%s %.15g", STR_ARG(text), text.len > 9 ? ", " : "",
                                capability_name(c), weights[c]);
    return text.ptr;
}

struct table ranking_table(const struct rated *r)
{
    static const struct table_column COLUMNS[] = {
        {"rank", true}, {"system", false}, {"weighted error rate, %", true}};
    struct table t = {.title = "Ranking by your weights",
                      .note = weights_text(r->arena, r->comparison->weights),
                      .columns = COLUMNS,
                      .n_columns = 3};
    uint32_t n = r->comparison->n_systems;
    for (uint32_t rank = 1; rank <= n; rank++)
        for (uint32_t s = 0; s < n; s++)
            if (r->criteria[s].rank == rank) {
                struct str score = r->criteria[s].score < 0
                                       ? STR("-")
                                       : table_spread(r->arena, score_spread(r, s));
                TABLE_ROW(r->arena, &t, table_count(r->arena, rank), r->means[s].name, score);
            }
    return t;
}

/* JSON */

static void put_mark(struct json_writer *w, const char *name, struct spread rate, enum mark mark)
{
    json_key_object(w, name);
    json_key_known(w, "rate", rate.mean, rate.runs > 0);
    json_key_str(w, "mark", str_from(mark_name(mark)));
    if (rate.runs > 1)
        json_key_double(w, "spread", rate.deviation);
    json_object_close(w);
}

void criteria_json(struct json_writer *w, const struct rated *r, uint32_t system)
{
    const struct system_criteria *c = &r->criteria[system];
    json_key_object(w, "criteria");
    for (uint32_t k = 0; k < N_CRITERIA; k++)
        put_mark(w, capability_name(k), criterion_spread(r, system, k), c->marks[k]);
    json_object_close(w);
}
