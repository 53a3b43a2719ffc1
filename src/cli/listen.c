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

void write_on_stderr(const char *line)
{
    (void)fflush(stdout);
    fprintf(stderr, "%s\n", line);
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

/* Standard input is read byte by byte: what follows the line is not ours. No answer is no. */
static bool ask_user(const char *question)
{
    char c, first = '\0';
    (void)fflush(stdout);
    fprintf(stderr, "%s [y/N] ", question);
    (void)fflush(stderr);
    while (read(STDIN_FILENO, &c, 1) == 1 && c != '\n')
        if (!first && c != ' ')
            first = c;
    return first == 'y' || first == 'Y';
}

struct listener listen_and_ask(bool quiet, bool agreed)
{
    struct listener l = listen_on_stderr(quiet);
    if (!agreed && isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        l.confirm = ask_user;
    return l;
}
