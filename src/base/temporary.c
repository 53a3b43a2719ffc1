/* temporary.c: names, locks, and the broom. */
#include "base/temporary.h"

#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RANDOM_CHARS = 6, TRIES = 100 };

static const char MARK[] = ".teql-";

char *temporary_name(const char *target)
{
    size_t len = strlen(target);
    while (len > 1 && target[len - 1] == '/')
        len--;
    size_t size = len + sizeof MARK + RANDOM_CHARS;
    char *name = mem_alloc(size);
    memcpy(name, target, len);
    snprintf(name + len, size - len, "%sXXXXXX", MARK);
    return name;
}

const char *temporary_place(void)
{
    const char *tmp = getenv("TMPDIR"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    return tmp && *tmp ? tmp : "/tmp";
}

/* Making */

/* Lock what was just made. False where that fails, or where a sweeping run came first: between its
 * making and its locking nothing tells it from what a killed run left. */
static bool hold_named(int fd, bool *swept)
{
    struct stat st;
    *swept = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (*swept || fstat(fd, &st) != 0)
        return false;
    *swept = st.st_nlink == 0;
    return !*swept;
}

static int make_file(char *path)
{
    return mkostemp(path, O_CLOEXEC);
}

static int make_folder(char *path)
{
    return mkdtemp(path) ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
}

static int make_held(const char *target, int (*make)(char *path), char **path)
{
    bool swept = true;
    for (int i = 0; i < TRIES && swept; i++) {
        *path = temporary_name(target);
        int fd = make(*path);
        swept = fd < 0 && errno == ENOENT; /* a folder may be before it is opened */
        if (fd >= 0 && hold_named(fd, &swept))
            return fd;
        int code = errno;
        if (fd >= 0)
            close(fd);
        folder_remove(*path); /* of a name that nobody has nothing is removed */
        free(*path);
        errno = code;
    }
    *path = NULL;
    return -1;
}

int temporary_file(const char *target, char **path)
{
    return make_held(target, make_file, path);
}

int temporary_folder(const char *target, char **path)
{
    return make_held(target, make_folder, path);
}

void temporary_hold(int fd)
{
    (void)flock(fd, LOCK_EX | LOCK_NB);
}

/* Sweeping */

static bool has_our_name(const char *name)
{
    static const char CHARS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    enum { TAIL = sizeof MARK - 1 + RANDOM_CHARS };
    size_t len = strlen(name);
    const char *tail = name + len - TAIL;
    return len > TAIL && memcmp(tail, MARK, sizeof MARK - 1) == 0 &&
           strspn(tail + sizeof MARK - 1, CHARS) == RANDOM_CHARS;
}

/* Is `name` in the folder `at` what is open as `fd`, and ours? */
static bool is_ours(int at, const char *name, int fd)
{
    struct stat by_name, by_fd;
    return fstatat(at, name, &by_name, AT_SYMLINK_NOFOLLOW) == 0 && fstat(fd, &by_fd) == 0 &&
           by_name.st_dev == by_fd.st_dev && by_name.st_ino == by_fd.st_ino &&
           by_fd.st_uid == geteuid() && (S_ISREG(by_fd.st_mode) || S_ISDIR(by_fd.st_mode));
}

/* The lock is kept until all is removed: the maker, if it only just began, finds that it is too
 * late. */
static void sweep_entry(int at, const char *name)
{
    int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (is_ours(at, name, fd) && flock(fd, LOCK_EX | LOCK_NB) == 0 && is_ours(at, name, fd))
        folder_remove_at(at, name);
    close(fd);
}

void temporaries_sweep(const char *folder)
{
    DIR *dir = opendir(folder);
    for (const struct dirent *f; dir && (f = readdir(dir));)
        if (has_our_name(f->d_name))
            sweep_entry(dirfd(dir), f->d_name);
    if (dir)
        closedir(dir);
}
