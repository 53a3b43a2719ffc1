/* test_grammar.c: rules read from text: their parts, and the place of each error. */
#include "spoken.h"
#include "unit.h"

#include "base/buf.h"

/* Errors */

#define HEAD "element X\nlet t is a table\nlet c is a column of t\nlet v is a value of c\n"
#define REST "ask {c} {t} {v}\nsql {c} {t} {v}\n"

static const struct {
    const char *text;
    uint32_t line, col;
    const char *message;
} wrong[] = {
    {"ask x\n", 1, 1, "no 'element' or 'phrase' before 'ask'"},
    {"element\n", 1, 8, "a name is expected"},
    {"phrase \n", 1, 8, "a name is expected"},
    {"element X\nfoo\n", 2, 1, "no line begins with 'foo'"},
    {"element X\nsql x\n", 1, 1, "'X' has no line 'ask'"},
    {"\nelement X\nask x\n\nelement Y\n", 2, 1, "'X' has no line 'sql'"},
    {"element X\nask x\nsql y\nsql z\n", 4, 1, "'X' has a line 'sql' already"},
    {"element X\nask\n", 2, 4, "there are no words"},
    {"element X\nask a {b\n", 2, 7, "no } after it"},
    {"element X\nask a {b}\n", 2, 8, "nothing is called 'b'"},
    {"element X\nask a {}\n", 2, 8, "nothing is called ''"},
    {"element X\nask x\nlet t is a table\n", 3, 5, "'let' comes before 'ask' and 'sql'"},
    {"element X\nlet t2 is a table\n", 2, 5, "a name of letters is expected, not 't2'"},
    {"element X\nlet\n", 2, 4, "a name of letters is expected, not ''"},
    {"element X\nlet t is a table\nlet t is a table\n", 3, 5, "'t' is taken"},
    {"element X\nlet t a table\n", 2, 7, "'is' is expected here"},
    {"element X\nlet t is\n", 2, 9, "no kind of thing: ''"},
    {"element X\nlet t is a colour\n", 2, 12, "no kind of thing: 'colour'"},
    {"element X\nlet t is a table with holes\n", 2, 23, "'rows' is expected here"},
    {"element X\nlet t is a table, really\n", 2, 17, "too much: ', really'"},
    {"element X\nlet c is a column of t\n", 2, 22, "nothing is called 't' yet"},
    {"element X\nlet c is a number of t\n", 2, 19, "'column' is expected here"},
    {HEAD "let d is a column of c\n", 5, 22, "'c' is not of that kind"},
    {HEAD "let d is a column of t with many values\n", 5, 29,
     "'nulls', 'repeats' or a number is expected here"},
    {HEAD "let d is a column of t without rows\n", 5, 32, "'nulls' is expected here"},
    {HEAD "let d is a column of t like t\n", 5, 29, "'t' is not of that kind"},
    {HEAD "let d is a column of t other than t\n", 5, 35, "'t' is not of that kind"},
    {HEAD "let d is a column of t other than c, c, c, c, c\n", 5, 47, "more than 4 others"},
    {HEAD "let d is a column of t\nlet u is a value of d above v\n", 6, 29,
     "a value of another column"},
    {HEAD "let d is a column of t\nlet u is a value of d other than v\n", 6, 34,
     "a value of another column"},
    {HEAD "let b is the beginning of t\n", 5, 27, "'t' is not of that kind"},
    {HEAD "let l is a link of t\n", 5, 17, "'from' is expected here"},
    {HEAD "let l is a link to t with few\n", 5, 27, "'many' is expected here"},
    {HEAD "let s is 0..3 columns of t\n", 5, 10, "not a range from 1 to 8: '0..3'"},
    {HEAD "let s is 3..2 columns of t\n", 5, 10, "not a range from 1 to 8: '3..2'"},
    {HEAD "let s is 1..99999999999 columns of t\n", 5, 10, "no kind of thing: '1..99999999999'"},
    {HEAD "let n is 2..11\n", 5, 10, "not a range from 1 to 10: '2..11'"},
    {HEAD "let p is NOTHING of c\n" REST, 6, 1, "'p' is not said"},
    {HEAD "let p is NOTHING of c\nask {c} {v} {p}\nsql {p}\n", 5, 10,
     "no phrase is called 'NOTHING'"},
    {HEAD "let p is P of x\n", 5, 15, "nothing is called 'x' yet"},
    {HEAD "let p is P of c, c, c, c, c\n", 5, 27, "more than 4 arguments"},
    {"phrase P of colour c\n", 1, 13, "'table', 'column' or 'value' and a name, not 'colour'"},
    {"phrase P of column c, column c\n", 1, 30, "not a new name: 'c'"},
    {"phrase P of column c table\n", 1, 22, "too much: 'table'"},
    {"phrase P of column c\nask {c}\nsql {c}\n" HEAD "let p is P\nask {c} {v} {p}\nsql x\n", 8, 10,
     "'P' is of 1 things, not of 0"},
    {"phrase P of table x\nask {x}\nsql {x}\n" HEAD "let p is P of c\nask {c} {v} {p}\nsql x\n", 8,
     10, "'P' is of another kind of thing"},
    {HEAD "ask {c} {t}\n", 5, 1, "'v' is not said"},
    {HEAD "ask {v} {c}\n", 5, 5, "'v' is said before its column 'c'"},
    {HEAD "ask {c} {v} {v}\n", 5, 13, "'v' is said twice"},
    {HEAD "ask {c} {v+}\n", 5, 10, "'v+' has no such form here"},
    {HEAD "ask {c} {v} {t.is}\n", 5, 14, "'t.is' has no such form here"},
    {HEAD "ask {c} {v}\nsql {c.is}\n", 6, 6, "'c.is' has no such form here"},
    {HEAD "let l is a link from t\nask {l.on} {c} {v}\n", 6, 6, "'l.on' has no such form here"},
    {HEAD "ask {c} {v}\x01\n", 5, 12, "a control character"},
    {HEAD "ask {c} {v}\x7f\n", 5, 12, "a control character"},
    {HEAD "ask {c} {v}\xff\n", 5, 1, "no UTF-8"},
    {"element X\nask x\nsql y\nalone\n", 4, 1, "'alone' comes before all rules"},
    {"alone now\n", 1, 7, "too much: 'now'"},
    {HEAD REST "such as\n", 7, 6, "'that' is expected here"},
    {HEAD REST "such that all rows\n", 7, 11,
     "'some rows', 'not all rows' or 'no ties' is expected here"},
    {HEAD REST "such that some rows no ties\n", 7, 21, "',' is expected here"},
};

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct arena a = {0};
        struct grammar g = {0};
        struct err e = {0};
        enum status status = grammar_read(&a, str_from(wrong[i].text), &g, &e);
        assert_int_equal(status ? status : grammar_check(&g, 0, g.count, &e), E_INPUT);
        if (e.line != wrong[i].line || e.col != wrong[i].col ||
            strcmp(e.msg, wrong[i].message) != 0)
            fail_msg("%s gives %u:%u: %s", wrong[i].text, e.line, e.col, e.msg);
        arena_release(&a);
    }
}

static void test_limits(void **state)
{
    (void)state;
    struct arena a = {0};
    struct err e;
    struct grammar g = {0};
    struct buf b = {0};
    buf_put(&b, STR("element X\n"));
    for (int c = 'a'; c <= 'm'; c++)
        buf_printf(&b, "let %c is a table\n", c);
    assert_int_equal(grammar_read(&a, buf_str(&b), &g, &e), E_INPUT);
    assert_string_equal(e.msg, "more than 12 names");
    assert_int_equal(e.line, 14);
    buf_clear(&b);
    for (int i = 0; i < 10001; i++)
        buf_put(&b, STR("element X\nask x\nsql y\n"));
    g = (struct grammar){0};
    assert_int_equal(grammar_read(&a, buf_str(&b), &g, &e), E_INPUT);
    assert_string_equal(e.msg, "more than 10000 rules");
    buf_clear(&b);
    buf_put(&b, STR("element X\n"));
    for (int i = 0; i < 101; i++)
        buf_put(&b, STR("ask x\n"));
    g = (struct grammar){0};
    assert_int_equal(grammar_read(&a, buf_str(&b), &g, &e), E_INPUT);
    assert_string_equal(e.msg, "more than 100 wordings");
    buf_clear(&b);
    buf_put(&b, STR("element X\nlet t is a table\nask"));
    for (int i = 0; i < 101; i++)
        buf_put(&b, STR(" {t}"));
    g = (struct grammar){0};
    assert_int_equal(grammar_read(&a, buf_str(&b), &g, &e), E_INPUT);
    assert_string_equal(e.msg, "more than 100 slots");
    buf_release(&b);
    arena_release(&a);
}

/* The caret */

static void check_caret(const char *text, uint32_t line, uint32_t col, const char *expected)
{
    struct arena a = {0};
    const struct err e = {.line = line, .col = col};
    assert_string_equal(grammar_caret(&a, str_from(text), &e).ptr, expected);
    arena_release(&a);
}

static void test_caret(void **state)
{
    (void)state;
    check_caret("one\nlet c is a colour\nthree", 2, 12, "2 | let c is a colour\n  |            ^");
    check_caret("x", 1, 1, "1 | x\n  | ^");
    check_caret("x", 1, 2, "1 | x\n  |  ^");
    check_caret("ask Größe {x}\r\n", 1, 13, "1 | ask Größe {x}\n  |           ^");
    check_caret("\tlet \x1b[31m", 1, 6, "1 |  let ?[31m\n  |      ^");
    check_caret("a\nb", 7, 3, "7 | \n  | ^"); /* not a line of the text */
    check_caret("a", 0, 0, "");
}

static void test_long_line(void **state)
{
    (void)state;
    struct arena a = {0};
    char text[5000];
    memset(text, 'x', sizeof text);
    text[2999] = '!';
    const struct err e = {.line = 1, .col = 3000};
    struct str shown = grammar_caret(&a, (struct str){text, sizeof text}, &e);
    struct str first = str_split(&shown, '\n');
    assert_true(first.len < 220);
    assert_int_equal(first.ptr[str_find(shown, STR("^"), 0)], '!');
    arena_release(&a);
}

/* What is read */

static void test_read(void **state)
{
    (void)state;
    struct arena a = {0};
    struct grammar g = spoken_grammar(&a, "# a comment\r\n"
                                          "category Basic clauses\r\n"
                                          "\r\n"
                                          "element ORDER BY\r\n"
                                          "let t is a table with rows\r\n"
                                          "let d is a number column of t with 3 values\r\n"
                                          "let c is a column of t other than d\r\n"
                                          "paper Select {c} from {t} by {d}\r\n"
                                          "ask Show the {c} of the {t+}, {d.is} by {d}.\r\n"
                                          "sql SELECT {c} FROM {t} ORDER BY {d}\r\n"
                                          "such that some rows, not all rows, no ties\r\n"
                                          "category Others\r\n"
                                          "element COUNT\r\nask a\r\nsql b");
    const struct grammar_rule *r = &g.rules[0];
    assert_int_equal(g.count, 2);
    assert_true(str_eq(r->name, STR("ORDER BY")));
    assert_true(str_eq(r->category, STR("Basic clauses")));
    assert_true(str_eq(g.rules[1].category, STR("Others")));
    assert_int_equal(r->line, 4);
    assert_int_equal(r->n_lets, 3);
    assert_true(r->lets[0].rows);
    assert_int_equal(r->lets[1].class, CLASS_NUMBER);
    assert_int_equal(r->lets[1].min_values, 3);
    assert_int_equal(r->lets[2].n_others, 1);
    assert_int_equal(r->n_asks, 2);
    assert_true(r->asks[0].paper && !r->asks[1].paper);
    assert_true(r->some_rows && r->not_all_rows && r->no_ties);
    arena_release(&a);
}

/* Rules are added to those that are there, and may use their phrases. */
static void test_added(void **state)
{
    (void)state;
    struct arena a = {0};
    struct err e;
    struct grammar g = spoken_grammar(&a, "phrase WORD\nask big\nsql 1\n");
    assert_int_equal(grammar_read(&a, STR("element X\nlet w is WORD\nask {w}\nsql {w}\n"), &g, &e),
                     OK);
    assert_int_equal(g.count, 2);
    assert_int_equal(grammar_check(&g, 0, g.count, &e), OK);
    /* An element is not a phrase. */
    assert_int_equal(grammar_read(&a, STR("element Y\nlet w is X\nask {w}\nsql {w}\n"), &g, &e),
                     OK);
    assert_int_equal(grammar_check(&g, 2, 3, &e), E_INPUT);
    assert_int_equal(grammar_check(&g, 0, 2, &e), OK);
    arena_release(&a);
}

static void test_shipped(void **state)
{
    (void)state;
    static const char *const elements[] = {"SELECT",
                                           "DISTINCT",
                                           "WHERE",
                                           "ORDER BY",
                                           "GROUP BY",
                                           "HAVING",
                                           "MIN",
                                           "MAX",
                                           "SUM",
                                           "COUNT",
                                           "AVG",
                                           "!=",
                                           "BETWEEN",
                                           "AND",
                                           "OR",
                                           "LIKE",
                                           "NOT LIKE",
                                           "IN",
                                           "NOT IN",
                                           "Comparison",
                                           "AND with OR",
                                           "JOIN",
                                           "LIMIT",
                                           "EXISTS",
                                           "UNION",
                                           "EXCEPT",
                                           "INTERSECT",
                                           "NOT EXISTS",
                                           "CASE",
                                           "IS NULL",
                                           "Subquery",
                                           "Arithmetic",
                                           "Date parts",
                                           "IS NOT NULL",
                                           "Superlative",
                                           "Window rank",
                                           "COUNT DISTINCT",
                                           "JOIN over two keys"};
    struct arena a = {0};
    struct grammar g = spoken_shipped(&a);
    for (size_t i = 0; i < COUNT_OF(elements); i++) {
        uint32_t ours = 0;
        for (uint32_t r = 0; r < g.count; r++)
            for (uint32_t k = 0; str_eq(g.rules[r].name, str_from(elements[i])) &&
                                 !g.rules[r].is_phrase && k < g.rules[r].n_asks;
                 k++)
                ours += !g.rules[r].asks[k].paper;
        if (ours < 2)
            fail_msg("%s has %u wordings", elements[i], ours);
    }
    for (uint32_t r = 0; r < g.count; r++)
        assert_true(g.rules[r].is_phrase || g.rules[r].category.len > 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),  cmocka_unit_test(test_limits),
        cmocka_unit_test(test_caret),   cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_read),    cmocka_unit_test(test_added),
        cmocka_unit_test(test_shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
