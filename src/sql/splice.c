/* splice.c: sort the spans, then copy what is between them. */
#include "sql/splice.h"

#include "base/buf.h"

#include <stdlib.h>

void sql_splice_add(struct sql_splices *s, struct sql_span span, struct str text)
{
    ARENA_ADD(s->arena, s->items, s->count, (struct sql_splice){span, text});
}

/* With its place in the list, since qsort does not keep the order of equal items. */
struct placed_splice {
    struct sql_splice splice;
    uint32_t place;
};

static int by_span(const void *a, const void *b)
{
    const struct placed_splice *x = a, *y = b;
    struct sql_span p = x->splice.span, q = y->splice.span;
    if (p.start != q.start)
        return p.start < q.start ? -1 : 1;
    if (p.end != q.end)
        return p.end < q.end ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static struct placed_splice *sorted_splices(struct arena *a, const struct sql_splices *s)
{
    struct placed_splice *list = ARENA_ARRAY(a, struct placed_splice, (size_t)s->count + 1);
    for (uint32_t i = 0; i < s->count; i++)
        list[i] = (struct placed_splice){s->items[i], i};
    qsort(list, s->count, sizeof *list, by_span);
    return list;
}

/* Is it the same replacement as the one before? An insertion never is. */
static bool is_repeated(const struct placed_splice *list, uint32_t i)
{
    struct sql_span span = list[i].splice.span;
    return i > 0 && span.start < span.end && list[i - 1].splice.span.start == span.start &&
           list[i - 1].splice.span.end == span.end &&
           str_eq(list[i - 1].splice.text, list[i].splice.text);
}

/* False if a span overlaps the one before it, or reaches beyond the source. */
static bool put_spliced(struct buf *out, const struct placed_splice *list, uint32_t n,
                        struct str source)
{
    size_t done = 0; /* of the source */
    for (uint32_t i = 0; i < n; i++) {
        struct sql_span span = list[i].splice.span;
        if (is_repeated(list, i))
            continue;
        if (span.start < done || span.end < span.start || span.end > source.len)
            return false;
        buf_put(out, str_slice(source, done, span.start));
        buf_put(out, list[i].splice.text);
        done = span.end;
    }
    buf_put(out, str_slice(source, done, source.len));
    return true;
}

bool sql_splice_apply(struct arena *a, const struct sql_splices *s, struct str source,
                      struct str *out)
{
    struct buf text = {0};
    bool fits = put_spliced(&text, sorted_splices(a, s), s->count, source);
    if (fits)
        *out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return fits;
}
