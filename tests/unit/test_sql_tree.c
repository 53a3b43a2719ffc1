/* test_sql_tree.c: the JSON form of trees, by the records of tests/golden/sql/tree.txt.
 *
 * A record is a line of SQL and a line of JSON; blank lines and lines that begin with # separate
 * records. With TEQL_UPDATE_GOLDEN in the environment the file is written anew. */
#include "base/json_writer.h"
#include "sql/parse.h"
#include "sql/sql_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define GOLDEN TEQL_SOURCE_DIR "/tests/golden/sql/tree.txt"

enum { MAX_TEXT = 1 << 20 };

static void dump(struct str text, struct buf *out)
{
    struct arena a = {0};
    struct sql_stmt stmt;
    struct err e;
    struct json_writer w = json_writer_to(out);
    if (sql_parse(&a, text, &stmt, &e) != OK)
        fail_msg("%u:%u: %s\n%.*s", e.line, e.col, e.msg, STR_ARG(text));
    sql_tree_json(&w, stmt.query);
    json_line_end(&w);
    arena_release(&a);
}

static void read_golden(struct buf *out)
{
    char piece[4096];
    FILE *in = fopen(GOLDEN, "rb");
    assert_non_null(in);
    for (size_t n; (n = fread(piece, 1, sizeof piece, in)) > 0;)
        buf_put(out, (struct str){piece, n});
    fclose(in);
}

static void write_golden(const struct buf *text)
{
    FILE *out = fopen(GOLDEN, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text->ptr, 1, text->len, out), text->len);
    assert_int_equal(fclose(out), 0);
}

/* The file as it should be: every line of SQL followed by its tree. */
static void renew(struct str golden, struct buf *out)
{
    for (size_t at = 0, end; at < golden.len; at = end + 1) {
        end = str_find(golden, STR("\n"), at);
        struct str line = str_slice(golden, at, end);
        if (str_starts(line, STR("{")))
            continue;
        buf_put(out, line);
        buf_putc(out, '\n');
        if (line.len && line.ptr[0] != '#')
            dump(line, out);
    }
}

static void test_golden(void **state)
{
    struct buf golden, renewed;
    (void)state;
    golden = (struct buf){0};
    renewed = (struct buf){0};
    read_golden(&golden);
    assert_true(str_find(buf_str(&golden), STR("\n{"), 0) < golden.len); /* there is a tree */
    renew(buf_str(&golden), &renewed);
    if (getenv("TEQL_UPDATE_GOLDEN"))
        write_golden(&renewed);
    else
        assert_true(str_eq(buf_str(&golden), buf_str(&renewed)));
    buf_release(&golden);
    buf_release(&renewed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
