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

/* Pipes of a child, and their ends; FAILURE is for the errno of an exec that failed. */
enum { IN, OUT, ERR, FAILURE, N_PIPES };
enum { READ, WRITE };

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
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

/* In the child, between fork and exec: only what is safe in a signal handler. */
static void become_program(const struct command_line *line, int pipes[][2], pid_t parent)
{
    setsid(); /* from another session, nothing that the program starts can join our group */
    if (!os_die_with(parent))
        _exit(EXIT_NOT_RUN);
    restore_signals();
    if (dup2(pipes[IN][READ], STDIN_FILENO) >= 0 && dup2(pipes[OUT][WRITE], STDOUT_FILENO) >= 0 &&
        dup2(pipes[ERR][WRITE], STDERR_FILENO) >= 0) {
        os_hide_files(); /* that other code, or our own parent, left open for children */
        execv(line->program, line->words);
    }
    int code = errno;
    (void)!write(pipes[FAILURE][WRITE], &code, sizeof code);
    _exit(EXIT_NOT_RUN);
}

/* Wait until the program runs. Returns 0, or an errno. */
static int wait_for_exec(int pipe[2])
{
    close_fd(&pipe[WRITE]);
    int code = 0;
    ssize_t n;
    do
        n = read(pipe[READ], &code, sizeof code);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof code ? code : 0;
}

/* Our end of a pipe, not blocking. */
static int take_end(int *end)
{
    int fd = *end;
    *end = -1;
    (void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    return fd;
}

/* Returns 0 or an errno. */
static int start_child(struct child *c, const struct command_line *line, int pipes[][2])
{
    pid_t parent = getpid();
    for (int i = 0; i < N_PIPES; i++)
        if (!os_open_pipe(pipes[i]))
            return errno;
    c->pid = fork();
    if (c->pid < 0)
        return errno;
    if (c->pid == 0)
        become_program(line, pipes, parent);
    int code = wait_for_exec(pipes[FAILURE]); /* by then it leads the group that we signal */
    if (code) {
        (void)child_reap(c);
        return code;
    }
    c->in = take_end(&pipes[IN][WRITE]);
    c->out = take_end(&pipes[OUT][READ]);
    c->err = take_end(&pipes[ERR][READ]);
    return 0;
}

enum status child_start(struct child *c, const struct command_line *line, struct err *e)
{
    int pipes[N_PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    *c = (struct child){.pid = -1, .in = -1, .out = -1, .err = -1};
    int code = start_child(c, line, pipes);
    for (int i = 0; i < N_PIPES; i++) {
        close_fd(&pipes[i][READ]);
        close_fd(&pipes[i][WRITE]);
    }
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
