/* listen.h: notices, progress and figures of a run, on standard error. */
#ifndef TEQL_CLI_LISTEN_H
#define TEQL_CLI_LISTEN_H

#include "base/listener.h"

/* Write a line, behind all that was printed before. */
void write_on_stderr(const char *line);

/* Ended by the signals of interrupt.h. `quiet`: no progress. */
struct listener listen_on_stderr(bool quiet);

/* The same for a command that may send many requests. Whoever sits at a terminal is asked before,
 * unless `agreed`. */
struct listener listen_and_ask(bool quiet, bool agreed);

#endif
