/* attack_manifest.c: manifest.json of a suite of worst cases, and the key in it. */
#include "attacking/attack_manifest.h"

#include "attacking/attack_manifest_text.h"
#include "base/digest.h"
#include "base/version.h"
#include "making/manifest.h"

/* How many questions learn from each other; 0 where they all do. */
static uint32_t block_of(const struct attacking *x)
{
    return x->cut.n_blocks > 1 ? x->options->block : 0;
}

static void add_options(struct digester *d, const struct attacking *x)
{
    const struct attack_settings *o = x->options;
    const struct test_job *t = &x->test->job;
    struct arena a = {0};
    digest_add(d, arena_printf(&a, "%u %u %u %u %u %u %u %d %d %d %u %d %d %u", x->cut.pool.count,
                               block_of(x), o->steps, o->candidates, o->beam, o->batch, o->budget,
                               o->random, o->rank, o->right, t->suite.random_seed, t->by,
                               t->count_outages, t->deadline_ms));
    arena_release(&a);
    if (t->suite.proved_on_rows)
        digest_add(d, STR("proved on rows"));
    for (uint32_t i = 0; i < x->rules.n_relations; i++)
        digest_add(d, str_from(x->rules.relations[i]->id));
    const char *const words[] = {t->ask.vectors, t->ask.synonyms, t->ask.synonyms_model};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        digest_add(d, str_from(words[i] ? words[i] : ""));
}

/* A digest of all that the search depends on, and nothing that comes of it: so parts have the same.
 */
static enum status find_key(struct attacking *x, struct str settings, struct err *e)
{
    char *key = arena_alloc(&x->arena, DIGEST_HEX + 1);
    struct digester d;
    digest_begin(&d);
    digest_add(&d, str_from(TEQL_VERSION));
    digest_add(&d, str_from(x->test->job.system));
    enum status status = manifest_add_dataset(&d, &x->test->dataset, e);
    add_options(&d, x);
    manifest_add_lexicon(&d, &x->test->words.lexicon);
    digest_add(&d, settings);
    digest_hex(digest_end(&d), key);
    x->key = str_from(key);
    return status;
}

/* Shards have blocks; the part that they make has places of seeds. */
static void find_part(struct attacking *x)
{
    struct digester d;
    digest_begin(&d);
    digest_add(&d, x->key);
    digest_add(&d, system_describe(x->session.system)); /* a program's files count, too */
    x->part = part_cut(&x->arena, &d, x->test->job.suite.shard, x->cut.work, x->cut.n_blocks);
    if (!part_is_whole(&x->part)) {
        x->part.seeds = attack_own_seeds(&x->cut);
        x->part.choice = (struct part_choice){true, x->out->seeds};
    }
}

enum status attack_identify(struct attacking *x, struct err *e)
{
    struct provenance p = ask_session_provenance(&x->session, x->round.system, NULL, 1, &x->arena);
    enum status status = find_key(x, p.settings, e);
    find_part(x);
    x->provenance = ask_session_provenance(&x->session, x->round.system, &x->part, 1, &x->arena);
    return status;
}

/* The manifest */

static struct attack_manifest_head head_of(const struct attacking *x)
{
    uint32_t seeds = x->out->seeds, all = x->n_seeds;
    bool whole = part_is_whole(&x->part);
    return (struct attack_manifest_head){.version = 1,
                                         .key = x->key,
                                         .random_seed = x->test->job.suite.random_seed,
                                         .limit = whole && seeds < all ? seeds : 0,
                                         .sample_rows = x->test->dataset.sample_rows,
                                         .part = x->part,
                                         .drawn_of = whole ? 0 : all,
                                         .proof = true,
                                         .proved_on_rows = x->test->job.suite.proved_on_rows,
                                         .databases = str_from(x->round.originals),
                                         .more_databases = str_from(x->round.more),
                                         .seeds = seeds};
}

static struct attack_manifest_search search_of(const struct attacking *x)
{
    const struct attack_settings *o = x->options;
    const struct attack_result *r = x->out;
    return (struct attack_manifest_search){.system = str_from(x->round.system),
                                           .budget = r->budget,
                                           .questions = r->spent,
                                           .steps = o->steps,
                                           .candidates = o->candidates,
                                           .beam = o->beam,
                                           .block = block_of(x),
                                           .random = o->random,
                                           .ranked = x->rules.rank,
                                           .right_only = o->right,
                                           .broken = r->broken,
                                           .held = r->held,
                                           .unfinished = r->unfinished,
                                           .blocks_given_up = r->given_up,
                                           .untried = r->untried,
                                           .unanswered = r->unanswered,
                                           .wrong = r->wrong,
                                           .faulty_gold = r->faulty,
                                           .unchangeable = r->unchangeable};
}

static void add_lists(struct arena *a, struct attack_manifest *to, const struct attack_result *r)
{
    to->n_changes = r->steps;
    to->by_changes = ARENA_ARRAY(a, uint64_t, r->steps);
    for (uint32_t i = 0; i < r->steps; i++)
        to->by_changes[i] = r->by_changes[i];
    to->n_relations = r->n_relations;
    to->relations = ARENA_ARRAY(a, struct attack_manifest_relation, r->n_relations);
    for (uint32_t i = 0; i < r->n_relations; i++)
        to->relations[i] =
            (struct attack_manifest_relation){str_from(r->relations[i]->id), r->by_relation[i]};
}

static uint64_t count_on_empty(const struct attacking *x)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++)
        n += x->seeds[i].has_worst && case_proved_on_empty(&x->seeds[i].worst.proof);
    return n;
}

void attack_manifest_put(struct json_writer *w, const struct attacking *x, uint64_t cases)
{
    struct arena a = {0};
    struct attack_manifest m = {
        .head = head_of(x), .search = search_of(x), .cases = cases, .on_empty = count_on_empty(x)};
    add_lists(&a, &m, x->out);
    attack_manifest_write(w, &m);
    arena_release(&a);
}
