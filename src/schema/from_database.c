/* from_database.c: a schema made of what the database says of itself. */
#include "schema/schema.h"

#include "schema/described.h"

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

static void add_table(struct arena *a, struct schema *s, const struct described_table *d)
{
    uint32_t id = s->n_tables++;
    s->tables[id] = (struct schema_table){.name = d->name, .natural = d->name};
    for (uint32_t i = 0; i < d->n_columns; i++) {
        const struct described_column *c = &d->columns[i];
        add_column(a, s, (struct schema_column){c->name, c->name, id, type_of(c->type), false});
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

enum status schema_from_database(struct arena *a, const char *path, struct str db_id,
                                 struct schema *out, struct err *e)
{
    struct description d;
    enum status status = described_ask(a, path, &d, e);
    *out = (struct schema){.db_id = db_id};
    if (status)
        return status;
    add_tables(a, out, &d);
    described_take(a, &d, out);
    if (d.n_tables == 0) {
        status = err_set(e, E_SCHEMA, "no tables");
        err_in_file(e, path);
    }
    return status;
}

enum status schema_ask_database(struct arena *a, const char *path, struct schema *s, struct err *e)
{
    struct description d;
    enum status status = described_ask(a, path, &d, e);
    if (status == OK)
        described_take(a, &d, s);
    return status;
}
