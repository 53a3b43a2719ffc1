/* strays.c: a subreaper, and the list of children that Linux keeps. */
#include "system/strays.h"

#ifdef __linux__

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A killed process is gone at once, unless the system is in its way. */
enum { MAX_ROUNDS = 200, ROUND_MS = 10 };

static bool has_children(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

void strays_watch(struct strays *s)
{
    *s = (struct strays){.watched = false};
    if (has_children() || prctl(PR_GET_CHILD_SUBREAPER, &s->before) != 0)
        return;
    s->watched = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

void strays_bury(const struct strays *s, bool (*is_ours)(const void *ctx, pid_t pid),
                 const void *ctx)
{
    siginfo_t info = {0};
    while (s->watched && waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid > 0 && !is_ours(ctx, info.si_pid)) {
        (void)waitpid(info.si_pid, NULL, 0);
        info.si_pid = 0;
    }
}

/* What is in our own group was started by some other part of this process: programs lead sessions
 * of their own, from which there is no way into our group. */
static bool is_stray(pid_t pid)
{
    return getpgid(pid) != getpgrp();
}

/* Kill the strays among the children of one of our threads. The number of a child is its own until
 * we have waited for it. */
static uint32_t kill_children(const char *thread)
{
    char path[300];
    uint32_t count = 0;
    pid_t pid;
    snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
    FILE *f = fopen(path, "re");
    while (f && fscanf(f, "%d", &pid) == 1) /* NOLINT(cert-err34-c): the system's own numbers */
        if (is_stray(pid)) {
            count++;
            (void)kill(pid, SIGKILL);
            (void)waitpid(pid, NULL, WNOHANG);
        }
    if (f)
        fclose(f);
    return count;
}

static uint32_t kill_all(void)
{
    uint32_t count = 0;
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *d; threads && (d = readdir(threads));) /* NOLINT(concurrency-mt-unsafe) */
        if (d->d_name[0] != '.')
            count += kill_children(d->d_name);
    if (threads)
        closedir(threads);
    return count;
}

/* What a killed one has started is given to us in its turn. */
void strays_end(const struct strays *s)
{
    if (!s->watched)
        return;
    for (int i = 0; i < MAX_ROUNDS && kill_all() > 0; i++)
        (void)poll(NULL, 0, ROUND_MS);
    (void)prctl(PR_SET_CHILD_SUBREAPER, s->before);
}

#else

void strays_watch(struct strays *s)
{
    *s = (struct strays){.watched = false};
}

void strays_bury(const struct strays *s, bool (*is_ours)(const void *ctx, pid_t pid),
                 const void *ctx)
{
    (void)s;
    (void)is_ours;
    (void)ctx;
}

void strays_end(const struct strays *s)
{
    (void)s;
}

#endif
