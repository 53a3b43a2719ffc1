/* test_own_relation.c: the relation of docs/reference/relations.md, added as the page says.
 *
 * This program has a relation.def of its own, the built-in one with a line more (CMakeLists.txt),
 * and the file that the page shows. */
#include "unit.h"

#include "base/file.h"
#include "relation/draw.h"
#include "seeds.h"

static struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    struct schema schema;
} f;

static int set_up(void **state)
{
    (void)state;
    struct err e;
    return lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK;
}

static int tear_down(void **state)
{
    (void)state;
    lexicon_release(&f.lexicon);
    arena_release(&f.arena);
    return 0;
}

static struct case_list draw(struct str question, uint32_t max, uint64_t random)
{
    struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schema, question, STR_NONE);
    return relation_draw(&f.arena, relation_find(STR("PL")), &s, max,
                         rng_stream(random, STR("test"), 0));
}

/* All variants, in the order of the file; `expected` is ended by NULL. */
static void check(const char *question, const char *const *expected, int line)
{
    struct case_list l = draw(str_from(question), 1000, 1);
    uint32_t n = 0;
    while (n < l.count && expected[n] && str_eq(l.items[n].question, str_from(expected[n])))
        n++;
    if (n == l.count && !expected[n])
        return;
    print_error("line %d: variant %u of '%s' is '%.*s', not '%s'\n", line, n, question,
                n < l.count ? (int)l.items[n].question.len : 0,
                n < l.count ? l.items[n].question.ptr : "", expected[n] ? expected[n] : "");
    fail();
}

#define CHECK(question, ...) check(question, (const char *const[]){__VA_ARGS__}, __LINE__)
#define NONE(question)       CHECK(question, NULL)

static void test_command(void **state)
{
    (void)state;
    CHECK("Find the names of all singers.", "Please find the names of all singers.",
          "Could you please find the names of all singers?",
          "Would you kindly find the names of all singers?",
          "Find the names of all singers, please.", NULL);
    CHECK("count singers from St. Louis", "Please count singers from St. Louis.",
          "Could you please count singers from St. Louis?",
          "Would you kindly count singers from St. Louis?", "Count singers from St. Louis, please.",
          NULL);
}

static void test_question(void **state)
{
    (void)state;
    CHECK("How many singers do we have?", "Excuse me, but how many singers do we have?",
          "May I ask: how many singers do we have?", "How many singers do we have, please?", NULL);
    CHECK("Who won 'Wimbledon' ? Give her name.",
          "Excuse me, but who won 'Wimbledon'? Give her name.",
          "May I ask: who won 'Wimbledon'? Give her name.",
          "Who won 'Wimbledon', please? Give her name.", NULL);
}

static void test_none(void **state)
{
    (void)state;
    NONE("Please list all singers.");
    NONE("List all singers. Please sort them by age.");
    NONE("For each city, list its singers.");
    NONE("When sorted by age, the names of all singers.");
    NONE("The names of all singers?");
}

static void test_hostile(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "?", ".", "Find", "what?", "'", "\"a", "\xff\xfe"};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        NONE(texts[i]);
    draw(STR("Find \xff\xfe '"), 1000, 1);
}

static void test_change(void **state)
{
    (void)state;
    struct case_list l = draw(STR("Find the names."), 1000, 1);
    assert_int_equal(l.count, 4);
    assert_true(str_eq(l.items[1].change, STR("{\"inserted\":\"could you please\"}")));
    assert_true(str_eq(l.items[3].change, STR("{\"inserted\":\"please\"}")));
    assert_null(l.items[0].migration);
}

/* The drawing is everybody's: a cap, and other cases for other random seeds. */
static void test_draw(void **state)
{
    (void)state;
    bool differs = false;
    for (uint64_t random = 1; random < 20; random++) {
        struct case_list l = draw(STR("Find the names."), 2, random);
        assert_int_equal(l.count, 2);
        differs = differs || !str_eq(l.items[0].question, STR("Please find the names."));
    }
    assert_true(differs);
}

/* In the list of this program last, after the built-in ones. */
static void test_listed(void **state)
{
    (void)state;
    const struct relation *const *last = RELATIONS;
    while (last[1])
        last++;
    assert_string_equal((*last)->id, "PL");
    assert_string_equal((*last)->name, "politeness");
    struct case_list example = draw(str_from((*last)->text.before), 1000, 1);
    assert_true(str_eq(example.items[0].question, str_from((*last)->text.after)));
    assert_non_null(relation_find(STR("PI")));
}

static struct str read_source(const char *path)
{
    struct str text;
    struct err e;
    const char *full = arena_printf(&f.arena, "%s/%s", TEQL_SOURCE_DIR, path).ptr;
    assert_int_equal(file_read(&f.arena, full, 1 << 20, &text, &e), OK);
    return text;
}

static void test_page_shows_the_file(void **state)
{
    (void)state;
    struct str page = read_source("docs/reference/relations.md");
    struct str code = read_source("examples/relation/politeness.c");
    struct str block = arena_printf(&f.arena, "\n```c\n%.*s```\n", STR_ARG(code));
    assert_true(str_find(page, block, 0) < page.len);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_command), cmocka_unit_test(test_question),
        cmocka_unit_test(test_none),    cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_change),  cmocka_unit_test(test_draw),
        cmocka_unit_test(test_listed),  cmocka_unit_test(test_page_shows_the_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
