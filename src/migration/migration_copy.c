/* migration_copy.c: CREATE TABLE and INSERT for a real copy of the new database. */
#include "migration/migration_tables.h"

#include "migration/declared_text.h"
#include "migration/migration_constraint.h"
#include "migration/migration_select.h"
#include "sql/quote.h"

enum { STATEMENT_MAX_BYTES = 16 << 20 };

struct copy {
    struct buf *out; /* the statement that is being written */
    struct arena *arena;
    struct migration_statements *statements;
    const struct migration *m;
    const struct declaration *d;
};

/* The statement is written. */
static void add(const struct copy *c, enum migration_makes makes, const struct migration_table *t)
{
    struct migration_statements *s = c->statements;
    s->too_long = !buf_whole(c->out) || s->too_long;
    ARENA_PUSH(c->arena, s->items, s->count);
    s->items[s->count++] = (struct migration_statement){.makes = makes,
                                                        .sql = arena_str(c->arena, buf_str(c->out)),
                                                        .table = (uint32_t)(t - c->m->tables)};
    buf_clear(c->out);
}

/* Position in `t` of the plain copy of an old column; SCHEMA_NONE where it has none. `joined` also
 * takes a folded-in one. */
static uint32_t place_in(const struct migration_table *t, uint32_t old, bool joined)
{
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].old == old && (t->columns[i].source == MIGRATION_COPY ||
                                         (joined && t->columns[i].source == MIGRATION_JOINED)))
            return i;
    return SCHEMA_NONE;
}

static bool holds_all(const struct migration_table *t, const uint32_t *old, uint32_t n, bool joined)
{
    for (uint32_t i = 0; i < n; i++)
        if (place_in(t, old[i], joined) == SCHEMA_NONE)
            return false;
    return n > 0;
}

/* The new names of old columns of `t`, which holds them, in brackets. */
static void put_columns(struct buf *out, const struct migration_table *t, const uint32_t *old,
                        uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        buf_putc(out, i ? ',' : '(');
        sql_put_name(out, t->columns[place_in(t, old[i], true)].name);
    }
    buf_putc(out, ')');
}

/* The new table that holds what a foreign key refers to; NULL where none does. */
static const struct migration_table *target_of(const struct copy *c, const struct declared_key *k)
{
    for (uint32_t t = 0; t < c->m->n_tables; t++)
        if (holds_all(&c->m->tables[t], k->to, k->count, false))
            return &c->m->tables[t];
    return NULL;
}

static bool is_forgotten(const struct migration *m, const struct declared_key *k)
{
    if (m->forgotten == SCHEMA_NONE)
        return false;
    struct schema_foreign_key gone = m->old->foreign_keys[m->forgotten];
    for (uint32_t i = 0; i < k->count; i++)
        if (k->from[i] == gone.from && k->to[i] == gone.to)
            return true;
    return false;
}

/* Are the columns that a key refers to called as they were, in a table called as it was? A key that
 * names none refers to the primary key, so that must be there. */
static bool target_stays(const struct copy *c, const struct declared_key *k)
{
    const struct migration_table *t = target_of(c, k);
    const struct schema *old = c->m->old;
    bool stays = t && !t->keyless && str_eq(t->name, old->tables[k->to_table].name);
    for (uint32_t i = 0; stays && i < k->count; i++)
        stays = str_eq(t->columns[place_in(t, k->to[i], false)].name, old->columns[k->to[i]].name);
    return stays;
}

/* Can the table be declared word for word as before? */
static bool stays(const struct copy *c, const struct migration_table *t)
{
    struct str sql = c->d->tables[t->base].sql;
    if (t->changed || t->keyless || t->split || !sql.ptr || c->d->tables[t->base].refused ||
        !declared_is_table(sql))
        return false;
    for (uint32_t i = 0; i < c->d->n_keys; i++) {
        const struct declared_key *k = &c->d->keys[i];
        if (k->from_table == t->base && k->count > 0 &&
            (is_forgotten(c->m, k) || !target_stays(c, k)))
            return false;
    }
    return true;
}

/* The old primary key, in its order; their number is returned. */
static uint32_t old_key(const struct copy *c, uint32_t base, uint32_t *columns)
{
    const struct schema_table *t = &c->m->old->tables[base];
    uint32_t n = 0, found;
    do {
        found = n;
        for (uint32_t i = 0; i < t->n_columns; i++)
            if (c->d->columns[t->columns[i]].key == n + 1) {
                columns[n++] = t->columns[i];
                break;
            }
    } while (n > found);
    return n;
}

/* AUTOINCREMENT can only be written beside the column that is the key. */
static bool counts_up(const struct copy *c, const struct migration_table *t,
                      const struct migration_column *col)
{
    return col->source == MIGRATION_COPY && !t->split && !t->keyless &&
           c->d->columns[col->old].autoincrement;
}

static void put_column(const struct copy *c, const struct migration_table *t,
                       const struct migration_column *col)
{
    const char *computed = migration_computed_type(col);
    sql_put_name(c->out, col->name);
    buf_putc(c->out, ' ');
    if (computed)
        buf_put(c->out, str_from(computed));
    if (col->source == MIGRATION_KEY)
        buf_put(c->out, STR(" PRIMARY KEY"));
    /* A mapping may know less than the column may hold: what it does not know is NULL. */
    if (col->source == MIGRATION_KEY || col->source == MIGRATION_INVENTED ||
        col->source == MIGRATION_MAPPED)
        return;
    const struct declared_column *old = &c->d->columns[col->old];
    bool copied = col->source != MIGRATION_LOOKUP;
    if (copied)
        sql_put_type(c->out, old->type);
    if (counts_up(c, t, col))
        buf_put(c->out, STR(" PRIMARY KEY AUTOINCREMENT"));
    if (old->not_null && col->source != MIGRATION_JOINED) /* a left join may find nothing */
        buf_put(c->out, STR(" NOT NULL"));
    if (copied && old->collation.ptr && !str_eq_nocase(old->collation, STR("BINARY"))) {
        buf_put(c->out, STR(" COLLATE "));
        sql_put_name(c->out, old->collation);
    }
    size_t before = c->out->len;
    if (col->source == MIGRATION_COPY && !t->split && old->preset.ptr) {
        buf_put(c->out, STR(" DEFAULT "));
        if (!declared_put_preset(c->out, old->preset))
            buf_truncate(c->out, before);
    }
}

/* Does it refer to these columns, in whatever order? */
static bool refers_to(const struct declared_key *k, const uint32_t *key, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = 0;
        while (at < k->count && k->to[at] != key[i])
            at++;
        if (at == k->count)
            return false;
    }
    return k->count == n;
}

/* Does some foreign key, of those that stay, refer to exactly the forgotten primary key? Then its
 * columns must stay unique for SQLite to accept the reference. */
static bool key_is_referred_to(const struct copy *c, const struct migration_table *t,
                               const uint32_t *key, uint32_t n)
{
    for (uint32_t i = 0; i < c->d->n_keys; i++) {
        const struct declared_key *k = &c->d->keys[i];
        if (refers_to(k, key, n) && target_of(c, k) == t)
            return true;
    }
    return false;
}

static void put_key(const struct copy *c, const struct migration_table *t)
{
    struct arena scratch = {0};
    uint32_t *key = ARENA_ARRAY(&scratch, uint32_t, c->m->old->n_columns);
    uint32_t n = old_key(c, t->base, key);
    bool wanted = holds_all(t, key, n, false);
    if (wanted)
        wanted = t->keyless ? key_is_referred_to(c, t, key, n)
                            : !c->d->columns[key[0]].autoincrement; /* it is written already */
    if (wanted) {
        buf_put(c->out, t->keyless ? STR(", UNIQUE ") : STR(", PRIMARY KEY "));
        put_columns(c->out, t, key, n);
    }
    arena_release(&scratch);
}

static void put_uniques(const struct copy *c, const struct migration_table *t)
{
    const struct declared_table *old = &c->d->tables[t->base];
    for (uint32_t i = 0; i < old->n_uniques; i++)
        if (holds_all(t, old->uniques[i].columns, old->uniques[i].count, false)) {
            buf_put(c->out, STR(", UNIQUE "));
            put_columns(c->out, t, old->uniques[i].columns, old->uniques[i].count);
        }
}

static void put_references(struct buf *out, struct str table)
{
    buf_put(out, STR(" REFERENCES "));
    sql_put_name(out, table);
}

static void put_action(struct buf *out, const char *when, struct str action)
{
    if (str_eq(action, STR("NO ACTION")))
        return;
    buf_put(out, str_from(when));
    buf_put(out, action);
}

static void put_foreign_keys(const struct copy *c, const struct migration_table *t)
{
    for (uint32_t i = 0; i < c->d->n_keys; i++) {
        const struct declared_key *k = &c->d->keys[i];
        const struct migration_table *target = target_of(c, k);
        if (!target || is_forgotten(c->m, k) || !holds_all(t, k->from, k->count, true))
            continue;
        buf_put(c->out, STR(", FOREIGN KEY "));
        put_columns(c->out, t, k->from, k->count);
        put_references(c->out, target->name);
        put_columns(c->out, target, k->to, k->count);
        put_action(c->out, " ON UPDATE ", k->on_update);
        put_action(c->out, " ON DELETE ", k->on_delete);
    }
}

/* The reference of a table to the one that was split off it. */
static void put_split_key(const struct copy *c, const struct migration_table *t)
{
    for (uint32_t i = 0; i < t->n_columns; i++) {
        if (t->columns[i].source != MIGRATION_LOOKUP)
            continue;
        const struct migration_table *split = migration_split_of(c->m, t->columns[i].old);
        buf_put(c->out, STR(", FOREIGN KEY ("));
        sql_put_name(c->out, t->columns[i].name);
        buf_putc(c->out, ')');
        put_references(c->out, split->name);
        buf_putc(c->out, '(');
        sql_put_name(c->out, split->columns[0].name);
        buf_putc(c->out, ')');
    }
}

/* May it be STRICT? Not where what is folded in may be typed otherwise, or a column is NUMERIC, as
 * mapped ones may be. */
static bool keeps_types(const struct migration_table *t)
{
    bool keeps = t->fold.from == SCHEMA_NONE;
    for (uint32_t i = 0; i < t->n_columns; i++)
        keeps = keeps && t->columns[i].source != MIGRATION_MAPPED;
    return keeps;
}

static void put_options(const struct copy *c, const struct migration_table *t)
{
    const struct declared_table *old = &c->d->tables[t->base];
    bool strict = old->strict && keeps_types(t);
    if (strict)
        buf_put(c->out, STR(" STRICT"));
    if (old->sql.ptr && !old->stands_in && !old->has_rowid && !t->split && !t->keyless)
        buf_put(c->out, strict ? STR(", WITHOUT ROWID") : STR(" WITHOUT ROWID"));
}

static void put_create(const struct copy *c, const struct migration_table *t)
{
    buf_put(c->out, STR("CREATE TABLE main."));
    sql_put_name(c->out, t->name);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_put(c->out, i ? STR(", ") : STR(" ("));
        put_column(c, t, &t->columns[i]);
    }
    if (t->split) {
        /* Byte by byte, as it was split; and the lookup of each row's key goes by this index. */
        buf_put(c->out, STR(", UNIQUE ("));
        sql_put_name(c->out, t->columns[1].name);
        buf_put(c->out, STR(" COLLATE BINARY)"));
    } else {
        put_key(c, t);
        put_uniques(c, t);
    }
    put_foreign_keys(c, t);
    put_split_key(c, t);
    migration_put_checks(c->out, c->m->old, t, &c->d->tables[t->base]);
    buf_put(c->out, STR(")"));
    put_options(c, t);
}

static bool is_view(const struct copy *c, const struct migration_table *t)
{
    const struct declared_table *old = &c->d->tables[t->base];
    return old->view && !t->changed && declared_is_view(old->sql);
}

/* Views, and tables that SQLite makes: its own, and those behind a virtual table. */
static bool is_made_elsewhere(const struct copy *c, const struct migration_table *t)
{
    struct str reserved = STR("sqlite_");
    return is_view(c, t) || c->d->tables[t->base].shadow ||
           (t->name.len >= reserved.len &&
            str_eq_nocase(str_slice(t->name, 0, reserved.len), reserved));
}

/* Has it rows to take over? Those of a view may have no end. */
static bool has_rows(const struct copy *c, const struct migration_table *t)
{
    return c->d->tables[t->base].sql.ptr && !c->d->tables[t->base].view;
}

/* All columns that hold values, those included that the schema does not know. */
static void put_stored(const struct copy *c, uint32_t base, const char *before)
{
    const struct declared_table *old = &c->d->tables[base];
    for (uint32_t i = 0; i < old->n_stored; i++) {
        buf_put(c->out, i ? STR(", ") : STR(""));
        buf_put(c->out, str_from(before));
        sql_put_name(c->out, old->stored[i]);
    }
}

static void put_insert_whole(const struct copy *c, const struct migration_table *t)
{
    buf_put(c->out, STR("INSERT INTO main."));
    sql_put_name(c->out, t->name);
    buf_put(c->out, STR(" ("));
    put_stored(c, t->base, "");
    buf_put(c->out, STR(") SELECT "));
    put_stored(c, t->base, "t.");
    buf_put(c->out, STR(" FROM original."));
    sql_put_name(c->out, c->m->old->tables[t->base].name);
    buf_put(c->out, STR(" AS t"));
}

static void put_insert(const struct copy *c, uint32_t table)
{
    const struct migration_table *t = &c->m->tables[table];
    if (stays(c, t)) {
        put_insert_whole(c, t);
    } else {
        buf_put(c->out, STR("INSERT INTO main."));
        sql_put_name(c->out, t->name);
        buf_putc(c->out, ' ');
        migration_select_rows(c->out, c->m, table, c->d);
    }
    size_t where = c->out->len;
    if (!t->split && c->d->tables[t->base].has_rowid)
        buf_put(c->out, STR(" ORDER BY t.rowid"));
    add(c, MIGRATION_MAKES_ROWS, t);
    c->statements->items[c->statements->count - 1].where = where;
}

static void put_indexes(const struct copy *c, const struct migration_table *t)
{
    const struct declared_table *old = &c->d->tables[t->base];
    for (uint32_t i = 0; i < old->n_indexes; i++)
        if (migration_put_index(c->out, c->m->old, t, old->indexes[i]))
            add(c, MIGRATION_MAKES_INDEX, t);
}

/* Views come last, when all that they may read is there. */
static void put_views(const struct copy *c)
{
    for (uint32_t t = 0; t < c->m->n_tables; t++)
        if (is_view(c, &c->m->tables[t])) {
            buf_put(c->out, c->d->tables[c->m->tables[t].base].sql);
            add(c, MIGRATION_MAKES_VIEW, &c->m->tables[t]);
        }
}

static void put_all(const struct copy *c)
{
    const struct migration *m = c->m;
    for (uint32_t t = 0; t < m->n_tables; t++) {
        if (is_made_elsewhere(c, &m->tables[t]))
            continue;
        if (stays(c, &m->tables[t]))
            buf_put(c->out, c->d->tables[m->tables[t].base].sql);
        else
            put_create(c, &m->tables[t]);
        add(c, MIGRATION_MAKES_TABLE, &m->tables[t]);
    }
    /* What was split off comes first: the rows of others look their keys up in it. */
    for (int split = 1; split >= 0; split--)
        for (uint32_t t = 0; t < m->n_tables; t++)
            if (m->tables[t].split == (split != 0) && !is_made_elsewhere(c, &m->tables[t]) &&
                has_rows(c, &m->tables[t]))
                put_insert(c, t);
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (!m->tables[t].split && !is_made_elsewhere(c, &m->tables[t]))
            put_indexes(c, &m->tables[t]);
    put_views(c);
}

struct migration_statements migration_copy_statements(struct arena *a, const struct migration *m,
                                                      const struct declaration *d)
{
    struct migration_statements statements = {0};
    struct buf text = {0};
    buf_limit(&text, STATEMENT_MAX_BYTES);
    struct copy c = {&text, a, &statements, migration_spelled_out(a, m), d};
    put_all(&c);
    buf_release(&text);
    return statements;
}
