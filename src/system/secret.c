/* secret.c: finding a key in text that was escaped and encoded by others.
 *
 * The text is looked through as it is, then with one layer of escapes taken off, and so on; each
 * byte remembers where in the text it comes from, which is what gets blotted out. */
#include "system/secret.h"

enum { MAX_LAYERS = 8, BASE64_ALIGNMENTS = 3 };

/* A text without some layers of escapes, over the same memory. */
struct bare_text {
    char *bytes;
    uint32_t *from; /* byte i is what the source has in [from[i], from[i + 1]) */
    size_t len;
};

/* One character that may be escaped: what it stands for, and how many bytes it takes. */
struct unit {
    char c;
    size_t len;
};

static int hex_digit(char c)
{
    static const char DIGITS[] = "0123456789abcdef";
    const char *at = memchr(DIGITS, ascii_lower(c), sizeof DIGITS - 1);
    return at ? (int)(at - DIGITS) : -1;
}

/* ASCII written as `count` hexadecimal digits; false where it is something else. */
static bool read_hex(struct str s, size_t at, size_t count, char *out)
{
    int value = 0;
    if (at + count > s.len)
        return false;
    for (size_t i = at; i < at + count; i++) {
        int digit = hex_digit(s.ptr[i]);
        if (digit < 0 || value > 0xFF)
            return false;
        value = 16 * value + digit;
    }
    *out = (char)value;
    return value < 0x80;
}

/* &#43; and &#x2b;, of ASCII. */
static bool read_number(struct str digits, char *out)
{
    int value = 0;
    if (digits.len > 1 && ascii_lower(digits.ptr[0]) == 'x')
        return read_hex(digits, 1, digits.len - 1, out);
    for (size_t i = 0; i < digits.len; i++) {
        if (!ascii_digit(digits.ptr[i]) || value > 0xFF)
            return false;
        value = 10 * value + (digits.ptr[i] - '0');
    }
    *out = (char)value;
    return digits.len > 0 && value < 0x80;
}

static bool read_entity(struct str s, size_t at, struct unit *out)
{
    enum { LONGEST = 12 };
    static const struct {
        struct str name;
        char c;
    } NAMES[] = {{STR_INIT("amp"), '&'},  {STR_INIT("lt"), '<'},    {STR_INIT("gt"), '>'},
                 {STR_INIT("quot"), '"'}, {STR_INIT("apos"), '\''}, {STR_INIT("sol"), '/'},
                 {STR_INIT("plus"), '+'}, {STR_INIT("equals"), '='}};
    struct str window = str_slice(s, at, s.len - at < LONGEST ? s.len : at + LONGEST);
    size_t end = str_find(window, STR(";"), 0);
    if (end == window.len)
        return false;
    struct str name = str_slice(window, 1, end);
    out->len = end + 1;
    if (name.len > 1 && name.ptr[0] == '#')
        return read_number(str_slice(name, 1, name.len), &out->c);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (str_eq(name, NAMES[i].name)) {
            out->c = NAMES[i].c;
            return true;
        }
    return false;
}

static bool read_percent(struct str s, size_t at, struct unit *out)
{
    out->len = 3;
    return read_hex(s, at + 1, 2, &out->c);
}

static bool ascii_letter(char c)
{
    return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z';
}

/* \uXXXX, \xXX, or a backslash before a mark. Of \%2F and \&#47; the mark comes first. */
static bool read_backslash(struct str s, size_t at, struct unit *out)
{
    struct unit mark;
    if (at + 1 >= s.len)
        return false;
    char next = s.ptr[at + 1];
    if ((next == '%' && read_percent(s, at + 1, &mark)) ||
        (next == '&' && read_entity(s, at + 1, &mark)))
        return false;
    size_t digits = next == 'u' ? 4 : next == 'x' ? 2 : 0;
    out->len = 2 + digits;
    if (digits)
        return read_hex(s, at + 2, digits, &out->c);
    out->c = next;
    return next > ' ' && !ascii_digit(next) && !ascii_letter(next);
}

static struct unit unit_at(struct str s, size_t at)
{
    struct unit u = {0};
    char mark = s.ptr[at];
    bool escaped = mark == '\\'  ? read_backslash(s, at, &u)
                   : mark == '%' ? read_percent(s, at, &u)
                   : mark == '&' ? read_entity(s, at, &u)
                                 : false;
    return escaped ? u : (struct unit){mark, 1};
}

static struct bare_text bare_text_of(struct str text, struct arena *a)
{
    struct bare_text t = {.len = text.len};
    t.bytes = arena_alloc(a, text.len + 1);
    t.from = arena_alloc(a, (text.len + 1) * sizeof *t.from);
    memcpy(t.bytes, text.ptr, text.len);
    for (size_t i = 0; i <= text.len; i++)
        t.from[i] = (uint32_t)i;
    return t;
}

/* Take one layer of escapes off, in place. False where there was none. */
static bool strip(struct bare_text *t)
{
    size_t len = 0, before = t->len;
    for (size_t at = 0; at < before; len++) {
        struct unit u = unit_at((struct str){t->bytes, before}, at);
        t->bytes[len] = u.c;
        t->from[len] = t->from[at];
        at += u.len;
    }
    t->from[len] = t->from[before];
    t->len = len;
    return len < before;
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
        if (f->base64 ? expected != base64_standard(got)
                      : ascii_lower(expected) != ascii_lower(got))
            return false;
    }
    return true;
}

/* Blot the form out of `out`. The characters beside base64 hold some bits of the key as well. */
static bool blot_form(const struct secret_form *f, const struct bare_text *t, char *out)
{
    bool found = false;
    for (size_t at = 0; at + f->text.len <= t->len; at++) {
        if (!form_at(f, t, at))
            continue;
        size_t start = at, end = at + f->text.len;
        if (f->base64 && start > 0 && is_base64(t->bytes[start - 1]))
            start--;
        if (f->base64 && end < t->len && is_base64(t->bytes[end]))
            end++;
        memset(out + t->from[start], '*', t->from[end] - t->from[start]);
        found = true;
        at += f->text.len - 1;
    }
    return found;
}

struct str secret_blot(const struct secret *s, struct str text, struct arena *a)
{
    if (s->count == 0 || text.len == 0 || text.len >= UINT32_MAX)
        return text;
    char *out = arena_alloc(a, text.len + 1);
    struct bare_text t = bare_text_of(text, a);
    bool found = false;
    memcpy(out, text.ptr, text.len);
    out[text.len] = '\0';
    int layers = 0;
    do
        for (uint32_t i = 0; i < s->count; i++)
            found |= blot_form(&s->forms[i], &t, out);
    while (strip(&t) && ++layers < MAX_LAYERS);
    return found ? (struct str){out, text.len} : text;
}

static void add_form(struct secret *s, struct str text, bool base64)
{
    s->forms[s->count++] = (struct secret_form){text, base64};
}

/* The characters that the key makes in base64, wherever it begins: those that have no bit of what
 * stands before or after it, of which there are `before` bytes. */
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
    for (int layers = 0; strip(&t) && layers < MAX_LAYERS; layers++)
        ;
    return (struct str){t.bytes, t.len};
}

void secret_init(struct secret *s, struct str key, struct arena *a)
{
    *s = (struct secret){.count = 0};
    if (key.len == 0)
        return;
    if (key.len < SECRET_MIN_BYTES) {
        add_form(s, arena_printf(a, "Bearer %.*s", STR_ARG(key)), false);
        return;
    }
    key = arena_str(a, key);
    add_form(s, key, false);
    add_form(s, hex_of(key, a), false);
    for (size_t before = 0; before < BASE64_ALIGNMENTS; before++)
        add_form(s, base64_of(key, before, a), true);
    struct str bare = bare_key(key, a);
    if (bare.len < key.len && bare.len >= SECRET_MIN_BYTES)
        add_form(s, bare, false);
}
