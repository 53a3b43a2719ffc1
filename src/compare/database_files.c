/* database_files.c: listing folders, once each. */
#include "compare/database_files.h"

#include <dirent.h>
#include <stdlib.h>

void database_files_release(struct database_files *files)
{
    arena_release(&files->arena);
    *files = (struct database_files){0};
}

static bool is_database_name(struct str name)
{
    return str_find(name, STR(".sqlite"), 0) < name.len && !str_ends(name, STR("-journal")) &&
           !str_ends(name, STR("-wal")) && !str_ends(name, STR("-shm"));
}

static int compare_paths(const void *x, const void *y)
{
    return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static struct database_folder list_folder(struct arena *a, struct str folder)
{
    struct database_folder out = {.folder = arena_str(a, folder)};
    DIR *directory = opendir(out.folder.ptr);
    if (!directory)
        return out;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (!is_database_name(str_from(entry->d_name)))
            continue;
        ARENA_PUSH(a, out.paths, out.count);
        out.paths[out.count++] = arena_printf(a, "%.*s/%s", STR_ARG(out.folder), entry->d_name);
    }
    closedir(directory);
    if (out.count)
        qsort(out.paths, out.count, sizeof *out.paths, compare_paths);
    return out;
}

const struct database_folder *database_files_in(struct database_files *files, struct str folder)
{
    for (size_t i = 0; i < files->count; i++)
        if (str_eq(files->folders[i].folder, folder))
            return &files->folders[i];
    ARENA_PUSH(&files->arena, files->folders, files->count);
    files->folders[files->count] = list_folder(&files->arena, folder);
    return &files->folders[files->count++];
}
