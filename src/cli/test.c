/* test.c: `teql test`, from a dataset and a system to the system's error rates, in one go. */
#include "pipeline/testing.h"

#include "base/number.h"
#include "cli/ask_print.h"
#include "cli/baseline.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/html_page.h"
#include "cli/listen.h"
#include "report/paired_table.h"
#include "report/threshold.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

struct test_args {
    struct test_job job;
    const char *fail_on, *baseline;
};

#define FIELD(name)       offsetof(struct test_args, name)
#define JOB(name)         (FIELD(job) + offsetof(struct test_job, name))
#define SUITE(name)       (JOB(suite) + offsetof(struct suite_options, name))
#define WORDS(name)       (JOB(words) + offsetof(struct word_sources, name))
#define SETTING(name)     (JOB(ask) + offsetof(struct ask_settings, name))
#define PARAPHRASER(name) (JOB(paraphraser) + offsetof(struct model_settings, name))

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, JOB(data), "DIR|FILE|mini", NULL,
     "a folder as Spider or BIRD have it, a file of questions, a database (default: mini)"},
    {"questions", 0, OPTION_TEXT, JOB(questions), "FILE", NULL,
     "the questions, in JSON or CSV (default: dev.json or questions.json, .jsonl, .csv in DIR)"},
    {"system", 0, OPTION_SYSTEM, JOB(system), "SPEC", NULL,
     "command:…, http(s)://…, replay:FILE or builtin:NAME (default: builtin:keyword)"},
    {"out", 0, OPTION_TEXT, JOB(out), "DIR", NULL, "where to work (default: teql-test)"},
    {"relations", 0, OPTION_RELATIONS, SUITE(relations), "LIST", NULL,
     "ids and families with commas between them, all, canonical; mt-teql by default"},
#define FOR_TEST
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, SUITE(canonical.field), __VA_ARGS__)
#include "canonical/canonical_option.def"
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, SUITE(field), __VA_ARGS__)
#include "making/suite_option.def"
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, SUITE(relation.field), __VA_ARGS__)
#include "relation/relation_option.def"
    {"shard", 0, OPTION_SHARD, SUITE(shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
    {"lexicon", 0, OPTION_TEXT, WORDS(lexicon), "DIR", NULL,
     "word lists that replace the built-in ones of the same name"},
    {"paraphraser", 0, OPTION_TEXT, PARAPHRASER(address), "URL", NULL,
     "http(s)://host/v1 of a language model that rewords questions, for the relations NLQ-…"},
    {"paraphraser-model", 0, OPTION_TEXT, PARAPHRASER(ask.system.model), "NAME", NULL,
     "paraphraser: the model (default: --model)"},
    {"paraphraser-key-env", 0, OPTION_TEXT, PARAPHRASER(ask.system.key_env), "NAME", NULL,
     "paraphraser: the variable with its key (default: --key-env, if the system is not a server)"},
#define SERVER(name)        PARAPHRASER(ask.system.server.name)
#define SERVER_OPTION(name) "paraphraser-" name
#define SERVER_IS           "paraphraser"
#include "cli/server_options.def"
    {"paraphrase-texts", 0, OPTION_TEXT, PARAPHRASER(texts), "DIR", NULL,
     "its instructions: texts that replace the built-in ones of the same name"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, JOB(score.field), __VA_ARGS__)
#include "score/score_option.def"
#undef FOR_TEST
    {"fail-on", 0, OPTION_CONDITIONS, FIELD(fail_on), "LIST", NULL,
     "exit with 1 if it holds: error-rate>5%, relation:SS>10%, right<80%, …"},
    {"baseline", 0, OPTION_TEXT, FIELD(baseline), "FILE", NULL,
     "exit with 1 if these older scores are better by more than chance"},
    {"hold", 0, OPTION_COUNT, JOB(hold), "N", NULL,
     "report more cases than that part by part; the page shows about this many (default: 100000)"},
#include "cli/ask_options.def"
};

const struct option_list test_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* Reports */

/* Of a test with a baseline: what changed since. */
static void print_changes(const struct test_args *args, const struct baseline *b,
                          const struct robustness *sums)
{
    struct arena a = {0};
    struct buf text = {0};
    struct table table =
        paired_table(&a, str_from(args->baseline), STR("this"), &b->against, &sums->relations);
    table_text(&text, &table);
    printf("\n%.*s", STR_ARG(buf_str(&text)));
    buf_release(&text);
    arena_release(&a);
}

/* report.txt, the page, and tables on the terminal. */
static enum status write_reports(const struct test_args *args, struct testing *t,
                                 const struct baseline *b, struct err *e)
{
    const struct report_subject subject = {.scores = &t->scores,
                                           .sums = &t->sums,
                                           .against = args->baseline ? &b->against : NULL,
                                           .older = str_from(args->baseline)};
    TRY(folder_reports_write(t->job.out, &t->scores, &subject, t->job.hold, e));
    putchar('\n');
    robustness_print(stdout, &t->sums);
    if (args->baseline)
        print_changes(args, b, &t->sums);
    printf("\nreport    %s\n", testing_file(t, "report.html"));
    return OK;
}

static enum status tell(const struct test_args *args, struct testing *t, bool reused, struct err *e)
{
    const char *path = testing_file(t, "scores.json");
    struct baseline baseline; /* which may be the file that is written next */
    TRY(baseline_open(&baseline, args->baseline, &t->scores, e));
    enum status status = testing_place_scores(t, e);
    if (status == OK) {
        printf("scores    %s%s\n", path, reused ? " (there already)" : "");
        status = write_reports(args, t, &baseline, e);
    }
    if (status == OK && args->fail_on)
        status = thresholds_apply(args->fail_on, &t->sums, write_on_stderr, e);
    if (status == OK)
        status = baseline_check(&baseline, e);
    baseline_close(&baseline);
    return status;
}

/* Stages */

static enum status ask_seeds(struct testing *t, struct err *e)
{
    struct ask_outcome outcome;
    enum status status = testing_ask_seeds(t, &outcome, e);
    if (status == OK)
        ask_print(testing_file(t, "seeds.jsonl"), &outcome);
    return status;
}

static enum status make_suite(const struct test_args *args, struct testing *t, struct err *e)
{
    bool reused;
    if (t->has_canonical)
        printf("seeds     %u canonical questions about %u database%s\n", t->dataset.n_seeds,
               t->canonical.databases, plural(t->canonical.databases));
    enum status status = testing_make_suite(t, &reused, e);
    if (status == E_INTERRUPTED && !t->paraphraser &&
        !t->synonyms) /* who keeps its replies tells so itself */
        listener_notice(t->listener, "the suite is not made yet; the same command begins it anew");
    if (status == OK && t->aside)
        printf("suite     %s was made %s; without --dry-run it is replaced\n",
               testing_file(t, "suite"), t->aside_differs);
    else if (status == OK)
        printf("suite     %s%s\n", testing_file(t, "suite"), reused ? " (there already)" : "");
    if (status == OK && t->paraphraser && !reused)
        paraphrase_print(&t->paraphrased);
    if (status == OK && t->synonyms && !reused)
        synonym_print(&t->told);
    if (status == OK && args->fail_on)
        status = thresholds_fit(args->fail_on, t->relations, t->n_relations, e);
    return status;
}

static enum status ask(struct testing *t, struct err *e)
{
    struct ask_outcome outcome;
    enum status status = testing_ask(t, &outcome, e);
    if (t->has_answers)
        ask_print(testing_file(t, "predictions.jsonl"), &outcome);
    return status;
}

static enum status score(struct testing *t, bool *reused, struct err *e)
{
    enum status status = testing_score(t, reused, e);
    if (status == E_INTERRUPTED)
        listener_notice(t->listener,
                        "kept: suite and answers in %s; run the same command again to go on",
                        t->job.out);
    return status;
}

/* What there is to score and to tell. */
static enum status finish(const struct test_args *args, struct testing *t, struct err *e)
{
    bool reused = false;
    TRY(score(t, &reused, e));
    return tell(args, t, reused, e);
}

/* Without gold the suite is known only when the answers to all seeds are: then nothing is asked to
 * get them. */
static enum status plan(const struct test_args *args, struct testing *t, struct err *e)
{
    struct ask_plan plan = {.at_most = false};
    enum status status = t->has_gold ? OK : testing_plan_seeds(t, &plan, e);
    if (status == OK && !t->has_gold && !plan.at_most)
        status = ask_seeds(t, e);
    if (status == OK && !plan.at_most)
        status = make_suite(args, t, e);
    if (status == OK && !plan.at_most)
        status = testing_plan(t, &plan, e);
    if (status == OK)
        plan_print(&plan);
    return status;
}

static enum status run(const struct test_args *args, const struct listener *listener,
                       struct testing *t, struct err *e)
{
    enum status status = testing_open(t, &args->job, listener, e);
    if (status == OK)
        status = data_check_source(&t->dataset, args->job.ask.db, &args->job.suite, listener, e);
    if (status == OK && args->job.ask.dry_run)
        return plan(args, t, e);
    if (status == OK && !t->has_gold)
        status = ask_seeds(t, e);
    if (status == OK)
        status = make_suite(args, t, e);
    if (status == OK)
        status = ask(t, e);
    if (status == OK)
        return finish(args, t, e);
    struct err finishing; /* that it ended early is what counts */
    bool ended_early = status == E_SYSTEM || status == E_PAUSED;
    if (ended_early && t->has_answers && finish(args, t, &finishing) == E_HOST) {
        *e = finishing;
        return E_HOST;
    }
    return status;
}

static enum status check_args(struct test_args *a, struct err *e)
{
    enum status status = a->fail_on ? thresholds_check(a->fail_on, e) : OK;
    if (status == OK && a->baseline && access(a->baseline, R_OK) != 0) {
        status = err_set(e, E_IO, "cannot open: %s", strerror(errno));
        err_in_file(e, a->baseline);
    }
    if (status == OK && !shard_is_whole(a->job.suite.shard) && (a->fail_on || a->baseline))
        status = err_set(e, E_USAGE,
                         "%s is about the whole: say it to 'teql report' when the parts are merged",
                         a->fail_on ? "--fail-on" : "--baseline");
    a->job.ask.system.shard = a->job.suite.shard;
    a->job.suite.workers = a->job.ask.system.workers;
    return status;
}

enum status test_run(int argc, char **argv, struct err *e)
{
    struct test_args args = {.job = {.data = "mini",
                                     .system = "builtin:keyword",
                                     .out = "teql-test",
                                     .suite = suite_options_default,
                                     .words = {.min_weight = 1},
                                     .ask = ask_settings_default,
                                     .paraphraser = model_settings_default,
                                     .score = score_options_default,
                                     .hold = HOLD_CASES}};
    struct request_watch watch = {0};
    struct testing t;
    args.job.ask.system.watch = &watch;
    TRY(options_parse(&test_options, argc, argv, &args, e));
    TRY(check_args(&args, e));
    struct listener listener = listen_and_ask(args.job.ask.quiet, args.job.ask.yes);
    interrupt_watch();
    enum status status = run(&args, &listener, &t, e);
    testing_close(&t);
    return status;
}
