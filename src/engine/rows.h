/* rows.h: the answer of a query: a table of values in an arena, row after row.
 *
 * A table is filled once through rows_add and the value setters, then only read, by any
 * number of threads. Text is what Python's bytes.decode(errors="ignore") makes of it: bytes that
 * are not part of well-formed UTF-8 are left out. */
#ifndef TEQL_ENGINE_ROWS_H
#define TEQL_ENGINE_ROWS_H

#include "base/arena.h"

#include <stdint.h>

enum value_type { VALUE_NULL, VALUE_INTEGER, VALUE_REAL, VALUE_TEXT, VALUE_BLOB };

struct value {
    enum value_type type;
    uint32_t len; /* bytes of text or blob */
    union {
        int64_t integer;
        double real;
        const char *bytes; /* text or blob, in the arena of the table */
    };
};

struct rows {
    struct value *values; /* n_rows * n_columns, row-major */
    size_t n_rows;
    uint32_t n_columns;
    bool invalid_text; /* some text held bytes that are not UTF-8 */
    size_t capacity;   /* rows that fit `values` */
    size_t bytes;      /* memory of values, text and blobs */
};

static inline const struct value *rows_at(const struct rows *r, size_t row, uint32_t column)
{
    return &r->values[row * r->n_columns + column];
}

static inline struct str value_bytes(const struct value *v)
{
    return (struct str){v->bytes, v->len};
}

void rows_init(struct rows *r, uint32_t n_columns);

/* Room for one more row in `a`: its n_columns values, to be filled by the setters. */
struct value *rows_add(struct rows *r, struct arena *a);

/* Copy `bytes`, whose length must fit 32 bits. Text loses what is not UTF-8. */
void rows_set_text(struct rows *r, struct arena *a, struct value *v, struct str bytes);
void rows_set_blob(struct rows *r, struct arena *a, struct value *v, struct str bytes);

/* The same values again, all of them in `a`. */
struct rows rows_copy(struct arena *a, const struct rows *r);

#endif
