/* ask.c: the stream of questions, the cache before it and the answers after it. */
#include "asking/ask.h"

#include "asking/ask_batches.h"
#include "asking/ask_sequence.h"
#include "base/digest.h"
#include "base/json_writer.h"
#include "base/utf8.h"
#include "base/workers.h"
#include "dataset/descriptions.h"
#include "sql/statement.h"
#include "suite/about.h"
#include "suite/predictions.h"
#include "suite/suite_store.h"
#include "system/announcement.h"
#include "system/line_map.h"

#include <inttypes.h>
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
    const struct ask_job *job;
    const struct listener *listener;
    struct ask_outcome outcome;
    struct ask_batches batches;
    struct store *databases;
    struct ask_session *session;
    struct ask_session own; /* the same, if the job brings none */
    struct ask_source source;
    struct spool spool;
    struct kept *kept;
    uint32_t n_questions, repeats; /* seeds and cases; times of asking each */
    uint32_t *sequence;            /* the places of all questions, as they are asked */
    uint32_t next;                 /* place in `sequence` of the next question */
    struct buf request;            /* text that the key is made of */
    struct buf line;               /* of predictions.jsonl */
    struct arena scratch;
    uint64_t old_refusals;  /* among what is known (answer_is_refusal) */
    uint64_t outages;       /* among what was asked */
    char first_outage[120]; /* the error of the first */
    struct progress progress;
    struct announcement announcement;
    bool declined;      /* the user did not agree to the number of requests */
    enum status status; /* the first failure in a callback that cannot return it */
    struct err err;
    atomic_bool database_failed; /* it could not be opened; database_err says why */
    struct err database_err;
};

/* Questions have places: all seeds, then all cases. When all are asked again, their numbers go on
 * from there. */

static uint32_t count_numbers(const struct asking *a)
{
    return a->n_questions * a->repeats;
}

/* The place of the first question that is asked, and how many are asked in all. */
static uint32_t first_asked(const struct asking *a)
{
    return a->job->cases_only ? a->batches.outline->n_seeds : 0;
}

static uint32_t count_asked(const struct asking *a)
{
    return count_numbers(a) - first_asked(a) * a->repeats;
}

static bool is_to_ask(const struct asking *a, uint32_t number)
{
    return number % a->n_questions >= first_asked(a);
}

/* Are answers looked up and kept? */
static bool has_cache(const struct asking *a)
{
    return a->session->answers.open && !a->job->anew;
}

static enum status fill_request(struct asking *a, struct ask_batch *batch, uint32_t number,
                                struct arena *texts, struct ask_request *out, struct err *e)
{
    enum status status =
        ask_batch_request(&a->batches, batch, number % a->n_questions, texts, out, e);
    out->number = number;
    out->repeat = number / a->n_questions;
    return status;
}

/* The number of the question that is asked after `before` others. */
static uint32_t number_after(const struct asking *a, uint32_t before)
{
    uint32_t place = before % a->n_questions;
    return before - place + a->sequence[place];
}

/* Answers */

/* The answer has no SQL. Replies come in any order: the message of the first question is kept. */
static void note_error(struct ask_outcome *o, uint32_t number, const struct answer *answer)
{
    struct str said = str_trim(answer->sql.ptr ? answer->sql : answer->error);
    if (o->errors++ > 0 && number >= o->error_number)
        return;
    o->error_number = number;
    snprintf(o->error, sizeof o->error, "%.*s", STR_ARG(utf8_cut(said, sizeof o->error - 1)));
}

/* Keep a reply, under the names of the suite. The cache has it as it was given. */
static enum status keep_reply(struct asking *a, const struct ask_request *r,
                              const struct answer *reply, struct err *e)
{
    struct json_writer w = json_writer_to(&a->line);
    struct arena_mark mark = arena_mark(&a->scratch);
    struct answer answer = *reply;
    answer.id = r->id;
    answer.repeat = r->repeat;
    defence_answer(ask_batches_of(&a->batches, r)->defence, r, &a->scratch, &answer);
    buf_clear(&a->line);
    record_put(&w, &ANSWER_RECORD, &answer);
    bool failed = !answer.sql.ptr || !sql_begins_statement(answer.sql);
    if (!buf_whole(&a->line)) {
        arena_rewind(&a->scratch, mark);
        return err_set(e, E_LIMIT, "prediction of more than %d bytes", ANSWER_LINE_MAX);
    }
    if (failed)
        note_error(&a->outcome, r->number, &answer);
    a->outcome.cut_off += reply->cut_off;
    a->outcome.cut_short += answer.failure == FAILURE_CUT_OFF;
    arena_rewind(&a->scratch, mark);
    return spool_add_line(&a->spool, buf_str(&a->line), &a->kept[r->number].line, e);
}

/* If the answer is known, keep it. */
static enum status look_up_request(struct asking *a, const struct ask_request *r, struct err *e)
{
    struct kept *k = &a->kept[r->number];
    struct answer reply;
    bool known;
    TRY(system_request_text(a->session->system, &a->source, r, &a->request, e));
    k->key = answer_key(system_describe(a->session->system), buf_str(&a->request), r->repeat);
    enum status status =
        answer_cache_find(&a->session->answers, k->key, &a->scratch, &reply, &known, e);
    if (status || !known)
        return status;
    a->outcome.known++;
    a->old_refusals += system_has_prompts(a->session->system) && answer_is_refusal(&reply);
    return keep_reply(a, r, &reply, e);
}

static enum status look_up_question(struct asking *a, uint32_t place, struct err *e)
{
    struct ask_batch *batch;
    enum status status = ask_batches_open(&a->batches, place, &batch, e);
    for (uint32_t i = 0; i < a->repeats && status == OK; i++) {
        struct arena_mark mark = arena_mark(&a->scratch);
        struct ask_request r;
        status = fill_request(a, batch, i * a->n_questions + place, &a->scratch, &r, e);
        if (status == OK)
            status = look_up_request(a, &r, e);
        if (status == OK)
            status = listener_check(a->listener, e);
        arena_rewind(&a->scratch, mark);
    }
    return status;
}

/* Find all known answers before anything is asked. What failures mean depends on whether the system
 * has answered before. */
static enum status look_up_all(struct asking *a, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = first_asked(a); has_cache(a) && i < a->n_questions && status == OK; i++)
        status = look_up_question(a, i, e);
    return status;
}

/* Called after each question, and by the tick in between. */
static void update_progress(struct asking *a)
{
    int64_t now_ns = monotonic_ns();
    uint64_t done = a->outcome.asked + a->outcome.known;
    announce_time(&a->announcement, &a->progress, a->outcome.asked, done, now_ns);
    progress_update(&a->progress, done, a->outcome.errors, now_ns);
    if (a->session->answers.open && a->status == OK)
        a->status = answer_cache_tick(&a->session->answers, now_ns, &a->err);
}

/* The source of requests */

/* Is it known, or not wanted? */
static bool is_to_skip(const struct asking *a, uint32_t number)
{
    return a->kept[number].line.len || !is_to_ask(a, number);
}

static enum ask_next begin_request(struct asking *a, uint32_t number, struct ask_request *out)
{
    struct ask_batch *batch = NULL;
    a->status = ask_batches_open(&a->batches, number % a->n_questions, &batch, &a->err);
    if (a->status == OK && !batch)
        return ASK_LATER;
    if (a->status == OK)
        a->status = fill_request(a, batch, number, &batch->texts, out, &a->err);
    if (a->status)
        return ASK_NO_MORE;
    ask_batch_begin(batch);
    a->next++;
    update_progress(a);
    return a->status ? ASK_NO_MORE : ASK_THIS;
}

static enum ask_next next_request(void *ctx, struct ask_request *out)
{
    struct asking *a = ctx;
    while (a->next < count_numbers(a) && is_to_skip(a, number_after(a, a->next)))
        a->next++;
    if (a->next == count_numbers(a) || a->status || a->database_failed)
        return ASK_NO_MORE;
    return begin_request(a, number_after(a, a->next), out);
}

static enum status take_reply(void *ctx, const struct ask_request *r, const struct answer *reply,
                              struct err *e)
{
    struct asking *a = ctx;
    enum status status = OK;
    if (has_cache(a))
        status = answer_cache_add(&a->session->answers, a->kept[r->number].key, reply, e);
    if (status == OK)
        status = keep_reply(a, r, reply, e);
    if (reply->failure == FAILURE_OUTAGE && a->outages++ == 0)
        snprintf(a->first_outage, sizeof a->first_outage, "%.*s", STR_ARG(reply->error));
    store_take_back(a->databases, r->number);
    a->outcome.asked++;
    a->outcome.ms += reply->ms;
    answer_tokens_add(&a->outcome.tokens, reply->tokens);
    ask_batches_end(&a->batches, ask_batches_of(&a->batches, r));
    update_progress(a);
    return status;
}

static enum status request_path(void *ctx, const struct ask_request *r, const char **out,
                                struct err *e)
{
    struct asking *a = ctx;
    const struct suite_schema *schema;
    TRY(ask_batches_schema(&a->batches, r, &schema, e));
    return store_lend(a->databases, r->number, suite_schema_database(schema), out, e);
}

/* Called on any thread. If a database is there but cannot be opened, the run ends: the system would
 * be asked something else. */
static struct database *request_database(void *ctx, uint32_t worker, const struct ask_request *r)
{
    struct asking *a = ctx;
    const struct suite_schema *schema;
    struct database *d = NULL;
    struct err e;
    enum status status = ask_batches_schema(&a->batches, r, &schema, &e);
    if (status == OK)
        status = store_open(a->databases, worker, suite_schema_database(schema), &d, &e);
    if (status && !atomic_exchange(&a->database_failed, true))
        a->database_err = e;
    return status == OK ? d : NULL;
}

/* `lineage` says which column each one was; NULL if nothing changed. */
static void put_descriptions(struct buf *out, const struct schema *s, const struct str *texts,
                             const uint32_t *lineage)
{
    for (uint32_t c = 1; c < s->n_columns; c++) {
        uint32_t old = lineage ? lineage[c] : c;
        if (old != SCHEMA_NONE && texts[old].ptr)
            buf_printf(out, "-- %.*s.%.*s: %.*s\n", STR_ARG(s->tables[s->columns[c].table].name),
                       STR_ARG(s->columns[c].name), STR_ARG(texts[old]));
    }
}

static enum status describe_schema(struct arena *a, const struct suite_schema *schema,
                                   struct str database, struct buf *out, struct err *e)
{
    const struct schema *old = schema->origin ? schema->origin->schema : schema->schema;
    const uint32_t *lineage = NULL;
    struct schema changed;
    struct str *texts;
    TRY(descriptions_read(a, old, database.ptr, &texts, e));
    if (schema->migration)
        migration_schema(a, schema->migration, schema->db_id, &changed, &lineage);
    put_descriptions(out, lineage ? &changed : old, texts, lineage);
    return OK;
}

/* Append a line "-- table.column: description" for each column of the schema that people have
 * described (dataset/descriptions.h). A column of a changed schema has the description of its
 * original. */
static enum status describe_request(void *ctx, const struct ask_request *r, struct buf *out,
                                    struct err *e)
{
    struct asking *a = ctx;
    struct arena scratch = {0};
    const struct suite_schema *schema;
    struct str database;
    TRY(ask_batches_schema(&a->batches, r, &schema, e));
    enum status status = suite_original(&scratch, a->job->suite, a->job->settings->db,
                                        suite_schema_database(schema).origin, &database, e);
    if (status == OK && database.ptr)
        status = describe_schema(&scratch, schema, database, out, e);
    arena_release(&scratch);
    return status;
}

static void tick(void *ctx)
{
    update_progress(ctx);
}

/* The whole */

/* A program that crashes on a question will crash again, and that is a result. A server that was
 * busy or broken says nothing about the system. */
static bool outages_fail(const struct asking *a)
{
    return system_has_prompts(a->session->system) && !a->job->session && !a->job->takes_outages;
}

static enum status check_outages(const struct asking *a, struct err *e)
{
    if (a->outages == 0)
        return OK;
    if (!a->source.answered && a->outages == a->outcome.asked)
        return err_set(e, E_SYSTEM, "'%s' answered nothing: %s", a->job->system, a->first_outage);
    if (!outages_fail(a))
        return OK;
    return err_set(e, E_SYSTEM, "'%s' left %" PRIu64 " of %" PRIu64 " questions unanswered: %s",
                   a->job->system, a->outages, a->outcome.asked, a->first_outage);
}

/* Say what will be sent, before it is sent. A caller with a session has announced all its requests.
 */
static enum status announce_run(struct asking *a, struct err *e)
{
    struct request_watch *watch = a->job->settings->system.watch;
    uint64_t requests = count_asked(a) - a->outcome.known, left = request_watch_left(watch);
    enum status status = OK;
    if (requests == 0 || !system_has_prompts(a->session->system))
        return OK;
    if (!a->job->session)
        status = announce_requests(&a->announcement, a->listener, a->job->system,
                                   requests < left ? requests : left, e);
    a->declined = status != OK;
    if (status)
        return status;
    struct arena_mark mark = arena_mark(&a->scratch);
    struct system_sending s = system_sends(a->session->system, &a->scratch);
    announce_sending(a->listener, watch, s.host, s.what,
                     s.rows_of_tables ? "; --prompt-rows 0 sends no rows" : NULL);
    arena_rewind(&a->scratch, mark);
    return OK;
}

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
                                    .describe = describe_request,
                                    .tick = tick};
    TRY(look_up_all(a, e));
    answer_cache_report_refusals(&a->session->answers, a->listener, a->old_refusals);
    a->source.answered = a->outcome.known > a->old_refusals || a->job->answered;
    a->source.n_seeds = a->batches.outline->n_seeds;
    TRY(announce_run(a, e));
    progress_begin(&a->progress, a->outcome.known, monotonic_ns());
    enum status status = system_run(a->session->system, &a->source, e);
    progress_end(&a->progress, a->outcome.asked + a->outcome.known, a->outcome.errors,
                 monotonic_ns());
    if (status == OK && a->status != OK) {
        *e = a->err;
        status = a->status;
    }
    if (status == OK)
        status = check_outages(a, e);
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
    TRY(system_open(system, &options, &s, e));
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
    ask_session_release(&a->own);
    ask_batches_release(&a->batches);
    arena_release(&a->scratch);
    free(a);
}

/* In the session that is open. */
static enum status run_in_session(struct asking *a, struct err *e)
{
    const struct ask_job *job = a->job;
    ask_batches_defend(&a->batches, a->session->names);
    a->kept = mem_resize_array(NULL, (size_t)count_numbers(a) + 1, sizeof *a->kept);
    memset(a->kept, 0, ((size_t)count_numbers(a) + 1) * sizeof *a->kept);
    a->sequence = ask_sequence(a->batches.outline, system_is_costly(a->session->system));
    a->databases = suite_store_new(job->suite, job->settings->db, ask_workers(job->settings));
    enum status status = spool_open(&a->spool, NULL, e);
    if (status == OK)
        status = ask_all(a, e);
    store_losses(a->databases, &a->session->losses);
    return status;
}

/* For this suite alone. */
static enum status open_own_session(struct asking *a, struct err *e)
{
    const struct ask_job *job = a->job;
    struct session_job o = {job->system, job->settings, job->cache, {NULL, 0}};
    if (job->settings->defence)
        TRY(ask_batches_databases(&a->batches, &a->scratch, &o.databases, e));
    return ask_session_open(&a->own, &o, a->listener, e);
}

static enum status run_asking(struct asking *a, struct err *e)
{
    const struct suite_outline *o = a->batches.outline;
    if (((uint64_t)o->n_seeds + o->n_cases) * a->repeats >= UINT32_MAX)
        return err_set(e, E_LIMIT, "too many questions");
    if (a->job->session)
        return run_in_session(a, e);
    TRY(open_own_session(a, e));
    return ask_session_end(&a->own, a->listener, run_in_session(a, e), e);
}

enum status ask_suite(const struct ask_job *job, const struct listener *listener,
                      struct asking **out, struct err *e)
{
    struct asking *a = mem_alloc(sizeof *a);
    *a = (struct asking){.job = job,
                         .listener = listener,
                         .session = job->session ? job->session : &a->own,
                         .repeats = job->settings->repeat ? job->settings->repeat : 1,
                         .spool = {.fd = -1}};
    buf_limit(&a->line, ANSWER_LINE_MAX);
    ask_batches_init(&a->batches, job->suite, job->files, job->batch_cases);
    a->n_questions = a->batches.outline->n_seeds + a->batches.outline->n_cases;
    enum status status = run_asking(a, e);
    uint64_t done = a->outcome.asked + a->outcome.known;
    a->outcome.missing = count_asked(a) - done;
    a->outcome.paused = status == E_PAUSED;
    bool worth_keeping = status == OK || ((status == E_SYSTEM || status == E_PAUSED) &&
                                          !a->declined && done > a->outages);
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
    struct provenance p =
        ask_session_provenance(a->session, a->job->system, a->job->part, a->repeats, &a->scratch);
    p.reviewed = a->job->suite->reviewed;
    p.unanswered = a->outcome.missing;
    return p;
}

enum status asking_lines(struct asking *a, ask_take *take, void *ctx, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < count_numbers(a) && status == OK; i++) {
        if (a->kept[i].line.len == 0)
            continue;
        struct arena_mark mark = arena_mark(&a->scratch);
        struct str line;
        status = spool_line(&a->spool, a->kept[i].line, &a->scratch, &line, e);
        if (status == OK)
            status = take(ctx, line, e);
        arena_rewind(&a->scratch, mark);
    }
    return status;
}

static enum status write_line(void *writer, struct str line, struct err *e)
{
    return predictions_writer_add_line(writer, line, e);
}

enum status asking_write(struct asking *a, const char *path, struct err *e)
{
    struct predictions_writer w;
    TRY(predictions_writer_open(&w, path, e));
    enum status status = asking_lines(a, write_line, &w, e);
    if (status) {
        predictions_writer_discard(&w);
        return status;
    }
    const struct provenance p = asking_provenance(a);
    TRY(predictions_writer_commit(&w, e));
    return about_write(path, &p, asking_outcome(a)->asked == 0, e);
}
