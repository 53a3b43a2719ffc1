/* fluency_tables.c: means and distributions of fluency. */
#include "report/fluency_tables.h"

#include "relation/relation.h"
#include "report/relation_label.h"

#include <stdlib.h>

const double FLUENCY_QUANTILES[N_FLUENCY_QUANTILES] = {0.05, 0.10, 0.25, 0.50, 0.75, 0.90, 0.95};

/* The value that the share `q` of the values does not exceed. */
static double quantile(const double *sorted, uint32_t n, double q)
{
    uint32_t at = (uint32_t)(q * n);
    return n == 0 ? -1 : sorted[at < n ? at : n - 1];
}

static void find_quantiles(double *values, uint32_t n, struct fluency_figures *out)
{
    sort_doubles(values, n);
    for (int i = 0; i < N_FLUENCY_QUANTILES; i++)
        out->quantiles[i] = quantile(values, n, FLUENCY_QUANTILES[i]);
}

/* From sums to means. */
static void finish_means(struct fluency_figures *f)
{
    if (f->count == 0) {
        f->before = f->after = f->drop = f->lower = -1;
        return;
    }
    f->before /= f->count;
    f->after /= f->count;
    f->lower /= f->count;
    f->drop = (f->before - f->after) / f->before;
}

struct fluency_figures fluency_of_pairs(const struct rated_set *s, struct str relation)
{
    struct fluency_figures f = {0};
    double *values = mem_resize_array(NULL, (size_t)s->n_pairs + 1, sizeof *values);
    for (uint32_t i = 0; i < s->n_pairs; i++) {
        const struct rated_pair *p = &s->pairs[i];
        if (p->before < 0 || p->after < 0 || (relation.ptr && !str_eq(p->relation, relation)))
            continue;
        f.before += p->before;
        f.after += p->after;
        f.lower += p->after < p->before;
        values[f.count++] = p->after;
    }
    find_quantiles(values, f.count, &f);
    finish_means(&f);
    free(values);
    return f;
}

struct fluency_figures fluency_of_originals(const struct rated_set *s)
{
    struct fluency_figures f = {0};
    double *values = mem_resize_array(NULL, (size_t)s->n_originals + 1, sizeof *values);
    for (uint32_t i = 0; i < s->n_originals; i++)
        if (s->originals[i] >= 0) {
            f.after += s->originals[i];
            values[f.count++] = s->originals[i];
        }
    f.before = f.after;
    find_quantiles(values, f.count, &f);
    finish_means(&f);
    free(values);
    return f;
}

/* Our own relations come first, in the order of their list. */
static uint32_t relation_place(struct str relation)
{
    uint32_t place = 0;
    while (RELATIONS[place] && !str_eq(str_from(RELATIONS[place]->id), relation))
        place++;
    return place;
}

/* The relations of a set; in `a`. */
static struct str *relations_of(struct arena *a, const struct rated_set *s, uint32_t *n)
{
    struct str *out = NULL;
    *n = 0;
    for (uint32_t i = 0; i < s->n_pairs; i++) {
        if (str_in(s->pairs[i].relation, out, *n))
            continue;
        ARENA_PUSH(a, out, *n);
        uint32_t at = (*n)++;
        for (; at > 0 && relation_place(out[at - 1]) > relation_place(s->pairs[i].relation); at--)
            out[at] = out[at - 1];
        out[at] = s->pairs[i].relation;
    }
    return out;
}

/* Tables */

static struct str rating_text(struct arena *a, double x)
{
    return x < 0 ? STR("-") : arena_printf(a, "%.3f", x);
}

static const struct table_column MEANS[] = {{"", false},        {"questions", true},
                                            {"original", true}, {"generated", true},
                                            {"drop %", true},   {"lower %", true}};

static void add_means(struct arena *a, struct table *t, struct str label,
                      const struct fluency_figures *f)
{
    TABLE_ROW(
        a, t, label, table_count(a, f->count), rating_text(a, f->before), rating_text(a, f->after),
        f->count ? arena_printf(a, "%.1f", 100 * f->drop) : STR("-"), table_percent(a, f->lower));
}

/* The rows of a set: its originals, its relations, and everything that was generated. A row that
 * would repeat another is left out: imported pairs have one relation, named like the set. */
struct set_rows {
    struct str original, generated, mean; /* labels; ptr NULL if the row is left out */
    struct str *relations, *labels;
    uint32_t n_relations;
};

/* With several sets, the label of a relation names its set. */
static struct set_rows rows_of(struct arena *a, const struct rated_set *s, bool several)
{
    struct set_rows r = {.original = s->name};
    if (s->n_pairs > 0)
        r.original = arena_printf(a, "%.*s, original", STR_ARG(s->name));
    r.relations = relations_of(a, s, &r.n_relations);
    if (r.n_relations == 1 && str_eq(r.relations[0], s->name))
        r.n_relations = 0;
    if (s->n_pairs > 0 && r.n_relations != 1)
        r.generated = arena_printf(a, "%.*s, generated", STR_ARG(s->name));
    if (r.n_relations > 1)
        r.mean = arena_printf(a, "%.*s, mean over relations", STR_ARG(s->name));
    r.labels = ARENA_ARRAY(a, struct str, r.n_relations + 1);
    for (uint32_t i = 0; i < r.n_relations; i++) {
        struct str label = relation_label(a, r.relations[i]);
        r.labels[i] =
            several ? arena_printf(a, "%.*s, %.*s", STR_ARG(s->name), STR_ARG(label)) : label;
    }
    return r;
}

static void add_original_mean(struct arena *a, struct table *t, struct str label,
                              const struct rated_set *s)
{
    struct fluency_figures f = fluency_of_originals(s);
    TABLE_ROW(a, t, label, table_count(a, f.count), rating_text(a, f.after));
}

/* Each relation counts the same, however many cases it has. */
static struct fluency_figures mean_over(const struct rated_set *s, const struct str *relations,
                                        uint32_t n)
{
    struct fluency_figures mean = {0};
    for (uint32_t i = 0; i < n; i++) {
        struct fluency_figures f = fluency_of_pairs(s, relations[i]);
        if (f.count == 0)
            continue;
        mean.count++;
        mean.drop += f.drop;
        mean.lower += f.lower;
    }
    if (mean.count) {
        mean.drop /= mean.count;
        mean.lower /= mean.count;
    }
    return mean;
}

static void add_mean_over(struct arena *a, struct table *t, const struct set_rows *r,
                          const struct rated_set *s)
{
    struct fluency_figures f = mean_over(s, r->relations, r->n_relations);
    struct str *row = table_add(a, t);
    row[0] = r->mean;
    row[4] = f.count ? arena_printf(a, "%.1f", 100 * f.drop) : STR("-");
    row[5] = table_percent(a, f.count ? f.lower : -1);
}

struct table fluency_means_table(struct arena *a, const struct rated_set *sets, uint32_t n)
{
    struct table t = {.title = "fluency",
                      .note = "original: of the questions that the cases come from. lower: share "
                              "of cases that are rated lower than their original",
                      .columns = MEANS,
                      .n_columns = COUNT_OF(MEANS)};
    for (uint32_t i = 0; i < n; i++) {
        struct set_rows rows = rows_of(a, &sets[i], n > 1);
        add_original_mean(a, &t, rows.original, &sets[i]);
        for (uint32_t k = 0; k < rows.n_relations; k++) {
            struct fluency_figures f = fluency_of_pairs(&sets[i], rows.relations[k]);
            add_means(a, &t, rows.labels[k], &f);
        }
        struct fluency_figures all = fluency_of_pairs(&sets[i], STR_NONE);
        if (rows.generated.ptr)
            add_means(a, &t, rows.generated, &all);
        if (rows.mean.ptr)
            add_mean_over(a, &t, &rows, &sets[i]);
    }
    return t;
}

static const struct table_column SHARES[] = {{"", false},    {"5 %", true},  {"10 %", true},
                                             {"25 %", true}, {"50 %", true}, {"75 %", true},
                                             {"90 %", true}, {"95 %", true}};

static void add_shares(struct arena *a, struct table *t, struct str label,
                       const struct fluency_figures *f)
{
    struct str *row = table_add(a, t);
    row[0] = label;
    for (int i = 0; i < N_FLUENCY_QUANTILES; i++)
        row[i + 1] = rating_text(a, f->quantiles[i]);
}

struct table fluency_distribution_table(struct arena *a, const struct rated_set *sets, uint32_t n)
{
    struct table t = {.title = "cumulative distribution",
                      .note = "a column has the fluency that this share of the questions is below",
                      .columns = SHARES,
                      .n_columns = COUNT_OF(SHARES)};
    for (uint32_t i = 0; i < n; i++) {
        struct set_rows rows = rows_of(a, &sets[i], n > 1);
        struct fluency_figures f = fluency_of_originals(&sets[i]);
        add_shares(a, &t, rows.original, &f);
        for (uint32_t k = 0; k < rows.n_relations; k++) {
            f = fluency_of_pairs(&sets[i], rows.relations[k]);
            add_shares(a, &t, rows.labels[k], &f);
        }
        f = fluency_of_pairs(&sets[i], STR_NONE);
        if (rows.generated.ptr)
            add_shares(a, &t, rows.generated, &f);
    }
    return t;
}

/* JSON */

static void put_quantiles(struct json_writer *w, const struct fluency_figures *f)
{
    json_key_array(w, "quantiles");
    for (int i = 0; i < N_FLUENCY_QUANTILES; i++) {
        json_array_open(w);
        json_put_double(w, FLUENCY_QUANTILES[i]);
        if (f->count)
            json_put_double(w, f->quantiles[i]);
        else
            json_put_null(w);
        json_array_close(w);
    }
    json_array_close(w);
}

static void put_figures(struct json_writer *w, struct str name, const struct fluency_figures *f)
{
    json_key(w, name);
    json_object_open(w);
    json_key_count(w, "questions", f->count);
    json_key_known(w, "original", f->before, f->count > 0);
    json_key_known(w, "generated", f->after, f->count > 0);
    json_key_known(w, "drop", f->drop, f->count > 0);
    json_key_known(w, "lower", f->lower, f->count > 0);
    put_quantiles(w, f);
    json_object_close(w);
}

static void put_mean_over(struct json_writer *w, const struct rated_set *s,
                          const struct str *relations, uint32_t n)
{
    struct fluency_figures f = mean_over(s, relations, n);
    json_key_object(w, "mean_over_relations");
    json_key_known(w, "drop", f.drop, f.count > 0);
    json_key_known(w, "lower", f.lower, f.count > 0);
    json_object_close(w);
}

static void put_set(struct json_writer *w, struct arena *a, const struct rated_set *s)
{
    uint32_t n;
    struct str *relations = relations_of(a, s, &n);
    struct fluency_figures originals = fluency_of_originals(s);
    struct fluency_figures all = fluency_of_pairs(s, STR_NONE);
    json_object_open(w);
    json_key_str(w, "set", s->name);
    json_key_count(w, "questions", originals.count);
    json_key_known(w, "fluency", originals.after, originals.count > 0);
    put_quantiles(w, &originals);
    json_key_count(w, "unchanged", s->unchanged);
    put_figures(w, STR("all"), &all);
    put_mean_over(w, s, relations, n);
    json_key_object(w, "relations");
    for (uint32_t i = 0; i < n; i++) {
        struct fluency_figures f = fluency_of_pairs(s, relations[i]);
        put_figures(w, relations[i], &f);
    }
    json_object_close(w);
    json_object_close(w);
}

void fluency_put_json(struct json_writer *w, const struct rated_set *sets, uint32_t n)
{
    struct arena a = {0};
    json_array_open(w);
    for (uint32_t i = 0; i < n; i++)
        put_set(w, &a, &sets[i]);
    json_array_close(w);
    arena_release(&a);
}
