/* server_address.c: taking addresses apart, and putting them together. */
#include "system/server_address.h"

#include "system/secret.h"

static bool has_secret(struct str query)
{
    while (query.ptr && query.len > 0) {
        struct str rest = str_split(&query, '&'), name = str_split(&rest, '=');
        if (secret_is_named(name))
            return true;
    }
    return false;
}

static enum status check_text(struct str text, struct str query, struct err *e)
{
    if (str_find(text, STR("@"), 0) < text.len)
        return err_set(e, E_USAGE, "name or password in the address; use --key-env");
    if (str_find(text, STR("#"), 0) < text.len)
        return err_set(e, E_USAGE, "'#' in the address");
    if (has_secret(query))
        return err_set(e, E_USAGE, "a key in the address, which is written down; use --header-env");
    return OK;
}

static struct str without_slash(struct str s, size_t host)
{
    while (s.len > host && s.ptr[s.len - 1] == '/')
        s.len--;
    return s;
}

/* The path of `place`, behind the host. */
static struct str path_of(struct str place, size_t host)
{
    size_t slash = str_find(place, STR("/"), host);
    return str_slice(place, slash, place.len);
}

enum status server_address_read(struct server_address *out, const char *spec, const char *provider,
                                struct arena *a, struct err *e)
{
    struct str text = arena_str(a, str_from(spec));
    size_t host = str_find(text, STR("://"), 0) + 3, mark = str_find(text, STR("?"), 0);
    struct str query = mark < text.len ? str_slice(text, mark + 1, text.len) : STR("");
    struct str place = without_slash(str_slice(text, 0, mark), host);
    enum status status = check_text(text, query, e);
    if (status == OK && place.len == host)
        status = err_set(e, E_USAGE, "no host in '%s'", spec);
    if (status)
        return status;
    enum chat_dialect given = chat_dialect_of_address(place);
    *out = (struct server_address){.text = query.len > 0 ? text : place, .query = query};
    if (given < N_CHAT_DIALECTS)
        place.len -= chat_dialect_path(given).len;
    out->place = place;
    status = provider_find(provider, path_of(place, host < place.len ? host : place.len),
                           &out->provider, e);
    out->dialect = given < N_CHAT_DIALECTS ? given : out->provider.dialect;
    if (given < N_CHAT_DIALECTS)
        out->provider.root = STR(""); /* it is there */
    return status;
}

/* A name as a part of a path (RFC 3986, 2.3). */
static void put_escaped(struct buf *out, struct str name)
{
    static const char DIGITS[] = "0123456789ABCDEF";
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i], low = ascii_lower(c);
        if (ascii_small(low) || ascii_digit(c) || memchr("-._~", c, 4)) {
            buf_putc(out, c);
            continue;
        }
        buf_putc(out, '%');
        buf_putc(out, DIGITS[(unsigned char)c >> 4]);
        buf_putc(out, DIGITS[(unsigned char)c & 15]);
    }
}

static void put_root(struct buf *out, struct str root, const char *model)
{
    const struct str MODEL = STR("{model}");
    size_t at = str_find(root, MODEL, 0);
    buf_put(out, str_slice(root, 0, at));
    if (at == root.len)
        return;
    put_escaped(out, str_from(model));
    buf_put(out, str_slice(root, at + MODEL.len, root.len));
}

const char *server_address_url(const struct server_address *s, enum chat_dialect d,
                               const char *model, struct arena *a)
{
    struct str query = s->query.len > 0 ? s->query : s->provider.query;
    struct buf out = {0};
    buf_put(&out, s->place);
    put_root(&out, s->provider.root, model);
    buf_put(&out, chat_dialect_path(d));
    if (query.len > 0)
        buf_putc(&out, '?');
    buf_put(&out, query);
    const char *url = arena_str(a, buf_str(&out)).ptr;
    buf_release(&out);
    return url;
}
