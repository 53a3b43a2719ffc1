/* test_reword_column_attribute.c: adjectives in place of columns. */
#include "link/adjective.h"
#include "reworded.h"
#include "unit.h"

#define KIND REWORD_COLUMN_ATTRIBUTE

#define OLDEST   "SELECT name FROM teacher ORDER BY age DESC LIMIT 1"
#define YOUNGEST "SELECT name FROM teacher ORDER BY age LIMIT 1"
#define OVER_30  "SELECT name FROM teacher WHERE age > 30"
#define BY_AGE   "SELECT name FROM teacher ORDER BY age"

static void expect(void **state, const char *sql, const char *before, const char *after)
{
    assert_true(school_rewords(*state, KIND, sql, before, after));
}

static void expect_none(void **state, const char *sql, const char *before)
{
    assert_int_equal(school_count(*state, KIND, sql, before), 0);
}

static void test_superlatives(void **state)
{
    expect(state, OLDEST, "Who is the teacher with the highest age?", "Who is the oldest teacher?");
    expect(state, OLDEST, "Show the name of the teacher with the highest age.",
           "Show the name of the teacher who is the oldest.");
    expect(state, YOUNGEST, "Show the name of the teacher with the lowest age.",
           "Show the name of the youngest teacher.");
    expect(state, "SELECT title FROM course ORDER BY price DESC LIMIT 1",
           "Which course has the highest price?", "Which course is the priciest?");
    expect(state, "SELECT title FROM course ORDER BY price LIMIT 1",
           "Show the title of the course with the lowest price.",
           "Show the title of the course that costs the least.");
    expect(state, "SELECT title FROM course ORDER BY price DESC LIMIT 3",
           "Show the titles of the courses with the 3 highest prices.",
           "Show the titles of the 3 most expensive courses.");
    expect(state, "SELECT max(age) FROM teacher", "What is the maximum age of all teachers?",
           "How old is the oldest teacher?");
}

static void test_superlatives_that_stay(void **state)
{
    /* The query asks for the lowest. */
    expect_none(state, YOUNGEST, "Show the name of the teacher with the highest age.");
    /* "the oldest teacher and height" */
    expect_none(state, OLDEST, "Show the name of the teacher with the highest age and height.");
    /* No teacher is expensive. */
    expect_none(state,
                "SELECT T1.name FROM teacher AS T1 JOIN course AS T2 ON T1.teacher_id = "
                "T2.teacher_id ORDER BY T2.price DESC LIMIT 1",
                "Show the name of the teacher with the highest price.");
    /* The sum is highest, not a price. */
    assert_false(school_rewords(
        *state, KIND, "SELECT title FROM course GROUP BY title ORDER BY sum(price) DESC LIMIT 1",
        "Show the title of the course with the highest price.",
        "Show the title of the most expensive course."));
    expect_none(state, "SELECT country, max(age) FROM teacher GROUP BY country",
                "What is the maximum age of all teachers in each country?");
}

static void test_comparatives(void **state)
{
    expect(state, OVER_30, "Names of teachers whose age is above 30",
           "Names of teachers older than 30");
    expect(state, OVER_30, "Names of teachers above the age of 30",
           "Names of teachers over 30 years old");
    expect(state, "SELECT name FROM teacher WHERE height < 1.7",
           "Names of teachers with a height below 1.7", "Names of teachers shorter than 1.7");
    expect(state, "SELECT name FROM teacher WHERE age > (SELECT avg(age) FROM teacher)",
           "Names of teachers above the average age", "Names of teachers older than average");
    /* At least 30 is not "older than 30". */
    expect_none(state, "SELECT name FROM teacher WHERE age >= 30",
                "Names of teachers whose age is at least 30");
    expect_none(state, "SELECT name FROM teacher WHERE age > 30 OR age < 20",
                "Names of teachers whose age is above 30 or below 20");
    expect_none(state, OVER_30, "Names of teachers whose age is above 30 and height");
}

/* Sorted as texts, 100 comes before 99: no oldest is first. */
static void test_texts(void **state)
{
    struct school *s = *state;
    struct column_facts *facts = s->book.link.values.facts;
    uint32_t age = 1;
    while (!str_eq(s->schema.columns[age].natural, STR("age")))
        age++;
    const struct column_facts known = facts[age];
    facts[age] = (struct column_facts){.text = true};
    uint32_t n =
        school_count(s, KIND, BY_AGE, "List the names of teachers in ascending order of age.");
    facts[age] = known;
    assert_int_equal(n, 0);
}

static void test_order(void **state)
{
    expect(state, BY_AGE, "List the names of teachers in ascending order of age.",
           "List the names of teachers, ordered from youngest to oldest.");
    expect(state, BY_AGE, "List the names of teachers in ascending order of age.",
           "List the names of teachers, youngest first.");
    expect(state, BY_AGE, "List the names of teachers sorted by age.",
           "List the names of teachers sorted from youngest to oldest.");
    expect(state, BY_AGE " DESC", "List the names of teachers, in descending order of age.",
           "List the names of teachers, ordered from oldest to youngest.");
    /* "Every teacher from the oldest to the youngest" is all of them, in no order. */
    assert_false(school_rewords(*state, KIND, BY_AGE,
                                "List the name of every teacher in ascending order of age.",
                                "List the name of every teacher from the youngest to the oldest."));
    expect(state, BY_AGE, "Sort the names of teachers by their age in ascending order.",
           "Sort the names of teachers from youngest to oldest.");
    expect_none(state, BY_AGE, "List the names of teachers in descending order of age.");
    expect_none(state, BY_AGE, "List the names of teachers sorted by age and name.");
}

/* A city's population may be its size as well as its area may. */
static void test_clear(void **state)
{
    struct school *s = *state;
    static const char json[] =
        "[{\"db_id\":\"w\",\"table_names_original\":[\"city\",\"town\"],\"table_names\":[\"city\","
        "\"town\"],\"column_names_original\":[[-1,\"*\"],[0,\"population\"],[0,\"area\"],"
        "[1,\"population\"]],\"column_names\":[[-1,\"*\"],[0,\"population\"],[0,\"area\"],"
        "[1,\"population\"]],\"column_types\":[\"text\",\"number\",\"number\",\"number\"],"
        "\"primary_keys\":[],\"foreign_keys\":[]}]";
    struct schema_set set;
    struct err e;
    assert_int_equal(schema_set_parse(&s->arena, STR(json), &set, &e), OK);
    const struct schema *w = &set.schemas[0];
    assert_false(adjective_is_clear(&s->lexicon, w, STR("largest"), 1));
    assert_false(adjective_is_clear(&s->lexicon, w, STR("larger"), 2));
    assert_true(adjective_is_clear(&s->lexicon, w, STR("most populous"), 1));
    assert_true(adjective_is_clear(&s->lexicon, w, STR("largest"), 3));
    assert_true(adjective_is_clear(&s->lexicon, w, STR("unheard of"), 1));
}

/* "Taller than average or a number of courses above it" would join two things that do not go
 * together. */
static void test_joined_comparison(void **state)
{
    expect_none(state,
                "SELECT count(*) FROM teacher WHERE age > (SELECT avg(age) FROM teacher) OR height "
                "> (SELECT avg(height) FROM teacher)",
                "Show the number of teachers with an age above the average or a height above the "
                "average.");
}

/* "The hotels that cost the least ranges" */
static void test_name_goes_on(void **state)
{
    struct school *s = *state, hotels = *s;
    static const char json[] =
        "[{\"db_id\":\"h\",\"table_names_original\":[\"hotel\"],\"table_names\":[\"hotel\"],"
        "\"column_names_original\":[[-1,\"*\"],[0,\"name\"],[0,\"price_range\"]],"
        "\"column_names\":[[-1,\"*\"],[0,\"name\"],[0,\"price range\"]],"
        "\"column_types\":[\"text\",\"text\",\"number\"],\"primary_keys\":[],"
        "\"foreign_keys\":[]}]";
    struct schema_set set;
    struct err e;
    hotels.arena = (struct arena){0};
    assert_int_equal(schema_set_parse(&hotels.arena, STR(json), &set, &e), OK);
    assert_int_equal(
        indicator_book_build(&hotels.book, &hotels.arena, &s->lexicon, &set.schemas[0], NULL, &e),
        OK);
    const char *sql = "SELECT name FROM hotel ORDER BY price_range LIMIT 3";
    assert_false(school_rewords(&hotels, KIND, sql,
                                "What are the names of the hotels with the lowest price ranges?",
                                "What are the names of the hotels that cost the least ranges?"));
    assert_false(school_rewords(&hotels, KIND, sql,
                                "What are the names of the hotels with the lowest price ranges?",
                                "What are the names of the cheapest hotels ranges?"));
    arena_release(&hotels.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_superlatives),
        cmocka_unit_test(test_superlatives_that_stay),
        cmocka_unit_test(test_comparatives),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_joined_comparison),
        cmocka_unit_test(test_name_goes_on),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
