/* paraphraser.c: tasks of many seeds, asked in rounds. */
#include "pipeline/paraphraser.h"

#include "base/utf8.h"
#include "link/book_shelf.h"
#include "pipeline/announcement.h"
#include "pipeline/kept_answers.h"
#include "sql/parse.h"
#include "system/chat_server.h"
#include "system/reply_sql.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEEDS_PER_BATCH = 64, MAX_REQUEST = 1 << 22 };

const struct paraphraser_settings paraphraser_settings_default = {.ask.retries = SYSTEM_USUAL};

enum status paraphraser_settings_check(const struct paraphraser_settings *s, struct err *e)
{
    if (!s->address && (s->texts || s->ask.model || s->ask.key_env || s->ask.cache))
        return err_set(e, E_USAGE, "nobody is asked: --paraphraser names the server of the model");
    return OK;
}

/* The server and what it is told */

struct paraphraser {
    struct chat_server server;
    struct paraphrase_texts texts;
    struct paraphrase_sampling sampling;
    struct buf description;
    struct buf identity; /* of the server: what replies are kept by, besides the request */
};

static void describe(struct paraphraser *p)
{
    char digest[DIGEST_HEX + 1];
    struct json_writer w = json_writer_to(&p->identity);
    json_object_open(&w);
    chat_server_describe(&p->server, &w);
    json_object_close(&w);
    digest_hex(paraphrase_texts_digest(&p->texts), digest);
    w = json_writer_to(&p->description);
    json_object_open(&w);
    chat_server_describe(&p->server, &w);
    json_key(&w, STR("texts"));
    json_put_str(&w, str_from(digest));
    json_key(&w, STR("max_tokens"));
    json_put_int(&w, p->sampling.max_tokens);
    json_key(&w, STR("seed"));
    json_put_int(&w, p->sampling.seed);
    if (p->sampling.plain) {
        json_key(&w, STR("no_temperature"));
        json_put_bool(&w, true);
    }
    json_object_close(&w);
}

enum status paraphraser_open(const struct paraphraser_settings *s, const atomic_int *stop,
                             struct paraphraser **out, struct err *e)
{
    const struct system_options options = ask_system_options(&s->ask, stop);
    if (strncmp(s->address, "http://", 7) != 0 && strncmp(s->address, "https://", 8) != 0)
        return err_set(e, E_USAGE, "--paraphraser takes http://… or https://…, not '%s'",
                       s->address);
    struct paraphraser *p = mem_alloc(sizeof *p);
    *p = (struct paraphraser){.sampling = {.texts = &p->texts,
                                           .max_tokens = options.max_tokens,
                                           .seed = options.has_seed ? options.seed : 1,
                                           .plain = s->ask.no_temperature}};
    enum status status = chat_server_open(&p->server, s->address, &options, e);
    if (status) {
        free(p);
        return status;
    }
    status = paraphrase_texts_load(&p->texts, s->texts, e);
    if (status) {
        chat_server_close(&p->server);
        free(p);
        return status;
    }
    describe(p);
    *out = p;
    return OK;
}

void paraphraser_free(struct paraphraser *p)
{
    if (!p)
        return;
    paraphrase_texts_release(&p->texts);
    chat_server_close(&p->server);
    buf_release(&p->description);
    buf_release(&p->identity);
    free(p);
}

struct str paraphraser_describe(const struct paraphraser *p)
{
    return buf_str(&p->description);
}

/* A run */

/* A request of a round. Tasks of several kinds may want to know the same: then it is asked once. */
struct round_request {
    struct paraphrase_task *task;
    struct paraphrase_want want;
    struct digest key; /* in the cache */
    bool known;        /* or asked for another one */
    uint32_t twin;     /* the place of one that the same answer is for; 0 for none */
};

/* What a server refused before it had said anything. A server that is merely broken refuses, too:
 * it is not worth keeping until the server has said something. */
struct refusals {
    struct arena arena;
    struct refused_request {
        struct digest key;
        struct answer answer;
    } * items;
    uint32_t count;
};

struct paraphrasing {
    const struct paraphraser *paraphraser;
    const struct paraphrase_order *order;
    const struct listener *listener;
    struct paraphrase_outcome *outcome;
    struct arena *lasting; /* what is handed on */
    struct paraphrases *out;
    struct kept_answers answers;
    struct book_shelf books;

    struct arena arena; /* of a batch */
    struct paraphrase_task *tasks;
    uint32_t n_tasks;

    struct round_request *round; /* heap */
    uint32_t n_round, next;
    struct line_map open; /* by key, the places of those that are to be asked */
    uint32_t *slots;      /* requests under way: places in the round */

    struct buf prompt, body;
    struct arena scratch; /* of a request */
    bool answered;        /* the server has said something, now or in an earlier run */
    struct refusals refusals;
    uint64_t outages; /* requests without an answer */
    char first_outage[120];
    struct progress progress;
    enum status status; /* of the first failure in a callback that cannot return one */
    struct err err;
};

/* Seeds */

/* NULL where the seed has no gold query that can be read, or no database that it should have. */
static enum status read_seed(struct paraphrasing *g, const struct seed *seed,
                             const struct question_reading **out, struct err *e)
{
    struct arena *a = &g->arena;
    const struct indicator_book *book;
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    struct err unread;
    *out = NULL;
    if (!seed->query.ptr || sql_parse(a, seed->query, stmt, &unread) != OK ||
        sql_resolve(a, seed->schema, stmt, resolution, &unread) != OK)
        return OK;
    enum status status = book_shelf_get(&g->books, seed->database.ptr, seed->schema, &book, e);
    if (status)
        return status == E_HOST ? status : OK;
    struct query_parts *parts = ARENA_NEW(a, struct query_parts);
    struct question_reading *reading = ARENA_NEW(a, struct question_reading);
    *parts = query_parts_of(a, stmt, resolution);
    *reading = question_read(a, book, g->order->knowledge, parts, seed->question);
    *out = reading;
    return OK;
}

static enum status begin_seed(struct paraphrasing *g, uint32_t place, struct err *e)
{
    const struct question_reading *reading;
    enum status status = read_seed(g, &g->order->seeds[place], &reading, e);
    for (int k = 0; status == OK && reading && k < N_REWORD_KINDS; k++)
        if (g->order->kinds[k] && paraphrase_task_begin(&g->arena, reading, place,
                                                        (enum reword_kind)k, &g->tasks[g->n_tasks]))
            g->n_tasks++;
    return status ? status : listener_check(g->listener, e);
}

/* What was kept of a task goes to those who make cases. */
static void hand_on(struct paraphrasing *g, const struct paraphrase_task *t)
{
    struct arena *a = g->lasting;
    struct str *items = ARENA_ARRAY(a, struct str, t->tally.kept + 1);
    struct str *explanations = ARENA_ARRAY(a, struct str, t->tally.kept + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_candidates; i++)
        if (t->candidates[i].state == CANDIDATE_KEPT) {
            items[n] = arena_str(a, t->candidates[i].said.question);
            explanations[n++] = arena_str(a, t->candidates[i].said.explanation);
        }
    g->out[t->place].kinds[t->kind] = (struct paraphrase_list){items, explanations, n};
    paraphrase_tally_add(&g->outcome->kinds[t->kind], &t->tally);
}

/* Requests */

static void make_request(struct paraphrasing *g, const struct round_request *r,
                         struct chat_request *out)
{
    paraphrase_task_request(r->task, &r->want, &g->paraphraser->sampling, &g->prompt, out);
}

static void update(struct paraphrasing *g)
{
    int64_t now_ns = monotonic_ns();
    progress_update(&g->progress, g->outcome->asked + g->outcome->known, g->outages, now_ns);
    if (g->answers.open && g->status == OK)
        g->status = answer_cache_tick(&g->answers.cache, now_ns, &g->err);
}

static void answer(struct paraphrasing *g, const struct round_request *r,
                   const struct said_texts *said)
{
    g->answered = g->answered || said->count > 0;
    paraphrase_task_answer(r->task, &r->want, said->items, said->count, &g->arena);
}

static enum status find_key(struct paraphrasing *g, struct round_request *r, struct err *e)
{
    struct chat_request request;
    make_request(g, r, &request);
    buf_clear(&g->body);
    chat_put_request(&g->body, str_from(g->paraphraser->server.options.model), &request);
    if (!buf_whole(&g->body))
        return err_set(e, E_LIMIT, "request of more than %d bytes", MAX_REQUEST);
    r->key = answer_key(buf_str(&g->paraphraser->identity), buf_str(&g->body), 0);
    return OK;
}

/* Is the same asked already in this round? Then it waits for that answer. */
static void find_twin(struct paraphrasing *g, uint32_t place)
{
    struct round_request *r = &g->round[place];
    struct line_place first = line_map_get(&g->open, r->key);
    if (first.len == 0) {
        line_map_put(&g->open, r->key, (struct line_place){place, 1});
        return;
    }
    struct round_request *asked = &g->round[first.at];
    r->known = true;
    r->twin = asked->twin;
    asked->twin = place;
    g->outcome->known++;
}

/* Is the answer known? Then the task has it. */
static enum status look_up(struct paraphrasing *g, uint32_t place, struct err *e)
{
    struct round_request *r = &g->round[place];
    struct arena_mark mark = arena_mark(&g->scratch);
    struct answer found;
    enum status status = find_key(g, r, e);
    if (status == OK && g->answers.open)
        status = answer_cache_find(&g->answers.cache, r->key, &g->scratch, &found, &r->known, e);
    if (status == OK && r->known) {
        g->outcome->known++;
        answer(g, r, &found.said);
    } else if (status == OK) {
        find_twin(g, place);
    }
    arena_rewind(&g->scratch, mark);
    return status ? status : listener_check(g->listener, e);
}

/* The source of requests */

static enum status next_request(void *ctx, uint32_t slot, struct chat_request *out, bool *more,
                                struct err *e)
{
    struct paraphrasing *g = ctx;
    while (g->next < g->n_round && g->round[g->next].known)
        g->next++;
    *more = g->next < g->n_round && g->status == OK;
    if (*more) {
        g->slots[slot] = g->next++;
        make_request(g, &g->round[g->slots[slot]], out);
    }
    if (g->status)
        *e = g->err;
    return g->status;
}

/* What the server said, bounded: what is cut off is no reply to go by. */
static struct said_texts take_texts(struct paraphrasing *g, const struct chat_reply *reply,
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

/* Keep what a later run need not ask again. */
static enum status keep_answer(struct paraphrasing *g, struct digest key, const struct answer *kept,
                               struct err *e)
{
    struct refusals *r = &g->refusals;
    enum status status = OK;
    if (!g->answers.open)
        return OK;
    if (kept->said.count == 0 && !g->answered) {
        ARENA_PUSH(&r->arena, r->items, r->count);
        r->items[r->count] = (struct refused_request){key, *kept};
        r->items[r->count++].answer.error = arena_str(&r->arena, kept->error);
        return OK;
    }
    for (uint32_t i = 0; i < r->count && status == OK; i++)
        status = answer_cache_add(&g->answers.cache, r->items[i].key, &r->items[i].answer, e);
    r->count = 0;
    return status == OK ? answer_cache_add(&g->answers.cache, key, kept, e) : status;
}

static enum status take_outcome(void *ctx, uint32_t slot, const struct chat_outcome *o,
                                struct err *e)
{
    struct paraphrasing *g = ctx;
    struct round_request *r = &g->round[g->slots[slot]];
    struct str texts[CHAT_MAX_CHOICES];
    struct answer kept = {.error = utf8_cut(o->error, SYSTEM_MAX_ERROR_BYTES),
                          .ms = o->ms,
                          .attempts = o->attempts,
                          .final = o->final};
    enum status status = OK;
    g->outcome->asked++;
    if (!o->final) {
        if (g->outages++ == 0)
            snprintf(g->first_outage, sizeof g->first_outage, "%.*s", STR_ARG(o->error));
        return OK;
    }
    if (o->reply) {
        kept.said = take_texts(g, o->reply, texts);
        kept.tokens = o->reply->tokens;
        g->outcome->tokens.prompt += kept.tokens.prompt;
        g->outcome->tokens.completion += kept.tokens.completion;
    }
    status = keep_answer(g, r->key, &kept, e);
    for (answer(g, r, &kept.said); r->twin; answer(g, r, &kept.said))
        r = &g->round[r->twin];
    update(g);
    return status;
}

static void tick(void *ctx)
{
    update(ctx);
}

/* Rounds */

static void collect(struct paraphrasing *g)
{
    struct paraphrase_want wants[PARAPHRASE_MAX_WANTS];
    g->n_round = g->next = 0;
    line_map_release(&g->open);
    for (uint32_t t = 0; t < g->n_tasks; t++) {
        uint32_t n = paraphrase_task_wants(&g->tasks[t], &g->arena, wants);
        for (uint32_t i = 0; i < n; i++)
            g->round[g->n_round++] = (struct round_request){.task = &g->tasks[t], .want = wants[i]};
    }
}

/* How many seeds the open requests are for; they stand together. */
static uint32_t count_open_seeds(const struct paraphrasing *g)
{
    uint32_t n = 0, latest = UINT32_MAX;
    for (uint32_t i = 0; i < g->n_round; i++)
        if (!g->round[i].known && g->round[i].task->place != latest) {
            latest = g->round[i].task->place;
            n++;
        }
    return n;
}

static enum status ask_round(struct paraphrasing *g, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < g->n_round && status == OK; i++)
        status = look_up(g, i, e);
    uint32_t n_seeds = count_open_seeds(g);
    if (status || n_seeds == 0)
        return status;
    const struct chat_source source = {.ctx = g,
                                       .answered = g->answered,
                                       .n_seeds = n_seeds,
                                       .next = next_request,
                                       .done = take_outcome,
                                       .tick = tick};
    status = chat_run(&g->paraphraser->server, &source, e);
    if (status == OK && g->outages > 0)
        status =
            err_set(e, E_SYSTEM, "%.*s: %" PRIu64 " request%s without an answer; the first: %s",
                    STR_ARG(g->paraphraser->server.base), g->outages, g->outages == 1 ? "" : "s",
                    g->first_outage);
    return status;
}

/* Books that no task looks into any more make room, but not those of this batch. */
static void begin_batch(struct paraphrasing *g)
{
    arena_rewind(&g->arena, (struct arena_mark){0});
    g->n_tasks = 0;
    if (g->books.n_books >= SEEDS_PER_BATCH) {
        book_shelf_release(&g->books);
        g->books.lexicon = g->order->lexicon;
    }
}

static enum status run_batch(struct paraphrasing *g, uint32_t first, uint32_t end, struct err *e)
{
    enum status status = OK;
    begin_batch(g);
    for (uint32_t i = first; i < end && status == OK; i++)
        status = begin_seed(g, i, e);
    while (status == OK && (collect(g), g->n_round > 0))
        status = ask_round(g, e);
    for (uint32_t t = 0; t < g->n_tasks && status == OK; t++)
        hand_on(g, &g->tasks[t]);
    return status;
}

static uint32_t count_kinds(const struct paraphrase_order *o)
{
    uint32_t n = 0;
    for (int k = 0; k < N_REWORD_KINDS; k++)
        n += o->kinds[k];
    return n;
}

/* Each question of each kind takes so many requests at least, where it takes any. */
static void announce(const struct paraphrasing *g)
{
    uint64_t requests = (uint64_t)g->order->n_seeds * count_kinds(g->order) * PARAPHRASE_DRAWS;
    if (requests > ANNOUNCED_REQUESTS)
        listener_notice(g->listener,
                        "about %" PRIu64 " requests to %.*s for candidates, and as many again to "
                        "choose among them",
                        requests, STR_ARG(g->paraphraser->server.base));
}

static enum status run_batches(struct paraphrasing *g, struct err *e)
{
    enum status status = OK;
    uint32_t n = g->order->n_seeds;
    announce(g);
    progress_begin(&g->progress, 0, monotonic_ns());
    for (uint32_t first = 0; first < n && status == OK; first += SEEDS_PER_BATCH)
        status = run_batch(g, first, n - first < SEEDS_PER_BATCH ? n : first + SEEDS_PER_BATCH, e);
    progress_end(&g->progress, g->outcome->asked + g->outcome->known, g->outages, monotonic_ns());
    struct err interrupted;
    if (status && listener_check(g->listener, &interrupted)) {
        *e = interrupted;
        status = E_INTERRUPTED;
    }
    return status;
}

static void release(struct paraphrasing *g)
{
    book_shelf_release(&g->books);
    line_map_release(&g->open);
    buf_release(&g->prompt);
    buf_release(&g->body);
    arena_release(&g->arena);
    arena_release(&g->scratch);
    arena_release(&g->refusals.arena);
    free(g->tasks);
    free(g->round);
    free(g->slots);
}

enum status paraphraser_run(struct paraphraser *p, const struct paraphrase_order *order,
                            const struct listener *listener, struct arena *a,
                            const struct paraphrases **out, struct paraphrase_outcome *outcome,
                            struct err *e)
{
    size_t most = (size_t)SEEDS_PER_BATCH * N_REWORD_KINDS;
    struct paraphrasing g = {.paraphraser = p,
                             .order = order,
                             .listener = listener,
                             .outcome = outcome,
                             .lasting = a,
                             .books.lexicon = order->lexicon,
                             .progress = {.style = listener->style,
                                          .verb = "asked for paraphrases",
                                          .write = listener->progress}};
    *outcome = (struct paraphrase_outcome){0};
    enum status status = kept_answers_open(&g.answers, order->cache, listener, e);
    if (status)
        return status;
    buf_limit(&g.body, MAX_REQUEST);
    g.tasks = mem_resize_array(NULL, most, sizeof *g.tasks);
    g.round = mem_resize_array(NULL, most * PARAPHRASE_MAX_WANTS, sizeof *g.round);
    g.slots = mem_resize_array(NULL, p->server.options.concurrency, sizeof *g.slots);
    g.out = arena_zalloc(a, (order->n_seeds + (size_t)1) * sizeof *g.out);
    for (uint32_t i = 0; i < order->n_seeds; i++)
        g.out[i].model = str_from(p->server.options.model);
    status = run_batches(&g, e);
    kept_answers_tell(&g.answers, listener, status, ", as --no-cache says");
    status = kept_answers_close(&g.answers, status, e);
    if (status == OK && outcome->cut_off > 0)
        listener_notice(listener,
                        "%" PRIu64 " replies of the paraphraser were cut off; see --max-tokens",
                        outcome->cut_off);
    *out = g.out;
    release(&g);
    return status;
}
