/* ask.c: the stream of questions, the cache before it and the answers behind it. */
#include "pipeline/ask.h"

#include "base/digest.h"
#include "base/json_writer.h"
#include "base/workers.h"
#include "pipeline/announcement.h"
#include "pipeline/describe.h"
#include "pipeline/line_spool.h"
#include "pipeline/request.h"
#include "sql/statement.h"
#include "suite/suite_store.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { ANSWER_LINE_MAX = 8 << 20 };

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
    struct ask_session *session;
    struct ask_session own;  /* the same, where the order brings none */
    struct defence *defence; /* NULL for none */
    struct ask_source source;
    struct spool spool;
    struct kept *kept;
    uint32_t n_questions, repeats; /* seeds and cases; times of asking each */
    uint32_t *sequence;            /* the numbers of all questions, as they are asked */
    uint32_t next;                 /* place in the sequence */
    uint32_t filled;               /* requests that were made */
    struct buf request;            /* text that the key is made of */
    struct buf line;               /* of predictions.jsonl */
    struct arena scratch;
    uint64_t outages;       /* among what was asked */
    char first_outage[120]; /* what was said of it */
    struct progress progress;
    struct announcement announcement;
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

/* The first that is to be asked; and how many are, from there on. */
static uint32_t first_asked(const struct asking *a)
{
    return a->order->cases_only ? a->suite->n_seeds : 0;
}

static uint32_t count_asked(const struct asking *a)
{
    return total(a) - first_asked(a) * a->repeats;
}

static bool is_to_ask(const struct asking *a, uint32_t number)
{
    return number % a->n_questions >= first_asked(a);
}

/* Questions are asked about in the order of the suite, so texts before them are not needed soon. */
enum { LET_GO_AFTER = 8192 };

/* Are answers looked up, and kept? */
static bool has_cache(const struct asking *a)
{
    return a->session->answers.open && !a->order->anew;
}

static enum status fill_request(struct asking *a, uint32_t number, struct ask_request *out,
                                struct err *e)
{
    if (++a->filled % LET_GO_AFTER == 0)
        suite_let_go(a->suite);
    enum status status =
        request_of(a->suite, a->defence, number % a->n_questions, &a->scratch, out, e);
    out->number = number;
    out->repeat = number / a->n_questions;
    return status;
}

/* The order of asking. A system may fail on all cases of a seed. So that this does not look as if
 * the system had failed altogether, the cases of several seeds are asked in turn: the first case of
 * each seed, then the second of each. They are few seeds, because their cases share databases. */
enum { SEEDS_IN_TURN = 32 };

/* Put the cases from `first` to before `end` in turn; they are of SEEDS_IN_TURN seeds at most. */
static void take_turns(const struct suite *s, uint32_t first, uint32_t end, uint32_t *out)
{
    uint32_t next[SEEDS_IN_TURN], seed = s->cases[first].seed, n = 0;
    for (uint32_t i = 0, c = first; i < SEEDS_IN_TURN; i++) {
        while (c < end && s->cases[c].seed < seed + i)
            c++;
        next[i] = c;
    }
    while (n < end - first)
        for (uint32_t i = 0; i < SEEDS_IN_TURN; i++)
            if (next[i] < end && s->cases[next[i]].seed == seed + i)
                out[n++] = s->n_seeds + next[i]++;
}

/* Seeds first, then cases; and so for each time of asking. Systems that cost nothing are asked in
 * the order of the suite, which is that of files to replay. */
static uint32_t *sequence_of(const struct asking *a)
{
    const struct suite *s = a->suite;
    uint32_t *sequence = mem_resize_array(NULL, (size_t)total(a) + 1, sizeof *sequence);
    for (uint32_t i = 0; i < total(a); i++)
        sequence[i] = i;
    for (uint32_t first = 0, end; system_is_costly(a->session->system) && first < s->n_cases;
         first = end) {
        end = first;
        while (end < s->n_cases && s->cases[end].seed - s->cases[first].seed < SEEDS_IN_TURN)
            end++;
        take_turns(s, first, end, &sequence[s->n_seeds + first]);
    }
    for (uint32_t i = a->n_questions; i < total(a); i++)
        sequence[i] = sequence[i - a->n_questions] + a->n_questions;
    return sequence;
}

/* Answers */

/* Replies are kept under the names of the suite; the cache has them as they were given. */
static enum status keep(struct asking *a, const struct ask_request *r, const struct answer *reply,
                        struct err *e)
{
    struct json_writer w = json_writer_to(&a->line);
    struct arena_mark mark = arena_mark(&a->scratch);
    struct answer answer = *reply;
    answer.id = r->id;
    answer.repeat = r->repeat;
    defence_answer(a->defence, r, &a->scratch, &answer);
    buf_clear(&a->line);
    record_put(&w, &ANSWER_RECORD, &answer);
    bool failed = !answer.sql.ptr || !sql_begins_statement(answer.sql);
    arena_rewind(&a->scratch, mark);
    if (!buf_whole(&a->line))
        return err_set(e, E_LIMIT, "prediction of more than %d bytes", ANSWER_LINE_MAX);
    a->outcome.errors += failed;
    return spool_add_line(&a->spool, buf_str(&a->line), &a->kept[r->number].line, e);
}

/* Is the answer known? Then it is kept. */
static enum status look_up(struct asking *a, const struct ask_request *r, struct err *e)
{
    struct kept *k = &a->kept[r->number];
    struct answer reply;
    bool known;
    enum status status = system_request_text(a->session->system, &a->source, r, &a->request, e);
    if (status)
        return status;
    k->key = answer_key(system_describe(a->session->system), buf_str(&a->request), r->repeat);
    status = answer_cache_find(&a->session->answers.cache, k->key, &a->scratch, &reply, &known, e);
    if (status || !known)
        return status;
    a->outcome.known++;
    return keep(a, r, &reply, e);
}

/* Find all that is known before anything is asked. Whether the system has answered before tells
 * what its failures mean. */
static enum status look_up_all(struct asking *a, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; has_cache(a) && i < total(a) && status == OK; i++) {
        if (!is_to_ask(a, i))
            continue;
        struct arena_mark mark = arena_mark(&a->scratch);
        struct ask_request r;
        status = fill_request(a, i, &r, e);
        if (status == OK)
            status = look_up(a, &r, e);
        if (status == OK)
            status = listener_check(a->listener, e);
        arena_rewind(&a->scratch, mark);
    }
    return status;
}

/* Called after each question, and by the tick while none ends. */
static void update(struct asking *a)
{
    int64_t now_ns = monotonic_ns();
    uint64_t done = a->outcome.asked + a->outcome.known;
    announce_time(&a->announcement, &a->progress, a->outcome.asked, done, now_ns);
    progress_update(&a->progress, done, a->outcome.errors, now_ns);
    if (a->session->answers.open && a->status == OK)
        a->status = answer_cache_tick(&a->session->answers.cache, now_ns, &a->err);
}

/* The source of requests */

static bool next_request(void *ctx, struct ask_request *out)
{
    struct asking *a = ctx;
    while (a->next < total(a) &&
           (a->kept[a->sequence[a->next]].line.len || !is_to_ask(a, a->sequence[a->next])))
        a->next++; /* it is known, or not wanted */
    if (a->next == total(a) || a->status || a->database_failed)
        return false;
    a->status = fill_request(a, a->sequence[a->next++], out, &a->err);
    update(a);
    return a->status == OK;
}

static enum status take_reply(void *ctx, const struct ask_request *r, const struct answer *reply,
                              struct err *e)
{
    struct asking *a = ctx;
    enum status status = OK;
    if (has_cache(a))
        status = answer_cache_add(&a->session->answers.cache, a->kept[r->number].key, reply, e);
    if (status == OK)
        status = keep(a, r, reply, e);
    if (reply->failure == FAILURE_OUTAGE && a->outages++ == 0)
        snprintf(a->first_outage, sizeof a->first_outage, "%.*s", STR_ARG(reply->error));
    a->outcome.asked++;
    a->outcome.ms += reply->ms;
    a->outcome.tokens.prompt += reply->tokens.prompt;
    a->outcome.tokens.completion += reply->tokens.completion;
    update(a);
    return status;
}

static enum status request_path(void *ctx, const struct ask_request *r, const char **out,
                                struct err *e)
{
    struct asking *a = ctx;
    const struct suite_schema *schema;
    enum status status = request_schema(a->suite, a->defence, r->db_id, &schema, e);
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
    enum status status = request_schema(a->suite, a->defence, r->db_id, &schema, &e);
    if (status == OK)
        status = store_open(a->databases, worker, suite_schema_database(schema), &d, &e);
    if (status && !atomic_exchange(&a->database_failed, true))
        a->database_err = e;
    return status == OK ? d : NULL;
}

static enum status describe(void *ctx, const struct ask_request *r, struct buf *out, struct err *e)
{
    struct asking *a = ctx;
    const struct suite_schema *schema;
    enum status status = request_schema(a->suite, a->defence, r->db_id, &schema, e);
    return status ? status : describe_columns(a->suite, a->order->settings->db, schema, out, e);
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
                                    .total = count_asked(a),
                                    .write = a->listener->progress};
    a->source = (struct ask_source){.ctx = a,
                                    .next = next_request,
                                    .done = take_reply,
                                    .path = request_path,
                                    .database = request_database,
                                    .describe = describe,
                                    .tick = tick};
    enum status status = look_up_all(a, e);
    if (status)
        return status;
    a->source.answered = a->outcome.known > 0 || a->order->answered;
    a->source.n_seeds = a->suite->n_seeds;
    if (system_has_prompts(a->session->system))
        announce_requests(&a->announcement, a->listener, a->order->system,
                          count_asked(a) - a->outcome.known);
    progress_begin(&a->progress, a->outcome.known, monotonic_ns());
    status = system_run(a->session->system, &a->source, e);
    progress_end(&a->progress, a->outcome.asked + a->outcome.known, a->outcome.errors,
                 monotonic_ns());
    if (status == OK && a->status != OK) {
        *e = a->err;
        status = a->status;
    }
    if (status == OK && !a->source.answered && a->outages > 0 && a->outages == a->outcome.asked)
        status =
            err_set(e, E_SYSTEM, "'%s' answered nothing: %s", a->order->system, a->first_outage);
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

enum status ask_check(const char *system, const struct ask_settings *settings, struct err *e)
{
    struct system_options options = ask_system_options(settings, NULL);
    struct system *s = NULL;
    enum status status = system_open(system, &options, &s, e);
    if (status)
        return status;
    system_free(s);
    return defence_check(settings, system, e);
}

void asking_free(struct asking *a)
{
    if (!a)
        return;
    free(a->kept);
    free(a->sequence);
    buf_release(&a->request);
    buf_release(&a->line);
    spool_close(&a->spool);
    store_free(a->databases);
    defence_free(a->defence);
    ask_session_release(&a->own);
    arena_release(&a->scratch);
    free(a);
}

/* In the session that there is. */
static enum status run_in_session(struct asking *a, struct err *e)
{
    const struct ask_order *order = a->order;
    a->defence = defence_open(a->session->names, a->suite);
    a->kept = mem_resize_array(NULL, (size_t)total(a) + 1, sizeof *a->kept);
    memset(a->kept, 0, ((size_t)total(a) + 1) * sizeof *a->kept);
    a->sequence = sequence_of(a);
    a->databases = suite_store_new(order->suite, order->settings->db, ask_workers(order->settings));
    enum status status = spool_open(&a->spool, NULL, e);
    return status ? status : ask_all(a, e);
}

/* For this suite alone. */
static enum status open_own_session(struct asking *a, struct err *e)
{
    const struct ask_order *order = a->order;
    struct session_order o = {order->system, order->settings, order->cache, {NULL, 0}};
    enum status status = OK;
    if (order->settings->defence)
        status = defence_databases(a->suite, &a->scratch, &o.databases, e);
    return status ? status : ask_session_open(&a->own, &o, a->listener, e);
}

static enum status run(struct asking *a, struct err *e)
{
    if ((uint64_t)a->n_questions * a->repeats >= UINT32_MAX)
        return err_set(e, E_LIMIT, "too many questions");
    if (a->order->session)
        return run_in_session(a, e);
    enum status status = open_own_session(a, e);
    if (status)
        return status;
    return ask_session_end(&a->own, a->listener, run_in_session(a, e), e);
}

enum status ask_suite(const struct ask_order *order, const struct listener *listener,
                      struct asking **out, struct err *e)
{
    struct asking *a = mem_alloc(sizeof *a);
    *a = (struct asking){.order = order,
                         .listener = listener,
                         .suite = order->suite,
                         .session = order->session ? order->session : &a->own,
                         .n_questions = order->suite->n_seeds + order->suite->n_cases,
                         .repeats = order->settings->repeat ? order->settings->repeat : 1,
                         .spool = {.fd = -1}};
    buf_limit(&a->line, ANSWER_LINE_MAX);
    enum status status = run(a, e);
    uint64_t done = a->outcome.asked + a->outcome.known;
    a->outcome.missing = count_asked(a) - done;
    bool worth_keeping = status == OK || (status == E_SYSTEM && done > a->outages);
    *out = worth_keeping ? a : NULL;
    if (!worth_keeping)
        asking_free(a);
    return status;
}

const struct ask_outcome *asking_outcome(const struct asking *a)
{
    return &a->outcome;
}

struct provenance asking_provenance(struct asking *a)
{
    struct provenance p = ask_session_provenance(a->session, a->order->system, a->order->part,
                                                 a->repeats, &a->scratch);
    p.reviewed = a->suite->reviewed;
    p.unanswered = a->outcome.missing;
    return p;
}

enum status asking_answers(struct asking *a, ask_take *take, void *ctx, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < total(a) && status == OK; i++) {
        if (a->kept[i].line.len == 0)
            continue;
        struct arena_mark mark = arena_mark(&a->scratch);
        struct answer answer = {0};
        struct str line;
        status = spool_line(&a->spool, a->kept[i].line, &a->scratch, &line, e);
        if (status == OK) {
            struct json_reader json = json_reader_of(&a->scratch, line);
            record_get(&json, &ANSWER_RECORD, &answer);
            status = take(ctx, &answer, e);
        }
        arena_rewind(&a->scratch, mark);
    }
    return status;
}
