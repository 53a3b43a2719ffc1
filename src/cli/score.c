/* score.c: `teql score`, a suite and predictions turned into error rates. */
#include "pipeline/score_parts.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/listen.h"
#include "cli/missing.h"

#include <stddef.h>
#include <stdio.h>

struct score_args {
    const char *suite, *predictions, *db, *out;
    int by; /* enum score_measure */
    bool no_execution, count_outages, quiet;
    uint32_t deadline_ms, workers;
    struct shard shard;
};

#define FIELD(name) offsetof(struct score_args, name)

static const struct option OPTIONS[] = {
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL, "the suite folder"},
    {"predictions", 0, OPTION_TEXT, FIELD(predictions), "FILE", NULL,
     "what it answered: JSON lines with ids (seed-0, 0-PI-3), or one SQL a line, seeds first"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "also write every verdict, as JSON"},
    {"by", 0, OPTION_CHOICE, FIELD(by), "execution|exact|strict", "execution|exact|strict",
     "what decides whether two answers agree (default: execution)"},
    {"no-execution", 0, OPTION_FLAG, FIELD(no_execution), NULL, NULL,
     "run nothing: much faster, by exact set match (or --by strict) only"},
    {"count-outages", 0, OPTION_FLAG, FIELD(count_outages), NULL, NULL,
     "crashes, timeouts and replies that were cut off count as errors"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the original databases (default: where the suite was made from)"},
    {"deadline", 0, OPTION_SECONDS, FIELD(deadline_ms), "SECONDS", NULL,
     "time for one query (default: 10)"},
    {"shard", 0, OPTION_SHARD, FIELD(shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
    {"jobs", 'j', OPTION_WORKERS, FIELD(workers), "N", NULL,
     "worker threads (default: one per processor)"},
    {"quiet", 0, OPTION_FLAG, FIELD(quiet), NULL, NULL, "show no progress"},
};

const struct option_list score_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

static enum status check_args(const struct score_args *a, struct err *e)
{
    if (!a->suite || !a->predictions)
        return err_set(e, E_USAGE, "--suite and --predictions are needed");
    return OK;
}

/* What is odd about the predictions. */
static void note_oddities(const struct listener *listener, const struct prediction_index *p)
{
    if (p->unknown)
        listener_notice(listener, "predictions of ids that the suite does not have: %llu",
                        (unsigned long long)p->unknown);
    if (p->again)
        listener_notice(listener,
                        "answers to questions that were answered before count as repeats: %llu",
                        (unsigned long long)p->again);
}

static enum status score(const struct score_args *a, struct scored_files *files, struct err *e)
{
    struct arena arena = {0};
    struct listener listener = listen_on_stderr(a->quiet);
    struct robustness sums;
    enum status status =
        a->no_execution ? OK : missing_tell_suite(files->suite, a->db, &listener, e);
    if (status == OK)
        status = scored_files_check(files, e);
    if (status)
        return status;
    note_oddities(&listener, &files->predictions);
    const struct score_job job = {.suite = &files->suite->reader.head,
                                  .shard = a->shard,
                                  .predictions_path = a->predictions,
                                  .db = a->db,
                                  .by = (enum score_measure)a->by,
                                  .no_execution = a->no_execution,
                                  .count_outages = a->count_outages,
                                  .deadline_ms = a->deadline_ms,
                                  .workers = a->workers};
    status = score_in_parts(files, &job, a->out, &listener, &arena, &sums, e);
    if (status == OK)
        robustness_print(stdout, &sums);
    arena_release(&arena);
    return status;
}

enum status score_run(int argc, char **argv, struct err *e)
{
    struct score_args args = {.deadline_ms = 10000};
    struct scored_files files;
    enum status status = options_parse(&score_options, argc, argv, &args, e);
    if (status == OK)
        status = check_args(&args, e);
    if (status == OK)
        status = scored_files_open(&files, args.suite, args.predictions, args.shard, args.db, e);
    if (status)
        return status;
    interrupt_watch();
    status = score(&args, &files, e);
    scored_files_close(&files);
    return status;
}
