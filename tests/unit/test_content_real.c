/* test_content_real.c: DB-content on Spider-dev, drawn and proved as `teql generate` does it: at
 * least as many cases as Dr.Spider published, none twice, and a reason for each that is rejected.
 */
#include "shared.h"
#include "sure.h"
#include "unit.h"

#include "dataset/dataset.h"
#include "link/schema_words.h"
#include "migration/migration.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "sql/statement.h"
#include "store/content.h"

enum { PUBLISHED = 382, MOST_PER_SEED = 5, MOST_REJECTED = 30 };

struct content_run {
    struct arena scratch;
    struct dataset dataset;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct content_reader *reader;
    struct prover *prover;
    uint32_t proved, left_to_chance, mapped;
};

static void begin(struct content_run *r, struct arena *a)
{
    const struct knowledge_sources sources = {.wordnet = NULL};
    struct err e;
    *r = (struct content_run){0};
    assert_int_equal(
        dataset_load(&r->dataset, &(struct dataset_source){.data = shared_path(a, "spider")}, &e),
        OK);
    assert_int_equal(lexicon_load(&r->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&r->knowledge, &r->lexicon, &sources, &e), OK);
    knowledge_learn(&r->knowledge, &r->dataset.schemas);
    r->reader = content_reader_new(1);
    r->prover = prover_new(&proof_defaults, 1);
}

static void end(struct content_run *r)
{
    prover_free(r->prover);
    content_reader_free(r->reader);
    knowledge_release(&r->knowledge);
    lexicon_release(&r->lexicon);
    dataset_release(&r->dataset);
    arena_release(&r->scratch);
}

static void check_case(struct content_run *r, const struct seed *s, const struct test_case *c)
{
    struct proof_task task = {.database = s->database.ptr,
                              .schema = s->schema,
                              .gold = s->query,
                              .ordered = sql_orders_rows(&r->scratch, s->query),
                              .migration = c->migration,
                              .claim = c->claim,
                              .changed = c->query};
    assert_false(str_eq(c->query, s->query));
    assert_true(str_eq(c->question, s->question));
    assert_true(c->claim == CLAIM_SAME || c->claim == CLAIM_MAPPED);
    struct proof p = sure_proof(r->prover, &task);
    if (p.outcome != PROOF_PROVED && p.outcome != PROOF_CHANCE)
        fail_msg("%.*s: %.*s: %d", STR_ARG(s->query), STR_ARG(c->query), p.outcome);
    r->proved += p.outcome == PROOF_PROVED;
    r->left_to_chance += p.outcome == PROOF_CHANCE;
    r->mapped += p.outcome == PROOF_PROVED && c->claim == CLAIM_MAPPED;
}

static void check_seed(struct content_run *r, const struct seed *s)
{
    struct relation_seed seed;
    struct err e;
    relation_prepare(&r->scratch, s, &r->lexicon, &r->knowledge, NULL, &seed, &e);
    struct content_source content = content_reader_of(r->reader, s->database.ptr, s->schema);
    seed.content = &content;
    struct case_list list = relation_draw(&r->scratch, &relation_DB_content, &seed, MOST_PER_SEED,
                                          rng_stream(1, STR("DB-content"), s->number));
    for (uint32_t i = 0; i < list.count; i++) {
        for (uint32_t j = 0; j < i; j++)
            assert_false(str_eq(list.items[i].db_id, list.items[j].db_id));
        check_case(r, s, &list.items[i]);
    }
}

static void test_spider_dev(void **state)
{
    (void)state;
    struct arena a = {0};
    struct content_run r;
    if (!shared_present())
        skip();
    begin(&r, &a);
    for (uint32_t i = 0; i < r.dataset.n_seeds; i++) {
        struct arena_mark mark = arena_mark(&r.scratch);
        check_seed(&r, &r.dataset.seeds[i]);
        arena_rewind(&r.scratch, mark);
    }
    print_message("%u proved, %u of them mapped; %u left to chance\n", r.proved, r.mapped,
                  r.left_to_chance);
    assert_true(r.proved >= PUBLISHED);
    assert_true(r.left_to_chance <= MOST_REJECTED);
    assert_true(r.mapped > 0 && r.mapped < r.proved);
    end(&r);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spider_dev)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
