/* pairs.c: one table of members for all sets that were published as JSON. */
#include "import/pairs.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "dataset/json_entries.h"
#include "engine/database_files.h"

#include <stdlib.h>

enum { PAIRS_MAX = 1 << 30, QUESTION_MAX_BYTES = 100000, SET_NAME_MAX = 64, SEEDS_MAX = 1000 };

/* The texts of a pair. */
enum pair_field {
    BEFORE_DB,
    BEFORE_QUESTION,
    BEFORE_QUERY,
    AFTER_DB,
    AFTER_QUESTION,
    AFTER_QUERY,
    SET_NAME,
    N_FIELDS
};

/* What they are called. If an entry has two names of one field, the first of this list counts. */
static const struct str NAMES[] = {
    STR_INIT("SpiderSynQuestion"), STR_INIT("question_post"), STR_INIT("case_question"),
    STR_INIT("query_post"),        STR_INIT("case_query"),    STR_INIT("db_id_post"),
    STR_INIT("case_db_id"),        STR_INIT("db_id"),         STR_INIT("SpiderQuestion"),
    STR_INIT("question"),          STR_INIT("query"),         STR_INIT("set"),
};

enum { N_NAMES = COUNT_OF(NAMES) };

static const enum pair_field FIELDS[N_NAMES] = {
    AFTER_QUESTION, AFTER_QUESTION, AFTER_QUESTION,  AFTER_QUERY,     AFTER_QUERY,  AFTER_DB,
    AFTER_DB,       BEFORE_DB,      BEFORE_QUESTION, BEFORE_QUESTION, BEFORE_QUERY, SET_NAME};

/* Members that only one publisher's files have, and the name of the set, which is the file's if
 * ptr is NULL. */
static const struct publisher {
    struct str member, family, set;
} PUBLISHERS[] = {
    {STR_INIT("SpiderSynQuestion"), STR_INIT("spider-syn"), STR_INIT("Spider-Syn")},
    {STR_INIT("question_post"), STR_INIT("dr-spider"), {NULL, 0}},
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

static const char *folder_in(struct arena *a, const char *path)
{
    char *folder = folder_of(path);
    const char *copy = arena_str(a, str_from(folder)).ptr;
    free(folder);
    return copy;
}

/* The folder's own name, also if it was given as ".". */
static enum status folder_name(struct arena *a, const char *folder, struct str *out, struct err *e)
{
    const char *full;
    TRY(file_absolute_in(a, folder, &full, e));
    *out = arena_str(a, path_last(str_from(full ? full : folder)));
    return OK;
}

/* The name of a file that is called as in any dataset is that of its folder. */
static enum status own_name(struct arena *a, const char *path, struct str *out, struct err *e)
{
    struct str file = path_last(str_from(path));
    *out = str_slice(file, 0, str_find(file, STR("."), 0));
    return str_among(*out, "dev train test questions pairs")
               ? folder_name(a, folder_in(a, path), out, e)
               : OK;
}

static enum status name_set(struct pair_list *p, const char *given, struct str own, struct err *e)
{
    p->set = given ? str_from(given) : p->set.ptr ? p->set : own;
    if (!p->questions_only && !pairs_is_set_name(p->set))
        return err_set(e, given ? E_USAGE : E_INPUT,
                       "a name of a set that is not 1 to 64 letters, digits, '_', '-' and '.': "
                       "'%.*s'%s",
                       STR_ARG(p->set), given ? "" : " (--set gives another)");
    if (!p->family.ptr)
        p->family = arena_str_lower(&p->arena, p->set);
    for (uint32_t i = 0; i < p->count; i++)
        if (given || !p->pairs[i].set.ptr)
            p->pairs[i].set = p->set;
    return OK;
}

/* Entries */

static enum status pair_problem(struct err *e, uint32_t line, const char *what)
{
    return err_at(e, E_INPUT, line, 0, "%s", what);
}

static enum status check_side(const struct pair_side *s, uint32_t line, struct err *e)
{
    if (!s->question.ptr)
        return pair_problem(e, line, "no 'question'");
    if (s->question.len > QUESTION_MAX_BYTES)
        return pair_problem(e, line, "a question longer than 100000 bytes");
    if (!s->query.len)
        return pair_problem(e, line, "no 'query'");
    if (!s->db_id.ptr)
        return pair_problem(e, line, "no 'db_id'");
    return schema_is_db_id(s->db_id) ? OK : pair_problem(e, line, "a db_id that is not a name");
}

/* Numbers of the dataset's questions; none if `v` is not there. */
static enum status read_seeds(struct arena *a, struct json_value v, struct question_pair *p,
                              struct err *e)
{
    struct json_reader list = json_reader_of(a, v.raw);
    uint32_t *seeds = NULL;
    if (v.kind != JSON_KIND_ARRAY)
        return v.kind == JSON_KIND_NULL ? OK : pair_problem(e, p->line, "'seeds' is not a list");
    for (struct json_value item; json_next_item(&list, &item);) {
        uint64_t n;
        if (!json_count(item, UINT32_MAX - 1, &n) || p->n_seeds == SEEDS_MAX)
            return pair_problem(e, p->line, "'seeds' is not a list of at most 1000 numbers");
        ARENA_ADD(a, seeds, p->n_seeds, (uint32_t)n);
    }
    p->seeds = seeds;
    return OK;
}

static enum status read_number(struct json_value v, struct question_pair *p, struct err *e)
{
    uint64_t n = p->number;
    if (v.kind != JSON_KIND_NULL && !json_count(v, UINT32_MAX - 1, &n))
        return pair_problem(e, p->line, "'n' is not a number");
    p->number = (uint32_t)n;
    return OK;
}

/* What an entry does not say of the case is as before. If it says nothing of a case, it is one. */
static void fill_sides(struct question_pair *p, const struct str texts[N_FIELDS])
{
    const struct pair_side before = {texts[BEFORE_DB], texts[BEFORE_QUESTION],
                                     str_trim(texts[BEFORE_QUERY])};
    const struct pair_side after = {texts[AFTER_DB], texts[AFTER_QUESTION],
                                    str_trim(texts[AFTER_QUERY])};
    if (after.db_id.ptr || after.question.ptr || after.query.ptr)
        p->before = before;
    p->after.db_id = after.db_id.ptr ? after.db_id : before.db_id;
    p->after.question = after.question.ptr ? after.question : before.question;
    p->after.query = after.query.ptr ? after.query : before.query;
}

/* The question before may be missing if seeds are given. */
static enum status check_pair(const struct question_pair *p, struct err *e)
{
    struct pair_side before = p->before;
    TRY(check_side(&p->after, p->line, e));
    if (!before.question.ptr && p->n_seeds)
        before.question = p->after.question;
    return before.db_id.ptr ? check_side(&before, p->line, e) : OK;
}

static void find_publisher(struct pair_list *out, const struct json_value values[N_NAMES])
{
    for (size_t i = 0; i < COUNT_OF(PUBLISHERS) && !out->family.ptr; i++)
        for (int n = 0; n < N_NAMES; n++)
            if (values[n].raw.ptr && str_eq(NAMES[n], PUBLISHERS[i].member)) {
                out->family = PUBLISHERS[i].family;
                out->set = PUBLISHERS[i].set;
            }
}

/* The texts of an entry, by the names of its members. */
static enum status read_texts(struct pair_list *out, struct json_value v, struct question_pair *p,
                              struct err *e)
{
    struct json_reader json = json_reader_of(&out->arena, v.raw);
    struct json_value values[N_NAMES];
    struct str texts[N_FIELDS] = {0};
    json_members(&json, NAMES, N_NAMES, values);
    for (int i = 0; i < N_NAMES; i++) {
        enum json_kind kind = values[i].kind;
        if (!out->questions_only && kind != JSON_KIND_STRING && kind != JSON_KIND_NULL)
            return err_at(e, E_INPUT, p->line, 0, "'%.*s' is not a text", STR_ARG(NAMES[i]));
        if (!texts[FIELDS[i]].ptr)
            texts[FIELDS[i]] = json_text(&out->arena, values[i]);
    }
    find_publisher(out, values);
    fill_sides(p, texts);
    p->set = texts[SET_NAME];
    return OK;
}

static enum status read_pair(struct pair_list *out, struct json_value v, struct question_pair *p,
                             struct err *e)
{
    struct arena *a = &out->arena;
    if (v.kind != JSON_KIND_OBJECT)
        return pair_problem(e, p->line, "a pair is an object");
    TRY(read_texts(out, v, p, e));
    if (p->set.ptr && !pairs_is_set_name(p->set))
        return pair_problem(e, p->line, "'set' is not a name of a set");
    TRY(read_number(json_member(a, v, STR("n")), p, e));
    TRY(read_seeds(a, json_member(a, v, STR("seeds")), p, e));
    return check_pair(p, e);
}

/* Entries of which only the questions are wanted */

/* A pair as `teql augment` writes it. */
static enum status read_nested(struct arena *a, struct json_value v, struct question_pair *p,
                               struct err *e)
{
    const struct str question = STR("question");
    struct json_value original = json_member(a, v, STR("original"));
    struct json_value changed = json_member(a, v, STR("case"));
    p->relation = json_text(a, json_member(a, v, STR("relation")));
    if (original.kind == JSON_KIND_OBJECT && changed.kind == JSON_KIND_OBJECT) {
        p->before.question = json_text(a, json_member(a, original, question));
        p->after.question = json_text(a, json_member(a, changed, question));
    } else if (!p->after.question.ptr &&
               json_member(a, v, STR("messages")).kind == JSON_KIND_ARRAY) {
        return pair_problem(e, p->line, "a chat to train on ('messages'), which has no 'question'");
    }
    return OK;
}

static enum status read_question(struct pair_list *out, struct json_value v,
                                 struct question_pair *p, struct err *e)
{
    struct str *question = &p->after.question;
    if (v.kind != JSON_KIND_STRING && v.kind != JSON_KIND_OBJECT)
        return pair_problem(e, p->line, "a question is an object or a string");
    if (v.kind == JSON_KIND_STRING) {
        *question = json_text(&out->arena, v);
    } else {
        TRY(read_texts(out, v, p, e));
        TRY(read_nested(&out->arena, v, p, e));
    }
    if (!question->ptr)
        return pair_problem(e, p->line, "no 'question'");
    if (question->len > QUESTION_MAX_BYTES || p->before.question.len > QUESTION_MAX_BYTES)
        return pair_problem(e, p->line, "a question longer than 100000 bytes");
    return OK;
}

static enum status add_pair(void *ctx, struct json_value v, uint32_t line, struct err *e)
{
    struct pair_list *out = ctx;
    struct question_pair p = {.line = line, .number = out->count};
    TRY(out->questions_only ? read_question(out, v, &p, e) : read_pair(out, v, &p, e));
    ARENA_ADD(&out->arena, out->pairs, out->count, p);
    return OK;
}

static enum status read_entries(struct pair_list *out, const char *path, struct err *e)
{
    struct str text;
    out->path = path;
    enum status status = file_read(&out->arena, path, PAIRS_MAX, &text, e);
    if (status == OK)
        status = json_entries(text, add_pair, out, e);
    if (status == OK && out->count == 0)
        status = pair_problem(e, 1, out->questions_only ? "no questions" : "no pairs");
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

/* The first of the names that is a file or folder, as `kind` says, in `folder`; or NULL. */
static enum status find_in_folder(struct arena *a, const char *folder, const char *const *names,
                                  enum path_kind kind, const char **out, struct err *e)
{
    *out = NULL;
    for (; *names && !*out; names++) {
        struct path_info info;
        const char *path = in_folder(a, folder, *names);
        TRY(path_look(path, &info, e));
        if (info.kind == kind)
            *out = path;
    }
    return OK;
}

/* The queries of a gold file, "SQL<tab>db_id" a line, if the folder has it. */
static enum status read_gold(struct pair_list *p, const char *folder, const char *name,
                             struct err *e)
{
    const char *const names[] = {name, NULL};
    const char *path;
    struct str text;
    uint32_t n = 0;
    TRY(find_in_folder(&p->arena, folder, names, PATH_FILE, &path, e));
    if (!path)
        return OK;
    TRY(file_read(&p->arena, path, PAIRS_MAX, &text, e));
    for (struct str rest = str_trim(text); rest.ptr; n++) {
        struct str line = str_split(&rest, '\n');
        struct str query = str_trim(str_slice(line, 0, str_find(line, STR("\t"), 0)));
        if (n < p->count && query.len)
            p->pairs[n].after.query = query;
    }
    if (n == p->count)
        return OK;
    err_set(e, E_INPUT, "%u queries for %u questions", n, p->count);
    return err_in_file(e, path);
}

static enum status read_side(struct pair_list *p, const char *folder, const char *questions,
                             const char *gold, struct err *e)
{
    TRY(read_entries(p, in_folder(&p->arena, folder, questions), e));
    return p->questions_only ? OK : read_gold(p, folder, gold, e);
}

static enum status read_released(struct pair_list *p, const char *folder, struct err *e)
{
    struct pair_list before = {.questions_only = p->questions_only};
    p->family = STR("dr-spider");
    enum status status = read_side(p, folder, AFTER_FILE, "gold_post_perturbation.sql", e);
    if (status == OK)
        status = read_side(&before, folder, BEFORE_FILE, "gold_pre_perturbation.sql", e);
    arena_take(&p->arena, &before.arena);
    if (status)
        return status;
    if (before.count != p->count) {
        err_set(e, E_INPUT, "%u questions, and %u in " AFTER_FILE, before.count, p->count);
        return err_in_file(e, before.path);
    }
    for (uint32_t i = 0; i < p->count; i++)
        p->pairs[i].before = before.pairs[i].after;
    return OK;
}

static enum status read_folder(struct pair_list *p, const char *folder, struct err *e)
{
    static const char *const FIRST[] = {AFTER_FILE, NULL};
    const char *found;
    TRY(find_in_folder(&p->arena, folder, FIRST, PATH_FILE, &found, e));
    if (found)
        return read_released(p, folder, e);
    err_set(e, E_INPUT, "no " AFTER_FILE " in the folder; other sets are named by their file");
    err_in_file(e, folder);
    return E_INPUT;
}

/* The tables.json and the folder of databases that came with the pairs. */
static enum status find_schemas(struct pair_list *p, const char *folder, struct err *e)
{
    static const char *const DATABASES[] = {"database_post_perturbation", DATABASES_FOLDER,
                                            "databases", NULL};
    struct arena *a = &p->arena;
    struct str file = path_last(str_from(p->path));
    struct str stem = str_slice(file, 0, str_find(file, STR("."), 0));
    const char *const tables[] = {arena_printf(a, "%.*s.tables.json", STR_ARG(stem)).ptr,
                                  "tables_post_perturbation.json", "tables.json", NULL};
    const char *found;
    TRY(find_in_folder(a, folder, tables, PATH_FILE, &found, e));
    if (found)
        TRY(schema_set_load(a, found, &p->schemas, e));
    for (uint32_t i = 0; i < p->schemas.count; i++)
        schema_drop_internal(a, &p->schemas.schemas[i]);
    return find_in_folder(a, folder, DATABASES, PATH_FOLDER, &p->databases, e);
}

static enum status read_pairs(struct pair_list *p, const char *path, const char *set, struct err *e)
{
    struct path_info info;
    struct str own;
    TRY(path_look(path, &info, e));
    if (info.kind == PATH_ABSENT) {
        err_set(e, E_IO, "no such file or folder");
        return err_in_file(e, path);
    }
    bool folder = info.kind == PATH_FOLDER;
    TRY(folder ? read_folder(p, path, e) : read_entries(p, path, e));
    TRY(folder ? folder_name(&p->arena, path, &own, e) : own_name(&p->arena, path, &own, e));
    TRY(name_set(p, set, own, e));
    return p->questions_only ? OK : find_schemas(p, folder ? path : folder_in(&p->arena, path), e);
}

static enum status read_or_release(struct pair_list *out, const char *path, const char *set,
                                   struct err *e)
{
    *e = (struct err){0};
    enum status status = read_pairs(out, path, set, e);
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
