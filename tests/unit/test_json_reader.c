/* test_json_reader.c: what is JSON and what is not, and the values of its strings. */
#include "unit.h"

#include "base/json_reader.h"

#include <stdlib.h>

/* The members of `text` as "key=raw;"; NULL if it is not an object. */
static const char *members(struct arena *a, struct str text)
{
    struct json_reader r = json_reader_of(a, text);
    struct json_value value;
    struct str key, out = STR("");
    struct err e;
    while (json_next(&r, &key, &value))
        out = arena_printf(a, "%.*s%.*s=%.*s;", STR_ARG(out), STR_ARG(key), STR_ARG(value.raw));
    return json_reader_end(&r, 7, &e) == OK ? out.ptr : NULL;
}

static void test_members(void **state)
{
    (void)state;
    struct arena a = {0};
    static const struct {
        struct str text;
        const char *expected;
    } cases[] = {
        {STR_INIT("{}"), ""},
        {STR_INIT(" { } "), ""},
        {STR_INIT("{\"a\":1}"), "a=1;"},
        {STR_INIT("{ \"a\" : [1, {\"b\":[]}] ,\n\"c\":{\"d\":null}}\r\n"),
         "a=[1, {\"b\":[]}];c={\"d\":null};"},
        {STR_INIT("{\"a\":-0.5e+10,\"b\":true,\"c\":false,\"a\":\"x\"}"),
         "a=-0.5e+10;b=true;c=false;a=\"x\";"},
        {STR_INIT("{\"\\u0061\\n\":0}"), "a\n=0;"},
        {STR_INIT("{\"\xC3\xA9\":\"\xF0\x9F\x98\x80\"}"), "\xC3\xA9=\"\xF0\x9F\x98\x80\";"},
        {STR_INIT(""), NULL},
        {STR_INIT("[]"), NULL},
        {STR_INIT("1"), NULL},
        {STR_INIT("{"), NULL},
        {STR_INIT("{\"a\"}"), NULL},
        {STR_INIT("{\"a\":}"), NULL},
        {STR_INIT("{\"a\":1,}"), NULL},
        {STR_INIT("{,\"a\":1}"), NULL},
        {STR_INIT("{\"a\":1 \"b\":2}"), NULL},
        {STR_INIT("{\"a\":1}}"), NULL},
        {STR_INIT("{\"a\":1}{}"), NULL},
        {STR_INIT("{a:1}"), NULL},
        {STR_INIT("{'a':1}"), NULL},
        {STR_INIT("{\"a\":01}"), NULL},
        {STR_INIT("{\"a\":+1}"), NULL},
        {STR_INIT("{\"a\":1.}"), NULL},
        {STR_INIT("{\"a\":.5}"), NULL},
        {STR_INIT("{\"a\":1e}"), NULL},
        {STR_INIT("{\"a\":-}"), NULL},
        {STR_INIT("{\"a\":nul}"), NULL},
        {STR_INIT("{\"a\":NaN}"), NULL},
        {STR_INIT("{\"a\":[1,]}"), NULL},
        {STR_INIT("{\"a\":[1}"), NULL},
        {STR_INIT("{\"a\":\"x}"), NULL},
        {STR_INIT("{\"a\":\"\t\"}"), NULL},
        {STR_INIT("{\"a\":\"\\x\"}"), NULL},
        {STR_INIT("{\"a\":\"\\u12g4\"}"), NULL},
        {STR_INIT("{\"a\":\"\\u12\"}"), NULL},
        {STR_INIT("{\"a\":\"\\"), NULL},
        {STR_INIT("{\"a\":\"\xC3\"}"), NULL},
        {STR_INIT("{\"a\":\"\xED\xA0\x80\"}"), NULL},
        {STR_INIT("{\"a\":1\0}"), NULL},
        {STR_INIT("{\"a\":\0}"), NULL},
        {STR_INIT("\xEF\xBB\xBF{}"), ""}, /* a byte order mark is skipped */
        {STR_INIT("{\xEF\xBB\xBF}"), NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *found = members(&a, cases[i].text);
        if (!found || !cases[i].expected)
            assert_true(!found && !cases[i].expected);
        else
            assert_string_equal(found, cases[i].expected);
    }
    arena_release(&a);
}

/* Each prefix of a good text is refused, and read without looking past its end. */
static void test_prefixes(void **state)
{
    (void)state;
    struct arena a = {0};
    static const char GOOD[] =
        "{\"a\\u00e9\":[true,-1.5e3,\"\\\\\\uD83D\\uDE00\"],\"b\":{\"c\":null}}";
    for (size_t n = 0; n < sizeof GOOD - 1; n++) {
        char *part = mem_alloc(n ? n : 1); /* exactly as long, for the sanitizer */
        memcpy(part, GOOD, n);
        assert_null(members(&a, (struct str){part, n}));
        free(part);
    }
    assert_non_null(members(&a, str_from(GOOD)));
    arena_release(&a);
}

static void test_depth(void **state)
{
    (void)state;
    struct arena a = {0};
    enum { DEEP = 100000 };
    char *text = arena_alloc(&a, DEEP);
    memset(text, '[', DEEP);
    memcpy(text, "{\"a\":", 5);
    assert_null(members(&a, (struct str){text, DEEP}));
    arena_release(&a);
}

static void test_text(void **state)
{
    (void)state;
    struct arena a = {0};
    static const struct {
        struct str raw, expected;
    } cases[] = {
        {STR_INIT("\"\""), STR_INIT("")},
        {STR_INIT("\"plain\""), STR_INIT("plain")},
        {STR_INIT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), STR_INIT("\"\\/\b\f\n\r\t")},
        {STR_INIT("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\""),
         STR_INIT("A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")},
        {STR_INIT("\"\\ud83d!\""), STR_INIT("\xEF\xBF\xBD!")},
        {STR_INIT("\"\\ude00\\ud83d\""), STR_INIT("\xEF\xBF\xBD\xEF\xBF\xBD")},
        {STR_INIT("\"\\ud83d\\u0041\""), STR_INIT("\xEF\xBF\xBD"
                                                  "A")},
        {STR_INIT("\"a\\u0000b\""), STR_INIT("a\0b")},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str text = json_text(&a, (struct json_value){JSON_KIND_STRING, cases[i].raw});
        assert_true(str_eq(text, cases[i].expected));
    }
    assert_null(json_text(&a, (struct json_value){JSON_KIND_NUMBER, STR("1")}).ptr);
    arena_release(&a);
}

static void test_numbers(void **state)
{
    (void)state;
    uint64_t n;
    double x;
    const enum json_kind number = JSON_KIND_NUMBER;
    assert_true(json_count((struct json_value){number, STR("42")}, 42, &n) && n == 42);
    assert_false(json_count((struct json_value){number, STR("43")}, 42, &n));
    assert_false(json_count((struct json_value){number, STR("5")}, 4, &n));
    assert_false(json_count((struct json_value){number, STR("-1")}, 42, &n));
    assert_false(json_count((struct json_value){number, STR("1.0")}, 42, &n));
    assert_true(
        json_count((struct json_value){number, STR("18446744073709551615")}, UINT64_MAX, &n));
    assert_false(
        json_count((struct json_value){number, STR("18446744073709551616")}, UINT64_MAX, &n));
    assert_true(json_number((struct json_value){number, STR("-2.5e1")}, &x) && x == -25);
    assert_false(json_number((struct json_value){JSON_KIND_STRING, STR("\"1\"")}, &x));
}

static void test_integers(void **state)
{
    (void)state;
    int64_t n;
    const enum json_kind number = JSON_KIND_NUMBER;
    assert_true(json_integer((struct json_value){number, STR("-1")}, &n) && n == -1);
    assert_true(json_integer((struct json_value){number, STR("-0")}, &n) && n == 0);
    assert_true(json_integer((struct json_value){number, STR("-9223372036854775807")}, &n));
    assert_true(n == -INT64_MAX);
    assert_false(json_integer((struct json_value){number, STR("9223372036854775808")}, &n));
    assert_false(json_integer((struct json_value){number, STR("-1.0")}, &n));
    assert_false(json_integer((struct json_value){number, STR("1e2")}, &n));
    assert_false(json_integer((struct json_value){JSON_KIND_STRING, STR("\"1\"")}, &n));
    assert_false(json_integer((struct json_value){0}, &n));
}

static void test_whole(void **state)
{
    (void)state;
    static const struct {
        struct str text;
        int kind; /* -1 if it is not JSON */
    } cases[] = {
        {STR_INIT(" 7\n"), JSON_KIND_NUMBER},
        {STR_INIT("null"), JSON_KIND_NULL},
        {STR_INIT("\"x\""), JSON_KIND_STRING},
        {STR_INIT("[[]]"), JSON_KIND_ARRAY},
        {STR_INIT("{\"a\":1}"), JSON_KIND_OBJECT},
        {STR_INIT(""), -1},
        {STR_INIT("7 7"), -1},
        {STR_INIT("{\"a\"}"), -1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json_reader r = json_reader_of(NULL, cases[i].text);
        struct json_value v;
        struct err e;
        bool good = json_whole(&r, &v);
        assert_int_equal(good ? (int)v.kind : -1, cases[i].kind);
        assert_int_equal(json_reader_end(&r, 1, &e), good ? OK : E_SYNTAX);
    }
}

static void test_strict(void **state)
{
    (void)state;
    static const struct {
        struct str text;
        bool good;
    } cases[] = {
        {STR_INIT("[\"\\u0001\\uFFFD\\uD83D\\uDE00\"]"), true},
        {STR_INIT("[\"\\u0000\"]"), false},
        {STR_INIT("{\"\\u0000\":1}"), false},
        {STR_INIT("[\"\\uD83D\"]"), false},
        {STR_INIT("[\"\\uD83D\\u0041\"]"), false},
        {STR_INIT("[\"\\uDE00\\uD83D\"]"), false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json_reader lenient = json_reader_of(NULL, cases[i].text),
                           strict = json_reader_strict(NULL, cases[i].text);
        struct json_value v;
        assert_true(json_whole(&lenient, &v));
        assert_int_equal(json_whole(&strict, &v), cases[i].good);
    }
}

static void test_parts(void **state)
{
    (void)state;
    struct arena a = {0};
    struct json_reader r = json_reader_of(&a, STR("{\"a\":1,\"b\":[2,null],\"\\u0061\":\"\\n\"}"));
    static const struct str NAMES[] = {STR_INIT("none"), STR_INIT("b"), STR_INIT("a")};
    struct json_value all, v[3];
    struct err e;
    json_members(&r, NAMES, 3, v);
    assert_int_equal(json_reader_end(&r, 1, &e), OK);
    assert_true(v[0].kind == JSON_KIND_NULL && !v[0].raw.ptr);
    assert_true(str_eq(v[1].raw, STR("[2,null]")));
    assert_string_equal(json_text_copy(&a, v[2]).ptr, "\n");
    assert_int_equal(json_item_count(v[1]), 2);
    assert_true(str_eq(json_item(v[1], 0).raw, STR("2")));
    assert_true(json_item(v[1], 1).kind == JSON_KIND_NULL && json_item(v[1], 1).raw.ptr);
    assert_null(json_item(v[1], 2).raw.ptr);
    r = json_reader_of(&a, r.text);
    assert_true(json_whole(&r, &all));
    assert_true(str_eq(json_member(&a, all, STR("a")).raw, v[2].raw));
    /* of what is of another kind or is not there, nothing is */
    const struct json_value odd[] = {v[0], v[1], v[2], json_item(v[1], 0), all};
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        assert_null(json_member(&a, odd[i], STR("c")).raw.ptr);
        assert_null(json_item(odd[i], 7).raw.ptr);
        assert_int_equal(json_item_count(odd[i]), i == 1 ? 2 : 0);
        assert_true(i == 2 || !json_text_copy(&a, odd[i]).ptr);
    }
    arena_release(&a);
}

static void test_items(void **state)
{
    (void)state;
    struct arena a = {0};
    struct json_reader r = json_reader_of(&a, STR(" [1, [2], {\"a\":3}] "));
    struct json_reader none = json_reader_of(&a, STR("[]")), bad = json_reader_of(&a, STR("[1 2]"));
    struct json_value v;
    struct err e;
    assert_true(json_next_item(&r, &v) && v.kind == JSON_KIND_NUMBER);
    assert_true(json_next_item(&r, &v) && v.kind == JSON_KIND_ARRAY);
    assert_true(json_next_item(&r, &v) && str_eq(v.raw, STR("{\"a\":3}")));
    assert_false(json_next_item(&r, &v));
    assert_int_equal(json_reader_end(&r, 1, &e), OK);
    assert_false(json_next_item(&none, &v));
    assert_int_equal(json_reader_end(&none, 1, &e), OK);
    assert_true(json_next_item(&bad, &v));
    assert_false(json_next_item(&bad, &v));
    assert_int_equal(json_reader_end(&bad, 1, &e), E_SYNTAX);
    arena_release(&a);
}

static void test_place(void **state)
{
    (void)state;
    struct arena a = {0};
    static const struct {
        struct str text;
        uint32_t line, col;
    } cases[] = {
        {STR_INIT("{\"a\":x}"), 7, 6},
        {STR_INIT("{\"a\":\n\n x}"), 9, 2},
        {STR_INIT("{\"a\":1}\n\n]"), 9, 1},
        {STR_INIT("{\"a\n\":1}"), 7, 4},
        {STR_INIT("\n"), 8, 1},
        {{NULL, 0}, 7, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json_reader r = json_reader_of(&a, cases[i].text);
        struct json_value value;
        struct str key;
        struct err e;
        while (json_next(&r, &key, &value))
            ;
        assert_int_equal(json_reader_end(&r, 7, &e), E_SYNTAX);
        assert_int_equal(e.line, cases[i].line);
        assert_int_equal(e.col, cases[i].col);
    }
    arena_release(&a);
}

static void test_lines(void **state)
{
    (void)state;
    struct str text = STR("\n[1,2,\n\n{\n\"a\":3},4\n,\"\"]\n");
    static const uint32_t LINES[] = {2, 2, 4, 5, 6};
    struct json_reader r = json_reader_of(NULL, text);
    struct json_lines lines = json_lines_in(text);
    size_t n = 0;
    for (struct json_value v; json_next_item(&r, &v); n++)
        assert_int_equal(json_line_of(&lines, v), LINES[n]);
    assert_int_equal(n, COUNT_OF(LINES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members), cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_depth),   cmocka_unit_test(test_text),
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_integers),
        cmocka_unit_test(test_items),   cmocka_unit_test(test_whole),
        cmocka_unit_test(test_strict),  cmocka_unit_test(test_parts),
        cmocka_unit_test(test_place),   cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
