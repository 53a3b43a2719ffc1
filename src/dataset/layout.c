/* layout.c: trying known names one after another. */
#include "dataset/layout.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "dataset/questions.h"
#include "engine/database_files.h"

#include <stdlib.h>

/* In the order in which they are tried: test sets before training sets. */
static const char *const QUESTIONS[] = {
    "dev.json",
    "dev.jsonl",
    "questions.jsonl",
    "questions.json",
    "questions.csv",
    "mini_dev_sqlite.json",  /* BIRD mini-dev */
    "spider-realistic.json", /* Spider-Realistic */
    "Spider-DK.json",        /* Spider-DK */
    "train.json",            /* BIRD, Spider-Syn */
    "train_spider.json",     /* Spider */
    NULL,
};
static const char *const TABLES[] = {"tables.json", "dev_tables.json", "train_tables.json", NULL};
static const char *const DATABASES[] = {DATABASES_FOLDER, "dev_databases", "train_databases", NULL};

enum { BEGINNING = 4096 };

#define NO_QUESTIONS "no questions: neither dev.json nor questions.json, .jsonl or .csv; "

struct finding {
    struct arena *arena;
    struct layout *out;
    struct err *err;
};

static enum status fail_at(struct finding *f, enum status code, const char *path,
                           const char *problem)
{
    err_set(f->err, code, "%s", problem);
    return err_in_file(f->err, path);
}

/* `path` if something of the kind is there, else NULL. */
static enum status look_for(struct finding *f, const char *path, enum path_kind kind,
                            const char **out)
{
    struct path_info info;
    *out = NULL;
    TRY(path_look(path, &info, f->err));
    *out = info.kind == kind ? path : NULL;
    return OK;
}

/* The first of the names that the folder has, in `*out`, or NULL. */
static enum status find_name(struct finding *f, const char *dir, const char *const *names,
                             enum path_kind kind, const char **out)
{
    *out = NULL;
    for (; *names && !*out; names++)
        TRY(look_for(f, arena_printf(f->arena, "%s/%s", dir, *names).ptr, kind, out));
    return OK;
}

/* "dev" for data/dev.json. */
static struct str questions_stem(const struct finding *f)
{
    struct str file = str_from(f->out->questions);
    file = str_slice(file, str_after_last(file, '/'), file.len);
    return str_slice(file, 0, str_find(file, STR("."), 0));
}

/* As find_name; but BIRD's folder of X.json has X_tables.json and X_databases/, which come before
 * any others. */
static enum status find_beside(struct finding *f, const char *dir, const char *suffix,
                               const char *const *names, enum path_kind kind, const char **out)
{
    struct str stem = questions_stem(f);
    const char *own = arena_printf(f->arena, "%s/%.*s%s", dir, STR_ARG(stem), suffix).ptr;
    TRY(look_for(f, own, kind, out));
    return *out ? OK : find_name(f, dir, names, kind, out);
}

static const char *folder_in(struct finding *f, const char *path)
{
    char *folder = folder_of(path);
    const char *copy = arena_str(f->arena, str_from(folder)).ptr;
    free(folder);
    return copy;
}

/* Schemas are in the folder, or beside the databases if these are elsewhere: sets that reword
 * Spider's questions come without its schemas. */
static enum status find_tables(struct finding *f, const char *dir, const char *databases)
{
    const char **tables = &f->out->tables;
    TRY(find_beside(f, dir, "_tables.json", TABLES, PATH_FILE, tables));
    if (*tables)
        return OK;
    TRY(file_expect_regular(arena_printf(f->arena, "%s/tables.json", dir).ptr, f->err));
    return databases ? find_name(f, folder_in(f, databases), TABLES, PATH_FILE, tables) : OK;
}

static enum status find_databases(struct finding *f, const char *dir, const char *named)
{
    struct layout *l = f->out;
    struct path_info info;
    TRY(find_beside(f, dir, "_databases", DATABASES, PATH_FOLDER, &l->beside));
    if (named) {
        l->databases = named;
        TRY(path_look(named, &info, f->err));
        return info.kind != PATH_ABSENT ? OK : fail_at(f, E_IO, named, "no such folder");
    }
    l->databases = l->beside ? l->beside : databases_path(f->arena, dir).ptr;
    l->beside = NULL;
    return OK;
}

/* Does the database have the name of the questions? That of text2sql-data goes on with "-db". */
static bool is_named_after(struct str id, struct str stem)
{
    return str_starts(id, stem) &&
           (id.len == stem.len || str_starts(str_slice(id, stem.len, id.len), STR("-db")));
}

/* Without a folder of databases, look for them beside the questions. */
static enum status find_side_by_side(struct finding *f, const char *dir)
{
    struct layout *l = f->out;
    struct database_ids ids = {0};
    struct path_info info;
    TRY(path_look(l->databases, &info, f->err));
    if (info.kind == PATH_ABSENT)
        TRY(database_ids_in(f->arena, str_from(dir), &ids, f->err));
    if (ids.count == 0)
        return OK;
    l->databases = dir;
    for (uint32_t i = 0; i < ids.count; i++)
        if (ids.count == 1 || is_named_after(ids.items[i], questions_stem(f)))
            l->unsaid = l->unsaid.ptr ? l->unsaid : ids.items[i];
    return OK;
}

static enum status find_parts(struct finding *f, const char *dir, const struct dataset_source *from)
{
    TRY(find_databases(f, dir, from->databases));
    if (f->out->questions && !from->databases)
        TRY(find_side_by_side(f, dir));
    return f->out->tables ? OK : find_tables(f, dir, from->databases);
}

/* Only schemas are needed: those of tables.json, or of the databases in their usual folder, or in
 * this one. */
static enum status find_schemas(struct finding *f, const char *dir,
                                const struct dataset_source *from)
{
    struct layout *l = f->out;
    struct database_ids ids = {0};
    TRY(find_parts(f, dir, from));
    if (l->tables || from->databases)
        return OK;
    TRY(database_ids_in(f->arena, str_from(l->databases), &ids, f->err));
    if (ids.count == 0) {
        l->databases = dir;
        TRY(database_ids_in(f->arena, str_from(dir), &ids, f->err));
    }
    return ids.count > 0
               ? OK
               : fail_at(f, E_IO, dir,
                         NO_QUESTIONS
                         "--questions names another file. Nor is there a database, to ask about");
}

static enum status find_in_folder(struct finding *f, const char *dir,
                                  const struct dataset_source *from)
{
    if (from->schemas_only)
        return find_schemas(f, dir, from);
    if (!f->out->questions)
        TRY(find_name(f, dir, QUESTIONS, PATH_FILE, &f->out->questions));
    if (!f->out->questions && from->schemas_do)
        return find_schemas(f, dir, from);
    if (!f->out->questions)
        return fail_at(f, E_IO, dir,
                       from->questions_only ? NO_QUESTIONS "name the file itself"
                                            : NO_QUESTIONS "--questions names another file");
    return from->questions_only ? OK : find_parts(f, dir, from);
}

static enum status take_database(struct finding *f, const struct dataset_source *from)
{
    f->out->databases = from->data;
    f->out->only = database_file_id(str_from(from->data));
    if (from->questions_only)
        return fail_at(f, E_INPUT, from->data, "a database, and no questions");
    if (!from->questions && !from->schemas_do)
        return fail_at(f, E_USAGE, from->data,
                       "a database, and no questions: --questions FILE names them");
    return from->databases ? fail_at(f, E_USAGE, from->data, "a database already: leave out --db")
                           : OK;
}

/* Is it a list of schemas, by its name and content? */
static bool tables_look(const char *path, struct str beginning)
{
    return str_ends(str_from(path), STR("tables.json")) &&
           str_find(beginning, STR("\"column_names"), 0) < beginning.len;
}

static enum status take_file(struct finding *f, const struct dataset_source *from)
{
    struct str text;
    TRY(file_read_beginning(f->arena, from->data, BEGINNING, &text, f->err));
    if (database_looks(text))
        return take_database(f, from);
    if (from->schemas_do && tables_look(from->data, text)) {
        f->out->tables = from->data;
        return find_parts(f, folder_in(f, from->data), from);
    }
    if (!questions_look(from->data, text))
        return fail_at(f, E_INPUT, from->data,
                       "no dataset: neither a folder, nor questions in JSON or CSV, nor a SQLite "
                       "database");
    if (from->questions)
        return fail_at(f, E_USAGE, from->data,
                       "a file of questions already: leave out --questions");
    f->out->questions = from->data;
    return find_in_folder(f, folder_in(f, from->data), from);
}

enum status layout_find(struct layout *out, struct arena *a, const struct dataset_source *from,
                        struct err *e)
{
    struct finding f = {.arena = a, .out = out, .err = e};
    struct path_info info;
    *out = (struct layout){.questions = from->questions};
    TRY(path_look(from->data, &info, e));
    if (info.kind == PATH_FOLDER)
        return find_in_folder(&f, from->data, from);
    if (info.kind == PATH_FILE)
        return take_file(&f, from);
    return fail_at(&f, E_IO, from->data, "no such file or folder");
}
