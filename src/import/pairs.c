/* pairs.c: one table of members for all published forms. */
#include "import/pairs.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "dataset/json_entries.h"
#include "engine/database_files.h"

#include <stdlib.h>

enum { PAIRS_MAX = 1 << 30, QUESTION_MAX_BYTES = 100000, SET_NAME_MAX = 64, SEEDS_MAX = 1000 };

enum pair_part {
    BEFORE_DB,
    BEFORE_QUESTION,
    BEFORE_QUERY,
    AFTER_DB,
    AFTER_QUESTION,
    AFTER_QUERY,
    SET_NAME,
    N_TEXTS,
    NUMBER = N_TEXTS,
    SEEDS
};

/* What the parts are called; of two names for one part the first counts. */
static const struct str NAMES[] = {
    STR_INIT("SpiderSynQuestion"),
    STR_INIT("question_post"),
    STR_INIT("case_question"),
    STR_INIT("query_post"),
    STR_INIT("case_query"),
    STR_INIT("db_id_post"),
    STR_INIT("case_db_id"),
    STR_INIT("db_id"),
    STR_INIT("SpiderQuestion"),
    STR_INIT("question"),
    STR_INIT("query"),
    STR_INIT("set"),
    STR_INIT("n"),
    STR_INIT("seeds"),
};

enum { N_NAMES = COUNT_OF(NAMES) };

static const enum pair_part PARTS[N_NAMES] = {
    AFTER_QUESTION, AFTER_QUESTION,  AFTER_QUESTION,  AFTER_QUERY,  AFTER_QUERY, AFTER_DB, AFTER_DB,
    BEFORE_DB,      BEFORE_QUESTION, BEFORE_QUESTION, BEFORE_QUERY, SET_NAME,    NUMBER,   SEEDS};

/* Members that only one publisher's files have, and what their sets are called; ptr NULL: as the
 * file is. */
static const struct publisher {
    struct str member, family, set;
} PUBLISHERS[] = {
    {STR_INIT("SpiderSynQuestion"), STR_INIT("spider-syn"), STR_INIT("Spider-Syn")},
    {STR_INIT("question_post"), STR_INIT("dr-spider"), {NULL, 0}},
};

struct pairs_reading {
    struct pair_list *out;
    bool one_side; /* of a released folder: objects tell one side */
};

/* Names */

bool pairs_is_set_name(struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = ascii_lower(name.ptr[i]);
        if (!ascii_small(c) && !ascii_digit(c) && c != '_' && c != '-' && c != '.')
            return false;
    }
    return name.len > 0 && name.len <= SET_NAME_MAX;
}

static struct str last_part(struct str path)
{
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    return str_slice(path, str_after_last(path, '/'), path.len);
}

static const char *folder_in(struct arena *a, const char *path)
{
    char *folder = folder_of(path);
    const char *copy = arena_str(a, str_from(folder)).ptr;
    free(folder);
    return copy;
}

/* The folder's own name, also where it was called ".". */
static enum status folder_name(struct arena *a, const char *folder, struct str *out, struct err *e)
{
    char *full = NULL;
    enum status status = file_absolute(folder, &full, e);
    *out = arena_str(a, last_part(str_from(full ? full : folder)));
    free(full);
    return status;
}

/* A file that is called as in any dataset is named after its folder. */
static enum status own_name(struct arena *a, const char *path, struct str *out, struct err *e)
{
    static const struct str PLAIN[] = {STR_INIT("dev"), STR_INIT("train"), STR_INIT("test"),
                                       STR_INIT("questions"), STR_INIT("pairs")};
    struct str file = last_part(str_from(path));
    *out = str_slice(file, 0, str_find(file, STR("."), 0));
    for (size_t i = 0; i < COUNT_OF(PLAIN); i++)
        if (str_eq(*out, PLAIN[i]))
            return folder_name(a, folder_in(a, path), out, e);
    return OK;
}

static enum status name_set(struct pair_list *p, const char *given, struct str own, struct err *e)
{
    p->set = given ? str_from(given) : p->set.ptr ? p->set : own;
    if (!p->questions_only && !pairs_is_set_name(p->set)) {
        err_set(e, given ? E_USAGE : E_INPUT,
                "a name of a set that is not 1 to 64 letters, digits, '_', '-' and '.': '%.*s'%s",
                STR_ARG(p->set), given ? "" : " (--set gives another)");
        return e->code;
    }
    if (!p->family.ptr)
        p->family = arena_str_lower(&p->arena, p->set);
    for (uint32_t i = 0; i < p->count; i++)
        if (given || !p->pairs[i].set.ptr)
            p->pairs[i].set = p->set;
    return OK;
}

/* Entries */

static enum status problem(struct err *e, uint32_t line, const char *what)
{
    return err_at(e, E_INPUT, line, 0, "%s", what);
}

static enum status check_side(const struct pair_side *s, uint32_t line, struct err *e)
{
    if (!s->question.ptr)
        return problem(e, line, "no 'question'");
    if (s->question.len > QUESTION_MAX_BYTES)
        return problem(e, line, "a question longer than 100000 bytes");
    if (!s->query.len)
        return problem(e, line, "no 'query'");
    if (!s->db_id.ptr)
        return problem(e, line, "no 'db_id'");
    return schema_is_db_id(s->db_id) ? OK : problem(e, line, "a db_id that is no name");
}

static enum status read_seeds(struct arena *a, struct json_value v, struct question_pair *p,
                              struct err *e)
{
    struct json_reader list = json_reader_of(a, v.raw);
    uint32_t *seeds = NULL, count = 0;
    if (v.kind != JSON_KIND_ARRAY)
        return v.kind == JSON_KIND_NULL ? OK : problem(e, p->line, "'seeds' is no list");
    for (struct json_value item; json_next_item(&list, &item);) {
        uint64_t n;
        if (!json_count(item, UINT32_MAX - 1, &n) || count == SEEDS_MAX)
            return problem(e, p->line, "'seeds' is no list of at most 1000 numbers");
        ARENA_PUSH(a, seeds, count);
        seeds[count++] = (uint32_t)n;
    }
    p->seeds = seeds;
    p->n_seeds = count;
    return OK;
}

static enum status read_number(struct json_value v, struct question_pair *p, struct err *e)
{
    uint64_t n = p->number;
    if (v.kind != JSON_KIND_NULL && !json_count(v, UINT32_MAX - 1, &n))
        return problem(e, p->line, "'n' is no number");
    p->number = (uint32_t)n;
    return OK;
}

/* What is not said of the case stays as it was. An entry that says nothing of a case is one. */
static void fill_sides(struct question_pair *p, const struct str texts[N_TEXTS])
{
    const struct pair_side before = {texts[BEFORE_DB], texts[BEFORE_QUESTION],
                                     str_trim(texts[BEFORE_QUERY])};
    const struct pair_side after = {texts[AFTER_DB], texts[AFTER_QUESTION],
                                    str_trim(texts[AFTER_QUERY])};
    bool paired = after.db_id.ptr || after.question.ptr || after.query.ptr;
    if (paired)
        p->before = before;
    p->after.db_id = after.db_id.ptr ? after.db_id : before.db_id;
    p->after.question = after.question.ptr ? after.question : before.question;
    p->after.query = after.query.ptr ? after.query : before.query;
}

/* What was before may lack its question where numbers of seeds tell it. */
static enum status check_pair(const struct question_pair *p, struct err *e)
{
    struct pair_side before = p->before;
    enum status status = check_side(&p->after, p->line, e);
    if (!before.question.ptr && p->n_seeds)
        before.question = p->after.question;
    return status || !before.db_id.ptr ? status : check_side(&before, p->line, e);
}

static void know_publisher(struct pair_list *out, const struct json_value values[N_NAMES])
{
    for (size_t i = 0; i < COUNT_OF(PUBLISHERS) && !out->family.ptr; i++)
        for (int n = 0; n < N_NAMES; n++)
            if (values[n].raw.ptr && str_eq(NAMES[n], PUBLISHERS[i].member)) {
                out->family = PUBLISHERS[i].family;
                out->set = PUBLISHERS[i].set;
            }
}

static enum status read_texts(struct arena *a, const struct json_value values[N_NAMES],
                              uint32_t line, struct str texts[N_TEXTS], struct err *e)
{
    for (int i = 0; i < N_NAMES; i++) {
        if (PARTS[i] >= N_TEXTS || values[i].kind == JSON_KIND_NULL)
            continue;
        if (values[i].kind != JSON_KIND_STRING)
            return err_at(e, E_INPUT, line, 0, "'%.*s' is no text", STR_ARG(NAMES[i]));
        if (!texts[PARTS[i]].ptr)
            texts[PARTS[i]] = json_text(a, values[i]);
    }
    return texts[SET_NAME].ptr && !pairs_is_set_name(texts[SET_NAME])
               ? problem(e, line, "'set' is no name of a set")
               : OK;
}

static enum status add_entry(void *ctx, struct json_value v, uint32_t line, struct err *e)
{
    struct pairs_reading *r = ctx;
    struct pair_list *out = r->out;
    struct json_reader json = json_reader_of(&out->arena, v.raw);
    struct json_value values[N_NAMES];
    struct str texts[N_TEXTS] = {0};
    struct question_pair p = {.line = line, .number = out->count};
    if (v.kind != JSON_KIND_OBJECT)
        return problem(e, line, "a pair is an object");
    json_members(&json, NAMES, N_NAMES, values);
    enum status status = read_texts(&out->arena, values, line, texts, e);
    if (status)
        return status;
    if (!r->one_side)
        know_publisher(out, values);
    fill_sides(&p, texts);
    p.set = texts[SET_NAME];
    for (int i = 0; i < N_NAMES && status == OK; i++)
        if (PARTS[i] == NUMBER)
            status = read_number(values[i], &p, e);
        else if (PARTS[i] == SEEDS)
            status = read_seeds(&out->arena, values[i], &p, e);
    if (status == OK)
        status = check_pair(&p, e);
    if (status)
        return status;
    ARENA_PUSH(&out->arena, out->pairs, out->count);
    out->pairs[out->count++] = p;
    return OK;
}

/* Entries of which only the questions count */

/* Of a pair as `teql augment` writes it. */
enum nested_part { ORIGINAL, CASE, RELATION, MESSAGES, N_NESTED };

static const struct str NESTED_NAMES[N_NESTED] = {STR_INIT("original"), STR_INIT("case"),
                                                  STR_INIT("relation"), STR_INIT("messages")};

static struct str question_in(struct arena *a, struct json_value object)
{
    static const struct str QUESTION = STR_INIT("question");
    struct json_reader json = json_reader_of(a, object.raw);
    struct json_value question;
    json_members(&json, &QUESTION, 1, &question);
    return json_text(a, question);
}

static enum status read_nested(struct arena *a, struct json_value v, struct question_pair *p,
                               struct err *e)
{
    struct json_reader json = json_reader_of(a, v.raw);
    struct json_value parts[N_NESTED];
    json_members(&json, NESTED_NAMES, N_NESTED, parts);
    p->relation = json_text(a, parts[RELATION]);
    if (parts[ORIGINAL].kind == JSON_KIND_OBJECT && parts[CASE].kind == JSON_KIND_OBJECT) {
        p->before.question = question_in(a, parts[ORIGINAL]);
        p->after.question = question_in(a, parts[CASE]);
    } else if (!p->after.question.ptr && parts[MESSAGES].kind == JSON_KIND_ARRAY) {
        return problem(e, p->line, "a chat to train on ('messages'), which has no 'question'");
    }
    return OK;
}

static enum status read_asked(struct pair_list *out, struct json_value v, struct question_pair *p,
                              struct err *e)
{
    struct arena *a = &out->arena;
    struct json_reader json = json_reader_of(a, v.raw);
    struct json_value values[N_NAMES];
    struct str texts[N_TEXTS] = {0};
    if (v.kind == JSON_KIND_STRING) {
        p->after.question = json_text(a, v);
        return OK;
    }
    if (v.kind != JSON_KIND_OBJECT)
        return problem(e, p->line, "a question is an object or a string");
    json_members(&json, NAMES, N_NAMES, values);
    for (int i = 0; i < N_NAMES; i++)
        if (PARTS[i] < N_TEXTS && !texts[PARTS[i]].ptr)
            texts[PARTS[i]] = json_text(a, values[i]);
    know_publisher(out, values);
    fill_sides(p, texts);
    p->set = texts[SET_NAME];
    return read_nested(a, v, p, e);
}

static enum status add_asked(void *ctx, struct json_value v, uint32_t line, struct err *e)
{
    struct pairs_reading *r = ctx;
    struct pair_list *out = r->out;
    struct question_pair p = {.line = line, .number = out->count};
    enum status status = read_asked(out, v, &p, e);
    if (status)
        return status;
    if (!p.after.question.ptr)
        return problem(e, line, "no 'question'");
    if (p.after.question.len > QUESTION_MAX_BYTES || p.before.question.len > QUESTION_MAX_BYTES)
        return problem(e, line, "a question longer than 100000 bytes");
    ARENA_PUSH(&out->arena, out->pairs, out->count);
    out->pairs[out->count++] = p;
    return OK;
}

static enum status read_entries(struct pair_list *out, const char *path, bool one_side,
                                struct err *e)
{
    struct pairs_reading r = {.out = out, .one_side = one_side};
    struct str text;
    out->path = path;
    enum status status = file_read(&out->arena, path, PAIRS_MAX, &text, e);
    if (status == OK)
        status = json_entries(text, out->questions_only ? add_asked : add_entry, &r, e);
    if (status == OK && out->count == 0)
        status = problem(e, 1, out->questions_only ? "no questions" : "no pairs");
    if (status && !e->file[0])
        err_in_file(e, path);
    return status;
}

/* Dr.Spider's released folders */

#define BEFORE_FILE "questions_pre_perturbation.json"
#define AFTER_FILE  "questions_post_perturbation.json"

static const char *in_folder(struct arena *a, const char *folder, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name).ptr;
}

/* The first of the names that the folder has, as the kind; NULL for none. */
static enum status find_name(struct arena *a, const char *folder, const char *const *names,
                             enum path_kind kind, const char **out, struct err *e)
{
    enum status status = OK;
    *out = NULL;
    for (; *names && !*out && status == OK; names++) {
        struct path_info info = {.kind = PATH_ABSENT};
        const char *path = in_folder(a, folder, *names);
        status = path_look(path, &info, e);
        if (status == OK && info.kind == kind)
            *out = path;
    }
    return status;
}

/* The queries of a gold file, "SQL<tab>db_id" a line, where there is one. */
static enum status read_gold(struct pair_list *p, const char *folder, const char *name,
                             struct err *e)
{
    const char *const names[] = {name, NULL};
    const char *path;
    struct str text, rest;
    enum status status = find_name(&p->arena, folder, names, PATH_FILE, &path, e);
    if (status || !path)
        return status;
    status = file_read(&p->arena, path, PAIRS_MAX, &text, e);
    if (status)
        return status;
    rest = str_trim(text);
    uint32_t n = 0;
    for (; rest.ptr; n++) {
        struct str line = str_split(&rest, '\n');
        struct str query = str_trim(str_slice(line, 0, str_find(line, STR("\t"), 0)));
        if (n < p->count && query.len)
            p->pairs[n].after.query = query;
    }
    if (n == p->count)
        return OK;
    err_set(e, E_INPUT, "%u queries for %u questions", n, p->count);
    err_in_file(e, path);
    return E_INPUT;
}

static enum status read_one_side(struct pair_list *p, const char *folder, const char *questions,
                                 const char *gold, struct err *e)
{
    enum status status = read_entries(p, in_folder(&p->arena, folder, questions), true, e);
    return status || p->questions_only ? status : read_gold(p, folder, gold, e);
}

static enum status read_released(struct pair_list *p, const char *folder, struct err *e)
{
    struct pair_list before = {.questions_only = p->questions_only};
    enum status status = read_one_side(p, folder, AFTER_FILE, "gold_post_perturbation.sql", e);
    if (status == OK)
        status = read_one_side(&before, folder, BEFORE_FILE, "gold_pre_perturbation.sql", e);
    if (status == OK && before.count != p->count) {
        status = err_set(e, E_INPUT, "%u questions, and %u in " AFTER_FILE, before.count, p->count);
        err_in_file(e, before.path);
    }
    for (uint32_t i = 0; i < p->count && status == OK; i++)
        p->pairs[i].before = before.pairs[i].after;
    arena_take(&p->arena, &before.arena);
    p->family = STR("dr-spider");
    return status;
}

static enum status read_folder(struct pair_list *p, const char *folder, struct err *e)
{
    static const char *const FIRST[] = {AFTER_FILE, NULL};
    const char *found;
    enum status status = find_name(&p->arena, folder, FIRST, PATH_FILE, &found, e);
    if (status || found)
        return status ? status : read_released(p, folder, e);
    err_set(e, E_INPUT, "no " AFTER_FILE " in the folder; other sets are named by their file");
    err_in_file(e, folder);
    return E_INPUT;
}

/* What came with the pairs */

static enum status find_company(struct pair_list *p, const char *folder, struct err *e)
{
    static const char *const DATABASES[] = {"database_post_perturbation", DATABASES_FOLDER,
                                            "databases", NULL};
    struct arena *a = &p->arena;
    struct str file = last_part(str_from(p->path));
    struct str stem = str_slice(file, 0, str_find(file, STR("."), 0));
    const char *const tables[] = {arena_printf(a, "%.*s.tables.json", STR_ARG(stem)).ptr,
                                  "tables_post_perturbation.json", "tables.json", NULL};
    const char *found;
    enum status status = find_name(a, folder, tables, PATH_FILE, &found, e);
    if (status == OK && found)
        status = schema_set_load(a, found, &p->schemas, e);
    for (uint32_t i = 0; i < p->schemas.count; i++)
        schema_drop_internal(a, &p->schemas.schemas[i]);
    return status ? status : find_name(a, folder, DATABASES, PATH_FOLDER, &p->databases, e);
}

static enum status read_all(struct pair_list *p, const char *path, const char *set, struct err *e)
{
    struct path_info info;
    struct str own;
    enum status status = path_look(path, &info, e);
    if (status == OK && info.kind == PATH_ABSENT) {
        status = err_set(e, E_IO, "no such file or folder");
        err_in_file(e, path);
    }
    if (status)
        return status;
    bool folder = info.kind == PATH_FOLDER;
    status = folder ? read_folder(p, path, e) : read_entries(p, path, false, e);
    if (status == OK)
        status =
            folder ? folder_name(&p->arena, path, &own, e) : own_name(&p->arena, path, &own, e);
    if (status == OK)
        status = name_set(p, set, own, e);
    if (status || p->questions_only)
        return status;
    return find_company(p, folder ? path : folder_in(&p->arena, path), e);
}

static enum status read_or_release(struct pair_list *out, const char *path, const char *set,
                                   struct err *e)
{
    *e = (struct err){0};
    enum status status = read_all(out, path, set, e);
    if (status)
        pairs_release(out);
    return status;
}

enum status pairs_read(struct pair_list *out, const char *path, const char *set, struct err *e)
{
    *out = (struct pair_list){0};
    return read_or_release(out, path, set, e);
}

enum status pairs_read_questions(struct pair_list *out, const char *path, struct err *e)
{
    *out = (struct pair_list){.questions_only = true};
    return read_or_release(out, path, NULL, e);
}

void pairs_release(struct pair_list *p)
{
    arena_release(&p->arena);
    *p = (struct pair_list){0};
}
