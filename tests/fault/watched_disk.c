/* watched_disk.c: a library to preload. It sees every change that a program makes to files.
 *
 *   DISK_LOG=FILE          write down each change, for a loss of power to be played through
 *   DISK_COUNT=FILE        write down at the end how many changes there were
 *   DISK_KILL_AT=N         SIGKILL before the Nth change, from 0
 *   DISK_FOLDER_SYNC=CODE  a sync of a folder fails with that errno
 *   DISK_NAMED=1           there are no nameless files, as on many file systems
 *
 * Programs that the watched one starts are not watched. A change is one of the calls below; each is
 * made and written down under one lock, so that the log has their order. Files are known by the
 * number of their inode. The log has a line for each change of a regular file or a folder:
 *
 *   make FOLDER NAME INODE f|d     linked FOLDER NAME INODE     rename FOLDER NAME FOLDER NAME
 *   remove FOLDER NAME             nameless INODE               truncate INODE LENGTH
 *   write INODE PLACE HEX          sync INODE
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int log_fd = -1;
static long count, kill_at = -1, folder_sync, named;
static const char *count_path;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long number_from(const char *name, long unless)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : unless;
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("DISK_LOG");
    kill_at = number_from("DISK_KILL_AT", -1);
    folder_sync = number_from("DISK_FOLDER_SYNC", 0);
    named = number_from("DISK_NAMED", 0);
    count_path = getenv("DISK_COUNT");
    if (path)
        log_fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                              0666);
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void)
{
    if (!count_path)
        return;
    char text[24];
    int fd = (int)syscall(SYS_openat, AT_FDCWD, count_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int len = snprintf(text, sizeof text, "%ld\n", count);
    (void)!syscall(SYS_write, fd, text, len);
    syscall(SYS_close, fd);
}

/* Before and after each change; errno is the program's. */
static void enter(void)
{
    pthread_mutex_lock(&lock);
    if (count++ == kill_at)
        syscall(SYS_kill, getpid(), SIGKILL);
}

static void leave(void)
{
    pthread_mutex_unlock(&lock);
}

static void put(const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = syscall(SYS_write, log_fd, text, len);
        if (n <= 0)
            abort();
        text += n;
        len -= (size_t)n;
    }
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    char text[8192];
    va_list args;
    if (log_fd < 0)
        return;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(text, (size_t)len);
}

static void note_bytes(const unsigned char *bytes, size_t len)
{
    char hex[4096];
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        n += (size_t)snprintf(hex + n, 3, "%02x", bytes[i]);
        if (n > sizeof hex - 8) {
            put(hex, n);
            n = 0;
        }
    }
    put(hex, n);
    put("\n", 1);
}

/* The folder of a path, as an inode, and the name in it. */
struct place {
    unsigned long folder;
    char name[512];
};

static struct place place_of(int at, const char *path)
{
    struct place p = {0};
    struct stat st;
    char folder[4096];
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    size_t start = len;
    while (start > 0 && path[start - 1] != '/')
        start--;
    snprintf(p.name, sizeof p.name, "%.*s", (int)(len - start), path + start);
    snprintf(folder, sizeof folder, "%.*s", (int)start, path);
    if (fstatat(at, start ? folder : ".", &st, 0) == 0)
        p.folder = st.st_ino;
    return p;
}

static unsigned long inode_at(int at, const char *path, int flags)
{
    struct stat st;
    return fstatat(at, path, &st, flags) == 0 ? st.st_ino : 0;
}

/* 0 for anything but a file or a folder: it is not logged. */
static unsigned long inode_of(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)) ? st.st_ino : 0;
}

static void note_made(int at, const char *path, char kind)
{
    struct place p = place_of(at, path);
    note("make %lu %s %lu %c\n", p.folder, p.name, inode_at(at, path, AT_SYMLINK_NOFOLLOW), kind);
}

/* Calls that make files and folders */

static int open_watched(int at, const char *path, int flags, mode_t mode)
{
    bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
    if (!(flags & O_CREAT) && !nameless)
        return REAL(openat)(at, path, flags, mode);
    if (nameless && named) {
        errno = EOPNOTSUPP;
        return -1;
    }
    enter();
    unsigned long before = inode_at(at, path, 0);
    int fd = REAL(openat)(at, path, flags, mode), code = errno;
    if (fd >= 0 && nameless)
        note("nameless %lu\n", inode_of(fd));
    else if (fd >= 0 && !before)
        note_made(at, path, 'f');
    else if (fd >= 0 && (flags & O_TRUNC))
        note("truncate %lu 0\n", inode_of(fd));
    leave();
    errno = code;
    return fd;
}

static mode_t mode_from(int flags, va_list args)
{
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(args, mode_t) : 0;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, flags);                                                                     \
        mode_t mode = mode_from(flags, args);                                                      \
        va_end(args);                                                                              \
        return open_watched(AT_FDCWD, path, flags, mode);                                          \
    }
OPEN(open)
OPEN(open64)

int mkostemp(char *path, int flags)
{
    enter();
    int fd = REAL(mkostemp)(path, flags), code = errno;
    if (fd >= 0)
        note_made(AT_FDCWD, path, 'f');
    leave();
    errno = code;
    return fd;
}

int mkstemp(char *path)
{
    return mkostemp(path, 0);
}

int mkostemp64(char *path, int flags)
{
    return mkostemp(path, flags);
}

int mkstemp64(char *path)
{
    return mkostemp(path, 0);
}

char *mkdtemp(char *path)
{
    enter();
    char *made = REAL(mkdtemp)(path);
    int code = errno;
    if (made)
        note_made(AT_FDCWD, path, 'd');
    leave();
    errno = code;
    return made;
}

int mkdir(const char *path, mode_t mode)
{
    enter();
    int rc = REAL(mkdir)(path, mode), code = errno;
    if (rc == 0)
        note_made(AT_FDCWD, path, 'd');
    leave();
    errno = code;
    return rc;
}

/* Calls that change names */

int linkat(int from, const char *old, int to, const char *path, int flags)
{
    enter();
    int rc = REAL(linkat)(from, old, to, path, flags), code = errno;
    struct place p = place_of(to, path);
    if (rc == 0)
        note("linked %lu %s %lu\n", p.folder, p.name, inode_at(to, path, AT_SYMLINK_NOFOLLOW));
    leave();
    errno = code;
    return rc;
}

int rename(const char *old, const char *path)
{
    enter();
    struct place from = place_of(AT_FDCWD, old), to = place_of(AT_FDCWD, path);
    int rc = REAL(rename)(old, path), code = errno;
    if (rc == 0)
        note("rename %lu %s %lu %s\n", from.folder, from.name, to.folder, to.name);
    leave();
    errno = code;
    return rc;
}

int unlinkat(int at, const char *path, int flags)
{
    enter();
    struct place p = place_of(at, path);
    int rc = REAL(unlinkat)(at, path, flags), code = errno;
    if (rc == 0)
        note("remove %lu %s\n", p.folder, p.name);
    leave();
    errno = code;
    return rc;
}

int unlink(const char *path)
{
    return unlinkat(AT_FDCWD, path, 0);
}

int rmdir(const char *path)
{
    return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

/* Calls that change bytes */

static void note_write(int fd, const void *bytes, ssize_t n, off_t place)
{
    unsigned long inode = n > 0 && log_fd >= 0 ? inode_of(fd) : 0;
    if (!inode)
        return;
    note("write %lu %lld ", inode, (long long)place);
    note_bytes(bytes, (size_t)n);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    enter();
    ssize_t n = syscall(SYS_write, fd, bytes, size);
    int code = errno;
    note_write(fd, bytes, n, lseek(fd, 0, SEEK_CUR) - n);
    leave();
    errno = code;
    return n;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t place)
{
    enter();
    ssize_t n = REAL(pwrite)(fd, bytes, size, place);
    int code = errno;
    note_write(fd, bytes, n, place);
    leave();
    errno = code;
    return n;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t place)
{
    return pwrite(fd, bytes, size, place);
}

int ftruncate(int fd, off_t length)
{
    enter();
    int rc = REAL(ftruncate)(fd, length), code = errno;
    if (rc == 0)
        note("truncate %lu %lld\n", inode_of(fd), (long long)length);
    leave();
    errno = code;
    return rc;
}

int ftruncate64(int fd, off64_t length)
{
    return ftruncate(fd, length);
}

/* Calls that put them on disk; the disk of a test need not. */

static int sync_watched(int fd)
{
    struct stat st;
    int rc = 0;
    enter();
    if (folder_sync && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        errno = (int)folder_sync;
        rc = -1;
    } else if (inode_of(fd)) {
        note("sync %lu\n", inode_of(fd));
    }
    leave();
    return rc;
}

int fsync(int fd)
{
    return sync_watched(fd);
}

int fdatasync(int fd)
{
    return sync_watched(fd);
}
