/* attack.c: rounds of questions, until the budget is spent or nothing more is wanted. */
#include "attacking/attacking.h"

#include "base/file.h"
#include "base/number.h"
#include "base/path.h"
#include "suite/reviews.h"
#include "system/announcement.h"

#include <stdlib.h>

enum { BOOKS_KEPT = 32 }; /* of databases, by each worker */

/* The first rounds are small (attack_draw.c). Each may be twice the one before, up to one in
 * ROUNDS_OF_ALL of all seeds: what is learned in one serves the next. A seed that promises less
 * than WORTH_ASKING of the best waits for a later round. */
enum { ROUNDS_OF_ALL = 6 };
static const double WORTH_ASKING = 0.5;

/* Opening */

/* Relations that change the answer cannot show that the system should have kept it. */
static enum status choose_relations(struct attacking *x, struct err *e)
{
    const struct relation_choice *all = &x->test->job.suite.chosen;
    const struct relation **kept =
        ARENA_ARRAY(&x->test->arena, const struct relation *, all->count + 1);
    for (uint32_t i = 0; i < all->count; i++)
        if (!all->items[i]->changes_answer)
            kept[x->rules.n_relations++] = all->items[i];
    x->rules.relations = kept;
    if (x->rules.n_relations == 0)
        return err_set(e, E_USAGE,
                       "--relations names none whose answer stays: an attack needs some");
    if (x->rules.n_relations < all->count)
        listener_notice(x->test->listener,
                        "relations that change the answer are left out of an attack: %u of %u",
                        all->count - x->rules.n_relations, all->count);
    return OK;
}

/* Notice the relations that are not tried on seeds without gold (relation.h). */
static void notice_spared_relations(struct attacking *x)
{
    const struct dataset *d = &x->test->dataset;
    struct str ids = STR("");
    uint32_t seeds = 0;
    for (uint32_t i = 0; i < d->n_seeds; i++)
        seeds += !d->seeds[i].query.ptr;
    for (uint32_t i = 0; i < x->rules.n_relations; i++)
        if (x->rules.relations[i]->spares_reads)
            ids = arena_printf(&x->arena, "%.*s%s%s", STR_ARG(ids), ids.len ? ", " : "",
                               x->rules.relations[i]->id);
    if (seeds > 0 && ids.len > 0)
        listener_notice(x->test->listener,
                        "%u question%s no gold query: %.*s are not tried on them, since nobody "
                        "knows which columns they ask for",
                        seeds, seeds == 1 ? " has" : "s have", STR_ARG(ids));
}

static void learn_domains(struct attacking *x)
{
    const struct dataset *d = &x->test->dataset;
    word_domains_init(&x->domains, &x->test->words.knowledge);
    for (uint32_t i = 0; i < d->n_seeds; i++)
        word_domains_add(&x->domains, d->seeds[i].schema, d->seeds[i].question);
}

/* The seeds at these places of the pool. */
static struct seed_list pool_seeds(const struct attacking *x, uint32_t first, uint32_t end)
{
    return (struct seed_list){x->cut.pool.items + first, end - first};
}

/* For all seeds that may be drawn: what can be changed in them depends on it. */
static enum status ask_synonyms(struct attacking *x, struct err *e)
{
    struct testing *t = x->test;
    struct place_range own = attack_own_seeds(&x->cut);
    struct seed_list before = pool_seeds(x, 0, own.first), pool = pool_seeds(x, own.first, own.end);
    asked_words_init(&x->asked, &t->words.lexicon, &t->words.knowledge);
    if (!t->synonyms)
        return OK;
    TRY(asked_words_add_seeds(&x->asked, &t->dataset, &before, &pool, t->listener, e));
    TRY(synonym_asker_run(t->synonyms, &x->asked, testing_synonyms_cache(t), t->listener, &t->asked,
                          e));
    asked_words_tell(&x->asked, &x->domains, &t->dataset);
    return OK;
}

static void hire_workers(struct attacking *x)
{
    uint32_t n = x->n_workers = x->test->job.suite.workers;
    struct proof_limits limits = proof_defaults;
    limits.needs_rows = x->test->job.suite.proved_on_rows;
    x->workers = workers_new(n);
    x->each = mem_resize_array(NULL, n, sizeof *x->each);
    for (uint32_t i = 0; i < n; i++)
        x->each[i] =
            (struct attack_worker){.rules = &x->rules,
                                   .prover = prover_new(&limits, n),
                                   .contents = content_reader_new(n),
                                   .books = {.lexicon = x->rules.lexicon, .room = BOOKS_KEPT}};
}

static enum status prepare_rounds(struct attacking *x, struct err *e)
{
    struct testing *t = x->test;
    x->settings = t->job.ask;
    if (!x->settings.system.log)
        x->settings.system.log = testing_file(t, "system.log");
    TRY(file_absolute_in(&x->arena, t->dataset.databases, &x->originals, e));
    return file_absolute_in(&x->arena, t->dataset.beside, &x->more, e);
}

/* What is in the place of the suite will be removed. May it be? */
static enum status check_old_suite(struct testing *t, struct err *e)
{
    const char *suite = testing_file(t, "suite");
    struct path_info there, seeds = {.kind = PATH_ABSENT};
    bool reviewed;
    TRY(path_look(suite, &there, e));
    if (t->job.seeds_of)
        TRY(path_look(t->job.seeds_of, &seeds, e));
    TRY(reviews_there(suite, &reviewed, e));
    if (there.kind == PATH_ABSENT)
        return OK;
    if (there.device == seeds.device && there.node == seeds.node)
        err_set(e, E_INPUT, "the suite here is the one of --suite: name another folder with --out");
    else if (!manifest_is_attack(suite))
        err_set(e, E_INPUT,
                "what is here was not made by an attack: name another folder with --out");
    else if (reviewed)
        err_set(e, E_INPUT,
                "the suite here was reviewed: name another folder, or remove its " REVIEWS_FILE);
    else
        return OK;
    err_in_file(e, suite);
    return E_INPUT;
}

static void begin_result(struct attacking *x)
{
    const struct attack_rules *rules = &x->rules;
    const struct attack_options *o = &rules->options;
    struct arena *a = &x->test->arena;
    struct manifest_attack *search = &x->out->search;
    *search = (struct manifest_attack){
        .system = str_from(x->test->job.system),
        .steps = o->steps,
        .candidates = o->candidates,
        .beam = o->beam,
        .random = o->random,
        .ranked = attack_options_rank(o) != ATTACK_RANK_NOT,
        .right_only = o->right,
        .n_changes = o->steps,
        .by_changes = arena_zalloc(a, ((size_t)o->steps + 1) * sizeof *search->by_changes),
        .n_relations = rules->n_relations,
        .relations = ARENA_ARRAY(a, struct breaking_relation, rules->n_relations)};
    for (uint32_t i = 0; i < rules->n_relations; i++)
        search->relations[i] = (struct breaking_relation){str_from(rules->relations[i]->id), 0};
}

static enum status open_attack(struct attacking *x, struct testing *t,
                               const struct attack_options *o, struct err *e)
{
    x->test = t;
    x->rules = (struct attack_rules){.options = *o,
                                     .random_seed = t->job.suite.random_seed,
                                     .strength = (enum strength)t->job.suite.relation.strength,
                                     .lexicon = &t->words.lexicon,
                                     .knowledge = &t->words.knowledge,
                                     .rewording = &t->words.rewording,
                                     .phrases = &t->words.phrases,
                                     .domains = &x->domains};
    TRY(choose_relations(x, e));
    TRY(check_old_suite(t, e));
    TRY(testing_load_words(t, e));
    TRY(prepare_rounds(x, e));
    notice_spared_relations(x);
    learn_domains(x);
    hire_workers(x);
    begin_result(x);
    TRY(attack_draw_begin(x, e));
    TRY(ask_synonyms(x, e));
    return attack_draw_first(x, e);
}

static void close_attack(struct attacking *x)
{
    if (x->workers)
        workers_free(x->workers);
    for (uint32_t i = 0; i < x->n_workers; i++) {
        prover_free(x->each[i].prover);
        content_reader_free(x->each[i].contents);
        book_shelf_release(&x->each[i].books);
        arena_release(&x->each[i].scratch);
    }
    free(x->each);
    for (uint32_t i = 0; i < x->n_seeds; i++) {
        attack_search_release(&x->seeds[i].search);
        arena_release(&x->seeds[i].round);
    }
    word_domains_release(&x->domains);
    asked_words_release(&x->asked);
    arena_release(&x->arena);
}

/* Jobs of workers */

/* Copy a case from the worker's scratch. */
static struct test_case keep_case(struct arena *a, const struct test_case *c)
{
    struct test_case kept = *c;
    kept.id = arena_str_or_null(a, c->id);
    kept.db_id = arena_str(a, c->db_id);
    kept.question = arena_str(a, c->question);
    kept.query = arena_str_or_null(a, c->query);
    kept.change = arena_str(a, c->change);
    if (c->migration)
        kept.migration = migration_keep(a, c->migration, c->migration->old);
    return kept;
}

static void prepare_search_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct attacking *x = ctx;
    struct attacked_seed *s = &x->seeds[job];
    s->promise = 0;
    s->chosen = false;
    if (s->stage != SEED_ATTACKED || !s->block->open || *x->test->listener->stop)
        return;
    attack_search_prepare(&s->search, &x->each[worker]);
    s->promise = attack_search_promise(&s->search, &x->rules);
}

static void want_questions_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct attacking *x = ctx;
    struct attacked_seed *s = &x->seeds[job];
    s->wishes = (struct attack_wishes){NULL, 0};
    if (!s->chosen || *x->test->listener->stop)
        return;
    struct attack_wishes w =
        attack_search_want(&s->search, &x->each[worker], x->rules.options.batch);
    arena_clear(&s->round);
    s->wishes.items = ARENA_ARRAY(&s->round, struct attack_wish, w.count);
    for (uint32_t i = 0; i < w.count; i++)
        s->wishes.items[i] =
            (struct attack_wish){w.items[i].node, keep_case(&s->round, &w.items[i].asked)};
    s->wishes.count = w.count;
}

static void find_worst_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct attacking *x = ctx;
    struct attacked_seed *s = &x->seeds[job];
    struct test_case c;
    s->has_worst =
        s->stage == SEED_ATTACKED && attack_search_case(&s->search, &x->each[worker], &c);
    if (s->has_worst)
        s->worst = keep_case(&s->round, &c);
}

enum status attack_run_jobs(struct attacking *x, uint32_t n, workers_job *job, struct err *e)
{
    workers_start(x->workers, n, job, x);
    workers_wait(x->workers);
    TRY(listener_check(x->test->listener, e));
    for (uint32_t i = 0; i < x->n_workers; i++)
        if (x->each[i].status) {
            *e = x->each[i].err;
            return x->each[i].status;
        }
    return OK;
}

/* Rounds */

/* The seeds of a round: those whose search wants something, or, `of_seeds`, those that were drawn.
 */
static struct round_seed *list_round_seeds(struct attacking *x, bool of_seeds, uint32_t *n)
{
    struct round_seed *out = mem_resize_array(NULL, (size_t)x->n_seeds + 1, sizeof *out);
    *n = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (of_seeds ? x->seeds[i].stage == SEED_DRAWN : x->seeds[i].wishes.count > 0)
            out[(*n)++] = (struct round_seed){
                &x->seeds[i].seed, of_seeds ? NULL : &x->seeds[i].answer, x->seeds[i].wishes};
    return out;
}

static struct answer keep_answer(struct arena *a, const struct answer *said)
{
    struct answer kept = said ? *said : (struct answer){.failure = FAILURE_OUTAGE};
    kept.sql = arena_str_or_null(a, kept.sql);
    kept.error = arena_str_or_null(a, kept.error);
    kept.next = NULL;
    return kept;
}

/* Is the answer right, by the gold query and the chosen measure? */
static bool seed_is_right(const struct attacking *x, const struct seed_verdict *v)
{
    enum truth right = x->test->job.score.by == SCORE_BY_EXECUTION && v->right.execution
                           ? v->right.execution
                           : v->right.exact;
    return right == YES;
}

/* Without a gold query, the answer says what the question is about. */
static void take_seed(struct attacking *x, struct attacked_seed *s, const struct seed_verdict *v,
                      const struct answer *said)
{
    bool answered = v->answered && v->fault == CAUSE_CONSISTENT;
    s->answer = keep_answer(&x->arena, said);
    s->wrong = answered && x->rules.options.right && !seed_is_right(x, v);
    s->stage = answered && !s->wrong ? SEED_ATTACKED : SEED_ASKED;
    if (!s->seed.query.ptr && s->stage == SEED_ATTACKED)
        s->seed.reads = s->answer.sql;
    s->search.seed.reads = s->seed.reads;
}

static void take_seeds(struct attacking *x, const struct attack_round *r)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (x->seeds[i].stage == SEED_DRAWN) {
            take_seed(x, &x->seeds[i], &r->scores.seeds[place], r->predictions.seeds[place]);
            place++;
        }
}

static void take_outcome(struct attacked_seed *s, const struct attack_wish *w,
                         const struct attack_outcome *o)
{
    const struct attack_node *node = &s->search.nodes[w->node];
    if (node->word == ATTACK_NONE && !s->search.nodes[s->search.worst].broke)
        attack_rates_add(&s->block->rates, node->kind, o->broke);
    attack_search_take(&s->search, w->node, o);
}

static void take_wishes(struct attacking *x, const struct attack_round *r)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++)
        for (uint32_t k = 0; k < x->seeds[i].wishes.count; k++, place++) {
            struct attack_outcome o =
                attack_outcome_of(&r->scores.cases[place], r->predictions.cases[place]);
            take_outcome(&x->seeds[i], &x->seeds[i].wishes.items[k], &o);
        }
}

static uint64_t count_broken(const struct attacking *x)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++) {
        const struct attack_search *s = &x->seeds[i].search;
        n += s->n_nodes > 0 && s->nodes[s->worst].broke;
    }
    return n;
}

static void take_round(struct attacking *x, const struct attack_round *r, bool of_seeds)
{
    x->answered = true;
    if (of_seeds)
        take_seeds(x, r);
    else
        take_wishes(x, r);
    x->out->asked += r->outcome.asked;
    x->out->known += r->outcome.known;
    x->out->rounds++;
    progress_update(&x->progress, x->out->search.questions, count_broken(x), monotonic_ns());
}

static enum status run_round(struct attacking *x, bool of_seeds, struct err *e)
{
    uint32_t n;
    struct round_seed *seeds = list_round_seeds(x, of_seeds, &n);
    struct attack_round r;
    enum status status = attack_round_run(x, seeds, n, &r, e);
    if (status == OK && !of_seeds)
        status = attack_check_outages(x, &r, e);
    if (status == OK)
        take_round(x, &r, of_seeds);
    attack_round_release(&r);
    free(seeds);
    return status;
}

/* Choose the seeds of the block that promise most, as many as a round may have. False if nothing is
 * left. */
static bool choose_seeds(struct attacking *x, struct attack_block *b)
{
    double best = 0;
    uint32_t room = b->wave;
    for (uint32_t i = 0; i < b->n_seeds; i++)
        best = x->seeds[b->turns[i]].promise > best ? x->seeds[b->turns[i]].promise : best;
    for (uint32_t i = 0; i < b->n_seeds; i++) {
        struct attacked_seed *s = &x->seeds[b->turns[i]];
        s->chosen = room > 0 && s->promise > 0 && s->promise >= WORTH_ASKING * best;
        room -= s->chosen;
    }
    if (2 * b->wave <= b->drawn / ROUNDS_OF_ALL)
        b->wave *= 2;
    return best > 0;
}

static void spend_questions(struct attacking *x, struct attack_block *b, uint64_t questions)
{
    b->spent += questions;
    x->out->search.questions += questions;
}

/* Cut the wishes of the block to what is left of its budget. */
static void allot_questions(struct attacking *x, struct attack_block *b)
{
    for (uint32_t i = 0; i < b->n_seeds; i++) {
        struct attack_wishes *wishes = &x->seeds[b->turns[i]].wishes;
        uint64_t left = b->budget - b->spent;
        wishes->count = wishes->count < left ? wishes->count : (uint32_t)left;
        spend_questions(x, b, wishes->count);
    }
}

/* Choose in each block. Blocks that want nothing more are closed. False if all are. */
static bool choose_in_blocks(struct attacking *x)
{
    bool open = false;
    for (struct attack_block *b = x->blocks; b < x->blocks + x->n_blocks; b++) {
        b->open = b->open && choose_seeds(x, b);
        open = open || b->open;
    }
    return open;
}

/* The number of questions that may be asked now. */
static uint64_t allot_in_blocks(struct attacking *x)
{
    uint64_t before = x->out->search.questions;
    for (struct attack_block *b = x->blocks; b < x->blocks + x->n_blocks; b++)
        if (b->open)
            allot_questions(x, b);
    return x->out->search.questions - before;
}

/* Close blocks that were given up, or whose budget is spent: their searches are not even prepared.
 */
static void close_ended_blocks(struct attacking *x)
{
    for (struct attack_block *b = x->blocks; b < x->blocks + x->n_blocks; b++)
        b->open = b->open && !b->given_up && b->spent < b->budget;
}

/* Attack the seeds that were asked, until nothing more is wanted or allowed. The rounds of all
 * blocks are asked together, but a block does not depend on the answers of others.
 *
 * A search may find that what it wanted cannot be asked. Then nothing is allotted, and it says
 * again what it wants. */
static enum status attack_seeds(struct attacking *x, struct err *e)
{
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].open = x->blocks[i].fresh > 0;
    for (;;) {
        close_ended_blocks(x);
        TRY(attack_run_jobs(x, x->n_seeds, prepare_search_job, e));
        if (!choose_in_blocks(x))
            return OK;
        TRY(attack_run_jobs(x, x->n_seeds, want_questions_job, e));
        if (allot_in_blocks(x) > 0)
            TRY(run_round(x, false, e));
    }
}

/* Ask the questions as they are. The system may fail on all questions of a shard, though it answers
 * others. Then they are asked as in the whole run, where failures do not end it. */
static enum status ask_seeds(struct attacking *x, struct err *e)
{
    enum status status = run_round(x, true, e);
    if (status != E_SYSTEM || x->answered)
        return status;
    const struct err first = *e;
    TRY(attack_answers_others(x, &x->answered, e));
    if (x->answered)
        return run_round(x, true, e);
    *e = first;
    return status;
}

/* Attack the seeds that were drawn; then draw others for what these leave of the budgets. */
static enum status attack_in_draws(struct attacking *x, struct err *e)
{
    while (attack_drawn(x) > 0) {
        for (uint32_t i = 0; i < x->n_blocks; i++)
            spend_questions(x, &x->blocks[i], x->blocks[i].fresh);
        TRY(ask_seeds(x, e));
        TRY(attack_seeds(x, e));
        TRY(attack_draw_more(x, e));
    }
    return OK;
}

static struct schema_list list_databases(struct attacking *x)
{
    struct place_range own = attack_own_seeds(&x->cut);
    struct seed_list pool = pool_seeds(x, own.first, own.end);
    struct schema_list out = {ARENA_ARRAY(&x->arena, const struct schema *, (size_t)pool.count + 1),
                              pool.count};
    for (uint32_t i = 0; i < pool.count; i++)
        out.items[i] = pool.items[i].schema;
    return out;
}

/* The greatest number of questions was printed. If a user is there, ask whether to go on. */
static enum status confirm_questions(struct attacking *x, struct err *e)
{
    uint64_t left = request_watch_left(x->settings.system.watch), most = x->out->search.budget;
    if (!system_has_prompts(x->session.system))
        return OK;
    return announce_at_most(x->test->listener, x->test->job.system, most < left ? most : left, e);
}

/* One session serves all rounds: programs are started once, the cache is read once, and the names
 * of a defence are found once. */
static enum status attack_in_session(struct attacking *x, struct err *e)
{
    const struct listener *listener = x->test->listener;
    const struct session_job job = {x->test->job.system, &x->settings, testing_cache(x->test),
                                    list_databases(x)};
    TRY(ask_session_open(&x->session, &job, listener, e));
    enum status status = confirm_questions(x, e);
    if (status == OK)
        status = attack_in_draws(x, e);
    if (status == OK)
        status = attack_identify(x, e);
    status = ask_session_end(&x->session, listener, status, e);
    ask_session_release(&x->session);
    return status;
}

/* The whole */

static enum status run_attack(struct attacking *x, struct err *e)
{
    const struct listener *listener = x->test->listener;
    const struct manifest_attack *search = &x->out->search;
    listener_notice(listener, "at most %llu question%s to %s, for %u question%s of the data",
                    (unsigned long long)search->budget, plural(search->budget), x->test->job.system,
                    x->out->seeds, plural(x->out->seeds));
    x->progress = (struct progress){.style = listener->style,
                                    .verb = "asked",
                                    .total = search->budget,
                                    .write = listener->progress};
    progress_begin(&x->progress, 0, monotonic_ns());
    enum status status = attack_in_session(x, e);
    progress_end(&x->progress, search->questions, count_broken(x), monotonic_ns());
    if (status)
        return status;
    status = attack_run_jobs(x, x->n_seeds, find_worst_job, e);
    attack_count(x);
    attack_print_given_up(x);
    TRY(status);
    return attack_write(x, e);
}

enum status testing_attack(struct testing *t, const struct attack_options *o,
                           struct attack_result *out, struct err *e)
{
    struct attacking x = {.out = out};
    *out = (struct attack_result){0};
    enum status status = open_attack(&x, t, o, e);
    if (status == OK)
        status = run_attack(&x, e);
    close_attack(&x);
    return status;
}

static enum status plan_attack(struct attacking *x, struct err *e)
{
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (x->seeds[i].stage == SEED_DRAWN)
            x->seeds[i].stage = SEED_ATTACKED;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].open = true;
    TRY(attack_run_jobs(x, x->n_seeds, prepare_search_job, e));
    attack_count(x);
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (x->seeds[i].stage == SEED_ATTACKED) {
            x->out->ranks += attack_search_ranks(&x->seeds[i].search);
            x->out->changes += x->seeds[i].search.n_candidates;
        }
    return OK;
}

enum status testing_plan_attack(struct testing *t, const struct attack_options *o,
                                struct attack_result *out, struct err *e)
{
    struct attacking x = {.out = out};
    *out = (struct attack_result){0};
    enum status status = open_attack(&x, t, o, e);
    if (status == OK)
        status = plan_attack(&x, e);
    close_attack(&x);
    return status;
}
