/* test_sql_corpus.c: every input that once failed, and the fuzzer's first ones, again. */
#include "sql/parse.h"
#include "sql_check.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define CORPUS TEQL_SOURCE_DIR "/tests/fuzz/corpus/sql"

enum { MAX_TEXT = 1 << 24 };

static void read_file(const char *name, struct buf *out)
{
    char path[1000], piece[4096];
    snprintf(path, sizeof path, CORPUS "/%s", name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    buf_clear(out);
    for (size_t n; (n = fread(piece, 1, sizeof piece, in)) > 0;)
        buf_put(out, (struct str){piece, n});
    fclose(in);
}

static void check_file(const char *name, struct buf *text, struct buf *printed)
{
    struct arena a = {0};
    struct sql_stmt stmt;
    struct err e;
    read_file(name, text);
    if (sql_parse(&a, buf_str(text), &stmt, &e) == OK) {
        const char *problem = check_round_trip(&a, &stmt, printed);
        if (!problem)
            problem = check_walk(&a, &stmt);
        if (problem)
            fail_msg("%s: %s", name, problem);
    }
    arena_release(&a);
}

static void test_corpus(void **state)
{
    struct buf text, printed;
    DIR *folder = opendir(CORPUS);
    (void)state;
    assert_non_null(folder);
    text = (struct buf){0};
    printed = (struct buf){0};
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] != '.')
            check_file(entry->d_name, &text, &printed);
    }
    closedir(folder);
    buf_release(&text);
    buf_release(&printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
