/* test_generate.c: cases made by relations of our own, and proved by their claims. */
#include "fixture.h"
#include "unit.h"

#include "making/generate.h"

/* The seed's query, changed in three ways; the answer becomes another in the first two only. */
static const struct {
    const char *question, *query;
} CHANGES[] = {
    {"Which cities are not in France?",
     "SELECT city_name FROM city WHERE country_code <> 'FR' ORDER BY 1"},
    {"How many cities are in France?", "SELECT count(*) FROM city WHERE country_code = 'FR'"},
    {"Which cities are French?", "SELECT city_name FROM city WHERE country_code IS 'FR'"},
};

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    (void)a, (void)s, (void)plan;
    return COUNT_OF(CHANGES);
}

static bool make(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                 struct test_case *out)
{
    (void)a, (void)s, (void)plan;
    out->question = str_from(CHANGES[i].question);
    out->query = str_from(CHANGES[i].query);
    out->claim = CLAIM_CHANGED;
    out->change = STR("{}");
    return true;
}

static const struct relation CHANGING = {
    .id = "QC", .name = "query change", .family = "own", .count = count, .make = make};
static const struct relation *const RELATIONS_TO_USE[] = {&CHANGING};

struct world {
    struct arena arena;
    struct lexicon lexicon;
    struct schema schema;
    struct seed seeds[3];
    struct generate_rules rules;
    uint32_t taken; /* seeds that were handed over */
};

static atomic_int stop;

static int set_up(void **state)
{
    static struct world w;
    struct err e;
    const char *path = fixture_create(&w.arena, fixture_sql);
    assert_int_equal(lexicon_load(&w.lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(schema_from_database(&w.arena, path, STR("towns"), &w.schema, &e), OK);
    for (uint32_t i = 0; i < 3; i++)
        w.seeds[i] = (struct seed){
            .number = 10 + i,
            .db_id = STR("towns"),
            .question = STR("Which cities are in France?"),
            .query = i == 2 ? STR("SELECT nothing FROM city")
                            : STR("SELECT city_name FROM city WHERE country_code = 'FR'"),
            .schema = &w.schema,
            .database = str_from(path)};
    w.rules =
        (struct generate_rules){.relations = RELATIONS_TO_USE,
                                .n_relations = 1,
                                .options = {.max_per_seed = 10, .random_seed = 1, .workers = 2},
                                .lexicon = &w.lexicon,
                                .stop = &stop};
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    fixture_remove(w->seeds[0].database.ptr);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
    return 0;
}

static void check_cases(const struct made_seed *made, uint32_t place)
{
    assert_int_equal(made->n_cases, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct test_case *c = &made->cases[i];
        assert_true(str_eq(c->query, str_from(CHANGES[i].query)));
        assert_true(str_eq(c->question, str_from(CHANGES[i].question)));
        assert_true(str_eq(c->db_id, STR("towns")) && str_eq(c->relation, STR("QC")));
        assert_int_equal(c->claim, CLAIM_CHANGED);
        assert_int_equal(c->proof.by, PROOF_BY_EXECUTION);
        assert_int_equal(c->seed, place);
        assert_int_equal(c->seed_number, 10 + place);
    }
    assert_true(str_eq(made->cases[1].id, place ? STR("11-QC-1") : STR("10-QC-1")));
    assert_int_equal(made->cases[1].proof.rows, 1);
    assert_int_equal(made->tallies[0].generated, 3);
    assert_int_equal(made->tallies[0].proved, 2);
    assert_int_equal(made->tallies[0].rejected[PROOF_NOT_VISIBLE], 1);
}

static enum status take(void *ctx, const struct made_seed *made, struct err *e)
{
    struct world *w = ctx;
    uint32_t place = w->taken++;
    (void)e;
    assert_int_equal(made->seed.number, 10 + place);
    if (place < 2)
        check_cases(made, place);
    else
        assert_true(made->n_cases == 0 && made->fault.len > 0);
    return OK;
}

static void test_changed(void **state)
{
    struct world *w = *state;
    struct err e;
    w->taken = 0;
    assert_int_equal(generate_cases(&w->rules, w->seeds, 3, take, w, &e), OK);
    assert_int_equal(w->taken, 3);
}

static enum status take_two(void *ctx, const struct made_seed *made, struct err *e)
{
    uint32_t *rejected = ctx;
    const struct relation_tally *t = &made->tallies[0];
    (void)e;
    assert_int_equal(made->n_cases, 2);
    assert_int_equal(t->applicable, 1);
    assert_int_equal(t->proved, 2);
    assert_int_equal(t->generated, 2 + t->rejected[PROOF_NOT_VISIBLE]);
    *rejected += t->rejected[PROOF_NOT_VISIBLE] > 0;
    return OK;
}

/* If two are wanted there are two, whichever of the three was drawn first. */
static void test_drawn_again(void **state)
{
    struct world *w = *state;
    struct generate_rules rules = w->rules;
    uint32_t rejected = 0;
    struct err e;
    rules.options.max_per_seed = 2;
    for (rules.options.random_seed = 0; rules.options.random_seed < 20; rules.options.random_seed++)
        assert_int_equal(generate_cases(&rules, w->seeds, 1, take_two, &rejected, &e), OK);
    assert_in_range(rejected, 1, 19);
}

static enum status take_no_more(void *ctx, const struct made_seed *made, struct err *e)
{
    struct world *w = ctx;
    (void)made;
    w->taken++;
    return err_set(e, E_LIMIT, "enough");
}

/* The code that takes the seeds can end it, and so can a signal. */
static void test_ends(void **state)
{
    struct world *w = *state;
    struct err e;
    w->taken = 0;
    assert_int_equal(generate_cases(&w->rules, w->seeds, 3, take_no_more, w, &e), E_LIMIT);
    assert_int_equal(w->taken, 1);
    stop = 1;
    assert_int_equal(generate_cases(&w->rules, w->seeds, 3, take_no_more, w, &e), E_INTERRUPTED);
    assert_int_equal(w->taken, 1);
    stop = 0;
}

static enum status take_unproved(void *ctx, const struct made_seed *made, struct err *e)
{
    struct world *w = ctx;
    (void)e;
    w->taken++;
    assert_int_equal(made->n_cases, 3);
    assert_int_equal(made->cases[2].proof.by, PROOF_BY_NOTHING);
    assert_int_equal(made->tallies[0].proved, 0);
    return OK;
}

static void test_unproved(void **state)
{
    struct world *w = *state;
    struct generate_rules rules = w->rules;
    struct err e;
    w->taken = 0;
    rules.options.no_proof = true;
    assert_int_equal(generate_cases(&rules, w->seeds, 2, take_unproved, w, &e), OK);
    assert_int_equal(w->taken, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_drawn_again),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_unproved),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
