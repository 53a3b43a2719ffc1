/* test.c: `teql test`, from a dataset and a system to the system's error rates, in one go.
 *
 * The folder it works in holds the suite, the predictions and the scores. A suite that is there and
 * was made of the same is used again, and so are answers (ask_suite.c): a run that was ended, or is
 * done again, goes on where it stopped. */
#include "base/digest.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/temporary.h"
#include "base/workers.h"
#include "cli/ask.h"
#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/generate.h"
#include "cli/html_page.h"
#include "cli/interrupt.h"
#include "cli/score.h"
#include "cli/threshold.h"
#include "dataset/dataset.h"
#include "report/document.h"
#include "report/paired_table.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#define FILE_MAX ((size_t)1 << 32) /* bytes of a file that a key is made of */

struct test_args {
    const char *system, *out, *fail_on, *baseline;
    struct generate_args generate;
    struct ask_settings ask;
    int by; /* enum score_measure */
    double deadline;
};

#define FIELD(name)    offsetof(struct test_args, name)
#define GENERATE(name) (FIELD(generate) + offsetof(struct generate_args, name))
#define SETTING(name)  (FIELD(ask) + offsetof(struct ask_settings, name))

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, GENERATE(data), "DIR|mini", NULL,
     "the dataset: tables.json, questions, databases (default: mini, the built-in one)"},
    {"questions", 0, OPTION_TEXT, GENERATE(questions), "FILE", NULL,
     "the questions (default: dev.json, dev.jsonl or questions.jsonl in DIR)"},
    {"system", 0, OPTION_TEXT, FIELD(system), "SPEC", NULL,
     "command:…, http(s)://…, replay:FILE or builtin:NAME (default: builtin:keyword)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "DIR", NULL, "where to work (default: teql-test)"},
    {"relations", 0, OPTION_TEXT, GENERATE(relations), "LIST", NULL,
     "ids with commas between them, a family such as mt-teql, or all (default)"},
    {"max-per-seed", 0, OPTION_COUNT, GENERATE(max_per_seed), "N", NULL,
     "cases of one relation for one seed (default: 10)"},
    {"seed", 0, OPTION_COUNT, GENERATE(seed), "N", NULL, "random seed of the suite (default: 1)"},
    {"by", 0, OPTION_CHOICE, FIELD(by), "execution|exact|strict", "execution|exact|strict",
     "what decides whether two answers agree (default: execution)"},
    {"deadline", 0, OPTION_SECONDS, FIELD(deadline), "SECONDS", NULL,
     "time for one query when scoring (default: 10)"},
    {"fail-on", 0, OPTION_TEXT, FIELD(fail_on), "LIST", NULL,
     "exit with 1 where it holds: error-rate>5%, relation:SS>10%"},
    {"baseline", 0, OPTION_TEXT, FIELD(baseline), "FILE", NULL,
     "exit with 1 where these older scores are better by more than chance"},
#include "cli/ask_options.def"
};

const struct option_list test_options = {.items = OPTIONS,
                                         .count = sizeof OPTIONS / sizeof *OPTIONS};

/* A test and its files. */
struct test {
    struct arena arena;
    struct test_args args;
    const char *data; /* the folder */
    bool has_gold;
    int lock; /* file descriptor; -1 before it is taken */
};

static const char *in_folder(struct test *t, const char *name)
{
    return arena_printf(&t->arena, "%s/%s", t->args.out, name).ptr;
}

/* The folder may have been filled by others, or by the system while it was asked. */
static enum status refuse_links(struct test *t, struct err *e)
{
    static const char *const OWN[] = {"lock",          "seeds",      "seeds.jsonl",
                                      "reads.sql",     "suite",      "predictions.jsonl",
                                      "answers.cache", "system.log", "scores.json",
                                      "report.txt",    "report.html"};
    enum status status = OK;
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN && status == OK; i++)
        status = file_expect_no_link(in_folder(t, OWN[i]), e);
    return status;
}

/* Two tests in one folder would be in each other's way. The lock ends with the process. */
static enum status take_lock(struct test *t, struct err *e)
{
    const char *path = in_folder(t, "lock");
    t->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (t->lock >= 0 && flock(t->lock, LOCK_EX | LOCK_NB) == 0)
        return OK;
    if (t->lock >= 0 && errno == EWOULDBLOCK)
        err_set(e, E_IO, "another 'teql test' is at work here");
    else
        err_set(e, E_IO, "cannot lock: %s", strerror(errno));
    err_in_file(e, t->args.out);
    return E_IO;
}

static enum status find_data(struct test *t, struct err *e)
{
    struct dataset d;
    enum status status = data_folder(&t->arena, t->args.generate.data, &t->data, e);
    if (status == OK)
        status = dataset_load(&d, t->data, t->args.generate.questions, e);
    if (status)
        return status;
    for (uint32_t i = 0; i < d.n_seeds; i++)
        t->has_gold = t->has_gold || d.seeds[i].query.ptr;
    dataset_release(&d);
    return OK;
}

/* Suites */

static enum status make_suite(struct test *t, const char *path, bool seeds_only, const char *reads,
                              struct err *e)
{
    struct generate_args args = t->args.generate;
    args.data = t->data;
    args.out = path;
    args.reads = reads;
    args.seeds_only = seeds_only;
    args.workers = t->args.ask.workers;
    args.reuse = args.quiet = true;
    bool reused;
    enum status status = generate_suite(&args, &reused, e);
    if (status == OK && !seeds_only)
        printf("suite     %s%s\n", path, reused ? " (there already)" : "");
    return status;
}

/* Answers */

static enum status ask(struct test *t, struct suite *suite, const char *out, struct err *e)
{
    struct ask_settings settings = t->args.ask;
    struct ask_outcome outcome;
    if (!settings.cache)
        settings.cache = in_folder(t, "answers.cache");
    if (!settings.log)
        settings.log = in_folder(t, "system.log");
    const struct ask_job job = {.suite = suite,
                                .system = t->args.system,
                                .out = out,
                                .settings = &settings,
                                .own_out = true};
    enum status status = ask_suite(&job, &outcome, e);
    if (status)
        return status;
    printf("answers   %s: ", out);
    ask_tell(&outcome);
    return refuse_links(t, e); /* again: the system was at work beside us */
}

/* A line for each seed: the SQL, or nothing. */
static void put_reads(struct buf *out, const struct predictions *p, uint32_t n_seeds)
{
    for (uint32_t i = 0; i < n_seeds; i++) {
        struct str sql = p->seeds[i] ? p->seeds[i]->sql : STR("");
        for (size_t at = 0; at < sql.len; at++)
            buf_putc(out, ascii_space(sql.ptr[at]) ? ' ' : sql.ptr[at]);
        buf_putc(out, '\n');
    }
}

static enum status write_reads(struct test *t, struct suite *suite, const char *answers,
                               const char *path, struct err *e)
{
    enum { READS_MAX = 1 << 30 };
    struct predictions p;
    struct buf text;
    enum status status = ask(t, suite, answers, e);
    if (status == OK)
        status = predictions_load(&p, suite, answers, e);
    if (status)
        return status;
    buf_init(&text, READS_MAX);
    put_reads(&text, &p, suite->n_seeds);
    status = file_write(path, buf_str(&text), e);
    buf_release(&text);
    predictions_release(&p);
    return status;
}

/* Without gold queries, what the system says to the seeds tells what they are about. */
static enum status ask_seeds_first(struct test *t, const char **reads, struct err *e)
{
    const char *path = in_folder(t, "seeds");
    struct suite suite;
    *reads = in_folder(t, "reads.sql");
    enum status status = make_suite(t, path, true, NULL, e);
    if (status == OK)
        status = suite_open(&suite, path, e);
    if (status)
        return status;
    status = write_reads(t, &suite, in_folder(t, "seeds.jsonl"), *reads, e);
    suite_close(&suite);
    return status;
}

/* Scores */

/* Of a test with a baseline: what changed since. */
static void print_changes(const struct test *t, const struct baseline *b,
                          const struct robustness *sums)
{
    enum { TEXT_MAX_BYTES = 1 << 20 };
    struct arena a = {0};
    struct buf text;
    struct table table =
        paired_table(&a, str_from(t->args.baseline), STR("this"), &b->against, &sums->relations);
    buf_init(&text, TEXT_MAX_BYTES);
    table_text(&text, &table);
    printf("\n%.*s", STR_ARG(buf_str(&text)));
    buf_release(&text);
    arena_release(&a);
}

/* report.txt, the page, and tables on the terminal. */
static enum status write_reports(struct test *t, const struct scores *scores,
                                 const struct robustness *sums, const struct baseline *b,
                                 struct sources *sources, struct err *e)
{
    const char *page = in_folder(t, "report.html");
    const struct report_subject subject = {.scores = scores,
                                           .sums = sums,
                                           .against = t->args.baseline ? &b->against : NULL,
                                           .older = str_from(t->args.baseline)};
    enum status status = document_write(in_folder(t, "report.txt"), REPORT_TEXT, &subject, e);
    if (status == OK)
        status = html_page_write(scores, sums, sources, in_folder(t, "scores.json"), page, e);
    if (status)
        return status;
    putchar('\n');
    robustness_print(stdout, sums);
    if (t->args.baseline)
        print_changes(t, b, sums);
    printf("\nreport    %s\n", page);
    return OK;
}

static enum status tell(struct test *t, const struct scores *scores, struct sources *sources,
                        bool there, struct err *e)
{
    const char *path = in_folder(t, "scores.json");
    struct robustness sums;
    struct baseline baseline; /* which may be the file that is written next */
    enum status status = baseline_open(&baseline, t->args.baseline, scores, e);
    if (status)
        return status;
    score_sums(&t->arena, scores, &sums);
    status = there ? OK : score_write(scores, &sums, path, e);
    if (status == OK) {
        printf("scores    %s%s\n", path, there ? " (there already)" : "");
        status = write_reports(t, scores, &sums, &baseline, sources, e);
    }
    if (status == OK && t->args.fail_on)
        status = thresholds_apply(t->args.fail_on, &sums, e);
    if (status == OK)
        status = baseline_check(&baseline, e);
    baseline_close(&baseline);
    return status;
}

/* All that the scores depend on, as a text: the suite, the answers and the measure. */
static enum status key_of(struct test *t, const char *answers, const char **out, struct err *e)
{
    char *hex = arena_alloc(&t->arena, DIGEST_HEX + 1);
    struct arena scratch = {0};
    struct digester d;
    struct str manifest, predictions;
    enum status status =
        file_read(&scratch, in_folder(t, "suite/manifest.json"), FILE_MAX, &manifest, e);
    if (status == OK)
        status = file_read(&scratch, answers, FILE_MAX, &predictions, e);
    if (status == OK) {
        digest_begin(&d);
        digest_add(&d, str_from(TEQL_VERSION));
        digest_add(&d, manifest);
        digest_add(&d, predictions);
        digest_add(&d, arena_printf(&scratch, "%d %g %s", t->args.by, t->args.deadline,
                                    t->args.ask.db ? t->args.ask.db : ""));
        digest_hex(digest_end(&d), hex);
        *out = hex;
    }
    arena_release(&scratch);
    return status;
}

/* Scores that were made of the same are used again. */
static bool find_scores(struct test *t, const char *key, struct scores *out)
{
    struct err e;
    if (scores_load(out, in_folder(t, "scores.json"), &e) != OK)
        return false;
    if (str_eq(out->key, str_from(key)))
        return true;
    if (out->system.len && !str_eq(out->system, str_from(t->args.system)))
        fprintf(stderr, "notice: the scores of another system in %s are replaced\n", t->args.out);
    scores_release(out);
    return false;
}

static enum status make_scores(struct test *t, struct sources *sources, const char *answers,
                               const char *key, struct scores *out, struct err *e)
{
    const struct score_request request = {.suite = &sources->suite,
                                          .predictions = &sources->predictions,
                                          .predictions_path = answers,
                                          .system = t->args.system,
                                          .key = key,
                                          .db = t->args.ask.db,
                                          .by = (enum score_measure)t->args.by,
                                          .deadline_ms = (uint32_t)(t->args.deadline * 1000),
                                          .workers = t->args.ask.workers};
    return score_suite(&request, out, e);
}

static enum status score(struct test *t, struct sources *sources, const char *answers,
                         struct err *e)
{
    struct scores scores;
    const char *key;
    enum status status = key_of(t, answers, &key, e);
    if (status)
        return status;
    bool there = find_scores(t, key, &scores);
    if (!there)
        status = make_scores(t, sources, answers, key, &scores, e);
    if (status)
        return status;
    status = tell(t, &scores, sources, there, e);
    scores_release(&scores);
    return status;
}

static enum status ask_and_score(struct test *t, const char *path, struct err *e)
{
    const char *answers = in_folder(t, "predictions.jsonl");
    struct sources sources = {0};
    enum status status = suite_open(&sources.suite, path, e);
    if (status)
        return status;
    if (t->args.fail_on)
        status = thresholds_fit(t->args.fail_on, &sources.suite, e);
    if (status == OK)
        status = ask(t, &sources.suite, answers, e);
    if (status == OK)
        status = predictions_load(&sources.predictions, &sources.suite, answers, e);
    if (status == OK)
        status = score(t, &sources, answers, e);
    sources_close(&sources);
    return status;
}

static enum status run(struct test *t, struct err *e)
{
    const char *reads = NULL, *suite = in_folder(t, "suite");
    enum status status = ask_check(t->args.system, &t->args.ask, e);
    if (status == OK)
        status = find_data(t, e);
    if (status == OK)
        status = folder_make(t->args.out, e);
    if (status == OK)
        status = refuse_links(t, e);
    if (status == OK)
        status = take_lock(t, e);
    if (status == OK)
        temporaries_sweep(t->args.out);
    if (status == OK && !t->has_gold)
        status = ask_seeds_first(t, &reads, e);
    if (status == OK)
        status = make_suite(t, suite, false, reads, e);
    return status ? status : ask_and_score(t, suite, e);
}

enum status test_run(int argc, char **argv, struct err *e)
{
    struct test t = {.lock = -1,
                     .args = {.system = "builtin:keyword",
                              .out = "teql-test",
                              .generate = generate_defaults,
                              .ask = ask_settings_default,
                              .deadline = 10}};
    t.args.generate.data = "mini";
    enum status status = options_parse(&test_options, argc, argv, &t.args, e);
    if (status == OK && t.args.fail_on)
        status = thresholds_check(t.args.fail_on, e);
    if (status == OK && t.args.baseline && access(t.args.baseline, R_OK) != 0) {
        status = err_set(e, E_IO, "cannot open: %s", strerror(errno));
        err_in_file(e, t.args.baseline);
    }
    if (status)
        return status;
    if (!t.args.ask.workers)
        t.args.ask.workers = workers_available();
    interrupt_watch();
    status = run(&t, e);
    if (t.lock >= 0)
        close(t.lock);
    arena_release(&t.arena);
    return status;
}
