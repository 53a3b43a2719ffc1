/* migration_select.c: writing the queries that make new tables of old ones.
 *
 * The old table is always called t, the folded one r and the split-off one n. Columns are always
 * qualified by these names: SQLite takes a lone "name" that no column has for a string. */
#include "migration/migration_select.h"

#include "sql/quote.h"

#include <inttypes.h>

/* A query that is being written. */
struct row_query {
    struct buf *out;
    const struct migration *m;
    const struct declaration *d; /* NULL if all columns can be read */
    const char *old, *new;       /* names of databases */
};

static void put_column(struct buf *out, char table, struct str name)
{
    buf_putc(out, table);
    buf_putc(out, '.');
    sql_put_name(out, name);
}

/* Is it a generated column whose values cannot be computed? */
static bool is_unknown(const struct row_query *s, uint32_t column)
{
    const struct schema *old = s->m->old;
    return s->d && s->d->tables[old->columns[column].table].values_refused && old->declared &&
           old->declared[column].generated;
}

static void put_old(const struct row_query *s, char table, uint32_t column)
{
    if (is_unknown(s, column))
        buf_put(s->out, STR("NULL"));
    else
        put_column(s->out, table, s->m->old->columns[column].name);
}

static void put_table(struct buf *out, const char *database, struct str name, char alias)
{
    buf_printf(out, "%s.", database);
    sql_put_name(out, name);
    buf_printf(out, " AS %c", alias);
}

/* A number below `n` that looks random, but is the same for a row every time. */
static void put_scattered(struct buf *out, struct str salt, uint64_t n)
{
    buf_printf(out, "(abs(t.rowid %% 1000003) * 7919 + %" PRIu64 ") %% %" PRIu64,
               hash_bytes(salt) % 1000, n);
}

static void put_invented(struct buf *out, const struct migration_column *c)
{
    const struct migration_values *v = c->values;
    if (v->n_texts == 0) {
        uint64_t range = v->high > v->low ? (uint64_t)v->high - (uint64_t)v->low : 0;
        buf_printf(out, "%" PRId64 " + ", v->low);
        put_scattered(out, c->name, range < INT64_MAX ? range + 1 : INT64_MAX);
        return;
    }
    buf_put(out, STR("CASE "));
    put_scattered(out, c->name, v->n_texts);
    for (uint32_t i = 0; i < v->n_texts; i++) {
        buf_printf(out, " WHEN %" PRIu32 " THEN ", i);
        sql_put_text(out, v->texts[i]);
    }
    buf_put(out, STR(" END"));
}

/* NULL is not in the split-off table, so it stays NULL. Values are compared byte by byte, whatever
 * the column's collation: a split must not lose any. */
static void put_lookup(const struct row_query *s, uint32_t column)
{
    const struct migration_table *split = migration_split_of(s->m, column);
    buf_put(s->out, STR("(SELECT "));
    put_column(s->out, 'n', split->columns[0].name);
    buf_put(s->out, STR(" FROM "));
    put_table(s->out, s->new, split->name, 'n');
    buf_put(s->out, STR(" WHERE "));
    put_column(s->out, 'n', split->columns[1].name);
    buf_put(s->out, STR(" = "));
    put_old(s, 't', column);
    buf_put(s->out, STR(" COLLATE BINARY)"));
}

static void put_mapped(const struct row_query *s, const struct migration_column *c)
{
    struct buf old = {0};
    struct row_query value = *s;
    value.out = &old;
    put_old(&value, 't', c->old);
    column_mapping_put(s->out, c->mapping, buf_str(&old));
    buf_release(&old);
}

static void put_value(const struct row_query *s, const struct migration_table *t,
                      const struct migration_column *c)
{
    switch (c->source) {
    case MIGRATION_COPY:
        put_old(s, 't', c->old);
        break;
    case MIGRATION_JOINED:
        put_old(s, 'r', c->old);
        break;
    case MIGRATION_KEY:
        buf_put(s->out, STR("row_number() OVER (ORDER BY "));
        put_old(s, 't', t->columns[1].old);
        buf_put(s->out, STR(" COLLATE BINARY)"));
        break;
    case MIGRATION_LOOKUP:
        put_lookup(s, c->old);
        break;
    case MIGRATION_MAPPED:
        put_mapped(s, c);
        break;
    case MIGRATION_INVENTED:
        put_invented(s->out, c);
        break;
    }
}

static void put_source(const struct row_query *s, const struct migration_table *t,
                       const struct migration_column *c)
{
    const char *type = migration_computed_type(c);
    if (type)
        buf_put(s->out, STR("CAST("));
    put_value(s, t, c);
    if (type)
        buf_printf(s->out, " AS %s)", type);
}

/* A left join keeps the rows whose key is NULL or dangling. */
static void put_fold(struct buf *out, const struct schema *old, struct schema_foreign_key fold,
                     const char *database)
{
    buf_put(out, STR(" LEFT JOIN "));
    put_table(out, database, old->tables[old->columns[fold.to].table].name, 'r');
    buf_put(out, STR(" ON "));
    put_column(out, 'r', old->columns[fold.to].name);
    buf_put(out, STR(" = "));
    put_column(out, 't', old->columns[fold.from].name);
}

static void put_distinct(const struct row_query *s, uint32_t column)
{
    buf_put(s->out, STR(" WHERE "));
    put_old(s, 't', column);
    buf_put(s->out, STR(" IS NOT NULL GROUP BY "));
    put_old(s, 't', column);
    buf_put(s->out, STR(" COLLATE BINARY"));
}

static void put_select(const struct row_query *s, uint32_t t)
{
    const struct migration_table *table = &s->m->tables[t];
    const struct schema *old = s->m->old;
    for (uint32_t i = 0; i < table->n_columns; i++) {
        buf_put(s->out, i ? STR(", ") : STR("SELECT "));
        const struct migration_column c = migration_column_of(s->m, table, i);
        put_source(s, table, &c);
    }
    buf_put(s->out, STR(" FROM "));
    put_table(s->out, s->old, old->tables[table->base].name, 't');
    if (table->fold.from != SCHEMA_NONE)
        put_fold(s->out, old, table->fold, s->old);
    if (table->split)
        put_distinct(s, table->columns[1].old);
}

void migration_select_rows(struct buf *out, const struct migration *m, uint32_t t,
                           const struct declaration *d)
{
    put_select(&(struct row_query){out, m, d, "original", "main"}, t);
}

static void put_view(struct buf *out, const struct migration *m, uint32_t t)
{
    const struct migration_table *table = &m->tables[t];
    for (uint32_t i = 0; i < table->n_columns; i++) {
        buf_putc(out, i ? ',' : '(');
        sql_put_name(out, migration_column_of(m, table, i).name);
    }
    buf_put(out, STR(") AS "));
    put_select(&(struct row_query){out, m, NULL, "main", "temp"}, t);
}

static bool has_table(const struct migration *m, struct str name)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (str_eq_nocase(m->tables[t].name, name))
            return true;
    return false;
}

struct migration_views migration_views(struct arena *a, const struct migration *m)
{
    struct migration_views views = {
        ARENA_ARRAY(a, struct migration_view, (size_t)m->n_tables + m->old->n_tables), 0};
    struct buf text = {0};
    for (uint32_t t = 0; t < m->n_tables; t++) {
        if (!m->tables[t].changed)
            continue;
        buf_clear(&text);
        put_view(&text, m, t);
        views.items[views.count++] =
            (struct migration_view){m->tables[t].name, arena_str(a, buf_str(&text))};
    }
    buf_release(&text);
    /* SQLite keeps this name for itself, so no table will ever have it. */
    for (uint32_t t = 0; t < m->old->n_tables; t++)
        if (!has_table(m, m->old->tables[t].name))
            views.items[views.count++] = (struct migration_view){
                m->old->tables[t].name, STR(" AS SELECT * FROM main.sqlite_gone")};
    return views;
}
