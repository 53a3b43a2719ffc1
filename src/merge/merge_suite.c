/* merge_suite.c: manifests, and the folders of suites.
 *
 * A part is read as users of suites read it, to see that it is whole. Then lines pass from the
 * parts to the suite. A schema is in the part of each shard that uses it, and in the suite where it
 * is used first. */
#include "base/file_copy.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/path.h"
#include "engine/database_files.h"
#include "merge/merge_set.h"
#include "schema/schema.h"
#include "spider/entries.h"
#include "suite/reviews.h"
#include "suite/suite_reader.h"
#include "suite/suite_store.h"

/* Manifests */

static enum status look_at_manifest(struct arena *a, const char *path, struct merge_part *out,
                                    struct err *e)
{
    struct manifest *m = ARENA_NEW(a, struct manifest);
    struct str text;
    TRY(file_expect_regular(path, e));
    TRY(file_read(a, path, MANIFEST_MAX, &text, e));
    TRY(merge_in_file(manifest_read(a, text, m, e), path, e));
    out->part = m->part;
    out->seeds.count = m->seeds;
    out->manifest = m;
    return OK;
}

static enum status write_manifest(struct merge_set *set, const struct merge_out *o, struct err *e)
{
    struct manifest whole = *set->parts[0].manifest; /* its lists become the sums */
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    for (uint32_t i = 1; i < set->count; i++)
        if (!manifest_add(&whole, set->parts[i].manifest)) {
            err_set(e, E_INPUT, "counts other things than %s", set->parts[0].path);
            return merge_in_file(E_INPUT, set->parts[i].path, e);
        }
    manifest_settle(&whole);
    if (whole.maker != MADE_BY_ATTACK && whole.seeds > 0 && whole.gold_faults >= whole.seeds)
        return err_set(e, E_INPUT, /* as one run says, and a shard must not */
                       "no query of the %llu seed%s of all parts can be used: the notices of their "
                       "shards say why",
                       (unsigned long long)whole.seeds, plural(whole.seeds));
    manifest_put(&w, &whole);
    enum status status = out_file_write(o->file, buf_str(&text), e);
    buf_release(&text);
    return status;
}

const struct merge_kind MERGE_MANIFEST = {
    .name = "manifest", .look = look_at_manifest, .write = write_manifest};

/* Arrays with an entry on each line: "[", entries with commas between them, "]" */

struct array {
    bool schemas;     /* entries have a db_id; else they need only be objects */
    bool ended;       /* the one that is being read */
    uint64_t entries; /* so far; of schemas that are joined, those that are new */

    /* To join arrays; zeroed to count their entries. */
    const struct merge_out *out;
    const struct merge_part *part; /* being read */
    struct name_map seen;          /* db_ids of schemas … */
    struct arena *arena;           /* … which are in here */
};

/* E_SYNTAX or E_INPUT if it is not an object, or a schema without a db_id that can name a folder.
 */
static enum status read_entry(const struct array *x, struct arena *a, struct str entry,
                              struct str *db_id, struct err *e)
{
    static const struct str NAME = STR_INIT("db_id");
    struct json_reader json = json_reader_of(a, entry);
    struct json_value id;
    json_members(&json, &NAME, 1, &id);
    TRY(json_reader_end(&json, 1, e));
    *db_id = json_text(a, id);
    if (x->schemas && !db_id->ptr)
        return err_set(e, E_INPUT, "a schema without 'db_id'");
    if (x->schemas && !schema_is_db_id(*db_id))
        return err_set(e, E_INPUT, "a schema whose db_id '%.*s' is not a name", STR_ARG(*db_id));
    return OK;
}

/* The database of a schema, if the part has it as a file. */
static enum status copy_database(const struct array *x, struct arena *a, struct str db_id,
                                 struct err *e)
{
    struct path_info at;
    struct str folder = database_folder_path(a, STR(DATABASES_FOLDER), db_id);
    const char *file = database_file_path(a, folder, db_id).ptr, *path = x->part->path;
    struct str suite = {path, str_after_last(str_from(path), '/')};
    const char *from = arena_printf(a, "%.*s%s", STR_ARG(suite), file).ptr;
    TRY(path_look(from, &at, e));
    if (at.kind != PATH_FILE)
        return OK;
    TRY(out_folder_make(x->out->folder, folder.ptr, e));
    return file_copy(from, out_folder_file(x->out->folder, file), e);
}

static enum status write_entry(struct array *x, struct arena *a, struct str entry, struct str db_id,
                               struct err *e)
{
    if (x->schemas && name_map_get(&x->seen, db_id) != NAME_NONE)
        return OK;
    if (x->schemas)
        name_map_put(&x->seen, x->arena, arena_str(x->arena, db_id), 0);
    TRY(out_file_write(x->out->file, x->entries++ ? STR(",\n") : STR("[\n"), e));
    TRY(out_file_write(x->out->file, entry, e));
    return x->part->copies ? copy_database(x, a, db_id, e) : OK;
}

static enum status take_array_line(void *ctx, const struct line_reader *lines, struct str line,
                                   struct arena *scratch, struct err *e)
{
    struct array *x = ctx;
    struct str db_id;
    (void)lines;
    if (!line.ptr && !x->ended)
        return err_set(e, E_INPUT, "ends too early: the part is not whole");
    x->ended = x->ended || str_eq(line, STR("]")) || str_eq(line, STR("[]"));
    if (x->ended || str_eq(line, STR("[")))
        return OK;
    line.len -= str_ends(line, STR(","));
    TRY(read_entry(x, scratch, line, &db_id, e));
    if (x->out)
        return write_entry(x, scratch, line, db_id, e);
    x->entries++;
    return OK;
}

static enum status write_array(struct merge_set *set, const struct merge_out *o, bool schemas,
                               struct err *e)
{
    struct array x = {.schemas = schemas, .out = o, .arena = &set->arena};
    name_map_init_exact(&x.seen, x.arena, 64);
    for (uint32_t i = 0; i < set->count; i++) {
        x.part = &set->parts[i];
        x.ended = false;
        TRY(merge_each_line(x.part->path, take_array_line, &x, e));
    }
    return out_file_write(o->file, x.entries ? STR("\n]\n") : STR("[]\n"), e);
}

static enum status write_cases(struct merge_set *set, const struct merge_out *o, struct err *e)
{
    return write_array(set, o, false, e);
}

static enum status write_schemas(struct merge_set *set, const struct merge_out *o, struct err *e)
{
    return write_array(set, o, true, e);
}

/* Is a part whole? */

/* A folder that was copied only in part has a manifest, too. */
static enum status expect_lines(const char *path, uint64_t n, struct err *e)
{
    struct copied c;
    TRY(file_count_lines(path, &c, e));
    if (c.lines == n && c.ends_line)
        return OK;
    err_set(e, E_INPUT,
            "has %llu line%s%s, of which its manifest counts %llu: the part is not whole",
            (unsigned long long)c.lines, plural(c.lines), c.ends_line ? "" : " and a piece of one",
            (unsigned long long)n);
    return merge_in_file(E_INPUT, path, e);
}

static enum status expect_entries(const char *path, bool schemas, uint64_t n, struct err *e)
{
    struct array x = {.schemas = schemas};
    TRY(merge_each_line(path, take_array_line, &x, e));
    if (x.entries == n)
        return OK;
    err_set(e, E_INPUT, "has %llu entr%s, and should have %llu: the part is not whole",
            (unsigned long long)x.entries, x.entries == 1 ? "y" : "ies", (unsigned long long)n);
    return merge_in_file(E_INPUT, path, e);
}

/* Add to the count at `ctx` how many cases have Spider's form. */
static enum status count_forms(void *ctx, struct suite *s, struct err *e)
{
    uint64_t *count = ctx;
    struct arena scratch = {0};
    enum status status = OK;
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++) {
        const struct test_case *c = &s->cases[i];
        const struct suite_schema *schema;
        struct spider_entry entry;
        status = suite_schema(s, c->db_id, &schema, e);
        if (status == OK)
            *count += spider_entry_read(&scratch, schema->schema, c->question, c->query, &entry);
        arena_clear(&scratch);
    }
    arena_release(&scratch);
    return status;
}

/* Datasets may lack some of their databases. If they are all out of reach now, nobody knows whether
 * there was one when the suite was made. */
static enum status had_original(struct arena *a, const struct suite *s,
                                const struct suite_schema *schema, bool *out, struct err *e)
{
    struct json_value changes = {JSON_KIND_OBJECT, schema->changes};
    struct str of = STR_NONE, path;
    struct path_info at = {.kind = PATH_ABSENT};
    if (schema->changes.ptr)
        of = json_text(a, json_member(a, changes, STR("of")));
    TRY(suite_original(a, s, NULL, of.ptr ? of : schema->db_id, &path, e));
    if (s->databases)
        TRY(path_look(s->databases, &at, e));
    *out = path.ptr || at.kind == PATH_ABSENT;
    return OK;
}

static enum status expect_database(struct arena *a, const char *path, const struct path_info *at,
                                   struct err *e)
{
    enum { BEGINNING = 100 };
    struct str text;
    if (at->kind != PATH_FILE)
        return err_set(e, E_INPUT, "is not there, or not a file: the part is not whole");
    TRY(file_read_beginning(a, path, BEGINNING, &text, e));
    if (!database_looks_whole(text, at->size))
        return err_set(e, E_INPUT, "is not a database, or cut: the part is not whole");
    return OK;
}

static enum status expect_copy(struct arena *a, const struct suite *s,
                               const struct suite_schema *schema, struct err *e)
{
    struct str folder = database_folder_path(a, databases_path(a, s->dir), schema->db_id);
    const char *path = database_file_path(a, folder, schema->db_id).ptr;
    struct path_info at;
    bool had = true;
    TRY(path_look(path, &at, e));
    if (at.kind == PATH_ABSENT)
        TRY(had_original(a, s, schema, &had, e));
    return had ? merge_in_file(expect_database(a, path, &at, e), path, e) : OK;
}

/* There is a copy of the database of each schema, unless its original is missing, too. */
static enum status expect_copies(void *ctx, struct suite *s, struct err *e)
{
    struct arena a = {0};
    enum status status = OK;
    (void)ctx;
    for (uint32_t i = 0; i < s->n_schemas && status == OK; i++) {
        status = expect_copy(&a, s, &s->schemas[i], e);
        arena_clear(&a);
    }
    arena_release(&a);
    return status;
}

/* Suites */

enum { MANIFEST, SEEDS, CASES, SCHEMAS, EXPORTED_CASES, EXPORTED_SCHEMAS, N_SUITE_FILES };

static const struct merge_kind MANIFEST_OF_SUITE = {.name = "manifest", .write = write_manifest},
                               LINES = {.name = "lines", .write = merge_lines},
                               CASE_ARRAY = {.name = "cases", .write = write_cases},
                               SCHEMA_ARRAY = {.name = "schemas", .write = write_schemas};

static const struct merge_file SUITE_FILES[] = {{"manifest.json", &MANIFEST_OF_SUITE, false},
                                                {"seeds.jsonl", &LINES, false},
                                                {"cases.jsonl", &LINES, false},
                                                {"tables.json", &SCHEMA_ARRAY, false},
                                                {"spider/dev.json", &CASE_ARRAY, true},
                                                {"spider/tables.json", &SCHEMA_ARRAY, true}};

/* `ctx` is a struct merge_ids. */
static enum status look_at_ids(void *ctx, struct suite *s, struct err *e)
{
    (void)e;
    for (uint32_t i = 0; i < s->n_seeds; i++)
        merge_ids_seed(ctx, s->seeds[i].number);
    for (uint32_t i = 0; i < s->n_cases; i++)
        merge_ids_case(ctx, s->cases[i].id);
    return OK;
}

/* Spider's files have all schemas, and the cases that have its form. The manifest of an attack does
 * not count these. */
static enum status look_at_export(struct suite_reader *r, const struct merge_part *files,
                                  struct err *e)
{
    const struct manifest *m = files[MANIFEST].manifest;
    uint64_t cases = m->spider ? m->spider->cases : 0;
    if (m->maker == MADE_BY_ATTACK)
        TRY(suite_reader_visit_all(r, count_forms, &cases, e));
    TRY(expect_entries(files[EXPORTED_CASES].path, false, cases, e));
    return expect_entries(files[EXPORTED_SCHEMAS].path, true, r->schemas.count, e);
}

/* The survey checks the order of seeds and cases, and that their schemas are there. */
static enum status look_at_contents(struct suite_reader *r, struct merge_part *out, struct err *e)
{
    struct merge_ids ids = merge_ids_begin(out);
    TRY(suite_reader_survey(r, look_at_ids, &ids, e));
    merge_ids_end(&ids);
    if (out->copies)
        TRY(suite_reader_visit_all(r, expect_copies, NULL, e));
    return out->files[EXPORTED_CASES].path ? look_at_export(r, out->files, e) : OK;
}

/* The files that the suite must have. */
static enum status look_at_files(struct arena *a, const char *path, struct merge_part *files,
                                 struct err *e)
{
    for (uint32_t i = 0; i < N_SUITE_FILES; i++)
        files[i].path = merge_file_in(a, path, SUITE_FILES[i].name);
    TRY(look_at_manifest(a, files[MANIFEST].path, &files[MANIFEST], e));
    const struct manifest *m = files[MANIFEST].manifest;
    if (!m->spider && m->maker != MADE_BY_ATTACK)
        files[EXPORTED_CASES].path = files[EXPORTED_SCHEMAS].path = NULL;
    TRY(expect_lines(files[SEEDS].path, m->seeds, e));
    TRY(expect_lines(files[CASES].path, manifest_cases(m), e));
    return merge_each_line(files[SCHEMAS].path, take_array_line, &(struct array){.schemas = true},
                           e);
}

static enum status look_at_suite(struct arena *a, const char *path, struct merge_part *out,
                                 struct err *e)
{
    struct path_info databases;
    struct suite_reader r;
    bool reviewed;
    TRY(reviews_there(path, &reviewed, e));
    if (reviewed)
        return err_set(e, E_INPUT,
                       "was reviewed, and a part of a suite cannot be: review the merged suite, "
                       "and remove " REVIEWS_FILE " here");
    TRY(look_at_files(a, path, out->files, e));
    TRY(path_look(databases_path(a, path).ptr, &databases, e));
    out->part = out->files[MANIFEST].part;
    out->copies = out->files[SCHEMAS].copies = databases.kind == PATH_FOLDER;
    TRY(suite_reader_open(&r, path, e));
    enum status status = look_at_contents(&r, out, e);
    suite_reader_close(&r);
    return status;
}

/* Copies of databases are made by all shards or by none. Parts that have some were checked. */
static enum status agree_on_copies(const struct merge_set *set, struct err *e)
{
    bool copies = false;
    for (uint32_t i = 0; i < set->count; i++)
        copies = copies || set->parts[i].copies;
    for (uint32_t i = 0; i < set->count; i++)
        if (copies && !set->parts[i].copies)
            TRY(suite_visit_all(set->parts[i].path, expect_copies, NULL, e));
    return OK;
}

const struct merge_kind MERGE_SUITE = {.name = "suite",
                                       .look = look_at_suite,
                                       .agree = agree_on_copies,
                                       .files = SUITE_FILES,
                                       .n_files = N_SUITE_FILES};
