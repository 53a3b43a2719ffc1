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

/* Split the arguments at their commas; one that is itself the name of a file or folder is not
 * split. Fails if there is nothing between two commas, or if there are too many. */
MUST_USE enum status compared_runs_split(struct compared_runs *c, const struct operands *arguments,
                                         struct err *e);

/* Open all files. All together hold no more than `hold` cases in memory (scores_walk.h). E_USAGE if
 * a file that is a run of a system is there twice. */
MUST_USE enum status compared_runs_open(struct compared_runs *c, uint32_t hold, struct err *e);

/* Call it after comparison_add_up. Fails if that found a verdict that makes no sense, or if the
 * runs of a system cannot be averaged: another suite, another measure. If a run lacks some cases,
 * that is a notice on standard error. */
MUST_USE enum status compared_runs_check(const struct compared_runs *c, struct err *e);

/* scores_status of a file; the error names it. */
MUST_USE enum status run_file_status(const struct run_file *f, struct err *e);

void compared_runs_release(struct compared_runs *c);

#endif
