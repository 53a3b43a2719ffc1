/* verdict_json.c: rows, differences and elements. */
#include "score/verdict_json.h"

#include "base/json_writer.h"
#include "sql/elements.h"
#include "sql/parse.h"

#include <math.h>

static void put_value(struct json_writer *w, const struct value *v)
{
    enum { LONGEST = 200 };
    struct str bytes = v->type == VALUE_TEXT || v->type == VALUE_BLOB ? value_bytes(v) : STR("");
    bytes.len = bytes.len < LONGEST ? bytes.len : LONGEST;
    switch (v->type) {
    case VALUE_NULL:
        json_put_null(w);
        break;
    case VALUE_INTEGER:
        json_put_int(w, v->integer);
        break;
    case VALUE_REAL:
        if (isinf(v->real)) /* as SQLite's shell shows it; JSON has no such number */
            json_put_str(w, v->real < 0 ? STR("-Inf") : STR("Inf"));
        else
            json_put_double(w, v->real);
        break;
    case VALUE_TEXT:
        json_put_str(w, bytes);
        break;
    case VALUE_BLOB:
        json_put_str(w, STR("(bytes)"));
        break;
    }
}

struct str verdict_rows(struct arena *a, const struct query_result *answer)
{
    enum { ROWS = 5, COLUMNS = 20, TEXT_MAX = 1 << 20 };
    const struct rows *rows = &answer->rows;
    if (answer->outcome != QUERY_ROWS)
        return (struct str){NULL, 0};
    struct buf text;
    buf_init(&text, TEXT_MAX);
    struct json_writer w = json_writer_to(&text);
    json_object_open(&w);
    json_key(&w, STR("n"));
    json_put_int(&w, (int64_t)rows->n_rows);
    json_key(&w, STR("rows"));
    json_array_open(&w);
    for (size_t i = 0; i < rows->n_rows && i < ROWS; i++) {
        json_array_open(&w);
        for (uint32_t c = 0; c < rows->n_columns && c < COLUMNS; c++)
            put_value(&w, rows_at(rows, i, c));
        json_array_close(&w);
    }
    json_array_close(&w);
    json_object_close(&w);
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

static void put_difference(struct json_writer *w, const struct difference *d)
{
    json_object_open(w);
    json_key(w, STR("clause"));
    json_put_str(w, sql_clause_name(d->clause));
    json_key(w, STR("depth"));
    json_put_int(w, d->depth);
    if (d->path.len) {
        json_key(w, STR("path"));
        json_put_str(w, d->path);
    }
    json_key(w, STR("kinds"));
    json_array_open(w);
    for (int k = 0; k < N_DIFFERENCES; k++)
        if (d->kinds >> k & 1)
            json_put_str(w, difference_name((enum difference_kind)k));
    json_array_close(w);
    json_key(w, STR("before"));
    json_put_str(w, d->before);
    json_key(w, STR("after"));
    json_put_str(w, d->after);
    json_object_close(w);
}

struct str verdict_differences(struct arena *a, const struct diagnosis *d)
{
    enum { TEXT_MAX = 4 << 20 };
    struct buf text;
    buf_init(&text, TEXT_MAX);
    struct json_writer w = json_writer_to(&text);
    json_array_open(&w);
    for (uint32_t i = 0; i < d->n_items; i++)
        put_difference(&w, &d->items[i]);
    json_array_close(&w);
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

static void put_elements(struct json_writer *w, const struct sql_stmt *stmt)
{
    sql_element_set set = sql_elements(stmt);
    json_array_open(w);
    for (enum sql_element i = 0; i < SQL_N_ELEMENTS; i++)
        if (sql_element_in(set, i))
            json_put_str(w, sql_element_name(i));
    json_array_close(w);
}

struct str verdict_elements(struct arena *a, struct str sql)
{
    enum { TEXT_MAX = 1 << 14 };
    struct arena scratch = {0};
    struct sql_stmt stmt;
    struct err e;
    struct str out = {NULL, 0};
    if (sql.ptr && sql_parse(&scratch, sql, &stmt, &e) == OK) {
        struct buf text;
        buf_init(&text, TEXT_MAX);
        struct json_writer w = json_writer_to(&text);
        put_elements(&w, &stmt);
        out = arena_str(a, buf_str(&text));
        buf_release(&text);
    }
    arena_release(&scratch);
    return out;
}
