/* json_writer.c: JSON output. */
#include "base/json_writer.h"

#include "base/eight_bytes.h"
#include "base/number.h"
#include "base/utf8.h"

#include <math.h>

static void before_value(struct json_writer *w)
{
    if (w->comma)
        buf_putc(w->out, ',');
    w->comma = true;
}

static void open_bracket(struct json_writer *w, char c)
{
    before_value(w);
    buf_putc(w->out, c);
    w->comma = false;
}

static void close_bracket(struct json_writer *w, char c)
{
    buf_putc(w->out, c);
    w->comma = true;
}

void json_object_open(struct json_writer *w)
{
    open_bracket(w, '{');
}

void json_object_close(struct json_writer *w)
{
    close_bracket(w, '}');
}

void json_array_open(struct json_writer *w)
{
    open_bracket(w, '[');
}

void json_array_close(struct json_writer *w)
{
    close_bracket(w, ']');
}

static void put_escaped(struct buf *out, unsigned char c)
{
    static const char FROM[] = "\"\\\n\r\t", TO[] = "\"\\nrt";
    const char *found = c ? strchr(FROM, c) : NULL;
    if (found)
        buf_put(out, (struct str){(const char[]){'\\', TO[found - FROM]}, 2});
    else
        buf_printf(out, "\\u%04x", c);
}

/* Is it ASCII that stands for itself in JSON? */
static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/* Of fewer than eight bytes, the last four may overlap those before. */
static bool copy_few(char *to, struct str s)
{
    if (s.len >= 4) {
        memcpy(to, s.ptr, 4);
        memcpy(to + s.len - 4, s.ptr + s.len - 4, 4);
        return eight_plain(few_bytes(s));
    }
    for (size_t i = 0; i < s.len; i++) {
        if (!is_plain((unsigned char)s.ptr[i]))
            return false;
        to[i] = s.ptr[i];
    }
    return true;
}

static bool copy_eight(char *to, const char *from)
{
    memcpy(to, from, 8);
    return eight_plain(eight_bytes(from));
}

/* Copy it; false if not all of it is plain. The last eight bytes may overlap those before. */
static bool copy_plain(char *to, struct str s)
{
    if (s.len < 8)
        return copy_few(to, s);
    for (size_t i = 0; i < s.len - 8; i += 8)
        if (!copy_eight(to + i, s.ptr + i))
            return false;
    return copy_eight(to + s.len - 8, s.ptr + s.len - 8);
}

/* The first byte from `i` on that is not plain, or the end. */
static size_t skip_plain_bytes(struct str s, size_t i)
{
    while (i + 8 <= s.len && eight_plain(eight_bytes(s.ptr + i)))
        i += 8;
    while (i < s.len && is_plain((unsigned char)s.ptr[i]))
        i++;
    return i;
}

/* Most strings need no escape: they are copied while they are checked. False if one is needed; then
 * nothing is written. */
static bool put_plain(struct buf *out, struct str s)
{
    if (!buf_reserve(out, s.len + 2))
        return true; /* nor would a longer one fit */
    char *p = out->ptr + out->len;
    if (!copy_plain(p + 1, s))
        return false;
    p[0] = p[s.len + 1] = '"';
    out->len += s.len + 2;
    return true;
}

/* JSON asks for no escape of the control characters from U+0080 on, but a terminal obeys them. */
static bool is_late_control(struct str s, size_t at)
{
    return (unsigned char)s.ptr[at] == 0xC2 && (unsigned char)s.ptr[at + 1] < 0xA0;
}

/* Write what replaces the character at `at`, which is not plain, after the plain bytes from `plain`
 * on. Returns its length, or 0 if it stands for itself. */
static size_t put_replaced(struct buf *out, struct str s, size_t at, size_t plain)
{
    unsigned char c = (unsigned char)s.ptr[at];
    size_t n = c < 0x80 ? 1 : utf8_length(s, at);
    bool control = n == 2 && is_late_control(s, at);
    if (n > 1 && !control)
        return 0;
    buf_put(out, str_slice(s, plain, at));
    if (n == 0)
        buf_put(out, STR("\xEF\xBF\xBD"));
    else
        put_escaped(out, control ? (unsigned char)s.ptr[at + 1] : c);
    return n ? n : 1;
}

static void put_string(struct buf *out, struct str s)
{
    if (put_plain(out, s))
        return;
    buf_putc(out, '"');
    size_t plain = 0; /* start of the run that needs no escape */
    for (size_t i = skip_plain_bytes(s, 0); i < s.len; i = skip_plain_bytes(s, i)) {
        size_t replaced = put_replaced(out, s, i, plain);
        i += replaced ? replaced : utf8_length(s, i);
        plain = replaced ? i : plain;
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

void json_put_int(struct json_writer *w, int64_t n)
{
    char room[NUMBER_DIGITS];
    before_value(w);
    if (n >= 0 && n < 10) { /* as most are */
        buf_putc(w->out, (char)('0' + n));
        return;
    }
    if (n < 0)
        buf_putc(w->out, '-');
    buf_put(w->out, number_digits(n < 0 ? 0 - (uint64_t)n : (uint64_t)n, room));
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
    json_put_raw(w, b ? STR("true") : STR("false"));
}

void json_put_null(struct json_writer *w)
{
    json_put_raw(w, STR("null"));
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

void json_key_str(struct json_writer *w, const char *key, struct str value)
{
    json_key(w, str_from(key));
    json_put_str(w, value);
}

void json_key_count(struct json_writer *w, const char *key, uint64_t value)
{
    json_key(w, str_from(key));
    json_put_int(w, (int64_t)value);
}

void json_key_double(struct json_writer *w, const char *key, double value)
{
    json_key(w, str_from(key));
    json_put_double(w, value);
}

void json_key_known(struct json_writer *w, const char *key, double value, bool known)
{
    json_key(w, str_from(key));
    if (known)
        json_put_double(w, value);
    else
        json_put_null(w);
}

void json_key_bool(struct json_writer *w, const char *key, bool value)
{
    json_key(w, str_from(key));
    json_put_bool(w, value);
}

void json_key_object(struct json_writer *w, const char *key)
{
    json_key(w, str_from(key));
    json_object_open(w);
}

void json_key_array(struct json_writer *w, const char *key)
{
    json_key(w, str_from(key));
    json_array_open(w);
}
