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

struct str last_line_shown(const struct last_line *l, const char *key_env, struct arena *a)
{
    const struct line_start *line = line_is_blank(&l->open) ? &l->whole : &l->open;
    struct str text = str_trim((struct str){line->bytes, line->len});
    if (text.len == 0)
        return STR("");
    text = printable_line(a, blot_variables(text, key_env, a));
    if (text.len <= LAST_LINE_SHOWN)
        return arena_str(a, text);
    return arena_printf(a, "%.*s...", STR_ARG(utf8_cut(text, LAST_LINE_SHOWN)));
}
