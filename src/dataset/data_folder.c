/* data_folder.c: unpacking the embedded benchmark where the user's caches are. */
#include "dataset/data_folder.h"

#include "base/embedded.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/json_reader.h"
#include "base/out_folder.h"
#include "base/path.h"
#include "engine/database_files.h"
#include "engine/database_make.h"
#include "lexicon/name_style.h"
#include "schema/schema_json.h"
#include "spider/entries.h"

#include <fcntl.h>
#include <sys/stat.h>

extern const struct embedded_file MINI_FILES[]; /* of one database the .jsonl, then the .sql */
extern const uint32_t N_MINI_FILES;

enum { UNPACKING_MS = 300000 };

/* The benchmark while it is being unpacked. */
struct unpacking {
    struct out_folder folder;
    struct arena arena;
    struct buf tables, dev, gold;
    uint32_t n_schemas, n_questions;
    struct err *err;
};

uint64_t mini_digest(void)
{
    uint64_t digest = N_MINI_FILES;
    for (uint32_t i = 0; i < N_MINI_FILES; i++) {
        digest = hash_str(digest, MINI_FILES[i].name);
        digest = hash_str(digest, embedded_text(&MINI_FILES[i]));
    }
    return digest;
}

/* Databases and schemas */

static enum status run_sql(const char *path, struct str sql, struct err *e)
{
    struct making making = {.path = path, .deadline_ms = UNPACKING_MS};
    struct database *d;
    TRY(database_make(&making, &d, e));
    enum status status = database_make_all(d, sql, e);
    if (status == OK)
        status = database_made(d, e);
    if (status)
        err_in_file(e, path);
    database_close(d);
    return status;
}

/* The time of a file stands for its content. So suites of this benchmark are the same wherever it
 * was unpacked, and each shard of one may unpack it. */
static enum status set_time(const char *path, struct err *e)
{
    static const struct timespec TIMES[2] = {{.tv_sec = 0}, {.tv_sec = 0}};
    return utimensat(AT_FDCWD, path, TIMES, 0) == 0 ? OK : err_io(e, path, "set its time");
}

/* "departure time" for departureTime. */
static void name_naturally(struct arena *a, struct schema *s)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        s->tables[t].natural = name_in_words(a, s->tables[t].name);
    for (uint32_t c = 1; c < s->n_columns; c++)
        s->columns[c].natural = name_in_words(a, s->columns[c].name);
}

static enum status add_database(struct unpacking *u, struct str db_id, struct str sql,
                                struct schema *schema)
{
    struct str folder = database_folder_path(&u->arena, STR(DATABASES_FOLDER), db_id);
    struct str file = database_file_path(&u->arena, folder, db_id);
    const char *path = out_folder_file(&u->folder, file.ptr);
    TRY(out_folder_make(&u->folder, folder.ptr, u->err));
    TRY(run_sql(path, sql, u->err));
    TRY(schema_from_database(&u->arena, path, db_id, schema, u->err));
    TRY(set_time(path, u->err));
    name_naturally(&u->arena, schema);
    struct json_writer json = json_writer_to(&u->tables);
    buf_put(&u->tables, u->n_schemas++ ? STR(",\n") : STR("[\n"));
    schema_json(&json, schema);
    return OK;
}

/* Questions */

/* An entry without Spider's parsed query, for the few queries that Spider's grammar lacks. */
static void put_plain_entry(struct buf *out, struct str db_id, struct str question,
                            struct str query)
{
    struct json_writer json = json_writer_to(out);
    json_object_open(&json);
    json_key_str(&json, "db_id", db_id);
    json_key_str(&json, "query", query);
    json_key_str(&json, "question", question);
    json_object_close(&json);
}

static void put_entry(struct unpacking *u, const struct schema *schema, struct str question,
                      struct str query)
{
    struct spider_entries one = {0};
    spider_entries_add(&one, &u->arena, schema, question, query);
    buf_put(&u->dev, u->n_questions++ ? STR(",\n") : STR("[\n"));
    if (one.count)
        buf_put(&u->dev, buf_str(&one.text));
    else
        put_plain_entry(&u->dev, schema->db_id, question, query);
    buf_printf(&u->gold, "%.*s\t%.*s\n", STR_ARG(query), STR_ARG(schema->db_id));
    buf_release(&one.text);
}

static enum status add_question(struct unpacking *u, const struct schema *schema, struct str line,
                                uint32_t number)
{
    static const struct str NAMES[] = {STR_INIT("question"), STR_INIT("query")};
    struct json_reader json = json_reader_of(&u->arena, line);
    struct json_value v[2];
    json_members(&json, NAMES, 2, v);
    TRY(json_reader_end(&json, number, u->err));
    put_entry(u, schema, json_text(&u->arena, v[0]), json_text(&u->arena, v[1]));
    return OK;
}

static enum status add_questions(struct unpacking *u, const struct schema *schema, struct str lines)
{
    for (uint32_t number = 1; lines.ptr; number++) {
        struct str line = str_split(&lines, '\n');
        if (line.len > 0)
            TRY(add_question(u, schema, line, number));
    }
    return OK;
}

/* Files */

static enum status write_file(struct unpacking *u, const char *name, struct str text)
{
    return file_write(out_folder_file(&u->folder, name), text, u->err);
}

static enum status write_lists(struct unpacking *u)
{
    buf_put(&u->tables, STR("\n]\n"));
    buf_put(&u->dev, STR("\n]\n"));
    TRY(write_file(u, "tables.json", buf_str(&u->tables)));
    TRY(write_file(u, "dev.json", buf_str(&u->dev)));
    return write_file(u, "dev_gold.sql", buf_str(&u->gold));
}

static enum status unpack_all(struct unpacking *u)
{
    for (uint32_t i = 0; i + 1 < N_MINI_FILES; i += 2) {
        const struct embedded_file *questions = &MINI_FILES[i], *sql = &MINI_FILES[i + 1];
        struct str db_id = str_slice(sql->name, 0, str_find(sql->name, STR("."), 0));
        struct schema schema;
        TRY(add_database(u, db_id, embedded_text(sql), &schema));
        TRY(add_questions(u, &schema, embedded_text(questions)));
    }
    return write_lists(u);
}

enum status mini_unpack(const char *path, struct err *e)
{
    struct unpacking u = {.err = e};
    TRY(out_folder_open(&u.folder, path, e));
    enum status status = unpack_all(&u);
    if (status == OK)
        status = out_folder_commit(&u.folder, e);
    out_folder_discard(&u.folder);
    buf_release(&u.tables);
    buf_release(&u.dev);
    buf_release(&u.gold);
    arena_release(&u.arena);
    return status;
}

/* The folder */

static enum status is_unpacked(const char *path, bool *out, struct err *e)
{
    struct arena a = {0};
    struct path_info info;
    enum status status = path_look(arena_printf(&a, "%s/dev.json", path).ptr, &info, e);
    *out = info.kind == PATH_FILE;
    arena_release(&a);
    return status;
}

/* Two runs may unpack at once: then one of them finds the other's folder in place. */
static enum status unpack_mini(const char *cache, const char *path, struct err *e)
{
    enum status status = cache_folder_make(cache, e);
    if (status == OK)
        status = mini_unpack(path, e);
    struct err ignored;
    bool there = false;
    return status && is_unpacked(path, &there, &ignored) == OK && there ? OK : status;
}

enum status data_folder(struct arena *a, const char *data, const char **out, struct err *e)
{
    *out = data;
    if (strcmp(data, "mini") != 0)
        return OK;
    const char *cache = cache_folder(a);
    if (!cache)
        return err_set(e, E_IO, "no place for --data mini: set HOME or XDG_CACHE_HOME");
    *out = arena_printf(a, "%s/mini-%016llx", cache, (unsigned long long)mini_digest()).ptr;
    bool there;
    TRY(is_unpacked(*out, &there, e));
    return there ? OK : unpack_mini(cache, *out, e);
}
