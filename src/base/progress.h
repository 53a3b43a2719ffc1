/* progress.h: the progress of a long job, for people.
 *
 * On a terminal one line with a bar, rewritten at most ten times a second and cleared at the end;
 * elsewhere a plain line every few seconds. Nothing is written here: the text goes to the caller's
 * function. The clock is the caller's too. Belongs to one thread. */
#ifndef TEQL_BASE_PROGRESS_H
#define TEQL_BASE_PROGRESS_H

#include "base/str.h"

#include <stdint.h>

enum progress_style { PROGRESS_QUIET, PROGRESS_LINES, PROGRESS_BAR };

enum { PROGRESS_BAR_NS = 100000000, PROGRESS_TIME_MAX = 40 };
#define PROGRESS_LINES_NS INT64_C(5000000000)

struct progress {
    enum progress_style style;
    const char *verb; /* what has been done: "asked" */
    uint64_t total;   /* 0 if unknown */
    uint32_t columns; /* of the terminal; 0 for 80 */
    void (*write)(void *ctx, struct str text);
    void *ctx;

    /* Set by progress_begin. */
    int64_t began_ns, shown_ns;
    uint64_t skipped; /* done before it began: not counted in the rate */
    bool on_screen;
};

/* The fields above must be filled. `done` of the total were done before. */
void progress_begin(struct progress *p, uint64_t done, int64_t now_ns);

/* Show it, if it is time to. Cheap enough to be called for every piece of work. */
void progress_update(struct progress *p, uint64_t done, uint64_t errors, int64_t now_ns);

/* The time that is left at the pace so far, as "4:05" or "1:04:05". False if nothing was done yet,
 * or the total is unknown. */
bool progress_left(const struct progress *p, uint64_t done, int64_t now_ns,
                   char out[PROGRESS_TIME_MAX]);

/* Clear the bar. With plain lines, write a last one if any was written. */
void progress_end(struct progress *p, uint64_t done, uint64_t errors, int64_t now_ns);

/* Clear the bar, so that something else can be written; it comes back with an update. */
void progress_hide(struct progress *p);

#endif
