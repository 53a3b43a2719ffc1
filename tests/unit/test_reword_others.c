/* test_reword_others.c: questions put in another way, and those that are left alone. */
#include "reworded.h"
#include "rewording/sound.h"
#include "unit.h"

#define OTHERS  REWORD_OTHERS
#define NAMES   "SELECT name FROM teacher"
#define NAMED   "SELECT name, age FROM teacher"
#define COUNTED "SELECT count(*) FROM teacher"
#define OLD     "SELECT name FROM teacher WHERE age > 30"
#define MANY                                                                                       \
    "SELECT T1.name FROM teacher AS T1 JOIN course AS T2 ON T1.teacher_id = T2.teacher_id GROUP "  \
    "BY T1.teacher_id HAVING count(*) >= 2"
#define DEAREST "SELECT title FROM course ORDER BY price DESC LIMIT 1"
#define BY_CITY "SELECT avg(price), city FROM course GROUP BY city"

static void expect(void **state, const char *sql, const char *before, const char *after)
{
    if (!school_rewords(*state, OTHERS, sql, before, after))
        fail_msg("%s is never put so: %s", before, after);
}

static void expect_not(void **state, const char *sql, const char *before, const char *after)
{
    if (school_rewords(*state, OTHERS, sql, before, after))
        fail_msg("%s is put so: %s", before, after);
}

static void test_asking(void **state)
{
    expect(state, NAMES, "What are the names?", "Could you tell me the names?");
    expect(state, COUNTED, "How many teachers are there?",
           "Could you tell me how many teachers there are?");
    expect(state, COUNTED, "How many teachers do we have?", "How many teachers are there?");
    expect(state, MANY, "Which teachers have at least two courses?",
           "Which are the teachers that have at least two courses?");
    /* Another question after it would have to change, too. */
    expect_not(state, NAMED, "What are the names of teachers and how old are they?",
               "Could you tell me the names of the teachers and how old are they?");
    /* Here the subject stands after the verb. */
    expect_not(state, "SELECT city FROM course WHERE title = 'Algebra'",
               "Which city is the Algebra course in?",
               "Can you tell me which city is the Algebra course in?");
    expect_not(state, "SELECT city FROM course", "Which city is the course?",
               "Can you tell me which city is the course?");
}

static void test_clauses(void **state)
{
    expect(state, MANY, "What are the names of teachers with at least two courses?",
           "What are the names of teachers that have at least two courses?");
    expect(state, MANY, "What are the names of teachers who have at least two courses?",
           "What are the names of teachers with at least two courses?");
    /* What follows needs the verb. */
    expect_not(state, MANY,
               "What are the names of teachers who have at least two courses and live in York?",
               "What are the names of teachers with at least two courses and live in York?");
    expect(state, OLD, "What are the names of the teachers whose age is greater than 30?",
           "What are the names of the teachers with an age greater than 30?");
    expect(state, OLD, "What are the names of teachers older than 30?",
           "What are the names of teachers who are older than 30?");
    expect(state, "SELECT title FROM course WHERE city = 'York'",
           "What are the titles of courses in York?",
           "What are the titles of courses that are in York?");
    expect(state, NAMES, "Which teachers do not have any course? List their names.",
           "Which teachers don't have any course? List their names.");
}

static void test_places(void **state)
{
    expect(state, BY_CITY, "What is the average price for each city?",
           "For each city, what is the average price?");
    expect(state, BY_CITY, "For each city, what is the average price?",
           "What is the average price for each city?");
    /* "In each city" belongs to the number alone. */
    expect_not(state, "SELECT city, count(*) FROM course GROUP BY city",
               "Show the city and the number of courses in each city.",
               "In each city, show the city and the number of courses.");
    expect_not(state, BY_CITY, "Find the number of courses in each city.",
               "In each city, find the number of courses.");
    expect(state, BY_CITY, "Find the number of courses for each city.",
           "For each city, find the number of courses.");
    /* Without its place the verb would hang in the air. */
    expect_not(state, BY_CITY, "Find the number of courses held for each city.",
               "For each city, find the number of courses held.");
    expect(state, "SELECT name FROM teacher ORDER BY age",
           "List the names of teachers in ascending order of age.",
           "In ascending order of age, list the names of teachers.");
    expect(state, DEAREST, "What is the title of the course with the highest price?",
           "Of all the courses, what is the title of the one with the highest price?");
}

static void test_sentences(void **state)
{
    expect(state, MANY, "What are the names of teachers who have at least two courses?",
           "Which teachers have at least two courses? List their names.");
    expect(state, MANY, "Which teachers have at least two courses? List their names.",
           "List the names of the teachers that have at least two courses.");
    /* A number is not something that each of them has. */
    expect_not(state, COUNTED, "Find the number of teachers who have a course.",
               "Which teachers have a course? List the number of each.");
}

static void test_lists(void **state)
{
    expect(state, NAMED, "Show the name and age of all teachers.",
           "Show the name as well as the age of all teachers.");
    expect(state, NAMES, "Show the name of all teachers.", "Show the name of every teacher.");
    /* One average is that of all. */
    expect_not(state, "SELECT avg(age) FROM teacher", "Show the average age of all teachers.",
               "Show the average age of every teacher.");
}

/* The beginning and another place may change together, and the change lists both. */
static void test_two_steps(void **state)
{
    expect(state, OLD, "What are the names of teachers older than 30?",
           "Could you tell me the names of teachers who are older than 30?");
}

static void expect_sound(void **state, bool expected, const char *question)
{
    struct school *s = *state;
    struct question_reading r = school_read(s, NAMES, question);
    if ((question_worded(&s->arena, &r) && question_faults(&r) == 0) != expected)
        fail_msg("%s", question);
}

static void test_sound(void **state)
{
    expect_sound(state, true, "What are the names of the teachers who have a course?");
    expect_sound(state, false, "What are the names of the teachers who has a course?");
    expect_sound(state, false, "What is the name of the teacher that have a course?");
    expect_sound(state, false, "How many teachers has a course?");
    expect_sound(state, true, "How many courses does each teacher have?");
    expect_sound(state, false, "How many courses are there for each teachers?");
    expect_sound(state, true, "What is the name of a sales teacher?");
    expect_sound(state, false, "What are the name of the teachers?");
    expect_sound(state, false, "What is the names of the teachers?");
    expect_sound(state, true, "What is the name and age of the teachers?");
    expect_sound(state, false, "What is name of the teacher?");
    expect_sound(state, false, "Which teacher has most number of courses?");
    expect_sound(state, false, "Show the the names of teachers.");
    expect_sound(state, false, "How many courses teaching in York?");
    expect_sound(state, false, "What are the names of the all teachers?");
}

static void test_marks(void **state)
{
    struct school *s = *state;
    /* A command that asks is put as one that does not, or left alone. */
    expect(state, OLD, "Show the names of teachers older than 30?",
           "I would like to see the names of teachers older than 30.");
    expect_not(state, OLD, "Show the names of teachers older than 30?",
               "Show the names of teachers who are older than 30?");
    static const struct {
        const char *question;
        bool sound;
    } CASES[] = {{"Show the names.", true},
                 {"Show the names?", false},
                 {"What are the names.", false},
                 {"Which teachers are there? Show the names.", true},
                 {"Could you show the names?", true}};
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct question_reading r = school_read(s, NAMES, CASES[i].question);
        if ((question_faults(&r) == 0) != CASES[i].sound)
            fail_msg("%s", CASES[i].question);
    }
}

/* Blanks that are too many go, but not those of a quotation. */
static void test_tidy(void **state)
{
    expect(state, NAMES, "what are  the names , and more ?",
           "Could you tell me the names, and more?");
    expect(state, "SELECT name FROM teacher WHERE country = 'x  y'",
           "What are  the names of teachers whose country is 'x  y' ?",
           "What are the names of teachers who have 'x  y' as their country?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asking), cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_places), cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_lists),  cmocka_unit_test(test_two_steps),
        cmocka_unit_test(test_sound),  cmocka_unit_test(test_marks),
        cmocka_unit_test(test_tidy),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
