/* json_reader.c: one routine per rule of the JSON grammar. */
#include "base/json_reader.h"

#include "base/eight_bytes.h"
#include "base/number.h"
#include "base/utf8.h"

#include <stdlib.h>

struct json_reader json_reader_of(struct arena *a, struct str text)
{
    return (struct json_reader){.arena = a, .text = str_skip_bom(text)};
}

struct json_reader json_reader_strict(struct arena *a, struct str text)
{
    return (struct json_reader){.arena = a, .text = text, .strict = true};
}

static bool fail_reading(struct json_reader *r, const char *problem)
{
    if (!r->problem)
        r->problem = problem;
    return false;
}

static char peek_char(const struct json_reader *r)
{
    return r->at < r->text.len ? r->text.ptr[r->at] : '\0';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Files that people look at are indented, and half of them is blanks: eight are skipped at once. */
static void skip_space(struct json_reader *r)
{
    const uint64_t blanks = 0x2020202020202020u;
    size_t at = r->at;
    while (at < r->text.len && is_space(r->text.ptr[at])) {
        at++;
        while (r->text.len - at >= 8 && eight_bytes(r->text.ptr + at) == blanks)
            at += 8;
    }
    r->at = at;
}

/* The character after white space, if it is `c`. */
static bool take_char(struct json_reader *r, char c)
{
    skip_space(r);
    if (r->at >= r->text.len || r->text.ptr[r->at] != c)
        return false;
    r->at++;
    return true;
}

/* The number of the four hexadecimal digits at s.ptr[at], or -1. */
static int32_t hex4(struct str s, size_t at)
{
    int32_t code = 0;
    if (s.len < 4 || at > s.len - 4)
        return -1;
    for (size_t i = at; i < at + 4; i++) {
        int digit = ascii_hex_digit(s.ptr[i]);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

static bool is_surrogate(uint32_t code)
{
    return code >= 0xD800 && code <= 0xDFFF;
}

/* The code point of the \u at s.ptr[at], with the second half of a pair; `*at` moves past it. A
 * lone half is given as it is. */
static uint32_t unescape_code(struct str s, size_t *at)
{
    uint32_t code = (uint32_t)hex4(s, *at + 2);
    *at += 6;
    if (!is_surrogate(code))
        return code;
    int32_t low =
        *at + 1 < s.len && s.ptr[*at] == '\\' && s.ptr[*at + 1] == 'u' ? hex4(s, *at + 2) : -1;
    if (code >= 0xDC00 || low < 0xDC00 || low > 0xDFFF)
        return code;
    *at += 6;
    return 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
}

/* Past the \u whose 'u' is next. */
static bool skip_code(struct json_reader *r)
{
    if (hex4(r->text, r->at + 1) < 0)
        return fail_reading(r, "a \\u without four hexadecimal digits");
    size_t end = r->at - 1;
    uint32_t code = unescape_code(r->text, &end);
    if (r->strict && (code == 0 || is_surrogate(code)))
        return fail_reading(r, code ? "half a surrogate pair" : "an escaped NUL");
    r->at = end;
    return true;
}

static bool skip_escape(struct json_reader *r)
{
    char c = peek_char(r);
    if (c == 'u')
        return skip_code(r);
    if (c == '\0' || !strchr("\"\\/bfnrt", c))
        return fail_reading(r, "an unknown escape");
    r->at++;
    return true;
}

/* Past bytes that stand for themselves. Most do, so they are skipped without storing where the
 * reader is after each. */
static void skip_plain(struct json_reader *r)
{
    size_t at = r->at;
    for (; at < r->text.len; at++) {
        unsigned char c = (unsigned char)r->text.ptr[at];
        if (c < 0x20 || c == '"' || c == '\\' || c >= 0x80)
            break;
    }
    r->at = at;
}

static bool skip_string(struct json_reader *r)
{
    for (r->at++, skip_plain(r); r->at < r->text.len; skip_plain(r)) {
        unsigned char c = (unsigned char)r->text.ptr[r->at];
        if (c == '"') {
            r->at++;
            return true;
        }
        if (c < 0x20)
            return fail_reading(r, "a control character in a string");
        size_t n = c < 0x80 ? 1 : utf8_length(r->text, r->at);
        if (n == 0)
            return fail_reading(r, "bytes that are not UTF-8");
        r->at += n;
        if (c == '\\' && !skip_escape(r))
            return false;
    }
    return fail_reading(r, "a string without its end");
}

static size_t skip_digits(struct json_reader *r)
{
    size_t start = r->at;
    while (ascii_digit(peek_char(r)))
        r->at++;
    return r->at - start;
}

static bool skip_number(struct json_reader *r)
{
    r->at += peek_char(r) == '-';
    bool zero = peek_char(r) == '0';
    size_t digits = skip_digits(r);
    if (digits == 0 || (zero && digits > 1))
        return fail_reading(r, "no number");
    if (peek_char(r) == '.') {
        r->at++;
        if (skip_digits(r) == 0)
            return fail_reading(r, "a number without digits after its point");
    }
    if (ascii_lower(peek_char(r)) == 'e') {
        r->at++;
        r->at += peek_char(r) == '+' || peek_char(r) == '-';
        if (skip_digits(r) == 0)
            return fail_reading(r, "a number without digits in its exponent");
    }
    return true;
}

static bool skip_word(struct json_reader *r, struct str word)
{
    struct str rest = str_slice(r->text, r->at, r->text.len);
    if (!str_starts(rest, word))
        return fail_reading(r, "no value");
    r->at += word.len;
    return true;
}

static bool skip_value(struct json_reader *r, uint32_t depth, struct json_value *out);

static bool skip_key(struct json_reader *r, struct str *key)
{
    skip_space(r);
    size_t start = r->at;
    if (peek_char(r) != '"')
        return fail_reading(r, "no name of a member");
    if (!skip_string(r))
        return false;
    *key = str_slice(r->text, start, r->at);
    return take_char(r, ':') || fail_reading(r, "no ':' after the name of a member");
}

/* The rest of an array or object whose first bracket was taken. */
static bool skip_items(struct json_reader *r, char close, uint32_t depth)
{
    struct json_value value;
    struct str key;
    if (depth >= JSON_MAX_DEPTH)
        return fail_reading(r, "nested too deeply");
    if (take_char(r, close))
        return true;
    do {
        if (close == '}' && !skip_key(r, &key))
            return false;
        if (!skip_value(r, depth + 1, &value))
            return false;
    } while (take_char(r, ','));
    return take_char(r, close) || fail_reading(r, "no ',' or closing bracket after a value");
}

static bool skip_kind(struct json_reader *r, uint32_t depth, enum json_kind *kind)
{
    switch (peek_char(r)) {
    case '"':
        *kind = JSON_KIND_STRING;
        return skip_string(r);
    case '{':
        *kind = JSON_KIND_OBJECT;
        r->at++;
        return skip_items(r, '}', depth);
    case '[':
        *kind = JSON_KIND_ARRAY;
        r->at++;
        return skip_items(r, ']', depth);
    case 'n':
        *kind = JSON_KIND_NULL;
        return skip_word(r, STR("null"));
    case 't':
        *kind = JSON_KIND_TRUE;
        return skip_word(r, STR("true"));
    case 'f':
        *kind = JSON_KIND_FALSE;
        return skip_word(r, STR("false"));
    default:
        *kind = JSON_KIND_NUMBER;
        return peek_char(r) == '-' || ascii_digit(peek_char(r)) ? skip_number(r)
                                                                : fail_reading(r, "no value");
    }
}

static bool skip_value(struct json_reader *r, uint32_t depth, struct json_value *out)
{
    skip_space(r);
    size_t start = r->at;
    if (!skip_kind(r, depth, &out->kind))
        return false;
    out->raw = str_slice(r->text, start, r->at);
    return true;
}

/* Nothing may follow the value. */
static bool end_text(struct json_reader *r)
{
    skip_space(r);
    return r->at == r->text.len || fail_reading(r, "something after its end");
}

/* Go to the next member of what is in these brackets; false at the end. *begun is false before the
 * first. */
static bool next_in_brackets(struct json_reader *r, const char brackets[2], bool *begun)
{
    bool first = !*begun;
    *begun = true;
    if (first && !take_char(r, brackets[0]))
        return fail_reading(r, brackets[0] == '{' ? "no object" : "no array");
    if (take_char(r, brackets[1]))
        return false;
    return first || take_char(r, ',') || fail_reading(r, "no ',' or closing bracket after a value");
}

/* The same for the value that is all of the text. */
static bool next_member(struct json_reader *r, const char brackets[2])
{
    if (r->problem)
        return false;
    bool more = next_in_brackets(r, brackets, &r->begun);
    if (!more && !r->problem)
        end_text(r);
    return more;
}

bool json_next(struct json_reader *r, struct str *key, struct json_value *value)
{
    return json_next_key(r, key) && json_next_value(r, value);
}

bool json_next_key(struct json_reader *r, struct str *key)
{
    if (!next_member(r, "{}") || !skip_key(r, key))
        return false;
    *key = json_text(r->arena, (struct json_value){JSON_KIND_STRING, *key});
    return true;
}

bool json_next_value(struct json_reader *r, struct json_value *value)
{
    return skip_value(r, 1, value);
}

bool json_at_array(struct json_reader *r)
{
    skip_space(r);
    return peek_char(r) == '[';
}

bool json_inner_item(struct json_reader *r, bool *begun, struct json_value *value)
{
    return next_in_brackets(r, "[]", begun) && skip_value(r, 2, value);
}

bool json_next_item(struct json_reader *r, struct json_value *value)
{
    return next_member(r, "[]") && skip_value(r, 1, value);
}

bool json_whole(struct json_reader *r, struct json_value *value)
{
    return skip_value(r, 0, value) && end_text(r);
}

void json_members(struct json_reader *r, const struct str *names, size_t n,
                  struct json_value *values)
{
    struct json_value v;
    memset(values, 0, n * sizeof *values);
    for (struct str key; json_next(r, &key, &v);)
        for (size_t i = 0; i < n; i++)
            if (str_eq(key, names[i]))
                values[i] = v;
}

struct json_value json_member(struct arena *a, struct json_value object, struct str key)
{
    struct json_reader r = json_reader_of(a, object.raw);
    struct json_value value;
    json_members(&r, &key, 1, &value);
    return value;
}

struct json_value json_item(struct json_value array, size_t i)
{
    struct json_reader r = json_reader_of(NULL, array.raw);
    struct json_value value;
    while (json_next_item(&r, &value))
        if (i-- == 0)
            return value;
    return (struct json_value){0};
}

size_t json_item_count(struct json_value array)
{
    struct json_reader r = json_reader_of(NULL, array.raw);
    struct json_value value;
    size_t n = 0;
    while (json_next_item(&r, &value))
        n++;
    return n;
}

/* Count in `*line` the newlines from `from` to `to`. Returns where the line of `to` begins, or
 * `from` if that is on the same line. */
static size_t count_lines(struct str text, size_t from, size_t to, uint32_t *line)
{
    const char *newline;
    while (from < to && (newline = memchr(text.ptr + from, '\n', to - from))) {
        from = (size_t)(newline - text.ptr) + 1;
        ++*line;
    }
    return from;
}

struct json_lines json_lines_in(struct str text)
{
    return (struct json_lines){text, 0, 1};
}

uint32_t json_line_of(struct json_lines *l, struct json_value v)
{
    size_t at = (size_t)(v.raw.ptr - l->text.ptr);
    (void)count_lines(l->text, l->at, at, &l->line);
    l->at = at;
    return l->line;
}

enum status json_reader_end(const struct json_reader *r, uint32_t line, struct err *e)
{
    if (!r->problem)
        return OK;
    size_t start = count_lines(r->text, 0, r->at, &line);
    return err_at(e, E_SYNTAX, line, (uint32_t)(r->at - start) + 1, "not JSON: %s", r->problem);
}

/* Append the code point as UTF-8; the room is there, since an escape is longer. */
static char unescape_char(char c)
{
    static const char FROM[] = "bfnrt", TO[] = "\b\f\n\r\t";
    const char *found = strchr(FROM, c);
    return found ? TO[found - FROM] : c;
}

struct str json_text(struct arena *a, struct json_value v)
{
    if (v.kind != JSON_KIND_STRING)
        return STR_NONE;
    struct str s = str_slice(v.raw, 1, v.raw.len - 1);
    if (s.len == 0 || !memchr(s.ptr, '\\', s.len))
        return s;
    char *out = ARENA_ARRAY(a, char, s.len);
    size_t n = 0;
    for (size_t i = 0; i < s.len;) {
        if (s.ptr[i] != '\\') {
            out[n++] = s.ptr[i++];
        } else if (s.ptr[i + 1] == 'u') {
            uint32_t code = unescape_code(s, &i);
            n += utf8_encode(is_surrogate(code) ? 0xFFFD : code, out + n);
        } else {
            out[n++] = unescape_char(s.ptr[i + 1]);
            i += 2;
        }
    }
    return (struct str){out, n};
}

struct str json_text_copy(struct arena *a, struct json_value v)
{
    return arena_str_or_null(a, json_text(a, v));
}

/* JSON without its white space. */
static struct str compact_json(struct arena *a, struct str json)
{
    char *out = arena_alloc(a, json.len + 1);
    size_t n = 0;
    bool quoted = false;
    for (size_t i = 0; i < json.len; i++) {
        char c = json.ptr[i];
        if (!quoted && ascii_space(c))
            continue;
        if (c == '"')
            quoted = !quoted;
        out[n++] = c;
        if (c == '\\')
            out[n++] = json.ptr[++i];
    }
    out[n] = '\0';
    return (struct str){out, n};
}

struct str json_any_text(struct arena *a, struct json_value v)
{
    if (v.kind == JSON_KIND_STRING || v.kind == JSON_KIND_NULL)
        return json_text_copy(a, v);
    return compact_json(a, v.raw);
}

bool json_count(struct json_value v, uint64_t max, uint64_t *out)
{
    return v.kind == JSON_KIND_NUMBER && count_read(v.raw, max, out);
}

bool json_integer(struct json_value v, int64_t *out)
{
    uint64_t n;
    bool negative = v.raw.len > 0 && v.raw.ptr[0] == '-';
    if (negative)
        v.raw = str_slice(v.raw, 1, v.raw.len);
    if (!json_count(v, INT64_MAX, &n))
        return false;
    *out = negative ? -(int64_t)n : (int64_t)n;
    return true;
}

bool json_number(struct json_value v, double *out)
{
    enum { LONGEST = 400 };
    char text[LONGEST + 1];
    if (v.kind != JSON_KIND_NUMBER || v.raw.len > LONGEST)
        return false;
    memcpy(text, v.raw.ptr, v.raw.len);
    text[v.raw.len] = '\0';
    *out = strtod(text, NULL);
    return true;
}

double json_share(struct json_value v)
{
    double x;
    return json_number(v, &x) && x >= 0 && x <= 1 ? x : -1;
}
