/* test_prediction_index.c: answers found in their file by id. */
#include "unit.h"

#include "base/file.h"
#include "suite/prediction_index.h"

#include <stdlib.h>
#include <unistd.h>

static struct seed seeds[] = {{.number = 3}, {.number = 8}};
static struct test_case cases[] = {{.id = STR_INIT("3-PI-0"), .seed = 0},
                                   {.id = STR_INIT("8-PI-0"), .seed = 1}};
static const struct suite SUITE = {.seeds = seeds, .cases = cases, .n_seeds = 2, .n_cases = 2};

/* The file stays until the index is closed. */
struct indexed {
    char path[40];
    struct prediction_index index;
    struct predictions found;
    struct err err;
};

static enum status open_index(struct indexed *i, const char *text)
{
    *i = (struct indexed){.path = "/tmp/teql-index-XXXXXX"};
    int fd = mkstemp(i->path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(file_write(i->path, str_from(text), &i->err), OK);
    enum status status = prediction_index_open(&i->index, i->path, &i->err);
    unlink(i->path);
    return status;
}

static void find_answers(struct indexed *i)
{
    prediction_index_note(&i->index, &SUITE);
    assert_int_equal(prediction_index_check(&i->index, &SUITE, &i->err), OK);
    assert_int_equal(prediction_index_read(&i->index, &SUITE, 2, &i->found, &i->err), OK);
}

static void close_index(struct indexed *i)
{
    predictions_release(&i->found);
    prediction_index_close(&i->index);
}

static void assert_said(const struct answer *a, const char *sql)
{
    assert_non_null(a);
    assert_true(str_eq(a->sql, str_from(sql)));
}

static const char SHUFFLED[] = "{\"id\":\"8-PI-0\",\"sql\":\"d\"}\n"
                               "{\"id\":\"seed-8\",\"sql\":\"b\"}\n"
                               "{\"id\":\"3-pi-0\",\"sql\":\"c\"}\n"
                               "{\"id\":\"seed-3\",\"sql\":\"a\"}\n";

static void assert_in_place(const struct predictions *p)
{
    assert_said(p->seeds[0], "a");
    assert_said(p->seeds[1], "b");
    assert_said(p->cases[0], "c");
    assert_said(p->cases[1], "d");
    assert_null(p->seeds[0]->next);
    assert_null(p->seeds[1]->next);
    assert_null(p->cases[0]->next);
    assert_null(p->cases[1]->next);
}

static void test_any_order(void **state)
{
    (void)state;
    struct indexed i;
    assert_int_equal(open_index(&i, SHUFFLED), OK);
    find_answers(&i);
    assert_in_place(&i.found);
    close_index(&i);
}

/* As if all ids had the key of each: every answer still finds its own question, once. */
static void test_equal_keys(void **state)
{
    (void)state;
    struct indexed i;
    assert_int_equal(open_index(&i, SHUFFLED), OK);
    size_t n = i.index.n_places;
    struct prediction_place *all = mem_resize_array(NULL, n * n, sizeof *all);
    for (size_t key = 0; key < n; key++)
        for (size_t k = 0; k < n; k++) {
            all[key * n + k] = i.index.places[k];
            all[key * n + k].key = i.index.places[key].key;
        }
    free(i.index.places);
    i.index.places = all;
    i.index.n_places = n * n;
    assert_int_equal(prediction_index_read(&i.index, &SUITE, 2, &i.found, &i.err), OK);
    assert_in_place(&i.found);
    close_index(&i);
}

static void test_missing_double_unknown(void **state)
{
    (void)state;
    struct indexed i;
    assert_int_equal(open_index(&i, "{\"id\":\"seed-3\",\"sql\":\"a\"}\n"
                                    "{\"id\":\"nobody\",\"sql\":\"x\"}\n"
                                    "{\"id\":\"seed-3\",\"sql\":\"b\"}\n"
                                    "{\"id\":\"seed-x\",\"sql\":\"y\"}\n"
                                    "{\"id\":\"seed-3\",\"sql\":\"c\",\"repeat\":1}\n"),
                     OK);
    find_answers(&i);
    assert_int_equal(i.index.count, 5);
    assert_int_equal(i.index.unknown, 2);
    assert_int_equal(i.index.again, 1);
    assert_said(i.found.seeds[0], "a");
    assert_said(i.found.seeds[0]->next, "b");
    assert_null(i.found.seeds[1]);
    assert_null(i.found.cases[0]);
    close_index(&i);
}

static void test_no_answers(void **state)
{
    (void)state;
    static const char *const EMPTY[] = {"", "\n", "\n\n \n"};
    for (size_t k = 0; k < COUNT_OF(EMPTY); k++) {
        struct indexed i;
        assert_int_equal(open_index(&i, EMPTY[k]), OK);
        find_answers(&i);
        assert_int_equal(i.index.count, 0);
        assert_null(i.found.seeds[0]);
        close_index(&i);
    }
}

/* The last line may want its newline, but not its end. */
static void test_last_line(void **state)
{
    (void)state;
    struct indexed i;
    assert_int_equal(open_index(&i, "{\"id\":\"seed-3\",\"sql\":\"a\"}\n"
                                    "{\"id\":\"8-PI-0\",\"sql\":\"d\"}"),
                     OK);
    find_answers(&i);
    assert_said(i.found.cases[1], "d");
    close_index(&i);
    assert_int_equal(open_index(&i, "{\"id\":\"seed-3\",\"sql\":\"a\"}\n"
                                    "{\"id\":\"8-PI-0\",\"sql\":\"d"),
                     E_SYNTAX);
    assert_int_equal(i.err.line, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order), cmocka_unit_test(test_equal_keys),
        cmocka_unit_test(test_missing_double_unknown), cmocka_unit_test(test_last_line),
        cmocka_unit_test(test_no_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
