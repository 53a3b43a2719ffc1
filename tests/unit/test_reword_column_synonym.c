/* test_reword_column_synonym.c: other words for the columns of a question. */
#include "lexicon/synonyms.h"
#include "reworded.h"
#include "unit.h"

#define KIND REWORD_COLUMN_SYNONYM

#define HIRED     "SELECT hire_date FROM teacher"
#define COUNTRIES "SELECT country FROM teacher"

static void expect(void **state, const char *sql, const char *before, const char *after)
{
    assert_true(school_rewords(*state, KIND, sql, before, after));
}

static void expect_none(void **state, const char *sql, const char *before)
{
    assert_int_equal(school_count(*state, KIND, sql, before), 0);
}

static void test_nouns(void **state)
{
    expect(state, COUNTRIES, "Show the country of each teacher.",
           "Show the nation of each teacher.");
    expect(state, COUNTRIES, "Show the countries of teachers.", "Show the nations of teachers.");
    expect(state, HIRED, "Show the hire date of each teacher.",
           "Show the date of hiring of each teacher.");
    expect(state, HIRED, "Show the hire dates of teachers.", "Show the dates of hire of teachers.");
    expect(state, HIRED, "Show each teacher's hire date.", "Show each teacher's hiring date.");
}

/* What is said twice is called the same twice. */
static void test_all_places(void **state)
{
    expect(state, "SELECT country, count(*) FROM teacher GROUP BY country",
           "Show the country and the number of teachers in each country.",
           "Show the nation and the number of teachers in each nation.");
    /* In another number, a replaced word would leave the other behind. */
    expect_none(state, "SELECT country, count(*) FROM teacher GROUP BY country",
                "Show the countries and the number of teachers in each country.");
}

static void test_places_that_stay(void **state)
{
    expect_none(state, COUNTRIES, "Show the country code of each teacher.");
    expect_none(state, HIRED, "Show the hire date details of each teacher.");
    expect_none(state, "SELECT name FROM teacher WHERE hire_date = '2010-05-01'",
                "Show the name of teachers with the hire date 2010-05-01.");
    expect_none(state, "SELECT name FROM teacher WHERE country = 'France'",
                "Show the name of teachers in the country France.");
    expect_none(state, COUNTRIES, "Show the teachers who country.");
    expect_none(state, COUNTRIES, "Which nation or country has each teacher?");
    assert_false(school_rewords(*state, KIND, HIRED, "Show the hire date of each teacher.",
                                "Show the date hired of each teacher."));
    /* "singer year of birth": what turns words round needs no noun before it. */
    assert_false(school_rewords(*state, KIND, HIRED, "Show the teacher hire date.",
                                "Show the teacher date of hire."));
}

/* A title is a name, but here the name is another column. */
static void test_names_of_others(void **state)
{
    expect_none(state, "SELECT title FROM course", "Show the title of each course.");
}

/* A school of another kind, with names in two parts. */
static bool students_reword(void **state, const char *sql, const char *before, const char *after)
{
    static const char json[] =
        "[{\"db_id\":\"s\",\"table_names_original\":[\"student\",\"stadium\"],"
        "\"table_names\":[\"student\",\"stadium\"],\"column_names_original\":[[-1,\"*\"],"
        "[0,\"first_name\"],[0,\"last_name\"],[1,\"capacity\"]],\"column_names\":[[-1,\"*\"],"
        "[0,\"first name\"],[0,\"last name\"],[1,\"capacity\"]],\"column_types\":[\"text\","
        "\"text\",\"text\",\"number\"],\"primary_keys\":[],\"foreign_keys\":[]}]";
    struct school s = *(struct school *)*state;
    struct schema_set set;
    struct err e;
    s.arena = (struct arena){0};
    assert_int_equal(schema_set_parse(&s.arena, STR(json), &set, &e), OK);
    assert_int_equal(indicator_book_build(&s.book, &s.arena, &s.lexicon, &set.schemas[0], NULL, &e),
                     OK);
    bool found = school_rewords(&s, KIND, sql, before, after);
    arena_release(&s.arena);
    return found;
}

static void test_half_a_phrase(void **state)
{
    const char *names = "SELECT first_name, last_name FROM student";
    assert_true(students_reword(state, names, "Show the first name and last name of students.",
                                "Show the first name and surname of students."));
    assert_false(students_reword(state, names, "Show the first and last name of students.",
                                 "Show the first and surname of students."));
}

/* If another name has the short form, the long form stays. */
static void test_called_short(void **state)
{
    const char *sql = "SELECT last_name FROM student ORDER BY last_name";
    assert_true(students_reword(state, sql, "Show the last name of students in order.",
                                "Show the surname of students in order."));
    assert_false(students_reword(state, sql, "Show the last name of students, ordered by the name.",
                                 "Show the surname of students, ordered by the name."));
}

/* A word that is only added leaves the column named as it was. */
static void test_words_that_stay(void **state)
{
    const char *sql = "SELECT capacity FROM stadium",
               *before = "Show the capacity of the stadiums.";
    assert_true(students_reword(state, sql, before, "Show the number of seats of the stadiums."));
    assert_false(students_reword(state, sql, before, "Show the seating capacity of the stadiums."));
}

static void test_phrases(void **state)
{
    const char *named = "SELECT age FROM teacher WHERE name = 'Ada Bell'";
    const char *above = "SELECT name FROM teacher WHERE age > 30";
    expect(state, named, "How old is the teacher named 'Ada Bell'?",
           "How old is the teacher called 'Ada Bell'?");
    expect(state, named, "How old is the teacher called Ada Bell?",
           "How old is the teacher by the name of Ada Bell?");
    expect(state, above, "Names of teachers above age 30", "Names of teachers aged above 30");
    expect_none(state, "SELECT name FROM teacher WHERE age > 30 OR age < 20",
                "Names of teachers above age 30 or below 20");
    expect(state, "SELECT title FROM course WHERE price > 20",
           "Titles of courses with a price higher than 20",
           "Titles of courses costing more than 20");
    /* The line is about prices that are compared. */
    expect_none(state, "SELECT title FROM course WHERE price >= 20",
                "Titles of courses with a price of at least 20");
}

static void expect_wordings(void **state, const char *words, const char *expected)
{
    struct school *s = *state;
    struct synonym_list list =
        synonyms_find(&s->arena, &s->knowledge, SYNONYMS_SAID, NULL, str_from(words));
    struct str out = STR("");
    for (uint32_t i = 0; i < list.count; i++)
        out = arena_printf(&s->arena, "%.*s%s%.*s", STR_ARG(out), i ? ", " : "",
                           STR_ARG(list.items[i].words));
    assert_string_equal(arena_str(&s->arena, out).ptr, expected);
}

static void test_lists(void **state)
{
    expect_wordings(state, "birth year", "year of birth");
    expect_wordings(state, "birth years", "years of birth");
    /* A line adds to what a column can be renamed with … */
    expect_wordings(state, "air date", "date of broadcast, airing date, broadcast date");
    /* … or stands in its place. */
    expect_wordings(state, "email", "email address, e-mail address");
    expect_wordings(state, "salaries", "");
    expect_wordings(state, "nothing of the kind", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nouns),
        cmocka_unit_test(test_all_places),
        cmocka_unit_test(test_places_that_stay),
        cmocka_unit_test(test_names_of_others),
        cmocka_unit_test(test_half_a_phrase),
        cmocka_unit_test(test_words_that_stay),
        cmocka_unit_test(test_called_short),
        cmocka_unit_test(test_phrases),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
