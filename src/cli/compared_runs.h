/* compared_runs.h: the files that `teql compare` is given: systems, each with its runs. */
#ifndef TEQL_CLI_COMPARED_RUNS_H
#define TEQL_CLI_COMPARED_RUNS_H

#include "cli/option.h"
#include "report/comparison.h"

enum { COMPARED_SYSTEMS_MAX = 50, COMPARED_FILES_MAX = 200 };

/* A file of scores, or the folder of `teql test`. */
struct run_file {
    const char *path;
    struct scores scores;
    bool opened;
};

/* An argument of the command line. */
struct system_files {
    const char *argument;
    uint32_t first, count; /* of the files */
};

struct compared_runs {
    struct arena arena;
    struct run_file files[COMPARED_FILES_MAX];
    struct system_files arguments[COMPARED_SYSTEMS_MAX];
    struct compared_system systems[COMPARED_SYSTEMS_MAX]; /* without names */
    uint32_t n_files, n_systems;
};

/* Take the arguments apart at their commas; one that is itself the name of a file or folder is
 * that. Fails where there is nothing between two commas, or where there are too many. */
MUST_USE enum status compared_runs_split(struct compared_runs *c, const struct operands *arguments,
                                         struct err *e);

/* Open all files; those of all together hold no more cases than `hold` in memory (scores_walk.h).
 * E_USAGE where a file that is a run of a system is there twice. */
MUST_USE enum status compared_runs_open(struct compared_runs *c, uint32_t hold, struct err *e);

/* Once they are added up (comparison_add_up): fails where that found a verdict that makes no sense,
 * and where the runs of a system cannot be averaged: another suite, another measure. Notices, on
 * standard error, where a run lacks some cases. */
MUST_USE enum status compared_runs_check(const struct compared_runs *c, struct err *e);

void compared_runs_release(struct compared_runs *c);

#endif
