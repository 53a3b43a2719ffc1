/* listener.h: hears what happens while a stage runs, and can end it.
 *
 * Stages print nothing. What they have to say while they run goes to the listener; they return the
 * outcome. */
#ifndef TEQL_BASE_LISTENER_H
#define TEQL_BASE_LISTENER_H

#include "base/err.h"
#include "base/progress.h"

#include <stdatomic.h>

struct listener {
    /* Something that a user should know, although it is not an error: one line, without its end. */
    void (*notice)(const char *text);

    /* Ask the user, who may say no: "this will …; go on?". NULL if nobody can be asked. */
    bool (*confirm)(const char *question);

    /* Where progress is shown, and how. */
    void (*progress)(void *ctx, struct str text);
    enum progress_style style;

    /* Not 0 if the run is to end. */
    const atomic_int *stop;
};

/* Give a notice, formatted. */
void listener_notice(const struct listener *l, const char *format, ...) PRINTF(2, 3);

/* E_INTERRUPTED if the run is to end, else OK. */
MUST_USE enum status listener_check(const struct listener *l, struct err *e);

#endif
