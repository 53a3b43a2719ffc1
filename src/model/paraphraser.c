/* paraphraser.c: tasks of many seeds, asked in rounds. */
#include "model/paraphraser.h"

#include "model/seed_reading.h"
#include "system/announcement.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SEEDS_PER_BATCH = 64 };

struct paraphraser {
    struct language_model model;
};

enum status paraphraser_open(const struct model_settings *s, const atomic_int *stop,
                             struct paraphraser **out, struct err *e)
{
    struct paraphraser *p = mem_alloc(sizeof *p);
    enum status status =
        language_model_open(&p->model, "--paraphraser", paraphrase_texts_digest, s, stop, e);
    if (status)
        free(p);
    else
        *out = p;
    return status;
}

void paraphraser_free(struct paraphraser *p)
{
    if (p)
        language_model_close(&p->model);
    free(p);
}

struct str paraphraser_describe(const struct paraphraser *p)
{
    return buf_str(&p->model.description);
}

/* A run */

/* A request of a round. */
struct task_request {
    struct paraphrase_task *task;
    struct paraphrase_want want;
};

struct paraphrasing {
    const struct paraphraser *paraphraser;
    const struct paraphrase_job *job;
    const struct listener *listener;
    struct paraphrase_outcome *outcome;
    struct arena *lasting; /* for what is returned */
    struct paraphrases *out;
    struct model_asking *asking;
    struct book_shelf books;

    struct arena arena; /* of a batch */
    struct paraphrase_task *tasks;
    uint32_t n_tasks;

    struct task_request *round; /* heap */
    uint32_t n_round;
    struct buf prompt;
};

/* Seeds */

static enum status begin_seed(struct paraphrasing *g, uint32_t place, struct err *e)
{
    const struct question_reading *reading;
    const struct seed *seed = &g->job->seeds[place];
    TRY(seed_read(&g->arena, &g->books, g->job->knowledge, seed, seed->query, &reading, e));
    for (int k = 0; reading && k < N_REWORD_KINDS; k++)
        if (g->job->kinds[k] && paraphrase_task_begin(&g->arena, reading, place,
                                                      (enum reword_kind)k, &g->tasks[g->n_tasks]))
            g->n_tasks++;
    return listener_check(g->listener, e);
}

/* Add what was kept of a task to what is returned. */
static void hand_on_paraphrases(struct paraphrasing *g, const struct paraphrase_task *t)
{
    struct arena *a = g->lasting;
    size_t room = (size_t)t->tally.kept + 1;
    struct str *items = ARENA_ARRAY(a, struct str, room);
    struct str *explanations = ARENA_ARRAY(a, struct str, room);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_candidates; i++)
        if (t->candidates[i].state == CANDIDATE_KEPT) {
            items[n] = arena_str(a, t->candidates[i].said.question);
            explanations[n++] = arena_str(a, t->candidates[i].said.explanation);
        }
    g->out[t->place].kinds[t->kind] = (struct paraphrase_list){items, explanations, n};
    paraphrase_tally_add(&g->outcome->kinds[t->kind], &t->tally);
}

/* Rounds */

static void make_task_request(void *ctx, uint32_t i, struct chat_request *out)
{
    struct paraphrasing *g = ctx;
    const struct task_request *r = &g->round[i];
    paraphrase_task_request(r->task, &r->want, &g->paraphraser->model.sampling, &g->prompt, out);
}

static void take_task_answer(void *ctx, uint32_t i, const struct said_texts *said)
{
    struct paraphrasing *g = ctx;
    const struct task_request *r = &g->round[i];
    paraphrase_task_answer(r->task, &r->want, said->items, said->count, &g->arena);
}

static void collect_requests(struct paraphrasing *g)
{
    struct paraphrase_want wants[PARAPHRASE_MAX_WANTS];
    g->n_round = 0;
    for (uint32_t t = 0; t < g->n_tasks; t++) {
        uint32_t n = paraphrase_task_wants(&g->tasks[t], &g->arena, wants);
        for (uint32_t i = 0; i < n; i++)
            g->round[g->n_round++] = (struct task_request){&g->tasks[t], wants[i]};
    }
}

static enum status ask_round(struct paraphrasing *g, struct err *e)
{
    const struct model_round round = {
        .ctx = g, .count = g->n_round, .request = make_task_request, .answer = take_task_answer};
    return model_asking_round(g->asking, &round, e);
}

/* Drop books of earlier batches if there are many. */
static void begin_batch(struct paraphrasing *g)
{
    arena_clear(&g->arena);
    g->n_tasks = 0;
    if (g->books.n_books >= SEEDS_PER_BATCH) {
        book_shelf_release(&g->books);
        g->books.lexicon = g->job->lexicon;
    }
}

static enum status run_batch(struct paraphrasing *g, uint32_t first, uint32_t end, struct err *e)
{
    begin_batch(g);
    for (uint32_t i = first; i < end; i++)
        TRY(begin_seed(g, i, e));
    for (collect_requests(g); g->n_round > 0; collect_requests(g))
        TRY(ask_round(g, e));
    for (uint32_t t = 0; t < g->n_tasks; t++)
        hand_on_paraphrases(g, &g->tasks[t]);
    return OK;
}

/* This counts the first requests for candidates, for each question and kind. */
static void announce_paraphrases(const struct paraphrasing *g)
{
    uint64_t requests = 0;
    for (int k = 0; k < N_REWORD_KINDS; k++)
        requests += (uint64_t)g->job->kinds[k] * g->job->n_seeds * PARAPHRASE_DRAWS;
    if (requests > ANNOUNCED_REQUESTS)
        listener_notice(g->listener,
                        "about %" PRIu64 " requests to %.*s for candidates, and as many again to "
                        "choose among them",
                        requests, STR_ARG(g->paraphraser->model.server.address.text));
}

static enum status run_batches(struct paraphrasing *g, struct err *e)
{
    uint32_t n = g->job->n_seeds;
    announce_paraphrases(g);
    for (uint32_t first = 0; first < n; first += SEEDS_PER_BATCH)
        TRY(run_batch(g, first, n - first < SEEDS_PER_BATCH ? n : first + SEEDS_PER_BATCH, e));
    return OK;
}

static void release_paraphrasing(struct paraphrasing *g)
{
    book_shelf_release(&g->books);
    buf_release(&g->prompt);
    arena_release(&g->arena);
    free(g->tasks);
    free(g->round);
}

enum status paraphraser_run(struct paraphraser *p, const struct paraphrase_job *job,
                            const struct listener *listener, struct arena *a,
                            const struct paraphrases **out, struct paraphrase_outcome *outcome,
                            struct err *e)
{
    size_t most = (size_t)SEEDS_PER_BATCH * N_REWORD_KINDS;
    struct paraphrasing g = {.paraphraser = p,
                             .job = job,
                             .listener = listener,
                             .outcome = outcome,
                             .lasting = a,
                             .books.lexicon = job->lexicon};
    *outcome = (struct paraphrase_outcome){.kinds = {{0}}};
    TRY(model_asking_begin(&p->model, job->cache, "asked for paraphrases", listener,
                           &outcome->requests, &g.asking, e));
    g.tasks = mem_resize_array(NULL, most, sizeof *g.tasks);
    g.round = mem_resize_array(NULL, most * PARAPHRASE_MAX_WANTS, sizeof *g.round);
    g.out = arena_zalloc(a, (job->n_seeds + (size_t)1) * sizeof *g.out);
    for (uint32_t i = 0; i < job->n_seeds; i++)
        g.out[i].model = str_from(p->model.server.options.model);
    enum status status = run_batches(&g, e);
    status = model_asking_end(g.asking, status, e);
    if (status == OK && outcome->requests.cut_off > 0)
        listener_notice(listener,
                        "%" PRIu64 " replies of the paraphraser were cut off; see --max-tokens",
                        outcome->requests.cut_off);
    *out = g.out;
    release_paraphrasing(&g);
    return status;
}
