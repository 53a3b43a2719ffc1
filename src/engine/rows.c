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

static bool has_bytes(const struct value *v)
{
    return v->type == VALUE_TEXT || v->type == VALUE_BLOB;
}

/* Of all text and blobs, each with a NUL byte after it. */
static size_t bytes_of(const struct value *values, size_t n)
{
    size_t bytes = 0;
    for (size_t i = 0; i < n; i++)
        bytes += has_bytes(&values[i]) ? (size_t)values[i].len + 1 : 0;
    return bytes;
}

static char *put_bytes(char *to, struct value *v)
{
    if (v->len) /* a blob of no bytes may be nowhere */
        memcpy(to, v->bytes, v->len);
    to[v->len] = '\0';
    v->bytes = to;
    return to + v->len + 1;
}

struct rows rows_copy(struct arena *a, const struct rows *r)
{
    size_t n = r->n_rows * r->n_columns;
    struct rows copy = *r;
    copy.values = ARENA_ARRAY(a, struct value, n);
    copy.capacity = r->n_rows;
    if (n)
        memcpy(copy.values, r->values, n * sizeof *copy.values);
    char *to = arena_alloc(a, bytes_of(r->values, n));
    for (size_t i = 0; i < n; i++)
        if (has_bytes(&copy.values[i]))
            to = put_bytes(to, &copy.values[i]);
    return copy;
}
