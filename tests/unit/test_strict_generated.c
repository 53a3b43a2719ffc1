/* test_strict_generated.c: strict comparison of generated queries, which use every form of SQL. */
#include "base/buf.h"
#include "diagnosis/strict_match.h"
#include "sql/equal.h"
#include "sql/parse.h"
#include "sql_generate.h"
#include "sql_print.h"
#include "unit.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_TEXT = 1 << 20, QUERIES = 40000, DAMAGED = 4 };

struct fixture {
    struct arena dataset, scratch;
    struct schema schema;
    struct buf text, printed, damaged;
    uint32_t readable, equal, different;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    char path[] = "/tmp/teql-test-XXXXXX";
    struct err e;
    sqlite3 *db;
    assert_non_null(f);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, generate_schema, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(schema_from_database(&f->dataset, path, STR("generated"), &f->schema, &e), OK);
    unlink(path);
    f->text = (struct buf){0};
    f->printed = (struct buf){0};
    f->damaged = (struct buf){0};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    print_message("%u readable; of the damaged %u equal, %u different\n", f->readable, f->equal,
                  f->different);
    arena_release(&f->dataset);
    arena_release(&f->scratch);
    buf_release(&f->text);
    buf_release(&f->printed);
    buf_release(&f->damaged);
    free(f);
    return 0;
}

static enum strict_verdict compare(struct fixture *f, const struct buf *gold,
                                   const struct buf *pred)
{
    struct err e;
    arena_clear(&f->scratch);
    return strict_match(&f->scratch, &f->schema, buf_str(gold), buf_str(pred), &e);
}

static void print_query(struct fixture *f, struct str text)
{
    struct sql_stmt stmt;
    struct err e;
    arena_clear(&f->scratch);
    assert_int_equal(sql_parse(&f->scratch, text, &stmt, &e), OK);
    buf_clear(&f->printed);
    sql_print_query(&f->printed, stmt.query);
}

/* Trees that are the same must compare equal; others must compare alike both ways. */
static void check_damaged(struct fixture *f)
{
    struct sql_stmt x, y;
    struct err e;
    enum strict_verdict there = compare(f, &f->text, &f->damaged);
    enum strict_verdict back = compare(f, &f->damaged, &f->text);
    if (there == STRICT_UNREADABLE)
        return;
    assert_int_equal(there, back);
    f->equal += there == STRICT_EQUAL;
    f->different += there == STRICT_DIFFERENT;
    assert_int_equal(sql_parse(&f->scratch, buf_str(&f->text), &x, &e), OK);
    assert_int_equal(sql_parse(&f->scratch, buf_str(&f->damaged), &y, &e), OK);
    if (sql_tree_equal(x.query, y.query) && there != STRICT_EQUAL)
        fail_msg("different\n%.*s\n%.*s", STR_ARG(buf_str(&f->text)),
                 STR_ARG(buf_str(&f->damaged)));
}

static void generated_queries_compare_alike_both_ways(void **state)
{
    struct fixture *f = *state;
    static struct generator g, spoilt;
    g.state = 20210816;
    for (uint32_t i = 0; i < QUERIES; i++) {
        generate_query(&g, 4);
        generate_text(&g, &f->text);
        enum strict_verdict itself = compare(f, &f->text, &f->text);
        if (itself == STRICT_GOLD_FAULT)
            continue;
        f->readable++;
        print_query(f, buf_str(&f->text));
        if (itself != STRICT_EQUAL || compare(f, &f->text, &f->printed) != STRICT_EQUAL)
            fail_msg("not equal\n%.*s", STR_ARG(buf_str(&f->text)));
        for (int k = 0; k < DAMAGED; k++) {
            spoilt = g;
            spoilt.state += (uint64_t)k + 1;
            generate_damage(&spoilt);
            generate_text(&spoilt, &f->damaged);
            check_damaged(f);
        }
    }
    assert_true(f->readable > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(generated_queries_compare_alike_both_ways)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
