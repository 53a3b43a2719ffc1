/* mapped_over.c: any query rewritten for a migration, with the replacements that follow from it. */
#include "migration/rewrite_mapped.h"

#include "migration/rewrite.h"
#include "migration/starred_tables.h"
#include "sql/parse.h"

/* Order of values */

/* <0, 0 or >0, as SQLite sorts: numbers before texts. */
static int literal_cmp(struct str a, struct str b)
{
    struct mapping_literal x = {0}, y = {0};
    (void)mapping_literal_read(a, &x);
    (void)mapping_literal_read(b, &y);
    if ((x.type == MAPPING_TEXT) != (y.type == MAPPING_TEXT))
        return x.type == MAPPING_TEXT ? 1 : -1;
    if (x.type == MAPPING_TEXT)
        return str_cmp(x.text, y.text);
    return (x.real > y.real) - (x.real < y.real);
}

static enum value_order dictionary_order(const struct column_mapping *m)
{
    bool kept = true, reversed = true;
    for (uint32_t i = 0; i < m->n_entries; i++)
        for (uint32_t k = 0; k < i; k++) {
            bool old = literal_cmp(m->entries[i].old, m->entries[k].old) < 0,
                 new = literal_cmp(m->entries[i].new, m->entries[k].new) < 0;
            kept = kept && old == new;
            reversed = reversed && old != new;
        }
    return kept ? ORDER_KEPT : reversed ? ORDER_REVERSED : ORDER_LOST;
}

/* Texts that a space divides sort as their parts do: a space sorts before all that they hold. Those
 * that stay whole sort first, since they have no first part. A
 * flag's mapping does not say whether its value is the first or the last. */
static enum value_order mapping_order(const struct column_mapping *m)
{
    switch (m->kind) {
    case MAPPING_PART:
        return m->separator.ptr[0] == ' ' && !m->last.ptr && !m->whole ? ORDER_KEPT : ORDER_LOST;
    case MAPPING_DICTIONARY:
        return dictionary_order(m);
    case MAPPING_LINEAR:
        return m->factor > 0 ? ORDER_KEPT : ORDER_REVERSED;
    case MAPPING_DIGITS:
        return ORDER_KEPT;
    case MAPPING_FLAG:
        break;
    }
    return ORDER_LOST;
}

/* Replacements */

/* Can these columns replace one? A file may say anything. */
static bool can_replace(const struct migration_column *columns, uint32_t n)
{
    const struct column_mapping *first = columns[0].mapping;
    for (uint32_t i = 0; i < n; i++) {
        const struct column_mapping *m = columns[i].mapping;
        if (m->kind != first->kind ||
            (m->kind != MAPPING_FLAG && n > 1 && !column_mapping_is_part(first, m, i, n)))
            return false;
    }
    return n > 1 || (first->kind != MAPPING_PART && first->kind != MAPPING_DIGITS);
}

/* How many columns side by side replace the old column of the first. */
static uint32_t count_beside(const struct migration_column *columns, uint32_t n)
{
    uint32_t count = 0;
    while (count < n && columns[count].source == MIGRATION_MAPPED &&
           columns[count].old == columns[0].old)
        count++;
    return count;
}

/* One flag does not say which other value a row has. NULLs are ignored: no question asks where they
 * are sorted. */
static const struct replacement *replacement_by(struct arena *a,
                                                const struct migration_column *columns, uint32_t n)
{
    struct replacement *r = ARENA_NEW(a, struct replacement);
    const struct column_mapping *m = columns[0].mapping;
    *r = (struct replacement){.column = columns[0].old,
                              .columns = columns,
                              .n_columns = n,
                              .order = mapping_order(m),
                              .partial = m->kind == MAPPING_FLAG && n == 1};
    return r;
}

static bool add_replacements(struct arena *a, const struct migration_table *t,
                             const struct replacement **by_column)
{
    for (uint32_t i = 0, n; i < t->n_columns; i += n ? n : 1) {
        const struct migration_column *columns = &t->columns[i];
        n = count_beside(columns, t->n_columns - i);
        if (n == 0)
            continue;
        if (by_column[columns[0].old] || !can_replace(columns, n))
            return false;
        by_column[columns[0].old] = replacement_by(a, columns, n);
    }
    return true;
}

/* By old column, NULL for one that stays; or NULL if they make no sense. */
static const struct replacement **replacements_of(struct arena *a, const struct migration *m)
{
    const struct replacement **by_column =
        arena_zalloc(a, m->old->n_columns * sizeof(const struct replacement *));
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (m->tables[t].columns && !add_replacements(a, &m->tables[t], by_column))
            return NULL;
    return by_column;
}

/* Queries */

static bool reads_any(const struct sql_resolution *names,
                      const struct replacement *const *by_column)
{
    for (uint32_t i = 0; i < names->n_reads; i++)
        if (names->reads[i].column != SCHEMA_NONE && by_column[names->reads[i].column])
            return true;
    return false;
}

static bool can_be_read(struct arena *a, const struct migration *m, struct str sql)
{
    struct schema new;
    struct sql_stmt stmt;
    struct sql_resolution names;
    struct err e;
    migration_schema(a, m, m->old->db_id, &new, NULL);
    return sql_parse(a, sql, &stmt, &e) == OK && sql_resolve(a, &new, &stmt, &names, &e) == OK;
}

bool query_over_mapped(struct arena *a, const struct migration *m, struct str sql, struct str *out)
{
    const struct replacement **by_column = replacements_of(a, m);
    struct sql_stmt stmt;
    struct sql_resolution names;
    struct mapped_query query;
    struct err e;
    const char *why;
    if (!by_column || sql_parse(a, sql, &stmt, &e) != OK ||
        sql_resolve(a, m->old, &stmt, &names, &e) != OK)
        return false;
    if (!reads_any(&names, by_column))
        return query_over(a, m, sql, out, &why);
    const struct resolved_query old = {m->old, &stmt, &names};
    if (!rewrite_mapped(a, &old, starred_tables(a, m->old, &stmt), by_column, &query))
        return false;
    *out = query.text;
    return can_be_read(a, m, *out);
}
