/* migration_schema.c: the new schema of a migration, its lineage and its id. */
#include "migration/migration.h"

static uint64_t hash_values(uint64_t h, const struct migration_values *v)
{
    for (uint32_t i = 0; i < v->n_texts; i++)
        h = hash_str(h, v->texts[i]);
    return hash_combine(hash_combine(h, (uint64_t)v->low), (uint64_t)v->high);
}

static uint64_t hash_column(uint64_t h, const struct migration_column *c)
{
    h = hash_str(hash_str(h, c->name), c->natural);
    h = hash_combine(h, (uint64_t)c->type << 8 | (uint64_t)c->source << 1 | c->primary);
    h = hash_combine(h, c->old);
    h = c->values ? hash_values(h, c->values) : h;
    return c->mapping ? column_mapping_hash(h, c->mapping) : h;
}

static uint64_t hash_table(uint64_t h, const struct migration *m, const struct migration_table *t)
{
    h = hash_str(hash_str(h, t->name), t->natural);
    h = hash_combine(h, (uint64_t)t->base << 2 | (uint64_t)t->split << 1 | t->keyless);
    h = hash_combine(h, (uint64_t)t->fold.from << 32 | t->fold.to);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct migration_column c = migration_column_of(m, t, i);
        h = hash_column(h, &c);
    }
    return hash_combine(h, t->n_columns);
}

uint64_t migration_hash(const struct migration *m)
{
    uint64_t h = hash_bytes(m->old->db_id);
    for (uint32_t t = 0; t < m->n_tables; t++)
        h = hash_table(h, m, &m->tables[t]);
    for (uint32_t i = 0; i < m->n_foreign_keys; i++) {
        const struct migration_key *k = &m->foreign_keys[i];
        h = hash_combine(h, (uint64_t)k->from_table << 32 | k->from);
        h = hash_combine(h, (uint64_t)k->to_table << 32 | k->to);
    }
    return h;
}

struct str migration_db_id(struct arena *a, const struct migration *m, struct str label)
{
    enum { KEPT_DIGITS = 12 }; /* enough for thousands of variants of one database */
    char digits[KEPT_DIGITS];
    uint64_t hash = migration_hash(m);
    for (int i = 0; i < KEPT_DIGITS; i++)
        digits[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 0xF];
    const struct str parts[] = {m->old->db_id, STR("."), label, STR("."), {digits, KEPT_DIGITS}};
    return arena_concat(a, parts, COUNT_OF(parts));
}

static uint32_t lineage_of(const struct migration_column *c)
{
    return c->source == MIGRATION_COPY || c->source == MIGRATION_JOINED ? c->old : SCHEMA_NONE;
}

const char *migration_computed_type(const struct migration_column *c)
{
    switch (c->source) {
    case MIGRATION_KEY:
    case MIGRATION_LOOKUP:
        return "INTEGER";
    case MIGRATION_INVENTED:
        return c->values->n_texts ? "TEXT" : "INTEGER";
    case MIGRATION_MAPPED:
        return column_mapping_type(c->mapping);
    case MIGRATION_COPY:
    case MIGRATION_JOINED:
        break;
    }
    return NULL;
}

/* List the new keys of each old column: `first` by column, `next` by key; SCHEMA_NONE ends a list.
 */
static void list_keys(const struct migration *m, uint32_t *first, uint32_t *next)
{
    for (uint32_t c = 0; c < m->old->n_columns; c++)
        first[c] = SCHEMA_NONE;
    for (uint32_t i = 0; i < m->n_foreign_keys; i++) {
        const struct migration_key *k = &m->foreign_keys[i];
        uint32_t from = migration_column_of(m, &m->tables[k->from_table], k->from).old;
        if (from == SCHEMA_NONE)
            continue;
        next[i] = first[from];
        first[from] = i;
    }
}

/* Does the column of key `k` have its old name, and is the target declared and named as before,
 * with its primary key? */
static bool key_is_as_it_was(const struct migration *m, struct schema_foreign_key old,
                             const struct migration_key *k)
{
    const struct schema_column *columns = m->old->columns;
    const struct migration_table *target = &m->tables[k->to_table];
    struct migration_column source = migration_column_of(m, &m->tables[k->from_table], k->from);
    struct migration_column end = migration_column_of(m, target, k->to);
    return !target->keyless && str_eq(source.name, columns[old.from].name) && end.old == old.to &&
           str_eq(target->name, m->old->tables[columns[old.to].table].name) &&
           str_eq(end.name, columns[old.to].name);
}

/* By old table: are all its foreign keys as they were? */
static const bool *tables_with_old_keys(struct arena *a, const struct migration *m)
{
    const struct schema *old = m->old;
    uint32_t *first = ARENA_ARRAY(a, uint32_t, old->n_columns);
    uint32_t *next = ARENA_ARRAY(a, uint32_t, m->n_foreign_keys);
    bool *stay = ARENA_ARRAY(a, bool, old->n_tables);
    list_keys(m, first, next);
    memset(stay, true, old->n_tables * sizeof *stay);
    for (uint32_t i = 0; i < old->n_foreign_keys; i++) {
        struct schema_foreign_key key = old->foreign_keys[i];
        uint32_t k = first[key.from];
        while (k != SCHEMA_NONE && !key_is_as_it_was(m, key, &m->foreign_keys[k]))
            k = next[k];
        if (k == SCHEMA_NONE)
            stay[old->columns[key.from].table] = false;
    }
    return stay;
}

static struct schema_declared declared_of(const struct migration *m,
                                          const struct migration_table *t, bool stays,
                                          const struct migration_column *c)
{
    const char *computed = migration_computed_type(c);
    if (computed)
        return (struct schema_declared){str_from(computed), c->primary, false};
    if (c->source == MIGRATION_MAPPED)
        return (struct schema_declared){STR(""), false, false};
    struct schema_declared d = m->old->declared[c->old];
    d.key = c->primary && !t->split ? d.key : 0;
    d.generated = d.generated && stays;
    return d;
}

static const struct schema_declared *declared_columns(struct arena *a, const struct migration *m,
                                                      uint32_t n_columns)
{
    struct schema_declared *declared = arena_zalloc(a, n_columns * sizeof *declared);
    const struct arena_mark mark = arena_mark(a);
    const bool *old_keys = tables_with_old_keys(a, m);
    uint32_t id = 1;
    for (uint32_t t = 0; t < m->n_tables; t++) {
        const struct migration_table *table = &m->tables[t];
        /* In a table that is declared word for word as before, generated columns stay generated;
         * else they become columns with the values that were computed. */
        bool stays = !table->changed && !table->keyless && old_keys[table->base];
        for (uint32_t i = 0; i < table->n_columns; i++) {
            const struct migration_column c = migration_column_of(m, table, i);
            declared[id++] = declared_of(m, table, stays, &c);
        }
    }
    arena_rewind(a, mark);
    return declared;
}

/* Fill in table `t`, whose first column gets the id `id`. */
static void fill_table(const struct migration *m, uint32_t t, struct schema *s, uint32_t id,
                       uint32_t *lineage)
{
    const struct migration_table *table = &m->tables[t];
    uint32_t rowid =
        table->split || table->keyless ? SCHEMA_STAR : m->old->tables[table->base].rowid;
    s->tables[t] =
        (struct schema_table){.name = table->name,
                              .natural = table->natural,
                              .view = !table->changed && m->old->tables[table->base].view};
    for (uint32_t i = 0; i < table->n_columns; i++) {
        const struct migration_column c = migration_column_of(m, table, i);
        s->columns[id + i] = (struct schema_column){c.name, c.natural, t, c.type, c.primary};
        lineage[id + i] = lineage_of(&c);
        if (c.source == MIGRATION_KEY ||
            (rowid != SCHEMA_STAR && c.source == MIGRATION_COPY && c.old == rowid))
            s->tables[t].rowid = id + i;
    }
}

void migration_schema(struct arena *a, const struct migration *m, struct str db_id,
                      struct schema *out, const uint32_t **lineage)
{
    uint32_t *first = ARENA_ARRAY(a, uint32_t, m->n_tables);
    uint32_t n = 1;
    for (uint32_t t = 0; t < m->n_tables; t++) {
        first[t] = n;
        n += m->tables[t].n_columns;
    }
    uint32_t *from = ARENA_ARRAY(a, uint32_t, n);
    *out = (struct schema){.db_id = db_id,
                           .tables = ARENA_ARRAY(a, struct schema_table, m->n_tables),
                           .columns = ARENA_ARRAY(a, struct schema_column, n),
                           .n_tables = m->n_tables,
                           .n_columns = n,
                           .n_foreign_keys = m->n_foreign_keys,
                           .key_first = m->key_first};
    out->columns[SCHEMA_STAR] = m->old->columns[SCHEMA_STAR];
    from[SCHEMA_STAR] = SCHEMA_NONE;
    for (uint32_t t = 0; t < m->n_tables; t++)
        fill_table(m, t, out, first[t], from);
    out->foreign_keys = ARENA_ARRAY(a, struct schema_foreign_key, m->n_foreign_keys);
    for (uint32_t i = 0; i < m->n_foreign_keys; i++) {
        const struct migration_key *k = &m->foreign_keys[i];
        out->foreign_keys[i] =
            (struct schema_foreign_key){first[k->from_table] + k->from, first[k->to_table] + k->to};
    }
    if (m->old->declared)
        out->declared = declared_columns(a, m, n);
    schema_index(a, out);
    if (lineage)
        *lineage = from;
}
