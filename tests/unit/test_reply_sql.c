/* test_reply_sql.c: which part of what a model says is the query. */
#include "unit.h"

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
        /* what is announced is better than what only begins like a query */
        {"SELECT what you like:\nSQL: SELECT 1", "SELECT 1"},
        {"SELECT what you like:\n> **SQL**: SELECT 1", "SELECT 1"},
        {"SELECT 1\n#", "SELECT 1\n#"},
        /* an empty one is none */
        {"```sql\nSELECT 1\n```\n```sql\n\n```", "SELECT 1"},
        {"```\nSELECT 1\n```\n```sql\n\n```", "SELECT 1"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str sql = reply_sql(str_from(cases[i].text), false, &a);
        if (!sql.ptr || !str_eq(sql, str_from(cases[i].sql)))
            fail_msg("%s: %.*s", cases[i].text, STR_ARG(sql));
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
