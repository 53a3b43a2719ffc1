/* fuzz_scores.c: one or two texts, with a form feed between them, as scores.json. Accepted
 * scores are the same once written and read. Every report of them is well-formed, whatever the
 * texts contain: JSON, XML, a page with only our scripts, or lines that are safe to show. */
#include "base/file.h"
#include "base/printable.h"
#include "input.h"
#include "relation/relation.h"
#include "report/case_text.h"
#include "report/comparison.h"
#include "report/comparison_html.h"
#include "report/document.h"
#include "report/html.h"
#include "score/scores_walk.h"
#include "small_suite.h"
#include "suite/prediction_index.h"

enum { MAX_TEXT = 1 << 26, MAX_RELATIONS = 64 };

static const struct predictions *small_predictions(void)
{
    static struct predictions p;
    static struct arena a;
    struct err e;
    if (p.seeds)
        return &p;
    const char *path = input_file(&a, "predictions.jsonl", input_kept(&a, "predictions/shop"));
    require(predictions_load(&p, small_suite(), path, &e) == OK);
    return &p;
}

static struct str contents(struct arena *a, const char *path)
{
    struct str text;
    struct err e;
    require(file_read(a, path, MAX_TEXT, &text, &e) == OK);
    return text;
}

static struct source_files *small_files(void)
{
    static struct source_files files;
    static struct arena a;
    struct err e;
    if (files.predictions.path)
        return &files;
    const char *path = input_file(&a, "answers.jsonl", input_kept(&a, "predictions/shop"));
    require(source_files_open(&files, small_suite()->dir, path, &e) == OK);
    return &files;
}

/* Files */

static struct str written(struct arena *a, const struct scores *s)
{
    const char *path = input_path(a, "again.json");
    struct scores_writer w;
    struct out_file f;
    struct err e;
    require(out_file_open(&f, path, &e) == OK);
    require(scores_writer_open(&w, path, &e) == OK);
    require(scores_writer_add(&w, s, &e) == OK);
    require(scores_writer_finish(&w, s, STR("{}"), &f, &e) == OK);
    scores_writer_close(&w);
    require(out_file_commit(&f, &e) == OK);
    return contents(a, path);
}

static void check_round_trip(struct arena *a, const struct scores *s)
{
    struct scores again;
    struct err e;
    struct str text = written(a, s);
    require_json(text);
    require(scores_load(&again, input_path(a, "again.json"), &e) == OK);
    require(again.n_seeds == s->n_seeds && again.n_cases == s->n_cases);
    require(str_eq(written(a, &again), text));
    scores_release(&again);
}

/* Batch by batch there are the same verdicts, and the same sums. */
static void check_batches(struct arena *a, const char *path, const struct scores *whole)
{
    struct scores s;
    struct err e;
    struct robustness in_batches, at_once;
    uint32_t n_seeds = 0, n_cases = 0;
    require(scores_open_in_batches(&s, path, 0, &e) == OK);
    struct scores_walk walk = scores_walk(&s);
    for (const struct scores *batch; (batch = scores_walk_next(&walk));) {
        for (uint32_t i = 0; i < batch->n_cases; i++)
            require(str_eq(batch->cases[i].id, whole->cases[n_cases + i].id));
        n_seeds += batch->n_seeds;
        n_cases += batch->n_cases;
    }
    require(scores_status(&s, &e) == OK);
    require(n_seeds == whole->n_seeds && n_cases == whole->n_cases);
    robustness_of(a, &s, NULL, &in_batches);
    robustness_of(a, whole, NULL, &at_once);
    require(in_batches.all.errors == at_once.all.errors && in_batches.seeds == at_once.seeds);
    require(in_batches.relations.count == at_once.relations.count);
    scores_release(&s);
}

/* Reports */

/* Every "<" begins a tag of ours. */
static void require_junit(struct str text)
{
    static const struct str TAGS[] = {
        STR_INIT("<?xml "),      STR_INIT("<testsuites "), STR_INIT("</testsuites>"),
        STR_INIT("<testsuite "), STR_INIT("</testsuite>"), STR_INIT("<testcase "),
        STR_INIT("</testcase>"), STR_INIT("<skipped "),    STR_INIT("<skipped/>"),
        STR_INIT("<failure "),   STR_INIT("</failure>"),   STR_INIT("<properties>"),
        STR_INIT("<property "),  STR_INIT("</properties>")};
    for (size_t at = 0; (at = str_find(text, STR("<"), at)) < text.len; at++) {
        bool known = false;
        for (size_t i = 0; i < COUNT_OF(TAGS); i++)
            known |= str_starts(str_slice(text, at, text.len), TAGS[i]);
        require(known);
    }
}

static void check_document(enum report_format format, const struct report_subject *subject)
{
    struct buf out;
    out = (struct buf){0};
    document_put(&out, format, subject);
    require(!out.overflow);
    if (format == REPORT_JSON)
        require_json(buf_str(&out));
    if (format == REPORT_JUNIT)
        require_junit(buf_str(&out));
    require_plain(buf_str(&out));
    buf_release(&out);
}

static uint32_t count_of(struct str text, struct str what)
{
    uint32_t n = 0;
    for (size_t at = 0; (at = str_find(text, what, at)) < text.len; at++)
        n++;
    return n;
}

/* The page of the scores has as many of these as the page without scores. */
static struct str page_of(struct arena *a, const struct html_source *source)
{
    const char *path = input_path(a, "page.html");
    struct out_file f;
    struct err e;
    require(out_file_open(&f, path, &e) == OK);
    require(html_report(source, &f, &e) == OK);
    require(out_file_commit(&f, &e) == OK);
    return contents(a, path);
}

static void check_page(struct arena *a, const struct scores *s, const struct robustness *sums)
{
    static const struct str MARKS[] = {STR_INIT("<script"), STR_INIT("</script"), STR_INIT("<!--"),
                                       STR_INIT("<")};
    static const struct scores none;
    static struct robustness no_sums;
    const struct html_source empty = {.scores = &none, .sums = &no_sums, .command = "teql"};
    const struct html_source source = {.scores = s,
                                       .sums = sums,
                                       .suite = small_suite(),
                                       .predictions = small_predictions(),
                                       .command = "teql explain"};
    struct str without = page_of(a, &empty), page = page_of(a, &source);
    for (size_t i = 0; i < COUNT_OF(MARKS); i++)
        require(count_of(page, MARKS[i]) == count_of(without, MARKS[i]));
}

/* `teql explain` for a case that both scores and suite have. */
static void check_texts(struct scores *s, struct suite *suite, const struct predictions *p)
{
    struct buf out;
    struct err e;
    const struct suite_schema *before, *after;
    out = (struct buf){0};
    for (uint32_t i = 0; i < s->n_cases && i < suite->n_cases; i++) {
        const struct verdict *v = &s->cases[i];
        const struct test_case *c = &suite->cases[i];
        require(suite_schema(suite, suite->seeds[c->seed].db_id, &before, &e) == OK);
        require(suite_schema(suite, c->db_id, &after, &e) == OK);
        const struct explained_case it = {.verdict = v,
                                          .relation = v->relation,
                                          .seed_right = &s->seeds[v->seed].right,
                                          .seed = &suite->seeds[c->seed],
                                          .asked = c,
                                          .schema_before = before->schema,
                                          .schema_after = after->schema,
                                          .before = p->seeds[c->seed],
                                          .after = p->cases[i]};
        case_text(&out, &it);
    }
    for (uint32_t i = 0; i < s->n_seeds && i < suite->n_seeds; i++)
        seed_text(
            &out, s,
            &(struct explained_seed){.place = i, .asked = &suite->seeds[i], .said = p->seeds[i]});
    if (out.len)
        printable_text(out.ptr, out.len);
    require_plain(buf_str(&out));
    buf_release(&out);
}

/* Comparisons */

static void check_comparison(struct arena *a, const struct system_comparison *c)
{
    static void (*const FORMATS[])(struct buf * out, const struct table *t) = {
        table_text, table_markdown, table_latex};
    struct table_list list = comparison_tables(a, c);
    struct buf out;
    out = (struct buf){0};
    for (uint32_t i = 0; i < list.count; i++)
        for (size_t f = 0; f < COUNT_OF(FORMATS); f++)
            FORMATS[f](&out, &list.items[i]);
    for (uint32_t s = 0; s < c->n_systems; s++) {
        struct table figures = comparison_figures(a, c, s);
        table_csv(&out, &figures, true);
    }
    require_plain(buf_str(&out));
    buf_clear(&out);
    comparison_json(&out, c);
    require_json(buf_str(&out));
    buf_release(&out);
}

static struct str comparison_of(struct arena *a, const struct system_comparison *c)
{
    static const char *const COMMANDS[] = {"teql explain", "teql explain"};
    const struct case_source sources[] = {{small_suite(), small_predictions()}, {NULL, NULL}};
    const struct compared_texts texts[] = {{c->systems[0].runs, sources, COMMANDS},
                                           {c->systems[1].runs, sources, COMMANDS}};
    const struct comparison_source source = {c, texts};
    const char *path = input_path(a, "comparison.html");
    struct out_file f;
    struct err e;
    require(out_file_open(&f, path, &e) == OK);
    require(comparison_html(&source, &f, &e) == OK);
    require(out_file_commit(&f, &e) == OK);
    return contents(a, path);
}

/* Two systems, and their sums. */
struct added {
    struct compared_system systems[2];
    struct system_comparison comparison;
    struct buf cases;
};

/* The first `n` of the two scores are runs of one system, the second is one of another. */
static void add_up(struct arena *a, struct added *out, const struct scores *const *runs, uint32_t n)
{
    *out = (struct added){.systems = {{.name = STR("x"), .runs = {runs, n}},
                                      {.name = STR("y"), .runs = {runs + 1, 1}}}};
    out->comparison = (struct system_comparison){.systems = out->systems, .n_systems = 2};
    const struct comparison_wants wants = {
        .effort = true, .page = true, .cases = &out->cases, .step = 1};
    comparison_add_up(a, &out->comparison, NULL, &wants);
}

static void check_comparison_page(struct arena *a, const struct system_comparison *c)
{
    static const struct scores none;
    const struct scores *nothing[] = {&none, &none};
    struct added nobody;
    add_up(a, &nobody, nothing, c->systems[0].runs.count);
    require(count_of(comparison_of(a, c), STR("<")) ==
            count_of(comparison_of(a, &nobody.comparison), STR("<")));
    buf_release(&nobody.cases);
}

/* Seed by seed there are the same figures and cases, whatever ids the files have. */
static void check_steps(struct arena *a, const struct added *whole, const char *const *paths)
{
    struct scores x, y;
    struct err e;
    require(scores_open_in_batches(&x, paths[0], 0, &e) == OK);
    require(scores_open_in_batches(&y, paths[1], 0, &e) == OK);
    const struct scores *both[] = {&x, &y};
    struct added stepped;
    struct buf expected = {0}, found = {0};
    add_up(a, &stepped, both, whole->systems[0].runs.count);
    comparison_json(&expected, &whole->comparison);
    comparison_json(&found, &stepped.comparison);
    require(str_eq(buf_str(&expected), buf_str(&found)));
    require(str_eq(buf_str(&whole->cases), buf_str(&stepped.cases)));
    require(whole->comparison.differing == stepped.comparison.differing);
    buf_release(&expected);
    buf_release(&found);
    buf_release(&stepped.cases);
    scores_release(&x);
    scores_release(&y);
}

/* Of one run each, and as two runs of one system against one. */
static void check_comparisons(struct arena *a, const struct scores *x, const struct scores *y,
                              const char *const *paths)
{
    const struct scores *both[] = {x, y};
    for (uint32_t runs = 1; runs <= 2; runs++) {
        struct added added;
        add_up(a, &added, both, runs);
        check_comparison(a, &added.comparison);
        check_comparison_page(a, &added.comparison);
        check_steps(a, &added, paths);
        buf_release(&added.cases);
    }
}

static void check_scores(struct arena *a, struct scores *x, const struct scores *y,
                         const char *const *paths)
{
    const char *order[MAX_RELATIONS] = {NULL};
    for (size_t i = 0; RELATIONS[i] && i + 1 < MAX_RELATIONS; i++)
        order[i] = RELATIONS[i]->id;
    struct robustness sums;
    robustness_of(a, x, order, &sums);
    struct paired_list against = paired_compare(a, y, x, 0.95);
    const struct report_subject subject = {.scores = x,
                                           .sums = &sums,
                                           .against = &against,
                                           .older = y->system,
                                           .texts = small_files()};
    for (int f = REPORT_TEXT; f < REPORT_HTML; f++)
        check_document((enum report_format)f, &subject);
    check_comparisons(a, x, y, paths);
    check_page(a, x, &sums);
    check_texts(x, small_suite(), small_predictions());
    check_round_trip(a, x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct scores x, y;
    struct err e;
    struct str first = input_part(&rest);
    const char *path = input_file(&a, "x.json", first);
    const char *other = input_file(&a, "y.json", rest.ptr ? input_part(&rest) : first);
    if (scores_load(&x, path, &e) == OK) {
        if (scores_load(&y, other, &e) == OK) {
            check_batches(&a, path, &x);
            check_scores(&a, &x, &y, (const char *const[]){path, other});
            scores_release(&y);
        }
        scores_release(&x);
    }
    arena_release(&a);
    return 0;
}
