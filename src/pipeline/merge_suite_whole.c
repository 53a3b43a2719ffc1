/* merge_suite_whole.c: lines are counted, and then read as whoever uses the suite reads them. */
#include "pipeline/merge_suite_whole.h"

#include "base/file_copy.h"
#include "base/json_reader.h"
#include "base/number.h"
#include "base/path.h"
#include "engine/database_files.h"
#include "pipeline/merge_array.h"
#include "suite/suite_store.h"

/* A folder that was copied by halves has a manifest, too. */
static enum status expect_lines(struct arena *a, const char *dir, const char *name, uint64_t made,
                                struct err *e)
{
    const char *path = arena_printf(a, "%s/%s", dir, name).ptr;
    struct copied c;
    enum status status = file_count_lines(path, &c, e);
    if (status || (c.lines == made && c.ends_line))
        return status;
    err_set(e, E_INPUT,
            "has %llu line%s%s, of which its manifest counts %llu: the part is not whole",
            (unsigned long long)c.lines, plural(c.lines), c.ends_line ? "" : " and a piece of one",
            (unsigned long long)made);
    err_in_file(e, path);
    return E_INPUT;
}

static enum status pass_entry(void *ctx, struct str entry, struct err *e)
{
    (void)ctx, (void)entry, (void)e;
    return OK;
}

/* Files of one array that an export has. */
static enum status expect_export(struct arena *a, const char *dir, struct err *e)
{
    static const char *const NAMES[] = {"spider/dev.json", "spider/tables.json"};
    enum status status = OK;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && status == OK; i++)
        status = array_each(arena_printf(a, "%s/%s", dir, NAMES[i]).ptr, pass_entry, NULL, e);
    return status;
}

/* Copies of databases */

enum status suite_has_copies(const char *dir, bool *out, struct err *e)
{
    struct arena a = {0};
    struct path_info at;
    enum status status = path_look(databases_path(&a, dir).ptr, &at, e);
    *out = status == OK && at.kind == PATH_FOLDER;
    arena_release(&a);
    return status;
}

/* Datasets may lack some of their databases. But where none is at hand now, nobody knows whether
 * one was when the suite was made. */
static enum status had_original(struct arena *a, const struct suite *s,
                                const struct suite_schema *schema, bool *out, struct err *e)
{
    struct json_value changes = {JSON_KIND_OBJECT, schema->changes};
    struct str of = {NULL, 0}, path;
    struct path_info at = {.kind = PATH_ABSENT};
    if (schema->changes.ptr)
        of = json_text(a, json_member(a, changes, STR("of")));
    enum status status = suite_original(a, s, NULL, of.ptr ? of : schema->db_id, &path, e);
    if (status == OK && s->databases)
        status = path_look(s->databases, &at, e);
    *out = path.ptr || at.kind == PATH_ABSENT;
    return status;
}

static enum status expect_copy(struct arena *a, const struct suite *s,
                               const struct suite_schema *schema, struct err *e)
{
    enum { BEGINNING = 100 };
    struct str folder = database_folder_path(a, databases_path(a, s->dir), schema->db_id), text;
    const char *path = database_file_path(a, folder, schema->db_id).ptr;
    struct path_info at;
    bool had;
    enum status status = path_look(path, &at, e);
    if (status == OK && at.kind == PATH_ABSENT) {
        status = had_original(a, s, schema, &had, e);
        if (status || !had)
            return status;
    }
    if (status == OK && at.kind != PATH_FILE)
        status = err_set(e, E_INPUT, "is not there, or no file: the part is not whole");
    if (status == OK)
        status = file_read_beginning(a, path, BEGINNING, &text, e);
    if (status == OK && !database_looks_whole(text, at.size))
        status = err_set(e, E_INPUT, "is no database, or cut: the part is not whole");
    if (status && !e->file[0])
        err_in_file(e, path);
    return status;
}

static enum status expect_all_copies(const struct suite *s, struct err *e)
{
    struct arena a = {0};
    enum status status = OK;
    for (uint32_t i = 0; i < s->n_schemas && status == OK; i++) {
        status = expect_copy(&a, s, &s->schemas[i], e);
        arena_rewind(&a, (struct arena_mark){0});
    }
    arena_release(&a);
    return status;
}

enum status suite_expect_copies(const char *dir, struct err *e)
{
    struct suite s;
    enum status status = suite_open_unreviewed(&s, dir, e);
    if (status)
        return status;
    status = expect_all_copies(&s, e);
    suite_close(&s);
    return status;
}

/* The order of seeds and cases, and whose schemas they have, is checked where suites are read. */
static enum status expect_suite(const char *dir, struct seed_span *out, struct err *e)
{
    struct suite s;
    bool copies;
    enum status status = suite_has_copies(dir, &copies, e);
    if (status == OK)
        status = suite_open_unreviewed(&s, dir, e);
    if (status)
        return status;
    if (copies)
        status = expect_all_copies(&s, e);
    *out = (struct seed_span){.count = s.n_seeds, .numbered = s.n_seeds > 0};
    if (out->numbered) {
        out->first = s.seeds[0].number;
        out->last = s.seeds[s.n_seeds - 1].number;
    }
    suite_close(&s);
    return status;
}

enum status suite_expect_whole(const char *dir, const struct part_manifest *m,
                               struct seed_span *out, struct err *e)
{
    struct arena a = {0};
    enum status status = expect_lines(&a, dir, "seeds.jsonl", m->seeds, e);
    if (status == OK)
        status = expect_lines(&a, dir, "cases.jsonl", m->cases, e);
    if (status == OK)
        status = array_each(arena_printf(&a, "%s/tables.json", dir).ptr, pass_entry, NULL, e);
    if (status == OK)
        status = expect_suite(dir, out, e);
    if (status == OK && m->exports)
        status = expect_export(&a, dir, e);
    arena_release(&a);
    return status;
}
