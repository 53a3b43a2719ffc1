/* round_trip.c: there and back. */
#include "round_trip.h"

#include "input.h"

#include <stdlib.h>

enum { TEXT_MAX_BYTES = 1 << 20 };

static bool get(const struct record *r, struct arena *a, struct str text, void *it)
{
    struct json_reader json = json_reader_of(a, text);
    struct err e;
    const char *bad = record_get(&json, r, it);
    return json_reader_end(&json, 1, &e) == OK && !bad;
}

static struct str put(const struct record *r, struct arena *a, const void *it)
{
    struct buf out;
    out = (struct buf){0};
    struct json_writer w = json_writer_to(&out);
    record_put(&w, r, it);
    struct str copy = arena_str(a, buf_str(&out));
    require(!out.overflow);
    buf_release(&out);
    return copy;
}

void round_trip(const struct record *r, const void *empty, size_t size, struct str text)
{
    struct arena a = {0};
    void *once = arena_alloc(&a, size), *twice = arena_alloc(&a, size);
    memcpy(once, empty, size);
    memcpy(twice, empty, size);
    if (get(r, &a, arena_str(&a, text), once)) {
        struct str written = put(r, &a, once);
        require_json(written);
        require(get(r, &a, written, twice));
        require(str_eq(written, put(r, &a, twice)));
    }
    arena_release(&a);
}

void require_record(const struct record *r, const void *it)
{
    struct arena a = {0};
    require_json(put(r, &a, it));
    arena_release(&a);
}
