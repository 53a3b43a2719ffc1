/* comparison.c: the tables of several systems. */
#include "report/comparison.h"

#include "report/effort.h"
#include "report/paired_table.h"

enum { MAX_TABLES = 64 };

#define CERTAINTY 0.95

static void push(struct table_list *list, struct table t)
{
    if (t.n_rows > 0 && list->count < MAX_TABLES)
        list->items[list->count++] = t;
}

/* What is compared */

static double accuracy_of(const struct robustness *r)
{
    struct share s = r->seeds_execution.of ? r->seeds_execution : r->seeds_exact;
    return s.of ? share_rate(s) : -1;
}

static struct table system_table(struct arena *a, const struct compared_system *systems, uint32_t n)
{
    static const struct table_column COLUMNS[] = {
        {"system", false},  {"by", false},     {"seeds", true},
        {"right, %", true}, {"cases", true},   {"judged", true},
        {"errors", true},   {"rate, %", true}, {"seeds broken, %", true}};
    struct table t = {
        .title = "Systems", .columns = COLUMNS, .n_columns = sizeof COLUMNS / sizeof *COLUMNS};
    for (uint32_t s = 0; s < n; s++) {
        const struct robustness *r = &systems[s].sums;
        struct str *row = table_add(a, &t);
        row[0] = systems[s].name;
        row[1] = systems[s].scores->by;
        row[2] = table_count(a, r->seeds);
        row[3] = table_percent(a, accuracy_of(r));
        row[4] = table_count(a, r->all.cases);
        row[5] = table_count(a, r->all.judged);
        row[6] = table_count(a, r->all.errors);
        row[7] = table_percent(a, r->all.judged ? tally_error_rate(&r->all) : -1);
        row[8] = table_percent(a, r->all.broken.of ? share_rate(r->all.broken) : -1);
        if (!str_eq(systems[s].scores->by, systems[0].scores->by))
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
        for (uint32_t i = 0; i < systems[s].sums.relations.count; i++) {
            struct str id = systems[s].sums.relations.items[i].label;
            uint32_t k = 0;
            while (k < *count && !str_eq(ids[k], id))
                k++;
            if (k < *count)
                continue;
            ARENA_PUSH(a, ids, *count);
            ids[(*count)++] = id;
        }
    return ids;
}

/* From 0 to 1; -1 where the system has no judged case of it. */
static double rate_of(const struct robustness *r, struct str relation)
{
    for (uint32_t i = 0; i < r->relations.count; i++)
        if (str_eq(r->relations.items[i].label, relation) && r->relations.items[i].judged)
            return tally_error_rate(&r->relations.items[i]);
    return -1;
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

/* Table 11 */

static double all_of(const struct robustness *r)
{
    return r->all.judged ? tally_error_rate(&r->all) : -1;
}

static const struct system_rates *rates_of(struct arena *a, const struct compared_system *systems,
                                           uint32_t n, const struct str *ids, uint32_t n_ids)
{
    struct system_rates *all = ARENA_ARRAY(a, struct system_rates, n);
    for (uint32_t s = 0; s < n; s++) {
        double *rates = ARENA_ARRAY(a, double, n_ids);
        for (uint32_t i = 0; i < n_ids; i++)
            rates[i] = rate_of(&systems[s].sums, ids[i]);
        all[s] = (struct system_rates){.name = systems[s].name,
                                       .relations = ids,
                                       .rates = rates,
                                       .n_relations = n_ids,
                                       .all = all_of(&systems[s].sums),
                                       .accuracy = accuracy_of(&systems[s].sums)};
    }
    return all;
}

static struct str marked(struct arena *a, double rate, enum mark mark)
{
    return mark == MARK_NONE ? STR("-") : arena_printf(a, "%s (%.1f)", mark_name(mark), 100 * rate);
}

/* What the overall robustness is the mean of: a suite need not test every capability. */
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
                        "above,\nchance or not; what is beyond chance is told below;\n"
                        "overall robustness: the mean of %.*s%s",
                        STR_ARG(these), tested == 1 && alike ? "" : ", each counting the same")
        .ptr;
}

static struct table mark_table(struct arena *a, const struct system_rates *rates,
                               const struct system_criteria *criteria, uint32_t n)
{
    struct table_column *columns = ARENA_ARRAY(a, struct table_column, n + 3);
    columns[0] = (struct table_column){"capability", false};
    columns[1] = (struct table_column){"group", false};
    columns[2] = (struct table_column){"relations", false};
    for (uint32_t s = 0; s < n; s++)
        columns[s + 3] = (struct table_column){arena_str(a, rates[s].name).ptr, false};
    struct table t = {.title = "What each system is good at (error rate, %)",
                      .note = mark_note(a, criteria, n),
                      .columns = columns,
                      .n_columns = n + 3};
    for (enum capability c = 0; c < N_CAPABILITIES; c++) {
        struct str *row = table_add(a, &t);
        row[0] = str_from(capability_name(c));
        row[1] = str_from(capability_group(c));
        row[2] = str_from(capability_relations(c));
        for (uint32_t s = 0; s < n; s++)
            row[s + 3] = marked(a, criteria[s].rates[c], criteria[s].marks[c]);
    }
    struct str *robustness = table_add(a, &t), *accuracy;
    robustness[0] = STR("overall robustness");
    for (uint32_t s = 0; s < n; s++)
        robustness[s + 3] = marked(a, criteria[s].robustness, criteria[s].robustness_mark);
    accuracy = table_add(a, &t);
    accuracy[0] = STR("overall accuracy, %");
    for (uint32_t s = 0; s < n; s++)
        accuracy[s + 3] = marked(a, rates[s].accuracy, criteria[s].accuracy_mark);
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

static struct table rank_table(struct arena *a, const struct system_rates *rates,
                               const struct system_criteria *criteria, uint32_t n,
                               const double *weights)
{
    static const struct table_column COLUMNS[] = {
        {"rank", true}, {"system", false}, {"weighted error rate, %", true}};
    struct table t = {.title = "Ranking by your weights",
                      .note = weights_text(a, weights),
                      .columns = COLUMNS,
                      .n_columns = 3};
    for (uint32_t rank = 1; rank <= n; rank++)
        for (uint32_t s = 0; s < n; s++)
            if (criteria[s].rank == rank) {
                struct str *row = table_add(a, &t);
                row[0] = arena_printf(a, "%u", rank);
                row[1] = rates[s].name;
                row[2] = table_percent(a, criteria[s].score);
            }
    return t;
}

/* Pairs */

static struct table pair_table(struct arena *a, const struct compared_system *x,
                               const struct compared_system *y)
{
    struct paired_list list = paired_compare(a, x->scores, y->scores, CERTAINTY);
    return paired_table(a, x->name, y->name, &list, &x->sums.relations);
}

struct table_list comparison_tables(struct arena *a, const struct compared_system *systems,
                                    uint32_t n, const double *weights)
{
    struct table_list list = {ARENA_ARRAY(a, struct table, MAX_TABLES), 0};
    uint32_t n_ids;
    const struct str *ids = comparison_relations(a, systems, n, &n_ids);
    const struct system_rates *rates = rates_of(a, systems, n, ids, n_ids);
    const struct system_criteria *criteria = criteria_of(a, rates, n, weights);
    push(&list, system_table(a, systems, n));
    push(&list, comparison_rates(a, rates, n));
    push(&list, mark_table(a, rates, criteria, n));
    if (weights)
        push(&list, rank_table(a, rates, criteria, n, weights));
    for (uint32_t s = 1; s < n; s++)
        push(&list, pair_table(a, &systems[0], &systems[s]));
    return list;
}

/* JSON */

static void put_mark(struct json_writer *w, const char *name, double rate, enum mark mark)
{
    json_key(w, str_from(name));
    json_object_open(w);
    json_key(w, STR("rate"));
    if (rate < 0)
        json_put_null(w);
    else
        json_put_double(w, rate);
    json_key(w, STR("mark"));
    json_put_str(w, str_from(mark_name(mark)));
    json_object_close(w);
}

static void put_criteria(struct json_writer *w, const struct system_criteria *c, double accuracy)
{
    json_key(w, STR("criteria"));
    json_object_open(w);
    for (enum capability k = 0; k < N_CAPABILITIES; k++)
        put_mark(w, capability_name(k), c->rates[k], c->marks[k]);
    put_mark(w, "overall robustness", c->robustness, c->robustness_mark);
    put_mark(w, "overall accuracy", accuracy, c->accuracy_mark);
    json_object_close(w);
}

static void put_system(struct json_writer *w, const struct compared_system *s,
                       const struct system_criteria *c, bool ranked)
{
    const struct effort effort = effort_of(s->scores);
    json_object_open(w);
    json_key(w, STR("name"));
    json_put_str(w, s->name);
    json_key(w, STR("by"));
    json_put_str(w, s->scores->by);
    if (ranked) {
        json_key(w, STR("rank"));
        json_put_int(w, c->rank);
    }
    put_criteria(w, c, accuracy_of(&s->sums));
    json_key(w, STR("effort"));
    effort_json(w, &effort);
    json_key(w, STR("summary"));
    robustness_json(w, &s->sums);
    json_object_close(w);
}

void comparison_put_systems(struct json_writer *w, const struct compared_system *systems,
                            uint32_t n, const double *weights)
{
    struct arena a = {0};
    uint32_t n_ids;
    const struct str *ids = comparison_relations(&a, systems, n, &n_ids);
    const struct system_rates *rates = rates_of(&a, systems, n, ids, n_ids);
    const struct system_criteria *criteria = criteria_of(&a, rates, n, weights);
    json_key(w, STR("systems"));
    json_array_open(w);
    for (uint32_t s = 0; s < n; s++)
        put_system(w, &systems[s], &criteria[s], weights != NULL);
    json_array_close(w);
    arena_release(&a);
}

void comparison_put_pair(struct json_writer *w, const struct compared_system *x,
                         const struct compared_system *y)
{
    struct arena a = {0};
    struct paired_list list = paired_compare(&a, x->scores, y->scores, CERTAINTY);
    json_object_open(w);
    json_key(w, STR("first"));
    json_put_str(w, x->name);
    json_key(w, STR("second"));
    json_put_str(w, y->name);
    json_key(w, STR("compared"));
    paired_json(w, &list);
    json_object_close(w);
    arena_release(&a);
}

void comparison_json(struct buf *out, const struct compared_system *systems, uint32_t n,
                     const double *weights)
{
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key(&w, STR("version"));
    json_put_int(&w, 1);
    comparison_put_systems(&w, systems, n, weights);
    json_key(&w, STR("pairs"));
    json_array_open(&w);
    for (uint32_t s = 1; s < n; s++)
        comparison_put_pair(&w, &systems[0], &systems[s]);
    json_array_close(&w);
    json_object_close(&w);
    json_line_end(&w);
}

void comparison_put_cases(struct buf *out, const struct compared_system *x,
                          const struct compared_system *y)
{
    struct arena a = {0};
    struct case_pairs pairs = case_pairs_of(&a, x->scores, y->scores);
    for (uint32_t i = 0; i < pairs.count; i++) {
        const struct case_pair *p = &pairs.items[i];
        bool first = cause_is_error(p->a->cause);
        if (first != cause_is_error(p->b->cause))
            buf_printf(out, "%.*s\t%.*s\n", STR_ARG(first ? x->name : y->name), STR_ARG(p->a->id));
    }
    arena_release(&a);
}
