/* test_predictions.c: answers that find their questions, and those that do not. */
#include "unit.h"

#include "base/file.h"
#include "suite/prediction_index.h"

#include <stdlib.h>
#include <unistd.h>

static struct seed seeds[] = {{.number = 3}, {.number = 8}};
static struct test_case cases[] = {{.id = STR_INIT("3-PI-0"), .seed = 0},
                                   {.id = STR_INIT("8-PI-0"), .seed = 1}};
static const struct suite SUITE = {.seeds = seeds, .cases = cases, .n_seeds = 2, .n_cases = 2};

static enum status load(struct predictions *p, struct str text, struct err *e)
{
    char path[] = "/tmp/teql-predictions-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(file_write(path, text, e), OK);
    enum status status = predictions_load(p, &SUITE, path, e);
    unlink(path);
    return status;
}

static void test_ids(void **state)
{
    (void)state;
    struct predictions p;
    struct err e;
    assert_int_equal(load(&p,
                          STR("{\"id\":\"8-PI-0\",\"sql\":\"SELECT 1\"}\n"
                              "{\"id\":\"seed-3\",\"sql\":\"SELECT 2\"}\n"
                              "{\"id\":\"nobody\",\"sql\":\"SELECT 3\"}\n"
                              "{\"id\":\"seed-4\",\"sql\":\"SELECT 4\"}\n"
                              "{\"id\":\"seed-8\",\"sql\":null,\"error\":\"busy\"}\n"),
                          &e),
                     OK);
    assert_true(str_eq(p.seeds[0]->sql, STR("SELECT 2")));
    assert_true(str_eq(p.seeds[1]->error, STR("busy")));
    assert_null(p.seeds[1]->sql.ptr);
    assert_null(p.cases[0]);
    assert_true(str_eq(p.cases[1]->sql, STR("SELECT 1")));
    predictions_release(&p);
}

/* The first answer to a question decides; the others follow by the time of asking. */
static void test_repeats(void **state)
{
    (void)state;
    struct predictions p;
    struct err e;
    assert_int_equal(load(&p,
                          STR("{\"id\":\"seed-3\",\"sql\":\"b\",\"repeat\":1}\n"
                              "{\"id\":\"seed-3\",\"sql\":\"a\",\"repeat\":0,\"ms\":2.5}\n"
                              "{\"id\":\"seed-3\",\"sql\":\"c\",\"repeat\":1}\n"),
                          &e),
                     OK);
    assert_true(str_eq(p.seeds[0]->sql, STR("a")));
    assert_true(p.seeds[0]->ms > 2.4 && p.seeds[0]->ms < 2.6);
    assert_true(str_eq(p.seeds[0]->next->sql, STR("b")));
    assert_true(str_eq(p.seeds[0]->next->next->sql, STR("c")));
    assert_null(p.seeds[0]->next->next->next);
    predictions_release(&p);
}

static void test_lines(void **state)
{
    (void)state;
    struct predictions p;
    struct err e;
    assert_int_equal(load(&p, STR("SELECT 1\nSELECT 2\nSELECT 3\nSELECT 4\n"), &e), OK);
    assert_true(str_eq(p.seeds[1]->sql, STR("SELECT 2")));
    assert_true(str_eq(p.cases[1]->sql, STR("SELECT 4")));
    predictions_release(&p);
    assert_int_equal(load(&p, STR("SELECT 1\nSELECT 2\nSELECT 3\nSELECT 4\nSELECT 5\n"), &e),
                     E_INPUT);
    assert_int_equal(e.line, 5);
    assert_int_equal(load(&p, STR("SELECT 1\nSELECT 2\nSELECT 3\n"), &e), E_INPUT);
    assert_string_equal(
        e.msg,
        "3 lines where 4 are expected: one for each of 2 seeds, then one for each of 2 cases");
}

/* The wrong file, or a file to the wrong suite. */
static void test_strangers(void **state)
{
    (void)state;
    struct predictions p;
    struct err e;
    assert_int_equal(load(&p,
                          STR("{\"id\":\"q1\",\"sql\":\"SELECT 1\"}\n"
                              "{\"id\":\"q2\",\"sql\":\"SELECT 2\"}\n"),
                          &e),
                     E_INPUT);
    assert_string_equal(e.msg, "none of its ids is of this suite: they should be like seed-3 and "
                               "3-PI-0, not 'q1'");
    assert_int_equal(load(&p, STR("{\"id\":\"seed-3\",\"error\":\"e\",\"failure\":\"odd\"}\n"), &e),
                     E_INPUT);
    assert_string_equal(e.msg, "'failure' has a value it cannot have");
    assert_int_equal(load(&p, STR(""), &e), OK); /* nothing was asked yet */
    predictions_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
