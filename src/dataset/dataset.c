/* dataset.c: questions with their schemas and databases. */
#include "dataset/dataset.h"

#include "base/file.h"
#include "base/number.h"
#include "base/path.h"
#include "dataset/questions.h"
#include "engine/database_files.h"

struct loader {
    struct dataset *dataset;
    struct layout layout;
    enum no_gold *no_gold; /* of each seed */
    bool has_golds;
    struct err first_bare; /* the error of the first database without tables */
};

static enum status add_schema(struct loader *l, struct str db_id, struct str database,
                              struct err *e)
{
    struct schema_set *set = &l->dataset->schemas;
    struct arena *a = &l->dataset->arena;
    ARENA_PUSH(a, set->schemas, set->count);
    TRY(schema_from_database(a, database.ptr, db_id, &set->schemas[set->count], e));
    set->count++;
    return OK;
}

/* Add the schema; of a database without tables only note that it has none. */
static enum status try_schema(struct loader *l, struct str db_id, struct str database,
                              struct err *e)
{
    struct dataset *d = l->dataset;
    enum status status = str_in(db_id, d->bare, d->n_bare) ? OK : add_schema(l, db_id, database, e);
    if (status != E_SCHEMA)
        return status;
    if (d->n_bare == 0)
        l->first_bare = *e;
    ARENA_ADD(&d->arena, d->bare, d->n_bare, db_id);
    return OK;
}

/* At least one database must have tables. */
static enum status expect_tables(const struct loader *l, struct err *e)
{
    if (l->dataset->schemas.count > 0 || l->dataset->n_bare == 0)
        return OK;
    *e = l->first_bare;
    return E_SCHEMA;
}

/* Find the schema of a seed. Pointers to it are set at the end, when the set no longer grows. */
static enum status check_schema(struct loader *l, const struct seed *s, struct err *e)
{
    const struct layout *at = &l->layout;
    if (schema_set_find(&l->dataset->schemas, s->db_id))
        return OK;
    if (!at->tables && s->database.ptr)
        return try_schema(l, s->db_id, s->database, e);
    struct str tables = str_from(at->tables);
    if (at->tables)
        return err_at(e, E_INPUT, s->line, 0, "unknown db_id '%.*s': %s does not have it",
                      STR_ARG(s->db_id), &at->tables[str_after_last(tables, '/')]);
    if (at->only.ptr)
        return err_at(e, E_INPUT, s->line, 0, "unknown db_id '%.*s': the database is '%.*s'",
                      STR_ARG(s->db_id), STR_ARG(at->only));
    return err_at(
        e, E_INPUT, s->line, 0,
        "unknown db_id '%.*s': there is neither tables.json nor %s/<db_id>/<db_id>.sqlite "
        "(--db names another folder)",
        STR_ARG(s->db_id), at->databases);
}

/* Databases are looked for in their folder, then beside the questions. */
static enum status find_database(struct loader *l, struct seed *s, struct err *e)
{
    struct arena *a = &l->dataset->arena;
    TRY(database_find(a, str_from(l->layout.databases), s->db_id, &s->database, e));
    return s->database.ptr || !l->layout.beside
               ? OK
               : database_find(a, str_from(l->layout.beside), s->db_id, &s->database, e);
}

/* The db_id of a question that has none; ptr NULL if there are several databases. */
static struct str only_db_id(const struct loader *l)
{
    const struct schema_set *set = &l->dataset->schemas;
    if (l->layout.only.ptr)
        return l->layout.only;
    if (l->layout.unsaid.ptr)
        return l->layout.unsaid;
    return l->layout.tables && set->count == 1 ? set->schemas[0].db_id : STR_NONE;
}

static enum status no_db_id(const struct loader *l, uint32_t line, struct err *e)
{
    struct path_info info;
    TRY(path_look(l->layout.databases, &info, e));
    return err_at(e, E_INPUT, line, 0,
                  l->layout.tables || info.kind != PATH_ABSENT
                      ? "no 'db_id', and there is more than one database; '--data "
                        "DATABASE.sqlite --questions FILE' names one"
                      : "no 'db_id', and no database beside the questions; '--data DATABASE.sqlite "
                        "--questions FILE' names both");
}

static void note_golds(struct loader *l, const struct read_question *q)
{
    struct dataset *d = l->dataset;
    ARENA_ADD(&d->arena, l->no_gold, d->n_questions, q->no_gold);
    l->has_golds = l->has_golds || q->query.ptr;
    d->several += q->other_golds > 0;
    d->other_golds += q->other_golds;
}

static enum status add_seed(void *ctx, const struct read_question *q, struct err *e)
{
    struct loader *l = ctx;
    struct dataset *d = l->dataset;
    struct str db_id = q->db_id.ptr ? q->db_id : only_db_id(l);
    if (!db_id.ptr)
        return no_db_id(l, q->line, e);
    if (!schema_is_db_id(db_id))
        return err_at(e, E_INPUT, q->line, 0, "a db_id that is not a name");
    struct seed s = {.number = d->n_seeds,
                     .line = q->line,
                     .asked = d->n_questions,
                     .db_id = arena_str(&d->arena, db_id),
                     .question = arena_str(&d->arena, q->question),
                     .query = arena_str_or_null(&d->arena, q->query)};
    if (q->evidence.len > 0)
        s.evidence = arena_str(&d->arena, q->evidence);
    TRY(find_database(l, &s, e));
    TRY(check_schema(l, &s, e));
    note_golds(l, q);
    ARENA_ADD(&d->arena, d->seeds, d->n_seeds, s);
    return OK;
}

/* Questions that cannot be answered are not seeds: there is nothing to compare answers with. Null
 * says so if others have a query; in a file without queries it only says that none was written. */
static bool is_unanswerable(const struct loader *l, enum no_gold why)
{
    return why == NO_GOLD_POSSIBLE || (why == NO_GOLD_NULL && l->has_golds);
}

/* Keep only the seeds that can be asked. */
static void set_aside(struct loader *l)
{
    struct dataset *d = l->dataset;
    uint32_t n = d->n_seeds;
    d->n_seeds = 0;
    for (uint32_t i = 0; i < n; i++)
        if (str_in(d->seeds[i].db_id, d->bare, d->n_bare))
            d->n_skipped++;
        else if (is_unanswerable(l, l->no_gold[i]))
            d->unanswerable++;
        else {
            d->seeds[d->n_seeds] = d->seeds[i];
            d->seeds[d->n_seeds].number = d->n_seeds;
            d->n_seeds++;
        }
}

/* The schema as its database has it. If the database cannot be read, the schema is that of
 * tables.json, and the proofs will say why. */
static enum status settle_schema(struct dataset *d, const char *database, struct schema *schema,
                                 struct err *e)
{
    struct err why;
    enum status status = schema_ask_database(&d->arena, database, schema, &why);
    if (status == OK || status == E_DB)
        return OK;
    *e = why;
    return status;
}

/* One more subject, with its schema settled. */
static enum status add_subject(struct loader *l, uint32_t schema, struct str database,
                               struct err *e)
{
    struct dataset *d = l->dataset;
    ARENA_ADD(&d->arena, d->subjects, d->n_subjects,
              (struct dataset_subject){&d->schemas.schemas[schema], database});
    return l->layout.tables && database.ptr
               ? settle_schema(d, database.ptr, &d->schemas.schemas[schema], e)
               : OK;
}

/* When the set no longer grows. */
static enum status settle_schemas(struct loader *l, struct err *e)
{
    struct dataset *d = l->dataset;
    bool *settled = arena_zalloc(&d->arena, d->schemas.count);
    for (uint32_t i = 0; i < d->schemas.count; i++)
        schema_drop_internal(&d->arena, &d->schemas.schemas[i]);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        struct seed *s = &d->seeds[i];
        s->schema = schema_set_find(&d->schemas, s->db_id);
        size_t at = (size_t)(s->schema - d->schemas.schemas);
        if (!settled[at])
            TRY(add_subject(l, (uint32_t)at, s->database, e));
        settled[at] = true;
    }
    return OK;
}

/* Without questions */

/* The schemas of all databases that are there. */
static enum status read_databases(struct loader *l, struct err *e)
{
    const struct layout *at = &l->layout;
    struct arena *a = &l->dataset->arena;
    struct database_ids ids = {0};
    if (at->only.ptr)
        return add_schema(l, at->only, str_from(at->databases), e);
    TRY(database_ids_in(a, str_from(at->databases), &ids, e));
    for (uint32_t i = 0; i < ids.count; i++) {
        struct str path;
        if (!schema_is_db_id(ids.items[i]))
            continue;
        TRY(database_find(a, str_from(at->databases), ids.items[i], &path, e));
        TRY(try_schema(l, ids.items[i], path, e));
    }
    return expect_tables(l, e);
}

static enum status load_schemas(struct loader *l, struct err *e)
{
    struct dataset *d = l->dataset;
    if (!l->layout.tables)
        TRY(read_databases(l, e));
    for (uint32_t i = 0; i < d->schemas.count; i++) {
        struct seed about = {.db_id = d->schemas.schemas[i].db_id};
        schema_drop_internal(&d->arena, &d->schemas.schemas[i]);
        TRY(find_database(l, &about, e));
        TRY(add_subject(l, i, about.database, e));
    }
    return OK;
}

static enum status load_questions(struct loader *l, struct err *e)
{
    TRY(questions_read(l->layout.questions, add_seed, l, e));
    set_aside(l);
    TRY(expect_tables(l, e));
    if (l->dataset->n_seeds > 0)
        return settle_schemas(l, e);
    err_at(e, E_INPUT, 1, 0,
           l->dataset->unanswerable ? "no questions but such as cannot be answered"
                                    : "no questions");
    return err_in_file(e, l->layout.questions);
}

static enum status load_parts(struct loader *l, const struct dataset_source *from, struct err *e)
{
    struct dataset *d = l->dataset;
    TRY(layout_find(&l->layout, &d->arena, from, e));
    if (l->layout.tables)
        TRY(schema_set_load(&d->arena, l->layout.tables, &d->schemas, e));
    d->questions = l->layout.questions;
    d->databases = l->layout.databases;
    d->beside = l->layout.beside;
    return l->layout.questions ? load_questions(l, e) : load_schemas(l, e);
}

enum status dataset_load(struct dataset *d, const struct dataset_source *from, struct err *e)
{
    *d = (struct dataset){0};
    struct loader l = {.dataset = d};
    enum status status = load_parts(&l, from, e);
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
    uint32_t seed = 0;
    enum status status;
    TRY(line_reader_open(&r, path, e));
    for (uint32_t i = 0; (status = line_reader_next(&r, &line, e)) == OK && line.ptr; i++) {
        line = str_trim(str_slice(line, 0, str_find(line, STR("\t"), 0)));
        if (seed < d->n_seeds && d->seeds[seed].asked == i) {
            if (line.len > 0)
                d->seeds[seed].reads = arena_str(&d->arena, line);
            seed++;
        }
    }
    if (status == OK && r.line < d->n_questions) {
        status = err_at(e, E_INPUT, r.line, 0, "%u line%s for %u question%s", r.line,
                        plural(r.line), d->n_questions, plural(d->n_questions));
        err_in_file(e, path);
    }
    line_reader_close(&r);
    return status;
}

static uint64_t hash_names(uint64_t digest, const struct schema *s)
{
    digest = hash_str(digest, s->db_id);
    for (uint32_t i = 0; i < s->n_tables; i++)
        digest = hash_str(digest, s->tables[i].name);
    for (uint32_t i = 0; i < s->n_columns; i++)
        digest = hash_combine(hash_str(digest, s->columns[i].name), s->columns[i].table);
    return digest;
}

uint64_t dataset_digest(const struct dataset *d)
{
    uint64_t digest = d->n_seeds;
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        digest = hash_str(digest, d->seeds[i].db_id);
        digest = hash_str(digest, d->seeds[i].question);
        digest = hash_str(digest, d->seeds[i].query);
        if (d->seeds[i].evidence.len) /* marked: it must not pass for the next db_id */
            digest = hash_str(hash_combine(digest, 1), d->seeds[i].evidence);
    }
    for (uint32_t i = 0; i < d->schemas.count; i++)
        digest = hash_names(digest, &d->schemas.schemas[i]);
    return digest;
}
