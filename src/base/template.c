/* template.c: finding placeholders, and filling them. */
#include "base/template.h"

#include <assert.h>

/* What is at `at`, which has a brace. */
static uint32_t find_placeholder(const struct template_names *n, struct str t, size_t at,
                                 size_t *len)
{
    struct str rest = str_slice(t, at, t.len);
    for (uint32_t i = 0; i < n->count; i++)
        if (str_starts(rest, n->items[i])) {
            *len = n->items[i].len;
            return i;
        }
    *len = str_starts(rest, STR("{{")) || str_starts(rest, STR("}}")) ? 2 : 1;
    if (t.ptr[at] == '}')
        return n->count + TEMPLATE_CLOSE;
    return n->count + (*len == 2 ? TEMPLATE_OPEN : TEMPLATE_UNKNOWN);
}

struct template_piece template_next(const struct template_names *n, struct str text, size_t *at)
{
    size_t start = *at, end = start, len = 0;
    while (end < text.len && text.ptr[end] != '{' && text.ptr[end] != '}')
        end++;
    struct template_piece p = {.text = str_slice(text, start, end), .end = end == text.len};
    if (!p.end)
        p.what = find_placeholder(n, text, end, &len);
    *at = end + len;
    return p;
}

uint32_t template_line(struct str text, size_t at)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += text.ptr[i] == '\n';
    return line;
}

enum status template_check(const struct template_names *n, struct str text, struct err *e)
{
    uint64_t seen = 0;
    assert(n->count < 60);
    for (size_t at = 0; at < text.len;) {
        struct template_piece p = template_next(n, text, &at);
        if (!p.end && p.what == n->count + TEMPLATE_UNKNOWN)
            return err_at(e, E_SYNTAX, template_line(text, at), 0,
                          "'{' that begins no placeholder (write '{{' for a brace)");
        if (!p.end)
            seen |= UINT64_C(1) << p.what;
    }
    for (uint32_t i = 0; i < n->count; i++)
        if (!(seen >> i & 1))
            return err_set(e, E_INPUT, "template without %.*s", STR_ARG(n->items[i]));
    return OK;
}

void template_fill(const struct template_names *n, struct str text, const struct str *values,
                   struct buf *out)
{
    for (size_t at = 0; at < text.len;) {
        struct template_piece p = template_next(n, text, &at);
        buf_put(out, p.text);
        if (p.end)
            continue;
        if (p.what < n->count)
            buf_put(out, values[p.what]);
        else
            buf_putc(out, p.what == n->count + TEMPLATE_CLOSE ? '}' : '{');
    }
}
