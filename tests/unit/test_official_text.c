/* test_official_text.c: the rewriting of queries, compared with examples of the official script. */
#include "spider/official_lexer.h"
#include "spider/official_plug.h"
#include "spider/official_text.h"
#include "unit.h"

struct example {
    const char *in, *out; /* out NULL: the script fails */
};

static void distinct_is_removed_token_by_token(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"SELECT DISTINCT a FROM t", "SELECT  a FROM t"},
        {"SELECT count(DISTINCT a), count(distinct(b))", "SELECT count( a), count((b))"},
        {"SELECT a IS DISTINCT FROM b", "SELECT a IS  FROM b"},
        {"SELECT 'a distinct b', \"DISTINCT\"", "SELECT 'a distinct b', \"DISTINCT\""},
        {"SELECT [distinct], `distinct`", "SELECT [distinct], `distinct`"},
        {"SELECT a[distinct]", "SELECT a[]"},
        {"SELECT t.distinct, distinctx, distinct#, distinct$1",
         "SELECT t., distinctx, distinct#, distinct$1"},
        {"SELECT -- distinct\n DISTINCT /* distinct */ a",
         "SELECT -- distinct\n  /* distinct */ a"},
        {"SELECT a+--distinct\n b", "SELECT a+--\n b"},
        {"SELECT 1 /* distinct", "SELECT 1 /* "},
        {"SELECT 'it\\'s distinct' x", "SELECT 'it\\'s distinct' x"},
        {"SELECT 'open distinct", "SELECT 'open "},
        {"SELECT 'a''b distinct", "SELECT 'a''b "},
        {"SELECT édistinct, 中distinct, distinct中", "SELECT édistinct, 中, distinct中"},
        {"SELECT 1; SELECT DISTINCT 2", "SELECT 1; "},
        {"SELECT 1; -- x\nSELECT 2", "SELECT 1; -- x\n"},
        {"SELECT 1;\nSELECT 2", "SELECT 1;"},
        {"SELECT (1; 2)", "SELECT (1; 2)"},
        {"SELECT (CASE WHEN 1 THEN 2 END; 3)", "SELECT (CASE WHEN 1 THEN 2 END; "},
        {"; SELECT 1", "; "},
        {"-- only", "-- only"},
        {"12distinct distinct12", "12distinct distinct12"},
        {"", NULL},
        {" \n\t", NULL},
        {"\xC2\xA0", NULL},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        struct str out;
        bool done = official_remove_distinct(&a, str_from(examples[i].in), &out);
        if (done != (examples[i].out != NULL) || (done && !str_eq(out, str_from(examples[i].out))))
            fail_msg("%s gives %.*s", examples[i].in, STR_ARG(out));
    }
    arena_release(&a);
}

static void operators_are_closed(void **state)
{
    (void)state;
    struct arena a = {0};
    struct str out =
        official_close_operators(&a, STR("a > = 1 and b < = 2 and c ! = '> =' and d >  = 3"));
    assert_true(str_eq(out, STR("a >= 1 and b <= 2 and c != '>=' and d >  = 3")));
    out = official_fill_value(&a, STR("x = value and values = 'Value'"));
    assert_true(str_eq(out, STR("x = 1 and 1s = 'Value'")));
    arena_release(&a);
}

static void the_year_is_2020(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"YEAR(CURDATE()) - age", "2020- age"},
        {"x = year ( curdate ( ) )\n", "x = 2020"},
        {"YEAR(CURDATE())YEAR(CURDATE())", "20202020"},
        {"YEAR(CURDATE(1))", "YEAR(CURDATE(1))"},
        {"y", "y"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(examples); i++)
        assert_true(
            str_eq(official_replace_year(&a, str_from(examples[i].in)), str_from(examples[i].out)));
    arena_release(&a);
}

static void order_matters_by_the_text_alone(void **state)
{
    (void)state;
    assert_true(official_order_matters(STR("SELECT a FROM t ORDER BY a")));
    assert_true(official_order_matters(STR("SELECT 'border by'")));
    assert_false(official_order_matters(STR("SELECT a FROM t ORDER  BY a")));
    assert_false(official_order_matters(STR("order b")));
}

struct plugging {
    const char *gold, *prediction;
    const char *candidates[5]; /* in order, NULL after the last */
};

static void literals_are_plugged_in(void **state)
{
    (void)state;
    static const struct plugging examples[] = {
        {"SELECT a FROM t WHERE b = 'X' AND c > 5",
         "SELECT T1.a FROM t AS T1 WHERE b = \"y\" AND c > 1",
         {"select t1 . a from t as t1 where b = 'X' and c > 5",
          "select t1 . a from t as t1 where b = 'X' and c > 'X'",
          "select t1 . a from t as t1 where b = 5 and c > 'X'",
          "select t1 . a from t as t1 where b = 5 and c > 5"}},
        {"SELECT a FROM t WHERE b = 5", "SELECT A FROM T", {"select a from t"}},
        {"SELECT a FROM t", "SELECT a FROM t WHERE b = 1", {NULL}},
        {"SELECT a FROM t LIMIT 3", "SELECT x1 FROM t LIMIT 1", {"select 3 from t limit 3"}},
        {"SELECT 1.5", "SELECT a FROM t WHERE b > -2.5", {"select a from t where b > 1.5"}},
        {"SELECT 'T1. x'", "SELECT 'y'", {"select 'T1.x'"}},
        {"SELECT 't1. x'", "SELECT 'y'", {"select 't1. x'"}},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        struct official_plug plug;
        struct str out;
        size_t n = 0;
        assert_int_equal(official_plug_init(&plug, &a, str_from(examples[i].gold),
                                            str_from(examples[i].prediction)),
                         PLUG_READY);
        for (; official_plug_next(&plug, &a, &out); n++)
            if (!str_eq(out, str_from(examples[i].candidates[n])))
                fail_msg("%s: candidate %zu is %.*s", examples[i].prediction, n, STR_ARG(out));
        assert_null(examples[i].candidates[n]);
    }
    arena_release(&a);
}

static void nothing_to_plug_is_reported(void **state)
{
    (void)state;
    struct arena a = {0};
    struct official_plug plug;
    assert_int_equal(official_plug_init(&plug, &a, STR("SELECT 1"), STR(" ; ")),
                     PLUG_BLANK_PREDICTION);
    assert_int_equal(official_plug_init(&plug, &a, STR(""), STR("SELECT 1")), PLUG_BLANK_GOLD);
    arena_release(&a);
}

/* Whatever the bytes, tokens cover the text without gaps and none is empty. */
static void any_bytes_are_covered_by_tokens(void **state)
{
    (void)state;
    static const char bits[] =
        "distinct '\"`\\-#/*;()[]$:?%s@.0x1eE_+<=\n\r\t\xC2\xB4\xFF\xE4\xB8 t";
    uint64_t random = 42;
    for (int round = 0; round < 2000; round++) {
        char text[40];
        for (size_t i = 0; i < sizeof text; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            text[i] = bits[(random >> 33) % (sizeof bits - 1)];
        }
        struct arena a = {0};
        struct official_lexer lexer;
        struct official_token token;
        size_t covered = 0;
        official_lexer_init(&lexer, &a, (struct str){text, sizeof text});
        while (official_lexer_next(&lexer, &token)) {
            assert_true(token.text.ptr == text + covered && token.text.len > 0);
            covered += token.text.len;
        }
        assert_int_equal(covered, sizeof text);
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distinct_is_removed_token_by_token),
        cmocka_unit_test(operators_are_closed),
        cmocka_unit_test(the_year_is_2020),
        cmocka_unit_test(order_matters_by_the_text_alone),
        cmocka_unit_test(literals_are_plugged_in),
        cmocka_unit_test(nothing_to_plug_is_reported),
        cmocka_unit_test(any_bytes_are_covered_by_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
