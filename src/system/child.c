/* child.c: fork, exec, and leaving nothing behind. */
#include "system/child.h"

#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_NOT_RUN = 127 };

struct pipe_ends {
    int read, write;
};

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipe(struct pipe_ends *p)
{
    close_fd(&p->read);
    close_fd(&p->write);
}

static bool open_pipe(struct pipe_ends *p)
{
    int fds[2];
    if (!os_open_pipe(fds))
        return false;
    *p = (struct pipe_ends){fds[0], fds[1]};
    return true;
}

static void restore_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGXFSZ, &usual, NULL);
}

struct start {
    struct pipe_ends in, out, err, failure; /* failure: errno of an exec that did not work */
    pid_t parent;
};

/* In the child, between fork and exec: only what is safe in a signal handler. */
static void become(const struct command_line *line, const struct start *s)
{
    setsid(); /* from another session, nothing that the program starts can join our group */
    if (!os_die_with(s->parent))
        _exit(EXIT_NOT_RUN);
    restore_signals();
    if (dup2(s->in.read, STDIN_FILENO) >= 0 && dup2(s->out.write, STDOUT_FILENO) >= 0 &&
        dup2(s->err.write, STDERR_FILENO) >= 0) {
        os_hide_files(); /* that other code, or our own parent, left open for children */
        execv(line->program, line->words);
    }
    int code = errno;
    (void)!write(s->failure.write, &code, sizeof code);
    _exit(EXIT_NOT_RUN);
}

/* 0 once the program runs, else the reason why not. */
static int wait_for_exec(struct start *s)
{
    close_fd(&s->failure.write);
    int code = 0;
    ssize_t n;
    do
        n = read(s->failure.read, &code, sizeof code);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof code ? code : 0;
}

static void set_nonblocking(int fd)
{
    (void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static void take_pipes(struct child *c, struct start *s)
{
    c->in = s->in.write;
    c->out = s->out.read;
    c->err = s->err.read;
    s->in.write = s->out.read = s->err.read = -1;
    set_nonblocking(c->in);
    set_nonblocking(c->out);
    set_nonblocking(c->err);
}

/* Returns 0 or an errno. */
static int start(struct child *c, const struct command_line *line, struct start *s)
{
    if (!open_pipe(&s->in) || !open_pipe(&s->out) || !open_pipe(&s->err) || !open_pipe(&s->failure))
        return errno;
    c->pid = fork();
    if (c->pid < 0)
        return errno;
    if (c->pid == 0)
        become(line, s);
    int code = wait_for_exec(s); /* by then it leads the group that child_signal ends */
    if (code)
        (void)child_reap(c);
    else
        take_pipes(c, s);
    return code;
}

enum status child_start(struct child *c, const struct command_line *line, struct err *e)
{
    struct start s = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, getpid()};
    *c = (struct child){.pid = -1, .in = -1, .out = -1, .err = -1};
    int code = start(c, line, &s);
    close_pipe(&s.in);
    close_pipe(&s.out);
    close_pipe(&s.err);
    close_pipe(&s.failure);
    if (code)
        return err_set(e, err_is_host(code) || code == EAGAIN ? E_HOST : E_SYSTEM,
                       "cannot run '%s': %s", line->program, strerror(code));
    return OK;
}

void child_close_in(struct child *c)
{
    close_fd(&c->in);
}

void child_close_out(struct child *c)
{
    close_fd(&c->out);
}

void child_close_err(struct child *c)
{
    close_fd(&c->err);
}

bool child_is_dead(const struct child *c)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno == ECHILD;
    return info.si_pid == c->pid;
}

void child_signal(const struct child *c, int number)
{
    (void)kill(-c->pid, number);
}

int child_reap(struct child *c)
{
    int status = 0;
    child_close_in(c);
    child_close_out(c);
    child_close_err(c);
    /* Before the child is reaped, while its number cannot belong to anybody else. */
    child_signal(c, SIGKILL);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->pid = -1;
    return status;
}
