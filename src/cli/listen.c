/* listen.c: writing to standard error. */
#include "cli/listen.h"

#include "cli/interrupt.h"

#include <stdio.h>
#include <unistd.h>

/* What happened before comes before, also where both go into one pipe. That standard output cannot
 * be written is told at the end (flush_output). */
static void write_notice(const char *text)
{
    (void)fflush(stdout);
    fprintf(stderr, "notice: %s\n", text);
}

static void write_progress(void *ctx, struct str text)
{
    (void)ctx;
    (void)fflush(stdout);
    fwrite(text.ptr, 1, text.len, stderr);
}

struct listener listen_on_stderr(bool quiet)
{
    return (struct listener){.notice = write_notice,
                             .progress = write_progress,
                             .style = quiet                   ? PROGRESS_QUIET
                                      : isatty(STDERR_FILENO) ? PROGRESS_BAR
                                                              : PROGRESS_LINES,
                             .stop = interrupt_flag()};
}
