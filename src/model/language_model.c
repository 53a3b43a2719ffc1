/* language_model.c: rounds of requests, the cache before them. */
#include "model/language_model.h"

#include "base/file.h"
#include "base/number.h"
#include "base/utf8.h"
#include "system/announcement.h"
#include "system/reply_sql.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_REQUEST = 1 << 22 };

const struct model_settings model_settings_default = {.ask.system.retries = SYSTEM_USUAL};

enum status model_settings_check(const struct model_settings *s, const char *options, struct err *e)
{
    const struct named_model m = {s->address, s->ask.system.model, s->ask.system.key_env,
                                  s->ask.system.server};
    return named_model_check(&m, s->texts || s->ask.cache, options, e);
}

static bool is_address(const char *text)
{
    struct str spec = str_from(text);
    return str_starts(spec, STR("http://")) || str_starts(spec, STR("https://"));
}

struct model_settings model_settings_beside(const struct ask_settings *ask, const char *system,
                                            const struct named_model *m)
{
    struct model_settings s = {.address = m->address, .ask = *ask};
    if (m->model)
        s.ask.system.model = m->model;
    if (m->key_env || is_address(system))
        s.ask.system.key_env = m->key_env;
    if (server_options_given(&m->server) || is_address(system))
        s.ask.system.server = m->server;
    s.ask.system.connect = NULL; /* that is where the system is */
    return s;
}

enum status model_cache_beside(const struct ask_settings *s, const char *out, struct arena *a,
                               const char **cache, struct err *e)
{
    struct str made = str_from(out);
    *cache = s->no_cache ? NULL : s->cache;
    if (s->no_cache || s->cache)
        return OK;
    while (made.len > 1 && made.ptr[made.len - 1] == '/')
        made.len--;
    *cache = arena_printf(a, "%.*s.cache", STR_ARG(made)).ptr;
    return file_expect_no_link(*cache, e);
}

/* The server and its description */

static void describe_server(struct language_model *m)
{
    struct json_writer w = json_writer_to(&m->identity);
    json_object_open(&w);
    chat_server_describe(&m->server, &w);
    json_object_close(&w);
}

static void describe_model(struct language_model *m, struct digest texts)
{
    char digest[DIGEST_HEX + 1];
    struct json_writer w = json_writer_to(&m->description);
    digest_hex(texts, digest);
    json_object_open(&w);
    chat_server_describe(&m->server, &w);
    json_key_str(&w, "texts", str_from(digest));
    json_key_count(&w, "max_tokens", m->sampling.max_tokens);
    json_key_count(&w, "seed", m->sampling.seed);
    if (m->sampling.plain)
        json_key_bool(&w, "no_temperature", true);
    json_object_close(&w);
}

enum status language_model_open(struct language_model *m, const char *option,
                                struct digest (*used)(const struct paraphrase_texts *t),
                                const struct model_settings *s, const atomic_int *stop,
                                struct err *e)
{
    const struct system_options options = ask_system_options(&s->ask, stop);
    if (!is_address(s->address))
        return err_set(e, E_USAGE, "%s takes http://… or https://…, not '%s'", option, s->address);
    *m = (struct language_model){.sampling = {.texts = &m->texts,
                                              .max_tokens = options.max_tokens,
                                              .seed = options.seed ? options.seed : 1,
                                              .plain = s->ask.no_temperature},
                                 .retry_errors = s->ask.retry_errors};
    TRY(chat_server_open(&m->server, s->address, &options, e));
    enum status status = paraphrase_texts_load(&m->texts, s->texts, e);
    if (status) {
        chat_server_close(&m->server);
        return status;
    }
    describe_server(m);
    describe_model(m, used(&m->texts));
    return OK;
}

void language_model_close(struct language_model *m)
{
    paraphrase_texts_release(&m->texts);
    chat_server_close(&m->server);
    buf_release(&m->identity);
    buf_release(&m->description);
}

/* Asking */

/* A request of a round. Several may be the same: then it is asked once. */
struct round_request {
    struct digest key; /* in the cache */
    uint32_t seed;     /* that it is for */
    bool known;        /* or asked for another one */
    uint32_t twin;     /* the place of another that gets the same answer; 0 for none */
};

struct model_asking {
    const struct language_model *model;
    const struct listener *listener;
    struct model_outcome *outcome;
    struct answer_cache answers;

    const struct model_round *round;
    struct round_request *requests; /* of the round; heap */
    uint32_t next;
    struct line_map open; /* by key, the places of those that are to be asked */
    uint32_t *slots;      /* requests under way: places in the round */

    struct buf body;
    struct arena scratch;  /* of a request */
    bool answered;         /* the server has said something, now or in an earlier run */
    uint64_t outages;      /* requests without an answer */
    uint64_t old_refusals; /* known answers that are only refusals (answer_is_refusal) */
    char first_outage[120];
    struct progress progress;
    enum status status; /* of the first failure in a callback that cannot return one */
    struct err err;
};

static void show_progress(struct model_asking *g)
{
    int64_t now_ns = monotonic_ns();
    progress_update(&g->progress, g->outcome->asked + g->outcome->known, g->outages, now_ns);
    if (g->answers.open && g->status == OK)
        g->status = answer_cache_tick(&g->answers, now_ns, &g->err);
}

static void hand_in_answer(struct model_asking *g, uint32_t place, const struct said_texts *said)
{
    g->answered = g->answered || said->count > 0;
    g->round->answer(g->round->ctx, place, said);
}

/* What is known */

static enum status find_key(struct model_asking *g, uint32_t place, struct err *e)
{
    struct chat_request request;
    g->round->request(g->round->ctx, place, &request);
    buf_clear(&g->body);
    chat_server_put_request(&g->model->server, &request, &g->body);
    if (!buf_whole(&g->body))
        return err_set(e, E_LIMIT, "request of more than %d bytes", MAX_REQUEST);
    /* Requests that differ in their seed are different, even where it cannot be sent. */
    bool sent = chat_form_sends_seed(&g->model->server.form);
    uint32_t repeat = sent || request.sampling_seed < 0 ? 0 : (uint32_t)request.sampling_seed;
    g->requests[place] = (struct round_request){
        .key = answer_key(buf_str(&g->model->identity), buf_str(&g->body), repeat),
        .seed = request.for_seed};
    return OK;
}

/* If the same is asked already in this round, wait for that answer. */
static void find_twin(struct model_asking *g, uint32_t place)
{
    struct round_request *r = &g->requests[place];
    struct line_place first = line_map_get(&g->open, r->key);
    if (first.len == 0) {
        line_map_put(&g->open, r->key, (struct line_place){place, 1});
        return;
    }
    struct round_request *asked = &g->requests[first.at];
    r->known = true;
    r->twin = asked->twin;
    asked->twin = place;
    g->outcome->known++;
}

/* If the answer is known, hand it in. */
static enum status look_up_answer(struct model_asking *g, uint32_t place, struct err *e)
{
    struct round_request *r = &g->requests[place];
    struct answer found = {.id = STR_NONE};
    arena_clear(&g->scratch);
    TRY(find_key(g, place, e));
    if (g->answers.open)
        TRY(answer_cache_find(&g->answers, r->key, &g->scratch, &found, &r->known, e));
    if (r->known) {
        g->outcome->known++;
        g->old_refusals += answer_is_refusal(&found);
        hand_in_answer(g, place, &found.said);
    } else {
        find_twin(g, place);
    }
    return listener_check(g->listener, e);
}

/* The source of requests */

static enum status next_request(void *ctx, uint32_t slot, struct chat_request *out,
                                enum ask_next *what, struct err *e)
{
    struct model_asking *g = ctx;
    while (g->next < g->round->count && g->requests[g->next].known)
        g->next++;
    *what = g->next < g->round->count && g->status == OK ? ASK_THIS : ASK_NO_MORE;
    if (*what == ASK_THIS) {
        g->slots[slot] = g->next++;
        g->round->request(g->round->ctx, g->slots[slot], out);
    }
    if (g->status)
        *e = g->err;
    return g->status;
}

/* What the server said, bounded. A reply that was cut off counts as empty. */
static struct said_texts take_texts(struct model_asking *g, const struct chat_reply *reply,
                                    struct str *texts)
{
    for (uint32_t i = 0; i < reply->n_choices; i++) {
        const struct chat_choice *c = &reply->choices[i];
        struct str said = reply_after_thought(c->text); /* some models think at length */
        texts[i] = c->cut_off ? STR("") : utf8_cut(said, PARAPHRASE_MAX_REPLY);
        g->outcome->cut_off += c->cut_off;
    }
    return (struct said_texts){texts, reply->n_choices};
}

/* The request and those that are the same. */
static void hand_in_to_all(struct model_asking *g, uint32_t place, const struct said_texts *said)
{
    do {
        hand_in_answer(g, place, said);
        place = g->requests[place].twin;
    } while (place);
}

static enum status take_outcome(void *ctx, uint32_t slot, const struct chat_outcome *o,
                                struct err *e)
{
    struct model_asking *g = ctx;
    uint32_t place = g->slots[slot];
    struct str texts[CHAT_MAX_CHOICES];
    struct answer kept = {.error = utf8_cut(o->error, SYSTEM_MAX_ERROR_BYTES),
                          .ms = o->ms,
                          .attempts = o->attempts,
                          .final = o->final,
                          .passing = o->refused};
    g->outcome->asked++;
    if (!o->final) {
        if (g->outages++ == 0)
            snprintf(g->first_outage, sizeof g->first_outage, "%.*s", STR_ARG(o->error));
        return OK;
    }
    if (o->reply) {
        kept.said = take_texts(g, o->reply, texts);
        kept.tokens = o->reply->tokens;
        answer_tokens_add(&g->outcome->tokens, kept.tokens);
    }
    enum status status = OK;
    if (g->answers.open)
        status = answer_cache_add(&g->answers, g->requests[place].key, &kept, e);
    hand_in_to_all(g, place, &kept.said);
    show_progress(g);
    return status;
}

static void tick_asking(void *ctx)
{
    show_progress(ctx);
}

/* Rounds */

/* How many seeds the open requests are for; those of a seed are together. */
static uint32_t count_open_seeds(const struct model_asking *g)
{
    uint32_t n = 0, latest = UINT32_MAX;
    for (uint32_t i = 0; i < g->round->count; i++)
        if (!g->requests[i].known && g->requests[i].seed != latest) {
            latest = g->requests[i].seed;
            n++;
        }
    return n;
}

/* Say what will be sent, before it is. */
static enum status announce_round(struct model_asking *g, struct err *e)
{
    const struct chat_server *server = &g->model->server;
    struct announcement n = {0};
    uint64_t open = 0, left = request_watch_left(server->options.watch);
    for (uint32_t i = 0; i < g->round->count; i++)
        open += !g->requests[i].known;
    TRY(announce_requests(&n, g->listener, arena_str(&g->scratch, server->address.text).ptr,
                          open < left ? open : left, e));
    announce_sending(g->listener, server->options.watch, chat_server_far_host(server, &g->scratch),
                     STR("questions, values in them, and names of tables and columns"), NULL);
    return OK;
}

enum status model_asking_round(struct model_asking *g, const struct model_round *round,
                               struct err *e)
{
    g->round = round;
    g->next = 0;
    g->requests = mem_resize_array(g->requests, (size_t)round->count + 1, sizeof *g->requests);
    line_map_release(&g->open);
    for (uint32_t i = 0; i < round->count; i++)
        TRY(look_up_answer(g, i, e));
    const struct chat_source source = {.ctx = g,
                                       .answered = g->answered,
                                       .n_seeds = count_open_seeds(g),
                                       .next = next_request,
                                       .done = take_outcome,
                                       .tick = tick_asking};
    if (source.n_seeds == 0)
        return OK;
    TRY(announce_round(g, e));
    TRY(chat_run(&g->model->server, &source, e));
    if (g->outages == 0)
        return OK;
    return err_set(e, E_SYSTEM, "%.*s: %" PRIu64 " request%s without an answer; the first: %s",
                   STR_ARG(g->model->server.address.text), g->outages, plural(g->outages),
                   g->first_outage);
}

/* From beginning to end */

static void free_asking(struct model_asking *g)
{
    line_map_release(&g->open);
    buf_release(&g->body);
    arena_release(&g->scratch);
    free(g->requests);
    free(g->slots);
    free(g);
}

enum status model_asking_begin(const struct language_model *m, const char *cache, const char *verb,
                               const struct listener *listener, struct model_outcome *outcome,
                               struct model_asking **out, struct err *e)
{
    struct model_asking *g = mem_alloc(sizeof *g);
    *g = (struct model_asking){
        .model = m,
        .listener = listener,
        .outcome = outcome,
        .progress = {.style = listener->style, .verb = verb, .write = listener->progress}};
    *outcome = (struct model_outcome){0};
    enum status status = answer_cache_start(&g->answers, cache, m->retry_errors, listener, e);
    if (status) {
        free_asking(g);
        return status;
    }
    buf_limit(&g->body, MAX_REQUEST);
    g->slots = mem_resize_array(NULL, m->server.options.concurrency, sizeof *g->slots);
    progress_begin(&g->progress, 0, monotonic_ns());
    *out = g;
    return OK;
}

enum status model_asking_end(struct model_asking *g, enum status so_far, struct err *e)
{
    struct err interrupted;
    const struct listener *l = g->listener;
    progress_end(&g->progress, g->outcome->asked + g->outcome->known, g->outages, monotonic_ns());
    if (so_far && listener_check(l, &interrupted)) {
        *e = interrupted;
        so_far = E_INTERRUPTED;
    }
    answer_cache_report_refusals(&g->answers, l, g->old_refusals);
    answer_cache_report(&g->answers, l, so_far, ", as --no-cache says");
    enum status status = answer_cache_finish(&g->answers, so_far, e);
    free_asking(g);
    return status;
}
