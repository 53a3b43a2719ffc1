/* migration_json.c: writing an entry of tables.json with its lineage and its migration. */
#include "migration/migration_json.h"

#include "schema/schema_json.h"

static void put_lineage(struct json_writer *w, struct arena *a, const struct migration *m,
                        const struct schema *new, const uint32_t *lineage)
{
    json_key_array(w, "lineage");
    for (uint32_t c = 0; c < new->n_columns; c++) {
        if (lineage[c] == SCHEMA_NONE) {
            json_put_null(w);
            continue;
        }
        json_put_str(w, schema_column_path(a, m->old, lineage[c]));
    }
    json_array_close(w);
}

static void put_values(struct json_writer *w, const struct migration_values *v)
{
    json_object_open(w);
    json_key(w, v->n_texts ? STR("texts") : STR("range"));
    json_array_open(w);
    for (uint32_t i = 0; i < v->n_texts; i++)
        json_put_str(w, v->texts[i]);
    if (v->n_texts == 0) {
        json_put_int(w, v->low);
        json_put_int(w, v->high);
    }
    json_array_close(w);
    json_object_close(w);
}

static void put_entries(struct json_writer *w, const struct column_mapping *m)
{
    json_array_open(w);
    for (uint32_t i = 0; i < m->n_entries; i++) {
        json_array_open(w);
        json_put_str(w, m->entries[i].old);
        json_put_str(w, m->entries[i].new);
        json_array_close(w);
    }
    json_array_close(w);
}

/* The members of its kind (column_mapping.h). */
static void put_mapping(struct json_writer *w, const struct column_mapping *m)
{
    switch (m->kind) {
    case MAPPING_PART:
        json_key_count(w, "part", m->part);
        json_key_count(w, "parts", m->n_parts);
        json_key_str(w, "separator", m->separator);
        if (m->last.ptr)
            json_key_str(w, "last", m->last);
        if (m->whole)
            json_key_bool(w, "whole", true);
        break;
    case MAPPING_DICTIONARY:
        json_key(w, STR("dictionary"));
        put_entries(w, m);
        break;
    case MAPPING_FLAG:
        json_key_str(w, "flag", m->value);
        break;
    case MAPPING_DIGITS:
        json_key_count(w, "part", m->part);
        json_key_count(w, "parts", m->n_parts);
        json_key_count(w, "digits", m->digits);
        json_key_count(w, "after", m->after);
        if (m->whole)
            json_key_bool(w, "whole", true);
        break;
    case MAPPING_LINEAR:
        json_key_double(w, "offset", m->offset);
        json_key_double(w, "factor", m->factor);
        break;
    }
}

static void put_named(struct json_writer *w, const char *name, const struct migration_column *c)
{
    json_object_open(w);
    json_key_count(w, name, c->old);
    if (c->mapping)
        put_mapping(w, c->mapping);
    json_object_close(w);
}

static void put_source(struct json_writer *w, const struct migration_column *c)
{
    switch (c->source) {
    case MIGRATION_COPY:
        json_put_int(w, c->old);
        break;
    case MIGRATION_JOINED:
        put_named(w, "joined", c);
        break;
    case MIGRATION_LOOKUP:
        put_named(w, "lookup", c);
        break;
    case MIGRATION_KEY:
        json_put_str(w, STR("key"));
        break;
    case MIGRATION_MAPPED:
        put_named(w, "mapped", c);
        break;
    case MIGRATION_INVENTED:
        put_values(w, c->values);
        break;
    }
}

static void put_table(struct json_writer *w, const struct migration_table *t)
{
    json_object_open(w);
    json_key_count(w, "base", t->base);
    if (t->changed) {
        json_key_array(w, "columns");
        for (uint32_t i = 0; i < t->n_columns; i++)
            put_source(w, &t->columns[i]);
        json_array_close(w);
    }
    if (t->split)
        json_key_bool(w, "split", true);
    if (t->keyless)
        json_key_bool(w, "keyless", true);
    if (t->fold.from != SCHEMA_NONE) {
        json_key_array(w, "fold");
        json_put_int(w, t->fold.from);
        json_put_int(w, t->fold.to);
        json_array_close(w);
    }
    json_object_close(w);
}

static void put_keys(struct json_writer *w, const struct migration *m)
{
    json_key_array(w, "keys");
    for (uint32_t i = 0; i < m->n_foreign_keys; i++) {
        const struct migration_key *k = &m->foreign_keys[i];
        const uint32_t parts[] = {k->from_table, k->from, k->to_table, k->to,
                                  m->key_first ? m->key_first[i] : i};
        json_array_open(w);
        for (size_t p = 0; p < COUNT_OF(parts); p++)
            json_put_int(w, parts[p]);
        json_array_close(w);
    }
    json_array_close(w);
}

/* `shown` is NULL, or says which tables a short entry spells out. */
static void put_migration(struct json_writer *w, struct arena *a, const struct migration *m,
                          const bool *shown)
{
    json_key_object(w, "migration");
    json_key_str(w, "of", m->old->db_id);
    if (m->forgotten != SCHEMA_NONE)
        json_key_count(w, "forgotten", m->forgotten);
    json_key_array(w, "tables");
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (!shown || shown[t])
            put_table(w, &m->tables[t]);
        else
            json_put_int(w, m->tables[t].base);
    json_array_close(w);
    if (shown && !migration_keys_follow(a, m))
        put_keys(w, m);
    json_object_close(w);
}

void migration_json(struct json_writer *w, const struct migration *m, struct str db_id)
{
    struct arena a = {0};
    struct schema new;
    const uint32_t *lineage;
    migration_schema(&a, m, db_id, &new, &lineage);
    json_object_open(w);
    schema_json_members(w, &new);
    put_lineage(w, &a, m, &new, lineage);
    put_migration(w, &a, m, NULL);
    json_object_close(w);
    arena_release(&a);
}

/* Short entries */

/* Is the table as it was, under its old name? */
static bool is_kept(const struct migration *m, const struct migration_table *t)
{
    const struct schema_table *old = &m->old->tables[t->base];
    return !t->columns && !t->changed && !t->keyless && !t->split && t->fold.from == SCHEMA_NONE &&
           str_eq(t->name, old->name) && str_eq(t->natural, old->natural);
}

/* The tables that are spelled out: those that changed, or else the first, since an entry must have
 * a table. */
static bool *shown_tables(struct arena *a, const struct migration *m)
{
    bool *shown = ARENA_ARRAY(a, bool, m->n_tables), any = false;
    for (uint32_t t = 0; t < m->n_tables; t++) {
        shown[t] = !is_kept(m, &m->tables[t]);
        any = any || shown[t];
    }
    shown[0] = shown[0] || !any;
    return shown;
}

/* Those tables of `m`, as a schema. */
static void shown_schema(struct arena *a, const struct migration *m, const bool *shown,
                         struct str db_id, struct schema *out)
{
    struct migration part = {.old = m->old, .forgotten = SCHEMA_NONE};
    part.tables = ARENA_ARRAY(a, struct migration_table, m->n_tables);
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (shown[t])
            part.tables[part.n_tables++] = m->tables[t];
    migration_schema(a, &part, db_id, out, NULL);
}

void migration_json_short(struct json_writer *w, const struct migration *m, struct str db_id)
{
    struct arena a = {0};
    struct schema new;
    const bool *shown = shown_tables(&a, m);
    shown_schema(&a, m, shown, db_id, &new);
    json_object_open(w);
    json_key_str(w, "of", m->old->db_id);
    schema_json_members(w, &new);
    put_migration(w, &a, m, shown);
    json_object_close(w);
    arena_release(&a);
}
