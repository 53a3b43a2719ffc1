/* ask.c: the stream of questions, the cache before it and the answers behind it. */
#include "pipeline/ask.h"

#include "base/digest.h"
#include "base/json_writer.h"
#include "base/workers.h"
#include "pipeline/spool.h"
#include "suite/suite_store.h"
#include "system/answer_cache.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { ANSWER_LINE_MAX = 8 << 20 };

const struct ask_settings ask_settings_default = {.retries = SYSTEM_USUAL};

/* Where the answer to a question is. */
struct kept {
    struct line_place line; /* in the spool; len is 0 before it is there */
    struct digest key;      /* in the cache */
};

struct asking {
    const struct ask_order *order;
    const struct listener *listener;
    struct ask_outcome outcome;
    struct suite *suite;
    struct store *databases;
    struct system *system;
    struct ask_source source;
    struct answer_cache cache;
    bool has_cache;
    struct spool spool;
    struct kept *kept;
    uint32_t n_questions, repeats; /* seeds and cases; times of asking each */
    uint32_t next;                 /* of n_questions * repeats */
    struct buf request;            /* text that the key is made of */
    struct buf line;               /* of predictions.jsonl */
    struct arena scratch;
    struct progress progress;
    enum status status; /* of the first failure in a callback that cannot return one */
    struct err err;
    atomic_bool database_failed; /* to open one; the first failure is in database_err */
    struct err database_err;
};

/* Questions are numbered: all seeds, then all cases, and again for each time of asking. */

static uint32_t total(const struct asking *a)
{
    return a->n_questions * a->repeats;
}

static enum status fill_request(struct asking *a, uint32_t number, struct ask_request *out,
                                struct err *e)
{
    const struct suite *s = a->suite;
    uint32_t place = number % a->n_questions;
    const struct suite_schema *schema;
    *out = (struct ask_request){.number = number, .repeat = number / a->n_questions};
    if (place < s->n_seeds) {
        const struct seed *seed = &s->seeds[place];
        out->id = arena_printf(&a->scratch, "seed-%u", seed->number);
        out->db_id = seed->db_id;
        out->question = seed->question;
    } else {
        const struct test_case *c = &s->cases[place - s->n_seeds];
        out->id = c->id;
        out->db_id = c->db_id;
        out->question = c->question;
    }
    enum status status = suite_schema(a->suite, out->db_id, &schema, e);
    if (status == OK) {
        out->schema = schema->schema;
        out->schema_json = suite_schema_plain(a->suite, schema);
    }
    return status;
}

/* Answers */

static enum status keep(struct asking *a, const struct ask_request *r, const struct answer *reply,
                        struct err *e)
{
    struct json_writer w = json_writer_to(&a->line);
    struct answer answer = *reply;
    answer.id = r->id;
    answer.repeat = r->repeat;
    buf_clear(&a->line);
    record_put(&w, &ANSWER_RECORD, &answer);
    if (!buf_whole(&a->line))
        return err_set(e, E_LIMIT, "prediction of more than %d bytes", ANSWER_LINE_MAX);
    a->outcome.errors += !reply->sql.ptr || str_trim(reply->sql).len == 0;
    a->outcome.tokens.prompt += reply->tokens.prompt;
    a->outcome.tokens.completion += reply->tokens.completion;
    return spool_add(&a->spool, buf_str(&a->line), &a->kept[r->number].line, e);
}

/* Is the answer known? Then it is kept. */
static enum status look_up(struct asking *a, const struct ask_request *r, bool *known,
                           struct err *e)
{
    *known = false;
    if (!a->has_cache)
        return OK;
    enum status status = system_request_text(a->system, &a->source, r, &a->request, e);
    if (status)
        return status;
    struct kept *k = &a->kept[r->number];
    struct answer reply;
    k->key = answer_key(system_describe(a->system), buf_str(&a->request), r->repeat);
    status = answer_cache_find(&a->cache, k->key, &a->scratch, &reply, known, e);
    if (status || !*known)
        return status;
    a->outcome.known++;
    return keep(a, r, &reply, e);
}

/* Called after each question, and by the tick while none ends. */
static void update(struct asking *a)
{
    int64_t now_ns = monotonic_ns();
    progress_update(&a->progress, a->outcome.asked + a->outcome.known, a->outcome.errors, now_ns);
    if (a->has_cache && a->status == OK)
        a->status = answer_cache_tick(&a->cache, now_ns, &a->err);
}

/* The source of requests */

static bool next_request(void *ctx, struct ask_request *out)
{
    struct asking *a = ctx;
    bool known = true;
    while (known && a->status == OK && a->next < total(a)) {
        struct arena_mark mark = arena_mark(&a->scratch);
        a->status = fill_request(a, a->next, out, &a->err);
        if (a->status == OK)
            a->status = look_up(a, out, &known, &a->err);
        a->next++;
        if (known)
            arena_rewind(&a->scratch, mark);
        update(a);
    }
    return !known && a->status == OK && !a->database_failed;
}

static enum status take_reply(void *ctx, const struct ask_request *r, const struct answer *reply,
                              struct err *e)
{
    struct asking *a = ctx;
    enum status status = OK;
    if (a->has_cache)
        status = answer_cache_add(&a->cache, a->kept[r->number].key, reply, e);
    if (status == OK)
        status = keep(a, r, reply, e);
    a->outcome.asked++;
    a->outcome.ms += reply->ms;
    update(a);
    return status;
}

static enum status request_path(void *ctx, const struct ask_request *r, const char **out,
                                struct err *e)
{
    struct asking *a = ctx;
    const struct suite_schema *schema;
    enum status status = suite_schema(a->suite, r->db_id, &schema, e);
    return status ? status : store_path(a->databases, suite_schema_database(schema), out, e);
}

/* Called on any thread. The schema was made when the request was, so that asking for it here
 * changes nothing. A database that is there and cannot be opened ends the run: the system would be
 * asked something else. */
static struct database *request_database(void *ctx, uint32_t worker, const struct ask_request *r)
{
    struct asking *a = ctx;
    const struct suite_schema *schema;
    struct database *d = NULL;
    struct err e;
    enum status status = suite_schema(a->suite, r->db_id, &schema, &e);
    if (status == OK)
        status = store_open(a->databases, worker, suite_schema_database(schema), &d, &e);
    if (status && !atomic_exchange(&a->database_failed, true))
        a->database_err = e;
    return status == OK ? d : NULL;
}

static void tick(void *ctx)
{
    update(ctx);
}

/* The whole */

static enum status ask_all(struct asking *a, struct err *e)
{
    a->progress = (struct progress){.style = a->listener->style,
                                    .verb = "asked",
                                    .total = total(a),
                                    .write = a->listener->progress};
    a->source = (struct ask_source){.ctx = a,
                                    .next = next_request,
                                    .done = take_reply,
                                    .path = request_path,
                                    .database = request_database,
                                    .tick = tick};
    progress_begin(&a->progress, 0, monotonic_ns());
    enum status status = system_run(a->system, &a->source, e);
    progress_end(&a->progress, a->outcome.asked + a->outcome.known, a->outcome.errors,
                 monotonic_ns());
    if (status == OK && a->status != OK) {
        *e = a->err;
        status = a->status;
    }
    if (status == OK && a->database_failed) {
        *e = a->database_err;
        status = e->code;
    }
    struct err interrupted;
    if (status && listener_check(a->listener, &interrupted)) {
        *e = interrupted;
        status = E_INTERRUPTED;
    }
    return status;
}

static enum status open_cache(struct asking *a, struct err *e)
{
    const char *path = a->order->cache;
    if (!path || !system_is_costly(a->system))
        return OK;
    enum status status = answer_cache_open(&a->cache, path, e);
    a->has_cache = status == OK;
    if (a->has_cache && a->cache.skipped)
        listener_notice(a->listener, "%s:%u: not an answer; %u such lines left out", path,
                        a->cache.first_skipped, a->cache.skipped);
    return status;
}

static enum status with_cache(struct asking *a, struct err *e)
{
    enum status status = open_cache(a, e);
    if (status)
        return status;
    status = ask_all(a, e);
    struct err closing;
    if (a->has_cache && answer_cache_close(&a->cache, &closing) != OK && status == OK) {
        *e = closing;
        status = closing.code;
    }
    return status;
}

static struct system_options options_of(const struct ask_settings *s, const atomic_int *stop)
{
    struct system_options o = system_options_default();
    o.workers = s->workers ? s->workers : workers_available();
    o.in_flight = s->in_flight ? s->in_flight : o.in_flight;
    o.timeout_ms = s->timeout_ms ? s->timeout_ms : o.timeout_ms;
    o.retries = s->retries;
    o.log = s->log;
    o.concurrency = s->concurrency ? s->concurrency : o.concurrency;
    o.model = s->model;
    o.key_env = s->key_env;
    o.ca_file = s->ca_file;
    o.template_path = s->prompt;
    o.temperature = s->no_temperature ? -1 : s->temperature;
    o.max_tokens = s->max_tokens ? s->max_tokens : o.max_tokens;
    o.has_seed = s->sampling_seed > 0;
    o.seed = s->sampling_seed;
    o.stop = stop;
    return o;
}

enum status ask_check(const char *system, const struct ask_settings *settings, struct err *e)
{
    struct system_options options = options_of(settings, NULL);
    struct system *s = NULL;
    enum status status = system_open(system, &options, &s, e);
    if (status == OK)
        system_free(s);
    return status;
}

void asking_free(struct asking *a)
{
    if (!a)
        return;
    free(a->kept);
    buf_release(&a->request);
    buf_release(&a->line);
    spool_close(&a->spool);
    store_free(a->databases);
    system_free(a->system);
    arena_release(&a->scratch);
    free(a);
}

static enum status run(struct asking *a, struct err *e)
{
    const struct ask_order *order = a->order;
    struct system_options options = options_of(order->settings, a->listener->stop);
    if ((uint64_t)a->n_questions * a->repeats >= UINT32_MAX)
        return err_set(e, E_LIMIT, "too many questions");
    enum status status = system_open(order->system, &options, &a->system, e);
    if (status)
        return status;
    a->kept = mem_resize_array(NULL, (size_t)total(a) + 1, sizeof *a->kept);
    memset(a->kept, 0, ((size_t)total(a) + 1) * sizeof *a->kept);
    a->databases = suite_store_new(order->suite, order->settings->db, options.workers);
    status = spool_open(&a->spool, e);
    return status ? status : with_cache(a, e);
}

enum status ask_suite(const struct ask_order *order, const struct listener *listener,
                      struct asking **out, struct err *e)
{
    struct asking *a = mem_alloc(sizeof *a);
    *a = (struct asking){.order = order,
                         .listener = listener,
                         .suite = order->suite,
                         .n_questions = order->suite->n_seeds + order->suite->n_cases,
                         .repeats = order->settings->repeat ? order->settings->repeat : 1,
                         .spool = {.fd = -1}};
    buf_limit(&a->line, ANSWER_LINE_MAX);
    enum status status = run(a, e);
    if (status)
        asking_free(a);
    else
        *out = a;
    return status;
}

const struct ask_outcome *asking_outcome(const struct asking *a)
{
    return &a->outcome;
}

enum status asking_answers(struct asking *a, ask_take *take, void *ctx, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < total(a) && status == OK; i++) {
        struct arena_mark mark = arena_mark(&a->scratch);
        struct answer answer = {0};
        struct str line;
        status = spool_read(&a->spool, a->kept[i].line, &a->scratch, &line, e);
        if (status == OK) {
            struct json_reader json = json_reader_of(&a->scratch, line);
            record_get(&json, &ANSWER_RECORD, &answer);
            status = take(ctx, &answer, e);
        }
        arena_rewind(&a->scratch, mark);
    }
    return status;
}
