/* plan.c: all that would be asked, counted. */
#include "asking/plan.h"

#include "asking/ask_batches.h"
#include "base/path.h"
#include "suite/suite_store.h"
#include "system/answer_cache.h"

#include <stdio.h>

struct planning {
    const struct ask_job *job;
    const struct listener *listener;
    struct system *system;
    struct defence_names *names; /* of the defence */
    struct ask_batches batches;
    struct store *databases;
    struct ask_source source; /* for prompts, which have rows in them */
    struct answer_cache cache;
    bool has_cache;
    struct arena scratch;
    struct buf text;    /* of a request */
    enum status status; /* of a database that could not be opened */
    struct err err;
    struct ask_plan *plan;
};

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t prompt_tokens(uint64_t bytes)
{
    return bytes / BYTES_PER_TOKEN + (bytes % BYTES_PER_TOKEN > 0);
}

uint64_t ask_plan_unknown(const struct ask_plan *p)
{
    return p->requests - p->known;
}

uint64_t ask_plan_reply_tokens(const struct ask_plan *p)
{
    return times(ask_plan_unknown(p), p->max_tokens);
}

static struct database *request_database(void *ctx, uint32_t worker, const struct ask_request *r)
{
    struct planning *p = ctx;
    const struct suite_schema *schema;
    struct database *d = NULL;
    enum status status = ask_batches_schema(&p->batches, r, &schema, &p->err);
    if (status == OK)
        status = store_open(p->databases, worker, suite_schema_database(schema), &d, &p->err);
    if (status)
        p->status = status;
    return status == OK ? d : NULL;
}

/* Counting */

static enum status count_known(struct planning *p, uint64_t *out, struct err *e)
{
    enum status status = OK;
    *out = 0;
    for (uint32_t i = 0; p->has_cache && i < p->plan->repeats && status == OK; i++) {
        struct digest key = answer_key(system_describe(p->system), buf_str(&p->text), i);
        struct answer answer;
        bool known = false;
        status = answer_cache_find(&p->cache, key, &p->scratch, &answer, &known, e);
        *out += known;
    }
    return status;
}

static void count_prompt(struct ask_plan *plan, const struct ask_request *r, uint64_t bytes,
                         uint64_t times_asked)
{
    plan->prompt_tokens += prompt_tokens(bytes) * times_asked;
    if (bytes <= plan->longest_bytes)
        return;
    plan->longest_bytes = bytes;
    snprintf(plan->longest_id, sizeof plan->longest_id, "%.*s", STR_ARG(r->id));
}

static enum status count_question(struct planning *p, uint32_t place, struct err *e)
{
    struct ask_request r;
    uint64_t known = 0;
    struct ask_batch *batch;
    TRY(ask_batches_open(&p->batches, place, &batch, e));
    TRY(ask_batch_request(&p->batches, batch, place, &p->scratch, &r, e));
    TRY(system_request_text(p->system, &p->source, &r, &p->text, e));
    if (p->status) {
        *e = p->err;
        return p->status;
    }
    TRY(count_known(p, &known, e));
    p->plan->known += known;
    if (p->plan->has_prompts)
        count_prompt(p->plan, &r, p->text.len, p->plan->repeats - known);
    return OK;
}

static enum status count_questions(struct planning *p, struct err *e)
{
    enum status status = OK;
    if (!p->has_cache && !p->plan->has_prompts)
        return OK; /* their number is all there is to find out */
    for (uint32_t i = 0; i < p->plan->seeds + p->plan->cases && status == OK; i++) {
        struct arena_mark mark = arena_mark(&p->scratch);
        status = count_question(p, i, e);
        if (status == OK)
            status = listener_check(p->listener, e);
        arena_rewind(&p->scratch, mark);
    }
    return status;
}

/* The whole */

/* A cache that is not there is not made. */
static enum status open_cache(struct planning *p, struct err *e)
{
    struct path_info file;
    if (!p->plan->keeps)
        return OK;
    TRY(path_look(p->job->cache, &file, e));
    if (file.kind == PATH_ABSENT)
        return OK;
    TRY(answer_cache_open(&p->cache, p->job->cache, e));
    p->has_cache = true;
    if (p->job->settings->retry_errors)
        answer_cache_retry_errors(&p->cache);
    return OK;
}

static enum status count_all(struct planning *p, struct err *e)
{
    const struct suite_outline *o = p->batches.outline;
    const struct ask_settings *settings = p->job->settings;
    struct ask_plan *plan = p->plan;
    *plan = (struct ask_plan){.seeds = o->n_seeds,
                              .cases = o->n_cases,
                              .repeats = settings->repeat ? settings->repeat : 1,
                              .allowed = settings->system.max_requests,
                              .keeps = p->job->cache && system_is_costly(p->system),
                              .has_prompts = system_has_prompts(p->system)};
    plan->requests = times(plan->seeds + plan->cases, plan->repeats);
    if (plan->requests >= UINT32_MAX)
        return err_set(e, E_LIMIT, "too many questions");
    plan->max_tokens = system_max_tokens(p->system);
    enum status status = open_cache(p, e);
    if (status == OK)
        status = count_questions(p, e);
    struct err closing;
    if (p->has_cache && answer_cache_close(&p->cache, &closing) != OK && status == OK) {
        *e = closing;
        status = closing.code;
    }
    return status;
}

static enum status open_defence(struct planning *p, struct err *e)
{
    const struct ask_job *job = p->job;
    struct session_job o = {job->system, job->settings, NULL, {NULL, 0}};
    if (job->settings->defence)
        TRY(ask_batches_databases(&p->batches, &p->scratch, &o.databases, e));
    TRY(defence_names_open(&o, p->listener, &p->names, e));
    ask_batches_defend(&p->batches, p->names);
    return OK;
}

enum status ask_plan(const struct ask_job *job, const struct listener *listener,
                     struct ask_plan *out, struct err *e)
{
    struct planning p = {.job = job, .listener = listener, .plan = out};
    struct system_options options = ask_system_options(job->settings, NULL);
    TRY(system_open(job->system, &options, &p.system, e));
    ask_batches_init(&p.batches, job->suite, job->files, job->batch_cases);
    enum status status = open_defence(&p, e);
    p.source = (struct ask_source){.ctx = &p, .database = request_database};
    p.databases = suite_store_new(job->suite, job->settings->db, 1);
    if (status == OK)
        status = count_all(&p, e);
    store_free(p.databases);
    system_free(p.system);
    ask_batches_release(&p.batches);
    defence_names_free(p.names);
    buf_release(&p.text);
    arena_release(&p.scratch);
    return status;
}

void ask_plan_add_cases(struct ask_plan *p, uint64_t most_per_seed)
{
    uint64_t cases = times(p->seeds, most_per_seed);
    uint64_t more = times(p->keeps ? cases : plus(cases, p->seeds), p->repeats);
    p->at_most = true;
    p->cases = cases;
    p->requests = plus(p->requests, more);
    p->prompt_tokens = plus(p->prompt_tokens, times(more, prompt_tokens(p->longest_bytes)));
}
