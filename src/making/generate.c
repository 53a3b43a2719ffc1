/* generate.c: the rules, the cases of one seed, and seeds in batches, each batch on all workers. */
#include "making/generate.h"

#include "base/stage_progress.h"
#include "base/workers.h"
#include "dataset/draw_seeds.h"
#include "link/book_shelf.h"
#include "model/rater.h"
#include "relation/draw.h"
#include "relation/overlap.h"
#include "relation/prepare.h"
#include "relation/schema_memory.h"
#include "rewording/paraphrases.h"
#include "store/content.h"
#include "verify/case_task.h"

#include <stdlib.h>

/* Rules */

/* The language model that rates questions, if they are rated. */
static enum status open_rating_model(const struct suite_options *o, const struct listener *listener,
                                     struct fluency_model *out, struct err *e)
{
    struct watched_reading reading;
    watched_reading_init(&reading, listener);
    *out = (struct fluency_model){0};
    if (!suite_options_rate(o))
        return OK;
    return o->language_model ? fluency_model_open(out, o->language_model, &reading.watch, e)
                             : default_model_open(&out->grams, e);
}

/* What the databases are about, learnt from all questions of the dataset, drawn or not. NULL if no
 * relation needs it. */
static const struct word_domains *learn_domains(struct word_domains *out, const struct dataset *d,
                                                const struct vocabulary *words,
                                                const struct relation_choice *relations)
{
    bool wanted = relations_need_domain(relations->items, relations->count);
    word_domains_init(out, &words->knowledge);
    for (uint32_t i = 0; wanted && i < d->n_seeds; i++)
        word_domains_add(out, d->seeds[i].schema, d->seeds[i].question);
    return wanted ? out : NULL;
}

enum status case_rules_open(struct case_rules *r, const struct dataset *dataset,
                            const struct vocabulary *words, const struct suite_options *o,
                            const struct listener *listener, struct err *e)
{
    TRY(open_rating_model(o, listener, &r->model, e));
    r->rules =
        (struct generate_rules){.options = *o,
                                .relations = o->chosen.items,
                                .n_relations = o->chosen.count,
                                .lexicon = &words->lexicon,
                                .knowledge = &words->knowledge,
                                .rewording = &words->rewording,
                                .phrases = &words->phrases,
                                .domains = learn_domains(&r->domains, dataset, words, &o->chosen),
                                .fluency = suite_options_rate(o) ? &r->model.grams : NULL,
                                .stop = listener->stop};
    return OK;
}

void case_rules_close(struct case_rules *r)
{
    word_domains_release(&r->domains);
    fluency_model_close(&r->model);
}

/* One seed */

#define ANY_CASE UINT32_MAX

/* A seed being worked on. */
struct seed_work {
    const struct generate_rules *rules;
    struct prover *prover;
    struct content_source content;
    struct relation_seed seed;
    struct overlap_seed overlap; /* of the seed; what its cases are compared with */
    uint32_t place;
    struct seed_output *out;
    struct relation_tally *tally; /* of the relation that is applied */
    struct proof gold;            /* of running the gold query on the original … */
    bool gold_ran;                /* … if it was run */
    double fluency;               /* of the seed's question, if questions are rated */
};

/* Do the task; without a prover `*out` stays as it is. If the machine fails, the seed is void. */
static void prove_task(struct seed_work *w, const struct proof_task *task, struct proof *out)
{
    struct seed_output *o = w->out;
    if (w->prover && o->status == OK)
        o->status = prover_prove(w->prover, task, out, &o->err);
}

/* Rate the question if it changed. False if it reads much worse than the seed's. */
static bool rate_case(const struct seed_work *w, struct test_case *c)
{
    if (!w->rules->fluency || str_eq(c->question, w->seed.seed->question))
        return true;
    c->naturalness = gram_fluency(w->rules->fluency, c->question);
    c->seed_naturalness = w->fluency;
    return c->naturalness >= w->rules->options.min_fluency_ratio * w->fluency;
}

/* Prove the case. If answer and schema stay, the gold's own proof will do. */
static bool prove_case(struct seed_work *w, struct test_case *c)
{
    struct proof proof = w->gold;
    w->tally->generated++;
    if (!rate_case(w, c)) {
        proof.outcome = PROOF_NOT_FLUENT;
    } else if (case_needs_proof(c)) {
        struct proof_task task = case_task_of(&w->out->arena, w->seed.seed, w->seed.stmt, c);
        prove_task(w, &task, &proof);
    }
    if (proof.outcome != PROOF_PROVED) {
        w->tally->rejected[proof.outcome]++;
        return false;
    }
    if (!w->prover)
        return true;
    w->tally->proved++;
    w->tally->on_empty += case_proved_on_empty(&proof.how);
    w->tally->chance_untried += proof.untried != UNTRIED_NONE;
    w->tally->untried[proof.untried]++;
    if (proof.untried == UNTRIED_NOT_COPIED)
        w->out->made.not_copied = arena_str(&w->out->arena, proof.message);
    case_enter_proof(&w->out->arena, &proof, c);
    return true;
}

static bool is_run_over(const struct seed_work *w)
{
    return *w->rules->stop || w->out->status;
}

static void keep_case(struct seed_work *w, const struct test_case *c, struct case_pick drawn)
{
    struct made_seed *made = &w->out->made;
    ARENA_PUSH(&w->out->arena, made->cases, made->n_cases);
    ARENA_PUSH(&w->out->arena, made->drawn, made->n_cases);
    made->drawn[made->n_cases] = drawn;
    struct test_case *kept = &made->cases[made->n_cases++];
    *kept = *c;
    kept->seed = w->place;
    kept->overlap = overlap_of(&w->out->arena, &w->overlap, c);
    overlap_add(&w->tally->overlap, &kept->overlap);
}

/* Is this case wanted, or any of the relation if `index` is ANY_CASE? */
static bool is_picked(const struct seed_work *w, struct case_pick pick)
{
    if (!w->rules->picks)
        return true;
    const struct pick_list *list = &w->rules->picks[w->place];
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].relation == pick.relation &&
            (pick.index == ANY_CASE || list->items[i].index == pick.index))
            return true;
    return false;
}

/* Run the gold on the original, unless that is done. If it ran when the seed was made, only cases
 * need its answer. */
static void run_gold(struct seed_work *w)
{
    if (w->gold_ran)
        return;
    struct proof_task task = case_task_of(&w->out->arena, w->seed.seed, w->seed.stmt, NULL);
    w->gold_ran = true;
    if (!w->seed.seed->ran || w->rules->n_relations > 0)
        prove_task(w, &task, &w->gold);
    w->gold.message = arena_str(&w->out->arena, w->gold.message); /* outlives the next proof */
}

/* Often the rows that are there do not show a change of the query. So these variants are proved
 * while they are drawn, and one that fails is replaced. If the answer should stay, a failure says
 * something about the relation: such a case is not replaced. */
static bool accept_variant(void *ctx, struct test_case *c)
{
    struct seed_work *w = ctx;
    if (c->claim != CLAIM_CHANGED)
        return true;
    if (is_run_over(w))
        return false;
    run_gold(w);
    return w->gold.outcome == PROOF_PROVED && prove_case(w, c);
}

/* Is the case, which was drawn, good to be handed on? */
static bool is_good_case(struct seed_work *w, struct test_case *c)
{
    return c->claim == CLAIM_CHANGED || w->rules->draw_only || prove_case(w, c);
}

static void apply_relation(struct seed_work *w, uint32_t place)
{
    const struct relation *r = w->rules->relations[place];
    struct rng rng =
        rng_stream(w->rules->options.random_seed, str_from(r->id), w->seed.seed->number);
    if (!is_picked(w, (struct case_pick){place, ANY_CASE}))
        return;
    w->tally = &w->out->made.tallies[place];
    w->seed.refusals = &w->tally->refused;
    uint32_t most = w->rules->options.max_per_seed;
    if (r->most > 0 && r->most < most)
        most = r->most;
    struct case_list list = relation_draw_judged(&w->out->arena, r, &w->seed, most, rng,
                                                 &(struct variant_judge){accept_variant, w});
    for (uint32_t i = 0; i < list.count && !is_run_over(w); i++) {
        const struct case_pick drawn = {place, i};
        if (is_picked(w, drawn) && is_good_case(w, &list.items[i]))
            keep_case(w, &list.items[i], drawn);
    }
    w->tally->applicable += w->tally->generated > 0;
}

/* Can the gold be used? If there is one that cannot, that is the seed's fault. `e` says whether it
 * was read. */
static bool check_gold(struct seed_work *w, const struct err *e)
{
    struct made_seed *made = &w->out->made;
    w->gold = (struct proof){.outcome = PROOF_PROVED, .how.by = PROOF_BY_CONSTRUCTION};
    if (!w->rules->draw_only)
        run_gold(w);
    if (e->code != OK)
        made->fault = arena_str(&w->out->arena, str_from(e->msg));
    else if (w->gold.outcome != PROOF_PROVED)
        made->fault = arena_printf(&w->out->arena, "%s%s%.*s", proof_outcome_name(w->gold.outcome),
                                   w->gold.message.len ? ": " : "", STR_ARG(w->gold.message));
    return made->fault.len == 0;
}

static void clear_output(struct seed_output *out, uint32_t n_relations)
{
    arena_clear(&out->arena);
    *out = (struct seed_output){.arena = out->arena};
    out->made.tallies = arena_zalloc(&out->arena, (n_relations + 1) * sizeof *out->made.tallies);
}

/* The question with its query, for relations that want it. */
static enum status read_question(struct seed_work *w, const struct seed_worker *worker)
{
    const struct seed *s = w->seed.seed;
    const struct indicator_book *book;
    bool wanted = false;
    for (uint32_t i = 0; i < w->rules->n_relations; i++)
        wanted |= w->rules->relations[i]->needs_reading;
    if (!wanted || !w->seed.stmt)
        return OK;
    enum status status =
        book_shelf_get(worker->books, s->database.ptr, s->schema, &book, &w->out->err);
    if (status == OK)
        relation_prepare_reading(&w->out->arena, book, w->rules->rewording, &w->seed);
    return status == E_HOST ? status : OK; /* without its database the seed has no reading */
}

/* How many columns the query asks for; 0 if it asks for all of a table, or cannot be read. */
static uint32_t count_columns(const struct sql_stmt *stmt)
{
    const struct sql_core *core = stmt ? &stmt->query->cores[0] : NULL;
    for (uint32_t i = 0; core && i < core->n_results; i++)
        if (core->results[i].kind != SQL_RESULT_EXPR)
            return 0;
    return core ? core->n_results : 0;
}

void generate_seed(const struct generate_rules *rules, const struct seed_worker *worker,
                   const struct seed *seed, uint32_t place, struct seed_output *out)
{
    clear_output(out, rules->n_relations);
    struct made_seed *made = &out->made;
    struct seed_work w = {.rules = rules, .prover = worker->prover, .place = place, .out = out};
    struct err e;
    made->seed = *seed;
    made->seed.hardness = seed_hardness(&out->arena, seed);
    if (rules->fluency)
        w.fluency = gram_fluency(rules->fluency, seed->question);
    relation_prepare(&out->arena, seed, rules->lexicon, rules->knowledge,
                     schema_memories_get(worker->memories, seed->schema), &w.seed, &e);
    if (seed->element.ptr)
        made->seed.columns = count_columns(w.seed.stmt);
    if (!check_gold(&w, &e))
        return;
    overlap_seed_begin(&out->arena, &w.seed, &w.overlap);
    w.content = content_reader_of(worker->contents, seed->database.ptr, seed->schema);
    if (seed->database.ptr)
        w.seed.content = &w.content;
    w.seed.phrases = rules->phrases;
    w.seed.options = rules->options.relation;
    if (rules->domains)
        w.seed.domain = word_domains_find(rules->domains, seed->schema);
    if (rules->paraphrases)
        w.seed.paraphrases = &rules->paraphrases[place];
    out->status = read_question(&w, worker);
    for (uint32_t i = 0; i < rules->n_relations && !*rules->stop && !out->status; i++) {
        apply_relation(&w, i);
        if (out->status == OK)
            out->status = content_reader_status(worker->contents, &out->err);
    }
}

/* Batches */

/* A seed's cases are held until its batch is done, and are larger the more columns there are. */
enum { SEEDS_PER_BATCH = 64, COLUMNS_PER_BATCH = 1 << 16 };

struct generate_worker {
    struct seed_worker seeds;
    struct book_shelf books;
    struct schema_memories memories;
};

struct generating {
    const struct generate_rules *rules;
    const struct seed *seeds;
    uint32_t n_seeds;
    struct workers *workers;
    struct generate_worker *each; /* by worker */
    struct seed_output outputs[SEEDS_PER_BATCH];
    uint32_t batch; /* first seed of the batch being worked on */
};

static void make_seed_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct generating *g = ctx;
    uint32_t place = g->batch + job;
    generate_seed(g->rules, &g->each[worker].seeds, &g->seeds[place], place, &g->outputs[job]);
    stage_progress_add(g->rules->progress, 1);
}

/* How many seeds the batch has: at least one for each worker. */
static uint32_t batch_size(const struct generating *g)
{
    uint32_t rest = g->n_seeds - g->batch, most = rest < SEEDS_PER_BATCH ? rest : SEEDS_PER_BATCH;
    uint64_t columns = 0;
    for (uint32_t n = 0; n < most; n++) {
        if (n >= g->rules->options.workers && columns >= COLUMNS_PER_BATCH)
            return n;
        columns += g->seeds[g->batch + n].schema->n_columns;
    }
    return most;
}

static enum status run_batches(struct generating *g, generate_take *take, void *ctx, struct err *e)
{
    for (uint32_t n; g->batch < g->n_seeds; g->batch += n) {
        n = batch_size(g);
        workers_start(g->workers, n, make_seed_job, g);
        workers_wait(g->workers);
        if (*g->rules->stop)
            return err_set(e, E_INTERRUPTED, "interrupted");
        for (uint32_t i = 0; i < n; i++) {
            const struct seed_output *o = &g->outputs[i];
            if (o->status) {
                *e = o->err;
                return o->status;
            }
            TRY(take(ctx, &o->made, e));
        }
        for (uint32_t i = 0; i < g->rules->options.workers; i++)
            schema_memories_trim(&g->each[i].memories);
    }
    return OK;
}

static void release_generating(struct generating *g)
{
    workers_free(g->workers);
    for (uint32_t i = 0; i < g->rules->options.workers; i++) {
        struct generate_worker *w = &g->each[i];
        prover_free(w->seeds.prover);
        content_reader_free(w->seeds.contents);
        book_shelf_release(&w->books);
        schema_memories_release(&w->memories);
    }
    free(g->each);
    for (int i = 0; i < SEEDS_PER_BATCH; i++)
        arena_release(&g->outputs[i].arena);
    free(g);
}

enum status generate_cases(const struct generate_rules *rules, const struct seed *seeds,
                           uint32_t n_seeds, generate_take *take, void *ctx, struct err *e)
{
    struct generating *g = mem_alloc(sizeof *g);
    struct proof_limits limits = proof_defaults;
    uint32_t n = rules->options.workers;
    limits.needs_rows = rules->options.proved_on_rows;
    *g = (struct generating){.rules = rules, .seeds = seeds, .n_seeds = n_seeds};
    g->workers = workers_new(n);
    g->each = mem_resize_array(NULL, n, sizeof *g->each);
    for (uint32_t i = 0; i < n; i++) {
        struct generate_worker *w = &g->each[i];
        *w = (struct generate_worker){.books = {.lexicon = rules->lexicon, .room = 1}};
        w->seeds = (struct seed_worker){rules->options.no_proof ? NULL : prover_new(&limits, n),
                                        content_reader_new(n), &w->books, &w->memories};
    }
    enum status status = run_batches(g, take, ctx, e);
    release_generating(g);
    return status;
}
