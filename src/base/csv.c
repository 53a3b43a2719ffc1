/* csv.c: one field after another, each either bare or in quotes. */
#include "base/csv.h"

#include "base/buf.h"

struct csv_reader csv_reader_of(struct arena *a, struct str text)
{
    return (struct csv_reader){.arena = a, .text = str_skip_bom(text), .line = 1, .separator = ','};
}

static bool at_text_end(const struct csv_reader *r)
{
    return r->at >= r->text.len;
}

static char next_char(const struct csv_reader *r)
{
    return r->text.ptr[r->at];
}

static bool ends_field(const struct csv_reader *r)
{
    char c = next_char(r);
    return c == r->separator || c == '\n' || c == '\r';
}

/* Go past the end of a line, if it is here. */
static bool skip_line_end(struct csv_reader *r)
{
    if (at_text_end(r) || (next_char(r) != '\n' && next_char(r) != '\r'))
        return false;
    bool both = next_char(r) == '\r' && r->at + 1 < r->text.len && r->text.ptr[r->at + 1] == '\n';
    r->at += both ? 2 : 1;
    r->line++;
    return true;
}

/* From `at` to the end of a bare field. */
static struct str bare_field(struct csv_reader *r)
{
    size_t start = r->at;
    while (!at_text_end(r) && !ends_field(r))
        r->at++;
    return str_slice(r->text, start, r->at);
}

/* Inside of quotes: up to the next quote, with its lines counted. */
static struct str up_to_quote(struct csv_reader *r)
{
    size_t start = r->at;
    while (!at_text_end(r) && next_char(r) != '"')
        if (!skip_line_end(r))
            r->at++;
    return str_slice(r->text, start, r->at);
}

/* A quoted field that is more than what is between two quotes. */
static struct str escaped_field(struct csv_reader *r, struct str first, uint32_t opened)
{
    struct buf whole = {0};
    buf_put(&whole, first);
    while (!at_text_end(r) && next_char(r) == '"') { /* the second of two */
        buf_putc(&whole, '"');
        r->at++;
        buf_put(&whole, up_to_quote(r));
        if (at_text_end(r))
            r->opened = opened;
        else
            r->at++;
    }
    buf_put(&whole, bare_field(r));
    struct str copy = arena_str(r->arena, buf_str(&whole));
    buf_release(&whole);
    return copy;
}

static struct str quoted_field(struct csv_reader *r)
{
    uint32_t opened = r->line;
    r->at++;
    struct str text = up_to_quote(r);
    if (at_text_end(r)) {
        r->opened = opened;
        return text;
    }
    r->at++;
    return at_text_end(r) || ends_field(r) ? text : escaped_field(r, text, opened);
}

bool csv_next(struct csv_reader *r, struct csv_record *out)
{
    while (skip_line_end(r))
        ;
    *out = (struct csv_record){.line = r->line};
    if (at_text_end(r))
        return false;
    for (bool more = true; more;) {
        ARENA_ADD(r->arena, out->fields, out->count,
                  !at_text_end(r) && next_char(r) == '"' ? quoted_field(r) : bare_field(r));
        more = !at_text_end(r) && next_char(r) == r->separator;
        r->at += more;
    }
    skip_line_end(r);
    return true;
}
