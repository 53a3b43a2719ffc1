/* suite_writer.c: the files of a suite. */
#include "suite/suite_writer.h"

#include <stdio.h>

static enum status open_files(struct suite_writer *w, struct err *e)
{
    enum status status = out_file_open(&w->seeds, out_folder_file(&w->folder, "seeds.jsonl"), e);
    if (status == OK)
        status = out_file_open(&w->cases, out_folder_file(&w->folder, "cases.jsonl"), e);
    if (status == OK)
        status = out_file_open(&w->tables, out_folder_file(&w->folder, "tables.json"), e);
    return status;
}

enum status suite_writer_open(struct suite_writer *w, const char *path, struct err *e)
{
    *w = (struct suite_writer){.seeds = {.fd = -1}, .cases = {.fd = -1}, .tables = {.fd = -1}};
    enum status status = out_folder_open(&w->folder, path, e);
    if (status)
        return status;
    name_map_init(&w->written, &w->folder.arena, 64);
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
    struct arena *a = &w->folder.arena;
    name_map_put(&w->written, a, arena_str(a, key_of(key, db_id)), 0);
    return status ? status : out_file_write(&w->tables, json, e);
}

enum status suite_writer_folder(struct suite_writer *w, struct arena *a, const char *name,
                                struct str *path, struct err *e)
{
    *path = arena_str(a, str_from(out_folder_file(&w->folder, name)));
    return out_folder_make(&w->folder, name, e);
}

enum status suite_writer_database(struct suite_writer *w, struct arena *a, struct str db_id,
                                  struct str *path, struct err *e)
{
    const char *name = arena_printf(a, "database/%.*s", STR_ARG(db_id)).ptr;
    *path = arena_printf(a, "%s/%s/%.*s.sqlite", w->folder.temporary, name, STR_ARG(db_id));
    return out_folder_make(&w->folder, name, e);
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
        status = file_write(out_folder_file(&w->folder, "manifest.json"), manifest, e);
    if (status == OK)
        status = out_folder_commit(&w->folder, e);
    suite_writer_discard(w);
    return status;
}

void suite_writer_discard(struct suite_writer *w)
{
    out_file_discard(&w->seeds);
    out_file_discard(&w->cases);
    out_file_discard(&w->tables);
    out_folder_discard(&w->folder);
    *w = (struct suite_writer){0};
}
