/* folder.c: folders, walked by descriptors so that no link leads out of them. */
#include "base/folder.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 8, FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

char *folder_of(const char *path)
{
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/') /* "a/b/" is in "a/" */
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    char *folder = mem_alloc(len + 2);
    memcpy(folder, path, len);
    memcpy(folder + len, len ? "" : ".", len ? 1 : 2);
    return folder;
}

/* Syncing */

static bool sync_fd(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

enum status folder_sync_of(const char *path, struct err *e)
{
    char *real;
    enum status status = file_absolute(path, &real, e);
    if (status)
        return status;
    char *folder = folder_of(real ? real : path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 ? sync_fd(fd) : errno == EACCES;
    status = synced ? OK : err_io(e, folder, "sync the folder");
    if (fd >= 0)
        close(fd);
    free(folder);
    free(real);
    return status;
}

/* The next entry that is not the folder itself or the one above; NULL with errno 0 at the end. */
static const char *next_entry(DIR *dir)
{
    const struct dirent *f;
    do {
        errno = 0;
        f = readdir(dir);
    } while (f && (strcmp(f->d_name, ".") == 0 || strcmp(f->d_name, "..") == 0));
    return f ? f->d_name : NULL;
}

/* Visit the entries of the folder `fd`, which stays open, until one fails; errno says why. */
static bool visit_entries(int fd, int depth, bool (*visit)(int at, const char *name, int depth))
{
    int copy = depth > 0 ? dup(fd) : -1;
    DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
    const char *name;
    bool good = dir != NULL;
    while (good && (name = next_entry(dir)))
        good = visit(fd, name, depth - 1);
    int code = depth > 0 ? errno : ELOOP;
    if (dir)
        closedir(dir);
    else if (copy >= 0)
        close(copy);
    errno = code;
    return good && code == 0;
}

/* A file, or a folder after all that is in it. */
static bool sync_entry(int at, const char *name, int depth)
{
    struct stat st;
    if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return true;
    bool folder = S_ISDIR(st.st_mode);
    int fd = openat(at, name, folder ? FOLDER : O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool synced = (!folder || visit_entries(fd, depth, sync_entry)) && sync_fd(fd);
    int code = errno;
    close(fd);
    errno = code;
    return synced;
}

enum status folder_sync_all(const char *path, struct err *e)
{
    return sync_entry(AT_FDCWD, path, DEEPEST) ? OK : err_io(e, path, "sync the folder");
}

/* Making and removing */

enum status folder_make(const char *path, struct err *e)
{
    if (mkdir(path, 0777) == 0)
        return folder_sync_of(path, e);
    struct stat st;
    if (errno != EEXIST)
        return err_io(e, path, "create");
    if (stat(path, &st) != 0 || S_ISDIR(st.st_mode))
        return OK; /* a link to nothing fails where it is used */
    err_set(e, E_IO, "is a file, not a folder");
    return err_in_file(e, path);
}

static bool remove_entry(int at, const char *name, int depth)
{
    if (unlinkat(at, name, 0) == 0)
        return true;
    int fd = openat(at, name, FOLDER);
    if (fd >= 0) {
        (void)visit_entries(fd, depth, remove_entry);
        (void)unlinkat(at, name, AT_REMOVEDIR);
        close(fd);
    }
    return true; /* what stays does not keep the rest */
}

void folder_remove_at(int at, const char *name)
{
    (void)remove_entry(at, name, DEEPEST);
}

void folder_remove(const char *path)
{
    folder_remove_at(AT_FDCWD, path);
}

/* Caches */

/* XDG says to ignore a relative $XDG_CACHE_HOME. */
const char *cache_folder(struct arena *a)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (xdg && xdg[0] == '/')
        return arena_printf(a, "%s/teql", xdg).ptr;
    return home && home[0] == '/' ? arena_printf(a, "%s/.cache/teql", home).ptr : NULL;
}

enum status cache_folder_make(const char *path, struct err *e)
{
    char *parent = folder_of(path);
    enum status status = folder_make(parent, e);
    free(parent);
    TRY(status);
    return folder_make(path, e);
}
