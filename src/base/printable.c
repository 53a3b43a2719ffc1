/* printable.c: which characters may be shown, and how many names. */
#include "base/printable.h"

#include "base/utf8.h"

enum { NAMES_SHOWN = 5 };

/* C0 but the newline, DEL, C1, and what turns the direction of writing. */
bool printable_steers(uint32_t code)
{
    return (code < 0x20 && code != '\n') || (code >= 0x7F && code < 0xA0) || code == 0x61C ||
           code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

void printable_text(char *text, size_t len)
{
    struct str s = {text, len};
    for (size_t i = 0, n; i < len; i += n) {
        bool blank = text[i] == '\t' || text[i] == '\r';
        uint32_t code = utf8_code_point(s, i, &n);
        bool invalid = code == 0xFFFD && n == 1;
        if (blank || invalid || printable_steers(code))
            memset(text + i, blank ? ' ' : '?', n);
    }
}

static bool is_printable_line(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] < ' ' || s.ptr[i] > '~')
            return false;
    return true;
}

struct str printable_line(struct arena *a, struct str s)
{
    if (is_printable_line(s))
        return s;
    struct str copy = arena_str(a, s);
    char *text = (char *)copy.ptr; /* our own copy */
    printable_text(text, copy.len);
    for (size_t i = 0; i < copy.len; i++)
        text[i] = text[i] == '\n' ? ' ' : text[i];
    return copy;
}

struct str some_names(struct arena *a, const struct str *names, uint32_t count)
{
    struct str text = arena_str(a, STR(""));
    uint32_t shown = count < NAMES_SHOWN ? count : NAMES_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        struct str name = printable_line(a, names[i]);
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(text), i ? ", " : "", STR_ARG(name));
    }
    if (shown < count)
        text = arena_printf(a, "%.*s and %u more", STR_ARG(text), count - shown);
    return text;
}
