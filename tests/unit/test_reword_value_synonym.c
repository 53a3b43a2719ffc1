/* test_reword_value_synonym.c: values said in other words. */
#include "lexicon/said_number.h"
#include "link/words.h"
#include "reworded.h"
#include "unit.h"

#define VALUES  REWORD_VALUE_SYNONYM
#define OLD     "SELECT name FROM teacher WHERE age > 30"
#define FRENCH  "SELECT name FROM teacher WHERE country = 'France'"
#define BETWEEN "SELECT title FROM course WHERE price BETWEEN 5000 AND 10000"
#define SEVERAL                                                                                    \
    "SELECT T1.name FROM teacher AS T1 JOIN course AS T2 ON T1.teacher_id = T2.teacher_id GROUP "  \
    "BY T1.teacher_id HAVING count(*) > 1"

static void expect(void **state, const char *sql, const char *before, const char *after)
{
    if (!school_rewords(*state, VALUES, sql, before, after))
        fail_msg("%s is never said so: %s", before, after);
}

static void expect_none(void **state, const char *sql, const char *question)
{
    if (school_count(*state, VALUES, sql, question) > 0)
        fail_msg("%s has a value in other words", question);
}

static void test_numbers(void **state)
{
    expect(state, OLD, "What are the names of teachers older than 30?",
           "What are the names of teachers older than thirty?");
    expect(state, OLD, "What are the names of teachers older than thirty?",
           "What are the names of teachers older than 30?");
    expect(state, "SELECT name FROM teacher ORDER BY age LIMIT 3",
           "Show the top 3 teachers by age.", "Show the top three teachers by age.");
    expect(state, SEVERAL, "Which teachers have more than one course?",
           "Which teachers have more than 1 course?");
    expect(state, SEVERAL, "Which teachers have more than one course?",
           "Which teachers have more than a single course?");
    /* The one with … counts nothing. */
    expect_none(state, "SELECT title FROM course ORDER BY price LIMIT 1",
                "Show the title of the one with the lowest price.");
    expect_none(state, "SELECT city FROM course GROUP BY city HAVING count(*) = 1",
                "Show the city with just a course, the one where no others are.");
}

/* All numbers of a question change together. */
static void test_several_numbers(void **state)
{
    expect(state, BETWEEN, "Which courses have a price between 5000 and 10000?",
           "Which courses have a price between 5,000 and 10,000?");
    expect(state, BETWEEN, "Which courses have a price between 5000 and 10000?",
           "Which courses have a price between five thousand and ten thousand?");
    /* 1990 looks like a year, and so the other stays in digits, too. */
    expect_none(state, "SELECT title FROM course WHERE price > 500 AND price < 1990",
                "Show the titles of courses with a price above 500 and below 1990.");
    assert_false(school_rewords(*state, VALUES, BETWEEN,
                                "Which courses have a price between 5000 and 10000?",
                                "Which courses have a price between 5,000 and 10000?"));
}

/* Years, keys and dates are not amounts. */
static void test_names_in_digits(void **state)
{
    expect_none(state, "SELECT name FROM teacher WHERE hire_date > 30",
                "What are the names of teachers hired after 30?");
    expect_none(state, "SELECT name FROM teacher WHERE teacher_id = 30",
                "What is the name of teacher 30?");
    expect_none(state, "SELECT title FROM course WHERE price > 1990",
                "What are the titles of courses with a price above 1990?");
}

/* A number after the noun that it names; one after a sign; one of two. */
static void test_numbers_that_stay(void **state)
{
    expect_none(state, "SELECT name FROM teacher WHERE age = 8",
                "What are the names of teachers of type 8?");
    expect_none(state, "SELECT name FROM teacher WHERE age = 7 OR age = 8",
                "What are the names of teachers of types 7 or 8?");
    expect_none(state, "SELECT name FROM teacher WHERE age = 4",
                "What are the names of the teachers of the 4th age?");
    expect_none(state, OLD, "What are the names of teachers (age > 30)?");
    assert_false(school_rewords(*state, VALUES, "SELECT title FROM course WHERE price > 8000",
                                "Which courses have a price above $8000?",
                                "Which courses have a price above $eight thousand?"));
    expect(state, "SELECT title FROM course WHERE price > 8000",
           "Which courses have a price above $8000?", "Which courses have a price above $8,000?");
    expect_none(state, "SELECT name FROM teacher WHERE height > 4",
                "What are the names of teachers with a 4 or 5 star rating?");
    expect(state, "SELECT title FROM course WHERE price < 100000",
           "Which courses have a price below a hundred thousand?",
           "Which courses have a price below 100,000?");
}

static void test_places(void **state)
{
    expect(state, FRENCH, "What are the names of teachers from France?",
           "What are the names of French teachers?");
    expect(state, FRENCH, "What are the names of French teachers?",
           "What are the names of teachers from France?");
    expect(state, "SELECT name FROM teacher WHERE country = 'USA'",
           "What are the names of teachers from the USA?",
           "What are the names of teachers from the United States?");
    expect(state, "SELECT name FROM teacher WHERE country = 'USA'",
           "What are the names of teachers in country USA?",
           "What are the names of teachers in country United States?");
    /* The second country would be left behind. */
    expect_none(state, "SELECT name FROM teacher WHERE country = 'France' OR country = 'Italy'",
                "What are the names of teachers from France or Italy?");
    expect_none(state, "SELECT name FROM teacher WHERE country = 'USA' OR country = 'Italy'",
                "What are the names of teachers from the USA or Italy?");
    expect_none(state, FRENCH, "Which teachers have the country code France?");
}

/* Words in quotes are those of the rows; other words would be wrong. */
static void test_quotes(void **state)
{
    const char *sql = "SELECT name FROM teacher WHERE country = 'USA'";
    const char *quoted = "What are the names of teachers from 'USA'?";
    expect(state, sql, quoted, "What are the names of teachers from the United States?");
    assert_false(school_rewords(*state, VALUES, sql, quoted,
                                "What are the names of teachers from 'United States'?"));
    expect_none(state, "SELECT name FROM teacher WHERE country != 'USA'",
                "What are the names of teachers whose country is not 'USA'?");
}

/* "America" may be the continent where the rows have "North America". */
static void test_america(void **state)
{
    struct school *s = *state;
    const char *sql = "SELECT name FROM teacher WHERE country = 'USA'";
    const char *before = "What are the names of teachers from the USA?";
    const char *after = "What are the names of teachers from America?";
    struct row_values *v = &s->book.link.values;
    uint32_t york = row_values_find(v, STR("york"));
    assert_true(york != NAME_NONE);
    const struct str known = v->items[york].text;
    expect(state, sql, before, after);
    v->items[york].text = STR("North America");
    bool said = school_rewords(s, VALUES, sql, before, after);
    v->items[york].text = known;
    assert_false(said);
}

/* "Older than one" is older than somebody. */
static void test_bare_one(void **state)
{
    expect_none(state, "SELECT name FROM teacher WHERE age > 1",
                "What are the names of teachers older than 1?");
    expect(state, SEVERAL, "Which teachers have more than 1 course?",
           "Which teachers have more than one course?");
}

/* The way of asking may change, too. */
static void test_beginnings(void **state)
{
    expect(state, FRENCH, "What are the names of teachers from France?",
           "Could you tell me the names of French teachers?");
}

static void expect_written(struct school *s, uint64_t n, enum number_form form, const char *text)
{
    struct str out = number_write(&s->arena, &s->lexicon, n, form);
    if (!text)
        assert_null(out.ptr);
    else
        assert_string_equal(arena_str(&s->arena, out).ptr, text);
}

static void test_writing(void **state)
{
    struct school *s = *state;
    expect_written(s, 7, NUMBER_IN_WORDS, "seven");
    expect_written(s, 21, NUMBER_IN_WORDS, "twenty-one");
    expect_written(s, 40, NUMBER_IN_WORDS, "forty");
    expect_written(s, 150, NUMBER_IN_WORDS, "one hundred fifty");
    expect_written(s, 3500, NUMBER_IN_WORDS, "three thousand five hundred");
    expect_written(s, 200000, NUMBER_IN_WORDS, "two hundred thousand");
    expect_written(s, 2000000, NUMBER_IN_WORDS, "two million");
    expect_written(s, 1234, NUMBER_IN_WORDS, NULL);
    expect_written(s, 1234567, NUMBER_WITH_COMMAS, "1,234,567");
    expect_written(s, 1005, NUMBER_WITH_COMMAS, "1,005");
    expect_written(s, 999, NUMBER_WITH_COMMAS, "999");
    expect_written(s, 300000, NUMBER_IN_THOUSANDS, "300 thousand");
    expect_written(s, 300000, NUMBER_WITH_K, "300K");
    expect_written(s, 3000, NUMBER_WITH_K, NULL);
    expect_written(s, 300500, NUMBER_IN_THOUSANDS, NULL);
}

/* What is written is read as the same amount. */
static void test_reading(void **state)
{
    struct school *s = *state;
    static const uint64_t NUMBERS[] = {1,     9,      10,     19,      20,      21,       99,
                                       100,   150,    250,    1000,    3500,    10000,    15000,
                                       80000, 160000, 300000, 1000000, 2000000, 150000000};
    for (size_t i = 0; i < COUNT_OF(NUMBERS); i++)
        for (int form = 0; form < N_NUMBER_FORMS; form++) {
            struct str text =
                number_write(&s->arena, &s->lexicon, NUMBERS[i], (enum number_form)form);
            if (!text.ptr)
                continue;
            struct words w = words_read(&s->arena, &s->book.link.lemmatizer, text);
            double amount = 0;
            uint32_t end = 0;
            if (!amount_at(&w, 0, &amount, &end) || amount != (double)NUMBERS[i] || end != w.count)
                fail_msg("%.*s is read as %g", STR_ARG(text), amount);
        }
}

static void expect_amount(struct school *s, const char *text, double expected, uint32_t words)
{
    struct words w = words_read(&s->arena, &s->book.link.lemmatizer, str_from(text));
    double amount = 0;
    uint32_t end = 0;
    assert_true(amount_at(&w, 0, &amount, &end));
    assert_float_equal(amount, expected, 0);
    assert_int_equal(end, words);
}

static void test_amounts(void **state)
{
    struct school *s = *state;
    expect_amount(s, "one hundred and fifty teachers", 150, 4);
    expect_amount(s, "one hundred and teachers", 100, 2);
    expect_amount(s, "two three", 2, 1);
    expect_amount(s, "twenty thirty", 20, 1);
    expect_amount(s, "twelve five", 12, 1);
    expect_amount(s, "two million five hundred thousand", 2500000, 5);
    expect_amount(s, "five thousand and ten thousand", 5000, 2);
    expect_amount(s, "one hundred and five hundred", 100, 2);
    expect_amount(s, "300 thousand", 300000, 2);
}

/* A small word is not a state. */
static void test_small_words(void **state)
{
    struct school *s = *state;
    struct question_reading r =
        school_read(s, "SELECT title FROM course WHERE city = 'Indiana'",
                    "What are the titles of courses in the city of Indiana?");
    for (uint32_t i = 0; i < r.parts->count; i++)
        if (r.parts->items[i].kind == PART_VALUE)
            assert_int_equal(r.said.items[i].start, 10);
}

static void test_dates(void **state)
{
    static const char sql[] = "SELECT name FROM teacher WHERE hire_date > '2012-01-21'";
    static const char before[] = "Which teachers were hired after 2012-01-21?";
    expect(state, sql, before, "Which teachers were hired after January 21, 2012?");
    expect(state, sql, before, "Which teachers were hired after 21 January 2012?");
    expect(state, sql, before, "Which teachers were hired after January 21st, 2012?");
    expect(state, sql, "Which teachers were hired after January 21, 2012?",
           "Which teachers were hired after 21 January 2012?");
    /* No month has this number, so it is not a date. */
    expect_none(state, "SELECT name FROM teacher WHERE hire_date > '2012-13-21'",
                "Which teachers were hired after 2012-13-21?");
}

static void test_codes(void **state)
{
    static const char sql[] = "SELECT name FROM teacher WHERE sex = 'F'";
    expect(state, sql, "What are the names of teachers whose sex is 'F'?",
           "What are the names of teachers whose sex is female?");
    expect(state, sql, "What are the names of teachers whose sex is F?",
           "What are the names of teachers whose sex is female?");
    expect_none(state, sql, "What are the names of female teachers, whose sex is F?");
    expect_none(state, sql, "What are the names of female teachers?");
}

static void test_one_and_many(void **state)
{
    static const char sql[] = "SELECT name FROM teacher WHERE pet = 'dog'";
    expect(state, sql, "Which teachers have a dog?", "Which teachers have dogs?");
    expect(state, sql, "Which teachers have dogs?", "Which teachers have a dog?");
    expect_none(state, sql, "Which teachers have a dog pet?");
    expect_none(state, sql, "Which teachers have a dog that is old?");
    expect_none(state, sql, "Which teachers have dogs as pets?");
    expect_none(state, "SELECT name FROM teacher WHERE pet = 'dog' OR pet = 'cat'",
                "Which teachers have a dog or keep a cat?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),         cmocka_unit_test(test_several_numbers),
        cmocka_unit_test(test_names_in_digits), cmocka_unit_test(test_places),
        cmocka_unit_test(test_beginnings),      cmocka_unit_test(test_writing),
        cmocka_unit_test(test_reading),         cmocka_unit_test(test_amounts),
        cmocka_unit_test(test_small_words),     cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_america),         cmocka_unit_test(test_bare_one),
        cmocka_unit_test(test_dates),           cmocka_unit_test(test_codes),
        cmocka_unit_test(test_one_and_many),    cmocka_unit_test(test_numbers_that_stay),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
