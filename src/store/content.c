/* content.c: a query for each table and column that is asked for, and another where not all values
 * are there. */
#include "store/content.h"

#include "base/number.h"
#include "engine/database_pool.h"
#include "sql/quote.h"

#include <inttypes.h>
#include <stdlib.h>

/* About ten seconds of steps: a table of twenty million rows. The clock is for single steps that
 * take long. */
enum {
    OPEN_DATABASES = 2,
    READING_STEPS = 500000000,
    READING_MS = 60000,
    READING_BYTES = 16 << 20
};

struct kept_column {
    bool known;
    const struct column_content *content; /* NULL if it cannot be read */
    bool days_known, days_readable;
    struct content_days days;
};

struct kept_table {
    bool known, readable;
    uint64_t n_rows;
};

struct content_reader {
    struct database_pool databases;
    struct arena arena; /* of all below, until another database comes */
    struct str path;    /* ptr NULL before the first */
    const struct schema *schema;
    struct kept_table *tables;
    struct kept_column *columns;
    uint32_t late; /* columns of it that took too long */
    enum status status;
    struct err err;
};

struct content_reader *content_reader_new(uint32_t workers)
{
    struct content_reader *r = mem_alloc(sizeof *r);
    *r = (struct content_reader){.status = OK};
    database_pool_init(&r->databases, OPEN_DATABASES, workers);
    return r;
}

void content_reader_free(struct content_reader *r)
{
    if (!r)
        return;
    database_pool_release(&r->databases);
    arena_release(&r->arena);
    free(r);
}

enum status content_reader_status(const struct content_reader *r, struct err *e)
{
    if (r->status)
        *e = r->err;
    return r->status;
}

uint32_t content_reader_late(const struct content_reader *r)
{
    return r->late;
}

static bool query_content(struct content_reader *r, struct database *d, struct buf *sql,
                          struct query_result *out)
{
    struct query_limits limits = {.deadline = deadline_after_ms(READING_MS),
                                  .max_rows = CONTENT_VALUES_MAX + 2,
                                  .max_bytes = READING_BYTES,
                                  .max_steps = READING_STEPS};
    struct err e;
    enum status status = database_query(d, buf_str(sql), &limits, &r->arena, out, &e);
    buf_release(sql);
    if (status && r->status == OK) {
        r->status = status;
        r->err = e;
    }
    r->late += status == OK && out->outcome == QUERY_TIMEOUT;
    return status == OK && out->outcome == QUERY_ROWS;
}

static void put_column_source(struct buf *sql, const struct schema *s, uint32_t column)
{
    buf_put(sql, STR(" FROM (SELECT "));
    sql_put_name(sql, s->columns[column].name);
    buf_put(sql, STR(" AS v FROM "));
    sql_put_name(sql, s->tables[s->columns[column].table].name);
    buf_putc(sql, ')');
}

/* How many rows the table has. Counted once: its columns have as many. */
static bool count_rows(struct content_reader *r, struct database *d, uint32_t table,
                       struct column_content *out)
{
    struct kept_table *kept = &r->tables[table];
    if (!kept->known) {
        struct buf sql = {0};
        struct query_result answer;
        buf_put(&sql, STR("SELECT count(*) FROM "));
        sql_put_name(&sql, r->schema->tables[table].name);
        kept->known = true;
        kept->readable = query_content(r, d, &sql, &answer);
        if (kept->readable)
            kept->n_rows = (uint64_t)rows_at(&answer.rows, 0, 0)->integer;
    }
    out->n_rows = kept->n_rows;
    return kept->readable;
}

static uint64_t rows_with_values(const struct column_content *c)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < c->n_values; i++)
        n += c->values[i].rows;
    return n;
}

/* Count the rows with NULL or a blob. Mostly there are none, and the values show it. */
static bool count_others(struct content_reader *r, struct database *d, uint32_t column,
                         struct column_content *out)
{
    struct buf sql = {0};
    struct query_result answer;
    if (out->complete && rows_with_values(out) == out->n_rows)
        return true;
    buf_put(&sql,
            STR("SELECT count(*) - count(v), count(CASE WHEN typeof(v) = 'blob' THEN 1 END)"));
    put_column_source(&sql, r->schema, column);
    if (!query_content(r, d, &sql, &answer))
        return false;
    out->n_nulls = (uint64_t)rows_at(&answer.rows, 0, 0)->integer;
    out->n_blobs = (uint64_t)rows_at(&answer.rows, 0, 1)->integer;
    return true;
}

static struct content_value value_of(struct arena *a, const struct value *v, const struct value *n)
{
    struct content_value out = {.number = v->type != VALUE_TEXT, .rows = (uint64_t)n->integer};
    char text[NUMBER_TEXT_MAX];
    if (v->type == VALUE_TEXT)
        out.text = value_bytes(v);
    else if (v->type == VALUE_INTEGER)
        out.text = arena_printf(a, "%" PRId64, v->integer);
    else
        out.text = arena_str(a, (struct str){text, number_format(v->real, text)});
    return out;
}

/* The distinct values, also those that the column's collation takes for equal. SQLite sorts numbers
 * before texts. */
static bool list_values(struct content_reader *r, struct database *d, uint32_t column,
                        struct column_content *out)
{
    struct buf sql = {0};
    struct query_result answer;
    buf_put(&sql, STR("SELECT v, count(*)"));
    put_column_source(&sql, r->schema, column);
    buf_printf(&sql,
               " WHERE v IS NOT NULL AND typeof(v) != 'blob' GROUP BY v COLLATE BINARY"
               " ORDER BY v COLLATE BINARY LIMIT %d",
               CONTENT_VALUES_MAX + 1);
    if (!query_content(r, d, &sql, &answer))
        return false;
    size_t n = answer.rows.n_rows;
    out->complete = n <= CONTENT_VALUES_MAX;
    out->n_values = out->complete ? (uint32_t)n : CONTENT_VALUES_MAX;
    struct content_value *values = ARENA_ARRAY(&r->arena, struct content_value, out->n_values);
    for (uint32_t i = 0; i < out->n_values; i++)
        values[i] = value_of(&r->arena, rows_at(&answer.rows, i, 0), rows_at(&answer.rows, i, 1));
    out->values = values;
    return true;
}

/* The database, or NULL if it cannot be opened. */
static struct database *open_content(struct content_reader *r)
{
    struct database *d;
    struct err e;
    enum status status = database_pool_get(&r->databases, r->path, &d, &e);
    if (status && status != E_DB && r->status == OK) {
        r->status = status;
        r->err = e;
    }
    return status == OK ? d : NULL;
}

static const struct column_content *read_column(struct content_reader *r, uint32_t column)
{
    struct column_content *content = ARENA_NEW(&r->arena, struct column_content);
    struct database *d = open_content(r);
    *content = (struct column_content){0};
    return d && count_rows(r, d, r->schema->columns[column].table, content) &&
                   list_values(r, d, column, content) && count_others(r, d, column, content)
               ? content
               : NULL;
}

/* ctx: struct content_reader */
static const struct column_content *column_of(void *ctx, uint32_t column)
{
    struct content_reader *r = ctx;
    if (!r->path.ptr || column == SCHEMA_STAR || column >= r->schema->n_columns)
        return NULL;
    struct kept_column *kept = &r->columns[column];
    if (!kept->known)
        *kept = (struct kept_column){.known = true, .content = read_column(r, column)};
    return kept->content;
}

static bool read_days(struct content_reader *r, uint32_t column, struct content_days *out)
{
    struct buf sql = {0};
    struct query_result answer;
    struct database *d = open_content(r);
    if (!d)
        return false;
    buf_put(&sql, STR("SELECT count(CASE WHEN typeof(v) = 'integer' AND v BETWEEN 10000101 AND "
                      "99991231 AND v / 100 % 100 BETWEEN 1 AND 12 AND v % 100 BETWEEN 1 AND 31 "
                      "THEN 1 END), count(CASE WHEN typeof(v) = 'text' AND length(v) = 0 THEN 1 "
                      "END)"));
    put_column_source(&sql, r->schema, column);
    if (!query_content(r, d, &sql, &answer))
        return false;
    out->n_days = (uint64_t)rows_at(&answer.rows, 0, 0)->integer;
    out->n_empty = (uint64_t)rows_at(&answer.rows, 0, 1)->integer;
    return true;
}

/* ctx: struct content_reader */
static bool days_of(void *ctx, uint32_t column, struct content_days *out)
{
    struct content_reader *r = ctx;
    if (!r->path.ptr || column == SCHEMA_STAR || column >= r->schema->n_columns)
        return false;
    struct kept_column *kept = &r->columns[column];
    if (!kept->days_known)
        kept->days_readable = read_days(r, column, &kept->days);
    kept->days_known = true;
    *out = kept->days;
    return kept->days_readable;
}

struct content_source content_reader_of(struct content_reader *r, const char *path,
                                        const struct schema *s)
{
    struct str wanted = path ? str_from(path) : STR_NONE;
    r->status = OK;
    if (!path || !r->path.ptr || r->schema != s || !str_eq(r->path, wanted)) {
        arena_clear(&r->arena);
        r->path = path ? arena_str(&r->arena, wanted) : wanted;
        r->schema = s;
        r->late = 0;
        r->tables = arena_zalloc(&r->arena, ((size_t)s->n_tables + 1) * sizeof *r->tables);
        r->columns = arena_zalloc(&r->arena, s->n_columns * sizeof *r->columns);
    }
    return (struct content_source){column_of, days_of, r};
}
