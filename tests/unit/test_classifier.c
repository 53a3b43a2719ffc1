/* test_classifier.c: in which way a question was reworded, and which words show it. */
#include "unit.h"

#include "base/memory.h"
#include "meanings.h"
#include "rewording/classifier.h"

#include <stdlib.h>

static const char tables_json[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"teacher\",\"course\"],"
    "\"table_names\":[\"teacher\",\"course\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"Teacher_ID\"],[0,\"Name\"],[0,\"Age\"],"
    "[0,\"Country\"],[0,\"Height\"],[0,\"Number_lessons\"],[1,\"Course_ID\"],[1,\"Teacher_ID\"],"
    "[1,\"Title\"],[1,\"Subject\"],[0,\"Stature\"],[0,\"Year_Hired\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"teacher id\"],[0,\"name\"],[0,\"age\"],[0,\"country\"],"
    "[0,\"height\"],[0,\"number lessons\"],[1,\"course id\"],[1,\"teacher id\"],[1,\"title\"],"
    "[1,\"subject\"],[0,\"stature\"],[0,\"year hired\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"number\",\"number\","
    "\"number\",\"number\",\"text\",\"text\",\"number\",\"number\"],\"primary_keys\":[1,7],"
    "\"foreign_keys\":[["
    "8,1]]}]";

struct world {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
    struct indicator_book book;
    struct wordnet wordnet;
};

static int open_world(void **state)
{
    struct world *w = mem_alloc(sizeof *w);
    struct err e;
    *w = (struct world){0};
    assert_int_equal(lexicon_load(&w->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(schema_set_parse(&w->arena, STR(tables_json), &w->schemas, &e), OK);
    assert_int_equal(
        indicator_book_build(&w->book, &w->arena, &w->lexicon, &w->schemas.schemas[0], NULL, &e),
        OK);
    *state = w;
    return 0;
}

static int open_known_world(void **state)
{
    struct err e;
    open_world(state);
    struct world *w = *state;
    assert_int_equal(wordnet_open(&w->wordnet, NULL, &e), OK);
    w->book.link.wordnet = &w->wordnet;
    return 0;
}

static int close_world(void **state)
{
    struct world *w = *state;
    wordnet_close(&w->wordnet);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
    free(w);
    return 0;
}

static struct reword_verdict verdict_on(struct world *w, const char *sql, const char *before,
                                        const char *after)
{
    const struct meaning *meaning = read_meaning(&w->arena, w->book.schema, sql);
    return reword_classify(&w->arena, &w->book, &meaning->parts, str_from(before), str_from(after));
}

/* "top [kinds]: from → to of the sign that decided". */
static struct str told(struct world *w, const struct reword_verdict *v)
{
    struct arena *a = &w->arena;
    struct str out = arena_printf(a, "%.*s [", STR_ARG(reword_kind_name(v->top)));
    for (int i = 0; i < N_REWORD_KINDS; i++)
        if (v->kinds[i])
            out = arena_printf(a, "%.*s %.*s", STR_ARG(out),
                               STR_ARG(reword_kind_name((enum reword_kind)i)));
    out = arena_printf(a, "%.*s ]", STR_ARG(out));
    for (uint32_t i = 0; i < v->n_signs; i++)
        if (sign_kind(v->signs[i].type) == v->top)
            return arena_printf(a, "%.*s %.*s > %.*s", STR_ARG(out), STR_ARG(v->signs[i].from),
                                STR_ARG(v->signs[i].to));
    return out;
}

static void expect(void **state, const char *sql, const char *before, const char *after,
                   const char *expected)
{
    struct world *w = *state;
    struct reword_verdict v = verdict_on(w, sql, before, after);
    assert_string_equal(told(w, &v).ptr, expected);
}

static void test_keyword_synonym(void **state)
{
    expect(state, "SELECT count(*) FROM teacher", "What is the number of teachers?",
           "What is the total count of teachers?",
           "keyword-synonym [ keyword-synonym ] number of > total count");
    expect(state, "SELECT Name FROM teacher WHERE Age > 40",
           "Names of teachers whose age is more than 40", "Names of teachers whose age exceeds 40",
           "keyword-synonym [ keyword-synonym ] more than > exceeds");
    expect(state, "SELECT sum(Height) FROM teacher", "What is the total height of the teachers?",
           "What is the total sum of height of the teachers?",
           "keyword-synonym [ keyword-synonym ] total > total sum of");
    /* The number goes with the words: it is not another value. */
    expect(state, "SELECT Name FROM teacher GROUP BY Name HAVING count(*) >= 2",
           "The names that at least two teachers have", "The names that more than one teacher has",
           "keyword-synonym [ keyword-synonym ] at least > more than");
    expect(state, "SELECT Name FROM teacher ORDER BY Age DESC LIMIT 1",
           "The name of the teacher with the greatest age",
           "The name of the teacher with the highest age",
           "keyword-synonym [ keyword-synonym ] greatest > highest");
}

static void test_keyword_carrier(void **state)
{
    expect(state, "SELECT count(*) FROM teacher", "What is the number of teachers?",
           "How many teachers are there?",
           "keyword-carrier [ keyword-carrier ] number of > How many");
    /* Dr.Spider has the ends of an order among the synonyms, and they are carriers all the same. */
    expect(state, "SELECT Name FROM teacher ORDER BY Age DESC",
           "Names of teachers in descending order of age",
           "Names of teachers by age, from high to low",
           "keyword-synonym [ keyword-synonym keyword-carrier multitype ] in descending order > "
           "from high to low");
}

static void test_column_synonym(void **state)
{
    expect(state, "SELECT Country FROM teacher", "What are the countries of the teachers?",
           "What are the nations of the teachers?",
           "column-synonym [ column-synonym ] countries > nations");
    expect(state, "SELECT Name FROM teacher WHERE Country = 'Peru'",
           "Names of teachers whose country is Peru", "Names of teachers who were born in Peru",
           "column-synonym [ column-synonym ] country > born");
}

static void test_column_carrier(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Age = 32 OR Age = 33",
           "Show the names of teachers aged either 32 or 33.",
           "Which teachers are aged either 32 or 33?",
           "column-carrier [ column-carrier ] names > Which");
    expect(state, "SELECT Name FROM teacher", "What are the names of the teachers?",
           "List the teachers.", "column-carrier [ column-carrier ] names > ");
    expect(state, "SELECT Name FROM teacher", "What are the names of the teachers?",
           "Name all teachers.", "column-carrier [ column-carrier ] names > Name all");
    expect(state, "SELECT Age FROM teacher", "What is the age of each teacher?",
           "How old is each teacher?", "column-carrier [ column-carrier ] age > How old");
}

static void test_column_attribute(void **state)
{
    expect(state, "SELECT Name FROM teacher ORDER BY Height DESC LIMIT 1",
           "The name of the teacher with the greatest height", "The name of the tallest teacher",
           "column-attribute [ column-attribute ] height > tallest");
    expect(state,
           "SELECT Name FROM teacher WHERE Number_lessons > (SELECT avg(Number_lessons) FROM "
           "teacher)",
           "The names of teachers whose number of lessons is above the average",
           "The names of teachers with more lessons than average",
           "column-attribute [ keyword-synonym column-attribute multitype ] number of lessons > "
           "lessons");
}

static void test_column_value(void **state)
{
    const char *sql = "SELECT Title FROM course WHERE Subject = 'Math'";
    expect(state, sql, "Titles of courses whose subject is Math", "Titles of courses in Math",
           "column-value [ column-value ] subject > ");
    expect(state, "SELECT Name FROM teacher WHERE Age < 30",
           "Names of teachers under the age of 30", "Names of teachers under 30",
           "column-value [ column-value ] age > ");
}

static void test_value_synonym(void **state)
{
    const char *sql = "SELECT Name FROM teacher WHERE Country = 'France'";
    expect(state, sql, "Names of teachers whose country is France",
           "Names of teachers whose country is not foreign: French ones",
           "value-synonym [ value-synonym ] France > French");
    expect(state, "SELECT Name FROM teacher WHERE Age > 30",
           "Names of teachers whose age is above 30", "Names of teachers whose age is above thirty",
           "value-synonym [ value-synonym ] 30 > thirty");
}

/* Words that no list has are recognised by their place. */
static void test_unknown_words(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Country = 'France'",
           "The names of teachers whose country is France",
           "The names of teachers whose fatherland is France",
           "column-synonym [ column-synonym ] country > fatherland");
    expect(state, "SELECT Name FROM teacher ORDER BY Height DESC LIMIT 1",
           "The name of the teacher with the largest height",
           "The name of the teacher with the largest stature in feet",
           "column-synonym [ column-synonym ] height > stature in feet");
    expect(state, "SELECT Title FROM course", "What are the titles of the courses?",
           "What are the names of the courses?",
           "column-synonym [ column-synonym ] titles > names");
}

/* Words that no list has, and WordNet knows. */
static void test_known_words(void **state)
{
    const char *peru = "SELECT Name FROM teacher WHERE Country = 'Peru'";
    const char *tall = "SELECT Name FROM teacher WHERE Stature > 180";
    struct world *w = *state;
    if (!wordnet_present(&w->wordnet)) {
        print_message("notice: no WordNet in " WORDNET_DIR ": skipped\n");
        return;
    }
    /* An adjective in a degree says what is compared, also after "best" and for an order of all. */
    expect(state, "SELECT Name FROM teacher ORDER BY Number_lessons DESC LIMIT 1",
           "The name of the teacher with the greatest number of lessons",
           "The name of the laziest teacher",
           "column-attribute [ keyword-synonym column-attribute multitype ] lessons > laziest");
    expect(state, "SELECT Name FROM teacher ORDER BY Age DESC LIMIT 1",
           "Name of the teacher with the greatest age", "Name of the most wealthy teacher",
           "column-attribute [ keyword-synonym column-attribute multitype ] age > wealthy");
    expect(state, "SELECT Name FROM teacher ORDER BY Stature DESC",
           "Names of teachers in descending order of stature",
           "Names of teachers from best-paid to worst-paid",
           "column-attribute [ keyword-synonym column-attribute multitype ] stature > best");
    /* A verb in the place of another says nothing of a column. */
    expect(state, "SELECT count(*) FROM teacher GROUP BY Country",
           "How many teachers that are found there?", "How many teachers that are seen there?",
           "others [ others ]");
    /* A verb for what happens there is not a word for the subject; a noun may be one. */
    expect(state, "SELECT Title FROM course WHERE Subject = 'Math'",
           "Titles of courses whose subject is Math", "Titles of courses which happen in Math",
           "column-value [ column-value ] subject > ");
    expect(state, "SELECT Course_ID FROM course", "The course ids of the lot",
           "The different ids of the lot", "others [ others ]");
    /* What people do says how they relate to a value. */
    expect(state, peru, "Names of teachers whose country is Peru",
           "Names of teachers who were not born outside of Peru",
           "column-synonym [ column-synonym ] country > born");
    expect(state, peru, "Names of teachers with country Peru",
           "Names of teachers with fatherland Peru",
           "column-synonym [ column-synonym ] country > fatherland");
    /* Values, so that what stands at them is known. */
    expect(state, "SELECT Name FROM teacher WHERE Country = 'Siam'",
           "Names of teachers whose country is Siam", "Names of teachers from Thailand",
           "column-value [ column-value value-synonym multitype ] country > ");
    expect(state, "SELECT Title FROM course WHERE Subject = 'Moon'",
           "Titles of courses whose subject is Moon", "Titles of lunar courses",
           "column-value [ column-value value-synonym multitype ] subject > ");
    /* An amount does not say what it is of: the verb does. */
    expect(state, "SELECT Name FROM teacher WHERE Height > 170",
           "Names of teachers whose height is more than 170",
           "Names of teachers who reach more than 170",
           "column-synonym [ column-synonym ] height > reach");
    /* An adjective of the column, which our lists do not have for it. */
    expect(state, tall, "Names of teachers whose stature is more than 180",
           "Names of teachers taller than 180",
           "column-attribute [ keyword-synonym column-attribute multitype ] stature > taller");
}

/* The same words in another form are not other words. */
static void test_same_value(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Height > 200",
           "The names of teachers whose height is more than 200",
           "The names of teachers whose height is more than 200cm", "others [ others ]");
    expect(state, "SELECT Title FROM course WHERE Subject = 'Poem'",
           "The titles of courses whose subject is poem",
           "The titles of courses whose subject is poems", "others [ others ]");
}

static void test_multitype(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Age > 30",
           "Names of teachers whose age is above 30", "Which teachers are over thirty?",
           "value-synonym [ keyword-synonym column-carrier column-value value-synonym multitype ] "
           "30 > thirty");
}

/* The paper's own examples, over columns of like names. */
static void test_of_the_paper(void **state)
{
    expect(state, "SELECT count(*) FROM teacher WHERE Age > 20",
           "Find number of teachers who are older than 20?", "How many teachers are over 20?",
           "keyword-carrier [ keyword-synonym keyword-carrier column-value multitype ] number of > "
           "How many");
    expect(state, "SELECT Name FROM teacher WHERE Name LIKE '%Hey%'",
           "what is the name of the teacher having 'Hey' in its name?",
           "Which teachers have 'Hey' in their name? List their name.", "others [ others ]");
}

static void test_others(void **state)
{
    const char *sql = "SELECT Name FROM teacher WHERE Country != 'Peru'";
    expect(state, sql, "What are the names of teachers whose country is not Peru?",
           "Can you tell me the names of all teachers whose country is not Peru?",
           "others [ others ]");
    expect(state, "SELECT count(*) FROM teacher", "How many teachers are there?",
           "What is the number of teachers?", "others [ others ]");
    expect(state, sql, "", "", "others [ others ]");
}

/* Words for people in general, requests and names of tables are not words for a column. */
static void test_plain_words(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Age > 40",
           "Names of teachers whose age is more than 40", "Names of individuals over 40",
           "column-value [ keyword-synonym column-value multitype ] age > ");
    expect(state, "SELECT Height FROM teacher", "What are the heights of teachers?",
           "I would like to inspect the teachers", "column-synonym [ column-synonym ] heights > ");
    expect(state, "SELECT Teacher_ID FROM teacher", "The teacher id of all teachers",
           "The id of all instructors", "others [ others ]");
}

/* Small words within an indicator are not part of it. */
static void test_small_words(void **state)
{
    expect(state, "SELECT avg(Age) FROM teacher", "What is the average of the age of teachers?",
           "What is the average age of teachers?", "others [ others ]");
    expect(state, "SELECT count(*) FROM teacher", "The number of teachers", "The number teachers",
           "others [ others ]");
}

/* A superlative implies the column if only the thing itself follows. */
static void test_superlatives(void **state)
{
    expect(state, "SELECT Name FROM teacher ORDER BY Number_lessons DESC LIMIT 1",
           "The name of the teacher with the most lessons", "The name of the teacher with the most",
           "column-attribute [ column-attribute ] lessons > most");
    expect(state, "SELECT Name FROM teacher ORDER BY Height DESC LIMIT 1",
           "Name of the teacher with the largest height", "Name of the largest teacher",
           "column-attribute [ column-attribute ] height > largest");
    expect(state, "SELECT Name FROM teacher ORDER BY Age DESC LIMIT 1",
           "Name of the teacher with the greatest age", "Name of the most interest teacher",
           "keyword-synonym [ keyword-synonym column-synonym multitype ] greatest > most");
    expect(state, "SELECT max(Age), min(Age) FROM teacher", "The maximum and minimum age",
           "Age of the oldest and youngest",
           "keyword-synonym [ keyword-synonym ] maximum > oldest");
}

/* Adjectives imply columns that are compared or ordered by. */
static void test_adjectives(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Age > 40",
           "Names of teachers whose age is over 40", "Names of teachers older than 40",
           "column-attribute [ column-attribute ] age > older than");
    expect(state, "SELECT Country FROM teacher", "Countries of teachers", "The laziest teachers",
           "column-synonym [ column-synonym ] Countries > laziest");
    expect(state, "SELECT Title FROM course", "What are the titles of courses?",
           "What are the labels of courses?", "column-carrier [ column-carrier ] titles > ");
    expect(state, "SELECT Name FROM teacher ORDER BY Age", "Names of teachers ordered by age",
           "Names of teachers from youngest to oldest",
           "column-attribute [ column-attribute ] age > youngest");
    expect(state, "SELECT Name FROM teacher ORDER BY Age",
           "Names of teachers in ascending order of age",
           "Names of teachers from youngest to oldest",
           "keyword-synonym [ keyword-synonym keyword-carrier column-attribute multitype ] in "
           "ascending order > from youngest to oldest");
}

/* A negation that is gone has no kind; a form of the value may imply its column. */
static void test_values_alone(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Country != 'Peru'",
           "Names of teachers whose country is not Peru", "Names of teachers whose country is Peru",
           "others [ others ]");
    expect(state, "SELECT Name FROM teacher WHERE Country = 'France'",
           "Names of teachers whose country is France", "Names of French teachers",
           "column-value [ column-value value-synonym multitype ] country > ");
    expect(state, "SELECT Title FROM course WHERE Subject = 'Math'",
           "Titles of courses whose subject is Math", "Titles of courses whose subject is Algebra",
           "value-synonym [ value-synonym ] Math > Algebra");
    expect(state, "SELECT Name FROM teacher WHERE Age > 40",
           "Names of teachers whose age is over 40", "Names of teachers over the limit of 40",
           "column-synonym [ column-synonym ] age > limit");
}

/* A part of the name is replaced, while the rest stays where it was. */
static void test_parts_of_names(void **state)
{
    expect(state, "SELECT Course_ID, Title FROM course", "The course ids and titles of the lot",
           "The class ids and titles of the lot",
           "column-synonym [ column-synonym ] course ids > class");
    expect(state, "SELECT Title, Course_ID FROM course", "Course titles and course ids",
           "Course titles and the ids of the same", "others [ others ]");
    expect(state, "SELECT Title, Subject FROM course",
           "What are the titles of the courses and their subjects?",
           "What are the subjects of the courses and their titles?", "others [ others ]");
}

/* Words that ask, and were there before, say nothing new. A noun does not ask. */
static void test_kept_carriers(void **state)
{
    expect(state, "SELECT Country FROM teacher",
           "Where are the places, and which countries are near?",
           "Where are the places, and which lands are near?",
           "column-synonym [ column-synonym ] countries > lands");
    expect(state, "SELECT Subject FROM course", "The subjects of courses",
           "The matters that are studied in courses",
           "column-synonym [ column-synonym ] subjects > studied");
}

/* Nothing is said of the amount but that it is the most. */
static void test_amounts(void **state)
{
    expect(state, "SELECT Name FROM teacher ORDER BY Height DESC LIMIT 1",
           "The name of the teacher with the largest height",
           "The name of the teacher who has the largest amount",
           "column-attribute [ column-attribute ] height > largest");
    expect(state, "SELECT Country FROM teacher ORDER BY Height DESC LIMIT 1",
           "The country of the teacher with the largest height",
           "The fatherland of the teacher who has the largest amount",
           "column-attribute [ column-synonym column-attribute multitype ] height > largest");
}

/* A superlative that was there before takes no part. */
static void test_kept_superlatives(void **state)
{
    expect(state, "SELECT Name FROM teacher ORDER BY Country DESC LIMIT 1",
           "The name of the teacher whose country is the last",
           "The name of the teacher whose nation is the last",
           "column-synonym [ column-synonym ] country > nation");
}

/* New words at the value are sure to mean its column, whatever else changed around them. */
static void test_words_at_values(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Height > 170",
           "The names of teachers whose height is higher than 170",
           "List teachers whose total reach amounts to more than 170",
           "column-synonym [ keyword-synonym column-synonym column-carrier multitype ] height > "
           "reach amounts");
    expect(state, "SELECT Name FROM teacher WHERE Number_lessons = 20",
           "Names of teachers whose number of lessons is 20",
           "Names of teachers with the number 20",
           "column-value [ column-value ] number of lessons > ");
    /* "taller" becomes "tall": the value is not alone. */
    expect(state, "SELECT Name FROM teacher WHERE Height > 170",
           "Names of teachers taller than 170", "Names of teachers over 170 cm tall",
           "keyword-synonym [ keyword-synonym column-synonym multitype ] taller than > over");
}

/* The number is counted, whether the question says so or not. */
static void test_counted(void **state)
{
    const char *sql = "SELECT Country FROM teacher GROUP BY Country ORDER BY count(*) DESC LIMIT 1";
    expect(state, sql, "The country with the most number of teachers",
           "The country with the most teachers",
           "keyword-synonym [ keyword-synonym ] most number of > most");
    expect(state, sql, "The country with the most teachers",
           "The country with the most number of teachers", "others [ others ]");
}

/* The condition names the column as before, and nothing asks for it any more. */
static void test_said_by_condition(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Name LIKE '%Hey%'",
           "The names of teachers whose names contain Hey", "Teachers whose names contain Hey",
           "column-carrier [ column-carrier ] names > ");
}

/* The reading finds one place for a column; other words for it may stand in another. */
static void test_other_places(void **state)
{
    const char *sql = "SELECT Year_Hired FROM teacher WHERE Year_Hired > 3";
    expect(state, sql, "The year hired of teachers whose year hired is over 3",
           "The year hired of teachers whose year employed is over 3",
           "column-synonym [ column-synonym ] year hired > employed");
    expect(state, "SELECT Country FROM teacher", "The homes of all teachers",
           "The residences of all teachers", "column-synonym [ column-synonym ]  > residences");
    expect(state, "SELECT Country FROM teacher", "The homes of all teachers",
           "The homes of all courses", "others [ others ]");
    expect(state, "SELECT Subject FROM course", "The subjects of courses",
           "The subjective of courses", "column-synonym [ column-synonym ] subjects > subjective");
}

/* Words that said something else before do not say what is gone. */
static void test_borrowed_words(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Name LIKE '%Al%'",
           "The names of teachers whose names contain Al", "The names of teachers that contain Al",
           "column-value [ column-value ] names > ");
    expect(state, "SELECT Title FROM course", "The course titles", "The courses",
           "column-carrier [ column-carrier ] course titles > ");
}

/* What follows the value may name its column, up to the end of the clause. */
static void test_after_values(void **state)
{
    expect(state, "SELECT Name FROM teacher WHERE Height > 170",
           "Names of teachers with a height above 170",
           "Names of teachers with above 170 in their bankrolls",
           "column-synonym [ column-synonym ] height > bankrolls");
    expect(state, "SELECT Name FROM teacher WHERE Height > 170",
           "Names of teachers with a height above 170",
           "Names of teachers with above 170, of their bankrolls",
           "column-value [ column-value ] height > ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_keyword_synonym),
                                       cmocka_unit_test(test_keyword_carrier),
                                       cmocka_unit_test(test_column_synonym),
                                       cmocka_unit_test(test_column_carrier),
                                       cmocka_unit_test(test_column_attribute),
                                       cmocka_unit_test(test_column_value),
                                       cmocka_unit_test(test_unknown_words),
                                       cmocka_unit_test(test_same_value),
                                       cmocka_unit_test(test_value_synonym),
                                       cmocka_unit_test(test_multitype),
                                       cmocka_unit_test(test_of_the_paper),
                                       cmocka_unit_test(test_plain_words),
                                       cmocka_unit_test(test_small_words),
                                       cmocka_unit_test(test_superlatives),
                                       cmocka_unit_test(test_adjectives),
                                       cmocka_unit_test(test_values_alone),
                                       cmocka_unit_test(test_parts_of_names),
                                       cmocka_unit_test(test_kept_carriers),
                                       cmocka_unit_test(test_amounts),
                                       cmocka_unit_test(test_kept_superlatives),
                                       cmocka_unit_test(test_words_at_values),
                                       cmocka_unit_test(test_counted),
                                       cmocka_unit_test(test_said_by_condition),
                                       cmocka_unit_test(test_other_places),
                                       cmocka_unit_test(test_borrowed_words),
                                       cmocka_unit_test(test_after_values),
                                       cmocka_unit_test(test_others)};
    const struct CMUnitTest known[] = {cmocka_unit_test(test_known_words)};
    return cmocka_run_group_tests(tests, open_world, close_world) +
           cmocka_run_group_tests(known, open_known_world, close_world);
}
