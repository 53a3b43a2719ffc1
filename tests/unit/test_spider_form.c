/* test_spider_form.c: the official tokenizer and parser, rule by rule.
 *
 * The expected results are those of the official scripts for these texts. */
#include "spider/exact_match.h"
#include "spider/hardness.h"
#include "spider/number.h"
#include "spider/tokens.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

/* The tokens of `text` with "|" between them. */
static const char *tokens_of(struct arena *a, const char *text)
{
    struct spider_tokens tokens;
    if (!spider_tokenize(a, str_from(text), &tokens))
        return "unpaired";
    struct str joined = STR("");
    for (uint32_t i = 0; i < tokens.count; i++)
        joined = arena_printf(a, "%.*s%s%.*s", STR_ARG(joined), i ? "|" : "",
                              STR_ARG(tokens.items[i].text));
    return joined.ptr;
}

static void words_are_split_as_english(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tokens;
    } CASES[] = {
        {"SELECT a,b FROM t", "select|a|,|b|from|t"},
        {"IN (1,2,3)", "in|(|1,2,3|)"},
        {"a,,b", "a|,|,b"},
        {"a:b :5", "a|:|b|:5"},
        {"a>=3", "a|>|=3"},
        {"a >= 3 ! = 4", "a|>=|3|!=|4"},
        {"a <> b", "a|<|>|b"},
        {"a=b", "a=b"},
        {"t1.name.", "t1.name|."},
        {"count(*)-x", "count|(|*|)|-x"},
        {"a--b---c", "a|--|b|--|-c"},
        {"x...y.. ", "x|...|y|.."},
        {"`a``b```", "`|a|``|b|``|`"},
        {"cannot gonna wanna.x", "can|not|gon|na|wanna.x"},
        {"x = 'A b', y", "x|=|'A b'|,|y"},
        {"x='A'", "x='A'"},
        {"x = \"it's\"", "unpaired"},
        {"a\xC2\xA0"
         "b \xE2\x80\x9C"
         "c",
         "a|b|\xE2\x80\x9C|c"},
        {"50%;", "50|%|;"},
        {"", ""},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        assert_string_equal(tokens_of(&a, CASES[i].text), CASES[i].tokens);
    arena_release(&a);
}

static void every_word_is_known(void **state)
{
    static const char *const WORDS[] = {
#define W(name, text, classes, id) text,
#include "spider/word.def"
#undef W
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        struct arena a = {0};
        struct spider_tokens tokens;
        assert_true(spider_tokenize(&a, str_from(WORDS[i]), &tokens));
        assert_int_equal(tokens.count, 1);
        assert_int_equal(tokens.items[0].word, i);
        arena_release(&a);
    }
}

static void numbers_are_python_s(void **state)
{
    (void)state;
    static const char *const NUMBERS[] = {"1",
                                          "-5",
                                          "+5",
                                          "1.",
                                          ".5",
                                          "1e3",
                                          "1_000",
                                          "1_0.0_1",
                                          "inf",
                                          "-infinity",
                                          "\xD9\xA1\xD9\xA2"};
    static const char *const OTHERS[] = {"",  "1_", "_1",  "1__0", "0x10",  "1e",  "e5",
                                         ".", "-",  "1,2", "--1",  "infin", "1._5"};
    double x;
    int64_t n;
    for (size_t i = 0; i < COUNT_OF(NUMBERS); i++)
        assert_true(spider_float(str_from(NUMBERS[i]), &x));
    assert_float_equal(x, 12, 0);
    for (size_t i = 0; i < COUNT_OF(OTHERS); i++)
        assert_false(spider_float(str_from(OTHERS[i]), &x));
    assert_true(spider_float(STR("nan"), &x) && isnan(x));
    assert_true(spider_int(STR("-1_0"), &n) && n == -10);
    assert_true(spider_int(STR("99999999999999999999"), &n) && n == INT64_MAX);
    assert_false(spider_int(STR("1.0"), &n));
}

/* The example shop. */
struct shop {
    struct arena arena;
    struct schema_set schemas;
    struct exact_keys keys;
};

static int open_shop(void **state)
{
    static struct shop shop;
    struct err e;
    if (schema_set_load(&shop.arena, TEQL_SOURCE_DIR "/examples/shop/tables.json", &shop.schemas,
                        &e))
        return -1;
    exact_keys_init(&shop.arena, &shop.schemas.schemas[0], &shop.keys);
    *state = &shop;
    return 0;
}

static int close_shop(void **state)
{
    arena_release(&((struct shop *)*state)->arena);
    return 0;
}

static bool readable(struct shop *shop, const char *sql, struct spider_form *form)
{
    struct err e;
    return spider_form_read(&shop->arena, shop->keys.schema, SPIDER_RULE_SPIDER, str_from(sql),
                            form, &e) == OK;
}

static void what_the_official_parser_cannot_read(void **state)
{
    static const char *const UNREADABLE[] = {
        "SELECT name FROM customer WHERE age IS NULL",
        "SELECT name FROM customer WHERE id IN (1, 2)",
        "SELECT name FROM customer WHERE (age > 1 OR age < 0)",
        "SELECT name FROM customer WHERE NOT age > 1",
        "SELECT name FROM customer LEFT JOIN purchase ON customer.id = purchase.customer_id",
        "SELECT name FROM customer, purchase",
        "SELECT c.name FROM customer c",
        "SELECT name AS n FROM customer",
        "SELECT max(age) - min(age) FROM customer",
        "SELECT age + 1 FROM customer",
        "SELECT upper(name) FROM customer",
        "SELECT CAST(age AS TEXT) FROM customer",
        "WITH x AS (SELECT name FROM customer) SELECT name FROM x",
        "SELECT name FROM customer UNION ALL SELECT title FROM product",
        "SELECT T1.* FROM customer AS T1",
        "SELECT \"name\" FROM customer",
        "SELECT count(*) FROM customer HAVING count(*) > 1",
        "SELECT name FROM (SELECT name FROM customer)",
        "SELECT name FROM customer AS product",
        "SELECT name FROM customer LIMIT",
        "SELECT",
        "",
    };
    struct spider_form form;
    for (size_t i = 0; i < COUNT_OF(UNREADABLE); i++)
        assert_false(readable(*state, UNREADABLE[i], &form));
}

static void what_it_reads_all_the_same(void **state)
{
    struct spider_form f;
    assert_true(readable(*state, "SELECT name FROM customer LIMIT 1 OFFSET 5 ) drop", &f));
    assert_true(readable(*state, "SELECT name FROM customer WHERE age > product.price or age", &f));
    assert_int_equal(f.where.count, 1); /* the rest belongs to the value */
    assert_true(readable(*state, "SELECT name FROM customer ORDER BY age DESC , name ASC", &f));
    assert_false(f.descending); /* the last direction counts */
    assert_true(readable(*state, "SELECT name FROM customer WHERE age = 1 age = 2", &f));
    assert_int_equal(f.where.count, 2); /* a comparison where a connective belongs */
    assert_true(readable(*state, "select * from", &f));
    assert_int_equal(f.n_tables, 0);
}

static void deep_nesting_fails_and_does_not_crash(void **state)
{
    struct shop *shop = *state;
    struct buf sql;
    sql = (struct buf){0};
    for (int i = 0; i < 5000; i++)
        buf_put(&sql, STR("SELECT name FROM customer WHERE age > ( "));
    buf_putc(&sql, '\0');
    struct spider_form form;
    assert_false(readable(shop, sql.ptr, &form));
    buf_release(&sql);
}

static bool exact(struct shop *shop, const char *gold, const char *pred)
{
    struct spider_form g, p;
    struct exact_verdict v;
    assert_true(readable(shop, gold, &g));
    if (!readable(shop, pred, &p))
        p = (struct spider_form){0};
    exact_match(&shop->keys, &p, &g, &v);
    return v.exact;
}

static void what_exact_match_overlooks(void **state)
{
    static const struct {
        bool equal;
        const char *gold, *pred;
    } CASES[] = {
        {true, "SELECT name FROM customer WHERE age > 1",
         "SELECT name FROM customer WHERE age > 9"},
        {false, "SELECT name FROM customer WHERE age > 1",
         "SELECT name FROM customer WHERE age < 1"},
        {true, "SELECT name, city FROM customer", "SELECT DISTINCT city, name FROM customer"},
        {true, "SELECT name FROM customer LIMIT 1", "SELECT name FROM customer LIMIT 7"},
        {true, "SELECT name FROM customer WHERE age = 1 AND city = 'x'",
         "SELECT name FROM customer WHERE city = 'y' AND age = 2"},
        {false, "SELECT name FROM customer WHERE age = 1 AND city = 'x'",
         "SELECT name FROM customer WHERE age = 1 OR city = 'x'"},
        /* foreign keys make two columns one, if both tables are there */
        {true, "SELECT T1.id FROM customer AS T1 JOIN purchase AS T2 ON T1.id = T2.customer_id",
         "SELECT T2.customer_id FROM purchase AS T2 JOIN customer AS T1 ON T1.age = T2.quantity"},
        {false, "SELECT id FROM customer", "SELECT customer_id FROM purchase"},
        /* nested queries keep DISTINCT, queries in FROM keep values */
        {false, "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM purchase)",
         "SELECT name FROM customer WHERE id IN (SELECT DISTINCT customer_id FROM purchase)"},
        {true,
         "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM purchase WHERE id = 1)",
         "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM purchase WHERE id = 2)"},
        {false, "SELECT count(*) FROM (SELECT name FROM customer WHERE age = 1)",
         "SELECT count(*) FROM (SELECT name FROM customer WHERE age = 2)"},
        /* branches are not exchanged */
        {false, "SELECT name FROM customer UNION SELECT title FROM product",
         "SELECT title FROM product UNION SELECT name FROM customer"},
        {false, "SELECT name FROM customer", "SELECT name FROM customer WHERE age IS NULL"},
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        if (exact(*state, CASES[i].gold, CASES[i].pred) != CASES[i].equal)
            fail_msg("case %zu: %s", i, CASES[i].pred);
}

static void hardness_counts_components(void **state)
{
    static const struct {
        enum hardness level;
        const char *sql;
    } CASES[] = {
        {HARDNESS_EASY, "SELECT name FROM customer WHERE age > 1"},
        {HARDNESS_MEDIUM, "SELECT name, city FROM customer WHERE age > 1"},
        {HARDNESS_HARD,
         "SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM purchase)"},
        {HARDNESS_HARD, "SELECT name FROM customer WHERE age > 1 GROUP BY city ORDER BY age"},
        {HARDNESS_EXTRA, "SELECT name, city FROM customer WHERE age > 1 GROUP BY city ORDER BY age "
                         "LIMIT 3"},
    };
    struct spider_form form;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        assert_true(readable(*state, CASES[i].sql, &form));
        assert_int_equal(spider_hardness(&form), CASES[i].level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_split_as_english),
        cmocka_unit_test(every_word_is_known),
        cmocka_unit_test(numbers_are_python_s),
        cmocka_unit_test(what_the_official_parser_cannot_read),
        cmocka_unit_test(what_it_reads_all_the_same),
        cmocka_unit_test(deep_nesting_fails_and_does_not_crash),
        cmocka_unit_test(what_exact_match_overlooks),
        cmocka_unit_test(hardness_counts_components),
    };
    return cmocka_run_group_tests(tests, open_shop, close_shop);
}
