/* attack_manifest.c: manifest.json of a suite of worst cases, and the key in it. */
#include "attacking/attack_manifest.h"

#include "base/version.h"
#include "making/suite_key.h"

/* How many questions learn from each other; 0 where they all do. */
static uint32_t block_of(const struct attacking *x)
{
    return x->cut.n_blocks > 1 ? x->rules.options.block : 0;
}

static const struct recipe_option SEARCH[] = {
#define OPTION(kind, field, ...) RECIPE_OPTION(struct attack_options, kind, field),
#include "attack/attack_option.def"
};

static const struct recipe_option SUITE[] = {
    RECIPE_OPTION(struct suite_options, COUNT, random_seed),
    RECIPE_OPTION(struct suite_options, FLAG, proved_on_rows),
};

static void add_options(struct recipe *r, const struct attacking *x)
{
    struct attack_options o = x->rules.options;
    o.block = block_of(x);
    recipe_add_number(r, "seeds", x->cut.pool.count);
    recipe_add_number(r, "sample_rows", x->test->dataset.sample_rows);
    recipe_add_options(r, SEARCH, COUNT_OF(SEARCH), &o, &attack_options_default);
    recipe_add_options(r, SUITE, COUNT_OF(SUITE), &x->test->job.suite, &suite_options_default);
    score_options_add(r, &x->test->job.score);
    for (uint32_t i = 0; i < x->rules.n_relations; i++)
        recipe_add(r, "relation", str_from(x->rules.relations[i]->id));
    if (x->test->synonyms)
        recipe_add(r, "synonyms", synonym_asker_describe(x->test->synonyms));
}

/* The key has all that the search depends on, and nothing that comes of it: so parts have the same.
 */
static enum status find_key(struct attacking *x, struct str settings, struct err *e)
{
    struct recipe r;
    recipe_begin(&r, "attack");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    recipe_add(&r, "system", str_from(x->test->job.system));
    recipe_add(&r, "settings", settings);
    suite_key_add_questions(&r, &x->test->dataset);
    TRY(suite_key_add_databases(&r, &x->test->dataset, e));
    TRY(suite_key_add_words(&r, &x->test->words, e));
    add_options(&r, x);
    x->key = recipe_key(&r, &x->arena);
    return OK;
}

/* Shards have blocks; the part that they make has places of seeds. */
static void find_part(struct attacking *x)
{
    struct recipe r;
    recipe_begin(&r, "part of an attack");
    recipe_add(&r, "attack", x->key);
    recipe_add(&r, "system", system_describe(x->session.system)); /* a program's files count, too */
    x->part = part_cut(&x->arena, &r, x->test->job.suite.shard, x->cut.work, x->cut.n_blocks);
    if (!part_is_whole(&x->part)) {
        x->part.seeds = attack_own_seeds(&x->cut);
        x->part.choice = (struct part_choice){true, x->out->seeds};
    }
}

enum status attack_identify(struct attacking *x, struct err *e)
{
    struct provenance p = ask_session_provenance(&x->session, x->round.system, NULL, 1, &x->arena);
    TRY(find_key(x, p.settings, e));
    find_part(x);
    x->provenance = ask_session_provenance(&x->session, x->round.system, &x->part, 1, &x->arena);
    return OK;
}

/* The manifest */

static struct manifest_attack search_of(const struct attacking *x)
{
    const struct attack_options *o = &x->rules.options;
    const struct attack_result *r = x->out;
    return (struct manifest_attack){.system = str_from(x->round.system),
                                    .budget = r->budget,
                                    .questions = r->spent,
                                    .steps = o->steps,
                                    .candidates = o->candidates,
                                    .beam = o->beam,
                                    .block = block_of(x),
                                    .random = o->random,
                                    .ranked = attack_options_rank(o),
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

static void add_lists(struct arena *a, struct manifest_attack *to, const struct attack_result *r)
{
    to->n_changes = r->steps;
    to->by_changes = ARENA_ARRAY(a, uint64_t, r->steps);
    for (uint32_t i = 0; i < r->steps; i++)
        to->by_changes[i] = r->by_changes[i];
    to->n_relations = r->n_relations;
    to->relations = ARENA_ARRAY(a, struct breaking_relation, r->n_relations);
    for (uint32_t i = 0; i < r->n_relations; i++)
        to->relations[i] =
            (struct breaking_relation){str_from(r->relations[i]->id), r->by_relation[i]};
}

static uint64_t count_on_empty(const struct attacking *x)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++)
        n += x->seeds[i].has_worst && case_proved_on_empty(&x->seeds[i].worst.proof);
    return n;
}

/* "generated" and "proved" mean what they do in every suite; readers count cases by them. */
void attack_manifest_put(struct json_writer *w, const struct attacking *x, uint64_t cases)
{
    struct arena a = {0};
    uint32_t seeds = x->out->seeds, all = x->n_seeds;
    bool whole = part_is_whole(&x->part);
    struct manifest_attack search = search_of(x);
    struct manifest_relation made = {
        .id = STR("ATTACK"),
        .name = STR("worst case"),
        .tally = {.generated = cases, .proved = cases, .on_empty = count_on_empty(x)}};
    const struct manifest m = {.maker = MADE_BY_ATTACK,
                               .version = 1,
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
                               .seeds = seeds,
                               .attack = &search,
                               .relations = &made,
                               .n_relations = 1};
    add_lists(&a, &search, x->out);
    manifest_put(w, &m);
    arena_release(&a);
}
