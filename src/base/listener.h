/* listener.h: who is told what happens while a stage runs, and can end it.
 *
 * Stages print nothing. What they have to say while they run goes to the listener; what came of it
 * they return. */
#ifndef TEQL_BASE_LISTENER_H
#define TEQL_BASE_LISTENER_H

#include "base/err.h"
#include "base/progress.h"

#include <stdatomic.h>

struct listener {
    /* Something that a user should know, though it is no error: one line, without its end. */
    void (*notice)(const char *text);

    /* Ask the user, who may say no: "this will …; go on?". NULL where nobody is there to be asked.
     */
    bool (*confirm)(const char *question);

    /* Where progress is shown, and how. */
    void (*progress)(void *ctx, struct str text);
    enum progress_style style;

    /* Not 0 when the run is to end. */
    const atomic_int *stop;
};

/* Tell it, formatted. */
void listener_notice(const struct listener *l, const char *format, ...) PRINTF(2, 3);

/* E_INTERRUPTED where the run is to end, else OK. */
MUST_USE enum status listener_check(const struct listener *l, struct err *e);

#endif
