/* program.h: a program that is run to its end, such as one that trains a model.
 *
 * It reads nothing. What it writes goes to a log (run_log.h). What it started is ended with it. */
#ifndef TEQL_SYSTEM_PROGRAM_H
#define TEQL_SYSTEM_PROGRAM_H

#include "system/command_line.h"

#include <stdatomic.h>

/* Run it; `log` is the path that is appended to. E_SYSTEM where it cannot be run or ends with
 * another status than 0; E_INTERRUPTED where `stop` was set: then it was ended. */
MUST_USE enum status program_run(const struct command_line *line, const char *log,
                                 const atomic_int *stop, struct err *e);

#endif
