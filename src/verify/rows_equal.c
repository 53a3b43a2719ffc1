/* rows_equal.c: comparing answers value by value. */
#include "verify/rows_equal.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>

/* Any order will do, as long as equal values are neighbours in it. */
static int value_cmp(const struct value *a, const struct value *b)
{
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    switch (a->type) {
    case VALUE_INTEGER:
        return (a->integer > b->integer) - (a->integer < b->integer);
    case VALUE_REAL:
        return (a->real > b->real) - (a->real < b->real);
    case VALUE_TEXT:
    case VALUE_BLOB:
        return str_cmp(value_bytes(a), value_bytes(b));
    default:
        return 0;
    }
}

static int row_cmp(const struct value *a, const struct value *b, uint32_t n)
{
    int order = 0;
    for (uint32_t i = 0; i < n && order == 0; i++)
        order = value_cmp(&a[i], &b[i]);
    return order;
}

static bool same_sequence(const struct rows *a, const struct rows *b)
{
    for (size_t row = 0; row < a->n_rows; row++)
        if (row_cmp(rows_at(a, row, 0), rows_at(b, row, 0), a->n_columns) != 0)
            return false;
    return true;
}

/* A row with its length, for the callback of qsort. */
struct sorted_row {
    const struct value *values;
    uint32_t n;
};

static int sorted_row_cmp(const void *a, const void *b)
{
    const struct sorted_row *x = a, *y = b;
    return row_cmp(x->values, y->values, x->n);
}

static const struct sorted_row *
sort_rows(const struct rows *r, int (*cmp)(const void *, const void *), struct arena *scratch)
{
    struct sorted_row *sorted = ARENA_ARRAY(scratch, struct sorted_row, r->n_rows);
    for (size_t row = 0; row < r->n_rows; row++)
        sorted[row] = (struct sorted_row){rows_at(r, row, 0), r->n_columns};
    qsort(sorted, r->n_rows, sizeof *sorted, cmp);
    return sorted;
}

static bool same_bag(const struct rows *a, const struct rows *b, struct arena *scratch)
{
    struct arena_mark mark = arena_mark(scratch);
    const struct sorted_row *x = sort_rows(a, sorted_row_cmp, scratch);
    const struct sorted_row *y = sort_rows(b, sorted_row_cmp, scratch);
    bool same = true;
    for (size_t row = 0; row < a->n_rows && same; row++)
        same = sorted_row_cmp(&x[row], &y[row]) == 0;
    arena_rewind(scratch, mark);
    return same;
}

bool rows_equal(const struct rows *a, const struct rows *b, bool ordered, struct arena *scratch)
{
    if (a->n_columns != b->n_columns || a->n_rows != b->n_rows)
        return false;
    return same_sequence(a, b) || (!ordered && same_bag(a, b, scratch));
}

static bool both_real(const struct value *a, const struct value *b)
{
    return a->type == VALUE_REAL && b->type == VALUE_REAL;
}

/* By all values that are not real first, so that rounding does not part rows that are alike. */
static int rounded_row_cmp(const void *a, const void *b)
{
    const struct sorted_row *x = a, *y = b;
    int order = 0;
    for (uint32_t i = 0; i < x->n && order == 0; i++)
        if (!both_real(&x->values[i], &y->values[i]))
            order = value_cmp(&x->values[i], &y->values[i]);
    return order != 0 ? order : row_cmp(x->values, y->values, x->n);
}

static bool values_alike(const struct value *a, const struct value *b)
{
    static const double ROUNDING = 1e-9; /* of the larger one */
    return value_cmp(a, b) == 0 ||
           (both_real(a, b) &&
            fabs(a->real - b->real) < ROUNDING * fmax(fabs(a->real), fabs(b->real)));
}

static bool row_alike(const struct value *a, const struct value *b, uint32_t n)
{
    bool alike = true;
    for (uint32_t i = 0; i < n && alike; i++)
        alike = values_alike(&a[i], &b[i]);
    return alike;
}

static bool alike_sequence(const struct rows *a, const struct rows *b)
{
    bool alike = true;
    for (size_t row = 0; row < a->n_rows && alike; row++)
        alike = row_alike(rows_at(a, row, 0), rows_at(b, row, 0), a->n_columns);
    return alike;
}

static bool alike_bag(const struct rows *a, const struct rows *b, struct arena *scratch)
{
    struct arena_mark mark = arena_mark(scratch);
    const struct sorted_row *x = sort_rows(a, rounded_row_cmp, scratch);
    const struct sorted_row *y = sort_rows(b, rounded_row_cmp, scratch);
    bool alike = true;
    for (size_t row = 0; row < a->n_rows && alike; row++)
        alike = row_alike(x[row].values, y[row].values, a->n_columns);
    arena_rewind(scratch, mark);
    return alike;
}

bool rows_alike(const struct rows *a, const struct rows *b, bool ordered, struct arena *scratch)
{
    if (a->n_columns != b->n_columns || a->n_rows != b->n_rows)
        return false;
    return alike_sequence(a, b) || (!ordered && alike_bag(a, b, scratch));
}

static uint64_t value_hash(const struct value *v)
{
    uint64_t bits = 0;
    double real;
    switch (v->type) {
    case VALUE_INTEGER:
        bits = (uint64_t)v->integer;
        break;
    case VALUE_REAL:
        real = v->real + 0.0; /* -0.0 equals 0.0 */
        memcpy(&bits, &real, sizeof bits);
        break;
    case VALUE_TEXT:
    case VALUE_BLOB:
        bits = hash_bytes(value_bytes(v));
        break;
    default:
        break;
    }
    return hash_combine(v->type, bits);
}

uint64_t rows_digest(const struct rows *r, bool ordered)
{
    uint64_t all = 0;
    for (size_t row = 0; row < r->n_rows; row++) {
        uint64_t h = 0;
        for (uint32_t i = 0; i < r->n_columns; i++)
            h = hash_combine(h, value_hash(rows_at(r, row, i)));
        all = ordered ? hash_combine(all, h) : all + hash_mix(h);
    }
    return hash_combine(all, r->n_columns);
}
