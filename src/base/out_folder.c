/* out_folder.c: folders that are whole or not there. */
#include "base/out_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 8 }; /* folders in folders that are removed */

static enum status folder_error(struct err *e, const char *path, const char *doing)
{
    err_set(e, E_IO, "cannot %s: %s", doing, strerror(errno));
    err_in_file(e, path);
    return E_IO;
}

static bool is_empty_folder(const char *path)
{
    DIR *dir = opendir(path);
    if (!dir)
        return false;
    unsigned entries = 0;
    while (readdir(dir))
        entries++;
    closedir(dir);
    return entries <= 2; /* "." and ".." */
}

static enum status check_target(const char *path, struct err *e)
{
    struct stat st;
    if (stat(path, &st) != 0 || (S_ISDIR(st.st_mode) && is_empty_folder(path)))
        return OK;
    err_set(e, E_INPUT, "is there already: name another folder or remove it");
    err_in_file(e, path);
    return E_INPUT;
}

enum status out_folder_open(struct out_folder *f, const char *path, struct err *e)
{
    *f = (struct out_folder){.path = path};
    enum status status = check_target(path, e);
    if (status)
        return status;
    struct str name = str_from(path);
    while (name.len > 1 && name.ptr[name.len - 1] == '/')
        name.len--;
    char *temporary = (char *)arena_printf(&f->arena, "%.*s.XXXXXX", STR_ARG(name)).ptr;
    if (!mkdtemp(temporary)) {
        arena_release(&f->arena);
        return folder_error(e, path, "create");
    }
    f->temporary = temporary;
    mode_t mask = umask(0);
    umask(mask);
    (void)!chmod(temporary, 0777 & ~mask);
    return OK;
}

const char *out_folder_file(struct out_folder *f, const char *name)
{
    return arena_printf(&f->arena, "%s/%s", f->temporary, name).ptr;
}

enum status folder_make(const char *path, struct err *e)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? OK : folder_error(e, path, "create");
}

enum status out_folder_make(struct out_folder *f, const char *name, struct err *e)
{
    for (const char *end = name; *end;) {
        end += strcspn(end, "/");
        struct arena a = {0};
        struct str part = {name, (size_t)(end - name)};
        const char *path = arena_printf(&a, "%s/%.*s", f->temporary, STR_ARG(part)).ptr;
        enum status status = folder_make(path, e);
        arena_release(&a);
        if (status)
            return status;
        end += *end == '/';
    }
    return OK;
}

/* The folder's own entry must reach the disk, or its files may be lost with it. */
static void sync_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

enum status out_folder_commit(struct out_folder *f, struct err *e)
{
    enum status status = OK;
    sync_folder(f->temporary);
    if (rename(f->temporary, f->path) != 0)
        status = folder_error(e, f->path, "put in place");
    else
        f->temporary = NULL;
    out_folder_discard(f);
    return status;
}

/* Remove a folder and what is in it, `depth` folders deep; links are removed, not followed. */
static void remove_folder(const char *path, int depth)
{
    DIR *dir = opendir(path);
    for (const struct dirent *f; dir && (f = readdir(dir));) {
        if (strcmp(f->d_name, ".") == 0 || strcmp(f->d_name, "..") == 0)
            continue;
        struct arena a = {0};
        const char *child = arena_printf(&a, "%s/%s", path, f->d_name).ptr;
        if (unlink(child) != 0 && depth > 0)
            remove_folder(child, depth - 1);
        arena_release(&a);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
}

void folder_remove(const char *path)
{
    remove_folder(path, DEEPEST);
}

void out_folder_discard(struct out_folder *f)
{
    if (f->temporary)
        folder_remove(f->temporary);
    arena_release(&f->arena);
    *f = (struct out_folder){0};
}
