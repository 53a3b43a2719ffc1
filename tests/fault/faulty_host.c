/* faulty_host.c: a library to preload. It makes a call to the host fail that otherwise works.
 *
 * FAULT=KIND names what fails, one of the kinds below; FAULT_AT=N the call, counted from 1 where
 * main() begins; with FAULT_ONCE=1 only that one fails, otherwise all after it too. FAULT_ERRNO=N
 * replaces the usual reason. FAULT_COUNT=FILE writes how many calls of each kind there were, so
 * that all of them can be tried.
 *
 * Calls inside the C library are out of reach: only calls between objects pass here. So its
 * functions that open or read files are wrapped themselves. Children are not affected. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum kind {
    MALLOC,
    OPEN,
    STAT,
    READ,
    WRITE,
    SYNC,
    RENAME,
    REMOVE,
    CLOSE,
    SIZE,
    MAP,
    START,
    LOCK,
    KINDS
};

static const struct {
    const char *name;
    int error; /* the usual reason */
} KIND[KINDS] = {
    [MALLOC] = {"malloc", ENOMEM}, [OPEN] = {"open", EMFILE},   [STAT] = {"stat", EIO},
    [READ] = {"read", EIO},        [WRITE] = {"write", ENOSPC}, [SYNC] = {"sync", EIO},
    [RENAME] = {"rename", EIO},    [REMOVE] = {"remove", EIO},  [CLOSE] = {"close", EIO},
    [SIZE] = {"size", EIO},        [MAP] = {"map", ENOMEM},     [START] = {"start", EAGAIN},
    [LOCK] = {"lock", ENOLCK},
};

static struct {
    enum kind kind; /* KINDS: nothing fails */
    long at;
    bool once, began;
    int error;
    atomic_long calls[KINDS];
} fault = {.kind = KINDS};

static bool fails(enum kind kind)
{
    if (!fault.began)
        return false;
    long call = atomic_fetch_add(&fault.calls[kind], 1) + 1;
    if (kind != fault.kind || call < fault.at || (fault.once && call > fault.at))
        return false;
    errno = fault.error;
    return true;
}

/* The function that would have been called without us. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRAP(kind, type, failure, name, parameters, arguments)                                     \
    type name parameters                                                                           \
    {                                                                                              \
        static __typeof__(&name) real;                                                             \
        if (!real)                                                                                 \
            real = REAL(name);                                                                     \
        return fails(kind) ? failure : real arguments;                                             \
    }

/* dlsym may allocate, so these are called by glibc's other names for them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);

void *malloc(size_t size)
{
    return fails(MALLOC) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(MALLOC) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *p, size_t size)
{
    return fails(MALLOC) ? NULL : __libc_realloc(p, size);
}

#define WRAP_OPEN(name)                                                                            \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        static int (*real)(const char *, int, ...);                                                \
        va_list rest;                                                                              \
        if (!real)                                                                                 \
            real = REAL(name);                                                                     \
        va_start(rest, flags);                                                                     \
        mode_t mode = va_arg(rest, mode_t);                                                        \
        va_end(rest);                                                                              \
        return fails(OPEN) ? -1 : real(path, flags, mode);                                         \
    }

WRAP_OPEN(open)
WRAP_OPEN(open64)
WRAP(OPEN, FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
WRAP(OPEN, FILE *, NULL, fopen64, (const char *path, const char *mode), (path, mode))
WRAP(OPEN, DIR *, NULL, opendir, (const char *path), (path))
WRAP(OPEN, int, -1, mkstemp, (char *path), (path))
WRAP(OPEN, int, -1, mkstemp64, (char *path), (path))
WRAP(OPEN, char *, NULL, mkdtemp, (char *path), (path))
WRAP(OPEN, int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(OPEN, int, -1, dup, (int fd), (fd))
WRAP(OPEN, int, -1, pipe2, (int fds[2], int flags), (fds, flags))
WRAP(OPEN, int, -1, socket, (int family, int type, int protocol), (family, type, protocol))

WRAP(STAT, int, -1, stat, (const char *path, struct stat *out), (path, out))
WRAP(STAT, int, -1, stat64, (const char *path, struct stat64 *out), (path, out))
WRAP(STAT, int, -1, lstat, (const char *path, struct stat *out), (path, out))
WRAP(STAT, int, -1, lstat64, (const char *path, struct stat64 *out), (path, out))
WRAP(STAT, int, -1, fstat, (int fd, struct stat *out), (fd, out))
WRAP(STAT, int, -1, fstat64, (int fd, struct stat64 *out), (fd, out))
WRAP(STAT, int, -1, access, (const char *path, int mode), (path, mode))
WRAP(STAT, char *, NULL, realpath, (const char *path, char *out), (path, out))
WRAP(STAT, char *, NULL, getcwd, (char *out, size_t size), (out, size))

WRAP(READ, ssize_t, -1, read, (int fd, void *to, size_t size), (fd, to, size))
WRAP(READ, ssize_t, -1, pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
WRAP(READ, ssize_t, -1, pread64, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
WRAP(READ, struct dirent *, NULL, readdir, (DIR * dir), (dir))
WRAP(READ, struct dirent64 *, NULL, readdir64, (DIR * dir), (dir))

WRAP(WRITE, ssize_t, -1, pwrite, (int fd, const void *from, size_t size, off_t at),
     (fd, from, size, at))
WRAP(WRITE, ssize_t, -1, pwrite64, (int fd, const void *from, size_t size, off64_t at),
     (fd, from, size, at))

/* Writing to the terminal never fails: the program must be able to report the fault. */
ssize_t write(int fd, const void *from, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        real = REAL(write);
    return fd != STDERR_FILENO && fails(WRITE) ? -1 : real(fd, from, size);
}

WRAP(SYNC, int, -1, fsync, (int fd), (fd))
WRAP(SYNC, int, -1, fdatasync, (int fd), (fd))

WRAP(RENAME, int, -1, rename, (const char *from, const char *to), (from, to))
WRAP(RENAME, int, -1, linkat,
     (int from_dir, const char *from, int to_dir, const char *to, int flags),
     (from_dir, from, to_dir, to, flags))

WRAP(LOCK, int, -1, flock, (int fd, int operation), (fd, operation))

WRAP(REMOVE, int, -1, unlink, (const char *path), (path))
WRAP(REMOVE, int, -1, rmdir, (const char *path), (path))

/* The file is closed all the same, as on Linux. */
int close(int fd)
{
    static int (*real)(int);
    if (!real)
        real = REAL(close);
    bool failing = fails(CLOSE);
    int result = real(fd);
    if (!failing)
        return result;
    errno = fault.error;
    return -1;
}

WRAP(SIZE, int, -1, ftruncate, (int fd, off_t size), (fd, size))
WRAP(SIZE, int, -1, ftruncate64, (int fd, off64_t size), (fd, size))
WRAP(SIZE, off_t, -1, lseek, (int fd, off_t at, int from), (fd, at, from))
WRAP(SIZE, off64_t, -1, lseek64, (int fd, off64_t at, int from), (fd, at, from))
WRAP(SIZE, int, -1, fchmod, (int fd, mode_t mode), (fd, mode))

WRAP(MAP, void *, MAP_FAILED, mmap, (void *p, size_t n, int how, int flags, int fd, off_t at),
     (p, n, how, flags, fd, at))
WRAP(MAP, void *, MAP_FAILED, mmap64, (void *p, size_t n, int how, int flags, int fd, off64_t at),
     (p, n, how, flags, fd, at))

WRAP(START, pid_t, -1, fork, (void), ())
WRAP(START, int, EAGAIN, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg),
     (thread, attributes, run, arg))

static void read_plan(void)
{
    const char *kind = getenv("FAULT"), *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERRNO");
    for (int i = 0; kind && i < KINDS; i++)
        if (strcmp(KIND[i].name, kind) == 0)
            fault.kind = (enum kind)i;
    fault.at = at ? strtol(at, NULL, 10) : 1;
    fault.once = getenv("FAULT_ONCE") != NULL;
    if (fault.kind != KINDS)
        fault.error = error ? atoi(error) : KIND[fault.kind].error;
    unsetenv("LD_PRELOAD");
}

static void write_counts(const char *path)
{
    FILE *f = fopen(path, "w");
    for (int i = 0; f && i < KINDS; i++)
        fprintf(f, "%s %ld\n", KIND[i].name, atomic_load(&fault.calls[i]));
    if (f)
        fclose(f);
}

static int (*real_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **environment)
{
    const char *count = getenv("FAULT_COUNT");
    read_plan();
    fault.began = true;
    int code = real_main(argc, argv, environment);
    fault.began = false;
    if (count)
        write_counts(count);
    return code;
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    real_main = main;
    return REAL(__libc_start_main)(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
