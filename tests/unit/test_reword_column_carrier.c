/* test_reword_column_carrier.c: things instead of their names, and ways of asking that imply a
 * column.
 */
#include "link/pattern/finite_verb.h"
#include "link/pattern/named_thing.h"
#include "reworded.h"
#include "unit.h"

#define CARRIER REWORD_COLUMN_CARRIER
#define NAMES   "SELECT name FROM teacher"
#define OLD     NAMES " WHERE age > 30"
#define FRENCH  NAMES " WHERE country = 'France'"
#define OLDEST  NAMES " ORDER BY age DESC LIMIT 1"
#define BY_AGE  NAMES " ORDER BY age"

static void expect(void **state, const char *sql, const char *before, const char *after)
{
    if (!school_rewords(*state, CARRIER, sql, before, after))
        fail_msg("'%s' does not become '%s'", before, after);
}

static void expect_none(void **state, const char *sql, const char *before)
{
    assert_int_equal(school_count(*state, CARRIER, sql, before), 0);
}

static void test_things_that(void **state)
{
    const char *before = "What are the names of the teachers who have an age above 30?";
    expect(state, OLD, before, "Which teachers have an age above 30?");
    expect(state, OLD, before, "Tell me which teachers have an age above 30.");
    expect(state, OLD, before, "Who are the teachers who have an age above 30?");
    expect(state, OLD, before, "Name the teachers who have an age above 30.");
    expect(state, "SELECT title FROM course WHERE price > 20",
           "List the titles of all courses that have a price above 20",
           "List the courses that have a price above 20.");
    expect(state, "SELECT title FROM course WHERE price > 20",
           "Show course titles that have a price above 20.",
           "Which courses have a price above 20?");
    /* The verb must be one, and agree with the noun. */
    expect_none(state, OLD, "What are the names of the teachers who has an age above 30?");
    expect_none(state, OLD, "What are the names of the teachers that most courses have?");
    /* Said twice, the noun is said once: no "courses of the courses". */
    expect(state, "SELECT title FROM course", "What are the course titles of the courses?",
           "List all courses.");
    expect_none(state, "SELECT title FROM course",
                "What are the course titles of the courses which ever have students in?");
    /* "Which courses were most teachers interested in" needs the order of a question. */
    expect_none(state, "SELECT title FROM course",
                "What are the titles of courses that are paid for?");
}

static void test_things_with(void **state)
{
    expect(state, OLDEST, "Find the name of the teacher with the highest age.",
           "Which teacher has the highest age?");
    expect(state, OLDEST, "Find the name of the teacher with the highest age.",
           "Who is the teacher with the highest age?");
    expect(state, OLD, "What are the names of teachers with an age above 30?",
           "Which teachers have an age above 30?");
    expect(state, OLD, "What are the names of teachers older than 30?",
           "Which teachers are older than 30?");
    expect(state, OLD, "What are the names of teachers whose age is above 30?",
           "Who are the teachers whose age is above 30?");
    expect(state, "SELECT title FROM course WHERE city = 'York'",
           "What are the titles of the courses in York?", "Which courses are in York?");
}

static void test_all_things(void **state)
{
    expect(state, NAMES, "List the names of all teachers.", "List all teachers.");
    expect(state, NAMES, "What are the names of the teachers?", "Who are the teachers?");
    expect(state, BY_AGE, "List the names of teachers in ascending order of age.",
           "Name the teachers in ascending order of age.");
    expect(state, "SELECT name FROM teacher ORDER BY age LIMIT 1",
           "What is the name of the youngest teacher?", "Who is the youngest teacher?");
    /* A question does not end in an order. */
    assert_false(school_rewords(*state, CARRIER, BY_AGE " DESC",
                                "What are the names of teachers whose age is above 30, in "
                                "descending order of age?",
                                "Who are the teachers whose age is above 30, in descending order "
                                "of age?"));
}

static void test_second_sentence(void **state)
{
    expect(state, OLDEST, "Which teacher has the highest age? Give me the teacher's name.",
           "Which teacher has the highest age?");
    /* It asks for the name of somebody else. */
    expect_none(state,
                "SELECT T1.name FROM teacher AS T1 JOIN course AS T2 ON T1.teacher_id = "
                "T2.teacher_id ORDER BY T2.price DESC LIMIT 1",
                "Which course has the highest price? Give me the teacher's name.");
}

static void test_other_columns(void **state)
{
    expect(state, "SELECT name, age FROM teacher", "Show the name and age of all teachers.",
           "List all teachers and their age.");
    expect(state, "SELECT name, age, country FROM teacher WHERE height > 1.7",
           "Show the names, ages and countries of teachers with a height above 1.7.",
           "List the teachers with a height above 1.7, along with their ages and countries.");
    expect(state, "SELECT name, age FROM teacher ORDER BY height DESC LIMIT 1",
           "Find the name and age of the teacher with the largest height.",
           "Identify the teacher with the largest height, and give their age.");
    expect(state,
           "SELECT T1.name, count(*) FROM teacher AS T1 JOIN course AS T2 ON T1.teacher_id = "
           "T2.teacher_id GROUP BY T1.teacher_id",
           "Show the names of teachers and the number of courses they teach.",
           "List the teachers and the number of courses they teach.");
    /* What is asked for besides must not get lost. */
    expect_none(state, "SELECT name, age FROM teacher", "List the names of all teachers.");
    /* Without "and" it is not a list. */
    expect_none(state, "SELECT name, age, country FROM teacher",
                "Show the names, ages, countries of all teachers.");
}

static void expect_not(void **state, const char *sql, const char *before, const char *after)
{
    if (school_rewords(*state, CARRIER, sql, before, after))
        fail_msg("'%s' becomes '%s'", before, after);
}

static void test_clear_things(void **state)
{
    /* What they are named by does not name them. */
    const char *using = "What are the names of the teachers using courses in York?";
    expect(state, NAMES, using, "Name the teachers that use courses in York.");
    expect_not(state, NAMES, using, "Name the teachers using courses in York.");
    /* "Except" is said of all. */
    const char *except = "List the names of all teachers except those from France.";
    expect(state, NAMES, except, "Name all teachers except those from France.");
    expect_not(state, NAMES, except, "Name the teachers except those from France.");
    /* The ages could be those of the courses. */
    expect_not(state, "SELECT name, age FROM teacher",
               "Show the names and ages of teachers with more than 2 courses.",
               "List the teachers with more than 2 courses, along with their ages.");
    expect(state, "SELECT title, price FROM course", "Show the title and price of each course.",
           "List each course along with its price.");
    expect(state, "SELECT price, title FROM course ORDER BY price LIMIT 1",
           "Find the price and title of the course with the lowest price.",
           "Name the course with the lowest price, along with its price.");
}

static void test_ways_of_asking(void **state)
{
    expect(state, "SELECT age FROM teacher ORDER BY height DESC LIMIT 1",
           "What is the age of the tallest teacher?", "How old is the tallest teacher?");
    expect(state, "SELECT avg(age) FROM teacher", "What is the average age of all teachers?",
           "On average, how old are the teachers?");
    expect(state, "SELECT country FROM teacher ORDER BY age LIMIT 1",
           "What is the country of the youngest teacher?", "Where is the youngest teacher from?");
    /* The greatest of them is nobody's. */
    expect_none(state, "SELECT max(age) FROM teacher", "What is the age of the oldest teacher?");
    /* Nobody asks "where" for one of two places. */
    expect_none(state, "SELECT city FROM course ORDER BY price LIMIT 1",
                "What is the city of the cheapest course?");
}

/* First and last name say who somebody is together. */
static void test_whole_names_only(void **state)
{
    struct school *s = *state;
    struct question_reading r = school_read(s, NAMES, "names");
    for (uint32_t c = 0; c < s->book.schema->n_columns; c++) {
        const struct schema_column *x = &s->book.schema->columns[c];
        bool named = str_eq(x->natural, STR("name")) || str_eq(x->natural, STR("title"));
        assert_int_equal(names_rows(&s->arena, &r, c), named);
    }
    assert_false(names_rows(&s->arena, &r, SCHEMA_STAR));
    /* A title beside the name: neither is enough. */
    struct schema_column *columns = s->book.schema->columns;
    for (uint32_t c = 0; c < s->book.schema->n_columns; c++)
        if (str_eq(columns[c].natural, STR("country"))) {
            struct str kept = columns[c].natural;
            columns[c].natural = STR("last name");
            expect_none(state, NAMES, "List the names of all teachers.");
            columns[c].natural = kept;
        }
    expect(state, NAMES, "List the names of all teachers.", "List all teachers.");
}

static bool is_verb(void **state, const char *text, bool plural)
{
    struct school *s = *state;
    struct question_reading r = school_read(s, NAMES, text);
    return finite_verb_end(&r, 0, plural) == r.said.words.count;
}

static void test_verbs(void **state)
{
    assert_true(is_verb(state, "have", true));
    assert_false(is_verb(state, "has", true));
    assert_true(is_verb(state, "has", false));
    assert_true(is_verb(state, "teaches", false));
    assert_false(is_verb(state, "teaches", true));
    assert_true(is_verb(state, "never won", true));
    assert_true(is_verb(state, "joined", false));
    assert_false(is_verb(state, "the", true));
    assert_false(is_verb(state, "living", true));
    assert_false(is_verb(state, "class", false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_things_that),   cmocka_unit_test(test_things_with),
        cmocka_unit_test(test_all_things),    cmocka_unit_test(test_second_sentence),
        cmocka_unit_test(test_other_columns), cmocka_unit_test(test_ways_of_asking),
        cmocka_unit_test(test_verbs),         cmocka_unit_test(test_whole_names_only),
        cmocka_unit_test(test_clear_things),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
