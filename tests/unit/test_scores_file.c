/* test_scores_file.c: files that are almost scores. */
#include "unit.h"

#include "base/file.h"
#include "score/scores.h"

#include <stdlib.h>
#include <unistd.h>

static enum status open_held(const char *text, uint32_t hold, struct scores *out, struct err *e)
{
    char path[] = "/tmp/teql-scores-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(file_write(path, str_from(text), e), OK);
    enum status status = scores_open_in_batches(out, path, hold, e);
    unlink(path);
    return status;
}

static enum status load(const char *text, struct scores *out, struct err *e)
{
    return open_held(text, UINT32_MAX, out, e);
}

static void test_version(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "{\"version\":2,\"by\":\"exact\",\"seeds\":[],\"cases\":[]}",
        "{\"version\":0,\"by\":\"exact\",\"seeds\":[],\"cases\":[]}",
        "{\"version\":\"1\",\"by\":\"exact\",\"seeds\":[],\"cases\":[]}",
        "{\"by\":\"exact\",\"seeds\":[],\"cases\":[]}",
    };
    struct scores s;
    struct err e;
    assert_int_equal(load("{\"version\":1,\"by\":\"exact\",\"seeds\":[],\"cases\":[]}", &s, &e),
                     OK);
    assert_true(str_eq(s.by, STR("exact")));
    scores_release(&s);
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        assert_int_equal(load(BAD[i], &s, &e), E_INPUT);
        assert_string_equal(e.msg, "not scores of version 1");
    }
}

/* Whole and in batches: the same faults are reported. */
static void test_verdicts(void **state)
{
    (void)state;
#define HEAD     "{\"version\":1,\"by\":\"exact\",\"seeds\":[{\"seed\":1},{\"seed\":3}],\"cases\":["
#define OF(seed) "{\"id\":\"x\",\"seed\":" #seed ",\"relation\":\"X\",\"cause\":\"consistent\"}"
    static const struct {
        const char *text;
        enum status status;
    } FILES[] = {{HEAD OF(1) "," OF(1) "," OF(3) "]}", OK},
                 {HEAD OF(1) "," OF(2) "]}", E_INPUT},
                 {HEAD OF(3) "," OF(1) "]}", E_INPUT},
                 {HEAD OF(1) "," OF(3) "]", E_SYNTAX},
                 {HEAD OF(1) ",{\"id\":\"x\"", E_SYNTAX}};
    for (size_t i = 0; i < COUNT_OF(FILES); i++)
        for (uint32_t hold = 0; hold < 4; hold += 3) {
            struct scores s;
            struct err e;
            assert_int_equal(open_held(FILES[i].text, hold, &s, &e), FILES[i].status);
            if (FILES[i].status)
                continue;
            assert_int_equal(s.n_seeds, 2);
            assert_int_equal(s.n_cases, 3);
            assert_true((s.cases != NULL) == (hold == 3));
            scores_release(&s);
        }
#undef HEAD
#undef OF
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_version),
                                       cmocka_unit_test(test_verdicts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
