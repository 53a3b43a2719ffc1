/* schema_json.c: writing tables.json entries, member by member in Spider's order. */
#include "schema/schema_json.h"

#include "schema/key_span.h"
#include "schema/primary_key.h"

static void put_column_names(struct json_writer *w, const struct schema *s, bool original)
{
    json_key(w, original ? STR("column_names_original") : STR("column_names"));
    json_array_open(w);
    for (uint32_t c = 0; c < s->n_columns; c++) {
        const struct schema_column *column = &s->columns[c];
        json_array_open(w);
        json_put_int(w, column->table == SCHEMA_NONE ? -1 : (int64_t)column->table);
        json_put_str(w, original ? column->name : column->natural);
        json_array_close(w);
    }
    json_array_close(w);
}

static void put_column_types(struct json_writer *w, const struct schema *s)
{
    json_key(w, STR("column_types"));
    json_array_open(w);
    for (uint32_t c = 0; c < s->n_columns; c++)
        json_put_str(w, schema_type_name(s->columns[c].type));
    json_array_close(w);
}

static void put_foreign_keys(struct json_writer *w, const struct schema *s)
{
    json_key(w, STR("foreign_keys"));
    json_array_open(w);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        json_array_open(w);
        json_put_int(w, s->foreign_keys[i].from);
        json_put_int(w, s->foreign_keys[i].to);
        json_array_close(w);
    }
    json_array_close(w);
}

/* The columns of a key in the key's order, as far as that is known. */
static void put_primary_key(struct json_writer *w, struct arena *a, const struct schema *s,
                            uint32_t table)
{
    struct primary_key key = schema_primary_key(a, s, table);
    for (uint32_t i = 0; i < key.count; i++)
        json_put_int(w, key.columns[i]);
}

static void put_primary_keys(struct json_writer *w, const struct schema *s)
{
    struct arena a = {0};
    json_key(w, STR("primary_keys"));
    json_array_open(w);
    for (uint32_t t = 0; t < s->n_tables; t++)
        put_primary_key(w, &a, s, t);
    json_array_close(w);
    arena_release(&a);
}

static void put_table_names(struct json_writer *w, const struct schema *s, bool original)
{
    json_key(w, original ? STR("table_names_original") : STR("table_names"));
    json_array_open(w);
    for (uint32_t t = 0; t < s->n_tables; t++)
        json_put_str(w, original ? s->tables[t].name : s->tables[t].natural);
    json_array_close(w);
}

static void put_declared_types(struct json_writer *w, const struct schema *s)
{
    json_key(w, STR("declared_types"));
    json_array_open(w);
    for (uint32_t c = 0; c < s->n_columns; c++)
        if (s->declared[c].type.ptr)
            json_put_str(w, s->declared[c].type);
        else
            json_put_null(w);
    json_array_close(w);
}

static void put_generated_columns(struct json_writer *w, const struct schema *s)
{
    json_key(w, STR("generated_columns"));
    json_array_open(w);
    for (uint32_t c = 1; c < s->n_columns; c++)
        if (s->declared[c].generated)
            json_put_int(w, c);
    json_array_close(w);
}

static void put_views(struct json_writer *w, const struct schema *s)
{
    json_key(w, STR("views"));
    json_array_open(w);
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (s->tables[t].view)
            json_put_int(w, t);
    json_array_close(w);
}

/* The pairs of each key that has several, by their numbers. */
static void put_composite_keys(struct json_writer *w, const struct schema *s)
{
    json_key(w, STR("composite_foreign_keys"));
    json_array_open(w);
    struct key_span span;
    for (uint32_t i = 0; i < s->n_foreign_keys; i += span.count) {
        span = key_span_of(s, i);
        if (span.count == 1)
            continue;
        json_array_open(w);
        for (uint32_t k = 0; k < span.count; k++)
            json_put_int(w, i + k);
        json_array_close(w);
    }
    json_array_close(w);
}

/* What only a database tells. */
static void put_declared(struct json_writer *w, const struct schema *s)
{
    put_composite_keys(w, s);
    put_declared_types(w, s);
    put_generated_columns(w, s);
    put_views(w, s);
}

void schema_json_members(struct json_writer *w, const struct schema *s)
{
    put_column_names(w, s, false);
    put_column_names(w, s, true);
    put_column_types(w, s);
    json_key(w, STR("db_id"));
    json_put_str(w, s->db_id);
    put_foreign_keys(w, s);
    put_primary_keys(w, s);
    put_table_names(w, s, false);
    put_table_names(w, s, true);
    if (s->declared)
        put_declared(w, s);
}

void schema_json(struct json_writer *w, const struct schema *s)
{
    json_object_open(w);
    schema_json_members(w, s);
    json_object_close(w);
}
