/* sections.c: filling the tables of a report. */
#include "report/sections.h"

#include <stdlib.h>

enum { MAX_TABLES = 12 };

static struct str count(struct arena *a, uint64_t n)
{
    return arena_printf(a, "%llu", (unsigned long long)n);
}

static struct str percent(struct arena *a, struct share s)
{
    return s.of ? arena_printf(a, "%.1f", 100 * share_rate(s)) : STR("-");
}

/* Of those that could be told, the others. */
static struct share others(struct share s)
{
    return (struct share){s.of - s.yes, s.of};
}

/* Error rates */

static const struct table_column RATE_COLUMNS[] = {
    {"", false},           {"cases", true},    {"errors", true},       {"rate, %", true},
    {"interval, %", true}, {"exact, %", true}, {"execution, %", true},
};

static void add_rate(struct arena *a, struct table *t, const struct tally *y)
{
    struct str *row = table_add(a, t);
    row[0] = y->label;
    row[1] = count(a, y->cases);
    row[2] = count(a, y->errors);
    row[3] = percent(a, (struct share){y->errors, y->judged});
    row[4] = y->judged ? arena_printf(a, "%.1f-%.1f", 100 * y->low, 100 * y->high) : STR("-");
    row[5] = percent(a, others(y->consistent_exact));
    row[6] = percent(a, others(y->consistent_execution));
}

static struct table rates(struct arena *a, const char *title, const struct tally_list *list)
{
    struct table t = {.title = title,
                      .columns = RATE_COLUMNS,
                      .n_columns = sizeof RATE_COLUMNS / sizeof *RATE_COLUMNS};
    for (uint32_t i = 0; i < list->count; i++)
        add_rate(a, &t, &list->items[i]);
    return t;
}

static struct table rates_by_relation(struct arena *a, const struct robustness *r)
{
    struct table t = rates(a, "Error rate by relation", &r->relations);
    add_rate(a, &t, &r->all);
    struct str *macro = table_add(a, &t);
    macro[0] = STR("mean of these");
    macro[3] = arena_printf(a, "%.1f", 100 * tally_macro_rate(&r->relations));
    t.note = "rate: cases answered otherwise than their seed, of those that were judged;\n"
             "interval: it holds the rate with 95% certainty;\n"
             "exact, execution: the rate by each measure";
    return t;
}

static struct table rates_by(struct arena *a, const struct scores *s, enum tally_by by,
                             const char *title)
{
    static const char *const HARDNESS[] = {"easy", "medium", "hard", "extra", NULL};
    struct tally_list list = tally_of(a, s, by, by == TALLY_BY_HARDNESS ? HARDNESS : NULL);
    return rates(a, title, &list);
}

/* Accuracies */

static const struct table_column ACCURACY_COLUMNS[] = {
    {"", false},        {"EX seeds", true}, {"EX cases", true}, {"EX kept", true},
    {"EM seeds", true}, {"EM cases", true}, {"EM kept", true},
};

static void add_accuracy(struct arena *a, struct table *t, const struct tally *y)
{
    const struct share shares[] = {y->execution.before, y->execution.after, y->execution.kept,
                                   y->exact.before,     y->exact.after,     y->exact.kept};
    struct str *row = table_add(a, t);
    row[0] = y->label;
    for (uint32_t i = 0; i < sizeof shares / sizeof *shares; i++)
        row[i + 1] = percent(a, shares[i]);
}

/* The mean over relations, each counting the same, as Dr.Spider reports it. */
static void add_macro(struct arena *a, struct table *t)
{
    uint32_t rows = t->n_rows;
    struct str *macro = table_add(a, t);
    macro[0] = STR("mean of these");
    for (uint32_t c = 1; c < t->n_columns; c++) {
        double sum = 0;
        uint32_t n = 0;
        for (uint32_t r = 0; r < rows; r++) {
            struct str cell = t->cells[(size_t)r * t->n_columns + c];
            if (str_eq(cell, STR("-")))
                continue;
            sum += strtod(cell.ptr, NULL);
            n++;
        }
        macro[c] = n ? arena_printf(a, "%.1f", sum / n) : STR("-");
    }
}

static struct table accuracies(struct arena *a, const struct robustness *r)
{
    struct table t = {.title = "Accuracy by relation, %",
                      .columns = ACCURACY_COLUMNS,
                      .n_columns = sizeof ACCURACY_COLUMNS / sizeof *ACCURACY_COLUMNS};
    if (r->all.execution.after.of == 0 && r->all.exact.after.of == 0)
        return t;
    for (uint32_t i = 0; i < r->relations.count; i++)
        add_accuracy(a, &t, &r->relations.items[i]);
    add_macro(a, &t);
    add_accuracy(a, &t, &r->all);
    t.note = "EX: by execution, EM: by exact set match, both against the gold;\n"
             "seeds: before the change; cases: after it; kept: of cases whose seed was right";
    return t;
}

/* Causes and kinds */

static const struct table_column COUNT_COLUMNS[] = {{"", false}, {"cases", true}, {"%", true}};

static void add_count(struct arena *a, struct table *t, struct str label, uint64_t n, uint64_t of)
{
    struct str *row = table_add(a, t);
    row[0] = label;
    row[1] = count(a, n);
    row[2] = percent(a, (struct share){n, of});
}

static struct table causes(struct arena *a, const struct robustness *r)
{
    struct table t = {
        .title = "What became of the cases", .columns = COUNT_COLUMNS, .n_columns = 3};
    for (int c = 0; c < N_CAUSES; c++)
        if (r->all.causes[c])
            add_count(a, &t, str_from(cause_name((enum cause)c)), r->all.causes[c], r->all.cases);
    return t;
}

static struct table kinds(struct arena *a, const struct scores *s, const struct robustness *r)
{
    struct table t = {.title = "Kinds of error", .columns = COUNT_COLUMNS, .n_columns = 3};
    struct tally_list list = tally_of(a, s, TALLY_BY_TYPE, NULL);
    for (uint32_t i = 0; i < list.count; i++)
        add_count(a, &t, list.items[i].label, list.items[i].errors, r->all.errors);
    return t;
}

static void push(struct table_list *list, struct table t)
{
    if (t.n_rows > 0)
        list->items[list->count++] = t;
}

struct table_list sections_of(struct arena *a, const struct scores *s, const struct robustness *r)
{
    struct table_list list = {ARENA_ARRAY(a, struct table, MAX_TABLES), 0};
    push(&list, rates_by_relation(a, r));
    push(&list, accuracies(a, r));
    push(&list, causes(a, r));
    push(&list, kinds(a, s, r));
    push(&list, rates_by(a, s, TALLY_BY_HARDNESS, "Error rate by hardness"));
    push(&list, rates_by(a, s, TALLY_BY_ELEMENT, "Error rate by SQL element of the seed"));
    push(&list, rates_by(a, s, TALLY_BY_DATABASE, "Error rate by database"));
    push(&list, rates_by(a, s, TALLY_BY_FAMILY, "Error rate by family"));
    return list;
}

/* One form for all */

static const struct table_column FLAT_COLUMNS[] = {
    {"label", false},     {"cases", true},    {"judged", true},    {"errors", true},
    {"error_rate", true}, {"low", true},      {"high", true},      {"flaky_errors", true},
    {"ex_before", true},  {"ex_after", true}, {"ex_kept", true},   {"em_before", true},
    {"em_after", true},   {"em_kept", true},  {"ex_gained", true}, {"em_gained", true},
};

static struct str rate(struct arena *a, struct share s)
{
    return s.of ? arena_printf(a, "%.6f", share_rate(s)) : STR("");
}

static void add_flat(struct arena *a, struct table *t, const struct tally *y)
{
    const struct share shares[] = {y->execution.before, y->execution.after, y->execution.kept,
                                   y->exact.before,     y->exact.after,     y->exact.kept,
                                   y->execution.gained, y->exact.gained};
    struct str *row = table_add(a, t);
    row[0] = y->label;
    row[1] = count(a, y->cases);
    row[2] = count(a, y->judged);
    row[3] = count(a, y->errors);
    row[4] = rate(a, (struct share){y->errors, y->judged});
    row[5] = arena_printf(a, "%.6f", y->low);
    row[6] = arena_printf(a, "%.6f", y->high);
    row[7] = count(a, y->flaky);
    for (uint32_t i = 0; i < sizeof shares / sizeof *shares; i++)
        row[8 + i] = rate(a, shares[i]);
}

struct table_list sections_flat(struct arena *a, const struct scores *s)
{
    struct table_list list = {ARENA_ARRAY(a, struct table, TALLY_DIMENSIONS), 0};
    for (enum tally_by by = 0; by < TALLY_DIMENSIONS; by++) {
        struct table t = {.title = tally_by_name(by),
                          .columns = FLAT_COLUMNS,
                          .n_columns = sizeof FLAT_COLUMNS / sizeof *FLAT_COLUMNS};
        struct tally_list groups = tally_of(a, s, by, NULL);
        for (uint32_t i = 0; i < groups.count; i++)
            add_flat(a, &t, &groups.items[i]);
        push(&list, t);
    }
    return list;
}
