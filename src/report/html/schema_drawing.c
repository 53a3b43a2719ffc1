/* schema_drawing.c: schemas and variants as JSON for the page. */
#include "report/html/schema_drawing.h"

#include "report/html/text_list.h"

#include <stdio.h>

enum { MAX_KEYS = 2000 }; /* more foreign keys are not drawn */

static void put_column(struct json_writer *w, const struct schema *s, uint32_t column,
                       uint32_t number)
{
    const struct schema_column *c = &s->columns[column];
    json_array_open(w);
    json_put_int(w, number == SCHEMA_NONE ? -1 : (int64_t)number);
    json_put_str(w, c->name);
    json_put_str(w, schema_type_name(c->type));
    json_put_int(w, c->primary);
    json_array_close(w);
}

void schema_drawing_json(struct json_writer *w, const struct schema *s)
{
    json_object_open(w);
    json_key_array(w, "tables");
    for (uint32_t t = 0; t < s->n_tables; t++) {
        json_array_open(w);
        json_put_str(w, s->tables[t].name);
        json_array_open(w);
        for (uint32_t i = 0; i < s->tables[t].n_columns; i++)
            put_column(w, s, s->tables[t].columns[i], s->tables[t].columns[i]);
        json_array_close(w);
        json_array_close(w);
    }
    json_array_close(w);
    json_key_array(w, "keys");
    for (uint32_t i = 0; i < s->n_foreign_keys && i < MAX_KEYS; i++)
        number_pair_json(w, s->foreign_keys[i].from, s->foreign_keys[i].to);
    json_array_close(w);
    json_object_close(w);
}

/* A variant, its schema and where its columns came from. */
struct drawing {
    const struct migration *migration;
    const struct schema *old;
    struct schema new;
    const uint32_t *lineage;
};

static bool same_column(const struct drawing *d, uint32_t new, uint32_t old)
{
    const struct schema_column *a = &d->new.columns[new], *b = &d->old->columns[old];
    return d->lineage[new] == old && str_eq(a->name, b->name) && a->primary == b->primary;
}

static bool same_table(const struct drawing *d, uint32_t table)
{
    const struct migration_table *m = &d->migration->tables[table];
    const struct schema_table *a = &d->new.tables[table], *b = &d->old->tables[m->base];
    if (m->split || !str_eq(a->name, b->name) || a->n_columns != b->n_columns)
        return false;
    for (uint32_t i = 0; i < a->n_columns; i++)
        if (!same_column(d, a->columns[i], b->columns[i]))
            return false;
    return true;
}

static void put_table(struct json_writer *w, const struct drawing *d, uint32_t table)
{
    const struct schema_table *t = &d->new.tables[table];
    uint32_t base = d->migration->tables[table].base;
    if (same_table(d, table)) {
        json_put_int(w, base);
        return;
    }
    json_array_open(w);
    json_put_str(w, t->name);
    json_put_int(w, base);
    json_array_open(w);
    for (uint32_t i = 0; i < t->n_columns; i++)
        put_column(w, &d->new, t->columns[i], d->lineage[t->columns[i]]);
    json_array_close(w);
    json_array_close(w);
}

/* A key of the new schema as columns of the old; SCHEMA_NONE for new columns. */
static struct schema_foreign_key old_key(const struct drawing *d, uint32_t i)
{
    struct schema_foreign_key key = d->new.foreign_keys[i];
    return (struct schema_foreign_key){d->lineage[key.from], d->lineage[key.to]};
}

/* Is key `new` of the new schema key `old` of the old one? */
static bool same_key(const struct drawing *d, uint32_t new, uint32_t old)
{
    struct schema_foreign_key key = old_key(d, new);
    return key.from == d->old->foreign_keys[old].from && key.to == d->old->foreign_keys[old].to;
}

static bool key_is_gone(const struct drawing *d, uint32_t old)
{
    uint32_t k = 0;
    while (k < d->new.n_foreign_keys && !same_key(d, k, old))
        k++;
    return k == d->new.n_foreign_keys;
}

static bool key_came(const struct drawing *d, uint32_t new)
{
    uint32_t k = 0;
    while (k < d->old->n_foreign_keys && !same_key(d, new, k))
        k++;
    return k == d->old->n_foreign_keys;
}

static void put_end(struct json_writer *w, const struct schema *s, uint32_t column)
{
    char text[200];
    const struct schema_column *c = &s->columns[column];
    int n = snprintf(text, sizeof text, "%.*s.%.*s", STR_ARG(s->tables[c->table].name),
                     STR_ARG(c->name));
    size_t len = n < 0 ? 0 : (size_t)n;
    json_put_str(w, (struct str){text, len < sizeof text ? len : sizeof text - 1});
}

static void put_keys(struct json_writer *w, const struct drawing *d)
{
    bool few = d->old->n_foreign_keys < MAX_KEYS && d->new.n_foreign_keys < MAX_KEYS;
    json_key_array(w, "gone");
    for (uint32_t i = 0; few && i < d->old->n_foreign_keys; i++)
        if (key_is_gone(d, i))
            number_pair_json(w, d->old->foreign_keys[i].from, d->old->foreign_keys[i].to);
    json_array_close(w);
    json_key_array(w, "came");
    for (uint32_t i = 0; few && i < d->new.n_foreign_keys; i++)
        if (key_came(d, i)) {
            json_array_open(w);
            put_end(w, &d->new, d->new.foreign_keys[i].from);
            put_end(w, &d->new, d->new.foreign_keys[i].to);
            json_array_close(w);
        }
    json_array_close(w);
}

void variant_drawing_json(struct json_writer *w, const struct migration *m, uint32_t origin)
{
    struct arena scratch = {0};
    struct drawing d = {.migration = m, .old = m->old};
    migration_schema(&scratch, m, STR("variant"), &d.new, &d.lineage);
    json_object_open(w);
    json_key_count(w, "from", origin);
    json_key_array(w, "tables");
    for (uint32_t t = 0; t < d.new.n_tables; t++)
        put_table(w, &d, t);
    json_array_close(w);
    put_keys(w, &d);
    json_object_close(w);
    arena_release(&scratch);
}
