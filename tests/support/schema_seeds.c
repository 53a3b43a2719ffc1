/* schema_seeds.c: making seeds for tests. */
#include "schema_seeds.h"
#include "shared.h"
#include "unit.h"

#include "relation/prepare.h"
#include "sql/parse.h"

static bool resolve(struct arena *a, const struct schema *schema, struct str query,
                    struct relation_seed *out)
{
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    struct err e;
    if (sql_parse(a, query, stmt, &e) != OK || sql_resolve(a, schema, stmt, resolution, &e) != OK)
        return false;
    bool *columns = arena_zalloc(a, schema->n_columns), *tables = arena_zalloc(a, schema->n_tables);
    for (uint32_t i = 0; i < resolution->n_reads; i++) {
        tables[resolution->reads[i].table] = true;
        if (resolution->reads[i].column < schema->n_columns)
            columns[resolution->reads[i].column] = true;
    }
    out->stmt = stmt;
    out->resolution = resolution;
    out->column_read = columns;
    out->table_read = tables;
    return true;
}

bool seed_make(struct arena *a, const struct schema *schema, const char *database,
               struct str question, struct str query, struct relation_seed *out)
{
    struct seed *seed = ARENA_NEW(a, struct seed);
    *seed = (struct seed){.db_id = schema->db_id,
                          .question = question,
                          .query = query,
                          .schema = schema,
                          .database = str_from(database)};
    *out = (struct relation_seed){.seed = seed, .schema = schema};
    return resolve(a, schema, query, out);
}

void seed_read_words(struct arena *a, const struct lexicon *l, struct relation_seed *s)
{
    s->lexicon = l;
    s->words = relation_words(a, l, s->seed->question);
}

struct proof_task seed_task(const struct relation_seed *s, const struct migration *m)
{
    return (struct proof_task){.database = s->seed->database.ptr,
                               .gold = s->seed->query,
                               .ordered = s->stmt->query->order.count > 0,
                               .migration = m};
}

uint32_t column_named(const struct schema *s, const char *name)
{
    struct str text = str_from(name);
    size_t dot = str_find(text, STR("."), 0);
    uint32_t table = schema_find_table(s, str_slice(text, 0, dot));
    assert_int_not_equal(table, SCHEMA_NONE);
    uint32_t column = schema_find_column(s, table, str_slice(text, dot + 1, text.len));
    assert_int_not_equal(column, SCHEMA_NONE);
    return column;
}

static const char *database_of(struct arena *a, struct str id)
{
    return shared_path(
        a, arena_printf(a, "spider/database/%.*s/%.*s.sqlite", STR_ARG(id), STR_ARG(id)).ptr);
}

/* As in a dataset: with what their databases declare. */
static void settle_schema(struct arena *a, const struct spider_dev *d, struct str db_id)
{
    struct schema_set set = d->schemas;
    struct schema *s = &set.schemas[schema_set_find(&set, db_id) - set.schemas];
    struct err e;
    if (!s->declared)
        assert_int_equal(schema_ask_database(a, database_of(a, db_id), s, &e), OK);
}

void spider_dev_load(struct arena *a, struct spider_dev *out)
{
    struct err e;
    struct json_value dev = read_json(a, shared_path(a, "spider/dev.json")), entry;
    struct json_reader entries = json_reader_of(a, dev.raw);
    assert_int_equal(schema_set_load(a, shared_path(a, "spider/tables.json"), &out->schemas, &e),
                     OK);
    for (uint32_t i = 0; i < out->schemas.count; i++)
        schema_drop_internal(a, &out->schemas.schemas[i]);
    out->count = json_item_count(dev);
    out->questions = ARENA_ARRAY(a, struct str, out->count);
    out->queries = ARENA_ARRAY(a, struct str, out->count);
    out->db_ids = ARENA_ARRAY(a, struct str, out->count);
    for (size_t i = 0; json_next_item(&entries, &entry); i++) {
        out->questions[i] = text_member(a, entry, "question");
        out->queries[i] = text_member(a, entry, "query");
        out->db_ids[i] = text_member(a, entry, "db_id");
        settle_schema(a, out, out->db_ids[i]);
    }
}

bool spider_dev_seed(struct arena *a, const struct spider_dev *d, size_t i,
                     struct relation_seed *out)
{
    const struct schema *schema = schema_set_find(&d->schemas, d->db_ids[i]);
    return seed_make(a, schema, database_of(a, d->db_ids[i]), d->questions[i], d->queries[i], out);
}
