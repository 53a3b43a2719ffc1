/* test_scores_file.c: files that are almost scores. */
#include "unit.h"

#include "base/file.h"
#include "score/scores.h"

#include <stdlib.h>
#include <unistd.h>

static enum status load(const char *text, struct scores *out, struct err *e)
{
    char path[] = "/tmp/teql-scores-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(file_write(path, str_from(text), e), OK);
    enum status status = scores_load(out, path, e);
    unlink(path);
    return status;
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
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_int_equal(load(BAD[i], &s, &e), E_INPUT);
        assert_string_equal(e.msg, "not scores of version 1");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_version)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
