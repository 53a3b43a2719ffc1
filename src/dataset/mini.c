/* mini.c: unpacking the embedded benchmark. */
#include "dataset/mini.h"

#include "base/embedded.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json_reader.h"
#include "base/out_folder.h"
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
        digest = hash_combine(digest, hash_bytes(MINI_FILES[i].name));
        digest = hash_combine(digest, hash_bytes(embedded_text(&MINI_FILES[i])));
    }
    return digest;
}

/* Databases and schemas */

static enum status run_sql(const char *path, struct str sql, struct err *e)
{
    struct making making = {.path = path, .deadline_ms = UNPACKING_MS};
    struct database *d;
    enum status status = database_make(&making, &d, e);
    if (status)
        return status;
    status = database_make_all(d, sql, e);
    if (status == OK)
        status = database_made(d, e);
    if (status)
        err_in_file(e, path);
    database_close(d);
    return status;
}

/* Suites of this benchmark are the same wherever it was unpacked, and so shards of one may each
 * unpack it: the time of a file stands for its content. */
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
    enum status status = out_folder_make(&u->folder, folder.ptr, u->err);
    if (status == OK)
        status = run_sql(path, sql, u->err);
    if (status == OK)
        status = schema_from_database(&u->arena, path, db_id, schema, u->err);
    if (status == OK)
        status = set_time(path, u->err);
    if (status)
        return status;
    name_naturally(&u->arena, schema);
    struct json_writer json = json_writer_to(&u->tables);
    buf_put(&u->tables, u->n_schemas++ ? STR(",\n") : STR("[\n"));
    schema_json(&json, schema);
    return OK;
}

/* Questions */

/* An entry without Spider's form of the query, for the few that its grammar does not know. */
static void put_plain_entry(struct buf *out, struct str db_id, struct str question,
                            struct str query)
{
    struct json_writer json = json_writer_to(out);
    json_object_open(&json);
    json_key(&json, STR("db_id"));
    json_put_str(&json, db_id);
    json_key(&json, STR("query"));
    json_put_str(&json, query);
    json_key(&json, STR("question"));
    json_put_str(&json, question);
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
    enum status status = json_reader_end(&json, number, u->err);
    if (status == OK)
        put_entry(u, schema, json_text(&u->arena, v[0]), json_text(&u->arena, v[1]));
    return status;
}

static enum status add_questions(struct unpacking *u, const struct schema *schema, struct str lines)
{
    enum status status = OK;
    for (uint32_t number = 1; status == OK && lines.ptr; number++) {
        struct str line = str_split(&lines, '\n');
        if (line.len > 0)
            status = add_question(u, schema, line, number);
    }
    return status;
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
    enum status status = write_file(u, "tables.json", buf_str(&u->tables));
    if (status == OK)
        status = write_file(u, "dev.json", buf_str(&u->dev));
    if (status == OK)
        status = write_file(u, "dev_gold.sql", buf_str(&u->gold));
    return status;
}

static enum status unpack_all(struct unpacking *u)
{
    enum status status = OK;
    for (uint32_t i = 0; i + 1 < N_MINI_FILES && status == OK; i += 2) {
        const struct embedded_file *questions = &MINI_FILES[i], *sql = &MINI_FILES[i + 1];
        struct str db_id = str_slice(sql->name, 0, str_find(sql->name, STR("."), 0));
        struct schema schema;
        status = add_database(u, db_id, embedded_text(sql), &schema);
        if (status == OK)
            status = add_questions(u, &schema, embedded_text(questions));
    }
    return status ? status : write_lists(u);
}

enum status mini_unpack(const char *path, struct err *e)
{
    struct unpacking u = {.err = e};
    enum status status = out_folder_open(&u.folder, path, e);
    if (status)
        return status;
    status = unpack_all(&u);
    if (status == OK)
        status = out_folder_commit(&u.folder, e);
    out_folder_discard(&u.folder);
    buf_release(&u.tables);
    buf_release(&u.dev);
    buf_release(&u.gold);
    arena_release(&u.arena);
    return status;
}
