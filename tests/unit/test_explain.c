/* test_explain.c: the parts of the explanation of a case: words and tables that differ, clauses,
 * and whether the difference may be chance. */
#include "unit.h"
#include "world.h"

#include "base/file.h"
#include "report/schema_text.h"
#include "report/tally.h"
#include "report/word_diff.h"
#include "schema_seeds.h"
#include "score/chance.h"

#define WORD_DIFFS TEQL_SOURCE_DIR "/tests/golden/word_diff.txt"

static void expect_marks(struct str before, struct str after, struct str marked_before,
                         struct str marked_after)
{
    struct arena a = {0};
    struct str x, y;
    word_diff(&a, before, after, &x, &y);
    if (!str_eq(x, marked_before) || !str_eq(y, marked_after))
        fail_msg("%.*s: '%.*s', '%.*s'", STR_ARG(before), STR_ARG(x), STR_ARG(y));
    arena_release(&a);
}

/* Records of four lines. The browser tests hold the page's marks against the same file. */
static void test_words(void **state)
{
    (void)state;
    struct arena a = {0};
    struct err e;
    struct str rest, lines[4];
    uint32_t n = 0, records = 0;
    assert_int_equal(file_read(&a, WORD_DIFFS, 1 << 20, &rest, &e), OK);
    while (rest.ptr) {
        struct str line = str_split(&rest, '\n');
        if (line.len == 0 || line.ptr[0] == '#')
            continue;
        lines[n++] = line;
        if (n == 4) {
            expect_marks(lines[0], lines[1], lines[2], lines[3]);
            records++;
            n = 0;
        }
    }
    assert_true(n == 0 && records >= 10);
    arena_release(&a);
}

/* Blanks become one, and none is marked alone. */
static void test_blanks(void **state)
{
    (void)state;
    expect_marks(STR(""), STR("x"), STR(""), STR("{+x+}"));
    expect_marks(STR("the\n city"), STR(" the  old\tcity "), STR("the city"),
                 STR("the {+old+} city"));
    expect_marks(STR("a \xFF b"), STR("a b"), STR("a [-\xFF-] b"), STR("a b"));
}

/* Texts that cannot be compared in reasonable time stay as they are. */
static void test_many_words(void **state)
{
    (void)state;
    enum { WORDS = 2001 };
    char text[2][2 * WORDS];
    struct arena a = {0};
    struct str before, after;
    for (size_t i = 0; i < sizeof text / 2; i++) {
        text[0][i] = i % 2 ? ' ' : 'x';
        text[1][i] = i % 2 ? ' ' : 'y';
    }
    const struct str x = {text[0], sizeof text[0]}, y = {text[1], sizeof text[1]};
    word_diff(&a, x, y, &before, &after);
    assert_true(str_eq(before, x) && str_eq(after, y));
    word_diff(&a, x, STR("y"), &before, &after);
    assert_true(str_starts(before, STR("[-x x")) && str_eq(after, STR("{+y+}")));
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
    for (size_t i = 0; i < COUNT_OF(chance); i++)
        if (!sql_leaves_to_chance(&a, str_from(chance[i])))
            fail_msg("%s", chance[i]);
    for (size_t i = 0; i < COUNT_OF(no_chance); i++)
        if (sql_leaves_to_chance(&a, str_from(no_chance[i])))
            fail_msg("%s", no_chance[i]);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_blanks),
        cmocka_unit_test(test_many_words),
        cmocka_unit_test_setup_teardown(test_schemas, world_set_up, world_tear_down),
        cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
