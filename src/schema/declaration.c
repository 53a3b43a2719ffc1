/* declaration.c: what a database describes by name, put under the ids of a schema. */
#include "schema/declaration.h"

#include "engine/database.h"

/* Of columns that the schema lacks only the name is kept. */
static void take_columns(struct arena *a, const struct schema *s, uint32_t table,
                         const struct described_table *from, struct declaration *out)
{
    struct declared_table *t = &out->tables[table];
    t->stored = ARENA_ARRAY(a, struct str, from->n_columns);
    for (uint32_t i = 0; i < from->n_columns; i++) {
        const struct described_column *c = &from->columns[i];
        uint32_t id = schema_find_column(s, table, c->name);
        if (!c->generated)
            t->stored[t->n_stored++] = c->name;
        if (id != SCHEMA_NONE)
            out->columns[id] = (struct declared_column){.type = c->type,
                                                        .collation = c->collation,
                                                        .preset = c->preset,
                                                        .not_null = c->not_null,
                                                        .autoincrement = c->autoincrement,
                                                        .key = c->key};
    }
}

/* A constraint with an expression, or with a column that the schema lacks, keeps no columns. */
static struct declared_unique unique_of(struct arena *a, const struct schema *s, uint32_t table,
                                        const struct described_unique *from)
{
    struct declared_unique u = {ARENA_ARRAY(a, uint32_t, from->count), 0};
    for (uint32_t i = 0; i < from->count; i++) {
        struct str name = from->columns[i];
        uint32_t id = name.ptr ? schema_find_column(s, table, name) : SCHEMA_NONE;
        if (id == SCHEMA_NONE)
            return (struct declared_unique){NULL, 0};
        u.columns[u.count++] = id;
    }
    return u;
}

static void take_table(struct arena *a, const struct schema *s, uint32_t table,
                       const struct described_table *from, struct declaration *out)
{
    struct declared_table *t = &out->tables[table];
    *t = (struct declared_table){.sql = from->sql,
                                 .indexes = from->indexes,
                                 .n_indexes = from->n_indexes,
                                 .has_rowid = from->has_rowid,
                                 .strict = from->strict,
                                 .stands_in = from->stands_in,
                                 .view = from->view,
                                 .shadow = from->shadow};
    take_columns(a, s, table, from, out);
    t->uniques = ARENA_ARRAY(a, struct declared_unique, from->n_uniques);
    for (uint32_t i = 0; i < from->n_uniques; i++)
        t->uniques[t->n_uniques++] = unique_of(a, s, table, &from->uniques[i]);
}

/* The column at `position` of the primary key: a foreign key that names no column refers to it. */
static uint32_t key_column(const struct schema *s, const struct declaration *d, uint32_t table,
                           uint32_t position)
{
    const struct schema_table *t = &s->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (d->columns[t->columns[i]].key == position)
            return t->columns[i];
    return SCHEMA_NONE;
}

/* A key with an end that the schema lacks, or that lists a column twice, keeps no columns. */
static struct declared_key key_of(struct arena *a, const struct schema *s,
                                  const struct declaration *d, uint32_t table,
                                  const struct described_key *from)
{
    struct declared_key k = {.from_table = table,
                             .to_table = schema_find_table(s, from->table),
                             .from = ARENA_ARRAY(a, uint32_t, from->count),
                             .to = ARENA_ARRAY(a, uint32_t, from->count),
                             .on_update = from->on_update,
                             .on_delete = from->on_delete};
    bool fits = k.to_table != SCHEMA_NONE && from->count <= s->tables[table].n_columns;
    for (; fits && k.count < from->count; k.count++) {
        struct str to = from->to[k.count];
        k.from[k.count] = schema_find_column(s, table, from->from[k.count]);
        k.to[k.count] = to.ptr ? schema_find_column(s, k.to_table, to)
                               : key_column(s, d, k.to_table, k.count + 1);
        fits = k.from[k.count] != SCHEMA_NONE && k.to[k.count] != SCHEMA_NONE;
    }
    if (!fits) {
        k.to_table = SCHEMA_NONE;
        k.count = 0;
    }
    return k;
}

enum status declaration_read(struct arena *a, const char *path, const struct schema *s,
                             struct declaration *out, struct err *e)
{
    struct description d;
    struct str *names = ARENA_ARRAY(a, struct str, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++)
        names[t] = s->tables[t].name;
    TRY(database_describe_whole(path, names, s->n_tables, a, &d, e));
    *out = (struct declaration){.encoding = d.encoding,
                                .tables = arena_zalloc(a, s->n_tables * sizeof *out->tables),
                                .columns = arena_zalloc(a, s->n_columns * sizeof *out->columns)};
    for (uint32_t t = 0; t < s->n_tables; t++)
        take_table(a, s, t, &d.tables[t], out);
    for (uint32_t t = 0; t < s->n_tables; t++)
        for (uint32_t i = 0; i < d.tables[t].n_keys; i++)
            ARENA_ADD(a, out->keys, out->n_keys, key_of(a, s, out, t, &d.tables[t].keys[i]));
    return OK;
}
