/* merge.c: `teql merge`, the parts that shards made joined to the whole. */
#include "merge/merge.h"

#include "base/number.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/scores_files.h"
#include "pipeline/score.h"

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
     "join nothing; print which shards must still run, as an array job takes them: 3,7-9"},
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL,
     "scores: the suite that they are of, if each part names its own"},
    {"predictions", 0, OPTION_TEXT, FIELD(predictions), "FILE", NULL,
     "scores: the predictions that they are of, if each part names its own"},
};

const struct option_list merge_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(paths), true};

static enum status print_missing(const struct merge_job *job, struct err *e)
{
    struct arena a = {0};
    struct str missing;
    enum status status = merge_missing(job, &a, &missing, e);
    if (status == OK && missing.len)
        printf("%.*s\n", STR_ARG(missing));
    arena_release(&a);
    return status;
}

/* The reports of the test in that folder, as `teql test` writes them. */
static enum status write_merged_reports(const char *folder, struct err *e)
{
    struct scores scores;
    struct robustness sums;
    TRY(scores_open(&scores, folder, HOLD_CASES, e));
    score_sums(&scores.arena, &scores, &sums);
    const struct report_subject subject = {.scores = &scores, .sums = &sums};
    enum status status = folder_reports_write(folder, &scores, &subject, HOLD_CASES, e);
    scores_release(&scores);
    return status;
}

static enum status merge_and_print(const struct merge_job *job, struct err *e)
{
    struct merged made;
    TRY(merge_parts(job, &made, e));
    printf("merged    %s: %s of %u part%s\n", job->out, made.kind, job->n_parts,
           plural(job->n_parts));
    return made.is_test ? write_merged_reports(job->out, e) : OK;
}

enum status merge_run(int argc, char **argv, struct err *e)
{
    struct merge_args args = {0};
    TRY(options_parse(&merge_options, argc, argv, &args, e));
    uint32_t others = args.missing ? 0 : 1;
    if (args.paths.count <= others)
        return err_set(e, E_USAGE,
                       args.missing ? "at least one part is needed"
                                    : "what to make, and the parts of it, are needed");
    const struct listener listener = listen_on_stderr(true);
    const struct merge_job job = {.out = args.paths.items[0],
                                  .parts = args.paths.items + others,
                                  .n_parts = args.paths.count - others,
                                  .suite = args.suite,
                                  .predictions = args.predictions,
                                  .listener = &listener};
    interrupt_watch();
    return args.missing ? print_missing(&job, e) : merge_and_print(&job, e);
}
