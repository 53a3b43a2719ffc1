/* generate_seed.c: from a seed to its cases. */
#include "making/generate_seed.h"

#include "dataset/draw_seeds.h"
#include "fluency/fluency.h"
#include "link/word_domains.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "rewording/paraphrases.h"
#include "verify/case_task.h"

#define ANY_CASE UINT32_MAX

/* A seed being worked on. */
struct seed_work {
    const struct generate_rules *rules;
    struct prover *prover;
    struct content_source content;
    struct relation_seed seed;
    uint32_t place;
    struct seed_output *out;
    struct proof gold; /* what running the gold query on the original gave … */
    bool gold_ran;     /* … where it was run */
    double fluency;    /* of the seed's question, where questions are rated */
};

/* One relation of it. */
struct relation_work {
    struct seed_work *work;
    struct relation_tally *tally;
};

/* Do the task; without a prover `*out` stays as it is. Where the machine fails, the seed is void.
 */
static void prove(struct seed_work *w, const struct proof_task *task, struct proof *out)
{
    struct seed_output *o = w->out;
    if (w->prover && o->status == OK)
        o->status = prover_prove(w->prover, task, out, &o->err);
}

/* Rate the question where it changed. False where it reads much worse than the seed's. */
static bool rate_case(const struct seed_work *w, struct test_case *c)
{
    if (!w->rules->fluency || str_eq(c->question, w->seed.seed->question))
        return true;
    c->naturalness = gram_fluency(w->rules->fluency, c->question);
    c->seed_naturalness = w->fluency;
    return c->naturalness >= w->rules->options.min_fluency_ratio * w->fluency;
}

/* Prove the case. Where answer and schema stay, the gold's own proof will do. */
static bool prove_case(struct seed_work *w, struct test_case *c, struct relation_tally *tally)
{
    struct proof proof = w->gold;
    tally->generated++;
    if (!rate_case(w, c)) {
        tally->rejected[PROOF_NOT_FLUENT]++;
        return false;
    }
    if (case_needs_proof(c)) {
        struct proof_task task = case_task_of(&w->out->arena, w->seed.seed, w->seed.stmt, c);
        prove(w, &task, &proof);
    }
    if (proof.outcome != PROOF_PROVED) {
        tally->rejected[proof.outcome]++;
        return false;
    }
    tally->proved += w->prover != NULL;
    tally->on_empty += w->prover && case_proved_on_empty(&proof.how);
    tally->chance_untried += proof.chance_untried;
    if (w->prover)
        case_enter_proof(&w->out->arena, &proof, c);
    return true;
}

static bool is_over(const struct seed_work *w)
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
}

/* Is it wanted: that case, or any of the relation where `index` is ANY_CASE? */
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

/* Run the gold on the original, unless that is done. One that ran when the seed was made is run
 * again only for the cases' sake, which need its answer. */
static void run_gold(struct seed_work *w)
{
    if (w->gold_ran)
        return;
    struct proof_task task = case_task_of(&w->out->arena, w->seed.seed, w->seed.stmt, NULL);
    w->gold_ran = true;
    if (!w->seed.seed->ran || w->rules->n_relations > 0)
        prove(w, &task, &w->gold);
}

/* Many a change of the query does not show in the rows that are there, so these variants are proved
 * while they are drawn, and another one takes the place of one that fails. Whether an answer stays
 * is a question about the relation: there, what fails is not made up for. */
static bool accept_variant(void *ctx, struct test_case *c)
{
    struct relation_work *r = ctx;
    if (c->claim != CLAIM_CHANGED)
        return true;
    if (is_over(r->work))
        return false;
    run_gold(r->work);
    return r->work->gold.outcome == PROOF_PROVED && prove_case(r->work, c, r->tally);
}

/* Is the case, which was drawn, good to be handed on? */
static bool is_good(struct relation_work *r, struct test_case *c)
{
    return c->claim == CLAIM_CHANGED || r->work->rules->draw_only ||
           prove_case(r->work, c, r->tally);
}

static void apply(struct seed_work *w, uint32_t place, struct relation_tally *tally)
{
    const struct relation *r = w->rules->relations[place];
    struct rng rng =
        rng_stream(w->rules->options.random_seed, str_from(r->id), w->seed.seed->number);
    struct relation_work work = {w, tally};
    if (!is_picked(w, (struct case_pick){place, ANY_CASE}))
        return;
    w->seed.refusals = &tally->refused;
    uint32_t most = w->rules->options.max_per_seed;
    if (r->most > 0 && r->most < most)
        most = r->most;
    struct case_list list = relation_draw_judged(&w->out->arena, r, &w->seed, most, rng,
                                                 &(struct variant_judge){accept_variant, &work});
    for (uint32_t i = 0; i < list.count && !is_over(w); i++) {
        const struct case_pick drawn = {place, i};
        if (is_picked(w, drawn) && is_good(&work, &list.items[i]))
            keep_case(w, &list.items[i], drawn);
    }
    tally->applicable += tally->generated > 0;
}

/* Can the gold be used? A fault where there is a query that cannot; `e` tells whether it was read.
 */
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

static void clear(struct seed_output *out, uint32_t n_relations)
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
    return status == E_HOST ? status : OK; /* a database that is gone tells nothing */
}

/* How many columns the query asks for; 0 where it is all of a table, or cannot be read. */
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
    clear(out, rules->n_relations);
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
    w.content = content_reader_of(worker->contents, seed->database.ptr, seed->schema);
    if (seed->database.ptr)
        w.seed.content = &w.content;
    w.seed.options = rules->options.relation;
    if (rules->domains)
        w.seed.domain = word_domains_find(rules->domains, seed->schema);
    if (rules->paraphrases)
        w.seed.paraphrases = &rules->paraphrases[place];
    out->status = read_question(&w, worker);
    for (uint32_t i = 0; i < rules->n_relations && !*rules->stop && !out->status; i++) {
        apply(&w, i, &made->tallies[i]);
        if (out->status == OK)
            out->status = content_reader_status(worker->contents, &out->err);
    }
}
