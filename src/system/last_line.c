/* last_line.c: finding the line, and hiding secrets in it. */
#include "system/last_line.h"

#include "base/printable.h"
#include "base/utf8.h"
#include "system/secret.h"

#include <string.h>

extern char **environ; /* of POSIX */

static bool line_is_blank(const struct line_start *line)
{
    return str_trim((struct str){line->bytes, line->len}).len == 0;
}

void last_line_add(struct last_line *l, struct str bytes)
{
    for (size_t i = 0; i < bytes.len; i++) {
        char c = bytes.ptr[i];
        if (c == '\n' || c == '\r') { /* progress ends its lines with a carriage return */
            if (!line_is_blank(&l->open))
                l->whole = l->open;
            l->open.len = 0;
        } else if (l->open.len < LAST_LINE_BYTES) {
            l->open.bytes[l->open.len++] = c;
        }
    }
}

/* `text` without the secrets of our environment. */
static struct str blot_variables(struct str text, const char *key_env, struct arena *a)
{
    struct secret secret = {0};
    for (char **v = environ; v && *v; v++) {
        struct str variable = str_from(*v);
        size_t equals = str_find(variable, STR("="), 0);
        struct str name = str_slice(variable, 0, equals);
        if (equals < variable.len &&
            (secret_is_named(name) || (key_env && str_eq(name, str_from(key_env)))))
            secret_add(&secret, str_slice(variable, 0, equals + 1),
                       str_trim(str_slice(variable, equals + 1, variable.len)), a);
    }
    return secret_blot(&secret, text, a);
}

/* The reason is mostly at the end: "python3: can't open file '…': No such file or directory". But
 * only the beginning of a very long line is kept, and a secret may be cut at the end of that. */
static struct str shorten_line(struct str text, bool whole, struct arena *a)
{
    if (!whole)
        return arena_printf(a, "%.*s...", STR_ARG(utf8_cut(text, LAST_LINE_SHOWN)));
    size_t tail = text.len - (LAST_LINE_SHOWN - LAST_LINE_HEAD);
    while (tail < text.len &&
           ((unsigned char)text.ptr[tail] & 0xc0) == 0x80) /* within a character */
        tail++;
    return arena_printf(a, "%.*s...%.*s", STR_ARG(utf8_cut(text, LAST_LINE_HEAD)),
                        STR_ARG(str_slice(text, tail, text.len)));
}

struct str last_line_shown(const struct last_line *l, const char *key_env, struct arena *a)
{
    const struct line_start *line = line_is_blank(&l->open) ? &l->whole : &l->open;
    struct str text = str_trim((struct str){line->bytes, line->len});
    if (text.len == 0)
        return STR("");
    text = printable_line(a, blot_variables(text, key_env, a));
    return text.len <= LAST_LINE_SHOWN ? arena_str(a, text)
                                       : shorten_line(text, line->len < LAST_LINE_BYTES, a);
}
