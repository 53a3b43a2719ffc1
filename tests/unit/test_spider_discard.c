/* test_spider_discard.c: an export that is given up leaves neither files nor open descriptors. */
#include "unit.h"

#include "suite/suite_writer.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static size_t entries(const char *folder)
{
    DIR *d = opendir(folder);
    size_t n = 0;
    assert_non_null(d);
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

static void nothing_is_left(void **state)
{
    (void)state;
    char dir[] = "/tmp/teql-export-XXXXXX", suite[sizeof dir + 8];
    const struct suite_extras extras = {.spider = true};
    struct suite_writer w;
    struct err e;
    assert_non_null(mkdtemp(dir));
    snprintf(suite, sizeof suite, "%s/suite", dir);
    size_t files = entries("/dev/fd"), there = entries(dir);
    assert_int_equal(suite_writer_open(&w, suite, &extras, &e), OK);
    suite_writer_discard(&w);
    assert_int_equal(entries("/dev/fd"), files);
    assert_int_equal(entries(dir), there);
    assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
