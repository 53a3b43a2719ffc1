/* heads.c: checking header lines. */
#include "system/heads.h"

#include <stdlib.h>

/* RFC 9110, 5.6.2 */
static bool is_head_name(struct str name)
{
    static const char MARKS[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < name.len; i++) {
        char c = ascii_lower(name.ptr[i]);
        if (!ascii_small(c) && !ascii_digit(c) && !memchr(MARKS, c, sizeof MARKS - 1))
            return false;
    }
    return name.len > 0;
}

/* Printable ASCII. Servers guess the encoding of other bytes, and a key that comes back in another
 * encoding could not be hidden. */
static bool is_head_value(struct str value)
{
    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char)value.ptr[i] < ' ' || (unsigned char)value.ptr[i] >= 0x7F)
            return false;
    return value.len > 0;
}

static bool has_head(const struct heads *h, struct str name)
{
    for (uint32_t i = 0; i < h->n_lines; i++) {
        struct str line = str_from(h->lines[i]);
        if (str_eq_nocase(str_slice(line, 0, str_find(line, STR(":"), 0)), name))
            return true;
    }
    return false;
}

bool heads_add(struct heads *h, struct str line)
{
    if (has_head(h, str_slice(line, 0, str_find(line, STR(":"), 0))))
        return false;
    ARENA_ADD(h->arena, h->lines, h->n_lines, arena_str(h->arena, line).ptr);
    return true;
}

static void add_given(struct heads *h, struct str name, struct str value)
{
    heads_add(h, arena_printf(h->arena, "%.*s: %.*s", STR_ARG(name), STR_ARG(value)));
}

static enum status check_new(const struct heads *h, struct str name, struct err *e)
{
    return has_head(h, name) ? err_set(e, E_USAGE, "two headers '%.*s'", STR_ARG(name)) : OK;
}

enum status heads_variable(const char *option, const char *name, struct arena *a, struct str *out,
                           struct err *e)
{
    const char *value = getenv(name); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    if (!value || !*value)
        return err_set(e, E_USAGE, "%s names a variable that is not set", option);
    *out = arena_str(a, str_trim(str_from(value)));
    if (is_head_value(*out))
        return OK;
    return err_set(e, E_USAGE, "the variable that %s names holds no key", option);
}

/* Split at `mark`. The name is NULL if there is no good name, or no value. */
static struct str split_pair(const char *text, char mark, struct str *value)
{
    struct str rest = str_from(text), name = str_trim(str_split(&rest, mark));
    *value = rest.ptr ? str_trim(rest) : STR("");
    return is_head_name(name) && value->len > 0 ? name : STR_NONE;
}

static enum status add_plain(struct heads *h, const char *text, struct err *e)
{
    struct str value, name = split_pair(text, ':', &value);
    if (!name.ptr || !is_head_value(value)) /* not repeated: there may be a key in it */
        return err_set(e, E_USAGE, "--header takes 'NAME: VALUE'");
    if (secret_is_named(name))
        return err_set(e, E_USAGE, "--header '%.*s' is written down; use --header-env",
                       STR_ARG(name));
    TRY(check_new(h, name, e));
    add_given(h, name, value);
    return OK;
}

static int base64_digit(char c)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(DIGITS, c) : NULL;
    return at ? (int)(at - DIGITS) : -1;
}

/* Decode base64, up to its padding. */
static struct str base64_read(struct str text, struct arena *a)
{
    char *out = arena_alloc(a, text.len + 1);
    size_t n = 0;
    unsigned bits = 0;
    for (size_t i = 0, held = 0; i < text.len && base64_digit(text.ptr[i]) >= 0; i++) {
        bits = (bits << 6 | (unsigned)base64_digit(text.ptr[i])) & 0xFFFF;
        held += 6;
        if (held >= 8)
            out[n++] = (char)(bits >> (held -= 8));
    }
    return (struct str){out, n};
}

/* The parts of "Bearer abc" or "session=abc; user=me" are secrets, too. */
static void hide_parts(struct secret *secret, struct str before, struct str value, struct arena *a)
{
    static const char MARKS[] = " =;,:\"";
    for (size_t at = 0, end; at < value.len; at = end + 1) {
        for (end = at; end < value.len && !memchr(MARKS, value.ptr[end], sizeof MARKS - 1);)
            end++;
        if (end - at >= SECRET_MIN_BYTES)
            secret_add(secret, before, str_slice(value, at, end), a);
    }
}

/* The whole is a secret, and its parts are; and the name and password that "Basic" encodes. */
static void hide_value(struct secret *secret, struct str name, struct str value, struct arena *a)
{
    struct str before = arena_printf(a, "%.*s: ", STR_ARG(name));
    secret_add(secret, before, value, a);
    hide_parts(secret, before, value, a);
    if (value.len > 6 && str_eq_nocase(str_slice(value, 0, 6), STR("basic "))) {
        struct str decoded = base64_read(str_trim(str_slice(value, 6, value.len)), a);
        secret_add(secret, before, decoded, a);
        hide_parts(secret, before, decoded, a);
    }
}

static enum status add_secret(struct heads *h, const char *text, struct secret *secret,
                              struct err *e)
{
    struct str value, variable, name = split_pair(text, '=', &variable);
    if (!name.ptr) /* not repeated: it may be a key */
        return err_set(e, E_USAGE, "--header-env takes NAME=VARIABLE");
    TRY(check_new(h, name, e));
    TRY(heads_variable("--header-env", variable.ptr, h->arena, &value, e));
    add_given(h, name, value);
    hide_value(secret, name, value, h->arena);
    return OK;
}

enum status heads_add_given(struct heads *h, const struct server_options *o, struct secret *secret,
                            struct err *e)
{
    for (size_t i = 0; i < o->headers.count; i++)
        TRY(add_plain(h, o->headers.items[i], e));
    for (size_t i = 0; i < o->header_envs.count; i++)
        TRY(add_secret(h, o->header_envs.items[i], secret, e));
    return OK;
}
