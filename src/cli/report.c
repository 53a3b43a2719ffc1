/* report.c: `teql report`, scores for people and for CI. */
#include "pipeline/score.h"

#include "cli/baseline.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/scores_files.h"
#include "report/threshold.h"

#include <stddef.h>
#include <stdio.h>

struct report_args {
    struct operands scores;
    const char *out, *fail_on, *baseline, *suite, *predictions;
    int format; /* enum report_format */
    uint32_t hold;
};

#define FIELD(name) offsetof(struct report_args, name)

static const struct option OPTIONS[] = {
    {"format", 0, OPTION_CHOICE, FIELD(format), "FORMAT",
     "text|json|csv|markdown|junit|latex|csv-cases|html",
     "text (default), json, csv, markdown, junit, latex, csv-cases (a row for each case) or html"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "the report (default: standard output)"},
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL,
     "html, junit, csv-cases: the suite folder (default: as the scores have it)"},
    {"predictions", 0, OPTION_TEXT, FIELD(predictions), "FILE", NULL,
     "html, junit, csv-cases: the predictions (default: as the scores have it)"},
    {"hold", 0, OPTION_COUNT, FIELD(hold), "N", NULL,
     "read more cases than that in batches; html then shows about this many (default: 100000)"},
    {"fail-on", 0, OPTION_CONDITIONS, FIELD(fail_on), "LIST", NULL,
     "exit with 1 if it holds: error-rate>5%, relation:SS>10%, right<80%, …"},
    {"baseline", 0, OPTION_TEXT, FIELD(baseline), "FILE", NULL,
     "exit with 1 if these older scores are better by more than chance"},
};

const struct option_list report_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(scores), true};

/* Does a report in that format have questions and SQL? */
static bool shows_texts(enum report_format f)
{
    return f == REPORT_HTML || f == REPORT_JUNIT || f == REPORT_CASES;
}

/* A suite that is gone leaves a report of figures; one that was named must be there. `*texts` is
 * `files`, or NULL. */
static enum status open_report_texts(const struct report_args *a, struct scores *scores,
                                     struct source_files *files, struct source_files **texts,
                                     struct err *e)
{
    *texts = NULL;
    if (!shows_texts((enum report_format)a->format))
        return OK;
    enum status status =
        sources_open(files, scores, a->scores.items[0], a->suite, a->predictions, e);
    if (status == OK)
        *texts = files;
    if (status == OK || a->suite || a->predictions || status == E_HOST)
        return status;
    fputs("notice: without the suite and the predictions there are no questions and no SQL\n",
          stderr);
    return OK;
}

static enum status write_report(const struct report_args *a, struct scores *scores,
                                const struct robustness *sums, const struct baseline *b,
                                struct err *e)
{
    const char *out = a->out ? a->out : "-";
    struct source_files files;
    struct report_subject subject = {.scores = scores,
                                     .sums = sums,
                                     .against = a->baseline ? &b->against : NULL,
                                     .older = str_from(a->baseline)};
    TRY(open_report_texts(a, scores, &files, &subject.texts, e));
    enum status status = a->format == REPORT_HTML
                             ? scores_page_write(&subject, a->scores.items[0], a->hold, out, e)
                             : document_write(out, (enum report_format)a->format, &subject, e);
    if (subject.texts)
        source_files_close(&files);
    return status;
}

static enum status report_scores(const struct report_args *a, struct scores *scores, struct err *e)
{
    struct robustness sums;
    struct baseline baseline;
    TRY(baseline_open(&baseline, a->baseline, scores, e));
    score_sums(&scores->arena, scores, &sums);
    enum status status = write_report(a, scores, &sums, &baseline, e);
    if (status == OK && a->fail_on)
        status = thresholds_apply(a->fail_on, &sums, write_on_stderr, e);
    if (status == OK)
        status = baseline_check(&baseline, e);
    baseline_close(&baseline);
    return status;
}

enum status report_run(int argc, char **argv, struct err *e)
{
    struct report_args args = {.hold = HOLD_CASES};
    struct scores scores;
    TRY(options_parse(&report_options, argc, argv, &args, e));
    if (args.scores.count != 1)
        return err_set(e, E_USAGE, "one file of scores is needed");
    if (args.fail_on)
        TRY(thresholds_check(args.fail_on, e));
    TRY(scores_open(&scores, args.scores.items[0], args.hold, e));
    enum status status = report_scores(&args, &scores, e);
    scores_release(&scores);
    return status;
}
