/* listen.c: writing to standard error, and the one note that a signal handler may leave. */
#include "cli/listen.h"

#include "base/str.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

/* Lines come in the order of what happened, also if both outputs go into one pipe: so standard
 * output is flushed first. That it cannot be written is reported at the end (flush_output). */
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

/* Signals */

/* Atomic, because workers read it too; without locks, because a handler must not wait. */
static atomic_int signal_that_came;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may only set what needs no lock");

static void note_signal(int number)
{
    signal_that_came = number;
}

/* A signal that is ignored, as under nohup, stays ignored. */
void interrupt_watch(void)
{
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < COUNT_OF(SIGNALS); i++) {
        struct sigaction now, noting = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
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
