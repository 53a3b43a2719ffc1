/* html.c: the page of one system: its data, as the JSON that page_data.js reads, and its frame. */
#include "report/html.h"

#include "report/effort.h"
#include "report/facts.h"
#include "report/html/breakdown.h"
#include "report/html/common_data.h"
#include "report/html/details.h"
#include "report/html/page_file.h"
#include "report/tally.h"

#include <stdlib.h>

struct page_data {
    const struct html_source *source;
    struct breakdown breakdown;
    struct details details;
};

/* Four truths of two bits each. */
static uint32_t truth_bits(struct truths consistent, struct truths right)
{
    return (uint32_t)consistent.exact | (uint32_t)consistent.execution << 2 |
           (uint32_t)right.exact << 4 | (uint32_t)right.execution << 6;
}

static void put_relations(struct json_writer *w, const struct robustness *sums)
{
    json_key_array(w, "relations");
    for (uint32_t i = 0; i < sums->relations.count; i++)
        relation_json(w, sums->relations.items[i].label);
    json_array_close(w);
}

/* Count seeds that were asked more than once. */
static uint32_t count_repeated(const struct html_source *s)
{
    uint32_t count = 0;
    if (s->suite && s->predictions)
        for (uint32_t i = 0; i < s->suite->n_seeds; i++)
            count += s->predictions->seeds[i] && s->predictions->seeds[i]->next;
    return count;
}

/* Pairs of name and value. */
static void put_facts(struct json_writer *w, const struct html_source *s)
{
    struct arena a = {0};
    struct fact facts[FACTS_MAX];
    uint32_t n = facts_of(&a, s->scores, facts);
    json_key_array(w, "facts");
    if (s->sample.ptr)
        text_pair_json(w, STR("on this page"), s->sample);
    for (uint32_t i = 0; i < n; i++)
        text_pair_json(w, str_from(facts[i].name), facts[i].value);
    json_array_close(w);
    arena_release(&a);
}

/* Count seeds that have a gold query, as far as the scores show. */
static uint32_t count_golden(const struct scores *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->n_seeds; i++) {
        const struct seed_verdict *v = &s->seeds[i];
        count += v->hardness.ptr || v->right.exact != UNKNOWN || v->right.execution != UNKNOWN;
    }
    return count;
}

/* Fluency at each percent of the questions, sorted. `n` is not 0. */
static void put_distribution(struct json_writer *w, struct str key, double *rates, uint32_t n)
{
    json_key(w, key);
    json_array_open(w);
    sort_doubles(rates, n);
    for (int i = 0; i <= 100; i++)
        json_put_double(w, rates[(uint64_t)(n - 1) * (uint32_t)i / 100]);
    json_array_close(w);
}

/* Fluency of the cases' questions and of their originals; null if nothing was rated. */
static void put_fluency(struct json_writer *w, const struct scores *s)
{
    double *before = mem_resize_array(NULL, (size_t)s->n_cases + 1, sizeof *before);
    double *after = mem_resize_array(NULL, (size_t)s->n_cases + 1, sizeof *after);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_cases; i++)
        if (s->cases[i].naturalness >= 0 && s->cases[i].seed_naturalness >= 0) {
            before[n] = s->cases[i].seed_naturalness;
            after[n++] = s->cases[i].naturalness;
        }
    json_key(w, STR("fluency"));
    if (n == 0) {
        json_put_null(w);
    } else {
        json_object_open(w);
        json_key_count(w, "cases", n);
        put_distribution(w, STR("original"), before, n);
        put_distribution(w, STR("generated"), after, n);
        json_object_close(w);
    }
    free(before);
    free(after);
}

static void put_page_head(struct json_writer *w, const struct page_data *p)
{
    const struct html_source *s = p->source;
    json_key_str(w, "system", s->scores->system);
    json_key_str(w, "by", s->scores->by);
    json_key_str(w, "suite", s->scores->suite);
    json_key_str(w, "predictions", s->scores->predictions);
    put_facts(w, s);
    json_key_str(w, "command", str_from(s->command ? s->command : ""));
    json_key_count(w, "repeated", count_repeated(s));
    json_key_count(w, "golden", count_golden(s->scores));
    seed_numbers_json(w, s->scores);
    json_key(w, STR("summary"));
    robustness_json(w, s->sums);
    json_key(w, STR("effort"));
    effort_json(w, &s->sums->effort);
    buf_putc(w->out, '\n');
    put_relations(w, s->sums);
    put_fluency(w, s->scores);
    causes_json(w);
    breakdown_json(w, &p->breakdown, s->sums);
}

static void put_seed_row(struct json_writer *w, struct page_data *p, const struct seed_details *d)
{
    const struct seed_verdict *s = &p->source->scores->seeds[d->place];
    struct breakdown *b = &p->breakdown;
    struct seed_row row = d->row;
    row.number = s->number;
    row.database = b->seed_database[d->place];
    row.hardness = b->seed_hardness[d->place];
    row.right = truth_bits((struct truths){UNKNOWN, UNKNOWN, UNKNOWN}, s->right);
    if (s->flaky || d->repeated)
        row.flaky = s->flaky;
    row.elements = element_numbers(&b->elements, &b->arena, s->elements);
    if (s->element.len)
        row.tested = tested_place(&p->source->sums->tested, s->element);
    json_array_open(w);
    seed_row_json(w, &row);
    json_array_close(w);
}

static struct number_list clause_numbers(struct breakdown *b, const struct diagnosis *d)
{
    struct str clauses[CLAUSES_MAX];
    uint32_t n = clauses_of(&b->arena, d, clauses);
    struct number_list out = {ARENA_ARRAY(&b->arena, uint32_t, n), n};
    for (uint32_t i = 0; i < n; i++)
        out.items[i] = text_list_add(&b->clauses, &b->arena, clauses[i]);
    return out;
}

static void put_error_row(struct json_writer *w, struct page_data *p, uint32_t seed,
                          const struct error_details *d)
{
    const struct verdict *c = &p->source->scores->cases[d->place];
    struct breakdown *b = &p->breakdown;
    struct case_row row = d->row;
    row.id = c->id;
    row.seed = seed;
    row.relation = relation_number(p->source->sums, c->relation);
    row.cause = c->cause;
    row.truths = truth_bits(c->consistent, c->right);
    if (c->diagnosis.type != ERROR_NONE)
        row.type = text_list_add(&b->types, &b->arena, error_label(&c->diagnosis));
    row.flaky = c->flaky;
    row.clauses = clause_numbers(b, &c->diagnosis);
    json_array_open(w);
    case_row_json(w, &row, d->shown);
    json_array_close(w);
}

static void put_seeds(struct json_writer *w, struct page_data *p)
{
    json_key_array(w, "seeds");
    for (uint32_t i = 0; i < p->details.n_seeds; i++)
        put_seed_row(w, p, &p->details.seeds[i]);
    json_array_close(w);
}

static void put_errors(struct json_writer *w, struct page_data *p)
{
    const struct details *d = &p->details;
    uint32_t seed = 0;
    json_key_array(w, "cases");
    for (uint32_t i = 0; i < d->n_errors; i++) {
        while (d->seeds[seed].place != p->source->scores->cases[d->errors[i].place].seed)
            seed++;
        put_error_row(w, p, seed, &d->errors[i]);
        buf_putc(w->out, '\n');
    }
    json_array_close(w);
}

static void put_drawings(struct json_writer *w, const char *key, const struct buf *drawings)
{
    json_key_array(w, key);
    buf_put(w->out, buf_str(drawings));
    json_array_close(w);
}

static void put_page_members(struct json_writer *w, struct page_data *p)
{
    json_object_open(w);
    put_page_head(w, p);
    put_seeds(w, p);
    put_errors(w, p);
    put_drawings(w, "schemas", &p->details.schemas_json);
    put_drawings(w, "variants", &p->details.variants_json);
    text_list_json(w, "texts", &p->details.texts);
    json_object_close(w);
}

static enum status put_page_data(const struct html_source *s, struct buf *out, struct err *e)
{
    struct page_data *p = mem_alloc(sizeof *p);
    struct json_writer w = json_writer_to(out);
    p->source = s;
    enum status status = breakdown_of(&p->breakdown, s->scores, s->sums, e);
    if (status == OK) {
        status = details_of(&p->details, s, DETAILS_ROOM, e);
        if (status == OK)
            put_page_members(&w, p);
        details_release(&p->details);
    }
    breakdown_release(&p->breakdown);
    free(p);
    if (status == OK && !buf_whole(out))
        status = err_set(e, E_LIMIT, "too much for one page");
    return status;
}

static const struct str PARTS[] = {
    STR_INIT("dom.js"),         STR_INIT("case_field.js"), STR_INIT("page_data.js"),
    STR_INIT("words_diff.js"),  STR_INIT("sql_view.js"),   STR_INIT("result_view.js"),
    STR_INIT("schema_view.js"), STR_INIT("diagnosis.js"),  STR_INIT("case_view.js"),
    STR_INIT("seed_view.js"),   STR_INIT("summary.js"),    STR_INIT("tested.js"),
    STR_INIT("charts.js"),      STR_INIT("fluency.js"),    STR_INIT("search.js"),
    STR_INIT("filters.js"),     STR_INIT("case_list.js"),  STR_INIT("report.js"),
    STR_INIT("page.js"),
};

static struct str sentence_of(struct arena *a, const struct robustness *r)
{
    const struct tally *all = &r->all;
    const struct share right = r->seeds_execution.of ? r->seeds_execution : r->seeds_exact;
    if (all->cases == 0)
        return arena_printf(a, "%llu of %llu seeds are right.", (unsigned long long)right.yes,
                            (unsigned long long)right.of);
    return arena_printf(
        a,
        "%llu of %llu judged cases are errors: an error rate of %.1f%%. %llu of %llu seeds have at "
        "least one.",
        (unsigned long long)all->errors, (unsigned long long)all->judged,
        100 * tally_error_rate(all), (unsigned long long)all->broken.yes,
        (unsigned long long)all->broken.of);
}

enum status html_report(const struct html_source *s, struct out_file *f, struct err *e)
{
    struct arena a = {0};
    struct buf data = {0};
    buf_limit(&data, PAGE_DATA_MAX);
    struct str name = system_name(&a, s->scores);
    enum status status = put_page_data(s, &data, e);
    if (status == OK) {
        const struct page_file page = {.skeleton = STR("page.html"),
                                       .parts = PARTS,
                                       .n_parts = COUNT_OF(PARTS),
                                       .title = name.len ? name : STR("text-to-SQL system"),
                                       .sentence = sentence_of(&a, s->sums),
                                       .data = buf_str(&data)};
        status = page_file_write(&page, f, e);
    }
    buf_release(&data);
    arena_release(&a);
    return status;
}
