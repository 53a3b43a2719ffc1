/* interrupt.c: the one note that a signal handler may leave. */
#include "cli/interrupt.h"

#include "base/str.h"

#include <signal.h>
#include <stddef.h>

/* Atomic, because workers read it too; without locks, because a handler must not wait. */
static atomic_int signal_that_came;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may only set what needs no lock");

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

static void note(int number)
{
    signal_that_came = number;
}

/* A signal that is ignored, as nohup has it, stays so. */
void interrupt_watch(void)
{
    for (size_t i = 0; i < COUNT_OF(SIGNALS); i++) {
        struct sigaction now, noting = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&noting.sa_mask);
        if (sigaction(SIGNALS[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaction(SIGNALS[i], &noting, NULL);
    }
}

const atomic_int *interrupt_flag(void)
{
    return &signal_that_came;
}

void interrupt_end(void)
{
    if (signal_that_came) {
        signal(signal_that_came, SIG_DFL);
        raise(signal_that_came);
    }
}
