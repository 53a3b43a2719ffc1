/* rows.c: filling a table of values. */
#include "engine/rows.h"

#include "base/utf8.h"

#include <assert.h>

void rows_init(struct rows *r, uint32_t n_columns)
{
    *r = (struct rows){.n_columns = n_columns};
}

struct value *rows_add(struct rows *r, struct arena *a)
{
    if (r->n_rows == r->capacity) {
        size_t capacity = r->capacity ? r->capacity * 2 : 4;
        r->values = arena_grow_array(a, r->values, r->n_rows, capacity,
                                     r->n_columns * sizeof(struct value));
        r->capacity = capacity;
    }
    r->bytes += r->n_columns * sizeof(struct value);
    return &r->values[r->n_rows++ * r->n_columns];
}

/* Drop every byte at which no well-formed sequence starts. CPython drops the longest beginning of a
 * sequence at once, which is the same: the bytes after the first cannot start one. */
static size_t copy_well_formed(char *to, struct str from)
{
    size_t len = 0;
    for (size_t i = 0; i < from.len;) {
        size_t n = utf8_length(from, i);
        memcpy(to + len, from.ptr + i, n);
        len += n;
        i += n ? n : 1;
    }
    return len;
}

static bool is_ascii(struct str s)
{
    unsigned char any = 0;
    for (size_t i = 0; i < s.len; i++)
        any |= (unsigned char)s.ptr[i];
    return any < 0x80;
}

void rows_set_text(struct rows *r, struct arena *a, struct value *v, struct str bytes)
{
    rows_set_blob(r, a, v, bytes);
    v->type = VALUE_TEXT;
    if (!is_ascii(bytes) && !utf8_valid(bytes)) {
        r->invalid_text = true;
        char *copy = arena_alloc(a, bytes.len);
        v->len = (uint32_t)copy_well_formed(copy, bytes);
        v->bytes = copy;
    }
}

void rows_set_blob(struct rows *r, struct arena *a, struct value *v, struct str bytes)
{
    assert(bytes.len <= UINT32_MAX);
    r->bytes += bytes.len;
    *v = (struct value){
        .type = VALUE_BLOB, .len = (uint32_t)bytes.len, .bytes = arena_str(a, bytes).ptr};
}
