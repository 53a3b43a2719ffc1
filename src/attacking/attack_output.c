/* attack_output.c: what came of an attack, counted, and written as a suite with its predictions. */
#include "attacking/attacking.h"

#include "base/file.h"
#include "base/version.h"
#include "making/suite_key.h"
#include "suite/about.h"
#include "suite/suite_writer.h"

#include <errno.h>
#include <unistd.h>

/* Counting */

static void count_broken_search(struct attack_result *out, const struct attack_search *s)
{
    const struct attack_state *state = &s->nodes[s->worst].state;
    out->search.broken++;
    out->unshrunk += !s->shrunk;
    out->search.by_changes[state->n_changes - 1]++;
    for (uint32_t r = 0; r < out->search.n_relations; r++)
        out->search.relations[r].broken += attack_state_has(state, r);
}

/* A seed counts as attacked if a change was tried on it. */
static void count_search(struct attack_result *out, const struct attack_search *s)
{
    struct manifest_attack *counts = &out->search;
    bool over = attack_search_is_over(s);
    if (s->worst == 0 || s->n_nodes == 0) {
        counts->unchangeable += s->n_nodes > 0 && over;
        counts->untried += s->n_nodes == 0 || !over;
    } else if (s->nodes[s->worst].broke) {
        count_broken_search(out, s);
    } else {
        counts->held += over;
        counts->unfinished += !over;
    }
}

static void count_seed(struct attack_result *out, const struct attacked_seed *s)
{
    struct manifest_attack *counts = &out->search;
    if (s->stage == SEED_LEFT_OUT) {
        counts->faulty_gold += s->search.fault.len > 0;
        counts->unchangeable += s->search.fault.len == 0;
    } else if (s->stage == SEED_ASKED) {
        counts->wrong += s->wrong;
        counts->unanswered += !s->wrong;
    } else if (s->stage == SEED_ATTACKED) {
        count_search(out, &s->search);
    }
}

void attack_count(struct attacking *x)
{
    for (uint32_t i = 0; i < x->n_seeds; i++)
        count_seed(x->out, &x->seeds[i]);
}

/* The key */

static const struct recipe_option SEARCH_OPTIONS[] = {
#define OPTION(kind, field, ...) RECIPE_OPTION(struct attack_options, kind, field),
#include "attack/attack_option.def"
};

static const struct recipe_option SUITE_OPTIONS[] = {
    RECIPE_OPTION(struct suite_options, COUNT, random_seed),
    RECIPE_OPTION(struct suite_options, FLAG, proved_on_rows),
    RECIPE_OPTION(struct suite_options, CHOICE, relation.strength),
};

static void add_options_to_key(struct recipe *r, const struct attacking *x)
{
    struct attack_options o = x->rules.options;
    o.block = x->out->search.block;
    recipe_add_number(r, "seeds", x->cut.pool.count);
    recipe_add_number(r, "sample_rows", x->test->dataset.sample_rows);
    recipe_add_options(r, SEARCH_OPTIONS, COUNT_OF(SEARCH_OPTIONS), &o, &attack_options_default);
    recipe_add_options(r, SUITE_OPTIONS, COUNT_OF(SUITE_OPTIONS), &x->test->job.suite,
                       &suite_options_default);
    score_options_add(r, &x->test->job.score);
    for (uint32_t i = 0; i < x->rules.n_relations; i++)
        recipe_add(r, "relation", str_from(x->rules.relations[i]->id));
    if (x->test->synonyms)
        recipe_add(r, "synonyms", synonym_asker_describe(x->test->synonyms));
}

/* The key has everything that the search depends on, and no result of it, so that all parts have
 * the same key. */
static enum status find_attack_key(struct attacking *x, struct str settings, struct err *e)
{
    struct recipe r;
    recipe_begin(&r, "attack");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    recipe_add(&r, "system", str_from(x->test->job.system));
    recipe_add(&r, "settings", settings);
    suite_key_add_questions(&r, &x->test->dataset);
    TRY(suite_key_add_databases(&r, &x->test->dataset, e));
    TRY(suite_key_add_words(&r, &x->test->words, e));
    add_options_to_key(&r, x);
    x->key = recipe_key(&r, &x->arena);
    return OK;
}

/* A shard has blocks; the part that it makes has places of seeds. */
static void find_attack_part(struct attacking *x)
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
    struct provenance p =
        ask_session_provenance(&x->session, x->test->job.system, NULL, 1, &x->arena);
    TRY(find_attack_key(x, p.settings, e));
    find_attack_part(x);
    x->provenance =
        ask_session_provenance(&x->session, x->test->job.system, &x->part, 1, &x->arena);
    return OK;
}

/* The manifest */

static struct relation_tally tally_worst(const struct attacking *x, uint64_t cases)
{
    struct relation_tally t = {.generated = cases, .proved = cases};
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (x->seeds[i].has_worst) {
            t.on_empty += case_proved_on_empty(&x->seeds[i].worst.proof);
            overlap_add(&t.overlap, &x->seeds[i].worst.overlap);
        }
    return t;
}

/* "generated" and "proved" mean the same as in every suite; readers count cases by them. */
static void put_manifest(struct json_writer *w, const struct attacking *x, uint64_t cases)
{
    uint32_t seeds = x->out->seeds, all = x->n_seeds;
    bool whole = part_is_whole(&x->part);
    struct manifest_relation made = {
        .id = STR("ATTACK"), .name = STR("worst case"), .tally = tally_worst(x, cases)};
    const struct manifest m = {.maker = MADE_BY_ATTACK,
                               .version = 1,
                               .key = x->key,
                               .random_seed = x->test->job.suite.random_seed,
                               .strength = x->rules.strength,
                               .limit = whole && seeds < all ? seeds : 0,
                               .sample_rows = x->test->dataset.sample_rows,
                               .part = x->part,
                               .drawn_of = whole ? 0 : all,
                               .proof = true,
                               .proved_on_rows = x->test->job.suite.proved_on_rows,
                               .databases = str_from(x->originals),
                               .more_databases = str_from(x->more),
                               .seeds = seeds,
                               .attack = &x->out->search,
                               .relations = &made,
                               .n_relations = 1};
    manifest_put(w, &m);
}

/* The suite */

static bool was_asked(const struct attacked_seed *s)
{
    return s->stage == SEED_ASKED || s->stage == SEED_ATTACKED;
}

static enum status write_seeds(struct attacking *x, struct suite_writer *w, uint64_t *cases,
                               struct err *e)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++) {
        struct attacked_seed *s = &x->seeds[i];
        if (!was_asked(s))
            continue;
        s->worst.seed = place++;
        *cases += s->has_worst;
        TRY(suite_writer_add(w, &s->seed, &s->worst, s->has_worst, e));
    }
    return OK;
}

static enum status commit_suite(struct attacking *x, struct suite_writer *w, uint64_t cases,
                                struct err *e)
{
    struct buf text = {0};
    struct json_writer json = json_writer_to(&text);
    put_manifest(&json, x, cases);
    enum status status = suite_writer_commit(w, buf_str(&text), e);
    buf_release(&text);
    return status;
}

static enum status write_suite(struct attacking *x, struct err *e)
{
    struct testing *t = x->test;
    const char *path = testing_file(t, "suite");
    const struct suite_extras extras = {.databases = t->job.suite.databases == DATABASES_COPY,
                                        .spider = true};
    struct suite_writer w;
    uint64_t cases = 0;
    TRY(suite_remove(path, e));
    TRY(suite_writer_open(&w, path, &extras, e));
    enum status status = write_seeds(x, &w, &cases, e);
    if (status == OK)
        status = commit_suite(x, &w, cases, e);
    suite_writer_discard(&w);
    return status;
}

/* The answers */

static enum status put_answer(struct predictions_writer *w, struct str id,
                              const struct answer *said, struct err *e)
{
    struct answer answer = *said;
    answer.id = id;
    return predictions_writer_add(w, &answer, e);
}

/* All answers to seeds, then those to cases. */
static enum status put_answers(struct attacking *x, struct predictions_writer *w, struct err *e)
{
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (was_asked(&x->seeds[i]))
            TRY(put_answer(w, arena_printf(&x->arena, "seed-%u", x->seeds[i].seed.number),
                           &x->seeds[i].answer, e));
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (x->seeds[i].has_worst)
            TRY(put_answer(w, x->seeds[i].worst.id, attack_search_answer(&x->seeds[i].search), e));
    return OK;
}

static enum status write_answers(struct attacking *x, struct err *e)
{
    const char *path = testing_file(x->test, "predictions.jsonl");
    struct predictions_writer w;
    TRY(file_expect_no_link(path, e));
    TRY(predictions_writer_open(&w, path, e));
    enum status status = put_answers(x, &w, e);
    if (status == OK)
        status = predictions_writer_commit(&w, e);
    predictions_writer_discard(&w);
    TRY(status);
    return about_write(path, &x->provenance, x->out->asked == 0, e);
}

/* Scores mean that the suite and the answers are complete. Remove those of an earlier run first: if
 * this one is killed while it writes, they would be beside a suite that they are not about. */
static enum status remove_scores(struct testing *t, struct err *e)
{
    static const char *const WRITTEN_LAST[] = {"scores.json", "report.txt", "report.html"};
    for (size_t i = 0; i < COUNT_OF(WRITTEN_LAST); i++) {
        const char *path = testing_file(t, WRITTEN_LAST[i]);
        if (unlink(path) != 0 && errno != ENOENT)
            return err_io(e, path, "remove");
    }
    return OK;
}

enum status attack_write(struct attacking *x, struct err *e)
{
    TRY(remove_scores(x->test, e));
    TRY(write_suite(x, e));
    return write_answers(x, e);
}
