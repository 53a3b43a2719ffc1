/* run_signals.c: setting and restoring signal actions. */
#include "system/run_signals.h"

#include <stddef.h>

void run_signals_begin(struct run_signals *s)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN}, usual = {.sa_handler = SIG_DFL};
    sigaction(SIGPIPE, &ignore, &s->pipe);
    sigaction(SIGCHLD, NULL, &s->child);
    if (s->child.sa_handler == SIG_IGN || (s->child.sa_flags & SA_NOCLDWAIT))
        sigaction(SIGCHLD, &usual, NULL);
}

void run_signals_end(const struct run_signals *s)
{
    sigaction(SIGPIPE, &s->pipe, NULL);
    sigaction(SIGCHLD, &s->child, NULL);
}
