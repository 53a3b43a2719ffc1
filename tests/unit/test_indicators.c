/* test_indicators.c: which words indicate which part of a query. */
#include "unit.h"

#include "base/buf.h"
#include "base/memory.h"
#include "link/indicators.h"
#include "meanings.h"

#include <stdlib.h>

static const char tables_json[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"singer\",\"song\"],"
    "\"table_names\":[\"singer\",\"song\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"Singer_ID\"],[0,\"Name\"],[0,\"Age\"],"
    "[0,\"Country\"],[1,\"Song_ID\"],[1,\"Singer_ID\"],[1,\"Title\"],[1,\"Number_of_plays\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"singer id\"],[0,\"name\"],[0,\"age\"],[0,\"country\"],"
    "[1,\"song id\"],[1,\"singer id\"],[1,\"title\"],[1,\"number of plays\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"number\",\"number\","
    "\"text\",\"number\"],\"primary_keys\":[1,5],\"foreign_keys\":[[6,1]]}]";

struct world {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
    struct indicator_book book;
};

static int open_schema(void **state, const char *json)
{
    struct world *w = mem_alloc(sizeof *w);
    *w = (struct world){0};
    struct err e;
    assert_int_equal(lexicon_load(&w->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(schema_set_parse(&w->arena, str_from(json), &w->schemas, &e), OK);
    assert_int_equal(
        indicator_book_build(&w->book, &w->arena, &w->lexicon, &w->schemas.schemas[0], NULL, &e),
        OK);
    *state = w;
    return 0;
}

static int open_world(void **state)
{
    return open_schema(state, tables_json);
}

static int close_world(void **state)
{
    struct world *w = *state;
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
    free(w);
    return 0;
}

static struct str part_text(struct world *w, const struct query_part *p)
{
    if (p->kind == PART_KEYWORD)
        return query_keyword_name(p->keyword);
    return p->kind == PART_VALUE ? p->value : w->book.schema->columns[p->column].name;
}

/* "part: words; …" of all parts, in their order; "-" for none, with a letter for the manner. */
static void expect(void **state, const char *sql, const char *question, const char *expected)
{
    static const char *const MANNERS[] = {"", "", "carrier ", "attribute "};
    struct world *w = *state;
    struct query_parts parts = read_meaning(&w->arena, w->book.schema, sql)->parts;
    struct words words = words_read(&w->arena, &w->book.link.lemmatizer, str_from(question));
    struct indicators found = indicators_find(&w->arena, &w->book, &parts, &words);
    struct str out = STR("");
    for (uint32_t i = 0; i < parts.count; i++) {
        const struct indicator *x = &found.items[i];
        struct str text = indicator_text(&found.words, x->start, x->end);
        if (x->manner == MANNER_NONE)
            text = STR("-");
        out =
            arena_printf(&w->arena, "%.*s%s%.*s: %s%.*s", STR_ARG(out), i ? "; " : "",
                         STR_ARG(part_text(w, &parts.items[i])), MANNERS[x->manner], STR_ARG(text));
    }
    assert_string_equal(arena_str(&w->arena, out).ptr, expected);
}

static void test_columns(void **state)
{
    const char *sql = "SELECT Name FROM singer WHERE Age > 20";
    expect(state, sql, "Names of singers whose age is above 20",
           "Name: Names; gt: above; Age: age; 20: 20");
    expect(state, sql, "Who is older than twenty?",
           "Name: carrier Who; gt: attribute older than; Age: attribute older than; 20: twenty");
    expect(state, sql, "Which singers are over 20?",
           "Name: carrier Which; gt: over; Age: -; 20: 20");
    expect(state, sql, "List singers who are over 20.", "Name: -; gt: over; Age: -; 20: 20");
    expect(state, sql, "names of singers aged more than 20",
           "Name: names; gt: more than; Age: aged; 20: 20");
}

static void test_keywords(void **state)
{
    expect(state, "SELECT count(*) FROM singer", "What is the number of singers?",
           "count: number of");
    expect(state, "SELECT count(*) FROM singer", "How many singers are there?",
           "count: carrier How many");
    expect(state, "SELECT Name FROM singer ORDER BY Age DESC", "Names by age, from high to low",
           "Name: Names; desc: carrier from high to low; Age: age");
    expect(state, "SELECT Country, avg(Age) FROM singer GROUP BY Country",
           "the mean age for each country",
           "Country: country; avg: mean; Age: age; each: for each");
    expect(state, "SELECT DISTINCT Country FROM singer WHERE Country != 'France'",
           "different countries other than France",
           "distinct: different; Country: countries; ne: other than; Country: countries; "
           "France: France");
}

/* Each comparison has the phrase beside its own value; a phrase is not taken by its own part. */
static void test_two_comparisons(void **state)
{
    expect(state,
           "SELECT T1.Name FROM singer AS T1 JOIN song AS T2 ON T1.Singer_ID = T2.Singer_ID WHERE "
           "T1.Age > 20 GROUP BY T1.Singer_ID HAVING count(*) > 1",
           "names of singers with more than one song who are above 20",
           "Name: names; gt: above; Age: -; 20: 20; gt: more than; 1: one");
}

/* The "number" of a name is not a count, and counts that everybody implies are not parts. */
static void test_names_are_no_keywords(void **state)
{
    expect(state, "SELECT count(*), Number_of_plays FROM song", "How many, and the number of plays",
           "count: carrier How many; Number_of_plays: number of plays");
    expect(state, "SELECT count(*), Number_of_plays FROM song", "What is the number of plays?",
           "count: -; Number_of_plays: number of plays");
    expect(state,
           "SELECT T1.Name FROM singer AS T1 JOIN song AS T2 ON T1.Singer_ID = T2.Singer_ID GROUP "
           "BY T1.Singer_ID HAVING count(*) >= 2 ORDER BY count(*) DESC LIMIT 1",
           "the name of the singer with the most songs, of those with at least two",
           "Name: name; ge: at least; 2: two; most: most");
}

static void test_values(void **state)
{
    const char *usa = "SELECT Name FROM singer WHERE Country = 'USA'";
    expect(state, usa, "Names of singers from the USA", "Name: Names; Country: -; USA: USA");
    expect(state, usa, "Names of American singers", "Name: Names; Country: -; USA: American");
    expect(state, usa, "Names of singers from the U.S.", "Name: Names; Country: -; USA: U.S");
    const char *plays = "SELECT Title FROM song WHERE Number_of_plays > 300000";
    const char *const amounts[] = {"300000", "300,000", "300K", "300 000"};
    for (size_t i = 0; i < COUNT_OF(amounts); i++) {
        struct world *w = *state;
        struct str q = arena_printf(&w->arena, "Titles with more than %s plays", amounts[i]);
        struct str x = arena_printf(
            &w->arena, "Title: Titles; gt: more than; Number_of_plays: plays; 300000: %s",
            amounts[i]);
        expect(state, plays, q.ptr, x.ptr);
    }
    expect(state, "SELECT Name FROM singer WHERE Name LIKE '%ann%'", "names that contain 'Ann'",
           "Name: names; like: contain; Name: names; ann: Ann");
}

/* A database with dates, flags and longer names. */
static const char clinic_json[] =
    "[{\"db_id\":\"c\",\"table_names_original\":[\"patient\",\"visit\",\"drug_list\"],"
    "\"table_names\":[\"patient\",\"visit\",\"drug list\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"first_name\"],[0,\"last_name\"],"
    "[0,\"birth_date\"],[0,\"insurer\"],[1,\"id\"],[1,\"patient_id\"],[1,\"cost_of_visit\"],"
    "[1,\"paid\"],[1,\"num_tests\"],[1,\"excused\"],[2,\"patientname\"],[2,\"range_miles\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"first name\"],[0,\"last name\"],"
    "[0,\"birth date\"],[0,\"insurer\"],[1,\"id\"],[1,\"patient id\"],[1,\"cost of visit\"],"
    "[1,\"paid\"],[1,\"num tests\"],[1,\"excused\"],[2,\"patientname\"],[2,\"range miles\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"text\",\"time\",\"text\",\"number\","
    "\"number\",\"number\",\"number\",\"number\",\"number\",\"text\",\"number\"],"
    "\"primary_keys\":[1,6],\"foreign_keys\":[[7,1]]}]";

static int open_clinic(void **state)
{
    return open_schema(state, clinic_json);
}

/* Months, years, and dates in numbers. */
static void test_dates(void **state)
{
    const char *born = "SELECT count(*) FROM patient WHERE birth_date = '1984-05-02'";
    expect(state, born, "How many patients have the birth date 1984/5/2?",
           "count: carrier How many; birth_date: birth date; 1984-05-02: 1984/5/2");
    expect(state, born, "How many patients have the birth date 2.5.1984?",
           "count: carrier How many; birth_date: birth date; 1984-05-02: 2.5.1984");
    expect(state, born, "How many patients have the birth date 1984/2/5?",
           "count: carrier How many; birth_date: birth date; 1984-05-02: -");
    expect(state, "SELECT count(*) FROM patient WHERE birth_date LIKE '1984-05%'",
           "How many patients were born in May 1984?",
           "count: carrier How many; like: -; birth_date: born; 1984-05: May 1984");
    expect(state, "SELECT count(*) FROM patient WHERE birth_date < '1984-01-01'",
           "How many patients were born before 1984?",
           "count: carrier How many; lt: before; birth_date: born; 1984-01-01: 1984");
}

/* Words of one value are not another's, nor a name. */
static void test_values_apart(void **state)
{
    expect(state,
           "SELECT count(*) FROM patient WHERE insurer = 'First Care' OR insurer = 'DC Care'",
           "How many patients are with First Care or DC?",
           "count: carrier How many; insurer: -; First Care: First Care; DC Care: DC");
    expect(state, "SELECT insurer FROM patient WHERE insurer = 'Insurer One'",
           "Which patients are with Insurer One?",
           "insurer: -; insurer: -; Insurer One: Insurer One");
    expect(
        state, "SELECT count(*) FROM visit WHERE num_tests > 2 OR cost_of_visit < 2",
        "visits with more than 2 tests or a cost below two",
        "count: -; gt: more than; num_tests: tests; 2: 2; lt: below; cost_of_visit: cost; 2: two");
}

/* A denied flag, and a participle. */
static void test_denials(void **state)
{
    expect(state, "SELECT count(*) FROM visit WHERE paid = 0", "How many visits are unpaid?",
           "count: carrier How many; paid: unpaid; 0: unpaid");
    expect(state, "SELECT count(*) FROM visit WHERE paid = 1", "How many visits are paid?",
           "count: carrier How many; paid: paid; 1: -");
    expect(state, "SELECT count(*) FROM visit WHERE excused = 0",
           "How many visits are without an excuse?",
           "count: carrier How many; excused: excuse; 0: without");
}

/* Names by their heads, and columns by those who do it. */
static void test_heads(void **state)
{
    expect(state, "SELECT cost_of_visit FROM visit", "What is the cost of each visit?",
           "cost_of_visit: cost");
    expect(state, "SELECT cost_of_visit FROM visit", "the visit cost", "cost_of_visit: visit cost");
    expect(state, "SELECT num_tests FROM visit", "the number of tests",
           "num_tests: number of tests");
    expect(state, "SELECT range_miles, patientname FROM drug_list",
           "range and name of each of them", "range_miles: range; patientname: name");
    expect(state, "SELECT count(*) FROM patient WHERE insurer = 'Acme'",
           "How many patients are insured with Acme?",
           "count: carrier How many; insurer: insured; Acme: Acme");
    expect(state, "SELECT patient_id FROM visit WHERE paid = 1", "patients with paid visits",
           "patient_id: patients; paid: paid; 1: -");
    expect(state, "SELECT first_name, last_name FROM patient", "the names of the patients",
           "first_name: names; last_name: names");
    expect(state, "SELECT first_name FROM patient", "the patient's first name",
           "first_name: first name");
}

/* What a query says of keys only joins its tables. */
static void test_joins_are_not_said(void **state)
{
    expect(state, "SELECT Name FROM singer WHERE Singer_ID NOT IN (SELECT Singer_ID FROM song)",
           "Which singers have no song?", "Name: carrier Which; not: have no");
    expect(state,
           "SELECT Title FROM song, singer WHERE song.Singer_ID = singer.Singer_ID AND Age = 30",
           "titles by singers of age thirty", "Title: titles; Age: age; 30: thirty");
    expect(state,
           "SELECT Country FROM singer WHERE Age > 40 INTERSECT SELECT Country FROM singer WHERE "
           "Age < 30",
           "countries with both singers over 40 and under 30",
           "Country: countries; gt: over; Age: -; 40: 40; intersect: both; lt: under; 30: 30");
}

/* Many parts and long questions are bounded. */
static void test_bounds(void **state)
{
    struct world *w = *state;
    struct buf sql = {0}, question = {0};
    buf_put(&sql, STR("SELECT Name FROM singer WHERE Age = 0"));
    for (int i = 1; i < 300; i++) {
        buf_printf(&sql, " OR Age = %d", i);
        buf_printf(&question, "%d or ", i);
    }
    struct query_parts parts =
        read_meaning(&w->arena, w->book.schema, arena_str(&w->arena, buf_str(&sql)).ptr)->parts;
    assert_int_equal(parts.count, QUERY_PARTS_MAX);
    struct words words = words_read(&w->arena, &w->book.link.lemmatizer, buf_str(&question));
    struct indicators found = indicators_find(&w->arena, &w->book, &parts, &words);
    assert_int_equal(found.count, QUERY_PARTS_MAX);
    struct words none = words_read(&w->arena, &w->book.link.lemmatizer, STR(""));
    indicators_find(&w->arena, &w->book, &parts, &none);
    buf_release(&sql);
    buf_release(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),         cmocka_unit_test(test_keywords),
        cmocka_unit_test(test_two_comparisons), cmocka_unit_test(test_names_are_no_keywords),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_joins_are_not_said),
        cmocka_unit_test(test_bounds)};
    const struct CMUnitTest clinic[] = {
        cmocka_unit_test(test_dates), cmocka_unit_test(test_values_apart),
        cmocka_unit_test(test_denials), cmocka_unit_test(test_heads)};
    int failed = cmocka_run_group_tests(tests, open_world, close_world);
    return failed + cmocka_run_group_tests(clinic, open_clinic, close_world);
}
