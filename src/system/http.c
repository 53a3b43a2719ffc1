/* http.c: address, key, prompt and settings of a server. */
#include "system/http.h"

#include "base/digest.h"
#include "base/file.h"
#include "system/kind.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { USUAL_RETRIES = 5, MAX_CONCURRENCY = 1024 };

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

static enum status http_run(void *self, const struct ask_source *source, struct err *e)
{
    return http_client_run(self, source, e);
}

static void http_free(void *self)
{
    struct http *h = self;
    curl_slist_free_all(h->heads);
    prompt_tables_release(&h->tables);
    buf_release(&h->text);
    arena_release(&h->arena);
    curl_global_cleanup();
    free(h);
}

static enum status read_address(struct http *h, const char *spec, struct err *e)
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
    h->base = arena_str(&h->arena, base);
    h->url =
        arena_printf(&h->arena, "%.*s%s", STR_ARG(base), str_ends(base, PATH) ? "" : PATH.ptr).ptr;
    return OK;
}

static const char *environment(const char *name)
{
    const char *value = getenv(name); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    return value && *value ? value : NULL;
}

/* Only what can stand in a header: a newline in it would begin another. */
static enum status read_key(struct http *h, struct err *e)
{
    const char *name = h->options.key_env;
    if (!name)
        return OK;
    const char *value = environment(name);
    if (!value) /* the name is not repeated: it may be the key itself, given by mistake */
        return err_set(e, E_USAGE, "--key-env names a variable that is not set");
    h->key = arena_str(&h->arena, str_trim(str_from(value)));
    for (size_t i = 0; i < h->key.len; i++)
        if (h->key.ptr[i] <= ' ' || h->key.ptr[i] >= 0x7F)
            return err_set(e, E_USAGE, "the variable that --key-env names holds no key");
    secret_init(&h->secret, h->key, &h->arena);
    return OK;
}

/* The address is shown in messages and reports. */
static enum status check_address(struct http *h, struct err *e)
{
    struct str shown = secret_blot(&h->secret, h->base, &h->arena);
    return str_eq(shown, h->base) ? OK : err_set(e, E_USAGE, "the key is in the address");
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
static enum status find_certificates(struct http *h, struct err *e)
{
    if (!str_starts(h->base, STR("https:")))
        return OK;
    h->ca_file = h->options.ca_file ? h->options.ca_file : environment("SSL_CERT_FILE");
    h->ca_folder = h->options.ca_file ? NULL : environment("SSL_CERT_DIR");
    enum status status = check_readable(h->ca_file, e);
    return status ? status : check_readable(h->ca_folder, e);
}

static enum status read_template(struct http *h, struct err *e)
{
    const char *path = h->options.template_path;
    struct str text = prompt_default();
    enum status status = OK;
    if (path)
        status = file_read(&h->arena, path, PROMPT_MAX_TEMPLATE, &text, e);
    if (status)
        return status;
    status = prompt_template_read(&h->prompt, str_skip_bom(text), e);
    if (status && path)
        err_in_file(e, path);
    return status;
}

static void add_head(struct http *h, const char *line)
{
    h->heads = curl_slist_append(h->heads, line);
}

static enum status prepare(struct http *h, const char *spec, struct err *e)
{
    if (!h->options.model || !*h->options.model)
        return err_set(e, E_USAGE, "a server needs --model");
    if (h->options.concurrency > MAX_CONCURRENCY)
        return err_set(e, E_USAGE, "more than %d requests at a time", MAX_CONCURRENCY);
    enum status status = read_address(h, spec, e);
    if (status == OK)
        status = read_key(h, e);
    if (status == OK)
        status = check_address(h, e);
    if (status == OK)
        status = find_certificates(h, e);
    if (status == OK)
        status = read_template(h, e);
    add_head(h, "Content-Type: application/json");
    add_head(h, "Accept: application/json");
    add_head(h, "Expect:"); /* large prompts go at once */
    if (h->key.ptr)
        add_head(h, arena_printf(&h->arena, "Authorization: Bearer %s", h->key.ptr).ptr);
    return status;
}

static enum status http_open(const char *spec, const char *rest,
                             const struct system_options *options, void **out, struct err *e)
{
    (void)rest;
    if (begin_curl() != CURLE_OK)
        return err_set(e, E_SYSTEM, "cannot use the network");
    struct http *h = mem_alloc(sizeof *h);
    *h = (struct http){.options = *options, .retries = options->retries};
    if (h->retries == SYSTEM_USUAL)
        h->retries = USUAL_RETRIES;
    buf_limit(&h->text, PROMPT_MAX_BYTES);
    enum status status = prepare(h, spec, e);
    if (status)
        http_free(h);
    else
        *out = h;
    return status;
}

static void http_describe(const void *self, struct json_writer *w)
{
    const struct http *h = self;
    char template[DIGEST_HEX + 1];
    digest_hex(digest_of(h->prompt.text), template);
    json_key(w, STR("http"));
    json_put_str(w, h->base);
    json_key(w, STR("model"));
    json_put_str(w, str_from(h->options.model));
    json_key(w, STR("template"));
    json_put_str(w, str_from(template));
    json_key(w, STR("temperature"));
    json_put_double(w, h->options.temperature);
    json_key(w, STR("max_tokens"));
    json_put_int(w, h->options.max_tokens);
    if (h->options.has_seed) {
        json_key(w, STR("seed"));
        json_put_int(w, h->options.seed);
    }
}

static enum status http_request_text(void *self, const struct ask_source *source,
                                     const struct ask_request *r, struct buf *out, struct err *e)
{
    struct http *h = self;
    return prompt_render(&h->prompt, &h->tables, source, r, out, e);
}

/* The same but for how their addresses begin. */
#define KIND(start)                                                                                \
    {                                                                                              \
        .prefix = (start), .costly = true, .open = http_open, .free = http_free, .run = http_run,  \
        .describe = http_describe, .request_text = http_request_text                               \
    }

const struct system_kind HTTP_KIND = KIND("http://");
const struct system_kind HTTPS_KIND = KIND("https://");
