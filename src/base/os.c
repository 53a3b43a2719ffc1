/* os.c: Linux, with glibc or musl. */
#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Files */

int os_open_nameless(const char *folder)
{
    if (access("/proc/self/fd", X_OK) != 0) /* os_name_file() needs it */
        return -1;
    return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

bool os_name_file(int fd, const char *path)
{
    char self[40];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

int os_make_temporary(char *path)
{
    return mkostemp(path, O_CLOEXEC);
}

bool os_is_stream(const char *path)
{
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

bool os_sync_data(int fd)
{
    return fdatasync(fd) == 0 || errno == EINVAL || errno == EROFS;
}

struct timespec os_written(const struct stat *st)
{
    return st->st_mtim;
}

void os_drop_pages(void *start, size_t size)
{
    (void)madvise(start, size, MADV_DONTNEED);
}

enum lock_outcome os_lock(int fd)
{
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return LOCK_TAKEN;
    switch (errno) {
    case EWOULDBLOCK:
        return LOCK_HELD;
    case ENOSYS:
    case EOPNOTSUPP:
    case ENOLCK: /* of an NFS server that keeps no locks */
        return LOCK_NONE;
    default:
        return LOCK_FAILED;
    }
}

/* Processes */

bool os_open_pipe(int fds[2])
{
    return pipe2(fds, O_CLOEXEC) == 0;
}

int os_open_socket(int family, int type, int protocol)
{
    return socket(family, type | SOCK_CLOEXEC, protocol);
}

/* The number of the call, as musl 1.2.3 has no function for it; older kernels lack it too. */
void os_hide_files(void)
{
    enum { ON_EXEC = 1 << 2, MAX_FALLBACK_FD = 1024 };
    if (syscall(SYS_close_range, STDERR_FILENO + 1U, ~0U, ON_EXEC) == 0)
        return;
    for (int fd = STDERR_FILENO + 1; fd < MAX_FALLBACK_FD; fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

bool os_die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return getppid() == parent;
}

bool os_adopts_orphans(bool *out)
{
    int adopts = 0;
    bool known = prctl(PR_GET_CHILD_SUBREAPER, &adopts) == 0;
    *out = adopts != 0;
    return known;
}

bool os_adopt_orphans(bool adopt)
{
    return prctl(PR_SET_CHILD_SUBREAPER, (unsigned long)adopt) == 0;
}

static void each_child_of(const char *thread, void (*each)(void *ctx, pid_t pid), void *ctx)
{
    char path[300];
    pid_t pid;
    snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
    FILE *f = fopen(path, "re");
    while (f && fscanf(f, "%d", &pid) == 1) /* NOLINT(cert-err34-c): the system's own numbers */
        each(ctx, pid);
    if (f)
        fclose(f);
}

void os_each_child(void (*each)(void *ctx, pid_t pid), void *ctx)
{
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *d; threads && (d = readdir(threads));) /* NOLINT(concurrency-mt-unsafe) */
        if (d->d_name[0] != '.')
            each_child_of(d->d_name, each, ctx);
    if (threads)
        closedir(threads);
}

/* Memory */

uintptr_t os_stack_end(void)
{
    pthread_attr_t attributes;
    void *end = NULL;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    if (pthread_attr_getstack(&attributes, &end, &size) != 0)
        end = NULL;
    pthread_attr_destroy(&attributes);
    return (uintptr_t)end;
}

void os_set_stack_size(size_t bytes)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return;
    if (pthread_attr_setstacksize(&attributes, bytes) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

size_t os_memory_size(void *p)
{
    return malloc_usable_size(p);
}
