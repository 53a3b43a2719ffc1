/* schema_fit.c: asking a database for the tables of a schema.
 *
 * tables.json and databases are made apart, and real ones disagree. A query that does not read the
 * missing table runs all the same, so a view of it must not count as proved by that. */
#include "verify/schema_fit.h"

#include "sql/quote.h"

enum { PROBE_DEADLINE_MS = 10000 };

/* A query that need only compile. The table's name comes before each column, since SQLite takes a
 * lone "name" for a string if no column has that name. */
static void put_probe_query(struct buf *sql, const struct schema *s, const struct schema_table *t)
{
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_put(sql, i ? STR(", t.") : STR("SELECT t."));
        sql_put_name(sql, s->columns[t->columns[i]].name);
    }
    buf_put(sql, STR(" FROM "));
    sql_put_name(sql, t->name);
    buf_put(sql, STR(" AS t LIMIT 0"));
}

static enum status probe_table(struct arena *a, const struct schema *s,
                               const struct schema_table *t, struct database *d, bool *missing,
                               struct err *e)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(PROBE_DEADLINE_MS), .max_rows = 1, .max_bytes = 1 << 10};
    struct query_result answer;
    struct buf sql = {0};
    put_probe_query(&sql, s, t);
    enum status status = database_query(d, buf_str(&sql), &limits, a, &answer, e);
    buf_release(&sql);
    *missing = answer.outcome == QUERY_ERROR;
    return status;
}

enum status schema_tables_missing(struct arena *a, const struct schema *s, struct database *d,
                                  const bool **out, struct err *e)
{
    bool *missing = ARENA_ARRAY(a, bool, s->n_tables);
    enum status status = OK;
    for (uint32_t t = 0; t < s->n_tables && status == OK; t++)
        status = probe_table(a, s, &s->tables[t], d, &missing[t], e);
    *out = missing;
    return status;
}

uint32_t migration_missing_table(const struct migration *m, const bool *missing)
{
    for (uint32_t i = 0; i < m->n_tables; i++) {
        const struct migration_table *t = &m->tables[i];
        if (t->changed && missing[t->base])
            return t->base;
        uint32_t folded = t->fold.from != SCHEMA_NONE ? m->old->columns[t->fold.to].table : t->base;
        if (t->changed && missing[folded])
            return folded;
    }
    return SCHEMA_NONE;
}
