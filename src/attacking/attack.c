/* attack.c: rounds of questions, until the budget is spent or nothing more is wanted. */
#include "attacking/attack.h"

#include "attacking/attack_manifest.h"
#include "attacking/attack_outage.h"
#include "attacking/attack_output.h"
#include "base/file.h"
#include "base/number.h"
#include "base/path.h"
#include "suite/reviews.h"
#include "system/announcement.h"

#include <stdlib.h>

enum { BOOKS_KEPT = 32 }; /* of databases, by each worker */

/* The first rounds are small (attack_draw.c). Each may be twice the one before, up to a part of
 * all: what is learned in one serves the next. What promises less than WORTH_ASKING of the best
 * waits for a later round. */
enum { ROUNDS_OF_ALL = 6 };
static const double WORTH_ASKING = 0.5;

/* Opening */

/* Relations that change the answer cannot show that it should have stayed. */
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

/* What is not tried on seeds without gold (relation.h). */
static void tell_spared(struct attacking *x)
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
    x->rules.domains = &x->domains;
}

/* The seeds of this shard that may be drawn, or those of the shards before it. */
static struct seed_list pool_part(const struct attacking *x, uint32_t first, uint32_t end)
{
    return (struct seed_list){x->cut.pool.items + first, end - first};
}

/* For all seeds that may be drawn: what can be changed in them depends on it. */
static enum status ask_synonyms(struct attacking *x, struct err *e)
{
    struct testing *t = x->test;
    struct place_range own = attack_own_seeds(&x->cut);
    struct seed_list before = pool_part(x, 0, own.first), pool = pool_part(x, own.first, own.end);
    asked_words_init(&x->asked, &t->words.lexicon, &t->words.knowledge);
    if (!t->synonyms)
        return OK;
    enum status status =
        asked_words_add_seeds(&x->asked, &t->dataset, &before, &pool, t->listener, e);
    if (status == OK)
        status = synonym_asker_run(t->synonyms, &x->asked, testing_synonyms_cache(t), t->listener,
                                   &t->told, e);
    if (status == OK)
        asked_words_tell(&x->asked, &x->domains, &t->dataset);
    return status;
}

static void hire(struct attacking *x)
{
    uint32_t n = x->n_workers = x->test->job.suite.workers;
    struct proof_limits limits = proof_defaults;
    limits.needs_rows = x->test->job.suite.proved_on_rows;
    x->workers = workers_new(n);
    x->each = mem_resize_array(NULL, n, sizeof *x->each);
    x->books = mem_resize_array(NULL, n, sizeof *x->books);
    for (uint32_t i = 0; i < n; i++) {
        x->books[i] = (struct book_shelf){.lexicon = x->rules.lexicon, .room = BOOKS_KEPT};
        x->each[i] = (struct attack_worker){.rules = &x->rules,
                                            .prover = prover_new(&limits, n),
                                            .contents = content_reader_new(n),
                                            .books = &x->books[i]};
    }
}

/* How rounds are asked. */
static enum status prepare_rounds(struct attacking *x, struct err *e)
{
    struct testing *t = x->test;
    x->settings = t->job.ask;
    if (!x->settings.system.log)
        x->settings.system.log = testing_file(t, "system.log");
    x->round = (struct round_rules){.dir = testing_file(t, "round"),
                                    .system = t->job.system,
                                    .session = &x->session,
                                    .settings = &x->settings,
                                    .listener = t->listener,
                                    .score = t->job.score,
                                    .workers = t->job.suite.workers};
    enum status status = file_absolute_in(&x->arena, t->dataset.databases, &x->round.originals, e);
    return status ? status : file_absolute_in(&x->arena, t->dataset.beside, &x->round.more, e);
}

/* What is in the place of the suite will be removed. Why it must not be; NULL where it may. */
static enum status find_objection(const struct testing *t, const char *suite, const char **why,
                                  struct err *e)
{
    struct path_info there, seeds = {.kind = PATH_ABSENT};
    bool reviewed = false;
    enum status status = path_look(suite, &there, e);
    if (status == OK && t->job.seeds_of)
        status = path_look(t->job.seeds_of, &seeds, e);
    if (status == OK)
        status = reviews_there(suite, &reviewed, e);
    *why = NULL;
    if (status || there.kind == PATH_ABSENT)
        return status;
    if (there.device == seeds.device && there.node == seeds.node)
        *why = "the suite here is the one of --suite: name another folder with --out";
    else if (!manifest_is_attack(suite))
        *why = "what is here was not made by an attack: name another folder with --out";
    else if (reviewed)
        *why = "the suite here was reviewed: name another folder, or remove its " REVIEWS_FILE;
    return OK;
}

static enum status refuse_suite(struct testing *t, struct err *e)
{
    const char *suite = testing_file(t, "suite"), *why;
    enum status status = find_objection(t, suite, &why, e);
    if (status == OK && why) {
        status = err_set(e, E_INPUT, "%s", why);
        err_in_file(e, suite);
    }
    return status;
}

/* All but the relations, which were chosen before. */
static void set_rules(struct attacking *x)
{
    const struct testing *t = x->test;
    x->rules.random_seed = t->job.suite.random_seed;
    x->rules.lexicon = &t->words.lexicon;
    x->rules.knowledge = &t->words.knowledge;
    x->rules.rewording = &t->words.rewording;
}

static void begin_result(struct attacking *x)
{
    struct attack_result *out = x->out;
    struct arena *a = &x->test->arena;
    out->steps = x->rules.options.steps;
    out->relations = x->rules.relations;
    out->n_relations = x->rules.n_relations;
    out->by_changes = arena_zalloc(a, ((size_t)out->steps + 1) * sizeof *out->by_changes);
    out->by_relation = arena_zalloc(a, ((size_t)out->n_relations + 1) * sizeof *out->by_relation);
}

static enum status open_attack(struct attacking *x, struct testing *t,
                               const struct attack_options *o, struct err *e)
{
    x->test = t;
    x->rules.options = *o;
    enum status status = choose_relations(x, e);
    if (status == OK)
        status = refuse_suite(t, e);
    if (status == OK)
        status = testing_load_words(t, e);
    if (status == OK)
        status = prepare_rounds(x, e);
    if (status)
        return status;
    set_rules(x);
    tell_spared(x);
    learn_domains(x);
    hire(x);
    begin_result(x);
    status = attack_draw_begin(x, e);
    if (status == OK)
        status = ask_synonyms(x, e);
    return status ? status : attack_draw_first(x, e);
}

static void close_attack(struct attacking *x)
{
    if (x->workers)
        workers_free(x->workers);
    for (uint32_t i = 0; i < x->n_workers; i++) {
        prover_free(x->each[i].prover);
        content_reader_free(x->each[i].contents);
        book_shelf_release(&x->books[i]);
        arena_release(&x->each[i].scratch);
    }
    free(x->each);
    free(x->books);
    for (uint32_t i = 0; i < x->n_seeds; i++) {
        attack_search_release(&x->seeds[i].search);
        arena_release(&x->seeds[i].round);
    }
    if (x->rules.domains)
        word_domains_release(&x->domains);
    asked_words_release(&x->asked);
    arena_release(&x->arena);
}

/* Jobs of workers */

/* Texts of a case leave the worker's scratch. */
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

static void prepare_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct attacking *x = ctx;
    struct attacked_seed *s = &x->seeds[job];
    s->promise = 0;
    s->chosen = false;
    if (s->stage != SEED_ATTACKED || !s->block->open || *x->test->listener->stop)
        return;
    attack_search_prepare(&s->search, &x->each[worker]);
    s->promise = attack_search_promise(&s->search, &x->rules, &s->block->rates);
}

static void want_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct attacking *x = ctx;
    struct attacked_seed *s = &x->seeds[job];
    s->wishes = (struct attack_wishes){NULL, 0};
    if (!s->chosen || *x->test->listener->stop)
        return;
    struct attack_wishes w =
        attack_search_want(&s->search, &x->each[worker], &s->block->rates, x->rules.options.batch);
    arena_clear(&s->round);
    s->wishes.items = ARENA_ARRAY(&s->round, struct attack_wish, w.count);
    for (uint32_t i = 0; i < w.count; i++)
        s->wishes.items[i] =
            (struct attack_wish){w.items[i].node, keep_case(&s->round, &w.items[i].asked)};
    s->wishes.count = w.count;
}

static void worst_job(void *ctx, uint32_t worker, uint32_t job)
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
    enum status status = listener_check(x->test->listener, e);
    for (uint32_t i = 0; i < x->n_workers && status == OK; i++)
        if (x->each[i].status) {
            *e = x->each[i].err;
            status = x->each[i].status;
        }
    return status;
}

/* Rounds */

/* A round of the seeds that want something; or of those that were drawn, to ask them themselves. */
static struct round_seed *round_seeds(struct attacking *x, bool of_seeds, uint32_t *n)
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

/* Is the answer right, by the gold and the measure that counts? */
static bool is_right(const struct attacking *x, const struct seed_verdict *v)
{
    enum truth right = x->round.score.by == SCORE_BY_EXECUTION && v->right.execution
                           ? v->right.execution
                           : v->right.exact;
    return right == YES;
}

/* Where there is no gold, the answer tells what a question is about. */
static void take_seed(struct attacking *x, struct attacked_seed *s, const struct seed_verdict *v,
                      const struct answer *said)
{
    bool answered = v->answered && v->fault == CAUSE_CONSISTENT;
    s->answer = keep_answer(&x->arena, said);
    s->wrong = answered && x->rules.options.right && !is_right(x, v);
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

static void tell_search(struct attacked_seed *s, const struct attack_wish *w,
                        const struct attack_outcome *o)
{
    const struct attack_node *node = &s->search.nodes[w->node];
    if (node->word == ATTACK_NONE && !s->search.nodes[s->search.worst].broke)
        attack_rates_add(&s->block->rates, node->kind, o->broke);
    attack_search_tell(&s->search, w->node, o);
}

static void take_wishes(struct attacking *x, const struct attack_round *r)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++)
        for (uint32_t k = 0; k < x->seeds[i].wishes.count; k++, place++) {
            struct attack_outcome o =
                attack_outcome_of(&r->scores.cases[place], r->predictions.cases[place]);
            tell_search(&x->seeds[i], &x->seeds[i].wishes.items[k], &o);
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

static void count_round(struct attacking *x, const struct attack_round *r)
{
    x->out->asked += r->outcome.asked;
    x->out->known += r->outcome.known;
    x->out->rounds++;
    progress_update(&x->progress, x->out->spent, count_broken(x), monotonic_ns());
}

static enum status run_round(struct attacking *x, bool of_seeds, struct err *e)
{
    uint32_t n;
    struct round_seed *seeds = round_seeds(x, of_seeds, &n);
    struct attack_round r;
    enum status status = attack_round_run(&x->round, seeds, n, &r, e);
    if (status == OK && !of_seeds)
        status = attack_check_outages(x, &r, e);
    if (status == OK) {
        x->round.answered = true;
        if (of_seeds)
            take_seeds(x, &r);
        else
            take_wishes(x, &r);
        count_round(x, &r);
    }
    attack_round_release(&r);
    free(seeds);
    return status;
}

/* Choose those of the block that promise most, as many as a round may have. False where nothing is
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

static void spend(struct attacking *x, struct attack_block *b, uint64_t questions)
{
    b->spent += questions;
    x->out->spent += questions;
}

/* Give out what is left of the block's budget. How many questions are there now? */
static uint64_t allot(struct attacking *x, struct attack_block *b)
{
    uint64_t given = 0;
    for (uint32_t i = 0; i < b->n_seeds; i++) {
        struct attack_wishes *wishes = &x->seeds[b->turns[i]].wishes;
        uint64_t left = b->budget - b->spent - given;
        wishes->count = wishes->count < left ? wishes->count : (uint32_t)left;
        given += wishes->count;
    }
    spend(x, b, given);
    return given;
}

/* Choose in each block. Those that may ask nothing more, or want nothing more, are closed. False
 * where all are. */
static bool choose_in_blocks(struct attacking *x)
{
    bool open = false;
    for (uint32_t i = 0; i < x->n_blocks; i++) {
        struct attack_block *b = &x->blocks[i];
        b->open = b->open && choose_seeds(x, b);
        open = open || b->open;
    }
    return open;
}

static uint64_t allot_in_blocks(struct attacking *x)
{
    uint64_t given = 0;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        if (x->blocks[i].open)
            given += allot(x, &x->blocks[i]);
    return given;
}

/* A block that was given up, or whose budget is spent, is at its end: its searches go no further,
 * not even in thought. */
static void close_ended(struct attacking *x)
{
    for (uint32_t i = 0; i < x->n_blocks; i++) {
        struct attack_block *b = &x->blocks[i];
        b->open = b->open && !b->given_up && b->spent < b->budget;
    }
}

/* Attack the seeds that were asked, until nothing more is wanted or allowed. The rounds of all
 * blocks are asked together: a block takes no notice of what others are told.
 *
 * A search may find out that what it wanted cannot be asked: then nothing is given, and it is asked
 * again what it wants. */
static enum status attack_seeds(struct attacking *x, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].open = x->blocks[i].fresh > 0;
    while (status == OK) {
        close_ended(x);
        status = attack_run_jobs(x, x->n_seeds, prepare_job, e);
        if (status || !choose_in_blocks(x))
            break;
        status = attack_run_jobs(x, x->n_seeds, want_job, e);
        if (status == OK && allot_in_blocks(x) > 0)
            status = run_round(x, false, e);
    }
    return status;
}

/* The questions as they are. All that a shard has may be too much for a system that answers what
 * others have: then they are asked as in the whole run, where failures do not end it. */
static enum status ask_seeds(struct attacking *x, struct err *e)
{
    struct err other;
    bool others;
    enum status status = run_round(x, true, e);
    if (status != E_SYSTEM || x->round.answered)
        return status;
    if (attack_answers_others(x, &others, &other)) {
        *e = other;
        return other.code;
    }
    x->round.answered = others;
    return others ? run_round(x, true, e) : status;
}

/* The seeds that were drawn; and others for what they leave of the budgets. */
static enum status ask_rounds(struct attacking *x, struct err *e)
{
    enum status status = OK;
    while (status == OK && attack_drawn(x) > 0) {
        for (uint32_t i = 0; i < x->n_blocks; i++)
            spend(x, &x->blocks[i], x->blocks[i].fresh);
        status = ask_seeds(x, e);
        if (status == OK)
            status = attack_seeds(x, e);
        if (status == OK)
            status = attack_draw_more(x, e);
    }
    return status;
}

static struct schema_list databases_of(struct attacking *x)
{
    struct place_range own = attack_own_seeds(&x->cut);
    struct seed_list pool = pool_part(x, own.first, own.end);
    struct schema_list out = {ARENA_ARRAY(&x->arena, const struct schema *, (size_t)pool.count + 1),
                              pool.count};
    for (uint32_t i = 0; i < pool.count; i++)
        out.items[i] = pool.items[i].schema;
    return out;
}

/* How many questions there are at most was told; where somebody can say no, he is asked. */
static enum status agree(struct attacking *x, struct err *e)
{
    uint64_t left = request_watch_left(x->settings.system.watch), most = x->out->budget;
    if (!system_has_prompts(x->session.system))
        return OK;
    return announce_at_most(x->test->listener, x->round.system, most < left ? most : left, e);
}

/* One session serves all rounds: programs are started once, the cache is read once, and the names
 * of a defence are found once. */
static enum status run_rounds(struct attacking *x, struct err *e)
{
    const struct listener *listener = x->test->listener;
    const struct session_job job = {x->round.system, &x->settings, testing_cache(x->test),
                                    databases_of(x)};
    enum status status = ask_session_open(&x->session, &job, listener, e);
    if (status)
        return status;
    status = agree(x, e);
    if (status == OK)
        status = ask_rounds(x, e);
    if (status == OK)
        status = attack_identify(x, e);
    status = ask_session_end(&x->session, listener, status, e);
    ask_session_release(&x->session);
    return status;
}

/* The whole */

static enum status finish(struct attacking *x, struct err *e)
{
    enum status status = attack_run_jobs(x, x->n_seeds, worst_job, e);
    attack_count(x);
    attack_print_given_up(x);
    return status ? status : attack_write(x, e);
}

enum status testing_attack(struct testing *t, const struct attack_options *o,
                           struct attack_result *out, struct err *e)
{
    struct attacking x = {.out = out};
    *out = (struct attack_result){0};
    enum status status = open_attack(&x, t, o, e);
    if (status == OK) {
        listener_notice(t->listener, "at most %llu question%s to %s, for %u question%s of the data",
                        (unsigned long long)out->budget, plural(out->budget), t->job.system,
                        out->seeds, plural(out->seeds));
        x.progress = (struct progress){.style = t->listener->style,
                                       .verb = "asked",
                                       .total = out->budget,
                                       .write = t->listener->progress};
        progress_begin(&x.progress, 0, monotonic_ns());
        status = run_rounds(&x, e);
        progress_end(&x.progress, out->spent, count_broken(&x), monotonic_ns());
    }
    if (status == OK)
        status = finish(&x, e);
    close_attack(&x);
    return status;
}

/* Plans */

enum status testing_plan_attack(struct testing *t, const struct attack_options *o,
                                struct attack_plan *out, struct err *e)
{
    struct attack_result result = {0};
    struct attacking x = {.out = &result};
    enum status status = open_attack(&x, t, o, e);
    for (uint32_t i = 0; i < x.n_seeds; i++)
        if (x.seeds[i].stage == SEED_DRAWN)
            x.seeds[i].stage = SEED_ATTACKED;
    for (uint32_t i = 0; i < x.n_blocks; i++)
        x.blocks[i].open = true;
    if (status == OK)
        status = attack_run_jobs(&x, x.n_seeds, prepare_job, e);
    *out = (struct attack_plan){.seeds = result.seeds,
                                .drawn_of = result.drawn_of,
                                .budget = result.budget,
                                .steps = o->steps};
    attack_count(&x);
    out->faulty = result.faulty;
    out->unchangeable = result.unchangeable;
    for (uint32_t i = 0; i < x.n_seeds; i++) {
        const struct attack_search *s = &x.seeds[i].search;
        if (x.seeds[i].stage == SEED_ATTACKED) {
            out->ranks += attack_search_ranks(s);
            out->changes += s->n_candidates;
        }
    }
    close_attack(&x);
    return status;
}
