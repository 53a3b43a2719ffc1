/* score.c: `teql score`, a suite and predictions turned into error rates. */
#include "pipeline/score.h"

#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct score_args {
    const char *suite, *out;
    bool quiet;
    struct score_job job;
};

#define FIELD(name) offsetof(struct score_args, name)

static const struct option OPTIONS[] = {
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL, "the suite folder"},
    {"predictions", 0, OPTION_TEXT, FIELD(job.predictions_path), "FILE", NULL,
     "what it answered: JSON lines with ids (seed-0, 0-PI-3), or one SQL a line, seeds first"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "also write every verdict, as JSON"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(job.options.field), __VA_ARGS__)
#include "score/score_option.def"
    {"db", 0, OPTION_TEXT, FIELD(job.db), "DIR", NULL,
     "the original databases (default: where the suite was made from)"},
    {"shard", 0, OPTION_SHARD, FIELD(job.shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
    {"jobs", 'j', OPTION_WORKERS, FIELD(job.workers), "N", NULL,
     "worker threads (default: one per processor)"},
    {"quiet", 0, OPTION_FLAG, FIELD(quiet), NULL, NULL, "show no progress"},
};

const struct option_list score_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

static void report_oddities(const struct listener *listener, const struct prediction_index *p)
{
    if (p->unknown)
        listener_notice(listener, "predictions of ids that the suite does not have: %" PRIu64,
                        p->unknown);
    if (p->again)
        listener_notice(listener,
                        "answers to questions that were answered before count as repeats: %" PRIu64,
                        p->again);
}

static enum status score_and_print(struct score_args *a, struct scored_files *files, struct err *e)
{
    struct arena arena = {0};
    struct listener listener = listen_on_stderr(a->quiet);
    struct robustness sums;
    struct out_file file;
    if (!a->job.options.no_execution)
        TRY(data_check_suite(files->suite, a->job.db, &listener, e));
    TRY(scored_files_check(files, e));
    report_oddities(&listener, &files->predictions);
    a->job.suite = &files->suite->reader.head;
    enum status status = score_files(files, &a->job, a->out, &listener, &arena, &sums, &file, e);
    if (status == OK && a->out)
        status = out_file_commit(&file, e);
    if (status == OK)
        robustness_print(stdout, &sums);
    arena_release(&arena);
    return status;
}

enum status score_run(int argc, char **argv, struct err *e)
{
    struct score_args args = {.job.options = score_options_default};
    struct scored_files files;
    TRY(options_parse(&score_options, argc, argv, &args, e));
    const struct score_job *job = &args.job;
    if (!args.suite || !job->predictions_path)
        return err_set(e, E_USAGE, "--suite and --predictions are needed");
    TRY(scored_files_open(&files, args.suite, job->predictions_path, job->shard, job->db, e));
    interrupt_watch();
    enum status status = score_and_print(&args, &files, e);
    scored_files_close(&files);
    return status;
}
