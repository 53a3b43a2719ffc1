/* out_folder.c: folders that are whole or not there. */
#include "base/out_folder.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* `path` is what the user said. */
static enum status check_target(const char *target, const char *path, struct err *e)
{
    struct stat st;
    if (lstat(target, &st) != 0 || (S_ISDIR(st.st_mode) && is_empty_folder(target)))
        return OK;
    err_set(e, E_INPUT,
            S_ISDIR(st.st_mode) ? "is there already: name another folder or remove it"
                                : "is a file, not a folder: name another or remove it");
    return err_in_file(e, path);
}

/* Where the folder will be, which must be free: a link that the user names is followed. */
static enum status find_target(struct out_folder *f, const char *path, struct err *e)
{
    TRY(file_absolute_in(&f->arena, path, &f->path, e));
    if (!f->path)
        f->path = arena_str(&f->arena, str_from(path)).ptr;
    return check_target(f->path, path, e);
}

enum status out_folder_check(const char *path, struct err *e)
{
    struct out_folder f = {0};
    enum status status = find_target(&f, path, e);
    arena_release(&f.arena);
    return status;
}

enum status out_folder_open(struct out_folder *f, const char *path, struct err *e)
{
    *f = (struct out_folder){0};
    enum status status = find_target(f, path, e);
    if (status == OK) {
        temporaries_sweep_for(f->path);
        f->hold = temporary_folder(f->path, &f->temporary);
        status = f->hold >= 0 ? OK : err_io(e, path, "create");
    }
    if (status) {
        arena_release(&f->arena);
        return status;
    }
    temporary_share(f->hold, 0777);
    return OK;
}

const char *out_folder_file(struct out_folder *f, const char *name)
{
    return arena_printf(&f->arena, "%s/%s", f->temporary, name).ptr;
}

enum status out_folder_make(struct out_folder *f, const char *name, struct err *e)
{
    for (const char *end = name; *end;) {
        end += strcspn(end, "/");
        int len = (int)(end - name);
        const char *path = arena_printf(&f->arena, "%s/%.*s", f->temporary, len, name).ptr;
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return err_io(e, path, "create");
        end += *end == '/';
    }
    return OK;
}

enum status out_folder_commit(struct out_folder *f, struct err *e)
{
    enum status status = folder_sync_all(f->temporary, e);
    if (status == OK && rename(f->temporary, f->path) != 0)
        status = err_io(e, f->path, "put in place");
    if (status == OK) {
        status = folder_sync_of(f->path, e);
        free(f->temporary);
        f->temporary = NULL;
        close(f->hold);
    }
    out_folder_discard(f);
    return status;
}

void out_folder_discard(struct out_folder *f)
{
    if (f->temporary) {
        folder_remove(f->temporary);
        free(f->temporary);
        close(f->hold);
    }
    arena_release(&f->arena);
    *f = (struct out_folder){0};
}

/* A run that ends in between leaves it whole, or as a temporary that the next one removes. */
enum status out_folder_remove(const char *path, struct err *e)
{
    char *temporary;
    int fd = temporary_folder(path, &temporary);
    if (fd < 0)
        return err_io(e, path, "remove");
    enum status status =
        rename(path, temporary) == 0 ? folder_sync_of(path, e) : err_io(e, path, "remove");
    folder_remove(temporary);
    free(temporary);
    close(fd);
    return status;
}
