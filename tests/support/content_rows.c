/* content_rows.c: a column's values by one query. */
#include "content_rows.h"
#include "fixture.h"
#include "unit.h"

#include "sql/quote.h"

#include <inttypes.h>

struct content_file {
    struct arena *arena;
    const char *path;
    const struct schema *schema;
    struct column_content *known; /* by column */
    bool *asked;
};

static struct str text_of(struct arena *a, const struct value *v)
{
    switch (v->type) {
    case VALUE_INTEGER:
        return arena_printf(a, "%" PRId64, v->integer);
    case VALUE_REAL:
        return arena_printf(a, "%.15g", v->real);
    default:
        return value_bytes(v);
    }
}

static void read_column(struct content_file *f, uint32_t column, struct column_content *out)
{
    const struct schema_column *c = &f->schema->columns[column];
    struct buf sql = {0};
    buf_put(&sql, STR("SELECT "));
    sql_put_name(&sql, c->name);
    buf_put(&sql, STR(", count(*) FROM "));
    sql_put_name(&sql, f->schema->tables[c->table].name);
    buf_put(&sql, STR(" GROUP BY 1 ORDER BY 1"));
    buf_putc(&sql, '\0');
    struct rows r = fixture_query(f->arena, f->path, sql.ptr);
    buf_release(&sql);
    struct content_value *values = ARENA_ARRAY(f->arena, struct content_value, r.n_rows + 1);
    *out = (struct column_content){.values = values, .complete = r.n_rows <= CONTENT_VALUES_MAX};
    for (size_t i = 0; i < r.n_rows; i++) {
        const struct value *v = rows_at(&r, i, 0);
        uint64_t n = (uint64_t)rows_at(&r, i, 1)->integer;
        out->n_rows += n;
        out->n_nulls += v->type == VALUE_NULL ? n : 0;
        out->n_blobs += v->type == VALUE_BLOB ? n : 0;
        if (v->type != VALUE_NULL && v->type != VALUE_BLOB && out->n_values < CONTENT_VALUES_MAX)
            values[out->n_values++] =
                (struct content_value){text_of(f->arena, v), v->type != VALUE_TEXT, n};
    }
}

static const struct column_content *column(void *ctx, uint32_t column)
{
    struct content_file *f = ctx;
    if (!f->asked[column])
        read_column(f, column, &f->known[column]);
    f->asked[column] = true;
    return &f->known[column];
}

const struct content_source *content_rows(struct arena *a, const char *path, const struct schema *s)
{
    struct content_file *f = ARENA_NEW(a, struct content_file);
    *f = (struct content_file){a, path, s,
                               arena_zalloc(a, s->n_columns * sizeof(struct column_content)),
                               arena_zalloc(a, s->n_columns)};
    struct content_source *source = ARENA_NEW(a, struct content_source);
    *source = (struct content_source){column, f};
    return source;
}
