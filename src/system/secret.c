/* secret.c: finding a key in text that was escaped and encoded by others.
 *
 * The text is searched as it is, then with one layer of escapes taken off, and so on. Each byte
 * remembers where in the text it comes from: that place is blotted out. */
#include "system/secret.h"

enum { MAX_LAYERS = 8, BASE64_ALIGNMENTS = 3 };

/* A text without some layers of escapes. */
struct bare_text {
    char *bytes;
    uint32_t *from, *to; /* byte i stands for [from[i], to[i]) of the source */
    size_t len;
};

/* A character that may be escaped: what it stands for, and how many bytes it takes. */
struct unit {
    char c;
    size_t len;
};

/* ASCII written as `count` hexadecimal digits; false where it is something else. */
static bool read_hex(struct str s, size_t at, size_t count, char *out)
{
    int value = 0;
    if (at + count > s.len)
        return false;
    for (size_t i = at; i < at + count; i++) {
        int digit = ascii_hex_digit(s.ptr[i]);
        if (digit < 0 || value > 0xFF)
            return false;
        value = 16 * value + digit;
    }
    *out = (char)value;
    return value < 0x80;
}

/* &#43; and &#x2b;, of ASCII: with any number of zeros before it, and, as in browsers, also without
 * the semicolon. */
static bool read_number(struct str s, size_t at, struct unit *out)
{
    bool hex = at + 2 < s.len && ascii_lower(s.ptr[at + 2]) == 'x';
    int base = hex ? 16 : 10, value = 0;
    size_t first = at + (hex ? 3 : 2), end = first;
    for (; end < s.len; end++) {
        int digit = ascii_hex_digit(s.ptr[end]);
        if (digit < 0 || digit >= base)
            break;
        if (value < 0x80)
            value = base * value + digit;
    }
    out->c = (char)value;
    out->len = end - at + (end < s.len && s.ptr[end] == ';' ? 1 : 0);
    return end > first && value < 0x80;
}

static bool read_name(struct str s, size_t at, struct unit *out)
{
    static const struct {
        struct str name;
        char c;
    } NAMES[] = {{STR_INIT("amp;"), '&'},  {STR_INIT("lt;"), '<'},    {STR_INIT("gt;"), '>'},
                 {STR_INIT("quot;"), '"'}, {STR_INIT("apos;"), '\''}, {STR_INIT("sol;"), '/'},
                 {STR_INIT("plus;"), '+'}, {STR_INIT("equals;"), '='}};
    for (size_t i = 0; i < COUNT_OF(NAMES); i++)
        if (str_starts(str_slice(s, at + 1, s.len), NAMES[i].name)) {
            *out = (struct unit){NAMES[i].c, 1 + NAMES[i].name.len};
            return true;
        }
    return false;
}

/* \uXXXX, \xXX, or a backslash before a mark. */
static bool read_backslash(struct str s, size_t at, struct unit *out)
{
    if (at + 1 >= s.len)
        return false;
    char next = s.ptr[at + 1];
    size_t digits = next == 'u' ? 4 : next == 'x' ? 2 : 0;
    out->len = 2 + digits;
    if (digits)
        return read_hex(s, at + 2, digits, &out->c);
    out->c = next;
    return next > ' ' && !ascii_digit(next) && !ascii_letter(next);
}

static bool read_escape(struct str s, size_t at, struct unit *out)
{
    switch (at < s.len ? s.ptr[at] : '\0') {
    case '\\':
        return read_backslash(s, at, out);
    case '%':
        out->len = 3;
        return read_hex(s, at + 1, 2, &out->c);
    case '&':
        return at + 1 < s.len && s.ptr[at + 1] == '#' ? read_number(s, at, out)
                                                      : read_name(s, at, out);
    default:
        return false;
    }
}

/* May the semicolon of a number that ends at `at` be there, escaped once more? Another number that
 * follows at once does not count. */
static bool semicolon_hidden(struct str s, size_t at)
{
    struct unit next;
    return read_escape(s, at, &next) && (s.ptr[at] != '&' || memchr(";&%\\", next.c, 4));
}

/* Does the escape at `at` belong to a layer further in? Of \%2F and \&#47; the mark comes first, of
 * &#47%3B the semicolon. */
static bool is_inner(struct str s, size_t at, struct unit u)
{
    struct unit mark;
    if (s.ptr[at] == '\\' && u.len == 2)
        return (u.c == '%' || u.c == '&') && read_escape(s, at + 1, &mark);
    return s.ptr[at] == '&' && s.ptr[at + u.len - 1] != ';' && semicolon_hidden(s, at + u.len);
}

static struct unit unit_at(struct str s, size_t at)
{
    struct unit u;
    return read_escape(s, at, &u) && !is_inner(s, at, u) ? u : (struct unit){s.ptr[at], 1};
}

static struct bare_text bare_text_new(size_t len, struct arena *a)
{
    return (struct bare_text){.bytes = arena_alloc(a, len + 1),
                              .from = ARENA_ARRAY(a, uint32_t, len + 1),
                              .to = ARENA_ARRAY(a, uint32_t, len + 1)};
}

static struct bare_text bare_text_of(struct str text, struct arena *a)
{
    struct bare_text t = bare_text_new(text.len, a);
    t.len = text.len;
    memcpy(t.bytes, text.ptr, text.len);
    for (size_t i = 0; i < text.len; i++) {
        t.from[i] = (uint32_t)i;
        t.to[i] = (uint32_t)i + 1;
    }
    return t;
}

/* Take one layer of escapes off, in place. False if there was none. */
static bool strip_layer(struct bare_text *t)
{
    size_t len = 0, before = t->len;
    for (size_t at = 0; at < before; len++) {
        struct unit u = unit_at((struct str){t->bytes, before}, at);
        t->bytes[len] = u.c;
        t->from[len] = t->from[at];
        t->to[len] = t->to[at + u.len - 1];
        at += u.len;
    }
    t->len = len;
    return len < before;
}

/* How many bytes at `at` only separate encoded text: ends of lines in base64, which may still be
 * escaped, and marks between bytes in hexadecimal. */
static size_t gap_at(const struct bare_text *t, size_t at, enum secret_coding coding)
{
    char c = t->bytes[at];
    if (ascii_space(c) || (coding == SECRET_HEX && (c == ':' || c == '-')))
        return 1;
    bool escaped = c == '\\' && at + 1 < t->len && memchr("nrt", t->bytes[at + 1], 3);
    return escaped ? 2 : 0;
}

/* `t` without the gaps. False if it has no gaps. */
static bool close_gaps(const struct bare_text *t, enum secret_coding coding, struct bare_text *out)
{
    out->len = 0;
    for (size_t at = 0, gap; at < t->len; at += gap ? gap : 1) {
        gap = gap_at(t, at, coding);
        if (gap)
            continue;
        out->bytes[out->len] = t->bytes[at];
        out->from[out->len] = t->from[at];
        out->to[out->len++] = t->to[at];
    }
    return out->len < t->len;
}

static bool has_gap(const struct bare_text *t, size_t start, size_t end)
{
    for (size_t i = start + 1; i < end; i++)
        if (t->from[i] != t->to[i - 1])
            return true;
    return false;
}

static char base64_standard(char c)
{
    return c == '-' ? '+' : c == '_' ? '/' : c;
}

static bool is_base64(char c)
{
    c = base64_standard(c);
    return ascii_letter(c) || ascii_digit(c) || c == '+' || c == '/';
}

static bool form_at(const struct secret_form *f, const struct bare_text *t, size_t at)
{
    for (size_t i = 0; i < f->text.len; i++) {
        char expected = f->text.ptr[i], got = t->bytes[at + i];
        if (f->coding == SECRET_BASE64 ? expected != base64_standard(got)
                                       : ascii_lower(expected) != ascii_lower(got))
            return false;
    }
    return true;
}

/* In base64 the characters next to the span hold some bits of the key as well. */
static void blot_span(const struct secret_form *f, const struct bare_text *t, size_t start,
                      size_t end, char *out)
{
    if (f->coding == SECRET_BASE64 && start > 0 && is_base64(t->bytes[start - 1]))
        start--;
    if (f->coding == SECRET_BASE64 && end < t->len && is_base64(t->bytes[end]))
        end++;
    memset(out + t->from[start], '*', t->to[end - 1] - t->from[start]);
}

/* Blot the form out of `out`, everywhere or only where it has gaps. Places without gaps were found
 * before; without the gap before it, the next word would seem to be a part of base64. */
static bool blot_form(const struct secret_form *f, const struct bare_text *t, bool gaps_only,
                      char *out)
{
    bool found = false;
    for (size_t at = 0; at + f->text.len <= t->len; at++) {
        size_t end = at + f->text.len;
        if (!form_at(f, t, at) || (gaps_only && !has_gap(t, at, end)))
            continue;
        blot_span(f, t, at, end, out);
        found = true;
        at = end - 1;
    }
    return found;
}

static bool blot_parted(const struct secret *s, const struct bare_text *t,
                        enum secret_coding coding, struct bare_text *scratch, char *out)
{
    bool found = false;
    if (!close_gaps(t, coding, scratch))
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->forms[i].coding == coding)
            found |= blot_form(&s->forms[i], scratch, true, out);
    return found;
}

struct str secret_blot(const struct secret *s, struct str text, struct arena *a)
{
    if (s->count == 0 || text.len == 0 || text.len >= UINT32_MAX)
        return text;
    char *out = arena_alloc(a, text.len + 1);
    struct bare_text t = bare_text_of(text, a), scratch = bare_text_new(text.len, a);
    bool found = false;
    memcpy(out, text.ptr, text.len);
    out[text.len] = '\0';
    int layers = 0;
    do {
        for (uint32_t i = 0; i < s->count; i++)
            found |= blot_form(&s->forms[i], &t, false, out);
        found |= blot_parted(s, &t, SECRET_HEX, &scratch, out);
        found |= blot_parted(s, &t, SECRET_BASE64, &scratch, out);
    } while (strip_layer(&t) && ++layers < MAX_LAYERS);
    return found ? (struct str){out, text.len} : text;
}

static void add_form(struct secret *s, struct str text, enum secret_coding coding, struct arena *a)
{
    ARENA_ADD(a, s->forms, s->count, (struct secret_form){text, coding});
}

/* The characters of the key in base64, after `before` bytes of other text: those that have only
 * bits of the key. */
static struct str base64_of(struct str key, size_t before, struct arena *a)
{
    static const char ALPHABET[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t first = (8 * before + 5) / 6, end = 8 * (before + key.len) / 6;
    char *out = arena_alloc(a, end - first + 1);
    for (size_t i = first; i < end; i++) {
        unsigned value = 0;
        for (size_t bit = 6 * i; bit < 6 * i + 6; bit++) {
            unsigned byte = (unsigned char)key.ptr[bit / 8 - before];
            value = 2 * value + (byte >> (7 - bit % 8) & 1U);
        }
        out[i - first] = ALPHABET[value];
    }
    return (struct str){out, end - first};
}

static struct str hex_of(struct str key, struct arena *a)
{
    static const char DIGITS[] = "0123456789abcdef";
    char *out = arena_alloc(a, 2 * key.len + 1);
    for (size_t i = 0; i < key.len; i++) {
        out[2 * i] = DIGITS[(unsigned char)key.ptr[i] >> 4];
        out[2 * i + 1] = DIGITS[(unsigned char)key.ptr[i] & 15];
    }
    return (struct str){out, 2 * key.len};
}

/* A key that looks escaped itself loses that with the escapes around it. */
static struct str bare_key(struct str key, struct arena *a)
{
    struct bare_text t = bare_text_of(key, a);
    for (int layers = 0; strip_layer(&t) && layers < MAX_LAYERS; layers++)
        ;
    return (struct str){t.bytes, t.len};
}

void secret_add(struct secret *s, struct str before, struct str key, struct arena *a)
{
    if (key.len == 0)
        return;
    if (key.len < SECRET_MIN_BYTES) {
        add_form(s, arena_printf(a, "%.*s%.*s", STR_ARG(before), STR_ARG(key)), SECRET_PLAIN, a);
        return;
    }
    key = arena_str(a, key);
    add_form(s, key, SECRET_PLAIN, a);
    add_form(s, hex_of(key, a), SECRET_HEX, a);
    for (size_t i = 0; i < BASE64_ALIGNMENTS; i++)
        add_form(s, base64_of(key, i, a), SECRET_BASE64, a);
    struct str bare = bare_key(key, a);
    if (bare.len < key.len && bare.len >= SECRET_MIN_BYTES)
        add_form(s, bare, SECRET_PLAIN, a);
}

bool secret_is_named(struct str name)
{
    static const struct str ENDS[] = {
        STR_INIT("key"),         STR_INIT("token"),         STR_INIT("sig"),
        STR_INIT("secret"),      STR_INIT("password"),      STR_INIT("passwd"),
        STR_INIT("signature"),   STR_INIT("authorization"), STR_INIT("cookie"),
        STR_INIT("credentials"), STR_INIT("passphrase")};
    for (size_t i = 0; i < COUNT_OF(ENDS); i++)
        if (name.len >= ENDS[i].len &&
            str_eq_nocase(str_slice(name, name.len - ENDS[i].len, name.len), ENDS[i]))
            return true;
    return false;
}
