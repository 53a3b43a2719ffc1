/* json_writer.c: JSON output. */
#include "base/json_writer.h"

#include "base/number.h"

#include "base/utf8.h"
#include <math.h>

static void before_value(struct json_writer *w)
{
    if (w->comma)
        buf_putc(w->out, ',');
    w->comma = true;
}

static void open(struct json_writer *w, char c)
{
    before_value(w);
    buf_putc(w->out, c);
    w->comma = false;
}

static void close(struct json_writer *w, char c)
{
    buf_putc(w->out, c);
    w->comma = true;
}

void json_object_open(struct json_writer *w)
{
    open(w, '{');
}

void json_object_close(struct json_writer *w)
{
    close(w, '}');
}

void json_array_open(struct json_writer *w)
{
    open(w, '[');
}

void json_array_close(struct json_writer *w)
{
    close(w, ']');
}

static void put_escaped(struct buf *out, unsigned char c)
{
    switch (c) {
    case '"':
        buf_put(out, STR("\\\""));
        break;
    case '\\':
        buf_put(out, STR("\\\\"));
        break;
    case '\n':
        buf_put(out, STR("\\n"));
        break;
    case '\r':
        buf_put(out, STR("\\r"));
        break;
    case '\t':
        buf_put(out, STR("\\t"));
        break;
    default:
        buf_printf(out, "\\u%04x", c);
    }
}

static void put_string(struct buf *out, struct str s)
{
    buf_putc(out, '"');
    size_t plain = 0; /* start of the run that needs no escape */
    for (size_t i = 0; i < s.len;) {
        unsigned char c = (unsigned char)s.ptr[i];
        size_t n = c < 0x80 ? 1 : utf8_length(s, i);
        bool special = c < 0x20 || c == '"' || c == '\\' || c == 0x7F || n == 0;
        if (special) {
            buf_put(out, str_slice(s, plain, i));
            if (n == 0)
                buf_put(out, STR("\xEF\xBF\xBD"));
            else
                put_escaped(out, c);
            plain = i + 1;
        }
        i += n ? n : 1;
    }
    buf_put(out, str_slice(s, plain, s.len));
    buf_putc(out, '"');
}

void json_key(struct json_writer *w, struct str name)
{
    before_value(w);
    put_string(w->out, name);
    buf_putc(w->out, ':');
    w->comma = false;
}

void json_put_str(struct json_writer *w, struct str s)
{
    before_value(w);
    put_string(w->out, s);
}

/* By hand: printf took most of the time of writing verdicts. */
void json_put_int(struct json_writer *w, int64_t n)
{
    char text[20];
    size_t at = sizeof text;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do
        text[--at] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (n < 0)
        text[--at] = '-';
    before_value(w);
    buf_put(w->out, (struct str){text + at, sizeof text - at});
}

void json_put_double(struct json_writer *w, double x)
{
    char text[NUMBER_TEXT_MAX];
    if (!isfinite(x)) {
        json_put_null(w);
        return;
    }
    before_value(w);
    buf_put(w->out, (struct str){text, number_format(x, text)});
}

void json_put_bool(struct json_writer *w, bool b)
{
    before_value(w);
    buf_put(w->out, b ? STR("true") : STR("false"));
}

void json_put_null(struct json_writer *w)
{
    before_value(w);
    buf_put(w->out, STR("null"));
}

void json_put_raw(struct json_writer *w, struct str json)
{
    before_value(w);
    buf_put(w->out, json);
}

void json_line_end(struct json_writer *w)
{
    buf_putc(w->out, '\n');
    w->comma = false;
}
