/* test.c: `teql test`, from a dataset and a system to the system's error rates, in one go. */
#include "pipeline/testing.h"

#include "base/number.h"
#include "cli/ask_print.h"
#include "cli/baseline.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"
#include "cli/scores_files.h"
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

#define FIELD(name)   offsetof(struct test_args, name)
#define SETTING(name) FIELD(job.ask.name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(job.data), "DIR|FILE|mini", NULL,
     "a folder as Spider or BIRD have it, a file of questions, a database (default: mini)"},
    {"questions", 0, OPTION_TEXT, FIELD(job.questions), "FILE", NULL,
     "the questions, in JSON or CSV (default: dev.json or questions.json, .jsonl, .csv in DIR)"},
    {"system", 0, OPTION_SYSTEM, FIELD(job.system), "SPEC", NULL,
     "command:…, http(s)://…, replay:FILE or builtin:NAME (default: builtin:keyword)"},
    {"out", 0, OPTION_TEXT, FIELD(job.out), "DIR", NULL, "where to work (default: teql-test)"},
    {"relations", 0, OPTION_RELATIONS, FIELD(job.suite.relations), "LIST", NULL,
     "ids and families with commas between them, all, canonical; mt-teql by default"},
#define FOR_TEST
#define OPTION(kind, field, usual, ...)                                                            \
    OPTION_ROW(kind, FIELD(job.suite.canonical.field), __VA_ARGS__)
#include "canonical/canonical_option.def"
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(job.suite.field), __VA_ARGS__)
#include "making/suite_option.def"
#define OPTION(kind, field, usual, ...)                                                            \
    OPTION_ROW(kind, FIELD(job.suite.relation.field), __VA_ARGS__)
#include "relation/relation_option.def"
    {"shard", 0, OPTION_SHARD, FIELD(job.suite.shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
    {"lexicon", 0, OPTION_TEXT, FIELD(job.words.lexicon), "DIR", NULL,
     "word lists that are added to the built-in ones of the same name"},
    {"paraphraser", 0, OPTION_TEXT, FIELD(job.paraphraser.address), "URL", NULL,
     "http(s)://host/v1 of a language model that rewords questions, for the relations NLQ-…"},
    {"paraphraser-model", 0, OPTION_TEXT, FIELD(job.paraphraser.model), "NAME", NULL,
     "paraphraser: the model (default: --model)"},
    {"paraphraser-key-env", 0, OPTION_TEXT, FIELD(job.paraphraser.key_env), "NAME", NULL,
     "paraphraser: the variable with its key (default: --key-env, if the system is not a server)"},
#define SERVER(name)        FIELD(job.paraphraser.server.name)
#define SERVER_OPTION(name) "paraphraser-" name
#define SERVER_IS           "paraphraser"
#include "cli/server_options.def"
    {"paraphrase-texts", 0, OPTION_TEXT, FIELD(job.paraphrase_texts), "DIR", NULL,
     "its instructions: texts that replace the built-in ones of the same name"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(job.score.field), __VA_ARGS__)
#include "score/score_option.def"
#undef FOR_TEST
    {"fail-on", 0, OPTION_CONDITIONS, FIELD(fail_on), "LIST", NULL,
     "exit with 1 if it holds: error-rate>5%, relation:SS>10%, right<80%, …"},
    {"baseline", 0, OPTION_TEXT, FIELD(baseline), "FILE", NULL,
     "exit with 1 if these older scores are better by more than chance"},
    {"hold", 0, OPTION_COUNT, FIELD(job.hold), "N", NULL,
     "report more cases than that in batches; the page shows about this many (default: 100000)"},
#include "cli/ask_options.def"
};

const struct option_list test_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* Reports */

/* What changed since the baseline. */
static void print_changes_since_baseline(const struct test_args *args, const struct baseline *b,
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
static enum status write_test_reports(const struct test_args *args, struct testing *t,
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
        print_changes_since_baseline(args, b, &t->sums);
    printf("\nreport    %s\n", testing_file(t, "report.html"));
    return OK;
}

static enum status report_test(const struct test_args *args, struct testing *t,
                               const struct baseline *b, bool reused, struct err *e)
{
    TRY(testing_place_scores(t, e));
    printf("scores    %s%s\n", testing_file(t, "scores.json"), reused ? " (there already)" : "");
    TRY(write_test_reports(args, t, b, e));
    if (args->fail_on)
        TRY(thresholds_apply(args->fail_on, &t->sums, write_on_stderr, e));
    return baseline_check(b, e);
}

/* Stages */

static enum status ask_seeds(struct testing *t, struct err *e)
{
    struct ask_outcome outcome;
    TRY(testing_ask_seeds(t, &outcome, e));
    ask_print(testing_file(t, "seeds.jsonl"), &outcome);
    return OK;
}

static enum status make_test_suite(const struct test_args *args, struct testing *t, struct err *e)
{
    bool reused;
    if (t->has_canonical)
        printf("seeds     %u canonical questions about %u database%s\n", t->dataset.n_seeds,
               t->canonical.databases, plural(t->canonical.databases));
    enum status status = testing_make_suite(t, &reused, e);
    bool asked_model = t->paraphraser || t->synonyms; /* it keeps its replies, and says so itself */
    if (status == E_INTERRUPTED && !asked_model)
        listener_notice(t->listener, "the suite is not made yet; the same command begins it anew");
    if (status)
        return status;
    if (t->aside)
        printf("suite     %s was made %s; without --dry-run it is replaced\n",
               testing_file(t, "suite"), t->aside_differs);
    else
        printf("suite     %s%s\n", testing_file(t, "suite"), reused ? " (there already)" : "");
    if (t->paraphraser && !reused)
        paraphrase_print(&t->paraphrased);
    if (t->synonyms && !reused)
        synonym_print(&t->asked);
    return args->fail_on ? thresholds_fit(args->fail_on, t->relations, t->n_relations, e) : OK;
}

static enum status ask_suite_of(struct testing *t, struct err *e)
{
    struct ask_outcome outcome;
    enum status status = testing_ask(t, &outcome, e);
    if (t->has_answers)
        ask_print(testing_file(t, "predictions.jsonl"), &outcome);
    return status;
}

static enum status score_answers(const struct test_args *args, struct testing *t, struct err *e)
{
    bool reused = false;
    struct baseline baseline; /* opened before new scores are in place: it may be the same file */
    enum status status = testing_score(t, &reused, e);
    if (status == E_INTERRUPTED)
        listener_notice(t->listener,
                        "kept: suite and answers in %s; run the same command again to go on",
                        t->job.out);
    if (status)
        return status;
    TRY(baseline_open(&baseline, args->baseline, &t->scores, e));
    status = report_test(args, t, &baseline, reused, e);
    baseline_close(&baseline);
    return status;
}

/* Without gold the suite is not known before all seeds are answered. A plan does not ask for
 * answers: if some are not known, it says how much there is at most. */
static enum status plan_test(const struct test_args *args, struct testing *t, struct err *e)
{
    struct ask_plan plan = {.at_most = false};
    if (!t->has_gold)
        TRY(testing_plan_seeds(t, &plan, e));
    if (!plan.at_most) {
        if (!t->has_gold)
            TRY(ask_seeds(t, e)); /* all answers are known */
        TRY(make_test_suite(args, t, e));
        TRY(testing_plan(t, &plan, e));
    }
    plan_print(&plan);
    return OK;
}

static enum status make_and_ask(const struct test_args *args, struct testing *t, struct err *e)
{
    if (!t->has_gold)
        TRY(ask_seeds(t, e));
    TRY(make_test_suite(args, t, e));
    return ask_suite_of(t, e);
}

static enum status run_test(const struct test_args *args, const struct listener *listener,
                            struct testing *t, struct err *e)
{
    TRY(testing_open(t, &args->job, listener, e));
    TRY(data_check_source(&t->dataset, args->job.ask.db, &args->job.suite, listener, e));
    if (args->job.ask.dry_run)
        return plan_test(args, t, e);
    enum status status = make_and_ask(args, t, e);
    if (status == OK)
        return score_answers(args, t, e);
    struct err scoring; /* not reported: that asking ended early matters more */
    bool ended_early = status == E_SYSTEM || status == E_PAUSED;
    if (ended_early && t->has_answers && score_answers(args, t, &scoring) == E_HOST) {
        *e = scoring;
        return E_HOST;
    }
    return status;
}

static enum status check_test_args(struct test_args *a, struct err *e)
{
    if (a->fail_on)
        TRY(thresholds_check(a->fail_on, e));
    if (a->baseline && access(a->baseline, R_OK) != 0) {
        err_set(e, E_IO, "cannot open: %s", strerror(errno));
        return err_in_file(e, a->baseline);
    }
    if (!shard_is_whole(a->job.suite.shard) && (a->fail_on || a->baseline))
        return err_set(e, E_USAGE,
                       "%s is about the whole: give it to 'teql report' when the parts are merged",
                       a->fail_on ? "--fail-on" : "--baseline");
    data_share_options(&a->job.suite, &a->job.ask, &a->job.words);
    return OK;
}

enum status test_run(int argc, char **argv, struct err *e)
{
    struct test_args args = {.job = {.data = "mini",
                                     .system = "builtin:keyword",
                                     .out = "teql-test",
                                     .suite = suite_options_default,
                                     .words = {.min_weight = 1},
                                     .ask = ask_settings_default,
                                     .score = score_options_default,
                                     .hold = HOLD_CASES}};
    struct request_watch watch = {0};
    struct testing t;
    args.job.ask.system.watch = &watch;
    TRY(options_parse(&test_options, argc, argv, &args, e));
    TRY(check_test_args(&args, e));
    struct listener listener = listen_and_ask(args.job.ask.quiet, args.job.ask.yes);
    interrupt_watch();
    enum status status = run_test(&args, &listener, &t, e);
    testing_close(&t);
    return status;
}
