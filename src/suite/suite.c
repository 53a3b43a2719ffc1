/* suite.c: reading the files of a suite folder; keeping a suite while it is made. */
#include "suite/suite.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json_reader.h"
#include "relation/migration_json.h"
#include "schema/schema_json.h"
#include "suite/reviews.h"

#include <stdlib.h>

#define SUITE_FILE_MAX ((size_t)1 << 32)

/* No seed has that number. */
enum { SEED_NONE = UINT32_MAX };

/* A file of the suite while it is being read. */
struct suite_reading {
    struct suite *suite;
    const char *path;
    uint32_t line;
    struct err *err;
};

static enum status problem(struct suite_reading *r, const char *what)
{
    err_at(r->err, E_INPUT, r->line, 0, "%s", what);
    err_in_file(r->err, r->path);
    return E_INPUT;
}

static enum status json_problem(struct suite_reading *r, const struct json_reader *json)
{
    enum status status = json_reader_end(json, r->line, r->err);
    if (status)
        err_in_file(r->err, r->path);
    return status;
}

static enum status read_file(struct suite_reading *r, const char *name, struct str *text)
{
    struct suite *s = r->suite;
    r->path = arena_printf(&s->arena, "%s/%s", s->dir, name).ptr;
    r->line = 0;
    enum status status = file_expect_regular(r->path, r->err);
    return status ? status : file_read(&s->arena, r->path, SUITE_FILE_MAX, text, r->err);
}

/* Call `add` for each line of the file. */
static enum status read_lines(struct suite_reading *r, const char *name,
                              enum status (*add)(struct suite_reading *r, struct str line))
{
    struct str text;
    enum status status = read_file(r, name, &text);
    for (size_t at = 0; status == OK && at < text.len;) {
        const char *newline = memchr(text.ptr + at, '\n', text.len - at);
        size_t end = newline ? (size_t)(newline - text.ptr) : text.len;
        r->line++;
        if (end > at)
            status = add(r, str_slice(text, at, end));
        at = end + 1;
    }
    return status;
}

/* Schemas */

static int compare_ids(const void *a, const void *b)
{
    return str_cmp(((const struct suite_schema *)a)->db_id,
                   ((const struct suite_schema *)b)->db_id);
}

static struct suite_schema *find_schema(const struct suite *s, struct str db_id)
{
    const struct suite_schema key = {.db_id = db_id};
    return s->n_schemas ? bsearch(&key, s->schemas, s->n_schemas, sizeof key, compare_ids) : NULL;
}

static enum status add_entry(struct suite_reading *r, struct json_value v)
{
    enum { DB_ID, MIGRATION, N_MEMBERS };
    static const struct str NAMES[] = {STR_INIT("db_id"), STR_INIT("migration")};
    struct suite *s = r->suite;
    struct json_reader json = json_reader_of(&s->arena, v.raw);
    struct json_value members[N_MEMBERS];
    json_members(&json, NAMES, N_MEMBERS, members);
    struct suite_schema entry = {
        .db_id = json_text(&s->arena, members[DB_ID]), .text = v.raw, .digest = hash_bytes(v.raw)};
    if (!entry.db_id.ptr)
        return problem(r, "a schema without 'db_id'");
    if (!schema_is_db_id(entry.db_id))
        return problem(r, arena_printf(&s->arena, "a schema whose db_id '%.*s' is no name",
                                       STR_ARG(entry.db_id))
                              .ptr);
    if (members[MIGRATION].kind == JSON_KIND_OBJECT)
        entry.changes = members[MIGRATION].raw;
    ARENA_PUSH(&s->arena, s->schemas, s->n_schemas);
    s->schemas[s->n_schemas++] = entry;
    return OK;
}

static enum status read_tables(struct suite_reading *r)
{
    struct suite *s = r->suite;
    struct str text;
    enum status status = read_file(r, "tables.json", &text);
    if (status)
        return status;
    struct json_reader json = json_reader_of(&s->arena, text);
    struct json_lines lines = json_lines_in(text);
    for (struct json_value v; status == OK && json_next_item(&json, &v);) {
        r->line = json_line_of(&lines, v);
        status =
            v.kind == JSON_KIND_OBJECT ? add_entry(r, v) : problem(r, "a schema that is no object");
    }
    r->line = 1;
    if (status == OK)
        status = json_problem(r, &json);
    if (status)
        return status;
    if (s->n_schemas > 0)
        qsort(s->schemas, s->n_schemas, sizeof *s->schemas, compare_ids);
    for (uint32_t i = 1; i < s->n_schemas; i++)
        if (str_eq(s->schemas[i - 1].db_id, s->schemas[i].db_id))
            return problem(r, "two schemas of one db_id");
    return OK;
}

/* Seeds and cases */

static enum status check_seed(struct suite_reading *r, const struct seed *s)
{
    const struct suite *suite = r->suite;
    if (s->number == SEED_NONE || !s->db_id.ptr || !s->question.ptr)
        return problem(r, "no 'seed', 'db_id' and 'question'");
    if (suite->n_seeds && suite->seeds[suite->n_seeds - 1].number >= s->number)
        return problem(r, "seeds are not in order");
    return find_schema(suite, s->db_id) ? OK : problem(r, "a db_id that is not in tables.json");
}

static enum status add_seed(struct suite_reading *r, struct str line)
{
    struct suite *s = r->suite;
    struct json_reader json = json_reader_of(&s->arena, line);
    struct seed seed = {.number = SEED_NONE};
    record_get(&json, &SEED_RECORD, &seed);
    enum status status = json_problem(r, &json);
    if (status == OK)
        status = check_seed(r, &seed);
    if (status)
        return status;
    ARENA_PUSH(&s->arena, s->seeds, s->n_seeds);
    s->seeds[s->n_seeds++] = seed;
    return OK;
}

uint32_t suite_find_seed(const struct suite *s, uint32_t number)
{
    return seed_find(s->seeds, s->n_seeds, number);
}

static enum status check_case(struct suite_reading *r, const struct test_case *c, const char *bad)
{
    if (bad)
        return problem(r,
                       arena_printf(&r->suite->arena, "'%s' has a value it cannot have", bad).ptr);
    if (!c->id.ptr || !c->relation.ptr || !c->db_id.ptr || !c->question.ptr)
        return problem(r, "no 'id', 'relation', 'db_id' and 'question'");
    if (c->seed == r->suite->n_seeds)
        return problem(r, "a case of a seed that is not in seeds.jsonl");
    if (r->suite->n_cases && r->suite->cases[r->suite->n_cases - 1].seed > c->seed)
        return problem(r, "cases are not in the order of the seeds");
    return find_schema(r->suite, c->db_id) ? OK : problem(r, "a db_id that is not in tables.json");
}

static enum status add_case(struct suite_reading *r, struct str line)
{
    struct suite *s = r->suite;
    struct json_reader json = json_reader_of(&s->arena, line);
    struct test_case c = CASE_EMPTY;
    c.seed_number = SEED_NONE;
    const char *bad = record_get(&json, &CASE_RECORD, &c);
    c.seed = suite_find_seed(s, c.seed_number);
    enum status status = json_problem(r, &json);
    if (status == OK)
        status = check_case(r, &c, bad);
    if (status)
        return status;
    ARENA_PUSH(&s->arena, s->cases, s->n_cases);
    s->cases[s->n_cases++] = c;
    return OK;
}

/* The cases that the manifest counts, relation by relation. */
static uint64_t count_cases(struct arena *a, struct json_value relations, bool proved)
{
    struct json_reader json = json_reader_of(a, relations.raw);
    struct str id, counted = proved ? STR("proved") : STR("generated");
    uint64_t sum = 0, n;
    for (struct json_value v; json_next(&json, &id, &v);)
        if (json_count(json_member(a, v, counted), UINT32_MAX, &n))
            sum += n;
    return sum;
}

static enum status read_manifest(struct suite_reading *r)
{
    enum { VERSION, DATABASES, MORE_DATABASES, SEEDS, PROOF, KEY, PART, RELATIONS_MADE, N_MEMBERS };
    static const struct str NAMES[] = {STR_INIT("version"),        STR_INIT("databases"),
                                       STR_INIT("more_databases"), STR_INIT("seeds"),
                                       STR_INIT("proof"),          STR_INIT("key"),
                                       STR_INIT("part"),           STR_INIT("relations")};
    struct suite *s = r->suite;
    struct str text;
    enum status status = read_file(r, "manifest.json", &text);
    if (status)
        return status;
    struct json_reader json = json_reader_of(&s->arena, text);
    struct json_value v[N_MEMBERS];
    uint64_t version = 0;
    json_members(&json, NAMES, N_MEMBERS, v);
    json_count(v[VERSION], UINT32_MAX, &version);
    s->databases = json_text_copy(&s->arena, v[DATABASES]).ptr;
    s->more_databases = json_text_copy(&s->arena, v[MORE_DATABASES]).ptr;
    s->key = json_text_copy(&s->arena, v[KEY]);
    s->part.of = STR("");
    if (v[PART].raw.ptr && !FORM_PART.get(&s->arena, v[PART], NULL, &s->part))
        return problem(r, "'part' has a value it cannot have");
    s->has_counts = json_count(v[SEEDS], UINT32_MAX, &s->seeds_made) &&
                    v[RELATIONS_MADE].kind == JSON_KIND_OBJECT;
    if (s->has_counts)
        s->cases_made = count_cases(&s->arena, v[RELATIONS_MADE], v[PROOF].kind == JSON_KIND_TRUE);
    r->line = 1;
    status = json_problem(r, &json);
    return status || version == 1 ? status : problem(r, "not a suite of version 1");
}

enum status suite_open_unreviewed(struct suite *s, const char *dir, struct err *e)
{
    *s = (struct suite){.dir = dir};
    struct suite_reading r = {.suite = s, .err = e};
    enum status status = read_manifest(&r);
    if (status == OK)
        status = read_tables(&r);
    if (status == OK)
        status = read_lines(&r, "seeds.jsonl", add_seed);
    if (status == OK)
        status = read_lines(&r, "cases.jsonl", add_case);
    if (status)
        suite_close(s);
    return status;
}

enum status suite_open(struct suite *s, const char *dir, struct err *e)
{
    struct reviews r;
    enum status status = suite_open_unreviewed(s, dir, e);
    if (status)
        return status;
    status = reviews_read(&r, s, e);
    if (status) {
        suite_close(s);
        return status;
    }
    reviews_apply(&r, s);
    arena_take(&s->arena, &r.arena); /* edited questions are views of the reviews */
    return OK;
}

void suite_close(struct suite *s)
{
    arena_release(&s->arena);
    *s = (struct suite){0};
}

bool suite_is_whole(const struct suite *s)
{
    return !s->has_counts || (s->seeds_made == s->n_seeds &&
                              s->cases_made == (uint64_t)s->n_cases + s->reviewed.dropped);
}

/* Suites that are kept while they are made */

void suite_begin(struct suite *s, const char *dir, const char *databases, const char *more)
{
    *s = (struct suite){.dir = dir};
    s->databases = arena_str_or_null(&s->arena, str_from(databases)).ptr;
    s->more_databases = arena_str_or_null(&s->arena, str_from(more)).ptr;
}

static struct str keep(struct suite *s, struct str text)
{
    return arena_str_or_null(&s->arena, text);
}

void suite_add_seed(struct suite *s, const struct seed *seed)
{
    ARENA_PUSH(&s->arena, s->seeds, s->n_seeds);
    s->seeds[s->n_seeds++] = (struct seed){.number = seed->number,
                                           .db_id = keep(s, seed->db_id),
                                           .question = keep(s, seed->question),
                                           .query = keep(s, seed->query),
                                           .evidence = keep(s, seed->evidence),
                                           .hardness = keep(s, seed->hardness),
                                           .element = keep(s, seed->element),
                                           .category = keep(s, seed->category),
                                           .columns = seed->columns,
                                           .found_link = seed->found_link};
}

void suite_add_case(struct suite *s, const struct test_case *c)
{
    ARENA_PUSH(&s->arena, s->cases, s->n_cases);
    struct test_case *kept = &s->cases[s->n_cases++];
    *kept = *c;
    kept->id = keep(s, c->id);
    kept->family = keep(s, c->family);
    kept->relation = keep(s, c->relation);
    kept->db_id = keep(s, c->db_id);
    kept->question = keep(s, c->question);
    kept->query = keep(s, c->query);
    kept->change = keep(s, c->change);
    kept->edit.on = keep(s, c->edit.on);
    kept->edit.from = keep(s, c->edit.from);
    kept->edit.to = keep(s, c->edit.to);
    kept->condition = (struct case_condition){0}; /* it was proved */
    kept->migration = NULL;                       /* it stands with the schema */
    kept->schema = NULL;
}

/* As tables.json tells it: without what only the database tells. So a suite that was kept is the
 * same as one that was read. */
static const struct schema *as_written(struct arena *a, const struct schema *from)
{
    struct schema *s = ARENA_NEW(a, struct schema);
    *s = *from;
    s->tables = ARENA_ARRAY(a, struct schema_table, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        s->tables[t] = from->tables[t];
        s->tables[t].rowid = SCHEMA_STAR;
        s->tables[t].viewed = false;
    }
    return s;
}

/* The schema that a migration starts from was added before, and not long ago. */
static const struct suite_schema *find_kept(const struct suite *s, struct str db_id)
{
    uint32_t i = s->n_schemas - 1;
    while (!str_eq(s->schemas[i].db_id, db_id))
        i--;
    return &s->schemas[i];
}

void suite_add_schema(struct suite *s, const struct schema *original, struct str db_id,
                      const struct migration *m, struct str text)
{
    struct arena *a = &s->arena;
    struct schema changed;
    struct suite_schema new = {.db_id = keep(s, db_id), .digest = hash_bytes(text)};
    if (m) {
        new.migration = migration_keep(a, m, find_kept(s, original->db_id)->schema);
        migration_schema(a, new.migration, new.db_id, &changed, NULL);
    }
    new.schema = as_written(a, m ? &changed : original);
    ARENA_PUSH(a, s->schemas, s->n_schemas);
    s->schemas[s->n_schemas++] = new;
}

void suite_settle(struct suite *s)
{
    if (s->n_schemas)
        qsort(s->schemas, s->n_schemas, sizeof *s->schemas, compare_ids);
}

void suite_identify(struct suite *s, struct str key, const struct part *part)
{
    s->key = keep(s, key);
    s->part = *part;
    s->part.of = keep(s, part->of);
}

/* Parts */

uint32_t suite_first_case(const struct suite *s, uint32_t seed)
{
    uint32_t low = 0, high = s->n_cases;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->cases[middle].seed < seed)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void suite_narrow(struct suite *s, struct place_range seeds)
{
    uint32_t first = suite_first_case(s, seeds.first), end = suite_first_case(s, seeds.end);
    s->seeds_before += seeds.first;
    s->cases_before += first;
    s->seeds += seeds.first;
    s->n_seeds = seeds.end - seeds.first;
    s->cases += first;
    s->n_cases = end - first;
    for (uint32_t i = 0; i < s->n_cases; i++)
        s->cases[i].seed -= seeds.first;
}

/* Schemas on demand */

static enum status make_schema(struct suite *s, struct suite_schema *entry, struct err *e)
{
    struct schema *schema = ARENA_NEW(&s->arena, struct schema);
    enum status status = schema_parse(&s->arena, entry->text, schema, e);
    if (status == OK)
        entry->schema = schema;
    return status;
}

static enum status make_migration(struct suite *s, struct suite_schema *entry, struct err *e)
{
    if (entry->migration) { /* it was kept */
        entry->origin = find_schema(s, entry->migration->old->db_id);
        return OK;
    }
    const struct json_value changes = {JSON_KIND_OBJECT, entry->changes};
    if (!entry->changes.ptr)
        return OK;
    struct str of = json_text(&s->arena, json_member(&s->arena, changes, STR("of")));
    struct suite_schema *origin = of.ptr ? find_schema(s, of) : NULL;
    if (!origin)
        return err_set(e, E_SCHEMA, "schema '%.*s': its origin is not in tables.json",
                       STR_ARG(entry->db_id));
    enum status status = origin->schema ? OK : make_schema(s, origin, e);
    if (status == OK)
        status = migration_from_json(&s->arena, entry->changes, origin->schema, entry->schema,
                                     &entry->migration, e);
    if (status == OK)
        entry->origin = origin;
    return status;
}

enum status suite_schema(struct suite *s, struct str db_id, const struct suite_schema **out,
                         struct err *e)
{
    struct suite_schema *entry = find_schema(s, db_id);
    enum status status = OK;
    if (!entry)
        return err_set(e, E_SCHEMA, "no schema '%.*s'", STR_ARG(db_id));
    if (!entry->complete) {
        status = entry->schema ? OK : make_schema(s, entry, e);
        if (status == OK)
            status = make_migration(s, entry, e);
        entry->complete = status == OK;
    }
    if (status)
        err_in_file(e, arena_printf(&s->arena, "%s/tables.json", s->dir).ptr);
    *out = entry;
    return status;
}

struct str suite_schema_plain(struct suite *s, const struct suite_schema *schema)
{
    struct suite_schema *mine = &s->schemas[schema - s->schemas];
    if (mine->plain.ptr)
        return mine->plain;
    struct buf text = {0};
    struct json_writer json = json_writer_to(&text);
    schema_json(&json, mine->schema);
    mine->plain = arena_str(&s->arena, buf_str(&text));
    buf_release(&text);
    return mine->plain;
}
