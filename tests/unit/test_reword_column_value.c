/* test_reword_column_value.c: values that say their columns, and those that would not. */
#include "reworded.h"
#include "unit.h"

#define VALUE  REWORD_COLUMN_VALUE
#define NAMES  "SELECT name FROM teacher"
#define FRENCH NAMES " WHERE country = 'France'"
#define ABROAD NAMES " WHERE country != 'France'"
#define YORK   "SELECT title FROM course WHERE city = 'York'"
#define ADA    "SELECT age FROM teacher WHERE name = 'Ada Bell'"

static void expect(void **state, const char *sql, const char *before, const char *after)
{
    if (!school_rewords(*state, VALUE, sql, before, after))
        fail_msg("'%s' does not become '%s'", before, after);
}

static void expect_none(void **state, const char *sql, const char *before)
{
    assert_int_equal(school_count(*state, VALUE, sql, before), 0);
}

static void test_places(void **state)
{
    expect(state, YORK, "List the titles of courses in the city of York.",
           "List the titles of courses in York.");
    expect(state, YORK, "List the titles of courses in York city.",
           "List the titles of courses in York.");
    /* It could as well be said of the other one. */
    expect(state, "SELECT title FROM course WHERE city = 'York' OR city = 'Leeds'",
           "List the titles of courses in the city of York or the city of Leeds.",
           "List the titles of courses in York or Leeds.");
    assert_false(school_rewords(*state, VALUE,
                                "SELECT title FROM course WHERE city = 'York' OR city = 'Leeds'",
                                "List the titles of courses in the city of York or the city of "
                                "Leeds.",
                                "List the titles of courses in York or the city of Leeds."));
}

/* Not values that would look like a place by themselves: a number, a letter, a code. */
static void test_no_places(void **state)
{
    expect_none(state, "SELECT title FROM course WHERE city = '3'",
                "List the titles of courses in city 3.");
    expect_none(state, "SELECT title FROM course WHERE city = 'x'",
                "List the titles of courses for city x.");
}

/* The question mark may be inside the quotes of the last value. */
static void test_mark_in_quotes(void **state)
{
    const char *sql = "SELECT price FROM course WHERE title = 'Why me?'";
    expect(state, sql, "What is the price of the course titled 'Why me?'",
           "What is the price of the 'Why me?' course?");
    expect(state, sql, "Show the price of the course titled 'Why me?'",
           "Show the price of the 'Why me?' course.");
}

static void test_people(void **state)
{
    expect(state, ABROAD, "Show the names of teachers whose country is not France.",
           "Show the names of teachers who are not from France.");
    /* "From German" is nowhere. */
    expect_none(state, NAMES " WHERE country != 'Vietnamese'",
                "Show the names of teachers whose country is not Vietnamese.");
    expect(state, NAMES " WHERE country != 'USA'",
           "Show the names of teachers whose country is not USA.",
           "Show the names of teachers who are not from the USA.");
}

static void test_names(void **state)
{
    expect(state, ADA, "What is the age of the teacher named Ada Bell?",
           "What is the age of the teacher Ada Bell?");
    /* A course has a title, which she could be. */
    assert_false(school_rewords(*state, VALUE, ADA,
                                "What is the age of the teacher named Ada Bell?",
                                "What is the age of Ada Bell?"));
    expect(state, ADA, "What is the age of the teacher with the name 'Ada Bell'?",
           "What is the age of the teacher 'Ada Bell'?");
    expect(state, "SELECT price FROM course WHERE title = 'Drawing'",
           "What is the price of the course titled 'Drawing'?",
           "What is the price of the 'Drawing' course?");
    /* The name of something else that the thing has. */
    expect_none(state,
                "SELECT T1.age FROM teacher AS T1 JOIN course AS T2 ON T1.teacher_id = "
                "T2.teacher_id WHERE T2.title = 'Drawing'",
                "What is the age of the teacher with the title 'Drawing'?");
    expect_none(state, "SELECT price FROM course WHERE title = 'q'",
                "What is the price of the course with the title q?");
    /* Without the noun it would not be clear whose number that is. */
    expect_none(state, "SELECT price FROM course WHERE title = '101'",
                "What is the price of the course with the title 101?");
}

/* If the noun goes too, the value could be anything of that name. */
static void test_noun_stays(void **state)
{
    const char *titled = "What is the price of the course titled 'Drawing'?";
    const char *sql = "SELECT price FROM course WHERE title = 'Drawing'";
    expect(state, sql, titled, "What is the price of the course 'Drawing'?");
    assert_false(school_rewords(*state, VALUE, sql, titled, "What is the price of 'Drawing'?"));
    /* It is hard to see where a name without quotes or capitals begins. */
    expect(state, "SELECT price FROM course WHERE title = 'Drawing'",
           "What is the price of the course titled Drawing?",
           "What is the price of the course Drawing?");
    assert_false(school_rewords(*state, VALUE, sql,
                                "What is the price of the course titled drawing?",
                                "What is the price of the course drawing?"));
}

/* "the course 'Drawing'" is said of a column that is called "course", if there is one. */
static void test_noun_is_column(void **state)
{
    struct school *s = *state;
    struct str city = STR("city");
    uint32_t column = 1;
    while (column < s->book.schema->n_columns &&
           !str_eq(s->book.schema->columns[column].natural, city))
        column++;
    assert_true(column < s->book.schema->n_columns);
    s->book.schema->columns[column].natural = STR("Course");
    bool noun = school_rewords(s, VALUE, "SELECT price FROM course WHERE title = 'Drawing'",
                               "What is the price of the course titled 'Drawing'?",
                               "What is the price of the course 'Drawing'?");
    s->book.schema->columns[column].natural = city;
    assert_false(noun);
}

static void test_years(void **state)
{
    expect(state, NAMES " WHERE hire_date > '2010'",
           "Show the names of teachers hired after the year 2010.",
           "Show the names of teachers hired after 2010.");
    expect(state, NAMES " WHERE age < 30", "Show the names of teachers under the age of 30.",
           "Show the names of teachers under 30.");
    expect(state, NAMES " WHERE age > 30", "Show the names of teachers over the age of 30.",
           "Show the names of teachers over 30.");
    expect(state, NAMES " WHERE age > 30", "Show the names of teachers above the age of 30.",
           "Show the names of teachers over 30.");
    /* A height of 30 is not an age. */
    expect_none(state, NAMES " WHERE height < 30",
                "Show the names of teachers under the age of 30.");
}

/* A sentence that is not a question stays as it is. */
static void test_no_verb(void **state)
{
    const char *sql = "SELECT count(*) FROM course WHERE city = 'York'";
    expect(state, sql, "How many courses are in the city of York?",
           "How many courses are in York?");
    expect_none(state, sql, "How many courses taking place in the city of York?");
    expect_none(state, sql, "How many courses in the city of York?");
}

/* What other columns have, too, says nothing by itself. */
static void test_unique(void **state)
{
    struct school *s = *state;
    struct row_values *v = &s->book.link.values;
    uint32_t york = row_values_find(v, STR("york")), france = row_values_find(v, STR("france"));
    assert_true(york != NAME_NONE && france != NAME_NONE);
    v->items[york].column = v->items[france].column;
    expect_none(state, YORK, "List the titles of courses in the city of York.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),     cmocka_unit_test(test_people),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_years),
        cmocka_unit_test(test_no_verb),    cmocka_unit_test(test_unique),
        cmocka_unit_test(test_noun_stays), cmocka_unit_test(test_noun_is_column),
        cmocka_unit_test(test_no_places),  cmocka_unit_test(test_mark_in_quotes),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
