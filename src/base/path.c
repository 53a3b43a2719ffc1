/* path.c: stat and readdir, and what their failures mean. */
#include "base/path.h"

#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

bool path_absent(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP || error == ENAMETOOLONG;
}

static enum path_kind kind_of_mode(mode_t mode)
{
    return S_ISREG(mode) ? PATH_FILE : S_ISDIR(mode) ? PATH_FOLDER : PATH_OTHER;
}

enum status path_look(const char *path, struct path_info *out, struct err *e)
{
    struct stat st;
    *out = (struct path_info){.kind = PATH_ABSENT};
    if (stat(path, &st) == 0) {
        *out = (struct path_info){kind_of_mode(st.st_mode), (uint64_t)st.st_size, st.st_dev,
                                  st.st_ino, os_written(&st)};
        return OK;
    }
    return path_absent(errno) ? OK : err_io(e, path, "look at it");
}

bool path_dangles(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode) && stat(path, &st) != 0 &&
           path_absent(errno);
}

enum status path_list(const char *path, void (*each)(void *ctx, const char *name), void *ctx,
                      struct err *e)
{
    DIR *dir = opendir(path);
    if (!dir)
        return path_absent(errno) ? OK : err_io(e, path, "open folder");
    errno = 0; /* at the end it stays 0; after a failure it does not */
    for (const struct dirent *f; (f = readdir(dir)); errno = 0)
        each(ctx, f->d_name);
    enum status status = errno ? err_io(e, path, "read folder") : OK;
    closedir(dir);
    return status;
}

struct str path_last(struct str path)
{
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    return str_slice(path, path.len > 1 ? str_after_last(path, '/') : 0, path.len);
}
