/* merge.c: `teql merge`, the parts that shards made joined to the whole. */
#include "merge/merge.h"

#include "base/number.h"
#include "cli/command.h"
#include "cli/html_page.h"
#include "cli/listen.h"
#include "pipeline/score.h"
#include "report/document.h"

#include <stddef.h>
#include <stdio.h>

struct merge_args {
    struct operands paths; /* the whole and its parts; with `missing` the parts alone */
    const char *suite, *predictions;
    bool missing;
};

#define FIELD(name) offsetof(struct merge_args, name)

static const struct option OPTIONS[] = {
    {"missing", 0, OPTION_FLAG, FIELD(missing), NULL, NULL,
     "join nothing; tell which shards must still run, as an array job takes them: 3,7-9"},
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL,
     "scores: the suite that they are of, where each part names its own"},
    {"predictions", 0, OPTION_TEXT, FIELD(predictions), "FILE", NULL,
     "scores: the predictions that they are of, where each part names its own"},
};

const struct option_list merge_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(paths), true};

static enum status print_missing(const struct merge_job *o, struct err *e)
{
    struct arena a = {0};
    struct str missing;
    enum status status = merge_missing(o, &a, &missing, e);
    if (status == OK && missing.len)
        printf("%.*s\n", STR_ARG(missing));
    arena_release(&a);
    return status;
}

/* Of the test in that folder, as `teql test` writes them. */
static enum status write_reports(const char *folder, struct err *e)
{
    struct arena a = {0};
    struct scores scores;
    struct source_files texts;
    struct robustness sums;
    const char *path = arena_printf(&a, "%s/scores.json", folder).ptr;
    const char *text = arena_printf(&a, "%s/report.txt", folder).ptr;
    const char *page = arena_printf(&a, "%s/report.html", folder).ptr;
    enum status status = scores_open(&scores, path, HOLD_CASES, e);
    if (status)
        goto end;
    score_sums(&a, &scores, &sums);
    const struct report_subject subject = {.scores = &scores, .sums = &sums};
    status = document_write(text, REPORT_TEXT, &subject, e);
    if (status == OK)
        status = sources_open(&texts, &scores, path, NULL, NULL, e);
    if (status)
        goto close_scores;
    status =
        scores_page_write(&(struct scores_page){&scores, &sums, &texts, path, HOLD_CASES}, page, e);
    source_files_close(&texts);
close_scores:
    scores_release(&scores);
end:
    arena_release(&a);
    return status;
}

static enum status merge(const struct merge_job *o, struct err *e)
{
    struct merged made;
    TRY(merge_parts(o, &made, e));
    printf("merged    %s: %s of %u part%s\n", o->out, made.kind, o->n_parts, plural(o->n_parts));
    return made.is_test ? write_reports(o->out, e) : OK;
}

enum status merge_run(int argc, char **argv, struct err *e)
{
    struct merge_args args = {0};
    enum status status = options_parse(&merge_options, argc, argv, &args, e);
    uint32_t others = args.missing ? 0 : 1;
    if (status == OK && args.paths.count <= others)
        status = err_set(e, E_USAGE,
                         args.missing ? "at least one part is needed"
                                      : "what to make, and the parts of it, are needed");
    if (status)
        return status;
    const struct listener listener = listen_on_stderr(true);
    const struct merge_job job = {.out = args.paths.items[0],
                                  .parts = args.paths.items + others,
                                  .n_parts = args.paths.count - others,
                                  .suite = args.suite,
                                  .predictions = args.predictions,
                                  .listener = &listener};
    interrupt_watch();
    return args.missing ? print_missing(&job, e) : merge(&job, e);
}
