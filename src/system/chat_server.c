/* chat_server.c: address, keys and certificates of a server, and how it is asked. */
#include "system/chat_server.h"

#include "system/libcurl.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { USUAL_RETRIES = 5, MAX_CONCURRENCY = 1024, MAX_PORT_DIGITS = 5 };

static const char *variable_value(const char *name)
{
    const char *value = getenv(name); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    return value && *value ? value : NULL;
}

/* The header with the key, as the provider has it. */
static enum status add_key(struct chat_server *s, struct str key, struct err *e)
{
    const struct str KEY = STR("{key}");
    struct str line = s->address.provider.key;
    size_t at = str_find(line, KEY, 0);
    struct str before = str_slice(line, 0, at);
    size_t name = str_find(line, STR(": "), 0) + 2;
    secret_add(&s->secret, name < at ? str_slice(line, name, at) : before, key, &s->arena);
    if (heads_add(&s->heads, arena_printf(&s->arena, "%.*s%.*s", STR_ARG(before), STR_ARG(key))))
        return OK;
    return err_set(e, E_USAGE, "--key-env and another header '%.*s'",
                   STR_ARG(str_slice(line, 0, str_find(line, STR(":"), 0))));
}

static enum status read_key(struct chat_server *s, struct err *e)
{
    struct str key;
    if (!s->options.key_env)
        return OK;
    TRY(heads_variable("--key-env", s->options.key_env, &s->arena, &key, e));
    if (str_find(key, STR(" "), 0) < key.len)
        return err_set(e, E_USAGE, "the variable that --key-env names holds no key");
    return add_key(s, key, e);
}

static enum status read_heads(struct chat_server *s, struct err *e)
{
    struct str own = s->address.provider.header;
    s->heads.arena = &s->arena;
    TRY(heads_add_given(&s->heads, &s->options.server, &s->secret, e));
    TRY(read_key(s, e));
    if (own.len > 0)
        heads_add(&s->heads, own);
    heads_add(&s->heads, STR("Content-Type: application/json"));
    heads_add(&s->heads, STR("Accept: application/json"));
    heads_add(&s->heads, STR("Expect:")); /* large prompts go at once */
    return OK;
}

/* The address and what is sent are shown in messages and reports. */
static enum status check_shown(struct chat_server *s, struct str text, const char *where,
                               struct err *e)
{
    struct str shown = secret_blot(&s->secret, text, &s->arena);
    return str_eq(shown, text) ? OK : err_set(e, E_USAGE, "the key is in %s", where);
}

static enum status check_secrets(struct chat_server *s, struct err *e)
{
    const struct given_texts *headers = &s->options.server.headers;
    TRY(check_shown(s, s->address.text, "the address", e));
    if (s->body.ptr)
        TRY(check_shown(s, s->body, "--body", e));
    for (size_t i = 0; i < headers->count; i++)
        TRY(check_shown(s, str_from(headers->items[i]), "--header", e));
    return OK;
}

/* How requests are written */

/* A member of the body, at any depth, that seems to hold a key; or a NULL ptr. The body is written
 * down with the answers. Names such as "eos_token" are of tokens of the model, not of keys. */
static struct str secret_member(struct arena *a, struct json_value in)
{
    struct json_reader inner = json_reader_of(a, in.raw);
    struct str name = STR_NONE, found = STR_NONE;
    bool object = in.kind == JSON_KIND_OBJECT;
    for (struct json_value v;
         !found.ptr && (object ? json_next(&inner, &name, &v) : json_next_item(&inner, &v));) {
        bool token = str_ends(name, STR("token"));
        if (v.kind == JSON_KIND_OBJECT || v.kind == JSON_KIND_ARRAY)
            found = secret_member(a, v);
        else if (v.kind == JSON_KIND_STRING && object && !token && secret_is_named(name))
            found = arena_str(a, name);
    }
    return found;
}

static enum status read_body(struct chat_server *s, struct err *e)
{
    struct json_reader json = json_reader_of(&s->arena, str_from(s->options.server.body));
    struct json_value body;
    if (!s->options.server.body)
        return OK;
    if (!json_whole(&json, &body) || body.kind != JSON_KIND_OBJECT)
        return err_set(e, E_USAGE, "--body takes a JSON object, as '{\"top_k\":1}'");
    if (json_member(&s->arena, body, STR("stream")).kind == JSON_KIND_TRUE)
        return err_set(e, E_USAGE, "--body asks for a stream, and replies are read whole");
    struct str secret = secret_member(&s->arena, body);
    if (secret.ptr)
        return err_set(e, E_USAGE, "--body '%.*s' is written down; use --key-env or --header-env",
                       STR_ARG(secret));
    s->body = json_any_text(&s->arena, body);
    s->form.patches[1] = (struct json_value){JSON_KIND_OBJECT, s->body};
    return OK;
}

/* \n, \t and \\: in some shells a newline is hard to type. */
static struct str unescape_stop(const char *text, struct arena *a)
{
    static const char ESCAPES[] = "n\nt\t\\\\";
    char *out = arena_alloc(a, strlen(text) + 1);
    size_t n = 0;
    for (const char *c = text; *c; c++) {
        out[n] = *c;
        for (const char *known = ESCAPES; *c == '\\' && *known; known += 2)
            if (c[1] == known[0]) {
                out[n] = known[1];
                c++;
                break;
            }
        n++;
    }
    return (struct str){out, n};
}

static void read_stops(struct chat_server *s)
{
    const struct given_texts *given = &s->options.server.stops;
    struct str *stops = arena_alloc(&s->arena, (given->count + 1) * sizeof *stops);
    for (size_t i = 0; i < given->count; i++)
        stops[i] = unescape_stop(given->items[i], &s->arena);
    s->form.stops = stops;
    s->form.n_stops = (uint32_t)given->count;
}

static enum status read_form(struct chat_server *s, struct err *e)
{
    const struct provider *p = &s->address.provider;
    s->form.dialect = s->address.dialect;
    if (s->form.dialect == p->dialect) { /* these are for the provider's own dialect alone */
        s->form.limit = p->limit;
        s->form.patches[0] =
            (struct json_value){JSON_KIND_OBJECT, p->body.len > 0 ? p->body : STR_NONE};
    }
    read_stops(s);
    return read_body(s, e);
}

void chat_server_put_request(const struct chat_server *s, const struct chat_request *r,
                             struct buf *out)
{
    struct str model = str_from(s->options.model);
    if (s->rates)
        chat_put_rating(out, &s->form, model, r->prompt);
    else
        chat_put_request(out, &s->form, model, r);
}

/* Certificates and places */

static enum status check_certificates(const char *path, struct err *e)
{
    if (!path || access(path, R_OK) == 0)
        return OK;
    err_set(e, E_IO, "cannot read the certificates: %s", strerror(errno));
    return err_in_file(e, path);
}

/* The variables are those that curl(1) and OpenSSL heed; libcurl itself does not. */
static enum status find_certificates(struct chat_server *s, struct err *e)
{
    if (!str_starts(s->address.text, STR("https:")))
        return OK;
    s->ca_file = s->options.ca_file ? s->options.ca_file : variable_value("SSL_CERT_FILE");
    s->ca_folder = s->options.ca_file ? NULL : variable_value("SSL_CERT_DIR");
    TRY(check_certificates(s->ca_file, e));
    return check_certificates(s->ca_folder, e);
}

/* Only a host and a port: users must not reach what else libcurl reads in this text. */
static bool is_place(struct str place)
{
    size_t port = place.len;
    while (port > 0 && ascii_digit(place.ptr[port - 1]))
        port--;
    struct str host = str_slice(place, 0, port ? port - 1 : 0);
    bool bracketed = str_starts(host, STR("[")) && str_ends(host, STR("]"));
    return host.len > 0 && place.ptr[port - 1] == ':' && port < place.len &&
           place.len - port <= MAX_PORT_DIGITS && str_find(host, STR("/"), 0) == host.len &&
           (bracketed || str_find(host, STR(":"), 0) == host.len);
}

/* A server that is started for each run has another place each time, but keeps its address. */
static enum status read_place(struct chat_server *s, struct err *e)
{
    if (!s->options.connect)
        return OK;
    if (!is_place(str_from(s->options.connect)))
        return err_set(e, E_USAGE, "--connect takes HOST:PORT, not '%s'", s->options.connect);
    s->connect = arena_printf(&s->arena, "::%s", s->options.connect).ptr;
    return OK;
}

static enum status prepare_server(struct chat_server *s, const char *address, struct err *e)
{
    if (!s->options.model || !*s->options.model)
        return err_set(e, E_USAGE, "a server needs --model");
    if (s->options.concurrency > MAX_CONCURRENCY)
        return err_set(e, E_USAGE, "more than %d requests at a time", MAX_CONCURRENCY);
    TRY(server_address_read(&s->address, address, s->options.server.provider, &s->arena, e));
    s->url = server_address_url(&s->address, s->address.dialect, s->options.model, &s->arena);
    TRY(read_form(s, e));
    TRY(read_heads(s, e));
    TRY(check_secrets(s, e));
    TRY(find_certificates(s, e));
    return read_place(s, e);
}

enum status chat_server_open(struct chat_server *s, const char *address,
                             const struct system_options *options, struct err *e)
{
    if (!libcurl_begin())
        return err_set(e, E_SYSTEM, "cannot use the network");
    *s = (struct chat_server){.options = *options};
    if (s->options.retries == SYSTEM_USUAL)
        s->options.retries = USUAL_RETRIES;
    s->pace = ARENA_NEW(&s->arena, struct pace);
    *s->pace = pace_of(options->rate, options->shard);
    enum status status = prepare_server(s, address, e);
    if (status)
        chat_server_close(s);
    return status;
}

enum status chat_server_let_rate(struct chat_server *s, struct err *e)
{
    if (s->form.dialect != CHAT_COMPLETIONS && s->form.dialect != CHAT_TEXT)
        return err_set(e, E_USAGE, "%s has no /completions, which rates texts",
                       s->options.server.provider ? s->options.server.provider : "the server");
    s->rates = true;
    s->url = server_address_url(&s->address, CHAT_TEXT, s->options.model, &s->arena);
    return OK;
}

void chat_server_close(struct chat_server *s)
{
    arena_release(&s->arena);
    libcurl_end();
}

static void describe_list(struct json_writer *w, const char *name, const struct given_texts *list)
{
    if (list->count == 0)
        return;
    json_key_array(w, name);
    for (size_t i = 0; i < list->count; i++)
        json_put_str(w, str_from(list->items[i]));
    json_array_close(w);
}

struct str chat_server_far_host(const struct chat_server *s, struct arena *a)
{
    struct str host = host_of_address(a, s->options.connect ? s->options.connect : s->url);
    if (!host.ptr) /* libcurl will refuse it when the server is asked */
        host = s->address.text;
    return host_is_loopback(host) ? STR_NONE : host;
}

void chat_server_describe(const struct chat_server *s, struct json_writer *w)
{
    const struct server_options *o = &s->options.server;
    json_key_str(w, "http", s->address.text);
    json_key_str(w, "model", str_from(s->options.model));
    if (o->provider)
        json_key_str(w, "provider", str_from(o->provider));
    if (s->body.ptr) {
        json_key(w, STR("body"));
        json_put_raw(w, s->body);
    }
    describe_list(w, "headers", &o->headers);
    describe_list(w, "stop", &o->stops);
}
