/* listen.h: what a run writes to standard error, and how a user or a signal ends it.
 *
 * The first SIGINT, SIGTERM or SIGHUP is noted. The command then ends at its next step, and removes
 * what is not whole. A second signal ends the process at once. */
#ifndef TEQL_CLI_LISTEN_H
#define TEQL_CLI_LISTEN_H

#include "base/listener.h"

/* Write a line, after all that was printed before. */
void write_on_stderr(const char *line);

/* Notices and progress go to standard error; signals end the run. `quiet`: no progress. */
struct listener listen_on_stderr(bool quiet);

/* The same for a command that may send many requests: a user at a terminal is asked first, unless
 * `agreed`. */
struct listener listen_and_ask(bool quiet, bool agreed);

/* From now on note signals. For commands that look at interrupt_flag often. */
void interrupt_watch(void);

/* The signal that came, or 0. May be read on any thread. */
const atomic_int *interrupt_flag(void);

/* End the process by the signal that came, so that its parent sees that. Does nothing if none came.
 */
void interrupt_end(void);

#endif
