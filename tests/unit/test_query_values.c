/* test_query_values.c: values that change in question and query at once: SQL-nondb-number,
 * SQL-db-text, SQL-db-number, and their parts. */
#include "fixture.h"
#include "seeds.h"
#include "unit.h"

#include "lexicon/said_number.h"
#include "relation/draw.h"
#include "relation/query/text_kind.h"
#include "relation/query/value_mention.h"
#include "relation/refusal.h"
#include "store/content.h"

#include <stdlib.h>

enum { MAX_VARIANTS = 1000 };

static const char DATABASE[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, country TEXT, age INT,"
    "  year INT, height REAL, fee INT, label TEXT, Chile TEXT, phone TEXT);"
    "INSERT INTO singer VALUES"
    "  (11,'Ana Lima','Portugal',21,1999,1.75,2000,'cat','a','555-0101'),"
    "  (12,'Bo Ek','Sweden',25,2001,1.8,3500,'dog','b','555-0102'),"
    "  (13,'Cy O''Hara','USA',40,2003,1.9,9000,'owl','c','555-0103'),"
    "  (14,'Di Ray','UK',33,2004,1.6,5000,'dog','d','555-0104'),"
    "  (15,'Ed Fox','Chile',35,2004,1.65,5500,'dog','e','none'),"
    "  (16,'unknown','United States',34,2004,1.7,4000,'dog','f','555-0105'),"
    "  (17,'Flo NygrenTania','  Peru',36,2004,1.7,2500,'dog','g','x'),"
    "  (18,'Gil Lima','Brazil: south',36,2004,1.7,2500,'fee','h','y'),"
    "  (22,'Hal 9000','',36,2004,1.7,2500,'cat','i','z');"
    "CREATE TABLE guest (called TEXT, home TEXT, film TEXT, team TEXT);"
    "INSERT INTO guest VALUES"
    "  ('Kyle','Malta','East of Eden','A1'), ('Jo','Easter Island','West','A1'),"
    "  ('Jo','Isle of Man','East End','B1'), ('Al','Oslo','North','B1'),"
    "  ('Kris','Saint-Malo','The Eden Tree','B1'), ('Mo','Us Open','Tree of Life','B1'),"
    "  ('Bea','Cook Islands','North End','A1'), ('Cay','Do not panic','Wise Life','A1');"
    "CREATE TABLE river (mouth TEXT, spring TEXT);"
    "INSERT INTO river VALUES ('Bonn','Rust'), ('Lund','Bern'), ('Bern','Rust');"
    "CREATE TABLE note (text TEXT);"
    "INSERT INTO note VALUES ('East Ham, Essex'), ('in West Bengal');"
    "CREATE TABLE place (continent TEXT);"
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 8)"
    "INSERT INTO place SELECT c.column1 FROM n, (VALUES ('Asia', 8), ('Africa', 7), ('Europe', 6),"
    "  ('Oceania', 2), ('North America', 5), ('South America', 4), ('Antarctica', 1)) AS c"
    "  WHERE i <= c.column2;";

static struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    const char *path;
    struct schema schema;
    struct content_reader *reader;
    struct content_source content;
} f;

static int set_up(void **state)
{
    (void)state;
    struct err e;
    f = (struct fixture){0};
    f.path = fixture_create(&f.arena, DATABASE);
    f.reader = content_reader_new(1);
    if (lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK ||
        schema_from_database(&f.arena, f.path, STR("stage"), &f.schema, &e) != OK)
        return 1;
    f.content = content_reader_of(f.reader, f.path, &f.schema);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fixture_remove(f.path);
    content_reader_free(f.reader);
    lexicon_release(&f.lexicon);
    arena_release(&f.arena);
    return 0;
}

/* Numbers as they are said */

static void expect_said(const char *like, int64_t units, const char *expected)
{
    struct said_number n;
    if (!said_number_read(&f.lexicon, str_from(like), &n))
        fail_msg("'%s' is no number", like);
    struct str said = said_number_write(&f.arena, &f.lexicon, &n, units);
    if (!str_eq(said, str_from(expected)))
        fail_msg("'%s' became '%.*s', not '%s'", like, STR_ARG(said), expected);
}

static void test_said_numbers(void **state)
{
    (void)state;
    expect_said("3", 5, "5");
    expect_said("3", 12345, "12345");
    expect_said("10,000", 9990, "9,990");
    expect_said("10,000", 1234567, "1,234,567");
    expect_said("2.50", 1275, "12.75");
    expect_said("2.5", 4, "0.4");
    expect_said("1,000.5", 12345, "1,234.5");
    expect_said("3rd", 11, "11th");
    expect_said("3rd", 22, "22nd");
    expect_said("21st", 101, "101st");
    expect_said("three", 13, "thirteen");
    expect_said("Three", 5, "Five");
    expect_said("three", 45, "forty-five");
    expect_said("twenty-five", 15, "fifteen");
    expect_said("three", 100, "");
    expect_said("3", -1, "");
}

static void test_no_numbers(void **state)
{
    (void)state;
    static const char *const none[] = {"",         "a",          "007",     "3D",
                                       "1e5",      "3.",         ".5",      "1,23",
                                       "1,2345",   "1234,567",   "3nd",     "2.5th",
                                       "five-six", "twenty-ten", "ten-one", "1234567890123456",
                                       "hundred",  "million",    "dozen"};
    struct said_number n;
    for (size_t i = 0; i < COUNT_OF(none); i++)
        if (said_number_read(&f.lexicon, str_from(none[i]), &n))
            fail_msg("'%s' is a number", none[i]);
}

static void test_equal_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *x, *y;
        bool equal;
    } pairs[] = {{"3", "three", true},
                 {"3", "3.0", true},
                 {"2.5", "2.50", true},
                 {"2.5", "2.05", false},
                 {"3", "30", false},
                 {"10,000", "10000", true},
                 {"0.00000000000001", "1", false},
                 {"999999999999999", "999999999999999", true}};
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        struct said_number x, y;
        assert_true(said_number_read(&f.lexicon, str_from(pairs[i].x), &x));
        assert_true(said_number_read(&f.lexicon, str_from(pairs[i].y), &y));
        if (said_number_equal(&x, &y) != pairs[i].equal)
            fail_msg("%s and %s", pairs[i].x, pairs[i].y);
    }
}

/* Mentions */

static uint32_t find_mention(const char *text, const char *value, struct value_mention *out)
{
    const struct lemmatizer z = {&f.lexicon};
    struct words words = words_read(&f.arena, &z, str_from(text));
    struct words *opened = ARENA_NEW(&f.arena, struct words);
    *opened = words_opened(&f.arena, &z, &words);
    return value_mention_find(opened, str_from(value), out);
}

static void test_mentions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value;
        uint32_t times;
        bool quoted;
    } samples[] = {
        {"singers from France?", "France", 1, false},
        {"France's singers", "France", 1, false},
        {"Are francE and France one?", "France", 2, false},
        {"code 'AB' here", "AB", 1, true},
        {"code \xe2\x80\x98"
         "AB\xe2\x80\x99 here",
         "AB", 1, true},
        {"code 'AB.' here", "AB", 1, false},
        {"the \"Ana Lima\" prize", "Lima", 1, false},
        {"the \"Ana Lima\" prize", "Ana Lima", 1, true},
        {"hometown `` A B ''", "A B", 1, false},
        {"hometown ``A B''", "A B", 1, true},
        {"cats and catalogues", "cat", 0, false},
        {"a cat-like dog", "cat", 0, false},
        {"fat-cat", "cat", 0, false},
        {"U.S.A", "A", 0, false},
        {"in the USA.", "USA", 1, false},
        {"the (USA)", "USA", 1, false},
        {"\xc3\xa9"
         "cat",
         "cat", 0, false},
        {"anything", "", 0, false},
        {"ab", "abc", 0, false},
    };
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct value_mention m = {0};
        uint32_t n = find_mention(samples[i].text, samples[i].value, &m);
        if (n != samples[i].times || m.quoted != samples[i].quoted)
            fail_msg("%s: %u times", samples[i].text, n);
    }
}

static void test_articles(void **state)
{
    (void)state;
    static const struct {
        const char *question, *old, *new;
        bool fits;
    } samples[] = {
        {"have a cat", "cat", "dog", true},     {"have a cat", "cat", "owl", false},
        {"have a cat", "cat", "ant", false},    {"have an ant", "ant", "eel", true},
        {"have an ant", "ant", "cat", false},   {"have the cat", "cat", "ant", true},
        {"a 'cat' pet", "cat", "ant", false},   {"an 8 cylinder car", "8", "4", false},
        {"an 8 cylinder car", "8", "11", true}, {"a 4 cylinder car", "4", "8", false},
        {"a 4 cylinder car", "4", "18", false}, {"a 4 cylinder car", "4", "180", true},
        {"a CV type", "CV", "FM", false},
    };
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct value_mention m;
        assert_int_equal(find_mention(samples[i].question, samples[i].old, &m), 1);
        if (value_mention_fits(&m, str_from(samples[i].new)) != samples[i].fits)
            fail_msg("%s: %s", samples[i].question, samples[i].new);
    }
}

/* Kinds of texts */

static void test_sayable(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool bare, quoted;
    } samples[] = {
        {"France", true, true},
        {"", false, false},
        {" France", false, false},
        {"France ", false, false},
        {"two\nlines", false, false},
        {"two  spaces", false, false},
        {"a \"b\"", false, false},
        {"O'Hara", true, false},
        {"\xe2\x80\x93", false, false},
        {"\xff", false, false},
        {"S\xc3\xa3o Paulo", true, true},
        {"Why?", false, true},
        {"-", false, true},
    };
    for (size_t i = 0; i < COUNT_OF(samples); i++)
        if (text_sayable(str_from(samples[i].text), false) != samples[i].bare ||
            text_sayable(str_from(samples[i].text), true) != samples[i].quoted)
            fail_msg("'%s'", samples[i].text);
}

static void test_alike(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new;
        bool bare, quoted;
    } samples[] = {
        {"France", "Italy", true, true},
        {"France", "italy", false, true},
        {"France", "New Zealand", true, true},
        {"France", "Auditions 1", false, true},
        {"France", "123", false, false},
        {"France", "Italy: north", false, true},
        {"Arabic", "Arabic-French", false, true},
        {"Arabic-French", "Serbo-Croatian", true, true},
        {"Arabic", "French/Dutch", false, true},
        {"Arabic", "Creole (French)", false, true},
        {"Ana Lima", "J. M. Lima", true, true},
        {"Ana Lima", "Mrs. Lima", false, true},
        {"Ana Lima", "Cy O'Hara", true, true},
        {"Ana Lima", "'Cy' Hara", false, true},
        {"Ana Lima", "Flo NygrenTania", false, false},
        {"Ana Lima", "Flo McLean", true, true},
        {"AirCon", "BurglarAlarm", true, true},
        {"555-0101", "555-0102", true, true},
        {"555-0101", "555 0102", false, false},
        {"555-0101", "5", false, false},
        {"555-0101", "55500102", false, false},
        {"A1", "B22", true, true},
        {"Cancelled", "New", false, true},
        {"Cancelled", "Paid Twice", false, true},
        {"Cancelled", "Delivered", true, true},
        {"Ed", "Somebody With Some Very Long Name Indeed", false, true},
    };
    for (size_t i = 0; i < COUNT_OF(samples); i++)
        if (text_alike(str_from(samples[i].old), str_from(samples[i].new), false) !=
                samples[i].bare ||
            text_alike(str_from(samples[i].old), str_from(samples[i].new), true) !=
                samples[i].quoted)
            fail_msg("%s, %s", samples[i].old, samples[i].new);
}

/* Words of texts */

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new;
        bool fits, known; /* … and with WordNet */
    } samples[] = {
        {"Data base", "Customer reviews", true, true},
        {"Data base", "Do not panic", false, false},
        {"Data base", "What is it", false, false},
        {"Data base", "History of Arts", true, true},
        {"Do not panic", "How to write", true, true},
        {"Australian Open", "Us Open", false, false},
        {"Kyle", "Tiffany", true, true},
        {"Kyle", "Jordan", true, true},
        {"Kyle", "Mark", true, false},
        {"English", "Dutch", true, true},
        {"English", "Man", true, false},
        {"English", "Fang", true, false},
        {"English", "Gaeli", true, false},
        {"South America", "Asia", true, true},
        {"china", "volvo", true, true},
        {"cat", "dog", true, true},
        {"USA", "UAE", true, true},
    };
    const struct knowledge_sources sources = {0};
    struct knowledge knowledge;
    struct err e;
    assert_int_equal(knowledge_load(&knowledge, &f.lexicon, &sources, &e), OK);
    struct relation_seed without = {.lexicon = &f.lexicon},
                         with = {.lexicon = &f.lexicon, .knowledge = &knowledge};
    bool present = wordnet_present(&knowledge.wordnet);
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct str old = str_from(samples[i].old), new = str_from(samples[i].new);
        if (text_words_fit(&f.arena, &without, old, new) != samples[i].fits ||
            (present && text_words_fit(&f.arena, &with, old, new) != samples[i].known))
            fail_msg("%s, %s", samples[i].old, samples[i].new);
    }
    knowledge_release(&knowledge);
    if (!present)
        print_message("no WordNet: known words were not tested\n");
}

/* Relations */

struct sample {
    const char *relation, *question, *query;
    const char *yes[3]; /* "question | query" of variants that it makes … */
    const char *no[5];  /* … and questions of such that it does not */
    uint32_t count;     /* of variants; 0 where it makes none, for this reason: */
    enum refusal why;
};

static const struct sample SAMPLES[] = {
    /* limits and counts */
    {"SQL-nondb-number",
     "Who are the 3 oldest singers?",
     "SELECT name FROM singer ORDER BY age DESC LIMIT 3",
     {"Who are the 5 oldest singers? | SELECT name FROM singer ORDER BY age DESC LIMIT 5",
      "Who are the 13 oldest singers? | SELECT name FROM singer ORDER BY age DESC LIMIT 13"},
     {"Who are the 1 oldest singers?", "Who are the 0 oldest singers?",
      "Who are the 3 oldest singers?", "Who are the 14 oldest singers?"},
     11,
     REFUSALS},
    {"SQL-nondb-number",
     "Which countries have at least twenty singers?",
     "SELECT country FROM singer GROUP BY country HAVING count(*) >= 20",
     {"Which countries have at least twenty-three singers? | SELECT country FROM singer GROUP BY "
      "country HAVING count(*) >= 23"},
     {NULL},
     20,
     REFUSALS},
    {"SQL-nondb-number",
     "Which countries have 2 or more and fewer than 5 singers?",
     "SELECT country FROM singer GROUP BY 1 HAVING count(*) >= 2 AND count(*) < 5",
     {"Which countries have 3 or more and fewer than 5 singers? | SELECT country FROM singer GROUP "
      "BY 1 HAVING count(*) >= 3 AND count(*) < 5"},
     {"Which countries have 5 or more and fewer than 5 singers?",
      "Which countries have 2 or more and fewer than 2 singers?"},
     9 + 12,
     REFUSALS},
    {"SQL-nondb-number",
     "Who is the oldest singer?",
     "SELECT name FROM singer ORDER BY age LIMIT 1",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_SMALL},
    {"SQL-nondb-number",
     "Who are the oldest singers?",
     "SELECT name FROM singer ORDER BY age LIMIT 3",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-nondb-number",
     "Of the 3 countries, who are the three oldest singers?",
     "SELECT name FROM singer ORDER BY age LIMIT 3",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_SAID_TWICE},
    {"SQL-nondb-number",
     "Who are the 3 oldest singers of label 3?",
     "SELECT name FROM singer WHERE label = '3' ORDER BY age LIMIT 3",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_REPEATED},
    {"SQL-nondb-number",
     "Who are the 3 oldest cheap singers?",
     "SELECT name FROM singer WHERE fee < 3 ORDER BY age LIMIT 3",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_REPEATED},
    {"SQL-nondb-number",
     "Which countries have two hundred singers?",
     "SELECT country FROM singer GROUP BY country HAVING count(*) = 2",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-nondb-number",
     "How many singers are older than 30?",
     "SELECT count(*) FROM singer WHERE age > 30",
     {NULL},
     {NULL},
     0,
     REFUSED_NO_VALUE},
    {"SQL-nondb-number",
     "Which countries have 2 rich singers?",
     "SELECT country FROM singer WHERE fee > 5 GROUP BY 1 HAVING count(*) = 2",
     {"Which countries have 6 rich singers? | SELECT country FROM singer WHERE fee > 5 GROUP BY 1 "
      "HAVING count(*) = 6"},
     {"Which countries have 5 rich singers?"},
     9,
     REFUSALS},
    /* numbers of columns */
    {"SQL-db-number",
     "Who is older than 25?",
     "SELECT name FROM singer WHERE age > 25",
     {"Who is older than 21? | SELECT name FROM singer WHERE age > 21",
      "Who is older than 35? | SELECT name FROM singer WHERE age > 35"},
     {"Who is older than 20?", "Who is older than 36?", "Who is older than 25?"},
     14,
     REFUSALS},
    {"SQL-db-number",
     "Who was born after 2000?",
     "SELECT name FROM singer WHERE year > 2000",
     {"Who was born after 1990? | SELECT name FROM singer WHERE year > 1990",
      "Who was born after 2004? | SELECT name FROM singer WHERE year > 2004"},
     {"Who was born after 1989?", "Who was born after 2005?"},
     14,
     REFUSALS},
    {"SQL-db-number",
     "Who is 33 years old?",
     "SELECT name FROM singer WHERE age = 33",
     {"Who is 25 years old? | SELECT name FROM singer WHERE age = 25",
      "Who is 40 years old? | SELECT name FROM singer WHERE age = 40"},
     {"Who is 30 years old?"},
     5,
     REFUSALS},
    {"SQL-db-number",
     "Who is number 12?",
     "SELECT name FROM singer WHERE id = 12",
     {"Who is number 22? | SELECT name FROM singer WHERE id = 22"},
     {"Who is number 10?", "Who is number 20?"},
     8,
     REFUSALS},
    {"SQL-db-number",
     "Who comes after number 14?",
     "SELECT name FROM singer WHERE id > 14",
     {"Who comes after number 12? | SELECT name FROM singer WHERE id > 12"},
     {"Who comes after number 10?", "Who comes after number 20?"},
     8,
     REFUSALS},
    {"SQL-db-number",
     "Which label has singers of 33?",
     "SELECT label FROM singer GROUP BY label HAVING sum(age) = 33",
     {"Which label has singers of 43? | SELECT label FROM singer GROUP BY label HAVING sum(age) = "
      "43"},
     {NULL},
     20,
     REFUSALS},
    {"SQL-db-number",
     "Who is taller than 1.75?",
     "SELECT name FROM singer WHERE height > 1.75",
     {"Who is taller than 1.68? | SELECT name FROM singer WHERE height > 1.68"},
     {"Who is taller than 1.7?", "Who is taller than 1.59?"},
     30,
     REFUSALS},
    {"SQL-db-number",
     "Who is taller than 1.750?",
     "SELECT name FROM singer WHERE height > 1.75",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-db-number",
     "Who is over 25/7?",
     "SELECT name FROM singer WHERE age > 25",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-db-number",
     "Who asks for more than 3,500?",
     "SELECT name FROM singer WHERE fee > 3500",
     {"Who asks for more than 3,400? | SELECT name FROM singer WHERE fee > 3400",
      "Who asks for more than 4,450? | SELECT name FROM singer WHERE fee > 4450"},
     {"Who asks for more than 3,499?", "Who asks for more than 4,600?"},
     40,
     REFUSALS},
    {"SQL-db-number",
     "Who is between 25 and 33?",
     "SELECT name FROM singer WHERE age BETWEEN 25 AND 33",
     {"Who is between 30 and 33? | SELECT name FROM singer WHERE age BETWEEN 30 AND 33"},
     {"Who is between 34 and 33?", "Who is between 25 and 24?", "Who is between 33 and 33?"},
     11 + 14,
     REFUSALS},
    {"SQL-db-number",
     "Who is older than 33 or younger than 33?",
     "SELECT name FROM singer WHERE age > 33 OR age < 33",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_REPEATED},
    {"SQL-db-number",
     "Who is not a child?",
     "SELECT name FROM singer WHERE age > 17",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-db-number",
     "Who is older than 1?",
     "SELECT name FROM singer WHERE age > 1",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_SMALL},
    {"SQL-db-number",
     "Who was born in '2001'?",
     "SELECT name FROM singer WHERE year = \"2001\"",
     {"Who was born in '2003'? | SELECT name FROM singer WHERE year = \"2003\""},
     {NULL},
     13,
     REFUSALS},
    /* texts; one that another column has, too, could be meant there */
    {"SQL-db-text",
     "Which rivers end in Bonn?",
     "SELECT spring FROM river WHERE mouth = 'Bonn'",
     {"Which rivers end in Lund? | SELECT spring FROM river WHERE mouth = 'Lund'"},
     {"Which rivers end in Bern?"},
     1,
     REFUSALS},
    {"SQL-db-text",
     "Which rivers end in Bonn (BN)?",
     "SELECT spring FROM river WHERE mouth = 'Bonn'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_SAID_TWICE},
    {"SQL-db-text",
     "Which rivers end in Bern?",
     "SELECT spring FROM river WHERE mouth = 'Bern'",
     {"Which rivers end in Lund? | SELECT spring FROM river WHERE mouth = 'Lund'"},
     {NULL},
     2,
     REFUSALS},
    {"SQL-db-text",
     "Who is from Portugal?",
     "SELECT name FROM singer WHERE country = 'Portugal'",
     {"Who is from Sweden? | SELECT name FROM singer WHERE country = 'Sweden'",
      "Who is from Chile? | SELECT name FROM singer WHERE country = 'Chile'"},
     {"Who is from USA?", "Who is from United States?", "Who is from Portugal?",
      "Who is from Brazil: south?"},
     2,
     REFUSALS},
    {"SQL-db-text",
     "Who is from the USA?",
     "SELECT name FROM singer WHERE country = 'USA'",
     {"Who is from the UK? | SELECT name FROM singer WHERE country = 'UK'",
      "Who is from the United States? | SELECT name FROM singer WHERE country = 'United States'"},
     {"Who is from the Sweden?"},
     2,
     REFUSALS},
    {"SQL-db-text",
     "Who is in the USA team?",
     "SELECT name FROM singer WHERE country = 'USA'",
     {"Who is in the Sweden team? | SELECT name FROM singer WHERE country = 'Sweden'"},
     {NULL},
     5,
     REFUSALS},
    {"SQL-db-text",
     "How old is the singer named \"Ana Lima\"?",
     "SELECT age FROM singer WHERE name = \"Ana Lima\"",
     {"How old is the singer named \"Bo Ek\"? | SELECT age FROM singer WHERE name = \"Bo Ek\""},
     {"How old is the singer named \"unknown\"?", "How old is the singer named \"Cy O'Hara\"?",
      "How old is the singer named \"Flo NygrenTania\"?"},
     5,
     REFUSALS},
    {"SQL-db-text",
     "How old is Ana Lima?",
     "SELECT age FROM singer WHERE name = 'Ana Lima'",
     {"How old is Cy O'Hara? | SELECT age FROM singer WHERE name = 'Cy O''Hara'"},
     {"How old is Hal 9000?"},
     5,
     REFUSALS},
    {"SQL-db-text",
     "Is \"Portugal\" a country of singers?",
     "SELECT count(*) FROM singer WHERE country = \"Portugal\"",
     {"Is \"Sweden\" a country of singers? | SELECT count(*) FROM singer WHERE country = "
      "\"Sweden\""},
     {"Is \"Chile\" a country of singers?"}, /* a column's name: "Chile" would be the column */
     5,
     REFUSALS},
    {"SQL-db-text",
     "Who is from Sweden or Portugal?",
     "SELECT name FROM singer WHERE country IN ('Sweden', 'Portugal')",
     {"Who is from Chile or Portugal? | SELECT name FROM singer WHERE country IN ('Chile', "
      "'Portugal')"},
     {"Who is from Portugal or Portugal?"},
     2,
     REFUSALS},
    {"SQL-db-text",
     "Who has a cat?",
     "SELECT name FROM singer WHERE label = 'cat'",
     {"Who has a dog? | SELECT name FROM singer WHERE label = 'dog'"},
     {"Who has a owl?"},
     2,
     REFUSALS},
    {"SQL-db-text",
     "Who has the phone 555-0101?",
     "SELECT name FROM singer WHERE phone != '555-0101'",
     {"Who has the phone 555-0105? | SELECT name FROM singer WHERE phone != '555-0105'"},
     {"Who has the phone x?"},
     4,
     REFUSALS},
    {"SQL-db-text",
     "Whose name has 'Ana' in it?",
     "SELECT name FROM singer WHERE name LIKE '%Ana%'",
     {"Whose name has 'Gil' in it? | SELECT name FROM singer WHERE name LIKE '%Gil%'"},
     {"Whose name has 'Bo' in it?", "Whose name has 'unknown' in it?",
      "Whose name has 'Ray' in it?"},
     3,
     REFUSALS},
    {"SQL-db-text",
     "Whose name has 'Lima' in it?",
     "SELECT name FROM singer WHERE name LIKE '%Lima%'",
     {"Whose name has 'Ray' in it? | SELECT name FROM singer WHERE name LIKE '%Ray%'"},
     {NULL},
     6,
     REFUSALS},
    /* a name of one becomes a name of one */
    {"SQL-db-text",
     "What team has Kyle?",
     "SELECT team FROM guest WHERE called = 'Kyle'",
     {"What team has Kris? | SELECT team FROM guest WHERE called = 'Kris'"},
     {"What team has Jo?"},
     5,
     REFUSALS},
    {"SQL-db-text",
     "What team has Jo?",
     "SELECT team FROM guest WHERE called = 'Jo'",
     {"What team has Kyle? | SELECT team FROM guest WHERE called = 'Kyle'"},
     {NULL},
     6,
     REFUSALS},
    /* one is on an island; a sentence is not a home */
    {"SQL-db-text",
     "Who lives in Malta?",
     "SELECT called FROM guest WHERE home = 'Malta'",
     {"Who lives in Oslo? | SELECT called FROM guest WHERE home = 'Oslo'"},
     {"Who lives in Easter Island?", "Who lives in Saint-Malo?", "Who lives in Us Open?",
      "Who lives in Cook Islands?", "Who lives in Do not panic?"},
     1,
     REFUSALS},
    {"SQL-db-text",
     "Who comes from Malta?",
     "SELECT called FROM guest WHERE home = 'Malta'",
     {"Who comes from Easter Island? | SELECT called FROM guest WHERE home = 'Easter Island'"},
     {"Who comes from Do not panic?"},
     3,
     REFUSALS},
    {"SQL-db-text",
     "Whose home is 'Malta'?",
     "SELECT called FROM guest WHERE home = 'Malta'",
     {"Whose home is 'Do not panic'? | SELECT called FROM guest WHERE home = 'Do not panic'"},
     {NULL},
     7,
     REFUSALS},
    /* a whole name is not part of one, and parts that several have are better */
    {"SQL-db-text",
     "Whose film has 'East' in it?",
     "SELECT called FROM guest WHERE film LIKE '%East%'",
     {"Whose film has 'Wise' in it? | SELECT called FROM guest WHERE film LIKE '%Wise%'",
      "Whose film has 'The' in it? | SELECT called FROM guest WHERE film LIKE '%The%'"},
     {"Whose film has 'West' in it?", "Whose film has 'North' in it?",
      "Whose film has 'Eden' in it?"},
     3,
     REFUSALS},
    {"SQL-db-text",
     "What has 'East' in it?",
     "SELECT text FROM note WHERE text LIKE '%East%'",
     {"What has 'Bengal' in it? | SELECT text FROM note WHERE text LIKE '%Bengal%'"},
     {NULL},
     3,
     REFUSALS},
    {"SQL-db-text",
     "Whose film has 'West' in it?",
     "SELECT called FROM guest WHERE film LIKE '%West%'",
     {"Whose film has 'North' in it? | SELECT called FROM guest WHERE film LIKE '%North%'"},
     {"Whose film has 'Wise' in it?"},
     6,
     REFUSALS},
    /* what is rare beside the old one is left out, if enough others are there */
    {"SQL-db-text",
     "How many places are in Asia?",
     "SELECT count(*) FROM place WHERE continent = 'Asia'",
     {"How many places are in Oceania? | SELECT count(*) FROM place WHERE continent = 'Oceania'"},
     {"How many places are in Antarctica?"},
     5,
     REFUSALS},
    {"SQL-db-text",
     "How many places are in Asia or Europe?",
     "SELECT count(*) FROM place WHERE continent = 'Asia' OR continent IN ('Europe', 'Africa')",
     {"How many places are in Antarctica or Europe? | SELECT count(*) FROM place WHERE continent = "
      "'Antarctica' OR continent IN ('Europe', 'Africa')"},
     {NULL},
     8,
     REFUSALS},
    {"SQL-db-text",
     "Who has cats?",
     "SELECT name FROM singer WHERE label = 'cat'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-db-text",
     "Who is from portugal?",
     "SELECT name FROM singer WHERE country = 'portugal'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-db-text",
     "Who is from Portugal?",
     "SELECT name FROM singer WHERE country = 'portugal'",
     {"Who is from Sweden? | SELECT name FROM singer WHERE country = 'Sweden'"},
     {NULL},
     2,
     REFUSALS},
    {"SQL-db-text",
     "Whose dog is a good dog?",
     "SELECT name FROM singer WHERE label = 'dog'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_SAID_TWICE},
    {"SQL-db-text",
     "Who is in the Sweden?",
     "SELECT name FROM singer WHERE country = 'Sweden'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_ARTICLE},
    {"SQL-db-text",
     "Which singer is a singer?",
     "SELECT name FROM singer WHERE name = 'singer'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_SAID_TWICE},
    {"SQL-db-text",
     "Who has a 'CAT'?",
     "SELECT name FROM singer WHERE label = 'cat'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-db-text",
     "Who has the label fee?",
     "SELECT name FROM singer WHERE label = 'fee'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_IS_NAME},
    {"SQL-db-text",
     "How old is the woman named Ana Lima?",
     "SELECT age FROM singer WHERE name = 'Ana Lima'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_GENDER},
    {"SQL-db-text",
     "How old is Ana Lima? Tell his or her country, too.",
     "SELECT age, country FROM singer WHERE name = 'Ana Lima'",
     {NULL},
     {NULL},
     5,
     REFUSALS},
    {"SQL-db-text",
     "Whose name has 'An' in it?",
     "SELECT name FROM singer WHERE name LIKE '%An%'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_UNSAID},
    {"SQL-db-text",
     "Who has label h?",
     "SELECT name FROM singer WHERE Chile = 'h'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_IS_NAME},
    {"SQL-db-text",
     "Who has label a?",
     "SELECT name FROM singer WHERE Chile = 'a'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_IS_NAME},
    {"SQL-db-text",
     "Who is from Sweden?",
     "SELECT name FROM singer WHERE country = 'Sweden' UNION SELECT name FROM singer WHERE country "
     "= 'Sweden'",
     {NULL},
     {NULL},
     0,
     REFUSED_VALUE_REPEATED},
};

static bool is_variant(const struct test_case *c, const char *expected)
{
    struct str both =
        arena_printf(&f.arena, "%.*s | %.*s", STR_ARG(c->question), STR_ARG(c->query));
    return str_eq(both, str_from(expected)) || str_eq(c->question, str_from(expected));
}

static bool makes(const struct case_list *l, const char *expected)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (is_variant(&l->items[i], expected))
            return true;
    return false;
}

static void check_case(const struct test_case *c)
{
    assert_int_equal(c->claim, CLAIM_CHANGED);
    assert_true(c->edit.what == EDIT_VALUE || c->edit.what == EDIT_LIMIT);
    assert_true(c->edit.from.len > 0 && c->edit.to.len > 0);
    assert_false(str_eq(c->edit.from, c->edit.to));
    assert_true(c->edit.to.ptr[0] != '"'); /* as SQL has it everywhere */
}

static struct case_list draw(const struct sample *t, struct refusal_tally *tally)
{
    struct relation_seed s =
        make_seed(&f.arena, &f.lexicon, &f.schema, str_from(t->question), str_from(t->query));
    if (!s.stmt)
        fail_msg("%s cannot be read", t->query);
    const struct relation *r = relation_find(str_from(t->relation));
    const void *plan;
    s.content = &f.content;
    uint64_t n = r->count(&f.arena, &s, &plan);
    s.refusals = tally;
    struct case_list l = relation_draw(&f.arena, r, &s, MAX_VARIANTS, rng_stream(0, STR("x"), 0));
    assert_true(l.count <= n);
    if (l.count < n && !str_eq(str_from(t->relation), STR("SQL-db-text")))
        fail_msg("%s: a variant twice", t->question); /* texts may differ only in what was drawn */
    return l;
}

static void check_sample(const struct sample *t)
{
    struct refusal_tally tally = {0};
    struct case_list l = draw(t, &tally);
    if (l.count != t->count)
        fail_msg("%s: %u variants, not %u", t->question, l.count, t->count);
    for (size_t i = 0; i < 3 && t->yes[i]; i++)
        if (!makes(&l, t->yes[i]))
            fail_msg("%s: no %s", t->question, t->yes[i]);
    for (size_t i = 0; i < 5 && t->no[i]; i++)
        if (makes(&l, t->no[i]))
            fail_msg("%s: there is %s", t->question, t->no[i]);
    for (uint32_t i = 0; i < l.count; i++)
        check_case(&l.items[i]);
    if (t->count == 0 && tally.counts[t->why] == 0)
        fail_msg("%s: refused for another reason than '%s'", t->question, refusal_name(t->why));
}

static void test_relations(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SAMPLES); i++)
        check_sample(&SAMPLES[i]);
}

/* The evidence would still mention the old value. */
static void test_evidence(void **state)
{
    (void)state;
    struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schema, STR("Who is over 25?"),
                                       STR("SELECT name FROM singer WHERE age > 25"));
    struct refusal_tally tally = {0};
    struct seed seed = *s.seed;
    const void *plan;
    s.seed = &seed;
    s.content = &f.content;
    s.refusals = &tally;
    seed.evidence = STR("over 25 means age > 25");
    assert_int_equal(relation_SQL_db_number.count(&f.arena, &s, &plan), 0);
    assert_int_equal(tally.counts[REFUSED_VALUE_EVIDENCE], 1);
    seed.evidence = STR("over 125 means nothing");
    assert_int_equal(relation_SQL_db_number.count(&f.arena, &s, &plan), 14);
}

/* However fine a number is, its variants have an end. */
static void test_many_decimals(void **state)
{
    (void)state;
    struct relation_seed s =
        make_seed(&f.arena, &f.lexicon, &f.schema, STR("Who is over 1.70000000000001?"),
                  STR("SELECT name FROM singer WHERE height > 1.70000000000001"));
    const void *plan;
    s.content = &f.content;
    assert_int_equal(relation_SQL_db_number.count(&f.arena, &s, &plan), 29);
}

/* Without a gold, the query in its place has the places, and only the edit is reported. */
static void test_without_gold(void **state)
{
    (void)state;
    struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schema, STR("Who is over 25?"),
                                       STR("SELECT name FROM singer WHERE age > 25"));
    struct seed seed = *s.seed;
    seed.reads = seed.query;
    seed.query = STR_NONE;
    s.seed = &seed;
    s.content = &f.content;
    struct case_list l =
        relation_draw(&f.arena, &relation_SQL_db_number, &s, 5, rng_stream(0, STR("x"), 0));
    assert_int_equal(l.count, 5);
    assert_null(l.items[0].query.ptr);
    assert_true(str_eq(l.items[0].edit.from, STR("25")));
}

/* Without rows nothing is known of a column, and without a query nothing of the question. */
static void test_nothing_to_go_by(void **state)
{
    (void)state;
    struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schema, STR("Who is over 25?"),
                                       STR("SELECT name FROM singer WHERE age > 25"));
    const void *plan;
    assert_int_equal(relation_SQL_db_number.count(&f.arena, &s, &plan), 0);
    assert_int_equal(relation_SQL_db_text.count(&f.arena, &s, &plan), 0);
    s.content = &f.content;
    s.stmt = NULL;
    assert_int_equal(relation_SQL_db_number.count(&f.arena, &s, &plan), 0);
    assert_int_equal(relation_SQL_nondb_number.count(&f.arena, &s, &plan), 0);
}

/* The edit makes the query of the case, except for quotes. */
static void test_change_is_told(void **state)
{
    (void)state;
    static const struct sample t = {.relation = "SQL-db-text",
                                    .question = "Who has a cat?",
                                    .query = "SELECT name FROM singer WHERE label = \"cat\""};
    struct case_list l = draw(&t, NULL);
    assert_int_equal(l.count, 1);
    assert_true(str_eq(l.items[0].change,
                       STR("{\"from\":\"cat\",\"to\":\"dog\",\"column\":\"singer.label\"}")));
    assert_true(str_eq(l.items[0].edit.on, STR("singer.label")));
    assert_true(str_eq(l.items[0].edit.from, STR("'cat'")));
    assert_true(str_eq(l.items[0].edit.to, STR("'dog'")));
}

/* Where there are fewer rows, the limit shows nothing. */
static void test_limit_is_reached(void **state)
{
    (void)state;
    static const struct sample t = {.relation = "SQL-nondb-number",
                                    .question = "Who are the 3 oldest?",
                                    .query = "SELECT name FROM singer ORDER BY age LIMIT 3"};
    struct refusal_tally tally = {{0}};
    struct case_list l = draw(&t, &tally);
    assert_true(l.count > 0);
    for (uint32_t i = 0; i < l.count; i++) {
        struct str to = l.items[i].edit.to;
        int n = atoi(arena_str(&f.arena, to).ptr);
        assert_true(l.items[i].condition.finds);
        assert_string_equal(
            l.items[i].condition.query.ptr,
            arena_printf(&f.arena, "SELECT name FROM singer ORDER BY age LIMIT 1 OFFSET %d", n - 1)
                .ptr);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_said_numbers),
        cmocka_unit_test(test_no_numbers),
        cmocka_unit_test(test_equal_numbers),
        cmocka_unit_test(test_mentions),
        cmocka_unit_test(test_articles),
        cmocka_unit_test(test_sayable),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_relations),
        cmocka_unit_test(test_limit_is_reached),
        cmocka_unit_test(test_evidence),
        cmocka_unit_test(test_nothing_to_go_by),
        cmocka_unit_test(test_change_is_told),
        cmocka_unit_test(test_many_decimals),
        cmocka_unit_test(test_without_gold),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
