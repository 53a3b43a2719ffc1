/* database_files.c: making paths, and listing folders. */
#include "engine/database_files.h"

#include "base/path.h"

#include <stdlib.h>

struct str databases_path(struct arena *a, const char *dir)
{
    return arena_printf(a, "%s/%s", dir, DATABASES_FOLDER);
}

struct str database_folder_path(struct arena *a, struct str databases, struct str db_id)
{
    return arena_printf(a, "%.*s/%.*s", STR_ARG(databases), STR_ARG(db_id));
}

struct str database_file_path(struct arena *a, struct str folder, struct str db_id)
{
    return arena_printf(a, "%.*s/%.*s.sqlite", STR_ARG(folder), STR_ARG(db_id));
}

struct str database_file_id(struct str path)
{
    struct str name = str_slice(path, str_after_last(path, '/'), path.len);
    size_t dot = str_after_last(name, '.');
    return dot > 1 ? str_slice(name, 0, dot - 1) : name;
}

bool database_looks(struct str beginning)
{
    return str_starts(beginning, STR("SQLite format 3\0")); /* SQLite's file format, 1.3.1 */
}

/* The number in the header of a database, most significant byte first. */
static uint32_t header_number(struct str header, size_t at, size_t bytes)
{
    uint32_t n = 0;
    for (size_t i = at; i < at + bytes; i++)
        n = n << 8 | (unsigned char)header.ptr[i];
    return n;
}

/* SQLite's file format, 1.3: the number of pages is valid if the version that wrote it last also
 * wrote the change counter. */
bool database_looks_whole(struct str beginning, uint64_t size)
{
    enum { HEADER = 100, PAGE_SIZE = 16, CHANGES = 24, PAGES = 28, VALID_FOR = 92 };
    if (beginning.len < HEADER || !database_looks(beginning))
        return false;
    uint32_t page = header_number(beginning, PAGE_SIZE, 2);
    uint64_t bytes = (uint64_t)(page == 1 ? 65536 : page) * header_number(beginning, PAGES, 4);
    bool counts = header_number(beginning, CHANGES, 4) == header_number(beginning, VALID_FOR, 4);
    return !counts || size >= bytes;
}

/* `databases` itself, if it is a file and has that name. */
static enum status find_single(struct arena *a, struct str databases, struct str db_id,
                               struct str *out, struct err *e)
{
    struct path_info info;
    *out = STR_NONE;
    if (!str_eq(database_file_id(databases), db_id))
        return OK;
    struct str path = arena_str(a, databases);
    enum status status = path_look(path.ptr, &info, e);
    if (info.kind == PATH_FILE)
        *out = path;
    return status;
}

enum status database_find(struct arena *a, struct str databases, struct str db_id, struct str *out,
                          struct err *e)
{
    struct path_info info;
    *out = database_file_path(a, database_folder_path(a, databases, db_id), db_id);
    enum status status = path_look(out->ptr, &info, e);
    if (status == OK && info.kind == PATH_ABSENT) {
        *out = database_file_path(a, databases, db_id);
        status = path_look(out->ptr, &info, e);
    }
    if (status == OK && info.kind == PATH_ABSENT)
        status = find_single(a, databases, db_id, out, e);
    return status;
}

/* The names of entries that are wanted: `take` is what is kept of one, or a NULL ptr. */
struct folder_names {
    struct arena *arena;
    struct str (*take)(struct arena *a, struct str folder, struct str name);
    struct str folder, *items;
    size_t count;
};

static void add_entry(void *ctx, const char *name)
{
    struct folder_names *l = ctx;
    struct str item = l->take(l->arena, l->folder, str_from(name));
    if (!item.ptr)
        return;
    ARENA_ADD(l->arena, l->items, l->count, item);
}

static int compare_names(const void *x, const void *y)
{
    return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static enum status list_sorted(struct folder_names *l, struct err *e)
{
    TRY(path_list(l->folder.ptr, add_entry, l, e));
    if (l->count)
        qsort(l->items, l->count, sizeof *l->items, compare_names);
    return OK;
}

/* Any entry may be a database, or its folder. */
static struct str take_id(struct arena *a, struct str folder, struct str name)
{
    (void)folder;
    if (str_ends(name, STR(".sqlite")))
        name.len -= strlen(".sqlite");
    return arena_str(a, name);
}

enum status database_ids_in(struct arena *a, struct str databases, struct database_ids *out,
                            struct err *e)
{
    struct folder_names all = {.arena = a, .take = take_id, .folder = arena_str(a, databases)};
    *out = (struct database_ids){NULL, 0};
    TRY(list_sorted(&all, e));
    out->items = ARENA_ARRAY(a, struct str, all.count + 1);
    for (size_t i = 0; i < all.count; i++) {
        struct str path;
        if (all.items[i].len == 0 || (i > 0 && str_eq(all.items[i], all.items[i - 1])))
            continue;
        TRY(database_find(a, databases, all.items[i], &path, e));
        if (path.ptr)
            out->items[out->count++] = all.items[i];
    }
    return OK;
}

void database_files_release(struct database_files *files)
{
    arena_release(&files->arena);
    *files = (struct database_files){0};
}

static struct str take_database(struct arena *a, struct str folder, struct str name)
{
    if (str_find(name, STR(".sqlite"), 0) == name.len || str_ends(name, STR("-journal")) ||
        str_ends(name, STR("-wal")) || str_ends(name, STR("-shm")))
        return STR_NONE;
    return arena_printf(a, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name));
}

enum status database_files_in(struct database_files *files, struct str folder,
                              const struct database_folder **out, struct err *e)
{
    size_t i = 0;
    while (i < files->count && !str_eq(files->folders[i].folder, folder))
        i++;
    if (i == files->count) {
        struct arena *a = &files->arena;
        struct folder_names all = {
            .arena = a, .take = take_database, .folder = arena_str(a, folder)};
        TRY(list_sorted(&all, e));
        ARENA_ADD(a, files->folders, files->count,
                  (struct database_folder){all.folder, all.items, all.count});
    }
    *out = &files->folders[i];
    return OK;
}
