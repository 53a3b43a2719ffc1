/* tables_json.c: schemas from Spider's tables.json.
 *
 * An entry is checked as it is read: after that every id in a struct schema is in range. */
#include "schema/schema.h"

#include "base/file.h"
#include "base/json_place.h"
#include "schema/build.h"

#include <jansson.h>

enum { TABLES_JSON_MAX = 1 << 30 };

/* One entry while it is being read. */
struct entry {
    struct arena *arena;
    struct schema *schema;
    const json_t *json;
    struct err *err;
};

static struct str json_text(const json_t *j)
{
    return (struct str){json_string_value(j), json_string_length(j)};
}

static enum status entry_error(struct entry *n, const char *problem)
{
    return err_set(n->err, E_SCHEMA, "schema '%.*s': %s", STR_ARG(n->schema->db_id), problem);
}

static enum schema_type type_of(const json_t *j)
{
    enum schema_type type = SCHEMA_TEXT;
    while (type != SCHEMA_OTHERS &&
           !(json_is_string(j) && str_eq(json_text(j), schema_type_name(type))))
        type++;
    return type;
}

static enum status read_tables(struct entry *n)
{
    const json_t *names = json_object_get(n->json, "table_names_original");
    const json_t *natural = json_object_get(n->json, "table_names");
    size_t count = json_array_size(names);
    if (count == 0)
        return entry_error(n, "no tables");
    if (count >= SCHEMA_NONE)
        return entry_error(n, "too many tables");
    struct schema *s = n->schema;
    s->n_tables = (uint32_t)count;
    s->tables = arena_zalloc(n->arena, count * sizeof *s->tables);
    for (uint32_t i = 0; i < s->n_tables; i++) {
        const json_t *name = json_array_get(names, i), *words = json_array_get(natural, i);
        if (!json_is_string(name))
            return entry_error(n, "a table name is not a string");
        s->tables[i].name = arena_str(n->arena, json_text(name));
        s->tables[i].natural =
            json_is_string(words) ? arena_str(n->arena, json_text(words)) : s->tables[i].name;
    }
    return OK;
}

/* One [table, name] pair of column_names_original. */
static enum status read_column(struct entry *n, uint32_t id, const json_t *pair,
                               const json_t *natural, const json_t *type)
{
    struct schema_column *c = &n->schema->columns[id];
    const json_t *table = json_array_get(pair, 0), *name = json_array_get(pair, 1);
    const json_t *words = json_array_get(natural, 1);
    if (!json_is_integer(table) || !json_is_string(name))
        return entry_error(n, "a column is not a pair of table and name");
    json_int_t t = json_integer_value(table);
    if (id == SCHEMA_STAR ? t >= 0 : t < 0 || t >= n->schema->n_tables)
        return entry_error(n, id == SCHEMA_STAR ? "the first column is not '*'"
                                                : "a column belongs to no table");
    c->table = id == SCHEMA_STAR ? SCHEMA_NONE : (uint32_t)t;
    c->name = arena_str(n->arena, json_text(name));
    c->natural = json_is_string(words) ? arena_str(n->arena, json_text(words)) : c->name;
    c->type = type_of(type);
    return OK;
}

static enum status read_columns(struct entry *n)
{
    const json_t *pairs = json_object_get(n->json, "column_names_original");
    const json_t *natural = json_object_get(n->json, "column_names");
    const json_t *types = json_object_get(n->json, "column_types");
    size_t count = json_array_size(pairs);
    if (count < 2)
        return entry_error(n, "no columns");
    if (count >= SCHEMA_NONE)
        return entry_error(n, "too many columns");
    struct schema *s = n->schema;
    s->n_columns = (uint32_t)count;
    s->columns = arena_zalloc(n->arena, count * sizeof *s->columns);
    for (uint32_t i = 0; i < s->n_columns; i++) {
        enum status status = read_column(n, i, json_array_get(pairs, i), json_array_get(natural, i),
                                         json_array_get(types, i));
        if (status)
            return status;
    }
    return OK;
}

static bool column_id(const struct schema *s, const json_t *j, uint32_t *out)
{
    if (!json_is_integer(j) || json_integer_value(j) < 1 || json_integer_value(j) >= s->n_columns)
        return false;
    *out = (uint32_t)json_integer_value(j);
    return true;
}

/* Primary keys are column ids; BIRD writes a composite key as a list of them. */
static enum status read_primary_key(struct entry *n, const json_t *key)
{
    uint32_t id;
    for (size_t i = 0; i < json_array_size(key); i++) {
        if (!column_id(n->schema, json_array_get(key, i), &id))
            return entry_error(n, "a primary key is no column");
        n->schema->columns[id].primary = true;
    }
    if (json_is_array(key))
        return OK;
    if (!column_id(n->schema, key, &id))
        return entry_error(n, "a primary key is no column");
    n->schema->columns[id].primary = true;
    return OK;
}

static enum status read_keys(struct entry *n)
{
    struct schema *s = n->schema;
    const json_t *primary = json_object_get(n->json, "primary_keys");
    for (size_t i = 0; i < json_array_size(primary); i++) {
        enum status status = read_primary_key(n, json_array_get(primary, i));
        if (status)
            return status;
    }
    const json_t *foreign = json_object_get(n->json, "foreign_keys");
    s->n_foreign_keys = (uint32_t)json_array_size(foreign);
    s->foreign_keys = ARENA_ARRAY(n->arena, struct schema_foreign_key, s->n_foreign_keys);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        const json_t *pair = json_array_get(foreign, i);
        if (!column_id(s, json_array_get(pair, 0), &s->foreign_keys[i].from) ||
            !column_id(s, json_array_get(pair, 1), &s->foreign_keys[i].to))
            return entry_error(n, "a foreign key is no pair of columns");
    }
    return OK;
}

static enum status read_entry(struct entry *n)
{
    const json_t *db_id = json_object_get(n->json, "db_id");
    if (!json_is_string(db_id))
        return err_set(n->err, E_SCHEMA, "schema without 'db_id'");
    n->schema->db_id = arena_str(n->arena, json_text(db_id));
    enum status status = read_tables(n);
    if (status == OK)
        status = read_columns(n);
    if (status == OK)
        status = read_keys(n);
    if (status)
        return status;
    schema_index(n->arena, n->schema);
    return n->schema->by_name.count == n->schema->n_tables
               ? OK
               : entry_error(n, "two tables have the same name");
}

static enum status read_entries(struct arena *a, const json_t *root, struct str text,
                                struct schema_set *out, struct err *e)
{
    size_t count = json_array_size(root);
    if (count == 0 || count >= UINT32_MAX)
        return err_at(e, E_SCHEMA, 1, 0, "not a list of schemas");
    out->schemas = arena_zalloc(a, count * sizeof *out->schemas);
    out->count = (uint32_t)count;
    struct json_place place = json_place_in(text);
    for (size_t i = 0; i < count; i++) {
        struct entry n = {a, &out->schemas[i], json_array_get(root, i), e};
        uint32_t line = json_place_next(&place);
        enum status status = read_entry(&n);
        if (status) {
            e->line = line;
            return status;
        }
    }
    return OK;
}

static enum status load(struct str text, json_t **out, struct err *e)
{
    json_error_t problem;
    *out = json_loadb(text.ptr, text.len, 0, &problem);
    return *out ? OK
                : err_at(e, E_SYNTAX, (uint32_t)problem.line, (uint32_t)problem.column, "%s",
                         problem.text);
}

enum status schema_set_parse(struct arena *a, struct str text, struct schema_set *out,
                             struct err *e)
{
    json_t *root;
    text = str_skip_bom(text);
    enum status status = load(text, &root, e);
    if (status == OK)
        status = read_entries(a, root, text, out, e);
    json_decref(root);
    return status;
}

enum status schema_parse(struct arena *a, struct str text, struct schema *out, struct err *e)
{
    json_t *root;
    enum status status = load(text, &root, e);
    *out = (struct schema){0};
    if (status == OK)
        status = read_entry(&(struct entry){a, out, root, e});
    json_decref(root);
    return status;
}

enum status schema_set_load(struct arena *a, const char *path, struct schema_set *out,
                            struct err *e)
{
    struct arena scratch = {0};
    struct str text;
    enum status status = file_read(&scratch, path, TABLES_JSON_MAX, &text, e);
    if (status == OK) {
        status = schema_set_parse(a, text, out, e);
        if (status)
            err_in_file(e, path);
    }
    arena_release(&scratch);
    return status;
}
