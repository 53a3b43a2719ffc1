/* system.c: which kind of system a spec names. */
#include "system/system.h"

#include "base/utf8.h"
#include "system/builtin.h"
#include "system/kind.h"

#include <stdlib.h>

struct system {
    const struct system_kind *kind;
    void *self; /* the kind's */
    struct buf description;
};

static const struct system_kind *const KINDS[] = {&COMMAND_KIND, &HTTP_KIND, &HTTPS_KIND,
                                                  &REPLAY_KIND, &BUILTIN_KIND};

struct system_options system_options_default(void)
{
    return (struct system_options){
        .workers = 1,
        .in_flight = 1,
        .timeout_ms = 60000,
        .retries = SYSTEM_USUAL,
        .concurrency = 4,
        .max_tokens = 1024,
        .prompt_rows = SYSTEM_USUAL,
        .backoff_ms = 500,
    };
}

bool server_options_given(const struct server_options *o)
{
    return o->provider || o->body || o->headers.count || o->header_envs.count || o->stops.count;
}

enum { N_KINDS = COUNT_OF(KINDS) };

const char *system_prefix(size_t i)
{
    return i < N_KINDS ? KINDS[i]->prefix : NULL;
}

static const struct system_kind *find_kind(const char *spec)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (strncmp(spec, KINDS[i]->prefix, strlen(KINDS[i]->prefix)) == 0)
            return KINDS[i];
    return NULL;
}

/* Does it end as HOST:PORT does? */
static bool names_port(const char *spec)
{
    const char *colon = strrchr(spec, ':');
    return colon && colon > spec && colon[1] && colon[1 + strspn(colon + 1, "0123456789")] == '\0';
}

static enum status unknown_system(const char *spec, struct err *e)
{
    if (builtin_find(spec))
        return err_set(e, E_USAGE, "unknown system '%s'; did you mean 'builtin:%s'?", spec, spec);
    if (names_port(spec))
        return err_set(e, E_USAGE, "unknown system '%s'; did you mean 'http://%s/v1'?", spec, spec);
    return err_set(e, E_USAGE,
                   "unknown system '%s': expected command:PROGRAM, http://…, https://…, "
                   "replay:FILE or builtin:NAME",
                   spec);
}

enum status system_open(const char *spec, const struct system_options *options, struct system **out,
                        struct err *e)
{
    const struct system_kind *kind = find_kind(spec);
    if (!kind)
        return unknown_system(spec, e);
    const struct system_options *o = options;
    if (o->workers == 0 || o->in_flight == 0 || o->concurrency == 0 || o->timeout_ms == 0)
        return err_set(e, E_USAGE, "a system needs at least one worker, request and millisecond");
    void *self;
    TRY(kind->open(spec, spec + strlen(kind->prefix), options, &self, e));
    struct system *s = mem_alloc(sizeof *s);
    *s = (struct system){.kind = kind, .self = self};
    struct json_writer w = json_writer_to(&s->description);
    json_object_open(&w);
    kind->describe(self, &w);
    json_object_close(&w);
    *out = s;
    return OK;
}

void system_free(struct system *s)
{
    if (!s)
        return;
    s->kind->free(s->self);
    buf_release(&s->description);
    free(s);
}

static const char *objection_to_sql(struct str sql)
{
    if (sql.len > SYSTEM_MAX_SQL_BYTES)
        return "an answer of more than 100 KB";
    if (sql.len > 0 && memchr(sql.ptr, '\0', sql.len))
        return "the SQL holds a NUL byte";
    return NULL;
}

/* Cut between characters; `cut` has room for SYSTEM_MAX_ERROR_BYTES and three dots. */
static struct str shorten_error(struct str s, char *cut)
{
    if (s.len <= SYSTEM_MAX_ERROR_BYTES)
        return s;
    size_t len = 0, n;
    while ((n = utf8_length(s, len)), n = n ? n : 1, len + n <= SYSTEM_MAX_ERROR_BYTES)
        len += n;
    memcpy(cut, s.ptr, len);
    memcpy(cut + len, "...", 3);
    return (struct str){cut, len + 3};
}

enum status system_hand_in(const struct ask_source *source, const struct ask_request *r,
                           struct answer reply, struct err *e)
{
    char cut[SYSTEM_MAX_ERROR_BYTES + 3];
    const char *objection = objection_to_sql(reply.sql);
    if (objection) {
        reply.sql = STR_NONE;
        reply.error = str_from(objection);
        reply.cut_off = false;
    }
    if (!reply.sql.ptr && !reply.final)
        reply.failure = FAILURE_OUTAGE;
    reply.error = shorten_error(reply.error, cut);
    return source->done(source->ctx, r, &reply, e);
}

enum status system_run(struct system *s, const struct ask_source *source, struct err *e)
{
    return s->kind->run(s->self, source, e);
}

enum status system_end(struct system *s, struct err *e)
{
    return s->kind->end ? s->kind->end(s->self, e) : OK;
}

struct str system_describe(const struct system *s)
{
    return buf_str(&s->description);
}

bool system_is_costly(const struct system *s)
{
    return s->kind->costly;
}

bool system_has_prompts(const struct system *s)
{
    return s->kind->request_text != NULL;
}

uint32_t system_max_tokens(const struct system *s)
{
    return s->kind->max_tokens ? s->kind->max_tokens(s->self) : 0;
}

struct system_sending system_sends(const struct system *s, struct arena *a)
{
    return s->kind->sends ? s->kind->sends(s->self, a) : (struct system_sending){.host = STR_NONE};
}

enum status system_request_text(struct system *s, const struct ask_source *source,
                                const struct ask_request *r, struct buf *out, struct err *e)
{
    buf_clear(out);
    if (s->kind->request_text)
        return s->kind->request_text(s->self, source, r, out, e);
    struct json_writer w = json_writer_to(out);
    json_array_open(&w);
    json_put_str(&w, r->db_id);
    json_put_str(&w, r->question);
    json_put_raw(&w, r->schema_json);
    if (r->evidence.ptr)
        json_put_str(&w, r->evidence);
    json_array_close(&w);
    return OK;
}
