/* child.h: a program that runs beside us, with a pipe to its standard input and one from each of
 * its outputs.
 *
 * It leads a session of its own, so that what it starts can be ended with it, and inherits only its
 * three standard files. If the operating system can do that, it dies with the thread that started
 * it. */
#ifndef TEQL_SYSTEM_CHILD_H
#define TEQL_SYSTEM_CHILD_H

#include "system/command_line.h"

#include <sys/types.h>

struct child {
    pid_t pid;
    int in, out, err; /* our ends, not blocking; -1 when closed */
};

/* E_SYSTEM if the program cannot be run, E_HOST if the machine has no room for it. */
MUST_USE enum status child_start(struct child *c, const struct command_line *line, struct err *e);

void child_close_in(struct child *c);
void child_close_out(struct child *c);
void child_close_err(struct child *c);

/* Has it ended? Then it must still be reaped. */
bool child_is_dead(const struct child *c);

/* Send a signal to it and all of its group. */
void child_signal(const struct child *c, int number);

/* End what is left of its group, and the child if it has not ended; close the pipes; return the
 * status that waitpid() gives. */
int child_reap(struct child *c);

#endif
