/* schema_json.c: writing tables.json entries, member by member in Spider's order. */
#include "schema/schema_json.h"

#include "schema/keys.h"

static void put_column_names(struct json_writer *w, const struct schema *s, bool original)
{
    json_key_array(w, original ? "column_names_original" : "column_names");
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
    json_key_array(w, "column_types");
    for (uint32_t c = 0; c < s->n_columns; c++)
        json_put_str(w, schema_type_name(s->columns[c].type));
    json_array_close(w);
}

static void put_foreign_keys(struct json_writer *w, const struct schema *s)
{
    json_key_array(w, "foreign_keys");
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        json_array_open(w);
        json_put_int(w, s->foreign_keys[i].from);
        json_put_int(w, s->foreign_keys[i].to);
        json_array_close(w);
    }
    json_array_close(w);
}

static void put_primary_keys(struct json_writer *w, const struct schema *s)
{
    struct arena a = {0};
    json_key_array(w, "primary_keys");
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct primary_key key = schema_primary_key(&a, s, t);
        for (uint32_t i = 0; i < key.count; i++)
            json_put_int(w, key.columns[i]);
    }
    json_array_close(w);
    arena_release(&a);
}

static void put_table_names(struct json_writer *w, const struct schema *s, bool original)
{
    json_key_array(w, original ? "table_names_original" : "table_names");
    for (uint32_t t = 0; t < s->n_tables; t++)
        json_put_str(w, original ? s->tables[t].name : s->tables[t].natural);
    json_array_close(w);
}

static void put_declared_types(struct json_writer *w, const struct schema *s)
{
    json_key_array(w, "declared_types");
    for (uint32_t c = 0; c < s->n_columns; c++)
        if (s->declared[c].type.ptr)
            json_put_str(w, s->declared[c].type);
        else
            json_put_null(w);
    json_array_close(w);
}

static void put_generated_columns(struct json_writer *w, const struct schema *s)
{
    json_key_array(w, "generated_columns");
    for (uint32_t c = 1; c < s->n_columns; c++)
        if (s->declared[c].generated)
            json_put_int(w, c);
    json_array_close(w);
}

static void put_views(struct json_writer *w, const struct schema *s)
{
    json_key_array(w, "views");
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (s->tables[t].view)
            json_put_int(w, t);
    json_array_close(w);
}

/* The pairs of each key that has several, by their numbers. */
static void put_composite_keys(struct json_writer *w, const struct schema *s)
{
    json_key_array(w, "composite_foreign_keys");
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

void schema_json_members(struct json_writer *w, const struct schema *s)
{
    put_column_names(w, s, false);
    put_column_names(w, s, true);
    put_column_types(w, s);
    json_key_str(w, "db_id", s->db_id);
    put_foreign_keys(w, s);
    put_primary_keys(w, s);
    put_table_names(w, s, false);
    put_table_names(w, s, true);
    if (!s->declared)
        return;
    put_composite_keys(w, s);
    put_declared_types(w, s);
    put_generated_columns(w, s);
    put_views(w, s);
}

void schema_json(struct json_writer *w, const struct schema *s)
{
    json_object_open(w);
    schema_json_members(w, s);
    json_object_close(w);
}
