/* suite_writer.c: the files of a suite. */
#include "suite/suite_writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

static const char *below(struct suite_writer *w, const char *name)
{
    return arena_printf(&w->arena, "%s/%s", w->temporary, name).ptr;
}

static enum status open_files(struct suite_writer *w, struct err *e)
{
    enum status status = out_file_open(&w->seeds, below(w, "seeds.jsonl"), e);
    if (status == OK)
        status = out_file_open(&w->cases, below(w, "cases.jsonl"), e);
    if (status == OK)
        status = out_file_open(&w->tables, below(w, "tables.json"), e);
    return status;
}

enum status suite_writer_open(struct suite_writer *w, const char *path, struct err *e)
{
    *w = (struct suite_writer){
        .path = path, .seeds = {.fd = -1}, .cases = {.fd = -1}, .tables = {.fd = -1}};
    enum status status = check_target(path, e);
    if (status)
        return status;
    struct str name = str_from(path);
    while (name.len > 1 && name.ptr[name.len - 1] == '/')
        name.len--;
    char *temporary = (char *)arena_printf(&w->arena, "%.*s.XXXXXX", STR_ARG(name)).ptr;
    if (!mkdtemp(temporary)) {
        arena_release(&w->arena);
        return folder_error(e, path, "create");
    }
    w->temporary = temporary;
    mode_t mask = umask(0);
    umask(mask);
    (void)!chmod(temporary, 0777 & ~mask);
    name_map_init(&w->written, &w->arena, 64);
    status = open_files(w, e);
    if (status)
        suite_writer_discard(w);
    return status;
}

enum status suite_writer_seeds(struct suite_writer *w, struct str lines, struct err *e)
{
    return out_file_write(&w->seeds, lines, e);
}

enum status suite_writer_cases(struct suite_writer *w, struct str lines, struct err *e)
{
    return out_file_write(&w->cases, lines, e);
}

/* The case of a db_id counts, which that of a name in a map does not. */
static struct str key_of(char out[17], struct str db_id)
{
    snprintf(out, 17, "%016llx", (unsigned long long)hash_bytes(db_id));
    return (struct str){out, 16};
}

bool suite_writer_has(const struct suite_writer *w, struct str db_id)
{
    char key[17];
    return name_map_get(&w->written, key_of(key, db_id)) != NAME_NONE;
}

enum status suite_writer_schema(struct suite_writer *w, struct str db_id, struct str json,
                                struct err *e)
{
    enum status status = out_file_write(&w->tables, w->written.count ? STR(",\n") : STR("[\n"), e);
    char key[17];
    name_map_put(&w->written, &w->arena, arena_str(&w->arena, key_of(key, db_id)), 0);
    return status ? status : out_file_write(&w->tables, json, e);
}

enum status suite_writer_folder(struct suite_writer *w, struct arena *a, const char *name,
                                struct str *path, struct err *e)
{
    *path = arena_printf(a, "%s/%s", w->temporary, name);
    return mkdir(path->ptr, 0777) == 0 ? OK : folder_error(e, path->ptr, "create");
}

enum status suite_writer_database(struct suite_writer *w, struct arena *a, struct str db_id,
                                  struct str *path, struct err *e)
{
    const char *all = arena_printf(a, "%s/database", w->temporary).ptr;
    const char *one = arena_printf(a, "%s/%.*s", all, STR_ARG(db_id)).ptr;
    if ((mkdir(all, 0777) != 0 && errno != EEXIST) || (mkdir(one, 0777) != 0 && errno != EEXIST))
        return folder_error(e, one, "create");
    *path = arena_printf(a, "%s/%.*s.sqlite", one, STR_ARG(db_id));
    return OK;
}

static enum status write_manifest(struct suite_writer *w, struct str manifest, struct err *e)
{
    struct out_file f;
    enum status status = out_file_open(&f, below(w, "manifest.json"), e);
    if (status)
        return status;
    status = out_file_write(&f, manifest, e);
    if (status == OK)
        return out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
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

enum status suite_writer_commit(struct suite_writer *w, struct str manifest, struct err *e)
{
    enum status status =
        out_file_write(&w->tables, w->written.count ? STR("\n]\n") : STR("[]\n"), e);
    if (status == OK)
        status = out_file_commit(&w->tables, e);
    if (status == OK)
        status = out_file_commit(&w->seeds, e);
    if (status == OK)
        status = out_file_commit(&w->cases, e);
    if (status == OK)
        status = write_manifest(w, manifest, e);
    if (status == OK) {
        sync_folder(w->temporary);
        if (rename(w->temporary, w->path) != 0)
            status = folder_error(e, w->path, "put in place");
        else
            w->temporary = NULL;
    }
    suite_writer_discard(w);
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

void suite_writer_discard(struct suite_writer *w)
{
    out_file_discard(&w->seeds);
    out_file_discard(&w->cases);
    out_file_discard(&w->tables);
    if (w->temporary)
        remove_folder(w->temporary, 2);
    arena_release(&w->arena);
    *w = (struct suite_writer){0};
}
