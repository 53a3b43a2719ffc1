/* test_augment.c: the last check of a training set. Whatever was chosen before, nothing that
 * systems are tested on is written. */
#include "unit.h"

#include "training/augmenting.h"

#define TABLES TEQL_SOURCE_DIR "/tests/golden/strict.tables.json"

enum { TESTED, ASIDE, FREE, N_SEEDS };

struct fixture {
    struct arena arena;
    struct seed seeds[N_SEEDS];
    struct seed_keys keys[N_SEEDS];
    struct tested_seeds tests;
    struct augment_job job;
    struct augmenting making;
    struct err err;
};

static struct seed seed_of(const struct schema *s, uint32_t number, const char *question,
                           const char *query)
{
    return (struct seed){.number = number,
                         .db_id = STR("music"),
                         .schema = s,
                         .question = str_from(question),
                         .query = str_from(query)};
}

/* Of three seeds to train on, one is tested on, and one was set aside. */
static int set_up(void **state)
{
    static struct fixture f;
    struct schema_set set;
    assert_int_equal(schema_set_load(&f.arena, TABLES, &set, &f.err), OK);
    const struct schema *music = schema_set_find(&set, STR("music"));
    f.seeds[TESTED] = seed_of(music, 10, "Which singers?", "SELECT name FROM singer");
    f.seeds[ASIDE] = seed_of(music, 11, "Which concerts?", "SELECT title FROM concert");
    f.seeds[FREE] = seed_of(music, 12, "How old are they?", "SELECT age FROM singer");
    for (int i = 0; i < N_SEEDS; i++)
        f.keys[i] = seed_keys_of(&f.seeds[i]);
    tested_seeds_add(&f.tests, &f.seeds[TESTED], 1, STR("dev.json"));
    f.job.tests = &f.tests;
    f.making =
        (struct augmenting){.job = &f.job, .seeds = f.seeds, .keys = f.keys, .n_seeds = N_SEEDS};
    tested_seeds_add(&f.making.aside, &f.seeds[ASIDE], 1, STR("the seeds that are set aside"));
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    tested_seeds_release(&f->tests);
    tested_seeds_release(&f->making.aside);
    arena_release(&f->making.set.scratch);
    arena_release(&f->arena);
    return 0;
}

static void a_tested_seed_is_not_written(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(augmenting_check_seed(&f->making, TESTED, &f->err), E_INPUT);
    assert_non_null(strstr(f->err.msg, "question 10 asks for the same"));
    assert_non_null(strstr(f->err.msg, "question 10 of dev.json"));
    assert_int_equal(augmenting_check_seed(&f->making, ASIDE, &f->err), E_INPUT);
    assert_non_null(strstr(f->err.msg, "the seeds that are set aside"));
    assert_int_equal(augmenting_check_seed(&f->making, FREE, &f->err), OK);
}

/* A case of the seed that may be trained on. */
static struct test_case case_of(enum claim claim, const char *question, const char *query)
{
    struct test_case c = CASE_EMPTY;
    c.id = STR("12-X-0");
    c.db_id = STR("music");
    c.question = str_from(question);
    c.query = str_from(query);
    c.claim = claim;
    return c;
}

static enum status check(struct fixture *f, struct test_case c)
{
    const struct training_example x = {&f->seeds[FREE], &c};
    enum status status = augmenting_check_case(&f->making, &x, &f->err);
    bool tested = augmenting_judge(&f->making, &x) == SAMPLE_TESTED;
    assert_int_equal(tested, status != OK);
    return status;
}

static void a_tested_case_is_not_written(void **state)
{
    struct fixture *f = *state;
    f->making.set.style.format = TRAINING_CHAT; /* which can tell all of them */
    assert_int_equal(check(f, case_of(CLAIM_SAME, "which singers", "SELECT age FROM singer")),
                     E_INPUT);
    assert_non_null(strstr(f->err.msg, "case 12-X-0 asks for the same"));
    assert_int_equal(
        check(f, case_of(CLAIM_CHANGED, "Name them.", "SELECT s.name AS n FROM singer s")),
        E_INPUT);
    assert_int_equal(check(f, case_of(CLAIM_CHANGED, "What?", "SELECT c.title FROM concert AS c")),
                     E_INPUT);
    assert_int_equal(check(f, case_of(CLAIM_SAME, "Their ages?", "SELECT age FROM singer")), OK);
    assert_int_equal(check(f, case_of(CLAIM_CHANGED, "Ids?", "SELECT id FROM singer")), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tested_seed_is_not_written),
        cmocka_unit_test(a_tested_case_is_not_written),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
