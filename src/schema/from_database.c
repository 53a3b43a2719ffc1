/* from_database.c: a schema made of what the database says of itself. */
#include "schema/schema.h"

#include "engine/database.h"
#include "schema/build.h"

static bool contains_any(struct str type, const struct str *words, size_t n)
{
    for (size_t w = 0; w < n; w++)
        for (size_t i = 0; i + words[w].len <= type.len; i++)
            if (str_eq_nocase(str_slice(type, i, i + words[w].len), words[w]))
                return true;
    return false;
}

/* Spider's column kinds from a declared type. */
static enum schema_type type_of(struct str declared)
{
    static const struct str TIME[] = {STR_INIT("date"), STR_INIT("time"), STR_INIT("year")};
    static const struct str NUMBER[] = {STR_INIT("int"),  STR_INIT("real"), STR_INIT("num"),
                                        STR_INIT("doub"), STR_INIT("floa"), STR_INIT("dec")};
    static const struct str BOOLEAN[] = {STR_INIT("bool"), STR_INIT("bit")};
    static const struct str OTHERS[] = {STR_INIT("blob")};
    if (contains_any(declared, BOOLEAN, 2))
        return SCHEMA_BOOLEAN;
    if (contains_any(declared, TIME, 3))
        return SCHEMA_TIME;
    if (contains_any(declared, NUMBER, 6))
        return SCHEMA_NUMBER;
    return contains_any(declared, OTHERS, 1) ? SCHEMA_OTHERS : SCHEMA_TEXT;
}

static void add_column(struct arena *a, struct schema *s, struct schema_column c)
{
    ARENA_PUSH(a, s->columns, s->n_columns);
    s->columns[s->n_columns++] = c;
}

/* A key of one column is the rowid if its type is INTEGER to the letter: INT makes none. */
static void add_table(struct arena *a, struct schema *s, const struct described_table *d)
{
    uint32_t id = s->n_tables++, n_keys = 0;
    s->tables[id] = (struct schema_table){.name = d->name, .natural = d->name};
    for (uint32_t i = 0; i < d->n_columns; i++) {
        const struct described_column *c = &d->columns[i];
        if (c->key) {
            bool rowid = ++n_keys == 1 && str_eq_nocase(c->type, STR("INTEGER"));
            s->tables[id].rowid = rowid ? s->n_columns : SCHEMA_STAR;
        }
        add_column(a, s,
                   (struct schema_column){c->name, c->name, id, type_of(c->type), c->key != 0});
    }
}

static void add_tables(struct arena *a, struct schema *s, const struct description *d)
{
    s->tables = ARENA_ARRAY(a, struct schema_table, d->n_tables);
    add_column(a, s, (struct schema_column){STR("*"), STR("*"), SCHEMA_NONE, SCHEMA_TEXT, false});
    for (uint32_t t = 0; t < d->n_tables; t++)
        add_table(a, s, &d->tables[t]);
    schema_index(a, s);
}

/* The name of the column at that position of the primary key; ptr NULL where there is none. */
static struct str key_column(const struct described_table *t, uint32_t position)
{
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].key == position)
            return t->columns[i].name;
    return (struct str){NULL, 0};
}

/* A key that names no column refers to the primary key. One that names a missing table or column is
 * SQLite's to ignore, and so ours. */
static void add_key(struct arena *a, struct schema *s, const struct description *d, uint32_t table,
                    const struct described_key *k)
{
    uint32_t target = schema_find_table(s, k->table);
    for (uint32_t i = 0; i < k->count && target != SCHEMA_NONE; i++) {
        struct str to_name = k->to[i].ptr ? k->to[i] : key_column(&d->tables[target], i + 1);
        uint32_t from = schema_find_column(s, table, k->from[i]);
        uint32_t to = schema_find_column(s, target, to_name);
        if (from == SCHEMA_NONE || to == SCHEMA_NONE)
            continue;
        ARENA_PUSH(a, s->foreign_keys, s->n_foreign_keys);
        s->foreign_keys[s->n_foreign_keys++] = (struct schema_foreign_key){from, to};
    }
}

static void add_keys(struct arena *a, struct schema *s, const struct description *d)
{
    for (uint32_t t = 0; t < d->n_tables; t++)
        for (uint32_t k = 0; k < d->tables[t].n_keys; k++)
            add_key(a, s, d, t, &d->tables[t].keys[k]);
}

enum status schema_from_database(struct arena *a, const char *path, struct str db_id,
                                 struct schema *out, struct err *e)
{
    struct description d;
    enum status status = database_describe(path, a, &d, e);
    *out = (struct schema){.db_id = db_id};
    if (status == OK && d.n_tables == 0) {
        status = err_set(e, E_SCHEMA, "no tables");
        err_in_file(e, path);
    }
    if (status)
        return status;
    add_tables(a, out, &d);
    add_keys(a, out, &d);
    return OK;
}
