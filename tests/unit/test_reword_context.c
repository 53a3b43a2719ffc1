/* test_reword_context.c: the conditions of a pattern on the words around it, on those in its slots,
 * and on its column. */
#include "base/err.h"
#include "reworded.h"
#include "unit.h"

#define OTHERS  REWORD_OTHERS
#define NAMES   "SELECT name FROM teacher"
#define OLD     "SELECT name FROM teacher WHERE age > 30"
#define BY_AGE  "SELECT name FROM teacher ORDER BY age"
#define BY_NAME "SELECT name FROM teacher ORDER BY name"
#define BY_DATE "SELECT name FROM teacher ORDER BY hire_date"
#define DEAR    "SELECT title FROM course ORDER BY price DESC LIMIT 1"
#define BUSY                                                                                       \
    "SELECT teacher_id FROM course GROUP BY teacher_id HAVING count(*) > 3 ORDER BY count(*) "     \
    "DESC LIMIT 1"

/* What the line makes of the question first; "" for nothing. */
static const char *made_by(void **state, const char *line, const char *sql, const char *question)
{
    struct school *s = *state;
    struct lexicon lexicon;
    struct reword_rules rules;
    struct err e;
    assert_int_equal(school_rules(OTHERS, line, &lexicon, &rules, &e), OK);
    struct question_reading r = school_read(s, sql, question);
    struct reworded_list list = reword(&s->arena, &rules, &r, OTHERS);
    const char *out = list.count ? arena_str(&s->arena, list.items[0].question).ptr : "";
    reword_rules_release(&rules);
    lexicon_release(&lexicon);
    return out;
}

static void expect(void **state, const char *line, const char *sql, const char *before,
                   const char *after)
{
    assert_string_equal(made_by(state, line, sql, before), after);
}

static void test_around(void **state)
{
    expect(state, "before=all|the\tnames\ttitles", NAMES, "Show the names.", "Show the titles.");
    expect(state, "before=all\tnames\ttitles", NAMES, "Show the names.", "");
    expect(state, "before=^\tnames\ttitles", NAMES, "Names, please.", "Titles, please.");
    expect(state, "before=^\tnames\ttitles", NAMES, "Show names.", "");
    expect(state, "after=of\tnames\ttitles", NAMES, "Show names of teachers.",
           "Show titles of teachers.");
    expect(state, "!after=of\tnames\ttitles", NAMES, "Show names of teachers.", "");
    expect(state, "after=$\tteachers\tthem", NAMES, "Names of teachers?", "Names of them?");
    expect(state, "after=$\tteachers\tthem", NAMES, "Names of teachers", "Names of them");
    expect(state, "after=$\tnames\ttitles", NAMES, "Names of teachers", "");
    expect(state, "anywhere=teachers\tshow\tlist", NAMES, "Show names of teachers.",
           "List names of teachers.");
    expect(state, "!anywhere=teachers\tshow\tlist", NAMES, "Show names of teachers.", "");
}

static void test_sentence(void **state)
{
    expect(state, "sentence=command\tnames\ttitles", NAMES, "Please show names.",
           "Please show titles.");
    expect(state, "sentence=command\tnames\ttitles", NAMES, "What are the names?", "");
    expect(state, "sentence=question\tnames\ttitles", NAMES, "What are the names?",
           "What are the titles?");
    expect(state, "sentence=question\tnames\ttitles", NAMES, "Who teaches? Show names.", "");
}

static void test_columns(void **state)
{
    expect(state, "dimension=age\tordered\tsorted", BY_AGE, "Names ordered by age", "");
    expect(state, "dimension=age\tordered by {column}\tby {column}", BY_AGE, "Names ordered by age",
           "Names by age");
    expect(state, "dimension=time\tby {column}\twith {column}", BY_AGE, "Names by age", "");
    expect(state, "dimension=time\tby {column}\twith {column}", BY_DATE, "Names by hire date",
           "Names with hire date");
    /* A date that is kept as a text is not one. */
    expect(state, "dimension=text\tby {column}\twith {column}", BY_DATE, "Names by hire date", "");
    /* Without a {column}, it is the keyword's. */
    expect(state, "asc dimension=number\tascending\trising", BY_AGE, "Names in ascending order",
           "Names in rising order");
    expect(state, "asc dimension=number\tascending\trising", BY_NAME, "Names in ascending order",
           "");
    expect(state, "asc dimension=text\tascending\trising", BY_NAME, "Names in ascending order",
           "Names in rising order");
    expect(state, "most fits=highest\tgreatest {column}\thighest {column}", DEAR,
           "The course with the greatest price", "The course with the highest price");
    expect(state, "most fits=longest\tgreatest {column}\tlongest {column}", DEAR,
           "The course with the greatest price", "");
    /* A tag is not high. */
    expect(state, "most fits=highest\tgreatest {column}\thighest {column}", DEAR,
           "The course with the greatest price tag", "");
    expect(state, "most dimension=count\tmost\ttop", BUSY, "Who has the most courses?",
           "Who has the top courses?");
    expect(state, "most dimension=count\tgreatest\ttop", DEAR, "The course of the greatest price",
           "");
}

static void test_keywords(void **state)
{
    expect(state, "ge|gt\tabove\tover", OLD, "Teachers above age 30", "Teachers over age 30");
    expect(state, "ge|lt\tabove\tover", OLD, "Teachers above age 30", "");
    expect(state, "has=asc\tby age\tby their age", BY_AGE, "Names by age", "Names by their age");
    expect(state, "has=desc|max\tby age\tby their age", BY_AGE, "Names by age", "");
}

static void test_words_of_slots(void **state)
{
    expect(state, "-\tthe {nouns} of\tall {nouns} of", NAMES, "The first names of teachers",
           "All first names of teachers");
    expect(state, "-\tthe {nouns} of\tall {nouns} of", NAMES, "The name of teachers", "");
    expect(state, "-\tteachers {doing}\tthose {doing}", NAMES, "Teachers living here",
           "Those living here");
    expect(state, "-\tteachers {done}\tthose {done}", NAMES, "Teachers hired here",
           "Those hired here");
    expect(state, "-\tteachers {done}\tthose {done}", NAMES, "Teachers living here", "");
    expect(state, "-\tthat {finite}\twho {finite}", NAMES, "Teachers that live here",
           "Teachers who live here");
    expect(state, "-\tthat {finite}\twho {finite}", NAMES, "Courses that the teachers teach", "");
    expect(state, "-\tthat {finite}\twho {finite}", NAMES, "Courses that teachers teach", "");
    expect(state, "word=hired\tteachers {done}\tthose {done}", NAMES, "Teachers hired here",
           "Those hired here");
    expect(state, "word=paid\tteachers {done}\tthose {done}", NAMES, "Teachers hired here", "");
    expect(state, "!word=names\tthe {nouns} of\tall {nouns} of", NAMES, "The names of teachers",
           "");
    expect(state, "word=names\tthe {nouns} of\tall {nouns} of", NAMES,
           "The first names of teachers", "All first names of teachers");
    expect(state, "amount=30|40\tabove {number}\tover {number}",
           "SELECT name FROM teacher WHERE age > 30", "Teachers above 30", "Teachers over 30");
    expect(state, "!amount=30|40\tabove {number}\tover {number}", OLD, "Teachers above 30", "");
}

/* The article must not be left behind. */
static void test_first_word_that_may_lack(void **state)
{
    expect(state, "-\t(the) names of\tthose of", NAMES, "Show the names of teachers.",
           "Show those of teachers.");
    expect(state, "-\t(the) names of\tthose of", NAMES, "Show names of teachers.",
           "Show those of teachers.");
}

static void test_numbers(void **state)
{
    static const char line[] = "gt\tmore than {number} courses\tat least {number+1} courses";
    expect(state, line, BUSY, "Who teaches more than 3 courses?",
           "Who teaches at least 4 courses?");
    expect(state, line, BUSY, "Who teaches more than three courses?",
           "Who teaches at least four courses?");
    expect(state, "-\tteachers , {rest}\tteachers {rest}", NAMES, "Teachers, all", "Teachers all");
    expect(state, "-\tby age\t, from young to old", BY_AGE, "Show the names by age.",
           "Show the names, from young to old.");
}

static void expect_error(const char *line, const char *expected)
{
    struct lexicon lexicon;
    struct reword_rules rules;
    struct err e;
    assert_int_equal(school_rules(OTHERS, line, &lexicon, &rules, &e), E_INPUT);
    assert_non_null(strstr(e.msg, expected));
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("gt|gte\tmore\tover", "no such condition: 'gt|gte'");
    expect_error("-\tmore {column}\t{number+1}", "no {number} that it is beside: 'number+1'");
    expect_error("-\tmore {number}\t{column-1}", "no {number} that it is beside: 'column-1'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_around),
        cmocka_unit_test(test_sentence),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_keywords),
        cmocka_unit_test(test_words_of_slots),

        cmocka_unit_test(test_first_word_that_may_lack),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
