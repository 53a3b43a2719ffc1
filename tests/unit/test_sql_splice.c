/* test_sql_splice.c: texts in the place of spans. */
#include "unit.h"

#include "sql/splice.h"

static const struct str SOURCE = STR_INIT("SELECT a, b FROM t");

static void check(struct sql_splices *s, const char *expected)
{
    struct str out;
    assert_true(sql_splice_apply(s->arena, s, SOURCE, &out));
    assert_string_equal(out.ptr, expected);
    assert_int_equal(out.len, strlen(expected));
}

static void test_replaced(void **state)
{
    struct arena a = {0};
    struct sql_splices s = {.arena = &a};
    (void)state;
    check(&s, "SELECT a, b FROM t");
    sql_splice_add(&s, (struct sql_span){17, 18}, STR("table_of_more"));
    sql_splice_add(&s, (struct sql_span){7, 8}, STR("\"x y\""));
    check(&s, "SELECT \"x y\", b FROM table_of_more");
    sql_splice_add(&s, (struct sql_span){8, 12}, STR(""));
    check(&s, "SELECT \"x y\"FROM table_of_more");
    arena_release(&a);
}

static void test_repeated(void **state)
{
    struct arena a = {0};
    struct sql_splices s = {.arena = &a};
    struct str out;
    (void)state;
    sql_splice_add(&s, (struct sql_span){7, 8}, STR("x"));
    sql_splice_add(&s, (struct sql_span){10, 11}, STR("y"));
    sql_splice_add(&s, (struct sql_span){7, 8}, STR("x"));
    check(&s, "SELECT x, y FROM t");
    sql_splice_add(&s, (struct sql_span){7, 8}, STR("z"));
    assert_false(sql_splice_apply(&a, &s, SOURCE, &out));
    arena_release(&a);
}

static void test_inserted(void **state)
{
    struct arena a = {0};
    struct sql_splices s = {.arena = &a};
    (void)state;
    sql_splice_add(&s, (struct sql_span){7, 8}, STR("x"));
    sql_splice_add(&s, (struct sql_span){8, 8}, STR(" AS"));
    sql_splice_add(&s, (struct sql_span){8, 8}, STR(" AS"));
    sql_splice_add(&s, (struct sql_span){7, 7}, STR("DISTINCT "));
    sql_splice_add(&s, (struct sql_span){0, 0}, STR("-- one\n"));
    sql_splice_add(&s, (struct sql_span){18, 18}, STR(";"));
    check(&s, "-- one\nSELECT DISTINCT x AS AS, b FROM t;");
    arena_release(&a);
}

static void test_refused(void **state)
{
    static const struct sql_span WRONG[] = {{6, 8}, {8, 7}, {17, 19}, {7, 9}};
    struct arena a = {0};
    struct str out;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(WRONG); i++) {
        struct sql_splices s = {.arena = &a};
        sql_splice_add(&s, (struct sql_span){7, 8}, STR("x"));
        sql_splice_add(&s, WRONG[i], STR("y"));
        assert_false(sql_splice_apply(&a, &s, SOURCE, &out));
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_inserted),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
