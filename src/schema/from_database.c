/* from_database.c: what a database says of itself, as a schema or taken into one.
 *
 * Names are put right before anything is looked up by them: a schema is written as JSON and read
 * again, and both must be the same. */
#include "schema/schema.h"

#include "base/utf8.h"
#include "engine/database.h"

/* Names */

/* The same text if all of it is UTF-8. A bad byte becomes three. */
static struct str well_formed(struct arena *a, struct str text)
{
    if (!text.ptr || utf8_valid(text))
        return text;
    char *out = arena_alloc(a, 3 * text.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len;) {
        size_t n = utf8_length(text, i);
        struct str part = n ? str_slice(text, i, i + n) : STR("\xEF\xBF\xBD");
        memcpy(out + len, part.ptr, part.len);
        len += part.len;
        i += n ? n : 1;
    }
    out[len] = '\0';
    return (struct str){out, len};
}

static void clean_all(struct arena *a, struct str *texts, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        texts[i] = well_formed(a, texts[i]);
}

static void clean_table(struct arena *a, struct described_table *t)
{
    t->name = well_formed(a, t->name);
    struct name_map names;
    uint32_t n = 0;
    name_map_init(&names, a, t->n_columns);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct described_column c = t->columns[i];
        c.name = well_formed(a, c.name);
        c.type = well_formed(a, c.type);
        if (name_map_get(&names, c.name) != NAME_NONE)
            continue; /* bad bytes made it equal to one before */
        name_map_put(&names, a, c.name, n);
        t->columns[n++] = c;
    }
    t->n_columns = n;
    for (uint32_t i = 0; i < t->n_keys; i++) {
        t->keys[i].table = well_formed(a, t->keys[i].table);
        clean_all(a, t->keys[i].from, t->keys[i].count);
        clean_all(a, t->keys[i].to, t->keys[i].count);
    }
    clean_all(a, t->reads, t->n_reads);
}

static void clean_loss(struct arena *a, struct described_loss *l)
{
    l->table = well_formed(a, l->table);
    l->column = well_formed(a, l->column);
    l->why = well_formed(a, l->why);
}

/* What the database at `path` says of itself. Bytes of its texts that are not UTF-8 are U+FFFD; if
 * that makes two tables alike, the second is left out. */
static enum status ask_database(struct arena *a, const char *path, struct description *out,
                                struct err *e)
{
    struct name_map names;
    uint32_t n = 0;
    TRY(database_describe(path, a, out, e));
    name_map_init(&names, a, out->n_tables);
    for (uint32_t t = 0; t < out->n_tables; t++) {
        clean_table(a, &out->tables[t]);
        struct str name = out->tables[t].name;
        if (name_map_get(&names, name) != NAME_NONE)
            continue;
        name_map_put(&names, a, name, n);
        out->tables[n++] = out->tables[t];
    }
    out->n_tables = n;
    for (uint32_t i = 0; i < out->n_losses; i++)
        clean_loss(a, &out->losses[i]);
    return OK;
}

/* Columns */

/* A description that is being taken into a schema. */
struct taking {
    struct arena *arena;
    const struct description *from;
    struct schema *schema;
    struct schema_declared *declared;
    uint32_t *key_first;
};

/* If the database has a primary key, that is the table's. A key of one column is the rowid if its
 * type is exactly INTEGER: with INT it is not. */
static void take_primary_key(struct taking *t, uint32_t table, const struct described_table *d)
{
    struct schema_table *s = &t->schema->tables[table];
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_columns; i++)
        n += d->columns[i].key > 0;
    for (uint32_t i = 0; n > 0 && i < s->n_columns; i++) {
        const struct schema_declared *declared = &t->declared[s->columns[i]];
        t->schema->columns[s->columns[i]].primary = declared->key > 0;
        if (n == 1 && declared->key && str_eq_nocase(declared->type, STR("INTEGER")))
            s->rowid = s->columns[i];
    }
}

static void take_table(struct taking *t, const struct described_table *d)
{
    uint32_t table = schema_find_table(t->schema, d->name);
    if (table == SCHEMA_NONE)
        return;
    t->schema->tables[table].view = d->view;
    for (uint32_t i = 0; i < d->n_columns; i++) {
        const struct described_column *c = &d->columns[i];
        uint32_t id = schema_find_column(t->schema, table, c->name);
        if (id != SCHEMA_NONE)
            t->declared[id] = (struct schema_declared){c->type, c->key, c->generated};
    }
    take_primary_key(t, table, d);
    for (uint32_t i = 0; i < d->n_reads; i++) {
        uint32_t read = schema_find_table(t->schema, d->reads[i]);
        if (read != SCHEMA_NONE)
            t->schema->tables[read].viewed = true;
    }
}

/* Foreign keys */

/* The column at that place of the primary key; SCHEMA_NONE if the schema lacks it. */
static uint32_t key_column(const struct taking *t, uint32_t table, uint32_t place)
{
    const struct schema_table *s = &t->schema->tables[table];
    for (uint32_t i = 0; i < s->n_columns; i++)
        if (t->declared[s->columns[i]].key == place)
            return s->columns[i];
    return SCHEMA_NONE;
}

static void add_pair(struct taking *t, struct schema_foreign_key pair, uint32_t first)
{
    struct schema *s = t->schema;
    uint32_t n = s->n_foreign_keys; /* of both lists */
    ARENA_PUSH(t->arena, s->foreign_keys, n);
    ARENA_PUSH(t->arena, t->key_first, n);
    s->foreign_keys[n] = pair;
    t->key_first[n] = first;
    s->n_foreign_keys++;
}

/* The i-th pair of the key; false if a column of it is missing. */
static bool find_pair(const struct taking *t, uint32_t table, uint32_t target,
                      const struct described_key *k, uint32_t i, struct schema_foreign_key *out)
{
    const struct schema *s = t->schema;
    out->from = schema_find_column(s, table, k->from[i]);
    out->to = k->to[i].ptr ? schema_find_column(s, target, k->to[i]) : key_column(t, target, i + 1);
    return out->from != SCHEMA_NONE && out->to != SCHEMA_NONE;
}

/* A key that names no column refers to the primary key. SQLite ignores a key that names a missing
 * table or column, or a column twice, and so do we. */
static void take_key(struct taking *t, uint32_t table, const struct described_key *k)
{
    struct schema *s = t->schema;
    uint32_t target = schema_find_table(s, k->table), first = s->n_foreign_keys;
    bool fits = target != SCHEMA_NONE && k->count <= s->tables[table].n_columns;
    for (uint32_t i = 0; i < k->count && fits; i++)
        fits = find_pair(t, table, target, k, i, &(struct schema_foreign_key){0});
    for (uint32_t i = 0; i < k->count && fits; i++) {
        struct schema_foreign_key pair;
        if (find_pair(t, table, target, k, i, &pair))
            add_pair(t, pair, first);
    }
}

static bool has_pair(const struct schema *s, struct schema_foreign_key pair)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == pair.from && s->foreign_keys[i].to == pair.to)
            return true;
    return false;
}

/* The keys of the database, then those that only the schema had. */
static void take_keys(struct taking *t)
{
    struct schema *s = t->schema;
    const struct schema_foreign_key *listed = s->foreign_keys;
    uint32_t n_listed = s->n_foreign_keys;
    s->foreign_keys = NULL;
    s->n_foreign_keys = 0;
    for (uint32_t i = 0; i < t->from->n_tables; i++) {
        const struct described_table *d = &t->from->tables[i];
        uint32_t table = schema_find_table(s, d->name);
        for (uint32_t k = 0; k < d->n_keys && table != SCHEMA_NONE; k++)
            take_key(t, table, &d->keys[k]);
    }
    for (uint32_t i = 0; i < n_listed; i++)
        if (!has_pair(s, listed[i]))
            add_pair(t, listed[i], s->n_foreign_keys);
}

/* tables.json may list a column that no query can read. */
static void take_lost_column(struct taking *t, const struct described_loss *l)
{
    uint32_t table = schema_find_table(t->schema, l->table);
    uint32_t id =
        table == SCHEMA_NONE ? SCHEMA_NONE : schema_find_column(t->schema, table, l->column);
    if (id != SCHEMA_NONE)
        t->declared[id] = (struct schema_declared){.type = STR(""), .generated = true};
}

static void take_losses(struct taking *t)
{
    struct schema *s = t->schema;
    const struct description *d = t->from;
    s->losses = ARENA_ARRAY(t->arena, struct schema_loss, d->n_losses);
    for (uint32_t i = 0; i < d->n_losses; i++) {
        const struct described_loss *l = &d->losses[i];
        struct str name = l->table;
        if (l->column.ptr) {
            name = arena_printf(t->arena, "%.*s.%.*s", STR_ARG(l->table), STR_ARG(l->column));
            take_lost_column(t, l);
        }
        s->losses[s->n_losses++] = (struct schema_loss){name, l->why};
    }
}

/* With tables and columns of `s` in place and indexed: take over what `d` says of them. A foreign
 * key that only `s` has comes after those of `d`. */
static void take_description(struct arena *a, const struct description *d, struct schema *s)
{
    struct taking t = {.arena = a, .from = d, .schema = s};
    t.declared = arena_zalloc(a, s->n_columns * sizeof *t.declared);
    t.key_first =
        ARENA_ARRAY(a, uint32_t, 1); /* not NULL: it is known, even if there are no keys */
    for (uint32_t i = 0; i < d->n_tables; i++)
        take_table(&t, &d->tables[i]);
    take_keys(&t);
    take_losses(&t);
    s->declared = t.declared;
    s->key_first = t.key_first;
}

/* A schema of its own */

static bool contains_any(struct str type, const struct str *words, size_t n)
{
    for (size_t w = 0; w < n; w++)
        for (size_t i = 0; i + words[w].len <= type.len; i++)
            if (str_eq_nocase(str_slice(type, i, i + words[w].len), words[w]))
                return true;
    return false;
}

/* Spider's kind of a declared type. */
static enum schema_type declared_kind(struct str declared)
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

static void add_table(struct arena *a, struct schema *s, const struct described_table *d)
{
    uint32_t id = s->n_tables++;
    s->tables[id] = (struct schema_table){.name = d->name, .natural = d->name};
    for (uint32_t i = 0; i < d->n_columns; i++) {
        const struct described_column *c = &d->columns[i];
        ARENA_ADD(a, s->columns, s->n_columns,
                  (struct schema_column){c->name, c->name, id, declared_kind(c->type), false});
    }
}

static void add_tables(struct arena *a, struct schema *s, const struct description *d)
{
    s->tables = ARENA_ARRAY(a, struct schema_table, d->n_tables);
    ARENA_ADD(a, s->columns, s->n_columns,
              (struct schema_column){STR("*"), STR("*"), SCHEMA_NONE, SCHEMA_TEXT, false});
    for (uint32_t t = 0; t < d->n_tables; t++)
        add_table(a, s, &d->tables[t]);
    schema_index(a, s);
}

enum status schema_from_database(struct arena *a, const char *path, struct str db_id,
                                 struct schema *out, struct err *e)
{
    struct description d;
    *out = (struct schema){.db_id = db_id};
    TRY(ask_database(a, path, &d, e));
    add_tables(a, out, &d);
    take_description(a, &d, out);
    if (d.n_tables > 0)
        return OK;
    err_set(e, E_SCHEMA, "no tables");
    return err_in_file(e, path);
}

enum status schema_ask_database(struct arena *a, const char *path, struct schema *s, struct err *e)
{
    struct description d;
    TRY(ask_database(a, path, &d, e));
    take_description(a, &d, s);
    return OK;
}
