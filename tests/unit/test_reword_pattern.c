/* test_reword_pattern.c: the language of patterns, and what a reworded question may mention. */
#include "base/err.h"
#include "reworded.h"
#include "rewording/faithful.h"
#include "unit.h"

#define OTHERS REWORD_OTHERS
#define NAMES  "SELECT name FROM teacher"
#define FRENCH "SELECT name FROM teacher WHERE country = 'France'"

/* The one wording that the line makes of the question; "" for none. */
static const char *made_by(void **state, const char *line, const char *sql, const char *question)
{
    struct school *s = *state;
    struct lexicon lexicon;
    struct reword_rules rules;
    struct err e;
    assert_int_equal(school_rules(OTHERS, line, &lexicon, &rules, &e), OK);
    struct question_reading r = school_read(s, sql, question);
    struct reworded_list list = reword(&s->arena, &rules, &r, OTHERS);
    assert_true(list.count <= 1);
    const char *out = list.count ? arena_str(&s->arena, list.items[0].question).ptr : "";
    reword_rules_release(&rules);
    lexicon_release(&lexicon);
    return out;
}

static void test_words(void **state)
{
    assert_string_equal(made_by(state, "-\tshow|list (me|us) the\tgive me the", NAMES,
                                "Show the names of teachers."),
                        "Give me the names of teachers.");
    assert_string_equal(made_by(state, "-\tshow|list (me|us) the\tgive me the", NAMES,
                                "LIST us the names of teachers."),
                        "Give me the names of teachers.");
    assert_string_equal(
        made_by(state, "-\tshow me the\tgive me the", NAMES, "Show the names of teachers."), "");
    assert_string_equal(made_by(state, "-\tof\t-", NAMES, "Show names of teachers."),
                        "Show names teachers.");
    /* What is quoted is somebody's own word. */
    assert_string_equal(made_by(state, "-\tshow\tgive me", NAMES, "The teachers in 'show'?"), "");
}

static void test_ends(void **state)
{
    assert_string_equal(made_by(state, "-\t^ the {rest} $\twhat are the {rest} ?", NAMES,
                                "The names of the teachers."),
                        "What are the names of the teachers?");
    assert_string_equal(made_by(state,
                                "-\t^ {name} of {rest} $\tplease tell me the {name} of "
                                "{rest} .",
                                NAMES, "Names of the teachers"),
                        "Please tell me the names of the teachers.");
    assert_string_equal(made_by(state, "-\t^ the\tall the", NAMES, "Names of the teachers."), "");
    /* Of two sentences each has its own ends. */
    assert_string_equal(made_by(state, "-\t^ sort {rest} $\tplease sort {rest} !", NAMES,
                                "What are the names of teachers? Sort them."),
                        "What are the names of teachers? Please sort them!");
}

static void test_slots(void **state)
{
    assert_string_equal(made_by(state, "-\t{name} of {things}\t{name} that {things} have", NAMES,
                                "Show the names of teachers."),
                        "Show the names that teachers have.");
    assert_string_equal(
        made_by(state, "-\tall {things}\tevery {thing}", NAMES, "The name of all teachers."),
        "The name of every teacher.");
    assert_string_equal(
        made_by(state, "-\tevery {thing}\tall {things}", NAMES, "The name of every teacher."),
        "The name of all teachers.");
    assert_string_equal(
        made_by(state, "-\tevery {things}\tall", NAMES, "The name of every teacher."), "");
    assert_string_equal(made_by(state, "-\tfrom {value}\twho live in {value}", FRENCH,
                                "Names of teachers from France"),
                        "Names of teachers who live in France");
    assert_string_equal(
        made_by(state, "-\tfrom {number}\tat {number}", FRENCH, "Names of teachers from France"),
        "");
    assert_string_equal(made_by(state, "-\t{column} is {value}\t{value} is the {column}", FRENCH,
                                "Names of teachers whose country is France"),
                        "Names of teachers whose France is the country");
    /* A column that the query does not have does not count. */
    assert_string_equal(
        made_by(state, "-\tthe {column}\tany {column}", "SELECT age FROM teacher", "the country"),
        "");
    assert_string_equal(made_by(state, "-\tof {words} with\tfor {words} having", NAMES,
                                "Names of the new teachers with age 3"),
                        "Names for the new teachers having age 3");
    assert_string_equal(made_by(state, "-\tof {words} with\tfor {words} having", NAMES,
                                "Names of teachers, all with age 3"),
                        "");
}

static void test_agreement(void **state)
{
    static const char line[] = "-\tfor {noun}\tthat {noun} {has} , and {is} {its} own";
    assert_string_equal(made_by(state, line, NAMES, "Names for teachers"),
                        "Names that teachers have, and are their own");
    assert_string_equal(made_by(state, line, NAMES, "Names for teacher"),
                        "Names that teacher has, and is its own");
    assert_string_equal(
        made_by(state, "-\tname of a\tolder name of a", NAMES, "Show a name of a teacher"),
        "Show an older name of a teacher");
}

static void test_conditions(void **state)
{
    static const char count[] = "SELECT count(*) FROM teacher";
    assert_string_equal(
        made_by(state, "count\tnumber of\ttotal of", count, "The number of teachers"),
        "The total of teachers");
    assert_string_equal(
        made_by(state, "count\tnumber of\ttotal of", NAMES, "The number of teachers"), "");
    assert_string_equal(
        made_by(state, "!count\tnumber of\ttotal of", NAMES, "The number of teachers"),
        "The total of teachers");
    assert_string_equal(made_by(state, "column=city|country\twhose {column} is\twith as {column}",
                                FRENCH, "Teachers whose country is France"),
                        "Teachers with as country France");
    assert_string_equal(made_by(state, "column=city\twhose {column} is\twith as {column}", FRENCH,
                                "Teachers whose country is France"),
                        "");
    assert_string_equal(
        made_by(state, "thing=person\t{things}\tthese {things}", NAMES, "Names of teachers"),
        "Names of these teachers");
    assert_string_equal(made_by(state, "thing=person\t{things}\tthese {things}",
                                "SELECT title FROM course", "Titles of courses"),
                        "");
    assert_string_equal(
        made_by(state, "clause=where\tthe {column}\tany {column}", NAMES, "the name"), "");
    assert_string_equal(
        made_by(state, "clause=select\tthe {column}\tany {column}", NAMES, "the name"), "Any name");
    assert_string_equal(made_by(state, "selects=2\tthe\tany", NAMES, "the name"), "");
    assert_string_equal(made_by(state, "selects=1\tthe\tany", NAMES, "the name"), "Any name");
}

static void expect_error(const char *lines, uint32_t line, uint32_t column, const char *message)
{
    struct lexicon lexicon;
    struct reword_rules rules;
    struct err e;
    assert_int_equal(school_rules(OTHERS, lines, &lexicon, &rules, &e), E_INPUT);
    assert_string_equal(e.msg, message);
    assert_int_equal(e.line, line);
    assert_int_equal(e.col, column);
    assert_non_null(strstr(e.file, "reword_others.tsv"));
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("# mine\n-\tshow {nothing}\tlist", 2, 9, "no such slot: 'nothing'");
    expect_error("-\tshow\tlist {things}", 1, 14, "a slot that is not found: 'things'");
    expect_error("-\tshow {things} {things}\tlist", 1, 18, "the same slot twice: 'things'");
    expect_error("-\tshow\tlist {is}", 1, 14, "no noun to agree with: 'is'");
    expect_error("whatever\tshow\tlist", 1, 1, "no such condition: 'whatever'");
    expect_error("column\tshow\tlist", 1, 1, "no such condition: 'column'");
    expect_error("-\tthe-{things}\tlist", 1, 3, "a slot must stand by itself: 'the-{things}'");
    expect_error("-\tshow (the\tlist", 1, 8, "not one word or mark: '(the'");
    expect_error("-\tshow there?\tlist", 1, 8, "not one word or mark: 'there?'");
    expect_error("clause=wher\tshow\tlist", 1, 1, "not known to the condition: 'clause=wher'");
    expect_error("!value=own|ownn\tshow\tlist", 1, 1,
                 "not known to the condition: '!value=own|ownn'");
    expect_error("before=\tshow\tlist", 1, 1, "not known to the condition: 'before='");
    expect_error("-\t-\tlist", 1, 3, "nothing to look for: '-'");
    expect_error("-\t{word1} {word2} {word3} {word4} {word5} {word6} {word7} {word8} {word9}\tlist",
                 1, 68, "too many slots: 'word9'");
}

static void expect_faithful(void **state, bool expected, const char *sql, const char *before,
                            const char *after)
{
    struct school *s = *state;
    struct question_reading x = school_read(s, sql, before);
    struct question_reading y = question_read_again(&s->arena, &x, str_from(after));
    if (reword_faithful(&s->arena, &x, &y) != expected)
        fail_msg("%s → %s", before, after);
}

/* "How old" has one form: it is written once. */
static void test_how(void **state)
{
    struct school *s = *state;
    struct lexicon lexicon;
    struct reword_rules rules;
    struct err e;
    assert_int_equal(school_rules(REWORD_COLUMN_ATTRIBUTE, "-\t{keyword} {column}\thow {how}",
                                  &lexicon, &rules, &e),
                     OK);
    struct question_reading r =
        school_read(s, "SELECT max(age) FROM teacher", "What is the maximum age of teachers?");
    struct reworded_list list = reword(&s->arena, &rules, &r, REWORD_COLUMN_ATTRIBUTE);
    assert_true(list.count + list.n_unfaithful <= 3);
    reword_rules_release(&rules);
    lexicon_release(&lexicon);
}

/* Words beyond those that are read could be anything. */
static void test_too_long(void **state)
{
    struct school *s = *state;
    struct str question = STR("Show the names of teachers");
    for (int i = 0; i < 100; i++)
        question = arena_printf(&s->arena, "%.*s and teachers", STR_ARG(question));
    assert_int_equal(school_count(s, REWORD_OTHERS, NAMES, question.ptr), 0);
    expect_faithful(state, false, NAMES, "Show the names of teachers", question.ptr);
}

/* A pattern that could match in millions of ways gives up. */
static void test_bounded(void **state)
{
    struct school *s = *state;
    struct str question = STR("");
    for (int i = 0; i < 150; i++)
        question = arena_printf(&s->arena, "%.*s the", STR_ARG(question));
    assert_string_equal(
        made_by(state, "-\t{words1} {words2} {words3} {words4} {words5} x\ty", NAMES, question.ptr),
        "");
}

static void test_faithful(void **state)
{
    static const char before[] = "Names of teachers from France older than 30";
    static const char sql[] = "SELECT name FROM teacher WHERE country = 'France' AND age > 30";
    expect_faithful(state, true, sql, before, "Which teachers from France are older than 30?");
    expect_faithful(state, true, sql, before, "Names of French teachers over thirty");
    expect_faithful(state, true, sql, before, "Names of teachers whose country is France, over 30");
    expect_faithful(state, false, sql, before, "Names of teachers from Italy older than 30");
    expect_faithful(state, false, sql, before, "Names of teachers older than 30");
    expect_faithful(state, false, sql, before, "Names of teachers from France older than 40");
    expect_faithful(state, false, sql, before, "Names of teachers from France");
    expect_faithful(state, false, sql, before, "Heights of teachers from France older than 30");
    expect_faithful(state, false, sql, before,
                    "Names of teachers from France older than 30 and their price");
    expect_faithful(state, false, sql, before,
                    "Names of Algebra teachers from France older than 30");
    expect_faithful(state, true, sql, before, "Names of those from France, the ones over 30");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),      cmocka_unit_test(test_ends),
        cmocka_unit_test(test_slots),      cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_conditions), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_bounded),    cmocka_unit_test(test_how),
        cmocka_unit_test(test_too_long),   cmocka_unit_test(test_faithful),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
