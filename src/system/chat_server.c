/* chat_server.c: address, key and certificates of a server. */
#include "system/chat_server.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { USUAL_RETRIES = 5, MAX_CONCURRENCY = 1024, MAX_PORT_DIGITS = 5 };

/* Memory for libcurl. Where there is none the process ends: libcurl would tell of a request that
 * failed, and make a result of it. */

static void *allocate_zeros(size_t count, size_t size)
{
    void *p = mem_resize_array(NULL, count, size);
    return memset(p, 0, count * size);
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

static CURLcode begin_curl(void)
{
    return curl_global_init_mem(CURL_GLOBAL_DEFAULT, mem_alloc, free, mem_resize, copy_text,
                                allocate_zeros);
}

static enum status read_address(struct chat_server *s, const char *spec, struct err *e)
{
    struct str base = str_from(spec);
    size_t host = str_find(base, STR("://"), 0) + 3;
    if (str_find(base, STR("@"), 0) < base.len)
        return err_set(e, E_USAGE, "name or password in the address; use --key-env");
    if (str_find(base, STR("?"), 0) < base.len || str_find(base, STR("#"), 0) < base.len)
        return err_set(e, E_USAGE, "'?' or '#' in the address");
    while (base.len > host && base.ptr[base.len - 1] == '/')
        base.len--;
    if (base.len == host)
        return err_set(e, E_USAGE, "no host in '%s'", spec);
    const struct str PATH = STR("/chat/completions");
    s->base = arena_str(&s->arena, base);
    s->url =
        arena_printf(&s->arena, "%.*s%s", STR_ARG(base), str_ends(base, PATH) ? "" : PATH.ptr).ptr;
    return OK;
}

static const char *environment(const char *name)
{
    const char *value = getenv(name); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    return value && *value ? value : NULL;
}

/* Only what can stand in a header: a newline in it would begin another. */
static enum status read_key(struct chat_server *s, struct err *e)
{
    const char *name = s->options.key_env;
    if (!name)
        return OK;
    const char *value = environment(name);
    if (!value) /* the name is not repeated: it may be the key itself, given by mistake */
        return err_set(e, E_USAGE, "--key-env names a variable that is not set");
    s->key = arena_str(&s->arena, str_trim(str_from(value)));
    for (size_t i = 0; i < s->key.len; i++)
        if (s->key.ptr[i] <= ' ' || s->key.ptr[i] >= 0x7F)
            return err_set(e, E_USAGE, "the variable that --key-env names holds no key");
    secret_init(&s->secret, s->key, &s->arena);
    return OK;
}

/* The address is shown in messages and reports. */
static enum status check_address(struct chat_server *s, struct err *e)
{
    struct str shown = secret_blot(&s->secret, s->base, &s->arena);
    return str_eq(shown, s->base) ? OK : err_set(e, E_USAGE, "the key is in the address");
}

static enum status check_readable(const char *path, struct err *e)
{
    if (!path || access(path, R_OK) == 0)
        return OK;
    err_set(e, E_IO, "cannot read the certificates: %s", strerror(errno));
    err_in_file(e, path);
    return E_IO;
}

/* The variables are those that curl(1) and OpenSSL heed; libcurl itself does not. */
static enum status find_certificates(struct chat_server *s, struct err *e)
{
    if (!str_starts(s->base, STR("https:")))
        return OK;
    s->ca_file = s->options.ca_file ? s->options.ca_file : environment("SSL_CERT_FILE");
    s->ca_folder = s->options.ca_file ? NULL : environment("SSL_CERT_DIR");
    enum status status = check_readable(s->ca_file, e);
    return status ? status : check_readable(s->ca_folder, e);
}

/* Nothing but a host and a port: what else libcurl makes of a text is not for users. */
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

/* A server that is started for each run is somewhere else each time. Its address stays its name. */
static enum status read_place(struct chat_server *s, struct err *e)
{
    if (!s->options.connect)
        return OK;
    if (!is_place(str_from(s->options.connect)))
        return err_set(e, E_USAGE, "--connect takes HOST:PORT, not '%s'", s->options.connect);
    const char *instead = arena_printf(&s->arena, "::%s", s->options.connect).ptr;
    s->connect = curl_slist_append(NULL, instead);
    return OK;
}

static void add_head(struct chat_server *s, const char *line)
{
    s->heads = curl_slist_append(s->heads, line);
}

static enum status prepare(struct chat_server *s, const char *address, struct err *e)
{
    if (!s->options.model || !*s->options.model)
        return err_set(e, E_USAGE, "a server needs --model");
    if (s->options.concurrency > MAX_CONCURRENCY)
        return err_set(e, E_USAGE, "more than %d requests at a time", MAX_CONCURRENCY);
    enum status status = read_address(s, address, e);
    if (status == OK)
        status = read_key(s, e);
    if (status == OK)
        status = check_address(s, e);
    if (status == OK)
        status = find_certificates(s, e);
    if (status == OK)
        status = read_place(s, e);
    add_head(s, "Content-Type: application/json");
    add_head(s, "Accept: application/json");
    add_head(s, "Expect:"); /* large prompts go at once */
    if (s->key.ptr)
        add_head(s, arena_printf(&s->arena, "Authorization: Bearer %s", s->key.ptr).ptr);
    return status;
}

enum status chat_server_open(struct chat_server *s, const char *address,
                             const struct system_options *options, struct err *e)
{
    if (begin_curl() != CURLE_OK)
        return err_set(e, E_SYSTEM, "cannot use the network");
    *s = (struct chat_server){.options = *options, .retries = options->retries};
    if (s->retries == SYSTEM_USUAL)
        s->retries = USUAL_RETRIES;
    s->pace = ARENA_NEW(&s->arena, struct pace);
    *s->pace = pace_of(options->rate, options->shard);
    enum status status = prepare(s, address, e);
    if (status)
        chat_server_close(s);
    return status;
}

void chat_server_let_rate(struct chat_server *s)
{
    const struct str CHAT = STR("/chat/completions"), PATH = STR("/completions");
    struct str base = s->base;
    if (str_ends(base, CHAT))
        base.len -= CHAT.len;
    s->rates = true;
    s->url =
        arena_printf(&s->arena, "%.*s%s", STR_ARG(base), str_ends(base, PATH) ? "" : PATH.ptr).ptr;
}

void chat_server_close(struct chat_server *s)
{
    curl_slist_free_all(s->heads);
    curl_slist_free_all(s->connect);
    arena_release(&s->arena);
    curl_global_cleanup();
}

void chat_server_describe(const struct chat_server *s, struct json_writer *w)
{
    json_key(w, STR("http"));
    json_put_str(w, s->base);
    json_key(w, STR("model"));
    json_put_str(w, str_from(s->options.model));
}
