/* test_report.c: sums, intervals, comparisons and tables from scores made by hand. */
#include "unit.h"

#include "base/json_reader.h"
#include "base/utf8.h"
#include "report/document.h"
#include "report/effort.h"
#include "report/paired.h"
#include "report/table.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { SEEDS = 40, PER_SEED = 10 };

/* Scores of SEEDS seeds with PER_SEED cases each, of relation "A" and "B" by turns; the first
 * `bad_seeds` have all their cases wrong. */
static void make(struct scores *s, uint32_t bad_seeds)
{
    *s = (struct scores){.by = STR("execution"),
                         .suite = STR("/s"),
                         .predictions = STR("/p"),
                         .system = STR("test"),
                         .n_seeds = SEEDS,
                         .n_cases = SEEDS * PER_SEED};
    s->seeds = arena_zalloc(&s->arena, SEEDS * sizeof *s->seeds);
    s->cases = arena_zalloc(&s->arena, s->n_cases * sizeof *s->cases);
    for (uint32_t i = 0; i < SEEDS; i++) {
        s->seeds[i] =
            (struct seed_verdict){.number = i,
                                  .db_id = STR("db"),
                                  .hardness = i % 2 ? STR("easy") : STR("hard"),
                                  .elements = 1U << SQL_ELEMENT_WHERE | 1U << SQL_ELEMENT_JOIN,
                                  .right = {i % 4 ? YES : NO, YES},
                                  .answered = true,
                                  .message = STR("")};
        for (uint32_t k = 0; k < PER_SEED; k++) {
            bool bad = i < bad_seeds;
            s->cases[i * PER_SEED + k] =
                (struct verdict){.id = arena_printf(&s->arena, "%u-%s-%u", i, k % 2 ? "A" : "B", k),
                                 .seed_number = i,
                                 .seed = i,
                                 .naturalness = k % 2 ? 0.5 : -1,
                                 .overlap = {.words = k % 2 ? 4 : 0, .edits = k % 2},
                                 .family = STR("f"),
                                 .relation = k % 2 ? STR("A") : STR("B"),
                                 .cause = bad ? CAUSE_INCONSISTENT : CAUSE_CONSISTENT,
                                 .consistent = {bad ? NO : YES, bad ? NO : YES},
                                 .right = {YES, bad ? NO : YES},
                                 .message = bad ? STR("<&>\"'\x01 \xE2\x82\xAC") : STR("")};
        }
    }
}

static struct str document(struct scores *s, enum report_format format)
{
    struct robustness r;
    struct buf text;
    robustness_of(&s->arena, s, NULL, &r);
    text = (struct buf){0};
    document_put(&text, format, &(struct report_subject){.scores = s, .sums = &r});
    struct str copy = arena_str(&s->arena, buf_str(&text));
    buf_release(&text);
    return copy;
}

/* In text, with what has changed since. */
static struct str document_against(struct scores *s, const struct paired_list *against)
{
    struct robustness r;
    struct buf text = {0};
    robustness_of(&s->arena, s, NULL, &r);
    document_put(&text, REPORT_TEXT,
                 &(struct report_subject){
                     .scores = s, .sums = &r, .against = against, .older = STR("older")});
    struct str copy = arena_str(&s->arena, buf_str(&text));
    buf_release(&text);
    return copy;
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_from(part), 0) < text.len;
}

static void test_sums(void **state)
{
    (void)state;
    struct scores s;
    struct robustness r;
    make(&s, 10);
    s.cases[0].cause = CAUSE_NOT_ASKED;
    robustness_of(&s.arena, &s, NULL, &r);
    assert_int_equal(r.relations.count, 2);
    assert_int_equal(r.all.cases, 400);
    assert_int_equal(r.all.judged, 399);
    assert_int_equal(r.all.errors, 99);
    assert_int_equal(r.seeds_exact.yes, 30);
    assert_int_equal(r.all.execution.before.yes, 400);
    assert_int_equal(r.all.execution.kept.yes, 300);
    assert_int_equal(r.all.execution.kept.of, 400);
    scores_release(&s);
}

/* Ten of forty seeds are bad, each as a whole: the interval must be that of forty draws, not of
 * four hundred. The binomial one is about 25% ± 13%. */
static void test_interval(void **state)
{
    (void)state;
    struct scores s;
    struct robustness r;
    make(&s, 10);
    robustness_of(&s.arena, &s, NULL, &r);
    assert_true(r.all.interval.low > 0.08 && r.all.interval.low < 0.17);
    assert_true(r.all.interval.high > 0.33 && r.all.interval.high < 0.43);
    scores_release(&s);
}

/* Each of these seeds has errors, or none; the same cases have one interval, whatever their names
 * are. */
static void test_broken(void **state)
{
    (void)state;
    struct scores s;
    struct robustness r;
    make(&s, 10);
    for (uint32_t i = 0; i < s.n_cases; i++)
        s.cases[i].relation = STR("A");
    robustness_of(&s.arena, &s, NULL, &r);
    assert_int_equal(r.all.broken.yes, 10);
    assert_int_equal(r.all.broken.of, 40);
    assert_true(r.all.broken_interval.low > 0.1 && r.all.broken_interval.high < 0.45);
    assert_true(r.relations.items[0].interval.low == r.all.interval.low);
    assert_true(r.relations.items[0].interval.high == r.all.interval.high);
    for (uint32_t i = 0; i < s.n_cases; i++)
        s.cases[i].cause = i % PER_SEED == 0 ? CAUSE_INCONSISTENT : CAUSE_CONSISTENT;
    robustness_of(&s.arena, &s, NULL, &r);
    assert_true(r.all.broken.yes == 40 && r.all.errors == 40 && r.all.judged == 400);
    scores_release(&s);
}

/* It is shown if the suite has it: here, for every case of A. */
static void test_naturalness(void **state)
{
    (void)state;
    struct scores s;
    struct robustness r;
    make(&s, 10);
    robustness_of(&s.arena, &s, NULL, &r);
    assert_true(r.relations.items[0].naturalness < 0 && r.relations.items[1].naturalness == 0.5);
    assert_true(r.all.naturalness == 0.5);
    assert_true(has(document(&s, REPORT_TEXT), "Naturalness of the questions"));
    for (uint32_t i = 0; i < s.n_cases; i++)
        s.cases[i].naturalness = -1;
    assert_false(has(document(&s, REPORT_TEXT), "Naturalness"));
    scores_release(&s);
}

/* The same of what a case shares with its seed: only that of A was measured. */
static void test_overlap(void **state)
{
    (void)state;
    struct scores s;
    struct robustness r;
    make(&s, 10);
    robustness_of(&s.arena, &s, NULL, &r);
    assert_int_equal(r.relations.items[0].overlap.words, 0);
    assert_int_equal(r.relations.items[1].overlap.words, 4 * r.relations.items[1].cases);
    assert_int_equal(r.all.overlap.edits, r.relations.items[1].cases);
    struct str text = document(&s, REPORT_TEXT), json = document(&s, REPORT_JSON);
    assert_true(has(text, "How hard the cases are"));
    assert_true(has(json, "\"overlap\":null"));
    assert_true(has(json, "\"overlap\":{\"named_before\":null,\"named_after\":null,"
                          "\"names_with_all_words\":null,\"names_with_no_word\":null,"
                          "\"edits\":0.25}"));
    for (uint32_t i = 0; i < s.n_cases; i++)
        s.cases[i].overlap = (struct overlap){0};
    assert_false(has(document(&s, REPORT_TEXT), "How hard"));
    scores_release(&s);
}

static void test_groups(void **state)
{
    (void)state;
    struct scores s;
    make(&s, 10);
    static const char *const ORDER[] = {"easy", "medium", "hard", NULL};
    struct tally_list hardness = tally_of(&s.arena, &s, TALLY_BY_HARDNESS, ORDER);
    assert_int_equal(hardness.count, 2);
    assert_true(str_eq(hardness.items[0].label, STR("easy")));
    assert_int_equal(hardness.items[0].errors, 50);
    struct tally_list elements = tally_of(&s.arena, &s, TALLY_BY_ELEMENT, NULL);
    assert_int_equal(elements.count, 2);
    assert_int_equal(elements.items[1].cases, 400);
    assert_true(fabs(tally_mean(&hardness, STR_NONE, MEASURE_ERROR) - 0.25) < 1e-9);
    scores_release(&s);
}

/* The errors get these diagnoses, in turn. */
static void diagnose_errors(struct scores *s, const struct diagnosis *list, uint32_t n)
{
    for (uint32_t i = 0, k = 0; i < s->n_cases; i++)
        if (cause_is_error(s->cases[i].cause))
            s->cases[i].diagnosis = list[k++ % n];
}

/* Kinds stand beneath "others", and the types count what they counted without them. */
static void test_kinds_of_others(void **state)
{
    (void)state;
    static const struct diagnosis LIST[] = {
        {.type = ERROR_OTHERS, .kind = ERROR_KIND_TABLE},
        {.type = ERROR_OPERATOR},
        {.type = ERROR_OTHERS, .kind = ERROR_KIND_VALUE},
        {.type = ERROR_OTHERS}, /* from an older file */
        {.type = ERROR_NONE},
    };
    static const struct {
        const char *label;
        uint32_t errors;
    } WANTED[] = {{"others", 60},
                  {"others: wrong table", 20},
                  {"operator", 20},
                  {"others: wrong value", 20},
                  {"not diagnosed", 20}};
    struct scores s;
    make(&s, 10);
    diagnose_errors(&s, LIST, COUNT_OF(LIST));
    struct tally_list types = tally_of(&s.arena, &s, TALLY_BY_TYPE, NULL);
    assert_int_equal(types.count, COUNT_OF(WANTED));
    for (uint32_t i = 0; i < types.count; i++) {
        assert_true(str_eq(types.items[i].label, str_from(WANTED[i].label)));
        assert_int_equal(types.items[i].errors, WANTED[i].errors);
    }
    assert_true(has(document(&s, REPORT_TEXT), "\n  others: wrong table"));
    assert_true(has(document(&s, REPORT_JUNIT), "type=\"others: wrong value\""));
    scores_release(&s);
}

/* Every relation counts the same, whatever its number of cases; each family has its own mean. */
static void test_means(void **state)
{
    (void)state;
    struct scores s;
    struct robustness r;
    make(&s, 10);
    for (uint32_t i = 0; i < 10 * PER_SEED; i++) /* the bad half of B becomes another family's C */
        if (str_eq(s.cases[i].relation, STR("B"))) {
            s.cases[i].relation = STR("C");
            s.cases[i].family = STR("g");
        }
    robustness_of(&s.arena, &s, NULL, &r); /* A 50 of 200, B 0 of 150, C 50 of 50 */
    const struct {
        struct str family;
        double error, kept;
    } expected[] = {{{NULL, 0}, 1.25 / 3, 1.75 / 3}, {STR("f"), 0.125, 0.875}, {STR("g"), 1, 0}};
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        double error = tally_mean(&r.relations, expected[i].family, MEASURE_ERROR);
        double kept = tally_mean(&r.relations, expected[i].family, MEASURE_EX_KEPT);
        assert_true(fabs(error - expected[i].error) < 1e-9);
        assert_true(fabs(kept - expected[i].kept) < 1e-9);
    }
    assert_true(tally_mean(&r.relations, STR("h"), MEASURE_ERROR) < 0);
    struct str text = document(&s, REPORT_TEXT), json = document(&s, REPORT_JSON);
    assert_true(has(text, "mean of f") && has(text, "mean of g"));
    assert_true(has(json, "\"g\":{\"error_rate\":1"));
    scores_release(&s);
}

static void test_paired(void **state)
{
    (void)state;
    struct scores a, b, c;
    make(&a, 10);
    make(&b, 11); /* a seed more: chance */
    make(&c, 25); /* fifteen more: not chance */
    struct paired_list same = paired_compare(&a.arena, &a, &a, 0.95);
    struct paired_list little = paired_compare(&a.arena, &a, &b, 0.95);
    struct paired_list much = paired_compare(&a.arena, &a, &c, 0.95);
    assert_int_equal(same.count, 3);
    assert_int_equal(same.items[0].cases, 400);
    assert_false(paired_is_worse(&same.items[0]) || paired_is_better(&same.items[0]));
    assert_int_equal(little.items[0].only_b, 10);
    assert_int_equal(little.items[0].both, 100);
    assert_false(paired_is_worse(&little.items[0]));
    assert_true(paired_is_worse(&much.items[0]) && paired_is_worse(&much.items[1]));
    assert_true(paired_is_better(&paired_compare(&a.arena, &c, &a, 0.95).items[0]));
    scores_release(&a);
    scores_release(&b);
    scores_release(&c);
}

/* Without errors, and all answers wrong that were right: no better than before. */
static void test_paired_wrong(void **state)
{
    (void)state;
    struct scores a, b;
    make(&a, 10);
    make(&b, 0);
    for (uint32_t i = 0; i < b.n_cases; i++)
        b.cases[i].right = (struct truths){NO, NO, UNKNOWN};
    for (uint32_t i = 0; i < b.n_seeds; i++)
        b.seeds[i].right = (struct truths){NO, NO, UNKNOWN};
    struct paired_list l = paired_compare(&a.arena, &a, &b, 0.95);
    assert_int_equal(l.wrong.cases, 440);
    assert_true(paired_is_better(&l.items[0]) && paired_lost_answers(&l));
    assert_false(has(document_against(&b, &l), "better\n"));
    b.cases[0].cause = CAUSE_OUTAGE; /* what is not judged may still be wrong */
    assert_int_equal(paired_compare(&a.arena, &a, &b, 0.95).wrong.cases, 440);
    l = paired_compare(&a.arena, &b, &a, 0.95);
    assert_false(paired_lost_answers(&l));
    scores_release(&a);
    scores_release(&b);
}

/* A handful of seeds proves nothing, whatever their verdicts; nor do equal verdicts. */
static void test_paired_few(void **state)
{
    (void)state;
    struct scores a, b;
    make(&a, 0);
    make(&b, 40);
    a.n_cases = b.n_cases = 5 * PER_SEED; /* five coins come out alike once in sixteen times */
    struct paired all = paired_compare(&a.arena, &a, &b, 0.95).items[0];
    assert_true(all.rate_b - all.rate_a == 1 && !paired_is_worse(&all));
    a.n_cases = b.n_cases = 6 * PER_SEED;
    assert_true(paired_is_worse(&paired_compare(&a.arena, &a, &b, 0.95).items[0]));
    a.n_cases = b.n_cases = SEEDS * PER_SEED;
    assert_true(paired_is_worse(&paired_compare(&a.arena, &a, &b, 0.95).items[0]));
    struct paired none = paired_compare(&a.arena, &a, &a, 0.95).items[0];
    assert_true(fabs(none.difference.high - 0.0881) < 1e-4); /* 1 - 0.025^(1/40) */
    assert_true(none.difference.low == -none.difference.high);
    scores_release(&a);
    scores_release(&b);
}

/* Two rates cannot differ by more than a hundred points, however few the seeds. */
static void test_paired_possible(void **state)
{
    (void)state;
    struct scores a, b;
    make(&a, 0);
    make(&b, 2);
    a.n_cases = b.n_cases = 3 * PER_SEED;
    struct paired worse = paired_compare(&a.arena, &a, &b, 0.95).items[0];
    struct paired better = paired_compare(&a.arena, &b, &a, 0.95).items[0];
    assert_true(worse.difference.high == 1 && worse.difference.low >= -1);
    assert_true(better.difference.low == -1 && better.difference.high <= 1);
    scores_release(&a);
    scores_release(&b);
}

/* A note explains only what is in the table. */
static void test_undiagnosed(void **state)
{
    (void)state;
    struct scores s;
    make(&s, 10);
    assert_true(has(document(&s, REPORT_TEXT), "not diagnosed: there is no second query"));
    for (uint32_t i = 0; i < s.n_cases; i++)
        s.cases[i].diagnosis.type = ERROR_OTHERS;
    assert_true(has(document(&s, REPORT_TEXT), "Kinds of error"));
    assert_false(has(document(&s, REPORT_TEXT), "not diagnosed"));
    scores_release(&s);
}

static void test_intervals(void **state)
{
    (void)state;
    double draws[100];
    for (int i = 0; i < 100; i++)
        draws[i] = 99 - i;
    struct interval middle = interval_of_draws(draws, 100, 0.9);
    assert_true(middle.low == 5 && middle.high == 94);
    struct interval t = interval_expand((struct interval){-1.96, 1.96}, 0, 6, 0.95);
    assert_true(fabs(t.high - 2.5706 * sqrt(1.2)) < 0.01 && t.low == -t.high);
    /* 300 of 1,000 that are worth 1,000, in very many seeds: Wilson's interval */
    struct interval w = interval_of_rate(0.3, 0.21 / 1000, 1000000, 1000, 0.95);
    assert_true(fabs(w.low - 0.27241) < 1e-4 && fabs(w.high - 0.32913) < 1e-4);
    struct interval few = interval_of_rate(0.3, 0.21 / 10, 1000000, 10, 0.95);
    assert_true(fabs(few.low - 0.10779) < 1e-4 && fabs(few.high - 0.60322) < 1e-4); /* 3 of 10 */
    /* one error in one case is not surer than none */
    struct interval none = interval_of_rate(0, 0, 50, 500, 0.95);
    struct interval one = interval_of_rate(0.002, 3.92e-6, 50, 500, 0.95);
    assert_true(fabs(none.high - 0.0582) < 1e-4 && one.high >= none.high);
    assert_true(interval_of_rate(0.5, 0, 1, 10, 0.95).high == 1); /* one seed says nothing */
}

/* Written and read back, scores are the same. */
static void test_file(void **state)
{
    (void)state;
    struct scores s, back;
    struct scores_writer w;
    struct out_file f;
    struct err e;
    char path[] = "/tmp/teql-scores-XXXXXX";
    close(mkstemp(path));
    make(&s, 10);
    struct difference where = {.clause = CLAUSE_WHERE,
                               .kinds = DIFFERENCE_BIT(VALUE),
                               .path = STR("WHERE > FROM"),
                               .before = STR("a > 1"),
                               .after = STR("")};
    s.cases[3].diagnosis =
        (struct diagnosis){.type = ERROR_OPERATOR, .items = &where, .n_items = 1};
    s.cases[4].diagnosis = (struct diagnosis){.type = ERROR_OTHERS, .kind = ERROR_KIND_VALUE};
    s.cases[3].rows_after = (struct excerpt){.known = true};
    s.cases[3].digest = 0x0123456789abcdef;
    s.cases[3].ms = 12.5;
    s.cases[3].tokens = (struct answer_tokens){7, 0, 0};
    s.seeds[2].flaky = true;
    s.seeds[2].tokens = (struct answer_tokens){0, 9, 0};
    assert_int_equal(out_file_open(&f, path, &e), OK);
    assert_int_equal(scores_writer_open(&w, path, &e), OK);
    assert_int_equal(scores_writer_add(&w, &s, &e), OK);
    assert_int_equal(scores_writer_finish(&w, &s, STR("{}"), &f, &e), OK);
    scores_writer_close(&w);
    assert_int_equal(out_file_commit(&f, &e), OK);
    assert_int_equal(scores_load(&back, path, &e), OK);
    assert_int_equal(back.n_seeds, SEEDS);
    assert_int_equal(back.n_cases, s.n_cases);
    for (uint32_t i = 0; i < s.n_cases; i++) {
        assert_true(str_eq(s.cases[i].id, back.cases[i].id));
        assert_int_equal(s.cases[i].cause, back.cases[i].cause);
        assert_int_equal(s.cases[i].seed, back.cases[i].seed);
        assert_true(s.cases[i].digest == back.cases[i].digest);
        assert_true(s.cases[i].naturalness == back.cases[i].naturalness);
        assert_int_equal(s.cases[i].right.execution, back.cases[i].right.execution);
    }
    const struct diagnosis *d = &back.cases[3].diagnosis;
    assert_int_equal(d->type, ERROR_OPERATOR);
    assert_int_equal(d->kind, ERROR_KIND_NONE);
    assert_int_equal(back.cases[4].diagnosis.kind, ERROR_KIND_VALUE);
    assert_int_equal(d->n_items, 1);
    assert_int_equal(d->items[0].clause, CLAUSE_WHERE);
    assert_int_equal(d->items[0].kinds, where.kinds);
    assert_true(str_eq(d->items[0].path, where.path) && str_eq(d->items[0].before, where.before));
    assert_true(back.cases[3].rows_after.known && back.cases[3].rows_after.n_rows == 0);
    assert_false(back.cases[3].rows_before.known);
    assert_true(back.cases[3].ms == 12.5 && back.cases[3].tokens.prompt == 7);
    assert_true(back.cases[4].ms == 0 && back.seeds[2].tokens.completion == 9);
    assert_true(back.seeds[2].flaky && back.seeds[2].elements == s.seeds[2].elements);
    unlink(path);
    scores_release(&s);
    scores_release(&back);
}

static struct effort effort_of(const struct scores *s)
{
    struct effort_sums sums = {0};
    effort_add(&sums, s);
    return effort_end(&sums);
}

/* Of what is known alone. */
static void test_effort(void **state)
{
    (void)state;
    struct scores s;
    make(&s, 10);
    struct effort none = effort_of(&s);
    assert_true(none.timed == 0 && none.median_ms == 0 && none.counted == 0);
    for (uint32_t i = 0; i < 100; i++)
        s.cases[i].ms = 100 - i;
    s.seeds[0].ms = NAN;
    s.seeds[1].tokens = (struct answer_tokens){INT64_MAX, 2, 0};
    s.cases[1].tokens = (struct answer_tokens){5, 3, 0};
    struct effort e = effort_of(&s);
    assert_int_equal(e.timed, 100);
    assert_true(e.median_ms == 50 && e.most_ms == 95);
    assert_true(e.counted == 2 && e.tokens.completion == 5 && e.tokens.prompt == INT64_MAX);
    assert_true(has(document(&s, REPORT_JSON), "\"effort\":{\"timed\":100"));
    scores_release(&s);
}

static void test_bad_files(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",
        "[]",
        "{",
        "{}",
        "{\"version\":2}",
        "{\"version\":1,\"seeds\":[]}",
        "{\"version\":1,\"seeds\":[],\"cases\":null}",
        "{\"version\":1,\"seeds\":[1]}",
        "{\"version\":1,\"seeds\":[{\"seed\":1},{\"seed\":1}]}",
        "{\"version\":1,\"seeds\":[{\"seed\":1}],\"cases\":[{\"id\":\"x\"}]}",
        "{\"version\":1,\"seeds\":[{\"seed\":1}],\"cases\":[{\"id\":\"x\",\"relation\":\"A\","
        "\"seed\":1,"
        "\"cause\":\"nonsense\"}]}",
        "{\"version\":1,\"seeds\":[],\"cases\":[{\"id\":\"x\",\"relation\":\"A\",\"seed\":1,"
        "\"cause\":"
        "\"consistent\"}]}",
    };
    char path[] = "/tmp/teql-scores-XXXXXX";
    close(mkstemp(path));
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        struct scores s;
        struct err e;
        struct out_file f;
        assert_int_equal(out_file_open(&f, path, &e), OK);
        assert_int_equal(out_file_write(&f, str_from(BAD[i]), &e), OK);
        assert_int_equal(out_file_commit(&f, &e), OK);
        assert_int_not_equal(scores_load(&s, path, &e), OK);
        assert_string_equal(e.file, path);
    }
    unlink(path);
}

static void test_documents(void **state)
{
    (void)state;
    struct scores s;
    make(&s, 10);
    struct str text = document(&s, REPORT_TEXT);
    assert_true(has(text, "Error rate by relation") && has(text, "25.0"));
    for (size_t at = 0; at < text.len;) { /* lines of at most 80 characters; all of it is ASCII */
        size_t end = str_find(text, STR("\n"), at);
        assert_true(end - at <= 80);
        at = end + 1;
    }
    struct str csv = document(&s, REPORT_CSV);
    assert_true(has(csv, "table,label,cases") && has(csv, "relation,A,200,200,50,0,"));
    assert_true(has(document(&s, REPORT_MARKDOWN), "| A | 200 | 200 | 50 | 25.0 |"));
    assert_true(has(document(&s, REPORT_LATEX), "\\begin{tabular}"));
    s.cases[1].message = STR("\xFF\xED\xA0\x80\xEF\xBF\xBF.");
    struct str junit = document(&s, REPORT_JUNIT);
    assert_true(utf8_valid(junit) && !has(junit, "\xEF\xBF\xBF"));
    assert_true(has(junit, "<testsuite name=\"A\" tests=\"200\" failures=\"50\""));
    assert_true(has(junit, "&lt;&amp;&gt;&quot;&#39;\xEF\xBF\xBD \xE2\x82\xAC"));
    struct str json = document(&s, REPORT_JSON);
    struct json_reader reader = json_reader_of(&s.arena, json);
    struct json_value v;
    struct str key;
    struct err e;
    while (json_next(&reader, &key, &v))
        continue;
    assert_int_equal(json_reader_end(&reader, 1, &e), OK);
    scores_release(&s);
}

static void test_tables(void **state)
{
    (void)state;
    struct arena a = {0};
    static const struct table_column columns[] = {{"name", false}, {"n", true}};
    struct table t = {.title = "T", .columns = columns, .n_columns = 2};
    struct str *row = table_add(&a, &t);
    row[0] = STR("a|b, \"c\" 50% \xC3\xA9_x");
    row[1] = STR("7");
    struct buf out;
    out = (struct buf){0};
    table_text(&out, &t);
    assert_true(
        str_eq(buf_str(&out), STR("T\nname              n\na|b, \"c\" 50% \xC3\xA9_x  7\n")));
    buf_clear(&out);
    table_markdown(&out, &t);
    assert_true(has(buf_str(&out), "| a\\|b, \"c\" 50% \xC3\xA9\\_x | 7 |"));
    buf_clear(&out);
    table_csv(&out, &t, true);
    assert_true(
        str_eq(buf_str(&out), STR("table,name,n\r\nT,\"a|b, \"\"c\"\" 50% \xC3\xA9_x\",7\r\n")));
    buf_clear(&out);
    table_latex(&out, &t);
    assert_true(has(buf_str(&out), "a|b, \"c\" 50\\% \xC3\xA9\\_x & 7 \\\\"));
    buf_release(&out);
    arena_release(&a);
}

static void expect_cell(struct str text, bool number, const char *expected)
{
    struct buf out = {0};
    csv_put(&out, text, number);
    if (!str_eq(buf_str(&out), str_from(expected)))
        fail_msg("%.*s", STR_ARG(buf_str(&out)));
    buf_release(&out);
}

static void test_csv_cells(void **state)
{
    (void)state;
    expect_cell(STR("plain text"), false, "plain text");
    expect_cell(STR("two\nlines"), false, "\"two\nlines\"");
    expect_cell(STR("a\rb"), false, "\"a\rb\"");
    expect_cell(STR("a,b"), false, "\"a,b\"");
    expect_cell(STR("say \"so\""), false, "\"say \"\"so\"\"\"");
    expect_cell(STR("=1+1"), false, "\"'=1+1\"");
    expect_cell(STR("-1.5"), true, "-1.5");
    expect_cell(STR(""), false, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_interval),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_paired_wrong),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_naturalness),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_means),
        cmocka_unit_test(test_paired),
        cmocka_unit_test(test_paired_few),
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_kinds_of_others),
        cmocka_unit_test(test_paired_possible),
        cmocka_unit_test(test_undiagnosed),
        cmocka_unit_test(test_effort),
        cmocka_unit_test(test_csv_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
