/* sections.c: filling the tables of a report. */
#include "report/sections.h"

#include "report/relation_label.h"

#include <stdlib.h>

static struct str share_percent(struct arena *a, struct share s)
{
    return table_percent(a, share_known_rate(s));
}

/* Rows below those of `list`: the mean over the relations and, for several families, over the
 * relations of each. `measures` has the figures of the columns from `first` on, and N_MEASURES for
 * a column without a mean. */
static void add_means(struct arena *a, struct table *t, const struct tally_list *list,
                      uint32_t first, const enum measure *measures, uint32_t n_measures)
{
    uint32_t n_families;
    struct str *families = tally_families(a, list, &n_families);
    for (uint32_t f = 0; f < (n_families > 1 ? n_families + 1 : 1); f++) {
        struct str family = f ? families[f - 1] : STR_NONE;
        struct str *row = table_add(a, t);
        row[0] = f ? arena_printf(a, "mean of %.*s", STR_ARG(family)) : STR("mean");
        for (uint32_t i = 0; i < n_measures; i++)
            if (measures[i] < N_MEASURES)
                row[first + i] = table_percent(a, tally_mean(list, family, measures[i]));
    }
}

/* Error rates */

static const struct table_column RATE_COLUMNS[] = {
    {"", false},         {"cases", true},       {"judged", true},
    {"errors", true},    {"rate, %", true},     {"interval, %", true},
    {"broken, %", true}, {"interval, %", true}, {"by execution", true},
    {"by exact", true}};

enum { RATE_COLUMN = 4, INTERVAL_COLUMN = 5, BROKEN_INTERVAL_COLUMN = 7 };

/* The measures of the columns from RATE_COLUMN on; N_MEASURES for columns that show something else.
 */
static const enum measure RATE_MEASURES[] = {MEASURE_ERROR,           N_MEASURES,
                                             MEASURE_SEEDS_BROKEN,    N_MEASURES,
                                             MEASURE_ERROR_EXECUTION, MEASURE_ERROR_EXACT};

enum { N_RATES = COUNT_OF(RATE_MEASURES) };

static struct str interval_text(struct arena *a, struct interval x)
{
    return arena_printf(a, "%.1f-%.1f", 100 * x.low, 100 * x.high);
}

static void add_rate(struct arena *a, struct table *t, const struct tally *y, struct str label)
{
    struct str *row = table_add(a, t);
    row[0] = label;
    row[1] = table_count(a, y->cases);
    row[2] = table_count(a, y->judged);
    row[3] = table_count(a, y->errors);
    for (uint32_t i = 0; i < N_RATES; i++)
        if (RATE_MEASURES[i] < N_MEASURES)
            row[RATE_COLUMN + i] = share_percent(a, tally_share(y, RATE_MEASURES[i]));
    row[INTERVAL_COLUMN] = y->judged ? interval_text(a, y->interval) : STR("-");
    row[BROKEN_INTERVAL_COLUMN] = y->judged ? interval_text(a, y->broken_interval) : STR("-");
}

static struct table rate_table(const char *title)
{
    return (struct table){
        .title = title, .columns = RATE_COLUMNS, .n_columns = COUNT_OF(RATE_COLUMNS)};
}

static struct table rates_by_relation(struct arena *a, const struct robustness *r)
{
    struct table t = rate_table("Error rate by relation");
    if (r->all.cases == 0)
        return t;
    for (uint32_t i = 0; i < r->relations.count; i++)
        add_rate(a, &t, &r->relations.items[i], relation_label(a, r->relations.items[i].label));
    add_rate(a, &t, &r->all, r->all.label);
    add_means(a, &t, &r->relations, RATE_COLUMN, RATE_MEASURES, N_RATES);
    t.note = "rate: in how many of the judged cases the answer changed though it should stay,\n"
             "or did not change as it should;\n"
             "by execution, by exact: the rate by this measure (exact: exact set match);\n"
             "broken: seeds with at least one error, of those with a judged case;\n"
             "interval: it holds the figure before it with 95% certainty;\n"
             "all: every case counts the same; mean: every relation does";
    return t;
}

static struct table rates_of(struct arena *a, const struct tally_list *list, const char *title)
{
    struct table t = rate_table(title);
    for (uint32_t i = 0; i < list->count; i++)
        add_rate(a, &t, &list->items[i], list->items[i].label);
    return t;
}

/* Accuracies */

static const struct table_column ACCURACY_COLUMNS[] = {
    {"", false}, {"before", true}, {"after", true}, {"kept", true}};

enum { N_ACCURACIES = 3 };

static void add_accuracy(struct arena *a, struct table *t, const struct tally *y, struct str label,
                         const enum measure *measures)
{
    struct str *row = table_add(a, t);
    row[0] = label;
    for (uint32_t i = 0; i < N_ACCURACIES; i++)
        row[i + 1] = share_percent(a, tally_share(y, measures[i]));
}

/* By one measure: before the change, after it, and kept. */
static struct table accuracy_table(struct arena *a, const struct robustness *r, const char *title,
                                   const enum measure *measures)
{
    struct table t = {
        .title = title, .columns = ACCURACY_COLUMNS, .n_columns = COUNT_OF(ACCURACY_COLUMNS)};
    if (tally_share(&r->all, measures[1]).of == 0)
        return t;
    for (uint32_t i = 0; i < r->relations.count; i++)
        add_accuracy(a, &t, &r->relations.items[i], relation_label(a, r->relations.items[i].label),
                     measures);
    add_accuracy(a, &t, &r->all, r->all.label, measures);
    add_means(a, &t, &r->relations, 1, measures, N_ACCURACIES);
    t.note = "answers as the gold query has them; before: of the cases' seeds, each as often\n"
             "as it has cases; after: of the cases; kept: of the cases whose seed was right";
    return t;
}

static const enum measure BY_EXECUTION[] = {MEASURE_EX_BEFORE, MEASURE_EX_AFTER, MEASURE_EX_KEPT};
static const enum measure BY_EXACT[] = {MEASURE_EM_BEFORE, MEASURE_EM_AFTER, MEASURE_EM_KEPT};

/* Chance */

static const struct table_column CHANCE_COLUMNS[] = {
    {"", false}, {"errors", true}, {"flaky", true}, {"steady", true}, {"steady, %", true}};

static void add_chance(struct arena *a, struct table *t, const struct tally *y)
{
    uint64_t steady = y->errors - y->flaky;
    TABLE_ROW(a, t, y->label, table_count(a, y->errors), table_count(a, y->flaky),
              table_count(a, steady), share_percent(a, (struct share){steady, y->judged}));
}

static struct table chance_table(struct arena *a, const struct robustness *r)
{
    struct table t = {
        .title = "Errors that may be chance",
        .note = arena_printf(a,
                             "flaky: asked again, the system said something else to the seed or "
                             "the case\n(to %llu seeds and %llu cases); steady: it never did",
                             (unsigned long long)r->flaky, (unsigned long long)r->flaky_cases)
                    .ptr,
        .columns = CHANCE_COLUMNS,
        .n_columns = COUNT_OF(CHANCE_COLUMNS)};
    if (r->flaky + r->flaky_cases == 0)
        return t;
    for (uint32_t i = 0; i < r->relations.count; i++)
        add_chance(a, &t, &r->relations.items[i]);
    add_chance(a, &t, &r->all);
    return t;
}

/* Naturalness */

static const struct table_column NATURAL_COLUMNS[] = {
    {"", false}, {"cases", true}, {"naturalness", true}};

static void add_naturalness(struct arena *a, struct table *t, const struct tally *y)
{
    if (y->naturalness < 0)
        return;
    TABLE_ROW(a, t, y->label, table_count(a, y->cases), arena_printf(a, "%.3f", y->naturalness));
}

static struct table naturalness_table(struct arena *a, const struct robustness *r)
{
    struct table t = {.title = "Naturalness of the questions",
                      .columns = NATURAL_COLUMNS,
                      .n_columns = 3,
                      .note = "from 0 to 1, as the suite has it"};
    for (uint32_t i = 0; i < r->relations.count; i++)
        add_naturalness(a, &t, &r->relations.items[i]);
    add_naturalness(a, &t, &r->all);
    return t;
}

/* How hard the cases are */

static const struct table_column OVERLAP_COLUMNS[] = {
    {"", false},
    {"cases", true},
#define OVERLAP_FIGURE(id, name, title, yes, of) {title, true},
#include "record/overlap_figure.def"
#undef OVERLAP_FIGURE
};

static void add_overlap(struct arena *a, struct table *t, const struct tally *y, struct str label)
{
    if (y->overlap.words == 0)
        return;
    struct str *row = table_add(a, t);
    row[0] = label;
    row[1] = table_count(a, y->cases);
    for (enum overlap_figure f = 0; f < N_OVERLAP_FIGURES; f++)
        row[2 + f] = table_percent(a, overlap_rate(&y->overlap, f));
}

static struct table overlap_table(struct arena *a, const struct robustness *r)
{
    struct table t = {
        .title = "How hard the cases are, %",
        .columns = OVERLAP_COLUMNS,
        .n_columns = COUNT_OF(OVERLAP_COLUMNS),
        .note = "named, after: of the tables, columns and values that the query reads, those\n"
                "that the question names word for word, before the change and after it;\n"
                "all words, no word: new names that keep all or no words of the old one;\n"
                "edits: of the words of the question (docs/reference/hardness.md)"};
    for (uint32_t i = 0; i < r->relations.count; i++)
        add_overlap(a, &t, &r->relations.items[i], relation_label(a, r->relations.items[i].label));
    add_overlap(a, &t, &r->all, r->all.label);
    return t;
}

/* Causes and kinds */

static const struct table_column COUNT_COLUMNS[] = {{"", false}, {"cases", true}, {"%", true}};

static void add_count(struct arena *a, struct table *t, struct str label, uint64_t n, uint64_t of)
{
    TABLE_ROW(a, t, label, table_count(a, n), share_percent(a, (struct share){n, of}));
}

static struct table cause_table(struct arena *a, const struct robustness *r)
{
    struct table t = {
        .title = "What became of the cases", .columns = COUNT_COLUMNS, .n_columns = 3};
    for (int c = 0; c < N_CAUSES; c++)
        if (r->all.causes[c])
            add_count(a, &t, str_from(cause_name((enum cause)c)), r->all.causes[c], r->all.cases);
    return t;
}

static int compare_errors(const void *a, const void *b)
{
    const struct tally *x = a, *y = b;
    int order = (x->errors < y->errors) - (x->errors > y->errors);
    return order ? order : str_cmp(x->label, y->label);
}

/* "others: wrong table" is a kind of "others", and part of it. */
static bool is_kind(struct str label)
{
    return str_find(label, STR(": "), 0) < label.len;
}

/* Errors by a dimension that only errors have. */
static struct table errors_of(struct arena *a, struct tally_list list, const struct robustness *r,
                              const char *title, const char *note)
{
    struct table t = {.title = title, .note = note, .columns = COUNT_COLUMNS, .n_columns = 3};
    qsort(list.items, list.count, sizeof *list.items, compare_errors);
    for (uint32_t i = 0; i < list.count; i++) {
        if (is_kind(list.items[i].label))
            continue;
        add_count(a, &t, list.items[i].label, list.items[i].errors, r->all.errors);
        for (uint32_t k = 0; k < list.count; k++)
            if (is_kind(list.items[k].label) &&
                str_starts(list.items[k].label, list.items[i].label))
                add_count(a, &t, arena_printf(a, "  %.*s", STR_ARG(list.items[k].label)),
                          list.items[k].errors, r->all.errors);
    }
    return t;
}

/* Is there an error without a second query to compare? */
static bool has_undiagnosed(const struct tally_list *types)
{
    for (uint32_t i = 0; i < types->count; i++)
        if (str_eq(types->items[i].label, TALLY_NOT_DIAGNOSED))
            return true;
    return false;
}

struct table_list sections_of(struct arena *a, const struct scores *s, const struct robustness *r)
{
    static const char *const HARDNESS[] = {"easy", "medium", "hard", "extra", NULL};
    static const char *const *const ORDERS[TALLY_DIMENSIONS] = {[TALLY_BY_HARDNESS] = HARDNESS};
    struct tally_list by[TALLY_DIMENSIONS];
    struct table_list list = {NULL, 0};
    tally_dimensions(a, s, ORDERS, by);
    table_list_push(a, &list, tested_table(a, &r->tested));
    table_list_push(a, &list, tested_columns_table(a, &r->tested));
    table_list_push(a, &list, rates_by_relation(a, r));
    table_list_push(a, &list, accuracy_table(a, r, "Right by execution, %", BY_EXECUTION));
    table_list_push(a, &list, accuracy_table(a, r, "Right by exact set match, %", BY_EXACT));
    table_list_push(a, &list, chance_table(a, r));
    table_list_push(a, &list, overlap_table(a, r));
    table_list_push(a, &list, naturalness_table(a, r));
    table_list_push(a, &list, cause_table(a, r));
    table_list_push(a, &list,
                    errors_of(a, by[TALLY_BY_TYPE], r, "Kinds of error",
                              has_undiagnosed(&by[TALLY_BY_TYPE])
                                  ? "not diagnosed: there is no second query to compare"
                                  : NULL));
    table_list_push(a, &list,
                    errors_of(a, by[TALLY_BY_CLAUSE], r, "Clauses in which the two queries differ",
                              "an error counts under each clause that differs"));
    table_list_push(a, &list, rates_of(a, &by[TALLY_BY_HARDNESS], "Error rate by hardness"));
    table_list_push(a, &list,
                    rates_of(a, &by[TALLY_BY_ELEMENT], "Error rate by SQL element of the seed"));
    table_list_push(a, &list, rates_of(a, &by[TALLY_BY_DATABASE], "Error rate by database"));
    table_list_push(a, &list, rates_of(a, &by[TALLY_BY_FAMILY], "Error rate by family"));
    return list;
}

/* The same columns for all */

static const struct table_column FLAT_COLUMNS[] = {
    {"label", false},       {"cases", true}, {"judged", true}, {"errors", true},
    {"flaky_errors", true}, {"low", true},   {"high", true},
#define MEASURE(id, name, share) {name, true},
#include "report/measure.def"
#undef MEASURE
};

enum { FLAT_COUNT = COUNT_OF(FLAT_COLUMNS), FLAT_MEASURE = 7 };

static struct str rate_text(struct arena *a, double x)
{
    return arena_printf(a, "%.6f", x);
}

/* Dimensions that only errors have do not have rates. */
static void add_flat(struct arena *a, struct table *t, const struct tally *y, bool rates)
{
    struct str *row = table_add(a, t);
    row[0] = y->label;
    row[1] = table_count(a, y->cases);
    row[2] = table_count(a, y->judged);
    row[3] = table_count(a, y->errors);
    row[4] = table_count(a, y->flaky);
    if (!rates)
        return;
    if (y->judged) {
        row[5] = rate_text(a, y->interval.low);
        row[6] = rate_text(a, y->interval.high);
    }
    for (enum measure m = 0; m < N_MEASURES; m++) {
        struct share s = tally_share(y, m);
        if (s.of)
            row[FLAT_MEASURE + m] = rate_text(a, share_rate(s));
    }
}

static struct table flat_table(const char *title)
{
    return (struct table){.title = title, .columns = FLAT_COLUMNS, .n_columns = FLAT_COUNT};
}

static void add_flat_mean(struct arena *a, struct table *t, const struct tally_list *relations,
                          struct str label, struct str family)
{
    struct str *row = table_add(a, t);
    row[0] = label;
    for (enum measure m = 0; m < N_MEASURES; m++) {
        double mean = tally_mean(relations, family, m);
        if (mean >= 0)
            row[FLAT_MEASURE + m] = rate_text(a, mean);
    }
}

/* The means over the relations, of each family and of all. */
static struct table flat_means(struct arena *a, const struct tally_list *relations)
{
    struct table t = flat_table("mean of relations");
    uint32_t n;
    struct str *families = tally_families(a, relations, &n);
    for (uint32_t i = 0; i < n; i++)
        add_flat_mean(a, &t, relations, families[i], families[i]);
    if (n > 0)
        add_flat_mean(a, &t, relations, STR("all"), STR_NONE);
    return t;
}

/* Here seeds count; all that is known of them is whether they are right. */
static struct table flat_tested(struct arena *a, const char *title, const struct tested_list *l)
{
    struct table t = flat_table(title);
    for (uint32_t i = 0; i < l->count; i++) {
        const struct tested_group *g = &l->items[i];
        struct str *row = table_add(a, &t);
        row[0] = g->label;
        row[1] = table_count(a, g->seeds);
        if (g->execution.of)
            row[FLAT_MEASURE + MEASURE_EX_BEFORE] = rate_text(a, share_rate(g->execution));
        if (g->exact.of)
            row[FLAT_MEASURE + MEASURE_EM_BEFORE] = rate_text(a, share_rate(g->exact));
    }
    return t;
}

struct table sections_flat_relations(struct arena *a, const struct robustness *r)
{
    struct table t = flat_table("relation");
    for (uint32_t i = 0; i < r->relations.count; i++)
        add_flat(a, &t, &r->relations.items[i], true);
    add_flat(a, &t, &r->all, true);
    return t;
}

struct table_list sections_flat(struct arena *a, const struct scores *s, const struct robustness *r)
{
    static const char *const *const AS_THEY_COME[TALLY_DIMENSIONS] = {NULL};
    struct table_list list = {NULL, 0};
    struct tally_list lists[TALLY_DIMENSIONS];
    tally_dimensions(a, s, AS_THEY_COME, lists);
    for (enum tally_by by = 0; by < TALLY_DIMENSIONS; by++) {
        struct table t = flat_table(tally_by_name(by));
        struct tally_list groups = by == TALLY_BY_RELATION ? r->relations : lists[by];
        for (uint32_t i = 0; i < groups.count; i++)
            add_flat(a, &t, &groups.items[i], by < TALLY_BY_TYPE);
        table_list_push(a, &list, t);
    }
    table_list_push(a, &list, flat_means(a, &r->relations));
    table_list_push(a, &list, flat_tested(a, "tested element", &r->tested.elements));
    table_list_push(a, &list, flat_tested(a, "tested category", &r->tested.categories));
    table_list_push(a, &list, flat_tested(a, "columns asked for", &r->tested.columns));
    return list;
}
