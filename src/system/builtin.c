/* builtin.c: running a function over the requests, on all workers, round by round. */
#include "system/builtin.h"

#include "base/workers.h"
#include "system/kind.h"

#include <stdlib.h>

enum { JOBS_PER_WORKER = 32, MAX_WORKERS = 1024 };

const struct builtin *const BUILTINS[] = {
#define BUILTIN(id) &builtin_##id,
#include "system/builtin.def"
#undef BUILTIN
    NULL,
};

struct builtin_system {
    const struct builtin *builtin;
    struct system_options options;
};

struct job {
    struct ask_request request;
    struct str sql;
    double ms;
    enum status status; /* of answering */
    struct err err;
};

/* Finding an answer may take megabytes; the answer is a line. */
struct round_worker {
    struct arena scratch; /* of the job at hand */
    struct arena answers; /* of the round */
};

struct round {
    const struct builtin *builtin;
    void *state; /* the builtin's */
    const struct ask_source *source;
    struct round_worker *by_worker;
    struct job *jobs;
    uint32_t n_jobs, n_workers;
};

static void answer_job(void *ctx, uint32_t worker, uint32_t number)
{
    struct round *r = ctx;
    struct job *job = &r->jobs[number];
    struct round_worker *mine = &r->by_worker[worker];
    struct builtin_worker w = {.number = worker, .arena = &mine->scratch};
    if (r->source->database)
        w.database = r->source->database(r->source->ctx, worker, &job->request);
    job->sql = STR_NONE;
    int64_t start = monotonic_ns();
    job->status = r->builtin->answer(r->state, &job->request, &w, &job->sql, &job->err);
    job->ms = (double)(monotonic_ns() - start) / 1e6;
    job->sql = arena_str_or_null(&mine->answers, job->sql);
    arena_clear(&mine->scratch);
}

static enum status hand_in_round(const struct round *r, struct err *e)
{
    for (uint32_t i = 0; i < r->n_jobs; i++) {
        const struct job *job = &r->jobs[i];
        if (job->status) {
            *e = job->err;
            return job->status;
        }
        struct answer reply = {.sql = job->sql, .final = true, .ms = job->ms, .attempts = 1};
        if (!job->sql.ptr)
            reply.error = STR("no answer");
        TRY(system_hand_in(r->source, &job->request, reply, e));
    }
    return OK;
}

/* Draw, answer and hand in the jobs of a round. *more: is there another round? */
static enum status run_round(struct round *r, struct workers *workers, bool *more, struct err *e)
{
    uint32_t max = r->n_workers * JOBS_PER_WORKER;
    enum ask_next next = ASK_THIS;
    r->n_jobs = 0;
    while (r->n_jobs < max &&
           (next = r->source->next(r->source->ctx, &r->jobs[r->n_jobs].request)) == ASK_THIS)
        r->n_jobs++;
    *more = next != ASK_NO_MORE; /* requests for later are drawn in the next round */
    workers_start(workers, r->n_jobs, answer_job, r);
    workers_wait(workers);
    enum status status = hand_in_round(r, e);
    for (uint32_t i = 0; i < r->n_workers; i++)
        arena_clear(&r->by_worker[i].answers);
    if (r->source->tick)
        r->source->tick(r->source->ctx);
    return status;
}

static enum status builtin_run(void *self, const struct ask_source *source, struct err *e)
{
    const struct builtin_system *s = self;
    struct round r = {.builtin = s->builtin, .source = source, .n_workers = s->options.workers};
    r.by_worker = mem_resize_array(NULL, r.n_workers, sizeof *r.by_worker);
    memset(r.by_worker, 0, r.n_workers * sizeof *r.by_worker);
    r.jobs = mem_resize_array(NULL, (size_t)r.n_workers * JOBS_PER_WORKER, sizeof *r.jobs);
    r.state = r.builtin->open ? r.builtin->open(r.n_workers) : NULL;
    struct workers *workers = workers_new(r.n_workers);
    enum status status = OK;
    for (bool more = true; more && status == OK;) {
        status = run_round(&r, workers, &more, e);
        if (status == OK && system_stopped(&s->options))
            status = err_set(e, E_SYSTEM, "interrupted");
    }
    workers_free(workers);
    if (r.builtin->close)
        r.builtin->close(r.state);
    for (uint32_t i = 0; i < r.n_workers; i++) {
        arena_release(&r.by_worker[i].scratch);
        arena_release(&r.by_worker[i].answers);
    }
    free(r.by_worker);
    free(r.jobs);
    return status;
}

const struct builtin *builtin_find(const char *name)
{
    const struct builtin *const *b = BUILTINS;
    while (*b && strcmp((*b)->name, name) != 0)
        b++;
    return *b;
}

static enum status unknown_builtin(const char *name, struct err *e)
{
    struct arena a = {0};
    struct str names = STR("");
    for (const struct builtin *const *b = BUILTINS; *b; b++)
        names = arena_printf(&a, "%.*s%s%s", STR_ARG(names), names.len ? ", " : "", (*b)->name);
    enum status status =
        err_set(e, E_USAGE, "no builtin system '%s'; there are %.*s", name, STR_ARG(names));
    arena_release(&a);
    return status;
}

static enum status builtin_open(const char *spec, const char *rest,
                                const struct system_options *options, void **out, struct err *e)
{
    (void)spec;
    const struct builtin *builtin = builtin_find(rest);
    if (!builtin)
        return unknown_builtin(rest, e);
    if (options->workers > MAX_WORKERS)
        return err_set(e, E_USAGE, "more than %d workers", MAX_WORKERS);
    struct builtin_system *s = mem_alloc(sizeof *s);
    *s = (struct builtin_system){builtin, *options};
    *out = s;
    return OK;
}

static void builtin_describe(const void *self, struct json_writer *w)
{
    const struct builtin_system *s = self;
    json_key_str(w, "builtin", str_from(s->builtin->name));
}

const struct system_kind BUILTIN_KIND = {
    .prefix = "builtin:",
    .open = builtin_open,
    .free = free,
    .run = builtin_run,
    .describe = builtin_describe,
};
