/* run_signals.h: signals as a run needs them, and as they were after it.
 *
 * SIGPIPE is ignored: write() reports a process or a connection that is gone. If our parent had
 * SIGCHLD ignored, it is not ignored during a run: we could not wait for children. */
#ifndef TEQL_SYSTEM_RUN_SIGNALS_H
#define TEQL_SYSTEM_RUN_SIGNALS_H

#include <signal.h>

struct run_signals {
    struct sigaction pipe, child; /* before the run */
};

void run_signals_begin(struct run_signals *s);
void run_signals_end(const struct run_signals *s);

#endif
