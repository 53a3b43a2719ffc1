/* suite.c: reading the files of a suite folder; keeping a suite while it is made. */
#include "suite/suite.h"

#include "base/hash.h"
#include "base/recipe.h"
#include "migration/migration_json.h"
#include "schema/schema_json.h"
#include "suite/suite_reader.h"

#include <stdlib.h>

/* Of schemas that short entries become, some gigabytes of memory: a line may stand for 10,000. */
enum { WHOLE_COLUMNS_MAX = 30000000 };

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

uint32_t suite_find_seed(const struct suite *s, uint32_t number)
{
    return seed_find(s->seeds, s->n_seeds, number);
}

/* Reading */

static enum status open_suite(struct suite *s, const char *dir, bool reviewed, struct err *e)
{
    struct suite_reader *r = mem_alloc(sizeof *r);
    enum status status = suite_reader_open(r, dir, e);
    if (status == OK)
        status = suite_reader_whole(r, reviewed, s, e);
    if (status == OK) {
        s->files = r;
        return OK;
    }
    suite_reader_close(r);
    free(r);
    return status;
}

enum status suite_open(struct suite *s, const char *dir, struct err *e)
{
    return open_suite(s, dir, true, e);
}

enum status suite_open_unreviewed(struct suite *s, const char *dir, struct err *e)
{
    return open_suite(s, dir, false, e);
}

void suite_close(struct suite *s)
{
    if (s->files)
        suite_reader_close(s->files);
    free(s->files);
    arena_release(&s->arena);
    *s = (struct suite){0};
}

void suite_close_into(struct suite *s, struct arena *a)
{
    if (s->files) {
        mapped_file_keep(&s->files->schemas.file, a);
        mapped_file_keep(&s->files->seeds.file, a);
        mapped_file_keep(&s->files->cases.file, a);
        arena_take(a, &s->files->head.arena);
    }
    arena_take(a, &s->arena);
    suite_close(s);
}

bool suite_is_whole(const struct suite *s)
{
    return !s->has_counts || (s->seeds_made == s->n_seeds &&
                              s->cases_made == (uint64_t)s->n_cases + s->reviewed.dropped);
}

/* Suites that are put together */

void suite_begin(struct suite *s, const char *dir, const char *databases, const char *more)
{
    *s = (struct suite){.dir = dir};
    s->databases = arena_str_or_null(&s->arena, str_from(databases)).ptr;
    s->more_databases = arena_str_or_null(&s->arena, str_from(more)).ptr;
}

static struct str keep_text(struct suite *s, struct str text)
{
    return arena_str_or_null(&s->arena, text);
}

void suite_add_seed(struct suite *s, const struct seed *seed)
{
    ARENA_ADD(&s->arena, s->seeds, s->n_seeds,
              (struct seed){.number = seed->number,
                            .db_id = keep_text(s, seed->db_id),
                            .question = keep_text(s, seed->question),
                            .query = keep_text(s, seed->query),
                            .evidence = keep_text(s, seed->evidence),
                            .hardness = keep_text(s, seed->hardness),
                            .element = keep_text(s, seed->element),
                            .category = keep_text(s, seed->category),
                            .columns = seed->columns,
                            .found_link = seed->found_link});
}

void suite_add_case(struct suite *s, const struct test_case *c)
{
    ARENA_PUSH(&s->arena, s->cases, s->n_cases);
    struct test_case *kept = &s->cases[s->n_cases++];
    *kept = *c;
    kept->id = keep_text(s, c->id);
    kept->family = keep_text(s, c->family);
    kept->relation = keep_text(s, c->relation);
    kept->db_id = keep_text(s, c->db_id);
    kept->question = keep_text(s, c->question);
    kept->query = keep_text(s, c->query);
    kept->change = keep_text(s, c->change);
    kept->edit.on = keep_text(s, c->edit.on);
    kept->edit.from = keep_text(s, c->edit.from);
    kept->edit.to = keep_text(s, c->edit.to);
    kept->condition = (struct case_condition){0}; /* it was proved */
    kept->migration = NULL;                       /* it is with the schema */
    kept->schema = NULL;
}

/* As tables.json has it: without what only the database knows. So a suite that was put together is
 * the same as one that was read. */
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
    struct suite_schema new = {.db_id = keep_text(s, db_id), .digest = hash_bytes(text)};
    if (m) {
        new.migration = migration_keep(a, m, find_kept(s, original->db_id)->schema);
        migration_schema(a, new.migration, new.db_id, &changed, NULL);
    }
    new.schema = as_written(a, m ? &changed : original);
    ARENA_ADD(a, s->schemas, s->n_schemas, new);
}

void suite_settle(struct suite *s)
{
    if (s->n_schemas)
        qsort(s->schemas, s->n_schemas, sizeof *s->schemas, compare_ids);
}

/* Parts */

static enum status take_own_part(struct suite *s, struct shard shard, struct part *out,
                                 struct err *e)
{
    if (!shard_is_whole(shard) && !shard_eq(shard, s->part.shard)) {
        err_set(e, E_USAGE,
                "this suite is the part %u/%u, which has no part %u/%u: leave out "
                "--shard, or merge the suite first",
                s->part.shard.number, s->part.shard.count, shard.number, shard.count);
        return err_in_file(e, s->dir);
    }
    *out = part_of_next(&s->arena, &s->part, s->reviewed.decisions);
    return OK;
}

enum status suite_cut(struct suite *s, struct shard shard, const uint64_t *work, struct part *out,
                      struct err *e)
{
    struct recipe r;
    *out = (struct part){.of = STR("")};
    if (!part_is_whole(&s->part))
        return take_own_part(s, shard, out, e);
    if (shard_is_whole(shard))
        return OK;
    recipe_begin(&r, "asking a suite");
    recipe_add(&r, "suite", s->key);
    recipe_add(&r, "reviews", s->reviewed.decisions); /* they change what is asked */
    *out = part_cut(&s->arena, &r, shard, work, s->n_seeds);
    return OK;
}

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

/* Schemas on demand */

static enum status bad_schema(const struct suite_schema *entry, const char *problem, struct err *e)
{
    return err_set(e, E_SCHEMA, "schema '%.*s': %s", STR_ARG(entry->db_id), problem);
}

/* Of a short entry, what it spells out. */
static enum status parse_schema(struct suite *s, struct suite_schema *entry, struct err *e)
{
    struct schema *schema = ARENA_NEW(&s->arena, struct schema);
    TRY(schema_parse(&s->arena, entry->text, schema, e));
    entry->schema = schema;
    return OK;
}

static enum status find_origin(struct suite *s, struct suite_schema *entry, struct err *e)
{
    const struct json_value changes = {JSON_KIND_OBJECT, entry->changes};
    struct str of = json_text(&s->arena, json_member(&s->arena, changes, STR("of")));
    struct suite_schema *origin = of.ptr ? find_schema(s, of) : NULL;
    if (!origin)
        return bad_schema(entry, "its origin is not in tables.json", e);
    if (entry->of.ptr && !str_eq(entry->of, of))
        return bad_schema(entry, "two origins", e);
    if (origin->of.ptr)
        return bad_schema(entry, "its origin is itself described by what changed", e);
    if (!origin->schema)
        TRY(parse_schema(s, origin, e));
    entry->origin = origin;
    return OK;
}

/* Make the schema of a short entry. Its own text was parsed; its migration makes the rest. */
static enum status complete_schema(struct suite *s, struct suite_schema *entry, struct err *e)
{
    struct schema *whole = ARENA_NEW(&s->arena, struct schema);
    TRY(migration_from_json_short(&s->arena, entry->changes, entry->origin->schema, entry->schema,
                                  &entry->migration, e));
    for (uint32_t t = 0; t < entry->migration->n_tables; t++)
        s->whole_columns += entry->migration->tables[t].n_columns;
    if (s->whole_columns > WHOLE_COLUMNS_MAX)
        return err_set(e, E_LIMIT, "changed schemas of more than %d columns together",
                       WHOLE_COLUMNS_MAX);
    migration_schema(&s->arena, entry->migration, entry->db_id, whole, NULL);
    entry->schema = whole;
    return whole->by_name.count == whole->n_tables
               ? OK
               : bad_schema(entry, "two tables have the same name", e);
}

static enum status make_schema(struct suite *s, struct suite_schema *entry, struct err *e)
{
    if (!entry->schema)
        TRY(parse_schema(s, entry, e));
    if (!entry->changes.ptr)
        return entry->of.ptr ? bad_schema(entry, "it has no migration", e) : OK;
    TRY(find_origin(s, entry, e));
    if (entry->of.ptr)
        return complete_schema(s, entry, e);
    return migration_from_json(&s->arena, entry->changes, entry->origin->schema, entry->schema,
                               &entry->migration, e);
}

enum status suite_schema(struct suite *s, struct str db_id, const struct suite_schema **out,
                         struct err *e)
{
    struct suite_schema *entry = find_schema(s, db_id);
    enum status status = OK;
    if (!entry)
        return err_set(e, E_SCHEMA, "no schema '%.*s'", STR_ARG(db_id));
    if (!entry->complete) {
        if (entry->migration) /* it was put together */
            entry->origin = find_schema(s, entry->migration->old->db_id);
        else
            status = make_schema(s, entry, e);
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
