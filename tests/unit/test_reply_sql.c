/* test_reply_sql.c: which part of a reply is the query. */
#include "unit.h"

#include "base/buf.h"
#include "system/reply_sql.h"

static void test_choice(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sql;
    } cases[] = {
        /* a block without a mark is better than a later one of another language */
        {"```\nSELECT 1\n```\n```text\nname\n```", "SELECT 1"},
        {"```  \nSELECT 1\n```\n```text\nname\n```", "SELECT 1"},
        {"```text\nname\n```\n```\nSELECT 1\n```", "SELECT 1"},
        /* one that is marked as SQL is better than both */
        {"```sql\nSELECT 1\n```\n```\nSELECT 2\n```\n```text\nSELECT 3\n```", "SELECT 1"},
        {"```sql\nSELECT 1\n```\n```SELECT 2```", "SELECT 1"},
        {"```sql\nSELECT 1\n```\n```\n\nSELECT 2\n```", "SELECT 1"},
        /* of two alike the last */
        {"```\nSELECT 1\n```\n```\nSELECT 2\n```", "SELECT 2"},
        {"```text\nSELECT 1\n```\n```text\nSELECT 2\n```", "SELECT 2"},
        /* an announced query is better than a text that only begins like one */
        {"SELECT what you like:\nSQL: SELECT 1", "SELECT 1"},
        {"SELECT what you like:\n> **SQL**: SELECT 1", "SELECT 1"},
        {"SELECT 1\n#", "SELECT 1\n#"},
        /* an empty one is not one */
        {"```sql\nSELECT 1\n```\n```sql\n\n```", "SELECT 1"},
        {"```\nSELECT 1\n```\n```sql\n\n```", "SELECT 1"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str sql = reply_sql(str_from(cases[i].text), false, &a);
        if (!sql.ptr || !str_eq(sql, str_from(cases[i].sql)))
            fail_msg("%s: %.*s", cases[i].text, STR_ARG(sql));
    }
    arena_release(&a);
}

/* Of several statements the first counts; a semicolon in a string or a comment ends none. */
static void test_several(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sql;
    } cases[] = {
        {"SELECT 1; SELECT 1; SELECT 1; SELECT", "SELECT 1"},
        {"```sql\nSELECT 1; SELECT 1;\n```", "SELECT 1"},
        {"```sql\nSELECT 1;\n```", "SELECT 1;"},
        {"```sql\nSELECT a FROM t;\nThis returns a.\n```", "SELECT a FROM t"},
        {"```sql\nPRAGMA x;\nSELECT 1;\nSELECT 2\n```", "SELECT 1"},
        {"```sql\n-- first; so\nSELECT ';' /* ; */ FROM t; SELECT 2\n```",
         "-- first; so\nSELECT ';' /* ; */ FROM t"},
        {"SELECT \"a;b\", `c;d` -- ;\n/* ; */ FROM t; bye",
         "SELECT \"a;b\", `c;d` -- ;\n/* ; */ FROM t"},
        {"SELECT 'it''s; so' FROM t; SELECT 2", "SELECT 'it''s; so' FROM t"},
        /* parts after empty lines, and prose that looks like them */
        {"WITH x AS (\n\nSELECT 1)\n\nSELECT * FROM x\n\nWHERE 1\n\nWhere x is one.",
         "WITH x AS (\n\nSELECT 1)\n\nSELECT * FROM x\n\nWHERE 1"},
        {"SELECT 1\n\nSELECT 1\n\nSELECT 1", "SELECT 1"},
        {"select a\n\nfrom t\n\nOr so.", "select a\n\nfrom t"},
        {"SELECT 1 UNION\n\nSELECT 2", "SELECT 1 UNION\n\nSELECT 2"},
        /* the same again, without a semicolon */
        {"SELECT a FROM t\nSELECT a FROM t\nSELECT a", "SELECT a FROM t"},
        {"```sql\nSELECT a FROM t\nSELECT a FROM t\n```", "SELECT a FROM t"},
        {"SELECT a\nFROM (\nSELECT b)\nUNION ALL\nSELECT c\nEXCEPT\n  SELECT d",
         "SELECT a\nFROM (\nSELECT b)\nUNION ALL\nSELECT c\nEXCEPT\n  SELECT d"},
        {"WITH x AS (SELECT 1)\nSELECT * FROM x\nSELECT 2",
         "WITH x AS (SELECT 1)\nSELECT * FROM x"},
        /* words about it */
        {"SELECT a FROM t\nExplanation: it's a", "SELECT a FROM t"},
        {"SELECT a FROM t\n**Note:** it is a", "SELECT a FROM t"},
        {"SELECT a FROM t WHERE b = '\nNote: '\nAND c",
         "SELECT a FROM t WHERE b = '\nNote: '\nAND c"},
        /* base models go on with the next question */
        {"SELECT 1\n-- Question: How many?\nSELECT 2", "SELECT 1"},
        {"```sql\nSELECT 1\n```\n\nQuestion: How many?\n```sql\nSELECT 2\n```", "SELECT 1"},
        {"SQL: SELECT 1\nQ: How many?\nSQL: SELECT 2", "SELECT 1"},
        {"Question: How many?\nSQL: SELECT 1", "SELECT 1"},
        {"SELECT 1<|im_end|>\n<|im_start|>user\nSELECT 2", "SELECT 1"},
        /* drafts come before what is meant */
        {"[THINK]SELECT 1;[/THINK]SELECT 2;", "SELECT 2"},
        {"<thinking>\nSELECT 1;\n</thinking>\nSELECT 2;", "SELECT 2"},
        {"<|channel|>analysis<|message|>SELECT "
         "1;<|end|><|start|>assistant<|channel|>final<|message|>"
         "SELECT 2",
         "SELECT 2"},
        {"We need SELECT a FROM t; then a join.\n```sql\nSELECT b FROM t\n```", "SELECT b FROM t"},
        {"```sql\nSELECT 1\n```\nIndex:\n```sql\nCREATE INDEX i ON t(a)\n```", "SELECT 1"},
        {"```\nSELECT 1\n```\ngives\n```\n1\n```", "SELECT 1"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str sql = reply_sql(str_from(cases[i].text), REPLY_WHOLE, &a);
        if (!sql.ptr || !str_eq(sql, str_from(cases[i].sql)))
            fail_msg("%s: %.*s", cases[i].text, STR_ARG(sql));
    }
    arena_release(&a);
}

/* In a reply that was cut off, only a query with an end counts. */
static void test_cut_off(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sql;
        unsigned how;
    } cases[] = {
        {"SELECT 1; SELECT 1; SELECT 1; SEL", "SELECT 1", 0},
        {"SELECT a FROM t\nSELECT a FROM t\nSEL", "SELECT a FROM t", 0},
        {"SELECT a FROM t\nUNION\nSELECT a FROM", NULL, 0},
        {"SELECT a FROM t\nNote: this", "SELECT a FROM t", 0},
        {" a FROM t\nSELECT a FROM t\nSEL", "SELECT a FROM t", REPLY_AFTER_SELECT},
        {"SELECT a FROM t WHERE b = 'x", NULL, 0},
        {"SELECT a FROM t WHERE b = 'x; y", NULL, 0},
        {"SELECT a FROM t -- one; two", NULL, 0},
        {"SELECT a FROM t /* one; two", NULL, 0},
        {"SELECT a FROM t", NULL, 0},
        {"SELECT a FROM t\n\n", NULL, 0},
        {"SELECT a FROM t\n\nThis query", "SELECT a FROM t", 0},
        {"SELECT a FROM t\n\nWHERE b", NULL, 0},
        {"WITH x AS (SELECT 1)\n\nSELECT", NULL, 0},
        {"SELECT a FROM t\n-- Question: How", "SELECT a FROM t", 0},
        {"```sql\nSELECT 1\n```\nThis", "SELECT 1", 0},
        {"```sql\nSELECT 1; SELECT 1; SEL", "SELECT 1", 0},
        {"```sql\nSELECT a FROM", NULL, 0},
        {"```sql\nSELECT 1\n```\n```sql\nSELECT a FR", "SELECT 1", 0},
        {"SQL: SELECT 1\nSQL: SELECT 1\nSQL: SEL", "SELECT 1", 0},
        {"SQL: SEL", NULL, 0},
        {"`SELECT a FROM t` is", "SELECT a FROM t", 0},
        /* what is only thought of is not an answer */
        {"<think>SELECT 1; or", NULL, 0},
        {"<think>hm</think>SELECT 1; or", "SELECT 1", 0},
        {"[THINK]SELECT 1; or", NULL, 0},
        {"<think>\nSELECT 1; or", NULL, 0},
        {"<think>```sql\nSELECT 1\n```\nor", NULL, 0},
        {"Well, we could SELECT a; or b", NULL, 0},
        {" a FROM t; b", "SELECT a FROM t", REPLY_AFTER_SELECT},
        {" a FROM t", NULL, REPLY_AFTER_SELECT},
        {" a FROM t\nQuestion: b", "SELECT a FROM t", REPLY_AFTER_SELECT},
        {"", NULL, REPLY_AFTER_SELECT},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str sql = reply_sql(str_from(cases[i].text), REPLY_CUT_OFF | cases[i].how, &a);
        if (!sql.ptr != !cases[i].sql || (sql.ptr && !str_eq(sql, str_from(cases[i].sql))))
            fail_msg("%s: %.*s", cases[i].text, STR_ARG(sql));
    }
    arena_release(&a);
}

/* A reply may have megabytes. If the time grew with its square, this would not end. */
static void test_long(void **state)
{
    (void)state;
    static const char *const parts[] = {"/*",      "SQL:x\n", "Q:\n",      "\n",
                                        "'\"",     "```x\n",  "SELECT '",  "SELECT x;\n",
                                        "\n\nOR ", "<think>", "\nSELECT ", "\n SELECT UNION",
                                        "\na:b",   "\n:"};
    enum { BYTES = 1 << 20 };
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        for (unsigned how = 0; how < 4; how++) {
            struct arena a = {0};
            struct buf text = {0};
            buf_put(&text, STR("SELECT x"));
            while (text.len < BYTES)
                buf_put(&text, str_from(parts[i]));
            (void)reply_sql(buf_str(&text), how, &a);
            buf_release(&text);
            arena_release(&a);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choice),
                                       cmocka_unit_test(test_several),
                                       cmocka_unit_test(test_cut_off), cmocka_unit_test(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
