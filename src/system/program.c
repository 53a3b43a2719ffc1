/* program.c: waiting for a program, and reading what it says. */
#include "system/program.h"

#include "system/child.h"
#include "system/last_line.h"
#include "system/run_log.h"
#include "system/run_signals.h"
#include "system/strays.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MS = 100, /* between two looks whether it has ended */
    GRACE = 20,    /* looks between asking it to end and ending it */
    CHUNK_BYTES = 1 << 16
};

/* Put what is there into the log. False if nothing more will come. */
static bool read_some(int fd, struct run_log *log, struct last_line *last)
{
    char chunk[CHUNK_BYTES];
    ssize_t n = read(fd, chunk, sizeof chunk);
    if (n > 0)
        run_log_add(log, (struct str){chunk, (size_t)n});
    if (n > 0 && last)
        last_line_add(last, (struct str){chunk, (size_t)n});
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

static void read_output(struct child *c, struct run_log *log, struct last_line *last)
{
    struct pollfd fds[] = {{.fd = c->out, .events = POLLIN}, {.fd = c->err, .events = POLLIN}};
    if (poll(fds, 2, LOOK_MS) <= 0)
        return;
    if (fds[0].revents && !read_some(c->out, log, NULL))
        child_close_out(c);
    if (fds[1].revents && !read_some(c->err, log, last))
        child_close_err(c);
}

/* What it wrote before it ended, as much as pipes hold. */
static void read_rest(struct child *c, struct run_log *log, struct last_line *last)
{
    for (int turns = 0; turns < 64; turns++) {
        struct pollfd fds[] = {{.fd = c->out, .events = POLLIN}, {.fd = c->err, .events = POLLIN}};
        if (poll(fds, 2, 0) <= 0)
            return;
        read_output(c, log, last);
    }
}

/* Wait until it has ended; on `stop` ask it to end, and kill it if it does not. Returns the status
 * that waitpid() gives. */
static int wait_for_end(struct child *c, struct run_log *log, struct last_line *last,
                        const atomic_int *stop)
{
    int looks = 0;
    while (!child_is_dead(c) && looks < GRACE) {
        read_output(c, log, last);
        if (*stop && looks++ == 0)
            child_signal(c, SIGTERM);
    }
    read_rest(c, log, last);
    return child_reap(c);
}

static enum status check_end(const struct command_line *line, int ended,
                             const struct last_line *last, const char *log, struct err *e)
{
    struct arena a = {0};
    bool killed = WIFSIGNALED(ended);
    if (!killed && WEXITSTATUS(ended) == 0)
        return OK;
    struct str said = last_line_shown(last, NULL, &a);
    err_set(e, E_SYSTEM, "'%s' ended %s %d%s%.*s; what it wrote is in %s", line->words[0],
            killed ? "by signal" : "with status", killed ? WTERMSIG(ended) : WEXITSTATUS(ended),
            said.len ? ": " : "", STR_ARG(said), log);
    arena_release(&a);
    return E_SYSTEM;
}

enum status program_run(const struct command_line *line, const char *log, const atomic_int *stop,
                        struct err *e)
{
    struct run_log said;
    struct run_signals signals;
    struct strays strays;
    struct child child;
    struct last_line last = {.whole.len = 0};
    struct err closing;
    int ended = 0;
    TRY(run_log_open(&said, log, e));
    run_signals_begin(&signals);
    strays_watch(&strays);
    enum status status = child_start(&child, line, e);
    if (status == OK) {
        child_close_in(&child);
        ended = wait_for_end(&child, &said, &last, stop);
    }
    strays_end(&strays);
    run_signals_end(&signals);
    if (status == OK)
        status = *stop ? err_set(e, E_INTERRUPTED, "interrupted")
                       : check_end(line, ended, &last, log, e);
    if (run_log_close(&said, &closing) != OK && status == OK) {
        *e = closing;
        status = closing.code;
    }
    return status;
}
