/* program.h: a program that is run to its end, such as one that trains a model.
 *
 * Its input is empty. What it writes goes to a log (run_log.h). Programs that it started are ended
 * with it. */
#ifndef TEQL_SYSTEM_PROGRAM_H
#define TEQL_SYSTEM_PROGRAM_H

#include "system/command_line.h"

#include <stdatomic.h>

/* Run it, and append to the file `log`. E_SYSTEM if it cannot be run or ends with another status
 * than 0; E_INTERRUPTED if `stop` was set: then it was ended. */
MUST_USE enum status program_run(const struct command_line *line, const char *log,
                                 const atomic_int *stop, struct err *e);

#endif
