/* dataset.c: reading questions. */
#include "dataset/dataset.h"

#include "base/file.h"
#include "base/json_reader.h"
#include "base/path.h"
#include "engine/database_files.h"

enum { QUESTIONS_MAX = 1 << 30, QUESTION_MAX_BYTES = 100000 };

/* Where questions are looked for when no file is named. */
static const char *const QUESTION_FILES[] = {"dev.json", "dev.jsonl", "questions.jsonl"};

/* What is read of a question. The gold query is Spider's "query" or BIRD's "SQL"; in Spider's files
 * "sql" is the parsed form. */
enum question_member { DB_ID, QUESTION, QUERY, QUERY_BIRD, QUERY_SMALL, N_MEMBERS };

static const struct str MEMBERS[] = {
    [DB_ID] = STR_INIT("db_id"),    [QUESTION] = STR_INIT("question"), [QUERY] = STR_INIT("query"),
    [QUERY_BIRD] = STR_INIT("SQL"), [QUERY_SMALL] = STR_INIT("sql"),
};

struct loader {
    struct dataset *dataset;
    const char *dir, *path; /* of the dataset, of the questions */
    struct str databases;   /* their folder */
    bool from_databases;    /* there is no tables.json */
    struct err *err;
};

static enum status problem_at(struct loader *l, uint32_t line, const char *problem)
{
    err_at(l->err, E_INPUT, line, 0, "%s", problem);
    err_in_file(l->err, l->path);
    return E_INPUT;
}

/* Is there anything at `path`? */
static enum status exists(struct loader *l, const char *path, bool *out)
{
    struct path_info info;
    enum status status = path_look(path, &info, l->err);
    *out = info.kind != PATH_ABSENT;
    return status;
}

static enum status add_schema(struct loader *l, struct str db_id, struct str database)
{
    struct schema_set *set = &l->dataset->schemas;
    struct arena *a = &l->dataset->arena;
    ARENA_PUSH(a, set->schemas, set->count);
    enum status status = schema_from_database(a, database.ptr, arena_str(a, db_id),
                                              &set->schemas[set->count], l->err);
    set->count += status == OK;
    return status;
}

/* Find the schema of a seed. Pointers into the set are settled at the end, when it no longer grows.
 */
static enum status check_schema(struct loader *l, const struct seed *s)
{
    if (schema_set_find(&l->dataset->schemas, s->db_id))
        return OK;
    if (l->from_databases && s->database.ptr)
        return add_schema(l, s->db_id, s->database);
    err_at(l->err, E_INPUT, s->line, 0, "unknown db_id '%.*s': %s", STR_ARG(s->db_id),
           l->from_databases ? "there is neither tables.json nor database/<db_id>/<db_id>.sqlite"
                             : "tables.json does not have it");
    err_in_file(l->err, l->path);
    return E_INPUT;
}

/* The first that is a string; ptr NULL where none is. */
static struct str query_of(struct arena *a, const struct json_value members[N_MEMBERS])
{
    struct str query = {NULL, 0};
    for (int m = QUERY; m <= QUERY_SMALL && !query.ptr; m++)
        query = json_text_copy(a, members[m]);
    return query;
}

static enum status add_seed(struct loader *l, struct json_value entry, uint32_t line)
{
    struct dataset *d = l->dataset;
    struct json_reader json = json_reader_of(&d->arena, entry.raw);
    struct json_value members[N_MEMBERS];
    json_members(&json, MEMBERS, N_MEMBERS, members);
    struct seed s = {.number = d->n_seeds, .line = line};
    s.db_id = json_text_copy(&d->arena, members[DB_ID]);
    s.question = json_text_copy(&d->arena, members[QUESTION]);
    if (!s.db_id.ptr || !s.question.ptr)
        return problem_at(l, line, "no 'db_id' and 'question'");
    if (s.question.len > QUESTION_MAX_BYTES)
        return problem_at(l, line, "a question longer than 100000 bytes");
    if (!schema_is_db_id(s.db_id))
        return problem_at(l, line, "a db_id that is no name");
    s.question = str_trim(s.question);
    s.query = str_trim(query_of(&d->arena, members));
    enum status status = database_find(&d->arena, l->databases, s.db_id, &s.database, l->err);
    if (status)
        return status;
    ARENA_PUSH(&d->arena, d->seeds, d->n_seeds);
    d->seeds[d->n_seeds++] = s;
    return check_schema(l, &s);
}

/* All of `text` as one value. It begins on line `line`. */
static enum status read_whole(struct loader *l, struct str text, uint32_t line,
                              struct json_value *out)
{
    struct json_reader json = json_reader_strict(&l->dataset->arena, text);
    if (json_whole(&json, out))
        return OK;
    enum status status = json_reader_end(&json, line, l->err);
    err_in_file(l->err, l->path);
    return status;
}

static enum status read_array(struct loader *l, struct str text)
{
    struct json_value list, entry;
    enum status status = read_whole(l, text, 1, &list);
    if (status)
        return status;
    struct json_reader json = json_reader_of(&l->dataset->arena, list.raw);
    struct json_lines lines = json_lines_in(text);
    while (status == OK && json_next_item(&json, &entry))
        status = add_seed(l, entry, json_line_of(&lines, entry));
    return status;
}

static enum status read_lines(struct loader *l, struct str text)
{
    enum status status = OK;
    for (uint32_t line = 1; text.ptr && status == OK; line++) {
        struct str one = str_trim(str_split(&text, '\n'));
        struct json_value entry;
        if (one.len == 0)
            continue;
        status = read_whole(l, one, line, &entry);
        if (status == OK)
            status = add_seed(l, entry, line);
    }
    return status;
}

static enum status read_questions(struct loader *l)
{
    struct arena scratch = {0};
    struct str text;
    enum status status = file_read(&scratch, l->path, QUESTIONS_MAX, &text, l->err);
    if (status == OK) {
        text = str_skip_bom(text);
        status = str_starts(str_trim(text), STR("[")) ? read_array(l, text) : read_lines(l, text);
    }
    arena_release(&scratch);
    if (status == OK && l->dataset->n_seeds == 0)
        return problem_at(l, 1, "no questions");
    return status;
}

static enum status no_questions(struct loader *l)
{
    bool there;
    enum status status = exists(l, l->dir, &there);
    if (status == OK)
        status = err_set(l->err, E_IO,
                         there ? "no questions: neither dev.json nor dev.jsonl nor questions.jsonl"
                               : "no such folder");
    err_in_file(l->err, l->dir);
    return status;
}

static enum status find_questions(struct loader *l)
{
    for (size_t i = 0; i < sizeof QUESTION_FILES / sizeof *QUESTION_FILES; i++) {
        struct path_info info;
        l->path = arena_printf(&l->dataset->arena, "%s/%s", l->dir, QUESTION_FILES[i]).ptr;
        enum status status = path_look(l->path, &info, l->err);
        if (status || info.kind == PATH_FILE)
            return status;
    }
    return no_questions(l);
}

/* The schema as its database has it. What the database does not tell, since it cannot be read, is
 * as tables.json has it: then the proofs say why. */
static enum status settle_schema(struct loader *l, const struct seed *s, struct schema *schema)
{
    if (schema->declared || !s->database.ptr)
        return OK;
    struct err why;
    enum status status = schema_ask_database(&l->dataset->arena, s->database.ptr, schema, &why);
    if (status == OK || status == E_DB)
        return OK;
    *l->err = why;
    return status;
}

/* When the set no longer grows. */
static enum status settle_schemas(struct loader *l)
{
    struct dataset *d = l->dataset;
    enum status status = OK;
    for (uint32_t i = 0; i < d->schemas.count; i++)
        schema_drop_internal(&d->arena, &d->schemas.schemas[i]);
    for (uint32_t i = 0; i < d->n_seeds && status == OK; i++) {
        struct seed *s = &d->seeds[i];
        s->schema = schema_set_find(&d->schemas, s->db_id);
        status = settle_schema(l, s, &d->schemas.schemas[s->schema - d->schemas.schemas]);
    }
    return status;
}

static enum status load(struct loader *l, const char *questions)
{
    struct dataset *d = l->dataset;
    const char *tables = arena_printf(&d->arena, "%s/tables.json", l->dir).ptr;
    bool has_tables = false;
    l->path = questions;
    l->databases = databases_path(&d->arena, l->dir);
    enum status status = questions ? OK : find_questions(l);
    if (status == OK)
        status = exists(l, tables, &has_tables);
    l->from_databases = !has_tables;
    if (status == OK)
        status = file_expect_regular(tables, l->err);
    if (status == OK && has_tables)
        status = schema_set_load(&d->arena, tables, &d->schemas, l->err);
    if (status == OK)
        status = read_questions(l);
    return status ? status : settle_schemas(l);
}

enum status dataset_load(struct dataset *d, const char *dir, const char *questions, struct err *e)
{
    *d = (struct dataset){0};
    struct loader l = {.dataset = d, .dir = dir, .err = e};
    enum status status = load(&l, questions);
    if (status)
        dataset_release(d);
    return status;
}

void dataset_release(struct dataset *d)
{
    arena_release(&d->arena);
    *d = (struct dataset){0};
}

enum status dataset_load_reads(struct dataset *d, const char *path, struct err *e)
{
    struct line_reader r;
    struct str line;
    enum status status = line_reader_open(&r, path, e);
    if (status)
        return status;
    for (uint32_t i = 0; (status = line_reader_next(&r, &line, e)) == OK && line.ptr; i++) {
        line = str_trim(str_slice(line, 0, str_find(line, STR("\t"), 0)));
        if (i < d->n_seeds && line.len > 0)
            d->seeds[i].reads = arena_str(&d->arena, line);
    }
    if (status == OK && r.line < d->n_seeds) {
        status = err_at(e, E_INPUT, r.line, 0, "%u lines for %u questions", r.line, d->n_seeds);
        err_in_file(e, path);
    }
    line_reader_close(&r);
    return status;
}

static uint64_t add_text(uint64_t digest, struct str s)
{
    return hash_combine(digest, hash_bytes(s));
}

static uint64_t add_names(uint64_t digest, const struct schema *s)
{
    digest = add_text(digest, s->db_id);
    for (uint32_t i = 0; i < s->n_tables; i++)
        digest = add_text(digest, s->tables[i].name);
    for (uint32_t i = 0; i < s->n_columns; i++) {
        digest = hash_combine(add_text(digest, s->columns[i].name), s->columns[i].table);
        digest = hash_combine(digest, s->columns[i].primary);
        digest = add_text(digest, s->declared ? s->declared[i].type : STR(""));
    }
    return digest;
}

uint64_t dataset_digest(const struct dataset *d)
{
    uint64_t digest = d->n_seeds;
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        digest = add_text(digest, d->seeds[i].db_id);
        digest = add_text(digest, d->seeds[i].question);
        digest = add_text(digest, d->seeds[i].query);
    }
    for (uint32_t i = 0; i < d->schemas.count; i++)
        digest = add_names(digest, &d->schemas.schemas[i]);
    return digest;
}
