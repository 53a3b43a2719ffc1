/* migration_tables.c: CREATE TABLE and INSERT for a real copy of the new database.
 *
 * SQLite keeps constraints and indexes only as text, so they are carried over as text, token by
 * token, with the names of columns replaced. */
#include "migration/migration_tables.h"

#include "migration/declared_text.h"
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

/* Add the statement that was written to the list. */
static void add_statement(const struct copy *c, enum migration_makes makes,
                          const struct migration_table *t)
{
    struct migration_statements *s = c->statements;
    s->too_long = !buf_whole(c->out) || s->too_long;
    ARENA_ADD(c->arena, s->items, s->count,
              (struct migration_statement){.makes = makes,
                                           .sql = arena_str(c->arena, buf_str(c->out)),
                                           .table = (uint32_t)(t - c->m->tables)});
    buf_clear(c->out);
}

/* Position in `t` of the plain copy of an old column, or SCHEMA_NONE. With `joined`, also that of a
 * folded-in one. */
static uint32_t place_in(const struct migration_table *t, uint32_t old, bool joined)
{
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].old == old && (t->columns[i].source == MIGRATION_COPY ||
                                         (joined && t->columns[i].source == MIGRATION_JOINED)))
            return i;
    return SCHEMA_NONE;
}

/* CHECKs and indexes */

/* A name without its quotes. Doubled quotes stay doubled: such a name equals no column's. */
static struct str bare(struct str name)
{
    bool quoted = name.len >= 2 && (name.ptr[0] == '"' || name.ptr[0] == '`' || name.ptr[0] == '[');
    return quoted ? str_slice(name, 1, name.len - 1) : name;
}

/* The old column that the token before `lex` names; SCHEMA_NONE if it is something else. */
static uint32_t column_of(const struct schema *old, const struct migration_table *t,
                          struct sql_lexer lex, struct sql_token token)
{
    struct str name = bare(str_slice(lex.text, token.span.start, token.span.end));
    if (!(sql_token_uses(token.type) & SQL_USE_NAME) || sql_lexer_next(&lex).type == TOKEN_LPAREN)
        return SCHEMA_NONE;
    return schema_find_column(old, t->base, name);
}

/* Append `text` with the names that columns have in `t`. False if `t` does not copy one: `out` is
 * then as it was. */
static bool put_renamed(const struct copy *c, const struct migration_table *t, struct str text)
{
    struct sql_lexer lex = {.text = text};
    size_t before = c->out->len, kept = 0;
    for (struct sql_token k; (k = sql_lexer_next(&lex)).type != TOKEN_EOF;) {
        uint32_t column = column_of(c->m->old, t, lex, k);
        if (column == SCHEMA_NONE)
            continue;
        uint32_t place = place_in(t, column, false);
        if (place == SCHEMA_NONE) {
            buf_truncate(c->out, before);
            return false;
        }
        buf_put(c->out, str_slice(text, kept, k.span.start));
        sql_put_name(c->out, t->columns[place].name);
        kept = k.span.end;
    }
    buf_put(c->out, str_slice(text, kept, text.len));
    return true;
}

static bool is_refused(const struct declared_table *d, struct str condition)
{
    for (uint32_t i = 0; i < d->n_refused_checks; i++)
        if (d->refused_checks[i].ptr == condition.ptr)
            return true;
    return false;
}

/* CHECKs that are refused, mention a column that `t` does not copy, or are not an expression, are
 * left out. */
static void put_checks(const struct copy *c, const struct migration_table *t)
{
    const struct declared_table *d = &c->d->tables[t->base];
    struct sql_lexer lex = {.text = d->sql};
    for (struct str condition; (condition = declared_next_check(&lex)).ptr;) {
        size_t before = c->out->len;
        buf_put(c->out, STR(", CHECK "));
        if (is_refused(d, condition) || !put_renamed(c, t, condition))
            buf_truncate(c->out, before);
    }
}

/* A CREATE INDEX on the old table as one on `t`. False, with nothing written, if it mentions a
 * column that `t` does not copy, or is something else. */
static bool put_index(const struct copy *c, const struct migration_table *t, struct str index)
{
    struct sql_lexer lex = {.text = index};
    struct sql_token k = {0}, on = {0};
    size_t before = c->out->len;
    do {
        on = k.type == KW_ON && !on.span.end ? k : on;
        k = sql_lexer_next(&lex);
    } while (k.type != TOKEN_LPAREN && k.type != TOKEN_EOF);
    if (!declared_creates(index, KW_INDEX) || !on.span.end || k.type == TOKEN_EOF)
        return false;
    buf_put(c->out, str_slice(index, 0, on.span.end));
    buf_putc(c->out, ' ');
    sql_put_name(c->out, t->name);
    buf_putc(c->out, ' ');
    bool whole = put_renamed(c, t, str_slice(index, k.span.start, index.len));
    if (!whole)
        buf_truncate(c->out, before);
    return whole;
}

/* Keys and columns */

static bool holds_all(const struct migration_table *t, const uint32_t *old, uint32_t n, bool joined)
{
    for (uint32_t i = 0; i < n; i++)
        if (place_in(t, old[i], joined) == SCHEMA_NONE)
            return false;
    return n > 0;
}

/* The new names of old columns, which `t` holds, in brackets. */
static void put_columns(struct buf *out, const struct migration_table *t, const uint32_t *old,
                        uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        buf_putc(out, i ? ',' : '(');
        sql_put_name(out, t->columns[place_in(t, old[i], true)].name);
    }
    buf_putc(out, ')');
}

/* The new table that holds all columns that a foreign key refers to, or NULL. */
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

/* Do the columns that a key refers to have their old names, in a table with its old name? A key
 * that names no columns refers to the primary key, so the table must have one. */
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
static bool stays_whole(const struct copy *c, const struct migration_table *t)
{
    struct str sql = c->d->tables[t->base].sql;
    if (t->changed || t->keyless || t->split || !sql.ptr || c->d->tables[t->base].refused ||
        !declared_creates(sql, KW_TABLE))
        return false;
    for (uint32_t i = 0; i < c->d->n_keys; i++) {
        const struct declared_key *k = &c->d->keys[i];
        if (k->from_table == t->base && k->count > 0 &&
            (is_forgotten(c->m, k) || !target_stays(c, k)))
            return false;
    }
    return true;
}

/* The columns of the old primary key, in its order; returns their number. */
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
    /* A value that a mapping lacks becomes NULL, so NOT NULL is not carried over. */
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

/* Does a foreign key that stays refer to exactly the forgotten primary key? Then its columns must
 * stay unique, or SQLite would not accept the reference. */
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

/* May it be STRICT? Not if folded-in columns may have other types, or a column is NUMERIC, as
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
    put_checks(c, t);
    buf_put(c->out, STR(")"));
    put_options(c, t);
}

static bool is_view(const struct copy *c, const struct migration_table *t)
{
    const struct declared_table *old = &c->d->tables[t->base];
    return old->view && !t->changed && declared_creates(old->sql, KW_VIEW);
}

/* Views, and tables that SQLite makes: its own, and those of a virtual table. */
static bool is_made_elsewhere(const struct copy *c, const struct migration_table *t)
{
    return is_view(c, t) || c->d->tables[t->base].shadow || schema_is_internal(t->name);
}

/* Does it have rows to copy? Those of a view may have no end. */
static bool has_rows(const struct copy *c, const struct migration_table *t)
{
    return c->d->tables[t->base].sql.ptr && !c->d->tables[t->base].view;
}

/* All columns that hold values, also those that the schema lacks. */
static void put_stored(const struct copy *c, uint32_t base, const char *before)
{
    const struct declared_table *old = &c->d->tables[base];
    for (uint32_t i = 0; i < old->n_stored; i++) {
        buf_put(c->out, i ? STR(", ") : STR(""));
        buf_put(c->out, str_from(before));
        sql_put_name(c->out, old->stored[i]);
    }
}

static void put_insert(const struct copy *c, uint32_t table)
{
    const struct migration_table *t = &c->m->tables[table];
    buf_put(c->out, STR("INSERT INTO main."));
    sql_put_name(c->out, t->name);
    buf_putc(c->out, ' ');
    if (stays_whole(c, t)) {
        buf_putc(c->out, '(');
        put_stored(c, t->base, "");
        buf_put(c->out, STR(") SELECT "));
        put_stored(c, t->base, "t.");
        buf_put(c->out, STR(" FROM original."));
        sql_put_name(c->out, c->m->old->tables[t->base].name);
        buf_put(c->out, STR(" AS t"));
    } else {
        migration_select_rows(c->out, c->m, table, c->d);
    }
    size_t where = c->out->len;
    if (!t->split && c->d->tables[t->base].has_rowid)
        buf_put(c->out, STR(" ORDER BY t.rowid"));
    add_statement(c, MIGRATION_MAKES_ROWS, t);
    c->statements->items[c->statements->count - 1].where = where;
}

static void put_indexes(const struct copy *c, const struct migration_table *t)
{
    const struct declared_table *old = &c->d->tables[t->base];
    for (uint32_t i = 0; i < old->n_indexes; i++)
        if (put_index(c, t, old->indexes[i]))
            add_statement(c, MIGRATION_MAKES_INDEX, t);
}

static void put_all(const struct copy *c)
{
    const struct migration *m = c->m;
    for (uint32_t t = 0; t < m->n_tables; t++) {
        if (is_made_elsewhere(c, &m->tables[t]))
            continue;
        if (stays_whole(c, &m->tables[t]))
            buf_put(c->out, c->d->tables[m->tables[t].base].sql);
        else
            put_create(c, &m->tables[t]);
        add_statement(c, MIGRATION_MAKES_TABLE, &m->tables[t]);
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
    /* Views come last, when all that they may read is there. */
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (is_view(c, &m->tables[t])) {
            buf_put(c->out, c->d->tables[m->tables[t].base].sql);
            add_statement(c, MIGRATION_MAKES_VIEW, &m->tables[t]);
        }
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

/* Empty tables */

struct str migration_empty_tables(struct arena *a, const struct migration *m)
{
    static const char *const TYPES[] = {"TEXT", "NUMERIC", "TEXT", "BOOLEAN", "BLOB"};
    struct buf sql = {0};
    for (uint32_t t = 0; t < m->n_tables; t++) {
        const struct migration_table *table = &m->tables[t];
        buf_put(&sql, STR("CREATE TABLE "));
        sql_put_name(&sql, table->name);
        for (uint32_t i = 0; i < table->n_columns; i++) {
            buf_putc(&sql, i ? ',' : '(');
            struct migration_column c = migration_column_of(m, table, i);
            sql_put_name(&sql, c.name);
            buf_printf(&sql, " %s", TYPES[c.type]);
        }
        buf_put(&sql, STR(");\n"));
    }
    return buf_keep(&sql, a);
}
