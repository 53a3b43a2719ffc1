/* temporary.c: names, locks, and sweeping. */
#include "base/temporary.h"

#include "base/folder.h"
#include "base/hash.h"
#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HOST_CHARS = 4, RANDOM_CHARS = 6, TRIES = 100 };

static const char MARK[] = ".teql-tmp-"; /* no user would choose it */
static const char CHARS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/* Some letters for this host, to know it from others that use the same file system. */
static void find_host(char out[HOST_CHARS + 1])
{
    char name[256] = "";
    (void)gethostname(name, sizeof name - 1);
    uint64_t hash = hash_bytes(str_from(name));
    for (int i = 0; i < HOST_CHARS; i++, hash /= sizeof CHARS - 1)
        out[i] = CHARS[hash % (sizeof CHARS - 1)];
    out[HOST_CHARS] = '\0';
}

/* "a/b/" names the same as "a/b". */
static size_t length_without_slashes(const char *path)
{
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    return len;
}

char *temporary_name(const char *target)
{
    size_t len = length_without_slashes(target),
           size = len + sizeof MARK + HOST_CHARS + RANDOM_CHARS;
    char *name = mem_alloc(size), host[HOST_CHARS + 1];
    find_host(host);
    memcpy(name, target, len);
    snprintf(name + len, size - len, "%s%sXXXXXX", MARK, host);
    return name;
}

const char *temporary_place(void)
{
    const char *tmp = getenv("TMPDIR"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    return tmp && *tmp ? tmp : "/tmp";
}

/* Making */

/* Lock what was just made. False if that fails, or if another run swept it first: until it is
 * locked, it looks like what a killed run left. */
static bool lock_named(int fd, bool *swept)
{
    struct stat st;
    *swept = os_lock(fd) == LOCK_HELD;
    if (*swept || fstat(fd, &st) != 0)
        return false;
    *swept = st.st_nlink == 0;
    return !*swept;
}

static int make_folder(char *path)
{
    return mkdtemp(path) ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
}

static int make_locked(const char *target, int (*make)(char *path), char **path)
{
    bool swept = true;
    for (int i = 0; i < TRIES && swept; i++) {
        *path = temporary_name(target);
        int fd = make(*path);
        swept = fd < 0 && errno == ENOENT; /* a folder, before it was opened */
        if (fd >= 0 && lock_named(fd, &swept))
            return fd;
        int code = errno;
        if (fd >= 0)
            close(fd);
        folder_remove(*path); /* if it was made */
        free(*path);
        errno = code;
    }
    *path = NULL;
    return -1;
}

int temporary_file(const char *target, char **path)
{
    return make_locked(target, os_make_temporary, path);
}

int temporary_folder(const char *target, char **path)
{
    return make_locked(target, make_folder, path);
}

void temporary_share(int fd, unsigned mode)
{
    mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(fd, mode & ~mask);
}

void temporary_hold(int fd)
{
    (void)os_lock(fd);
}

/* Sweeping */

/* Whose temporaries are removed, besides those of this host. */
struct sweep {
    bool all;          /* everybody's */
    struct str target; /* of the file or folder of that name; ptr NULL for none */
    char host[HOST_CHARS + 1];
};

/* The length of `name` before the mark, or 0 if it is not a name of ours. *host is what follows the
 * mark. */
static size_t read_temporary_name(const char *name, struct str *host)
{
    enum { MARK_CHARS = sizeof MARK - 1, TAIL_CHARS = HOST_CHARS + RANDOM_CHARS };
    size_t len = strlen(name);
    const char *tail = name + len - TAIL_CHARS;
    if (len <= MARK_CHARS + TAIL_CHARS || memcmp(tail - MARK_CHARS, MARK, MARK_CHARS) != 0 ||
        strspn(tail, CHARS) != TAIL_CHARS)
        return 0;
    *host = (struct str){tail, HOST_CHARS};
    return len - TAIL_CHARS - MARK_CHARS;
}

/* Is it a temporary of what is made now? That has no other maker. */
static bool is_made_now(const struct sweep *s, const char *name)
{
    struct str host, target = {name, read_temporary_name(name, &host)};
    return s->all || (s->target.ptr && str_eq(target, s->target));
}

/* Is it of this host, or of what is made now? Makers on other hosts may still be running. */
static bool is_swept(const struct sweep *s, const char *name)
{
    struct str host;
    return read_temporary_name(name, &host) > 0 &&
           (str_eq(host, str_from(s->host)) || is_made_now(s, name));
}

/* Is `name` in the folder `at` what is open as `fd`, and ours? */
static bool is_ours(int at, const char *name, int fd)
{
    struct stat by_name, by_fd;
    return fstatat(at, name, &by_name, AT_SYMLINK_NOFOLLOW) == 0 && fstat(fd, &by_fd) == 0 &&
           by_name.st_dev == by_fd.st_dev && by_name.st_ino == by_fd.st_ino &&
           by_fd.st_uid == geteuid() && (S_ISREG(by_fd.st_mode) || S_ISDIR(by_fd.st_mode));
}

/* Does nobody hold it? Without locks that is known only of what is made now. */
static bool is_free(const struct sweep *s, int fd, const char *name)
{
    enum lock_outcome lock = os_lock(fd);
    return lock == LOCK_TAKEN || (lock == LOCK_NONE && is_made_now(s, name));
}

/* The lock is kept until all is removed: the maker, if it only just began, finds that it is too
 * late. */
static void sweep_entry(const struct sweep *s, int at, const char *name)
{
    int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (is_ours(at, name, fd) && is_free(s, fd, name) && is_ours(at, name, fd))
        folder_remove_at(at, name);
    close(fd);
}

static void sweep_folder(const char *folder, struct sweep s)
{
    DIR *dir = opendir(folder);
    find_host(s.host);
    for (const struct dirent *f; dir && (f = readdir(dir));)
        if (is_swept(&s, f->d_name))
            sweep_entry(&s, dirfd(dir), f->d_name);
    if (dir)
        closedir(dir);
}

void temporaries_sweep(const char *folder)
{
    sweep_folder(folder, (struct sweep){.all = false});
}

void temporaries_sweep_for(const char *target)
{
    char *folder = folder_of(target);
    struct str name = {target, length_without_slashes(target)};
    name = str_slice(name, str_after_last(name, '/'), name.len);
    sweep_folder(folder, (struct sweep){.target = name});
    free(folder);
}

void temporaries_sweep_all(const char *folder)
{
    sweep_folder(folder, (struct sweep){.all = true});
}
