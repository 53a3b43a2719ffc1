/* rater.c: the built-in model, a file, or a server that rates texts one by one. */
#include "model/rater.h"

#include "base/stage_progress.h"
#include "base/utf8.h"
#include "fluency/gram_file.h"
#include "system/announcement.h"
#include "system/chat_server.h"

#include <math.h>
#include <stdlib.h>

const struct rater_settings rater_settings_default = {.ask.system.retries = SYSTEM_USUAL};

/* The bytes of the built-in model, where teql_embed_whole put them. */
extern const char DEFAULT_MODEL[], DEFAULT_MODEL_END[];

struct rater {
    struct arena arena;
    struct str name;
    struct fluency_model file; /* of a file, or the built-in one */
    struct chat_server server;
    bool is_server;
    struct fluency_rater rater;
};

/* Servers */

/* Texts on their way to a server and back. */
struct rating_run {
    const struct str *texts;
    uint32_t count, next;
    double *out;
    uint32_t *slots; /* texts under way */
};

static enum status next_rated_text(void *ctx, uint32_t slot, struct chat_request *out,
                                   enum ask_next *what, struct err *e)
{
    struct rating_run *run = ctx;
    (void)e;
    *what = run->next < run->count ? ASK_THIS : ASK_NO_MORE;
    if (*what != ASK_THIS)
        return OK;
    run->slots[slot] = run->next;
    *out = (struct chat_request){.prompt = run->texts[run->next], .for_seed = run->next};
    run->next++;
    return OK;
}

static uint64_t count_characters(struct str text)
{
    uint64_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
    return n;
}

/* The mean of -ln p over the tokens of a text. Some servers must generate tokens: those after the
 * text are not counted. A token of the server's own may come before it. Below 0 if another text was
 * rated, or if a value is not the logarithm of a probability. */
static double mean_cost(const struct chat_choice *c, struct str text)
{
    uint64_t characters = count_characters(text), rated = 0, own = 0;
    double sum = 0;
    if (!str_starts(c->text, text))
        return -1;
    for (; own < c->n_tokens && c->tokens[own].begin < characters; own++) {
        double log = c->tokens[own].log_probability;
        if (log > 0 || log < -1e6)
            return -1;
        if (!isnan(log)) {
            sum -= log;
            rated++;
        }
    }
    return rated == 0 || own > characters + 1 ? -1 : sum / (double)rated;
}

static enum status take_rating(void *ctx, uint32_t slot, const struct chat_outcome *o,
                               struct err *e)
{
    struct rating_run *run = ctx;
    const struct chat_choice *c = o->reply ? &o->reply->choices[0] : NULL;
    uint32_t text = run->slots[slot];
    run->out[text] = -1;
    if (!c)
        return OK;
    if (c->n_tokens == 0)
        return err_set(e, E_SYSTEM,
                       "the server gives no log probabilities of a prompt (echo and logprobs of "
                       "/completions)");
    double cost = mean_cost(c, run->texts[text]);
    if (cost < 0)
        return err_set(e, E_SYSTEM,
                       "the server did not rate '%.*s': its log probabilities are of another text, "
                       "or not valid",
                       STR_ARG(utf8_cut(run->texts[text], 60)));
    run->out[text] = fluency_of(cost);
    return OK;
}

static enum status rate_by_server(void *ctx, const struct str *texts, uint32_t n, double *out,
                                  struct err *e)
{
    struct rater *r = ctx;
    struct rating_run run = {.texts = texts, .count = n, .out = out};
    run.slots = mem_resize_array(NULL, r->server.options.concurrency, sizeof *run.slots);
    const struct chat_source source = {
        .ctx = &run, .n_seeds = n, .next = next_rated_text, .done = take_rating};
    enum status status = chat_run(&r->server, &source, e);
    free(run.slots);
    return status;
}

static bool is_server_address(const char *model)
{
    return strncmp(model, "http://", 7) == 0 || strncmp(model, "https://", 8) == 0;
}

bool rater_settings_idle(const struct rater_settings *s)
{
    const struct ask_settings *usual = &rater_settings_default.ask;
    if (s->model && is_server_address(s->model))
        return false;
    return s->ask.system.model || s->ask.system.key_env || s->ask.system.ca_file ||
           server_options_given(&s->ask.system.server) ||
           s->ask.system.concurrency != usual->system.concurrency ||
           s->ask.system.timeout_ms != usual->system.timeout_ms ||
           s->ask.system.retries != usual->system.retries;
}

static enum status open_server(struct rater *r, const struct rater_settings *s,
                               const struct listener *l, struct err *e)
{
    const struct system_options options = ask_system_options(&s->ask, l->stop);
    TRY(chat_server_open(&r->server, s->model, &options, e));
    enum status status = chat_server_let_rate(&r->server, e);
    if (status) {
        chat_server_close(&r->server);
        return status;
    }
    announce_sending(l, options.watch, chat_server_far_host(&r->server, &r->arena),
                     STR("the questions that are rated"), NULL);
    r->is_server = true;
    r->name = arena_printf(&r->arena, "%s %s", s->model, s->ask.system.model);
    r->rater = (struct fluency_rater){r, rate_by_server};
    return OK;
}

/* Models of n-grams */

enum status default_model_open(struct gram_model *m, struct err *e)
{
    struct str bytes = {DEFAULT_MODEL, (size_t)(DEFAULT_MODEL_END - DEFAULT_MODEL)};
    return gram_model_open(m, bytes, e);
}

uint64_t default_model_sum(void)
{
    return gram_head_of((struct str){DEFAULT_MODEL, (size_t)(DEFAULT_MODEL_END - DEFAULT_MODEL)})
        .sum;
}

static enum status open_grams(struct rater *r, const char *path, const struct listener *l,
                              struct err *e)
{
    struct watched_reading reading;
    watched_reading_init(&reading, l);
    enum status status = path ? fluency_model_open(&r->file, path, &reading.watch, e)
                              : default_model_open(&r->file.grams, e);
    r->name = path ? str_from(path) : STR("built-in");
    r->rater = gram_rater(&r->file.grams);
    return status;
}

/* Any of them */

enum status rater_open(const struct rater_settings *s, const struct listener *listener,
                       struct rater **out, struct err *e)
{
    struct rater *r = mem_alloc(sizeof *r);
    *r = (struct rater){.name = STR("")};
    enum status status = s->model && is_server_address(s->model)
                             ? open_server(r, s, listener, e)
                             : open_grams(r, s->model, listener, e);
    if (status)
        free(r);
    else
        *out = r;
    return status;
}

void rater_free(struct rater *r)
{
    if (!r)
        return;
    if (r->is_server)
        chat_server_close(&r->server);
    else
        fluency_model_close(&r->file);
    arena_release(&r->arena);
    free(r);
}

enum status rater_rate(struct rater *r, const struct str *texts, uint32_t n, double *out,
                       struct err *e)
{
    return r->rater.rate(r->rater.ctx, texts, n, out, e);
}

struct str rater_name(const struct rater *r)
{
    return r->name;
}
