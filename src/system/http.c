/* http.c: a language model behind a server as the system under test: prompts out, SQL in. */
#include "base/digest.h"
#include "base/file.h"
#include "system/chat_server.h"
#include "system/kind.h"
#include "system/prompt.h"
#include "system/reply_sql.h"

#include <stdlib.h>

struct http {
    struct arena arena; /* the template */
    struct chat_server server;
    struct prompt_template prompt;
    struct prompt_tables tables;
    struct buf text; /* of the prompt that is being made */
};

/* The asking */

struct http_asking {
    struct http *http;
    const struct ask_source *source;
    struct ask_request *requests; /* by slot */
    struct arena scratch;         /* of a reply */
};

static enum status next_chat(void *ctx, uint32_t slot, struct chat_request *out,
                             enum ask_next *what, struct err *e)
{
    struct http_asking *a = ctx;
    struct http *h = a->http;
    const struct system_options *o = &h->server.options;
    struct ask_request *r = &a->requests[slot];
    *what = a->source->next(a->source->ctx, r);
    if (*what != ASK_THIS)
        return OK;
    buf_clear(&h->text);
    size_t system_len;
    TRY(prompt_render(&h->prompt, &h->tables, a->source, r, &h->text, &system_len, e));
    struct str text = buf_str(&h->text);
    *out = (struct chat_request){.system = str_trim(str_slice(text, 0, system_len)),
                                 .prompt = str_slice(text, system_len, text.len),
                                 .temperature = o->temperature,
                                 .top_p = -1,
                                 .max_tokens = o->max_tokens,
                                 .sampling_seed = o->seed ? (int64_t)o->seed + r->repeat : -1,
                                 .for_seed = r->seed};
    return OK;
}

/* The query in what the model said. */
static void read_query(struct http_asking *a, const struct chat_choice *said, struct answer *reply)
{
    unsigned how = (a->http->prompt.ends_with_select ? REPLY_AFTER_SELECT : 0U) |
                   (said->cut_off ? REPLY_CUT_OFF : 0U);
    reply->sql = reply_sql(said->text, how, &a->scratch);
    reply->cut_off = said->cut_off && reply->sql.ptr;
    if (reply->sql.ptr)
        return;
    if (said->cut_off) {
        reply->failure = FAILURE_CUT_OFF;
        reply->error = STR("the reply was cut off (finish_reason: length) before a whole query; "
                           "see --max-tokens");
    } else {
        reply->error = STR("the model gave no SQL");
    }
}

static enum status take_chat(void *ctx, uint32_t slot, const struct chat_outcome *o, struct err *e)
{
    struct http_asking *a = ctx;
    struct arena_mark mark = arena_mark(&a->scratch);
    struct answer reply = {.error = o->error,
                           .final = o->final && (!o->refused || o->for_content),
                           .passing = o->refused,
                           .ms = o->ms,
                           .attempts = o->attempts};
    if (o->reply) {
        reply.tokens = o->reply->tokens;
        read_query(a, &o->reply->choices[0], &reply);
    }
    enum status status = system_hand_in(a->source, &a->requests[slot], reply, e);
    arena_rewind(&a->scratch, mark);
    return status;
}

static void tick_asking(void *ctx)
{
    struct http_asking *a = ctx;
    if (a->source->tick)
        a->source->tick(a->source->ctx);
}

static enum status http_run(void *self, const struct ask_source *source, struct err *e)
{
    struct http *h = self;
    struct http_asking a = {.http = h, .source = source};
    const struct chat_source chats = {.ctx = &a,
                                      .answered = source->answered,
                                      .n_seeds = source->n_seeds,
                                      .next = next_chat,
                                      .done = take_chat,
                                      .tick = tick_asking};
    a.requests = mem_resize_array(NULL, h->server.options.concurrency, sizeof *a.requests);
    enum status status = chat_run(&h->server, &chats, e);
    free(a.requests);
    arena_release(&a.scratch);
    return status;
}

/* The system */

static void http_free(void *self)
{
    struct http *h = self;
    chat_server_close(&h->server);
    prompt_tables_release(&h->tables);
    buf_release(&h->text);
    arena_release(&h->arena);
    free(h);
}

static enum status read_template(struct http *h, struct err *e)
{
    const char *path = h->server.options.template_path;
    struct str text = prompt_default();
    if (path)
        TRY(file_read(&h->arena, path, PROMPT_MAX_TEMPLATE, &text, e));
    enum status status = prompt_template_read(&h->prompt, str_skip_bom(text), e);
    if (status && path)
        err_in_file(e, path);
    uint32_t rows = h->server.options.prompt_rows;
    if (status || rows == SYSTEM_USUAL)
        return status;
    if (rows > PROMPT_MAX_ROWS)
        return err_set(e, E_USAGE, "--prompt-rows takes at most %d", PROMPT_MAX_ROWS);
    h->prompt.rows = rows;
    return OK;
}

static enum status http_open(const char *spec, const char *rest,
                             const struct system_options *options, void **out, struct err *e)
{
    (void)rest;
    struct http *h = mem_alloc(sizeof *h);
    *h = (struct http){.text = {.ptr = NULL}};
    enum status status = chat_server_open(&h->server, spec, options, e);
    if (status) {
        free(h);
        return status;
    }
    buf_limit(&h->text, PROMPT_MAX_BYTES);
    status = read_template(h, e);
    if (status)
        http_free(h);
    else
        *out = h;
    return status;
}

static uint32_t http_max_tokens(const void *self)
{
    const struct http *h = self;
    return chat_form_limit(&h->server.form, h->server.options.max_tokens);
}

static void http_describe(const void *self, struct json_writer *w)
{
    const struct http *h = self;
    const struct system_options *o = &h->server.options;
    char template[DIGEST_HEX + 1];
    digest_hex(digest_of(h->prompt.text), template);
    chat_server_describe(&h->server, w);
    json_key_str(w, "template", str_from(template));
    json_key_double(w, "temperature", o->temperature);
    json_key_count(w, "max_tokens", http_max_tokens(self));
    if (o->seed)
        json_key_count(w, "seed", o->seed);
    if (h->prompt.rows != PROMPT_ROWS) /* so keys of the usual prompt stay the same */
        json_key_count(w, "prompt_rows", h->prompt.rows);
}

static struct system_sending http_sends(const void *self, struct arena *a)
{
    const struct http *h = self;
    return (struct system_sending){.host = chat_server_far_host(&h->server, a),
                                   .what = prompt_holds(&h->prompt, a),
                                   .rows_of_tables =
                                       h->prompt.reads_database && h->prompt.rows > 0};
}

static enum status http_request_text(void *self, const struct ask_source *source,
                                     const struct ask_request *r, struct buf *out, struct err *e)
{
    struct http *h = self;
    size_t system_len;
    return prompt_render(&h->prompt, &h->tables, source, r, out, &system_len, e);
}

/* The two differ only in the beginning of their addresses. */
#define KIND(start)                                                                                \
    {                                                                                              \
        .prefix = (start), .costly = true, .open = http_open, .free = http_free, .run = http_run,  \
        .describe = http_describe, .sends = http_sends, .request_text = http_request_text,         \
        .max_tokens = http_max_tokens                                                              \
    }

const struct system_kind HTTP_KIND = KIND("http://");
const struct system_kind HTTPS_KIND = KIND("https://");
