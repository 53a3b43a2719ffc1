/* merge_suite_whole.c: lines are counted, and then read as whoever uses the suite reads them. */
#include "merge/merge_suite_whole.h"

#include "base/file_copy.h"
#include "base/json_reader.h"
#include "base/number.h"
#include "base/path.h"
#include "engine/database_files.h"
#include "merge/merge_array.h"
#include "schema/schema.h"
#include "spider/entries.h"
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

/* Entries of arrays */

enum status suite_schema_entry(struct arena *a, struct str entry, struct str *db_id, struct err *e)
{
    static const struct str NAME = STR_INIT("db_id");
    struct json_reader json = json_reader_of(a, entry);
    struct json_value id;
    json_members(&json, &NAME, 1, &id);
    enum status status = json_reader_end(&json, 1, e);
    if (status)
        return status;
    *db_id = json_text(a, id);
    if (!db_id->ptr)
        return err_set(e, E_INPUT, "a schema without 'db_id'");
    if (!schema_is_db_id(*db_id))
        return err_set(e, E_INPUT, "a schema whose db_id '%.*s' is no name", STR_ARG(*db_id));
    return OK;
}

struct entry_count {
    bool schemas; /* or cases, which need only be objects */
    uint64_t n;
};

static enum status count_entry(void *ctx, struct str entry, struct err *e)
{
    struct entry_count *count = ctx;
    struct arena a = {0};
    struct str db_id;
    enum status status;
    if (count->schemas)
        status = suite_schema_entry(&a, entry, &db_id, e);
    else {
        struct json_reader json = json_reader_of(&a, entry);
        struct json_value value;
        for (struct str key; json_next(&json, &key, &value);)
            ;
        status = json_reader_end(&json, 1, e);
    }
    count->n++;
    arena_release(&a);
    return status;
}

/* The array is to its end of entries that make sense, and has so many. */
static enum status expect_entries(const char *path, bool schemas, uint64_t n, struct err *e)
{
    struct entry_count count = {.schemas = schemas};
    enum status status = array_each(path, count_entry, &count, e);
    if (status || count.n == n)
        return status;
    err_set(e, E_INPUT, "has %llu entr%s, and should have %llu: the part is not whole",
            (unsigned long long)count.n, count.n == 1 ? "y" : "ies", (unsigned long long)n);
    err_in_file(e, path);
    return E_INPUT;
}

/* How many of the cases have Spider's form. */
static enum status count_forms(struct suite *s, uint64_t *out, struct err *e)
{
    struct arena scratch = {0};
    enum status status = OK;
    *out = 0;
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++) {
        const struct test_case *c = &s->cases[i];
        const struct suite_schema *schema;
        struct spider_entry entry;
        status = suite_schema(s, c->db_id, &schema, e);
        if (status == OK)
            *out += spider_entry_read(&scratch, schema->schema, c->question, c->query, &entry);
        arena_clear(&scratch);
    }
    arena_release(&scratch);
    return status;
}

/* Spider's files have all schemas, and the cases that have its form. The manifest of an attack does
 * not count these. */
static enum status expect_export(struct suite *s, const struct manifest *m, struct err *e)
{
    struct arena a = {0};
    uint64_t cases = m->spider ? m->spider->cases : 0;
    enum status status = m->maker == MADE_BY_ATTACK ? count_forms(s, &cases, e) : OK;
    if (status == OK)
        status =
            expect_entries(arena_printf(&a, "%s/spider/dev.json", s->dir).ptr, false, cases, e);
    if (status == OK)
        status = expect_entries(arena_printf(&a, "%s/spider/tables.json", s->dir).ptr, true,
                                s->n_schemas, e);
    arena_release(&a);
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
        arena_clear(&a);
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

static struct digest digest_ids(const struct suite *s)
{
    struct digester d;
    digest_begin(&d);
    for (uint32_t i = 0; i < s->n_seeds; i++)
        digest_add_number(&d, s->seeds[i].number);
    for (uint32_t i = 0; i < s->n_cases; i++)
        digest_add(&d, s->cases[i].id);
    return digest_end(&d);
}

static void tell(const struct suite *s, struct merge_part *out)
{
    out->seeds = (struct seed_span){.count = s->n_seeds, .numbered = s->n_seeds > 0};
    if (out->seeds.numbered) {
        out->seeds.first = s->seeds[0].number;
        out->seeds.last = s->seeds[s->n_seeds - 1].number;
    }
    out->has = (struct merge_contents){s->n_cases, digest_ids(s), STR("")};
}

/* The order of seeds and cases, and whose schemas they have, is checked where suites are read. */
static enum status expect_suite(const char *dir, const struct manifest *m, struct merge_part *out,
                                struct err *e)
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
    if (status == OK && (m->spider || m->maker == MADE_BY_ATTACK))
        status = expect_export(&s, m, e);
    tell(&s, out);
    suite_close(&s);
    return status;
}

enum status suite_expect_whole(const char *dir, const struct manifest *m, struct merge_part *out,
                               struct err *e)
{
    struct arena a = {0};
    struct entry_count schemas = {.schemas = true};
    enum status status = expect_lines(&a, dir, "seeds.jsonl", m->seeds, e);
    if (status == OK)
        status = expect_lines(&a, dir, "cases.jsonl", manifest_cases(m), e);
    if (status == OK)
        status = array_each(arena_printf(&a, "%s/tables.json", dir).ptr, count_entry, &schemas, e);
    if (status == OK)
        status = expect_suite(dir, m, out, e);
    arena_release(&a);
    return status;
}
