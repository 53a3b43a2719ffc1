/* dataset.c: reading questions. */
#include "dataset/dataset.h"

#include "base/file.h"
#include "base/json_place.h"

#include <jansson.h>
#include <unistd.h>

enum { QUESTIONS_MAX = 1 << 30 };

/* Where questions are looked for when no file is named. */
enum { QUESTION_MAX_BYTES = 100000 };

static const char *const QUESTION_FILES[] = {"dev.json", "dev.jsonl", "questions.jsonl"};

/* Keys that hold the gold query: Spider's, then BIRD's. In Spider's files "sql" is the parsed form.
 */
static const char *const QUERY_KEYS[] = {"query", "SQL", "sql"};

struct loader {
    struct dataset *dataset;
    const char *dir, *path; /* of the dataset, of the questions */
    bool from_databases;    /* there is no tables.json */
    struct err *err;
};

static struct str json_text(const json_t *j)
{
    return (struct str){json_string_value(j), json_string_length(j)};
}

static enum status problem_at(struct loader *l, uint32_t line, const char *problem)
{
    err_at(l->err, E_INPUT, line, 0, "%s", problem);
    err_in_file(l->err, l->path);
    return E_INPUT;
}

static struct str database_path(struct loader *l, struct str db_id)
{
    struct arena *a = &l->dataset->arena;
    struct str path =
        arena_printf(a, "%s/database/%.*s/%.*s.sqlite", l->dir, STR_ARG(db_id), STR_ARG(db_id));
    return access(path.ptr, R_OK) == 0 ? path : (struct str){NULL, 0};
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
    err_at(l->err, E_INPUT, s->line, 0, "unknown db_id '%.*s'", STR_ARG(s->db_id));
    err_in_file(l->err, l->path);
    return E_INPUT;
}

static const json_t *query_of(const json_t *entry)
{
    for (size_t i = 0; i < sizeof QUERY_KEYS / sizeof *QUERY_KEYS; i++) {
        const json_t *query = json_object_get(entry, QUERY_KEYS[i]);
        if (json_is_string(query))
            return query;
    }
    return NULL;
}

static enum status add_seed(struct loader *l, const json_t *entry, uint32_t line)
{
    struct dataset *d = l->dataset;
    const json_t *db_id = json_object_get(entry, "db_id");
    const json_t *question = json_object_get(entry, "question");
    const json_t *query = query_of(entry);
    if (!json_is_string(db_id) || !json_is_string(question))
        return problem_at(l, line, "no 'db_id' and 'question'");
    if (json_string_length(question) > QUESTION_MAX_BYTES)
        return problem_at(l, line, "a question longer than 100000 bytes");
    if (!schema_is_db_id(json_text(db_id)))
        return problem_at(l, line, "a db_id that is no name");
    ARENA_PUSH(&d->arena, d->seeds, d->n_seeds);
    struct seed *s = &d->seeds[d->n_seeds];
    *s = (struct seed){.number = d->n_seeds, .line = line};
    s->db_id = arena_str(&d->arena, json_text(db_id));
    s->question = str_trim(arena_str(&d->arena, json_text(question)));
    if (query)
        s->query = str_trim(arena_str(&d->arena, json_text(query)));
    s->database = database_path(l, s->db_id);
    d->n_seeds++;
    return check_schema(l, s);
}

static enum status json_problem(struct loader *l, uint32_t line, const json_error_t *problem)
{
    err_at(l->err, E_SYNTAX, line, (uint32_t)problem->column, "%s", problem->text);
    err_in_file(l->err, l->path);
    return E_SYNTAX;
}

static enum status read_array(struct loader *l, struct str text)
{
    json_error_t problem;
    json_t *root = json_loadb(text.ptr, text.len, 0, &problem);
    if (!root)
        return json_problem(l, (uint32_t)problem.line, &problem);
    enum status status = OK;
    struct json_place place = json_place_in(text);
    for (size_t i = 0; i < json_array_size(root) && status == OK; i++)
        status = add_seed(l, json_array_get(root, i), json_place_next(&place));
    json_decref(root);
    return status;
}

static enum status read_lines(struct loader *l, struct str text)
{
    enum status status = OK;
    uint32_t line = 0;
    for (size_t at = 0; at < text.len && status == OK; line++) {
        size_t end = str_find(text, STR("\n"), at);
        struct str one = str_trim(str_slice(text, at, end));
        at = end + 1;
        if (one.len == 0)
            continue;
        json_error_t problem;
        json_t *entry = json_loadb(one.ptr, one.len, 0, &problem);
        status = entry ? add_seed(l, entry, line + 1) : json_problem(l, line + 1, &problem);
        json_decref(entry);
    }
    return status;
}

static enum status read_questions(struct loader *l)
{
    struct arena scratch = {0};
    struct str text;
    enum status status = file_read(&scratch, l->path, QUESTIONS_MAX, &text, l->err);
    if (status == OK)
        status = str_starts(str_trim(text), STR("[")) ? read_array(l, text) : read_lines(l, text);
    arena_release(&scratch);
    if (status == OK && l->dataset->n_seeds == 0)
        return problem_at(l, 1, "no questions");
    return status;
}

static const char *find_questions(struct arena *a, const char *dir)
{
    const char *path = NULL;
    for (size_t i = 0; i < sizeof QUESTION_FILES / sizeof *QUESTION_FILES; i++) {
        path = arena_printf(a, "%s/%s", dir, QUESTION_FILES[i]).ptr;
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

static enum status load(struct loader *l, const char *questions)
{
    struct dataset *d = l->dataset;
    const char *tables = arena_printf(&d->arena, "%s/tables.json", l->dir).ptr;
    l->path = questions ? questions : find_questions(&d->arena, l->dir);
    if (!l->path) {
        err_set(l->err, E_IO, "no questions: neither dev.json nor dev.jsonl nor questions.jsonl");
        err_in_file(l->err, l->dir);
        return E_IO;
    }
    l->from_databases = access(tables, F_OK) != 0;
    enum status status = OK;
    if (!l->from_databases)
        status = schema_set_load(&d->arena, tables, &d->schemas, l->err);
    if (status == OK)
        status = read_questions(l);
    for (uint32_t i = 0; i < d->n_seeds && status == OK; i++)
        d->seeds[i].schema = schema_set_find(&d->schemas, d->seeds[i].db_id);
    return status;
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
    for (uint32_t i = 0; i < s->n_columns; i++)
        digest = hash_combine(add_text(digest, s->columns[i].name), s->columns[i].table);
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
