/* test_spider_discard.c: an export that is given up leaves neither files nor open descriptors. */
#include "unit.h"

#include "suite/spider_export.h"

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
    struct suite_writer w;
    struct spider_export x;
    struct err e;
    assert_non_null(mkdtemp(dir));
    snprintf(suite, sizeof suite, "%s/suite", dir);
    size_t files = entries("/dev/fd"), there = entries(dir);
    assert_int_equal(suite_writer_open(&w, suite, &e), OK);
    assert_int_equal(spider_export_open(&x, &w, &e), OK);
    spider_export_discard(&x);
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
