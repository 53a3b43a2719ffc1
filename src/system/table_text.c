/* table_text.c: schema and rows as text. */
#include "system/table_text.h"

#include "base/number.h"
#include "base/utf8.h"
#include "schema/keys.h"
#include "sql/quote.h"
#include "system/prompt.h"

#include <inttypes.h>

enum { ROWS_TIMEOUT_MS = 2000, ROWS_MAX_BYTES = 1 << 22 };

static void put_columns(struct buf *out, const struct schema *s, const uint32_t *columns,
                        uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        buf_put(out, i ? STR(", ") : STR("("));
        sql_put_plain_name(out, s->columns[columns[i]].name);
    }
    buf_putc(out, ')');
}

static void put_primary_key(struct buf *out, const struct schema *s, uint32_t table)
{
    struct arena a = {0};
    struct primary_key key = schema_primary_key(&a, s, table);
    if (key.count > 0) {
        buf_put(out, STR(",\n    PRIMARY KEY "));
        put_columns(out, s, key.columns, key.count);
    }
    arena_release(&a);
}

static void put_foreign_key(struct buf *out, const struct schema *s, struct key_span span)
{
    struct arena a = {0};
    uint32_t *from = ARENA_ARRAY(&a, uint32_t, span.count);
    uint32_t *to = ARENA_ARRAY(&a, uint32_t, span.count);
    for (uint32_t i = 0; i < span.count; i++) {
        from[i] = s->foreign_keys[span.first + i].from;
        to[i] = s->foreign_keys[span.first + i].to;
    }
    buf_put(out, STR(",\n    FOREIGN KEY "));
    put_columns(out, s, from, span.count);
    buf_put(out, STR(" REFERENCES "));
    sql_put_plain_name(out, s->tables[s->columns[to[0]].table].name);
    buf_putc(out, ' ');
    put_columns(out, s, to, span.count);
    arena_release(&a);
}

static void put_foreign_keys(struct buf *out, const struct schema *s, uint32_t table)
{
    struct key_span span;
    for (uint32_t i = 0; i < s->n_foreign_keys; i += span.count) {
        span = key_span_of(s, i);
        if (s->columns[s->foreign_keys[i].from].table == table)
            put_foreign_key(out, s, span);
    }
}

/* As the database declares it; without a database, Spider's word. */
static void put_column_type(struct buf *out, const struct schema *s, uint32_t column)
{
    struct str kind = schema_type_name(s->columns[column].type);
    const struct schema_declared *d = s->declared ? &s->declared[column] : NULL;
    struct str type = d && d->type.ptr ? d->type : kind;
    if (type.len > 0) {
        buf_putc(out, ' ');
        sql_put_type(out, type);
    }
    if (d && d->generated)
        buf_put(out, STR(" GENERATED ALWAYS"));
}

void table_text_create(struct buf *out, const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    buf_put(out, t->view ? STR("CREATE VIEW ") : STR("CREATE TABLE "));
    sql_put_plain_name(out, t->name);
    buf_put(out, STR(" (\n"));
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_put(out, i ? STR(",\n    ") : STR("    "));
        sql_put_plain_name(out, s->columns[t->columns[i]].name);
        put_column_type(out, s, t->columns[i]);
    }
    put_primary_key(out, s, table);
    put_foreign_keys(out, s, table);
    buf_put(out, STR("\n);\n"));
}

/* Text on one line, cut between characters; a comment must not end in it. */
static void put_shown_text(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len;) {
        size_t n = utf8_length(text, i);
        if (i + n > PROMPT_MAX_VALUE) {
            buf_put(out, STR("..."));
            return;
        }
        if (n == 1 && ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7F))
            buf_putc(out, ' ');
        else if (text.ptr[i] == '/' && str_ends(buf_str(out), STR("*")))
            buf_put(out, STR(" /")); /* the comment goes on */
        else if (n > 0)
            buf_put(out, str_slice(text, i, i + n));
        i += n ? n : 1;
    }
}

static void put_value(struct buf *out, const struct value *v)
{
    char number[NUMBER_TEXT_MAX];
    switch (v->type) {
    case VALUE_NULL:
        buf_put(out, STR("NULL"));
        break;
    case VALUE_INTEGER:
        buf_printf(out, "%" PRId64, v->integer);
        break;
    case VALUE_REAL:
        buf_put(out, (struct str){number, number_format(v->real, number)});
        break;
    case VALUE_TEXT:
        put_shown_text(out, value_bytes(v));
        break;
    case VALUE_BLOB:
        buf_printf(out, "(%u bytes)", v->len);
        break;
    }
}

static void put_example_rows(struct buf *out, const struct schema *s, uint32_t table,
                             uint32_t n_rows, const struct rows *r)
{
    const struct schema_table *t = &s->tables[table];
    buf_printf(out, "/*\n%u example row%s:\nSELECT * FROM ", n_rows, plural(n_rows));
    sql_put_plain_name(out, t->name);
    buf_printf(out, " LIMIT %u;\n", n_rows);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        if (i)
            buf_putc(out, '\t');
        put_shown_text(out, s->columns[t->columns[i]].name);
    }
    for (size_t row = 0; row < r->n_rows; row++)
        for (uint32_t i = 0; i < r->n_columns; i++) {
            buf_putc(out, i ? '\t' : '\n');
            put_value(out, rows_at(r, row, i));
        }
    buf_put(out, STR("\n*/\n"));
}

/* The columns by name, in the order of the schema: the file may have another. */
static void put_rows_query(struct buf *out, const struct schema *s, uint32_t table, uint32_t n_rows)
{
    const struct schema_table *t = &s->tables[table];
    buf_put(out, STR("SELECT "));
    for (uint32_t i = 0; i < t->n_columns; i++) {
        if (i)
            buf_put(out, STR(", "));
        sql_put_name(out, s->columns[t->columns[i]].name);
    }
    buf_put(out, STR(" FROM "));
    sql_put_name(out, t->name);
    buf_printf(out, " LIMIT %u", n_rows);
}

enum status table_text_rows(struct buf *out, const struct schema *s, uint32_t table,
                            struct database *d, uint32_t n_rows, struct err *e)
{
    struct arena scratch = {0};
    struct buf query = {0};
    struct query_result result;
    const struct query_limits limits = {.deadline = deadline_after_ms(ROWS_TIMEOUT_MS),
                                        .max_rows = n_rows,
                                        .max_bytes = ROWS_MAX_BYTES};
    put_rows_query(&query, s, table, n_rows);
    enum status status = database_query(d, buf_str(&query), &limits, &scratch, &result, e);
    if (status == OK && result.outcome == QUERY_ROWS &&
        result.rows.n_columns == s->tables[table].n_columns)
        put_example_rows(out, s, table, n_rows, &result.rows);
    buf_release(&query);
    arena_release(&scratch);
    return status;
}
