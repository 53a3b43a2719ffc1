/* suite_writer.c: the files of a suite. */
#include "suite/suite_writer.h"

#include "engine/database_files.h"
#include "relation/migration_json.h"
#include "schema/schema_json.h"
#include "store/database_copy.h"

enum { TEXT_MAX = 1 << 30 };

static enum status open_files(struct suite_writer *w, struct err *e)
{
    enum status status = out_file_open(&w->seeds, out_folder_file(&w->folder, "seeds.jsonl"), e);
    if (status == OK)
        status = out_file_open(&w->cases, out_folder_file(&w->folder, "cases.jsonl"), e);
    if (status == OK)
        status = out_file_open(&w->tables, out_folder_file(&w->folder, "tables.json"), e);
    if (status == OK && w->extras.spider)
        status = spider_export_open(&w->spider, &w->folder, e);
    return status;
}

enum status suite_writer_open(struct suite_writer *w, const char *path,
                              const struct suite_extras *extras, struct err *e)
{
    *w = (struct suite_writer){.extras = *extras};
    enum status status = out_folder_open(&w->folder, path, e);
    if (status)
        return status;
    buf_limit(&w->text, TEXT_MAX);
    name_map_init_exact(&w->written, &w->folder.arena, 64);
    status = open_files(w, e);
    if (status)
        suite_writer_discard(w);
    return status;
}

/* Write what is in `text`, which is emptied. */
static enum status flush(struct suite_writer *w, struct out_file *f, struct err *e)
{
    enum status status = buf_whole(&w->text)
                             ? out_file_write(f, buf_str(&w->text), e)
                             : err_set(e, E_LIMIT, "too much for one seed of a suite");
    buf_clear(&w->text);
    return status;
}

static void put_line(struct suite_writer *w, const struct record *r, const void *it)
{
    struct json_writer json = json_writer_to(&w->text);
    record_put(&json, r, it);
    json_line_end(&json);
}

/* Schemas and databases */

/* A schema that is used, or what a migration makes of it. */
struct schema_use {
    const struct schema *schema;
    const char *database; /* of that schema; NULL where there is none, or it stays where it is */
    struct str db_id;
    const struct migration *migration; /* NULL: the schema as it is */
};

static struct schema_use use_of_seed(const struct seed *seed)
{
    return (struct schema_use){seed->schema, seed->database.ptr, seed->db_id, NULL};
}

static struct schema_use use_of_case(const struct seed *seed, const struct test_case *c)
{
    if (c->schema)
        return (struct schema_use){c->schema, NULL, c->db_id, NULL};
    return (struct schema_use){seed->schema, seed->database.ptr, c->db_id, c->migration};
}

static struct schema schema_of(struct arena *a, const struct schema_use *use)
{
    struct schema s = *use->schema;
    if (use->migration)
        migration_schema(a, use->migration, use->db_id, &s, NULL);
    return s;
}

/* Remember the db_id; false where it is known already. */
static bool is_new(struct suite_writer *w, struct str db_id)
{
    struct arena *a = &w->folder.arena;
    if (name_map_get(&w->written, db_id) != NAME_NONE)
        return false;
    name_map_put(&w->written, a, arena_str(a, db_id), 0);
    return true;
}

static enum status write_database(struct suite_writer *w, const struct schema_use *use,
                                  struct err *e)
{
    struct arena a = {0};
    const char *name = database_folder_path(&a, STR(DATABASES_FOLDER), use->db_id).ptr;
    struct str folder = arena_printf(&a, "%s/%s", w->folder.temporary, name);
    const char *path = database_file_path(&a, folder, use->db_id).ptr;
    enum status status = out_folder_make(&w->folder, name, e);
    if (status == OK)
        status = database_copy(use->database, use->migration, path, e);
    arena_release(&a);
    return status;
}

static enum status write_schema(struct suite_writer *w, const struct schema_use *use, struct err *e)
{
    struct json_writer json = json_writer_to(&w->text);
    struct str between = w->written.count > 1 ? STR(",\n") : STR("[\n");
    buf_put(&w->text, between);
    if (use->migration)
        migration_json(&json, use->migration, use->db_id);
    else
        schema_json(&json, use->schema);
    if (w->extras.keep && buf_whole(&w->text))
        suite_add_schema(w->extras.keep, use->schema, use->db_id, use->migration,
                         str_slice(buf_str(&w->text), between.len, w->text.len));
    return flush(w, &w->tables, e);
}

/* Where the schema is new: its entry of tables.json, and what else goes with it. */
static enum status use_schema(struct suite_writer *w, const struct schema_use *use, struct err *e)
{
    if (!is_new(w, use->db_id))
        return OK;
    enum status status = write_schema(w, use, e);
    if (status == OK && w->extras.databases && use->database)
        status = write_database(w, use, e);
    if (status == OK && w->extras.spider) {
        struct schema s = schema_of(&w->scratch, use);
        status = spider_export_schema(&w->spider, &s, e);
    }
    return status;
}

/* Seeds and cases */

static enum status export_case(struct suite_writer *w, const struct seed *seed,
                               const struct test_case *c, struct err *e)
{
    const struct schema_use use = use_of_case(seed, c);
    struct schema s = schema_of(&w->scratch, &use);
    return spider_export_case(&w->spider, &w->scratch, &s, c->question, c->query, e);
}

static enum status write_cases(struct suite_writer *w, const struct seed *seed,
                               const struct test_case *cases, uint32_t n, struct err *e)
{
    for (uint32_t i = 0; i < n; i++)
        put_line(w, &CASE_RECORD, &cases[i]);
    enum status status = flush(w, &w->cases, e);
    for (uint32_t i = 0; i < n && status == OK; i++) {
        const struct schema_use use = use_of_case(seed, &cases[i]);
        struct arena_mark mark = arena_mark(&w->scratch);
        if (w->extras.spider)
            status = export_case(w, seed, &cases[i], e);
        if (status == OK)
            status = use_schema(w, &use, e);
        if (w->extras.keep)
            suite_add_case(w->extras.keep, &cases[i]);
        arena_rewind(&w->scratch, mark);
    }
    return status;
}

enum status suite_writer_add(struct suite_writer *w, const struct seed *seed,
                             const struct test_case *cases, uint32_t n_cases, struct err *e)
{
    const struct schema_use own = use_of_seed(seed);
    put_line(w, &SEED_RECORD, seed);
    enum status status = flush(w, &w->seeds, e);
    if (status == OK)
        status = use_schema(w, &own, e);
    if (w->extras.keep)
        suite_add_seed(w->extras.keep, seed);
    return status ? status : write_cases(w, seed, cases, n_cases, e);
}

/* Ending */

enum status suite_writer_commit(struct suite_writer *w, struct str manifest, struct err *e)
{
    enum status status =
        out_file_write(&w->tables, w->written.count ? STR("\n]\n") : STR("[]\n"), e);
    if (status == OK && w->extras.spider)
        status = spider_export_commit(&w->spider, e);
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
    if (status == OK && w->extras.keep)
        suite_settle(w->extras.keep);
    suite_writer_discard(w);
    return status;
}

void suite_writer_discard(struct suite_writer *w)
{
    out_file_discard(&w->seeds);
    out_file_discard(&w->cases);
    out_file_discard(&w->tables);
    spider_export_discard(&w->spider);
    out_folder_discard(&w->folder);
    buf_release(&w->text);
    arena_release(&w->scratch);
    *w = (struct suite_writer){0};
}
