/* server_address.c: the table of providers; taking addresses apart, and putting them together. */
#include "system/server_address.h"

#include "base/embedded.h"
#include "system/secret.h"

#include <arpa/inet.h>
#include <assert.h>

extern const struct embedded_file SYSTEM_FILES[]; /* the second: data/servers/providers.tsv */

/* Providers */

/* The next column; "-" stands for nothing. */
static struct str next_column(struct str *line)
{
    struct str text = line->ptr ? str_split(line, '\t') : STR("");
    return str_eq(text, STR("-")) ? STR("") : text;
}

static struct provider read_provider(struct str line)
{
    struct provider p;
    p.name = next_column(&line);
    p.address = line.ptr ? str_split(&line, '\t') : STR("");
    p.root = next_column(&line);
    p.query = next_column(&line);
    p.dialect = chat_dialect_named(next_column(&line));
    p.key = next_column(&line);
    p.header = next_column(&line);
    p.limit = next_column(&line);
    p.body = next_column(&line);
    assert(p.dialect < N_CHAT_DIALECTS);
    return p;
}

/* The provider of the next line that is not a comment; false at the end. */
static bool next_provider(struct str *rest, struct provider *out)
{
    while (rest->ptr) {
        struct str line = str_split(rest, '\n');
        if (line.len > 0 && line.ptr[0] != '#') {
            *out = read_provider(line);
            return true;
        }
    }
    return false;
}

static bool fits_address(const struct provider *p, struct str path)
{
    if (str_eq(p->address, STR("-")))
        return path.len == 0;
    return str_eq(p->address, STR("*")) || str_ends(path, p->address);
}

void provider_names(struct buf *out)
{
    struct str rest = embedded_text(&SYSTEM_FILES[1]), last = STR("");
    for (struct provider p; next_provider(&rest, &p); last = p.name)
        if (!str_eq(p.name, last)) {
            buf_put(out, out->len ? STR("|") : STR(""));
            buf_put(out, p.name);
        }
}

enum status provider_find(const char *name, struct str path, struct provider *out, struct err *e)
{
    struct str rest = embedded_text(&SYSTEM_FILES[1]), wanted = str_from(name ? name : "");
    while (next_provider(&rest, out))
        if (str_eq(out->name, wanted) && fits_address(out, path))
            return OK;
    struct buf names = {0};
    provider_names(&names);
    err_set(e, E_USAGE, "--provider takes %.*s, not '%s'", STR_ARG(buf_str(&names)), name);
    buf_release(&names);
    return E_USAGE;
}

/* Addresses */

static bool has_secret(struct str query)
{
    while (query.ptr && query.len > 0) {
        struct str rest = str_split(&query, '&'), name = str_split(&rest, '=');
        if (secret_is_named(name))
            return true;
    }
    return false;
}

static enum status check_address(struct str text, struct str query, struct err *e)
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

enum status server_address_read(struct server_address *out, const char *spec, const char *provider,
                                struct arena *a, struct err *e)
{
    struct str text = arena_str(a, str_from(spec));
    size_t host = str_find(text, STR("://"), 0) + 3, mark = str_find(text, STR("?"), 0);
    struct str query = mark < text.len ? str_slice(text, mark + 1, text.len) : STR("");
    struct str place = without_slash(str_slice(text, 0, mark), host);
    TRY(check_address(text, query, e));
    if (place.len == host)
        return err_set(e, E_USAGE, "no host in '%s'", spec);
    enum chat_dialect given = chat_dialect_of_address(place);
    *out = (struct server_address){.text = query.len > 0 ? text : place, .query = query};
    if (given < N_CHAT_DIALECTS)
        place.len -= chat_dialect_path(given).len;
    out->place = place;
    size_t slash = str_find(place, STR("/"), host < place.len ? host : place.len);
    TRY(provider_find(provider, str_slice(place, slash, place.len), &out->provider, e));
    out->dialect = given < N_CHAT_DIALECTS ? given : out->provider.dialect;
    if (given < N_CHAT_DIALECTS)
        out->provider.root = STR(""); /* it is there */
    return OK;
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
    return buf_keep(&out, a).ptr;
}

/* Hosts */

enum { HOST_MAX = 256, LOOPBACK_NET = 127 };

/* 127.0.0.1, and the other ways to write 127.… that getaddrinfo() takes. */
static bool is_loopback_4(const char *host)
{
    return ntohl(inet_addr(host)) >> 24 == LOOPBACK_NET; /* 255.… for any other text */
}

static bool is_loopback_6(const char *host)
{
    struct in6_addr address;
    if (inet_pton(AF_INET6, host, &address) != 1)
        return false;
    return IN6_IS_ADDR_LOOPBACK(&address) ||
           (IN6_IS_ADDR_V4MAPPED(&address) && address.s6_addr[12] == LOOPBACK_NET);
}

bool host_is_loopback(struct str host)
{
    char text[HOST_MAX];
    const struct str NAME = STR("localhost"), UNDER = STR(".localhost");
    if (host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']')
        host = str_slice(host, 1, host.len - 1);
    if (host.len > 0 && host.ptr[host.len - 1] == '.')
        host.len--;
    if (host.len == 0 || host.len >= sizeof text)
        return false;
    if (str_eq_nocase(host, NAME) ||
        (host.len > UNDER.len &&
         str_eq_nocase(str_slice(host, host.len - UNDER.len, host.len), UNDER)))
        return true;
    memcpy(text, host.ptr, host.len);
    text[host.len] = '\0';
    return is_loopback_4(text) || is_loopback_6(text);
}
