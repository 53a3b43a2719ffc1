/* migration.c: the edits that make migrations.
 *
 * Every edit starts from the schema as it is, gives one table new columns (two if a table is split
 * or folded), and then lets the foreign keys find their columns again. */
#include "migration/migration.h"

#include "migration/replacement.h"
#include "schema/keys.h"

struct migration_column migration_column_as_is(const struct schema *s, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    return (struct migration_column){.name = c->name,
                                     .natural = c->natural,
                                     .type = c->type,
                                     .primary = c->primary,
                                     .source = MIGRATION_COPY,
                                     .old = column};
}

struct migration_table migration_table_as_is(const struct schema *s, uint32_t table)
{
    return (struct migration_table){.name = s->tables[table].name,
                                    .natural = s->tables[table].natural,
                                    .base = table,
                                    .n_columns = s->tables[table].n_columns,
                                    .fold = {SCHEMA_NONE, SCHEMA_NONE}};
}

struct migration_column migration_column_of(const struct migration *m,
                                            const struct migration_table *t, uint32_t position)
{
    return t->columns ? t->columns[position]
                      : migration_column_as_is(m->old, m->old->tables[t->base].columns[position]);
}

static struct migration_column *columns_of(struct arena *a, const struct migration *m,
                                           const struct migration_table *t, uint32_t extra)
{
    struct migration_column *columns =
        ARENA_ARRAY(a, struct migration_column, (size_t)t->n_columns + extra);
    for (uint32_t i = 0; i < t->n_columns; i++)
        columns[i] = migration_column_of(m, t, i);
    return columns;
}

const struct migration *migration_spelled_out(struct arena *a, const struct migration *m)
{
    struct migration *out = ARENA_NEW(a, struct migration);
    *out = *m;
    out->tables =
        arena_grow_array(a, m->tables, m->n_tables, (size_t)m->n_tables + 1, sizeof *out->tables);
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (!m->tables[t].columns)
            out->tables[t].columns = columns_of(a, m, &m->tables[t], 0);
    return out;
}

static struct migration *begin_migration(struct arena *a, const struct schema *s)
{
    struct migration *m = ARENA_NEW(a, struct migration);
    *m = (struct migration){.old = s, .n_tables = s->n_tables, .forgotten = SCHEMA_NONE};
    /* One more than needed, so that a split can add its table. */
    m->tables = ARENA_ARRAY(a, struct migration_table, (size_t)s->n_tables + 1);
    for (uint32_t t = 0; t < s->n_tables; t++)
        m->tables[t] = migration_table_as_is(s, t);
    return m;
}

/* Where each old column is now: table and position, or SCHEMA_NONE. */
struct column_place {
    uint32_t table, position;
};

static const struct column_place *column_places(struct arena *a, const struct migration *m)
{
    struct column_place *at = ARENA_ARRAY(a, struct column_place, m->old->n_columns);
    for (uint32_t c = 0; c < m->old->n_columns; c++)
        at[c] = (struct column_place){SCHEMA_NONE, 0};
    for (uint32_t t = 0; t < m->n_tables; t++)
        for (uint32_t i = 0; i < m->tables[t].n_columns; i++) {
            struct migration_column c = migration_column_of(m, &m->tables[t], i);
            if (c.source == MIGRATION_COPY || c.source == MIGRATION_JOINED)
                at[c.old] = (struct column_place){t, i};
        }
    return at;
}

/* A pair of the key whose first pair is number `first`. */
static void add_key(struct migration *m, struct migration_key key, uint32_t first)
{
    if (m->key_first)
        m->key_first[m->n_foreign_keys] = first;
    m->foreign_keys[m->n_foreign_keys++] = key;
}

/* Spider's files list some keys twice. A key is forgotten in all its copies, with all its pairs. */
static bool is_forgotten(const struct migration *m, struct schema_foreign_key k)
{
    if (m->forgotten == SCHEMA_NONE)
        return false;
    struct key_span gone = key_span_of(m->old, m->forgotten);
    for (uint32_t i = gone.first; i < gone.first + gone.count; i++)
        if (k.from == m->old->foreign_keys[i].from && k.to == m->old->foreign_keys[i].to)
            return true;
    return false;
}

/* Does the key still have all its columns, at both ends, and is it to be declared? */
static bool key_stays(const struct migration *m, const struct column_place *at,
                      struct key_span span)
{
    for (uint32_t i = span.first; i < span.first + span.count; i++) {
        struct schema_foreign_key k = m->old->foreign_keys[i];
        if (is_forgotten(m, k) || at[k.from].table == SCHEMA_NONE || at[k.to].table == SCHEMA_NONE)
            return false;
    }
    return true;
}

void migration_carry_keys(struct arena *a, struct migration *m)
{
    const struct schema *s = m->old;
    size_t room = (size_t)s->n_foreign_keys + 1;
    uint32_t first = 0;
    m->foreign_keys = ARENA_ARRAY(a, struct migration_key, room);
    m->n_foreign_keys = 0;
    m->key_first = s->key_first ? ARENA_ARRAY(a, uint32_t, room) : NULL;
    if (s->n_foreign_keys == 0)
        return;
    struct arena_mark mark = arena_mark(a);
    const struct column_place *at = column_places(a, m);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        struct column_place from = at[s->foreign_keys[i].from], to = at[s->foreign_keys[i].to];
        struct key_span span = key_span_of(s, i);
        first = i == span.first ? m->n_foreign_keys : first;
        if (key_stays(m, at, span))
            add_key(m, (struct migration_key){from.table, from.position, to.table, to.position},
                    first);
    }
    arena_rewind(a, mark);
}

bool migration_keys_follow(struct arena *a, const struct migration *m)
{
    struct migration carried = *m;
    struct arena_mark mark = arena_mark(a);
    migration_carry_keys(a, &carried);
    size_t n = m->n_foreign_keys;
    bool same =
        carried.n_foreign_keys == n &&
        (n == 0 || memcmp(carried.foreign_keys, m->foreign_keys, n * sizeof *m->foreign_keys) == 0);
    if (same && n > 0 && carried.key_first && m->key_first) /* an older entry may not say it */
        same = memcmp(carried.key_first, m->key_first, n * sizeof *m->key_first) == 0;
    arena_rewind(a, mark);
    return same;
}

static const struct migration *with_keys(struct arena *a, struct migration *m)
{
    migration_carry_keys(a, m);
    return m;
}

/* Columns of table `t` for the caller to change: the old ones, with room for `extra` more. */
static struct migration_column *edit_table(struct arena *a, struct migration *m, uint32_t t,
                                           uint32_t extra)
{
    struct migration_column *columns = columns_of(a, m, &m->tables[t], extra);
    m->tables[t].columns = columns;
    m->tables[t].changed = true;
    return columns;
}

/* Position of a column in its table, whose ids rise. */
static uint32_t position_of(const struct schema *s, uint32_t column)
{
    const struct schema_table *t = &s->tables[s->columns[column].table];
    uint32_t low = 0, high = t->n_columns - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->columns[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct migration *migration_reorder_tables(struct arena *a, const struct schema *s,
                                                 const uint32_t *order)
{
    struct migration *m = begin_migration(a, s);
    struct migration_table *tables = ARENA_ARRAY(a, struct migration_table, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++)
        tables[t] = m->tables[order[t]];
    m->tables = tables;
    return with_keys(a, m);
}

const struct migration *migration_reorder_columns(struct arena *a, const struct schema *s,
                                                  uint32_t table, const uint32_t *order)
{
    struct migration *m = begin_migration(a, s);
    struct migration_column *columns = edit_table(a, m, table, 0);
    for (uint32_t i = 0; i < s->tables[table].n_columns; i++)
        columns[i] = migration_column_as_is(s, s->tables[table].columns[order[i]]);
    return with_keys(a, m);
}

const struct migration *migration_drop_column(struct arena *a, const struct schema *s,
                                              uint32_t column)
{
    struct migration *m = begin_migration(a, s);
    uint32_t t = s->columns[column].table, at = position_of(s, column);
    struct migration_column *columns = edit_table(a, m, t, 0);
    uint32_t after = --m->tables[t].n_columns - at;
    memmove(&columns[at], &columns[at + 1], after * sizeof *columns);
    return with_keys(a, m);
}

const struct migration *migration_rename_columns(struct arena *a, const struct schema *s,
                                                 const struct column_renaming *renamings,
                                                 uint32_t n)
{
    struct migration *m = begin_migration(a, s);
    struct migration_column **edited = arena_zalloc(a, s->n_tables * sizeof *edited);
    for (uint32_t i = 0; i < n; i++) {
        const struct column_renaming *r = &renamings[i];
        struct migration_column **columns = &edited[s->columns[r->column].table];
        if (!*columns)
            *columns = edit_table(a, m, s->columns[r->column].table, 0);
        struct migration_column *c = &(*columns)[position_of(s, r->column)];
        c->name = r->name;
        c->natural = r->natural;
    }
    return with_keys(a, m);
}

const struct migration *migration_rename_column(struct arena *a, const struct schema *s,
                                                uint32_t column, struct str name,
                                                struct str natural)
{
    return migration_rename_columns(a, s, &(struct column_renaming){column, name, natural}, 1);
}

/* Where the old column is in its table, in which others may be replaced already. */
static uint32_t place_of(const struct migration *m, const struct migration_table *t,
                         uint32_t column)
{
    uint32_t i = 0;
    while (migration_column_of(m, t, i).old != column)
        i++;
    return i;
}

static void replace_column(struct arena *a, struct migration *m, uint32_t column,
                           const struct migration_column *new, uint32_t n)
{
    uint32_t t = m->old->columns[column].table;
    struct migration_table *table = &m->tables[t];
    uint32_t at = place_of(m, table, column), after = table->n_columns - at - 1;
    struct migration_column *columns = edit_table(a, m, t, n - 1);
    assert(n > 0 && !m->old->columns[column].primary);
    memmove(&columns[at + n], &columns[at + 1], after * sizeof *columns);
    for (uint32_t i = 0; i < n; i++)
        columns[at + i] =
            (struct migration_column){.name = new[i].name,
                                      .natural = new[i].natural,
                                      .type = new[i].type,
                                      .source = MIGRATION_MAPPED,
                                      .old = column,
                                      .mapping = column_mapping_keep(a, new[i].mapping)};
    table->n_columns += n - 1;
}

const struct migration *migration_replace_column(struct arena *a, const struct schema *s,
                                                 uint32_t column,
                                                 const struct migration_column *new, uint32_t n)
{
    struct migration *m = begin_migration(a, s);
    replace_column(a, m, column, new, n);
    return with_keys(a, m);
}

const struct migration *migration_replace_columns(struct arena *a, const struct schema *s,
                                                  const struct replacement *const *items,
                                                  uint32_t n)
{
    struct migration *m = begin_migration(a, s);
    for (uint32_t i = 0; i < n; i++)
        replace_column(a, m, items[i]->column, items[i]->columns, items[i]->n_columns);
    return with_keys(a, m);
}

static void insert_column(struct arena *a, struct migration *m, struct migration_column *columns,
                          const struct migration_insertion *i)
{
    uint32_t after = m->tables[i->table].n_columns++ - i->at;
    struct migration_values *values = ARENA_NEW(a, struct migration_values);
    *values = i->values;
    memmove(&columns[i->at + 1], &columns[i->at], after * sizeof *columns);
    columns[i->at] = (struct migration_column){.name = i->name,
                                               .natural = i->natural,
                                               .type = i->type,
                                               .source = MIGRATION_INVENTED,
                                               .old = SCHEMA_NONE,
                                               .values = values};
}

const struct migration *migration_insert_columns(struct arena *a, const struct schema *s,
                                                 const struct migration_insertion *list, uint32_t n)
{
    struct migration *m = begin_migration(a, s);
    struct migration_column **edited = arena_zalloc(a, s->n_tables * sizeof *edited);
    uint32_t *extra = arena_zalloc(a, s->n_tables * sizeof *extra); /* columns, by table */
    for (uint32_t i = 0; i < n; i++)
        extra[list[i].table]++;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t t = list[i].table;
        if (!edited[t])
            edited[t] = edit_table(a, m, t, extra[t]);
        insert_column(a, m, edited[t], &list[i]);
    }
    return with_keys(a, m);
}

const struct migration *migration_insert_column(struct arena *a, const struct schema *s,
                                                const struct migration_insertion *i)
{
    return migration_insert_columns(a, s, i, 1);
}

const struct migration_table *migration_split_of(const struct migration *m, uint32_t column)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (m->tables[t].split && m->tables[t].columns[1].old == column)
            return &m->tables[t];
    return NULL;
}

bool migration_maps(const struct migration *m)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        for (uint32_t i = 0; i < m->tables[t].n_columns && m->tables[t].columns; i++)
            if (m->tables[t].columns[i].source == MIGRATION_MAPPED)
                return true;
    return false;
}

/* The new table of a split: its key, and the column. */
static struct migration_table split_off(struct arena *a, const struct schema *s,
                                        const struct migration_split *split)
{
    struct migration_column *columns = ARENA_ARRAY(a, struct migration_column, 2);
    columns[0] = (struct migration_column){.name = split->key,
                                           .natural = split->key_natural,
                                           .type = SCHEMA_NUMBER,
                                           .primary = true,
                                           .source = MIGRATION_KEY,
                                           .old = SCHEMA_NONE};
    columns[1] = migration_column_as_is(s, split->column);
    columns[1].primary = false;
    return (struct migration_table){.name = split->table,
                                    .natural = split->table_natural,
                                    .base = s->columns[split->column].table,
                                    .columns = columns,
                                    .n_columns = 2,
                                    .split = true,
                                    .changed = true,
                                    .fold = {SCHEMA_NONE, SCHEMA_NONE}};
}

const struct migration *migration_split_column(struct arena *a, const struct schema *s,
                                               const struct migration_split *split)
{
    struct migration *m = begin_migration(a, s);
    uint32_t t = s->columns[split->column].table, at = position_of(s, split->column);
    struct migration_column *columns = edit_table(a, m, t, 0);
    columns[at] = (struct migration_column){.name = split->reference,
                                            .natural = split->reference_natural,
                                            .type = SCHEMA_NUMBER,
                                            .source = MIGRATION_LOOKUP,
                                            .old = split->column};
    m->tables[m->n_tables++] = split_off(a, s, split);
    with_keys(a, m);
    add_key(m, (struct migration_key){t, at, m->n_tables - 1, 0}, m->n_foreign_keys);
    return m;
}

const struct migration *migration_fold_table(struct arena *a, const struct schema *s, uint32_t key,
                                             const struct migration_fold_name *names)
{
    struct migration *m = begin_migration(a, s);
    struct schema_foreign_key fold = s->foreign_keys[key];
    uint32_t t = s->columns[fold.from].table, folded = s->columns[fold.to].table;
    const struct schema_table *target = &s->tables[folded];
    struct migration_column *columns = edit_table(a, m, t, target->n_columns);
    for (uint32_t i = 0; i < target->n_columns; i++) {
        if (target->columns[i] == fold.to)
            continue;
        struct migration_column c = migration_column_as_is(s, target->columns[i]);
        c.name = names[i].name;
        c.natural = names[i].natural;
        c.primary = false;
        c.source = MIGRATION_JOINED;
        columns[m->tables[t].n_columns++] = c;
    }
    m->tables[t].fold = fold;
    memmove(&m->tables[folded], &m->tables[folded + 1],
            (--m->n_tables - folded) * sizeof *m->tables);
    return with_keys(a, m);
}

const struct migration *migration_forget_foreign_key(struct arena *a, const struct schema *s,
                                                     uint32_t key)
{
    struct migration *m = begin_migration(a, s);
    m->forgotten = key;
    return with_keys(a, m);
}

const struct migration *migration_forget_primary_key(struct arena *a, const struct schema *s,
                                                     uint32_t table)
{
    struct migration *m = begin_migration(a, s);
    struct migration_column *columns = edit_table(a, m, table, 0);
    for (uint32_t i = 0; i < m->tables[table].n_columns; i++)
        columns[i].primary = false;
    m->tables[table].changed = false;
    m->tables[table].keyless = true;
    return with_keys(a, m);
}
