/* strays.c: orphans adopted, and killed by their parent. */
#include "system/strays.h"

#include "base/os.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

/* A killed process is gone at once, unless the kernel holds it. */
enum { MAX_ROUNDS = 200, ROUND_MS = 10 };

static bool has_children(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

void strays_watch(struct strays *s)
{
    *s = (struct strays){.watched = false};
    if (!has_children() && os_adopts_orphans(&s->before))
        s->watched = os_adopt_orphans(true);
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

/* Kill a child, if it is a stray. A child in our own group was started by another part of this
 * process: programs lead sessions of their own, from which no process can join our group. The
 * number of a child is its own until we have waited for it. */
static void kill_stray(void *count, pid_t pid)
{
    if (getpgid(pid) == getpgrp())
        return;
    ++*(uint32_t *)count;
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, WNOHANG);
}

/* The children of a killed stray become ours: so there is another round. */
void strays_end(const struct strays *s)
{
    if (!s->watched)
        return;
    for (int i = 0; i < MAX_ROUNDS; i++) {
        uint32_t killed = 0;
        os_each_child(kill_stray, &killed);
        if (killed == 0)
            break;
        (void)poll(NULL, 0, ROUND_MS);
    }
    (void)os_adopt_orphans(s->before);
}
