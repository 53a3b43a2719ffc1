/* rows_back.c: values of mapped columns, brought back one by one. */
#include "store/rows_back.h"

#include <math.h>

static const double MAX_WHOLE = 9007199254740992; /* doubles hold all whole numbers up to here */

static bool number_of(const struct value *v, double *out)
{
    if (v->type != VALUE_INTEGER && v->type != VALUE_REAL)
        return false;
    *out = v->type == VALUE_INTEGER ? (double)v->integer : v->real;
    return true;
}

static struct value text_value(struct str text)
{
    return (struct value){.type = VALUE_TEXT, .len = (uint32_t)text.len, .bytes = text.ptr};
}

/* Literals */

/* The text of a literal, with doubled quotes undone. */
static struct str unquoted(struct arena *a, struct str text)
{
    char *bytes = arena_alloc(a, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        bytes[n++] = text.ptr[i];
        i += text.ptr[i] == '\'';
    }
    return (struct str){bytes, n};
}

/* The value of the literal. Literals of a migration are valid. */
static struct value literal_value(struct arena *a, struct str literal)
{
    struct mapping_literal l;
    if (!mapping_literal_read(literal, &l))
        return (struct value){.type = VALUE_NULL};
    if (l.type == MAPPING_TEXT)
        return text_value(unquoted(a, l.text));
    return l.type == MAPPING_INTEGER ? (struct value){.type = VALUE_INTEGER, .integer = l.integer}
                                     : (struct value){.type = VALUE_REAL, .real = l.real};
}

static bool values_equal(const struct value *a, const struct value *b)
{
    double x, y;
    if (a->type == VALUE_TEXT && b->type == VALUE_TEXT)
        return str_eq(value_bytes(a), value_bytes(b));
    return number_of(a, &x) && number_of(b, &y) && x == y;
}

/* Columns */

/* A column whose values are turned back. */
struct returning {
    struct arena *arena;
    const struct answer_column *column;
    struct value *old, *new; /* of ANSWER_ENTRY, by entry; old of ANSWER_FLAGS, by flag */
};

static struct returning returning_of(struct arena *a, const struct answer_column *c)
{
    struct returning r = {a, c, NULL, NULL};
    if (c->form == ANSWER_ENTRY) {
        const struct column_mapping *m = c->mappings[0];
        r.old = ARENA_ARRAY(a, struct value, m->n_entries);
        r.new = ARENA_ARRAY(a, struct value, m->n_entries);
        for (uint32_t i = 0; i < m->n_entries; i++) {
            r.old[i] = literal_value(a, m->entries[i].old);
            r.new[i] = literal_value(a, m->entries[i].new);
        }
    } else if (c->form == ANSWER_FLAGS) {
        r.old = ARENA_ARRAY(a, struct value, c->count);
        for (uint32_t i = 0; i < c->count; i++)
            r.old[i] = literal_value(a, c->mappings[i]->value);
    }
    return r;
}

static struct value entry_back(const struct returning *r, const struct value *v)
{
    for (uint32_t i = 0; i < r->column->mappings[0]->n_entries; i++)
        if (values_equal(v, &r->new[i]))
            return r->old[i];
    return *v;
}

/* An integer stays one if possible. */
static struct value linear_back(const struct returning *r, const struct value *v)
{
    const struct column_mapping *m = r->column->mappings[0];
    double x;
    if (!number_of(v, &x))
        return *v;
    x = (x - m->offset) / m->factor;
    return v->type == VALUE_INTEGER && floor(x) == x && fabs(x) <= MAX_WHOLE
               ? (struct value){.type = VALUE_INTEGER, .integer = (int64_t)x}
               : (struct value){.type = VALUE_REAL, .real = x};
}

static struct value parts_back(const struct returning *r, const struct value *v)
{
    struct str texts[2 * MAPPING_MAX_PARTS];
    size_t n = 0;
    for (uint32_t i = 0; i < r->column->count; i++) {
        if (v[i].type != VALUE_TEXT)
            continue;
        if (n > 0)
            texts[n++] = column_mapping_separator(r->column->mappings[0], i - 1);
        texts[n++] = value_bytes(&v[i]);
    }
    return n > 0 ? text_value(arena_concat(r->arena, texts, n))
                 : (struct value){.type = VALUE_NULL};
}

/* A text stays whole in each part. */
static struct value digits_back(const struct returning *r, const struct value *v)
{
    struct value back = {.type = VALUE_INTEGER};
    for (uint32_t i = 0; i < r->column->count; i++) {
        int64_t power = 1;
        if (v[i].type != VALUE_INTEGER)
            return v[i].type == VALUE_TEXT ? v[i] : (struct value){.type = VALUE_NULL};
        for (uint32_t k = 0; k < r->column->mappings[i]->after; k++)
            power *= 10;
        if (v[i].integer > INT32_MAX || v[i].integer < -INT32_MAX)
            return v[i];
        back.integer += v[i].integer * power;
    }
    return back;
}

static struct value flags_back(const struct returning *r, const struct value *v)
{
    double x;
    for (uint32_t i = 0; i < r->column->count; i++)
        if (number_of(&v[i], &x) && x == 1)
            return r->old[i];
    return (struct value){.type = VALUE_NULL};
}

static struct value value_back(const struct returning *r, const struct value *v)
{
    switch (r->column->form) {
    case ANSWER_ENTRY:
        return entry_back(r, v);
    case ANSWER_LINEAR:
        return linear_back(r, v);
    case ANSWER_PARTS:
        return parts_back(r, v);
    case ANSWER_DIGITS:
        return digits_back(r, v);
    case ANSWER_FLAGS:
        return flags_back(r, v);
    case ANSWER_AS_IS:
        break;
    }
    return *v;
}

/* Rows */

struct rows rows_back(struct arena *a, const struct rows *rows, const struct answer_mapping *m)
{
    struct rows back;
    struct returning *columns = ARENA_ARRAY(a, struct returning, m->n_columns);
    if (rows->n_columns != m->n_results)
        return *rows;
    rows_init(&back, m->n_columns);
    back.invalid_text = rows->invalid_text;
    for (uint32_t c = 0; c < m->n_columns; c++)
        columns[c] = returning_of(a, &m->columns[c]);
    for (size_t row = 0; row < rows->n_rows; row++) {
        const struct value *from = rows_at(rows, row, 0);
        struct value *to = rows_add(&back, a);
        for (uint32_t c = 0; c < m->n_columns; from += m->columns[c++].count)
            to[c] = value_back(&columns[c], from);
    }
    return back;
}

static struct value even_value(const struct value *v)
{
    const double digits = 1e9;
    if (v->type != VALUE_REAL || !isfinite(v->real) || fabs(v->real) > MAX_WHOLE)
        return *v;
    double size = fabs(v->real) < 10 ? 1 : pow(10, floor(log10(fabs(v->real))));
    double x = round(v->real * (digits / size)) / (digits / size);
    return floor(x) == x ? (struct value){.type = VALUE_INTEGER, .integer = (int64_t)x}
                         : (struct value){.type = VALUE_REAL, .real = x};
}

struct rows rows_evened(struct arena *a, const struct rows *rows)
{
    struct rows even;
    rows_init(&even, rows->n_columns);
    even.invalid_text = rows->invalid_text;
    for (size_t row = 0; row < rows->n_rows; row++) {
        struct value *to = rows_add(&even, a);
        for (uint32_t c = 0; c < rows->n_columns; c++)
            to[c] = even_value(rows_at(rows, row, c));
    }
    return even;
}
