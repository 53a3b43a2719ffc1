/* test_explain.c: what the explanation of a case is made of: words and tables that differ, clauses,
 * and whether chance may have made the difference. */
#include "unit.h"
#include "world.h"

#include "report/clause_list.h"
#include "report/schema_text.h"
#include "report/word_diff.h"
#include "schema_seeds.h"
#include "score/chance.h"

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *marked_before, *marked_after;
    } cases[] = {
        {"How many singers?", "Please tell me how many singers?", "How many singers?",
         "{+Please tell me+} how many singers?"},
        {"Show the names", "What are the names", "[-Show-] the names", "{+What are+} the names"},
        {"a b c", "a c", "a [-b-] c", "a c"},
        {"", "x", "", "{+x+}"},
        {"the biggest city", "the largest  city", "the [-biggest-] city", "the {+largest+} city"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str before, after;
        word_diff(&a, str_from(cases[i].before), str_from(cases[i].after), &before, &after);
        if (!str_eq(before, str_from(cases[i].marked_before)) ||
            !str_eq(after, str_from(cases[i].marked_after)))
            fail_msg("%s: '%.*s', '%.*s'", cases[i].before, STR_ARG(before), STR_ARG(after));
    }
    arena_release(&a);
}

/* What cannot be compared in reasonable time stays as it is. */
static void test_many_words(void **state)
{
    (void)state;
    enum { WORDS = 1001 };
    char text[2 * WORDS];
    struct arena a = {0};
    struct str before, after;
    for (int i = 0; i < WORDS; i++) {
        text[2 * i] = 'x';
        text[2 * i + 1] = ' ';
    }
    const struct str many = {text, sizeof text};
    word_diff(&a, many, STR("y"), &before, &after);
    assert_true(str_eq(before, many) && str_eq(after, STR("y")));
    arena_release(&a);
}

static void expect_schema(struct world *w, const struct migration *m, const char *expected)
{
    struct schema new;
    struct buf out;
    migration_schema(&w->arena, m, STR("new"), &new, NULL);
    out = (struct buf){0};
    schema_text_put(&out, "> ", &w->schema, &new);
    if (!str_eq(buf_str(&out), str_from(expected)))
        fail_msg("%.*s", STR_ARG(buf_str(&out)));
    buf_release(&out);
}

static void test_schemas(void **state)
{
    struct world *w = *state;
    expect_schema(
        w, migration_drop_column(&w->arena, &w->schema, column_named(&w->schema, "country.area")),
        "> - country (code*, countryName, area)\n> + country (code*, countryName)\n");
}

static void test_clauses(void **state)
{
    (void)state;
    struct arena a = {0};
    struct str clauses[CLAUSES_MAX];
    struct difference items[] = {{.clause = CLAUSE_WHERE},
                                 {.clause = CLAUSE_WHERE},
                                 {.clause = CLAUSE_WHERE, .depth = 1},
                                 {.clause = CLAUSE_WHERE, .depth = 2}};
    const struct diagnosis none = {0}, some = {.items = items, .n_items = 4};
    assert_int_equal(clauses_of(&a, &none, clauses), 0);
    assert_int_equal(clauses_of(&a, &some, clauses), 2);
    assert_true(str_eq(clauses[0], STR("WHERE")) && str_eq(clauses[1], STR("nested WHERE")));
    arena_release(&a);
}

static void test_chance(void **state)
{
    (void)state;
    static const char *const chance[] = {
        "SELECT name FROM city ORDER BY population LIMIT 1",
        "SELECT name, count(*) FROM city GROUP BY country_code",
        "SELECT name FROM city WHERE id = (SELECT id FROM city)",
        "SELECT avg(area) FROM country",
    };
    static const char *const no_chance[] = {
        "SELECT name FROM city",
        "SELECT * FROM city ORDER BY population LIMIT 1",
        "SELECT city.* FROM city LIMIT 1",
        "SELECT count(*) FROM city NATURAL JOIN country",
        "SELECT count(*) FROM Sqlite_Master",
        "SELECT count(*) FROM pragma_table_info('city')",
        "SELECT name FROM city WHERE (id, name) IN (SELECT * FROM city)",
        "SELECT FROM",
        "",
    };
    struct arena a = {0};
    for (size_t i = 0; i < sizeof chance / sizeof *chance; i++)
        if (!sql_leaves_to_chance(&a, str_from(chance[i])))
            fail_msg("%s", chance[i]);
    for (size_t i = 0; i < sizeof no_chance / sizeof *no_chance; i++)
        if (sql_leaves_to_chance(&a, str_from(no_chance[i])))
            fail_msg("%s", no_chance[i]);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_many_words),
        cmocka_unit_test_setup_teardown(test_schemas, world_set_up, world_tear_down),
        cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
