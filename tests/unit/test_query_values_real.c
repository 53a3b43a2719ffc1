/* test_query_values_real.c: SQL-nondb-number, SQL-db-text and SQL-db-number on Spider-dev: how many
 * cases there are, and what must hold for every one of them. */
#include "shared.h"
#include "unit.h"

#include "dataset/dataset.h"
#include "making/generate.h"
#include "migration/edit_places.h"

static const struct relation *const TESTED[] = {&relation_SQL_nondb_number, &relation_SQL_db_text,
                                                &relation_SQL_db_number};
enum { N_TESTED = COUNT_OF(TESTED), MOST = 5 };

/* Fewer would be a loss. */
static const uint32_t EXPECTED[N_TESTED] = {131, 770, 350};

struct sums {
    struct arena scratch;
    struct relation_tally tallies[N_TESTED];
};

/* The query is the seed's query with the edit, except for the quotes of texts. */
static void check_query(struct arena *a, const struct seed *s, const struct test_case *c)
{
    struct str edited, again;
    struct query_edit back = c->edit;
    assert_true(query_edit_apply(a, s->schema, s->query, &c->edit, &edited));
    back.from = c->edit.to;
    back.to = c->edit.from;
    if (!query_edit_apply(a, s->schema, c->query, &back, &again))
        fail_msg("%.*s: '%.*s' cannot be undone", STR_ARG(c->id), STR_ARG(c->query));
    assert_true(str_eq(edited, c->query) || c->edit.to.ptr[0] == '\'');
}

/* Only the value changes in the question, and the new one was not there before. */
static void check_question(const struct seed *s, const struct test_case *c)
{
    struct str x = s->question, y = c->question;
    size_t start = 0, end = 0, shorter = x.len < y.len ? x.len : y.len;
    while (start < shorter && x.ptr[start] == y.ptr[start])
        start++;
    while (end < shorter - start && x.ptr[x.len - 1 - end] == y.ptr[y.len - 1 - end])
        end++;
    assert_true(start < x.len - end || start < y.len - end);
    if (y.len - end - start > 70 || x.len - end - start > 70)
        fail_msg("%.*s: more than a value changed", STR_ARG(c->id));
}

static void check_case(struct sums *sums, const struct made_seed *made, uint32_t i)
{
    const struct test_case *c = &made->cases[i];
    assert_int_equal(c->claim, CLAIM_CHANGED);
    assert_int_equal(c->proof.by, PROOF_BY_EXECUTION);
    check_question(&made->seed, c);
    check_query(&sums->scratch, &made->seed, c);
    (void)parse_json(c->change);
    for (uint32_t j = 0; j < i; j++)
        if (str_eq(made->cases[j].question, c->question) && str_eq(made->cases[j].query, c->query))
            fail_msg("%.*s stands there twice", STR_ARG(c->id));
}

static void check_tally(const struct relation_tally *t)
{
    uint64_t rejected = 0;
    for (uint32_t o = 0; o < PROOF_OUTCOMES; o++)
        rejected += t->rejected[o];
    assert_int_equal(t->generated, t->proved + rejected);
    assert_true(t->proved <= MOST);
}

static enum status take(void *ctx, const struct made_seed *made, struct err *e)
{
    struct sums *sums = ctx;
    (void)e;
    for (uint32_t i = 0; i < made->n_cases; i++)
        check_case(sums, made, i);
    for (uint32_t r = 0; r < N_TESTED; r++) {
        check_tally(&made->tallies[r]);
        relation_tally_add(&sums->tallies[r], &made->tallies[r]);
    }
    arena_clear(&sums->scratch);
    return OK;
}

static void test_spider_dev(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset dataset;
    struct lexicon lexicon;
    struct knowledge knowledge;
    const struct knowledge_sources words = {0};
    struct sums sums = {0};
    atomic_int stop = 0;
    struct err e;
    if (!shared_present())
        skip();
    struct dataset_source source = {.data = shared_path(&a, "spider")};
    assert_int_equal(lexicon_load(&lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&knowledge, &lexicon, &words, &e), OK);
    assert_int_equal(dataset_load(&dataset, &source, &e), OK);
    struct generate_rules rules = {.relations = TESTED,
                                   .n_relations = N_TESTED,
                                   .options = {.max_per_seed = 10, .random_seed = 1, .workers = 2},
                                   .lexicon = &lexicon,
                                   .knowledge = &knowledge,
                                   .stop = &stop};
    assert_int_equal(generate_cases(&rules, dataset.seeds, dataset.n_seeds, take, &sums, &e), OK);
    for (uint32_t r = 0; r < N_TESTED; r++) {
        uint64_t proved = sums.tallies[r].proved;
        print_message("%s: %llu\n", TESTED[r]->id, (unsigned long long)proved);
        assert_in_range(proved, EXPECTED[r], MOST * sums.tallies[r].applicable);
    }
    knowledge_release(&knowledge);
    lexicon_release(&lexicon);
    dataset_release(&dataset);
    arena_release(&sums.scratch);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spider_dev)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
