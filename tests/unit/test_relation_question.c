/* test_relation_question.c: the rules of PI, PR, PS and SS, one by one. */
#include "unit.h"

#include "link/sentence.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"
#include "seeds.h"

#include <stdio.h>

static struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
} f;

static const char tables[] =
    "[{\"db_id\":\"concerts\",\"table_names\":[\"singer\",\"stadium\",\"concert\"],"
    "\"table_names_original\":[\"singer\",\"stadium\",\"concert\"],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"age\"],[0,\"country\"],[1,\"id\"],"
    "[1,\"name\"],[1,\"capacity\"],[1,\"highest\"],[1,\"number of seats\"],[1,\"min dew point\"],"
    "[2,\"id\"],[2,\"stadium id\"],[2,\"year\"],[0,\"rank\"],[0,\"sales\"],[0,\"final table "
    "made\"],[1,\"area\"],[1,\"height\"],[1,\"price\"],[1,\"score\"],[1,\"num of ticket\"]],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"Id\"],[0,\"Name\"],[0,\"Age\"],[0,\"Country\"],"
    "[1,\"Id\"],[1,\"Name\"],[1,\"Capacity\"],[1,\"Highest\"],[1,\"Seats\"],[1,\"Min_Dew_Point\"],"
    "[2,\"Id\"],[2,\"Stadium_Id\"],[2,\"Year\"],[0,\"Rank\"],[0,\"Sales\"],[0,\"Final_Table_Made\"]"
    ","
    "[1,\"Area\"],[1,\"Height\"],[1,\"Price\"],[1,\"Score\"],[1,\"Num_of_Ticket\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"number\",\"text\","
    "\"number\",\"number\",\"number\",\"number\",\"number\",\"number\",\"number\",\"number\","
    "\"number\",\"number\",\"number\",\"number\",\"number\",\"number\",\"number\"],"
    "\"primary_keys\":[1,5,11],\"foreign_keys\":[[12,5]]}]";

static int set_up(void **state)
{
    (void)state;
    struct err e;
    return lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK ||
           schema_set_parse(&f.arena, str_from(tables), &f.schemas, &e) != OK;
}

static int tear_down(void **state)
{
    (void)state;
    lexicon_release(&f.lexicon);
    arena_release(&f.arena);
    return 0;
}

/* All variants; `query` may be NULL. */
static struct case_list all(const char *relation, const char *question, const char *query)
{
    struct relation_seed s =
        make_seed(&f.arena, &f.lexicon, &f.schemas.schemas[0], str_from(question), str_from(query));
    assert_true(!query || s.stmt); /* the test's own SQL is right */
    return relation_draw(&f.arena, relation_find(str_from(relation)), &s, 1000,
                         rng_stream(1, STR("test"), 0));
}

static const struct test_case *find(struct case_list l, const char *question)
{
    for (uint32_t i = 0; i < l.count; i++)
        if (str_eq(l.items[i].question, str_from(question)))
            return &l.items[i];
    return NULL;
}

static void check_has(const char *relation, const char *question, const char *query,
                      const char *expected, int line)
{
    struct case_list l = all(relation, question, query);
    if (find(l, expected))
        return;
    for (uint32_t i = 0; i < l.count; i++)
        print_message("  %.*s\n", STR_ARG(l.items[i].question));
    print_error("line %d: no variant '%s'\n", line, expected);
    fail();
}

static void check_none(const char *relation, const char *question, const char *query, int line)
{
    struct case_list l = all(relation, question, query);
    if (l.count == 0)
        return;
    print_error("line %d: unwanted '%.*s'\n", line, STR_ARG(l.items[0].question));
    fail();
}

/* No variant contains the words, whatever their case. */
static void check_never(const char *relation, const char *question, const char *query,
                        const char *words, int line)
{
    struct case_list l = all(relation, question, query);
    struct str lower = str_from(words);
    for (uint32_t i = 0; i < l.count; i++) {
        struct str text = arena_str_lower(&f.arena, l.items[i].question);
        if (str_find(text, lower, 0) == text.len)
            continue;
        print_error("line %d: '%.*s'\n", line, STR_ARG(l.items[i].question));
        fail();
    }
}

#define HAS(relation, question, query, expected)                                                   \
    check_has(relation, question, query, expected, __LINE__)
#define NONE(relation, question, query) check_none(relation, question, query, __LINE__)
#define NEVER(relation, question, query, words)                                                    \
    check_never(relation, question, query, words, __LINE__)

static void test_words(void **state)
{
    (void)state;
    struct words q = words_scan(
        &f.arena, &f.lexicon,
        STR("Find the countries' \"top 5\" left-handed O'Neil in St. Louis for 3.5. List it"));
    static const char *const words[] = {"Find",   "the",    "countries'", "\"top 5\"", "left",
                                        "handed", "O'Neil", "in",         "St",        ".",
                                        "Louis",  "for",    "3.5"};
    assert_int_equal(q.n_first, COUNT_OF(words));
    for (uint32_t i = 0; i < q.n_first; i++)
        assert_true(str_eq(q.items[i].token, str_from(words[i])));
    assert_true(q.items[3].fixed && q.items[6].fixed && q.items[10].fixed && q.items[12].fixed);
    assert_false(q.items[0].fixed || q.items[2].fixed || q.items[4].fixed || q.items[5].fixed);
    assert_true(str_eq(text_after_first(&q), STR("List it")));
}

/* Each part of a word with hyphens is a word, but not the small word that it looks like. */
static void test_hyphens(void **state)
{
    (void)state;
    struct words q = words_scan(&f.arena, &f.lexicon, STR("Find one-way flights of twenty-one"));
    uint32_t end;
    assert_int_equal(q.count, 7);
    assert_true(q.items[2].joined && is_word_part(&q, 1) && is_word_part(&q, 2));
    assert_false(q.items[1].joined || is_word_part(&q, 0) || is_word_part(&q, 3));
    assert_true(token_is(&q, 4, "of"));
    assert_false(token_is(&q, 1, "one") || token_is(&q, 2, "way"));
    assert_int_equal(phrase_at(&q, 1, STR("one way")), 0);
    assert_true(str_eq(word_joined(&q, 5, &end), STR("twenty-one")) && end == 7);
}

/* Relations see no half of a question. */
static void test_cut(void **state)
{
    (void)state;
    struct buf text = {0};
    buf_put(&text, STR("Which singers are older than 20"));
    for (int i = 0; i < WORDS_MAX; i++)
        buf_put(&text, STR(" or 20"));
    assert_true(words_scan(&f.arena, &f.lexicon, buf_str(&text)).cut);
    const struct words *words = relation_words(&f.arena, &f.lexicon, buf_str(&text));
    assert_true(words->cut && words->count == 0);
    buf_release(&text);
}

/* What stands after the first sentence. */
static void test_sentence_ends(void **state)
{
    (void)state;
    static const struct {
        const char *question, *after;
    } CASES[] = {
        {"Find all cities, i.e. places. List them.", "List them."},
        {"Find cities, e.g., Paris.", ""},
        {"Find fruits, apples etc., and their prices.", ""},
        {"Who lives in the U.S. or the U.K. now? Count them.", "Count them."},
        {"Find people in the U.S. The answer is sorted.", "The answer is sorted."},
        {"Find Mr. Smith vs. Dr. Lee of St. Louis.", ""},
        {"Find books by J. R. Smith.", ""},
        {"Find the room no. 5. Show its price.", "Show its price."},
        {"Show the 1. Bundesliga clubs.", ""},
        {"Find the one with id 1. Please sort by age.", "Please sort by age."},
        {"Find the price 3.5 and the file a.txt. Count it.", "Count it."},
        {"Find people with a Ph.D. degree. Who is old?", "Who is old?"},
        {"Count the Computer Info. Systems courses.", ""},
        {"Count people in Rome. Show it.", "Show it."},
        {"Is it yes or no. List both.", "List both."},
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct words q = words_scan(&f.arena, &f.lexicon, str_from(CASES[i].question));
        if (!str_eq(text_after_first(&q), str_from(CASES[i].after)))
            fail_msg("%s: '%.*s'", CASES[i].question, STR_ARG(text_after_first(&q)));
    }
}

static void test_words_hostile(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",         "?",        ".",        "What",  "what is", "'",         "\"a",          "a'",
        "\xff\xfe", "How many", "Find the", "...?!", "Which ?", "Count the", "what is the '"};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (const struct relation *const *r = RELATIONS; *r; r++)
            all((*r)->id, texts[i], "SELECT max(age), count(*) FROM singer");
}

static void test_insertion(void **state)
{
    (void)state;
    HAS("PI", "What is the age of all singers?", NULL, "Tell me what the age of all singers is.");
    HAS("PI", "Which singers are older than 20 ?", NULL,
        "I want to know which singers are older than 20.");
    HAS("PI", "WHICH singers are older?", NULL, "Tell me which singers are older.");
    HAS("PI", "who is the oldest singer", NULL, "Find out who the oldest singer is.");
    HAS("PI", "Which stadium has the most concerts? List its Name.", NULL,
        "Let me know which stadium has the most concerts. List its Name.");
    HAS("PI", "In which year was the stadium built?", NULL,
        "I have a question: in which year was the stadium built?");
    NONE("PI", "Can you list the names?", NULL);
    NONE("PI", "Find the names of all singers.", NULL);
    NONE("PI", "Count the singers.", NULL);
    NONE("PI", "For each stadium, how many concerts are there?", NULL);
}

static void test_insertion_order(void **state)
{
    (void)state;
    HAS("PI", "How many singers do we have?", NULL, "Tell me how many singers we have.");
    HAS("PI", "How many singers are there in 'Paris'?", NULL,
        "Tell me how many singers there are in 'Paris'.");
    HAS("PI", "How many likes does Kyle have?", NULL, "Tell me how many likes Kyle has.");
    HAS("PI", "How many singers did not sing?", NULL, "Tell me how many singers did not sing.");
    HAS("PI", "When did the concert begin?", NULL, "My question is: when did the concert begin?");
    HAS("PI", "What region is Kabul in?", NULL, "Please tell me: what region is Kabul in?");
    NEVER("PI", "How many singers do we have?", NULL, "do we have");
    NEVER("PI", "How many concerts are there?", NULL, "are there");
    NEVER("PI", "When did the concert begin?", NULL, "know when did");
    NEVER("PI", "Where is the stadium?", NULL, "me where is");
}

/* Two questions in one sentence keep their order after a colon, and so do all questions whose order
 * is not sure. */
static void test_insertion_of_two_questions(void **state)
{
    (void)state;
    HAS("PI", "How many people live in Asia, and what is the largest GNP among them?", NULL,
        "I want to know the following: how many people live in Asia, and what is the largest GNP "
        "among them?");
    NEVER("PI", "How many people live in Asia, and what is the largest GNP among them?", NULL,
          "know how many");
    NEVER("PI", "Which singers have a song and in which years was it released?", NULL, "me which");
    NEVER("PI", "Which stadium has a roof and who built it?", NULL, "me which");
    NEVER("PI", "What year was the stadium built?", NULL, "me what");
    NEVER("PI", "How many times has a singer won the contest?", NULL, "me how");
    NEVER("PI", "Which plane can Smith fly?", NULL, "me which");
    NEVER("PI", "Which cities do more than one employee come from?", NULL, "me which");
    HAS("PI", "Which songs do the singers like?", NULL, "Tell me which songs the singers like.");
    NEVER("PI", "Which is the oldest stadium?", NULL, "me which");
    NEVER("PI", "Which city is Kabul?", NULL, "me which");
    /* no verb that is known: nothing shows the order */
    NEVER("PI", "How many flights arriving in Aberdeen city?", NULL, "me how");
    HAS("PI", "Which singers were born in 1948?", NULL, "Tell me which singers were born in 1948.");
    HAS("PI", "Who has the most songs?", NULL, "Tell me who has the most songs.");
    /* a command is not part of a question */
    NONE("PI", "What are the names of all singers, and order the results by age?", NULL);
}

/* "Tell me what are the names" is what nobody writes: the verb goes to the end, or where it would
 * be lost there the question stays whole. */
static void test_insertion_before_what_is(void **state)
{
    (void)state;
    HAS("PI", "How many concerts does Kim have?", NULL, "Find out how many concerts Kim has.");
    NEVER("PI", "How many concerts does Kim like?", NULL, "has");
    NEVER("PI", "How many concerts does have", NULL, " has");
    HAS("PI", "Who are the oldest singers?", NULL, "Tell me who the oldest singers are.");
    HAS("PI", "Who is older than 20?", NULL, "Tell me who is older than 20.");
    HAS("PI", "What are the names of singers, sorted by age?", NULL,
        "My question is: what are the names of singers, sorted by age?");
    HAS("PI", "What are the names of singers that are not from France?", NULL,
        "Tell me: what are the names of singers that are not from France?");
    HAS("PI", "What is average age of singers?", NULL, "Tell me: what is average age of singers?");
    HAS("PI", "What's the age of all singers?", NULL, "Tell me: what's the age of all singers?");
    HAS("PI", "What singers are there?", NULL, "Tell me what singers there are.");
    NEVER("PI", "What are the names of singers ordered by age?", NULL, "age are.");
    NEVER("PI", "What are the names of singers?", NULL, "what are");
    NEVER("PI", "What are the codes of countries with more than 50 players?", NULL, "players are");
    NEVER("PI", "What is all the information about hiring?", NULL, "hiring is");
    NEVER("PI", "What are the different cities listed?", NULL, "listed are");
    NEVER("PI", "What is the names of singers?", NULL, "singers is");
}

static void test_removal(void **state)
{
    (void)state;
    HAS("PR", "What is the age of all singers?", NULL, "The age of all singers?");
    HAS("PR", "what are names of singers ?", NULL, "Names of singers?");
    HAS("PR", "Find the names of singers from \"France\".", NULL,
        "The names of singers from \"France\".");
    HAS("PR", "Please show all singers", NULL, "All singers.");
    HAS("PR", "Give me 'Paris' concerts.", NULL, "'Paris' concerts.");
    HAS("PR", "What is Kyle's grade?", NULL, "Kyle's grade?");
    assert_int_equal(all("PR", "Tell me the names.", NULL).count, 1);
}

static void test_removal_not(void **state)
{
    (void)state;
    NONE("PR", "When is the concert?", NULL);
    NONE("PR", "Where are the stadiums?", NULL);
    NONE("PR", "How many singers are there?", NULL);
    NONE("PR", "Count the singers.", NULL);
    NONE("PR", "Which singers are older than 20?", NULL);
    NONE("PR", "What is Kyle interested in?", NULL);
    NONE("PR", "What is the name of the singer and how old is he?", NULL);
    NONE("PR", "Find the names of singers and sort by age.", NULL);
    NONE("PR", "What is there?", NULL);
    NONE("PR", "Finding the names is hard.", NULL);
    NONE("PR", "What is the oldest singer? List the name.", NULL);
}

/* A second command stays one only after a command. */
static void test_second_command(void **state)
{
    (void)state;
    static const char *const questions[] = {
        "Find the names of the visitors, and order the results by the level.",
        "Select the name and price of all products, and sort first by price.",
        "Find the number of employees hired in each shop; show the shop name as well.",
        "Show the date of the transcript with the least results, also list the id.",
        "Find the names of singers and retrieve ages.",
        "Show the list of employees and rank by age.",
        "Find the earliest version number and show it's type code.",
        "List all the names of programs, ordering by launch time.",
    };
    static const char *const statements[] = {"i want", "i would", "let me", "what"};
    for (size_t i = 0; i < COUNT_OF(questions); i++) {
        NONE("PR", questions[i], NULL);
        for (size_t j = 0; j < COUNT_OF(statements); j++)
            NEVER("PS", questions[i], NULL, statements[j]);
    }
    HAS("PS", questions[0], NULL,
        "Please show the names of the visitors, and order the results by the level.");
    /* nouns that could be commands */
    HAS("PR", "Find the name and rank of the 3 youngest winners.", NULL,
        "The name and rank of the 3 youngest winners.");
    HAS("PS", "Show the invoice dates, order ids, and order details.", NULL,
        "Let me see the invoice dates, order ids, and order details.");
}

static void test_substitution(void **state)
{
    (void)state;
    HAS("PS", "What is the name of each singer?", NULL, "List the name of each singer.");
    NONE("PS", "How many singers are there and who is the oldest?", "SELECT count(*) FROM singer");
    /* what belongs to which noun must be plain */
    NONE("PS", "Count the singers of the countries in Asia.", "SELECT count(*) FROM singer");
    HAS("PS", "Count the singers of the countries.", "SELECT count(*) FROM singer",
        "How many singers of the countries are there?");
    HAS("PS", "Count the singers of over 20 countries.", "SELECT count(*) FROM singer",
        "How many singers are there of over 20 countries?");
    HAS("PS", "Count the singers of each.", "SELECT count(*) FROM singer",
        "How many singers are there of each?");
    HAS("PS", "How many singers of the country are there?", "SELECT count(*) FROM singer",
        "Count the singers of the country.");
    HAS("PS", "How many singers of the countries in Asia were young?",
        "SELECT count(*) FROM singer",
        "Count the singers of the countries in Asia that were young.");
    HAS("PS", "Find the names of all singers.", NULL, "What are the names of all singers?");
    HAS("PS", "Show the average age of all singers.", NULL,
        "What is the average age of all singers?");
    HAS("PS", "List names and ages of singers.", NULL, "What are the names and ages of singers?");
    HAS("PS", "Show the status of the concert 'A'.", NULL,
        "What is the status of the concert 'A'?");
    HAS("PS", "Which singers are older than 20?", NULL, "What singers are older than 20?");
    HAS("PS", "Give Kyle's grade.", NULL, "What is Kyle's grade?");
    NEVER("PS", "Find the names of all singers.", NULL, "what is");
    NEVER("PS", "Show the age of all singers.", NULL, "what are");
    NEVER("PS", "Find each stadium.", NULL, "what");
    NEVER("PS", "Find the names of singers, and sort by age.", NULL, "what");
    NEVER("PS", "Which singers are older than 20?", NULL, "find");
    NEVER("PS", "What is the series?", NULL, "what are");
    NEVER("PS", "What are the names.", NULL, "what are"); /* another mark is not enough */
    NEVER("PS", "List the name of the singer and the number of concerts.", NULL, "what");
    NONE("PS", "When is the concert?", NULL);
    NONE("PS", "Find how many singers there are.", NULL);
}

static void test_substitution_reads_well(void **state)
{
    (void)state;
    HAS("PS", "Show ids for all templates.", NULL, "Tell me the ids for all templates.");
    HAS("PS", "Find different countries of singers.", NULL,
        "I want to see the different countries of singers.");
    HAS("PS", "Show 3 singers from France.", NULL, "Give me 3 singers from France.");
    /* one average is not listed */
    NEVER("PS", "What is the average age of singers?", NULL, "list");
    NEVER("PS", "What is the average age of all the singers?", NULL, "list");
    NEVER("PS", "Give the average earnings of singers.", NULL, "list");
    HAS("PS", "What is the average age of each singer?", NULL,
        "Please list the average age of each singer.");
    NEVER("PS", "List the name of singers that have songs.", NULL, "what is");
    HAS("PS", "List the highest price of all products.", NULL,
        "What is the highest price of all products?");
    NONE("PS", "What percentage of singers are old?", NULL);
    NONE("PS", "What information is there on singers?", NULL);
    HAS("PS", "Which year has the most concerts?", NULL, "What year has the most concerts?");
    HAS("PS", "Find the offices of professors with a Ph.D. degree in history.", NULL,
        "What are the offices of professors with a Ph.D. degree in history?");
}

static void test_counting(void **state)
{
    (void)state;
    const char *sql = "SELECT count(*) FROM singer";
    HAS("PS", "How many singers do we have?", sql, "Count the singers.");
    HAS("PS", "How many singers are there in 'Paris'?", sql, "Count the singers in 'Paris'.");
    HAS("PS", "How many singers are from each country?", sql,
        "What is the number of singers from each country?");
    HAS("PS", "How many singers have 2 songs?", sql, "Count the singers that have 2 songs.");
    HAS("PS", "How many singers did not sing?", sql,
        "Find the number of singers that did not sing.");
    HAS("PS", "How many flights depart from 'APG'?", sql,
        "Count the flights that depart from 'APG'.");
    HAS("PS", "Count the number of singers.", sql, "How many singers are there?");
    HAS("PS", "Count the singers from France.", sql, "How many singers are there from France?");
    HAS("PS", "What is the number of singers who are old?", sql,
        "How many singers are there who are old?");
    HAS("PS", "Find the number of singers in total.", sql, "Count the singers.");
    NEVER("PS", "Count the total number of singers listed.", sql, "are there");
    HAS("PS", "Count the total number of singers listed.", sql,
        "Find the number of singers listed.");
    NEVER("PS", "How many singers do we have?", sql, "do we have");
    NEVER("PS", "How many singers are older than 20?", sql, "the singers are");
    NEVER("PS", "Count the number of friends Kyle has.", sql, "how many");
    NONE("PS", "How many countries has more than 2 makers?", sql);
    NONE("PS", "How many flights does JetBlue have?", sql);
    NONE("PS", "How many countries are the singers in?", sql);
    NONE("PS", "How many churches opened in 1850 are there?", sql);
    NONE("PS", "How many singers are there, and what is their age?", sql);
    /* it is a sum that is asked for, not how many rows there are */
    NONE("PS", "How many seats are there?", "SELECT sum(Seats) FROM stadium");
    NEVER("PS", "Find the number of singers and the average age.",
          "SELECT count(*), avg(age) FROM singer", "count the");
}

/* What is wrong already stays out. */
static void test_doubled_word(void **state)
{
    (void)state;
    NONE("PS", "Give me the the names of singers.", NULL);
    NONE("PR", "Give me the the names of singers.", NULL);
    NONE("PI", "What is the age of of each singer?", NULL);
    NONE("SS", "What is the average age for each each country?", "SELECT avg(age) FROM singer");
    HAS("PI", "Which singers say that that is true?", NULL,
        "My question is: which singers say that that is true?");
}

static void test_no_doubled_question_word(void **state)
{
    (void)state;
    static const char *const relations[] = {"PI", "PS"};
    for (size_t i = 0; i < 2; i++) {
        NEVER(relations[i], "How many singers are there?", "SELECT count(*) FROM singer",
              "the how many");
        NEVER(relations[i], "What are the names?", "SELECT name FROM singer", "the what");
    }
}

static void test_synonyms(void **state)
{
    (void)state;
    HAS("SS", "What is the maximum capacity of all stadiums?", "SELECT max(capacity) FROM stadium",
        "What is the largest capacity of all stadiums?");
    HAS("SS", "What is the lowest age of all singers?", "SELECT min(age) FROM singer",
        "What is the minimum age of all singers?");
    HAS("SS", "what is the average age of singers?", "SELECT avg(age) FROM singer",
        "What is the mean age of singers?");
    HAS("SS", "Show the number of singers.", "SELECT count(*) FROM singer",
        "Show the total number of singers.");
    HAS("SS", "What are the total sales of all singers?", "SELECT sum(sales) FROM singer",
        "What are the combined sales of all singers?");
    HAS("SS", "Which stadium has the most concerts?",
        "SELECT stadium_id FROM concert GROUP BY stadium_id ORDER BY count(*) DESC LIMIT 1",
        "Which stadium has the largest number of concerts?");
    HAS("SS", "What are the minimum and maximum age?", "SELECT min(age), max(age) FROM singer",
        "What are the lowest and highest age?");
    NEVER("SS", "What are the minimum and maximum age?", "SELECT min(age), max(age) FROM singer",
          "lowest and maximum");
    NEVER("SS", "What are the minimum and maximum age?", "SELECT min(age), max(age) FROM singer",
          "minimum and highest");
}

static void test_synonyms_not(void **state)
{
    (void)state;
    const char *most =
        "SELECT stadium_id FROM concert GROUP BY stadium_id ORDER BY count(*) DESC LIMIT 1";
    /* the query has no such aggregate */
    NONE("SS", "What is the maximum capacity?", "SELECT capacity FROM stadium");
    NONE("SS", "What is the maximum capacity?", NULL);
    NONE("SS", "Find the largest age.", "SELECT age FROM singer ORDER BY age LIMIT 1");
    /* names of the schema */
    NONE("SS", "What is the highest of the stadiums?", "SELECT max(highest) FROM stadium");
    NONE("SS", "Show the number of seats.", "SELECT count(seats) FROM stadium");
    NONE("SS", "Show the minimum dew point.", "SELECT min(min_dew_point) FROM stadium");
    /* no word of a value follows at once */
    NONE("SS", "What is the maximum that the capacity is?", "SELECT max(capacity) FROM stadium");
    /* quoted, proper, fixed phrases */
    NONE("SS", "Who sang 'the maximum age'?", "SELECT max(age) FROM singer");
    NONE("SS", "Who sang Maximum age?", "SELECT max(age) FROM singer");
    NONE("SS", "Which stadiums have at most concerts?", most);
    /* the verb would have to change */
    NONE("SS", "Which stadium do the most concerts have?", most);
    NONE("SS", "In which stadium are the most concerts?", most);
    /* "what is mean age" is unkind at first */
    NEVER("SS", "What is average age of singers?", "SELECT avg(age) FROM singer", "is mean age");
    NONE("SS", "Who is on average age?", "SELECT avg(age) FROM singer");
    NONE("SS", "Which is the most popular stadium?", most);
    /* other meanings */
    NEVER("SS", "What is the largest stadium?",
          "SELECT name FROM stadium ORDER BY capacity DESC LIMIT 1", "highest");
    NONE("SS", "Who has the highest rank?", "SELECT name FROM singer ORDER BY rank DESC LIMIT 1");
    NONE("SS", "Return the maximum final tables made.", "SELECT max(final_table_made) FROM singer");
    NONE("SS", "Show the number of singers.", "SELECT sum(sales), count(*) FROM singer");
    NONE("SS", "Show the mean average age.", "SELECT age FROM singer");
    NEVER("SS", "Show the average mean age.", "SELECT avg(age) FROM singer", "mean mean");
    NEVER("SS", "Count the number of singers.", "SELECT count(*) FROM singer", "count of");
    NEVER("SS", "Who has an average age?", "SELECT avg(age) FROM singer", "an mean");
}

/* A word fits its noun, and gets the article that it needs. */
static void test_synonyms_fit(void **state)
{
    (void)state;
    const char *widest = "SELECT name FROM stadium ORDER BY area DESC LIMIT 1";
    const char *tallest = "SELECT name FROM stadium ORDER BY height DESC LIMIT 1";
    const char *most =
        "SELECT stadium_id FROM concert GROUP BY stadium_id ORDER BY count(*) DESC LIMIT 1";
    HAS("SS", "Which stadium has the largest area?", widest,
        "Which stadium has the greatest area?");
    NEVER("SS", "Which stadium has the largest area?", widest, "highest");
    NEVER("SS", "Which stadium has the largest area?", widest, "biggest");
    NEVER("SS", "What is the maximum height?", "SELECT max(height) FROM stadium", "highest");
    HAS("SS", "What is the maximum height?", "SELECT max(height) FROM stadium",
        "What is the greatest height?");
    NEVER("SS", "What is the maximum age of singers?", "SELECT max(age) FROM singer", "largest");
    NEVER("SS", "What is the maximum age of singers?", "SELECT max(age) FROM singer", "maximal");
    HAS("SS", "What is the maximal age of singers?", "SELECT max(age) FROM singer",
        "What is the maximum age of singers?");
    /* a maximum is asked for, and nothing picked by it */
    NONE("SS", "Which stadium has the greatest height?", tallest);
    NEVER("SS", "Which stadium has the largest number of concerts?", most, "maximum");
    HAS("SS", "What is the maximum price and score of stadiums?",
        "SELECT max(price), max(score) FROM stadium",
        "What is the highest price and score of stadiums?");
    NEVER("SS", "What is the maximum price and height of stadiums?",
          "SELECT max(price), max(height) FROM stadium", "highest");
    HAS("SS", "What is the maximum number of tickets?", "SELECT max(num_of_ticket) FROM stadium",
        "What is the highest number of tickets?");
    NEVER("SS", "What is the maximum number of tickets?", "SELECT max(num_of_ticket) FROM stadium",
          "longest");
    NONE("SS", "What is the maximum name and capacity?", "SELECT max(capacity) FROM stadium");
    NEVER("SS", "Where are songs sung by the lowest age?", "SELECT min(age) FROM singer",
          "minimum");
    HAS("SS", "Who is above the lowest age?", "SELECT min(age) FROM singer",
        "Who is above the minimum age?");
    NONE("SS", "What are the total and minimum capacity?",
         "SELECT sum(sales), min(capacity) FROM stadium, singer");
    HAS("SS", "Which stadium has the biggest area?", widest, "Which stadium has the largest area?");
    HAS("SS", "How much does the most expensive seat cost?", "SELECT max(price) FROM stadium",
        "How much does the costliest seat cost?");
    HAS("SS", "What is the latest order?", "SELECT max(year) FROM concert",
        "What is the most recent order?");
    HAS("SS", "What are the total sales in dollars of all singers?",
        "SELECT sum(sales) FROM singer", "What are the combined sales in dollars of all singers?");
    NONE("SS", "What are the total sales of Kyle?", "SELECT sum(sales) FROM singer");
    NONE("SS", "Show the number of times that Kyle sang.", "SELECT count(*) FROM singer");
    NONE("SS", "Who has a minimum age?", "SELECT min(age) FROM singer");
    NONE("SS", "Show the sum of revenue.", "SELECT sum(sales) FROM singer");
    HAS("SS", "Show the sum of all sales.", "SELECT sum(sales) FROM singer",
        "Show the total of all sales.");
    NONE("SS", "Who won the most times?", most);
    NONE("SS", "What are the number of singers?", "SELECT count(*) FROM singer");
    NONE("SS", "Who has the three lowest ages?", "SELECT name FROM singer ORDER BY age LIMIT 3");
    NEVER("SS", "Show the number of singers in total.", "SELECT count(*) FROM singer",
          "total number");
    NONE("SS", "How old was the average loser?", "SELECT avg(age) FROM singer");
    NEVER("SS", "Show the number of total songs.", "SELECT count(*) FROM singer",
          "total number of total");
}

static void test_synonyms_article(void **state)
{
    (void)state;
    const char *most =
        "SELECT stadium_id FROM concert GROUP BY stadium_id ORDER BY count(*) DESC LIMIT 1";
    HAS("SS", "Find number of singers from France.", "SELECT count(*) FROM singer",
        "Find the total number of singers from France.");
    HAS("SS", "Which stadium has most number of concerts?", most,
        "Which stadium has the largest number of concerts?");
    HAS("SS", "Which stadium has most concerts?", most,
        "Which stadium has the greatest number of concerts?");
    HAS("SS", "What is maximum and minimum age of singers?",
        "SELECT max(age), min(age) FROM singer", "What is the highest and lowest age of singers?");
    HAS("SS", "Show the name and maximum age.", "SELECT name, max(age) FROM singer",
        "Show the name and the highest age.");
    HAS("SS", "What is the average and maximum age?", "SELECT avg(age), max(age) FROM singer",
        "What is the average and highest age?");
    /* "average" would need the article as well */
    NEVER("SS", "What is average and maximum age?", "SELECT avg(age), max(age) FROM singer",
          "highest");
    HAS("SS", "Which is the stadium that runs most concerts?", most,
        "Which is the stadium that runs the largest number of concerts?");
    HAS("SS", "Show their maximum age.", "SELECT max(age) FROM singer", "Show their highest age.");
}

/* What is said twice changes twice, or not at all. */
static void test_synonyms_together(void **state)
{
    (void)state;
    HAS("SS", "Show the maximum price and the minimum score.",
        "SELECT max(price), min(score) FROM stadium",
        "Show the highest price and the lowest score.");
    NEVER("SS", "Show the maximum price and the minimum score.",
          "SELECT max(price), min(score) FROM stadium", "the minimum");
    HAS("SS", "Who is older than the average age, and what is the average age?",
        "SELECT avg(age) FROM singer", "Who is older than the mean age, and what is the mean age?");
    NONE("SS", "Show the average age of those below the average.", "SELECT avg(age) FROM singer");
    NONE("SS", "Find the maximum age of singers. List the maximum age.",
         "SELECT max(age) FROM singer");
    HAS("SS", "Show the minimum, the average and the maximum age.",
        "SELECT min(age), avg(age), max(age) FROM singer",
        "Show the lowest, the average and the highest age.");
    HAS("SS", "Show the shortest and the greatest height.",
        "SELECT min(height), max(height) FROM stadium", "Show the minimum and the maximum height.");
    NEVER("SS", "Show the shortest and the greatest height.",
          "SELECT min(height), max(height) FROM stadium", "the greatest");
    NONE("SS", "Show stadiums by area, largest first.",
         "SELECT name FROM stadium ORDER BY area DESC LIMIT 3");
    NONE("SS", "Who is the most frequent visitor?",
         "SELECT name FROM singer GROUP BY name ORDER BY count(*) DESC LIMIT 1");
    HAS("SS", "Which stadium has the most concerts, most popular first?",
        "SELECT stadium_id FROM concert GROUP BY stadium_id ORDER BY count(*) DESC LIMIT 1",
        "Which stadium has the largest number of concerts, most popular first?");
    /* a word that stays may be the one that is written */
    HAS("SS", "Find the stadium with the largest capacity. List the highest first.",
        "SELECT name FROM stadium ORDER BY capacity DESC LIMIT 1",
        "Find the stadium with the highest capacity. List the highest first.");
    NEVER("SS", "Find the stadium with the largest capacity. List the highest first.",
          "SELECT name FROM stadium ORDER BY capacity DESC LIMIT 1", "greatest");
    HAS("SS", "Which countries have a combined age above 90?",
        "SELECT country FROM singer GROUP BY country HAVING sum(age) > 90",
        "Which countries have a total age above 90?");
    HAS("SS", "Find the total number of singers and the total number of songs.",
        "SELECT count(*) FROM singer", "Find the number of singers and the number of songs.");
}

/* The reason that is counted is how far the best place for another word got. */
static void test_synonyms_refused(void **state)
{
    (void)state;
    static const struct {
        const char *question, *query;
        enum refusal reason; /* REFUSALS for none */
    } cases[] = {
        {"What is the maximum capacity?", "SELECT capacity FROM stadium", REFUSED_OTHER_AGGREGATE},
        {"What is the highest of the stadiums?", "SELECT max(highest) FROM stadium",
         REFUSED_WORD_IS_NAME},
        {"Who is the lowest?", "SELECT name FROM singer ORDER BY age LIMIT 1",
         REFUSED_WORD_MISPLACED},
        {"What is the maximum capacity?", "SELECT max(capacity) FROM stadium", REFUSALS},
        {"What is the capacity?", "SELECT max(capacity) FROM stadium", REFUSED_NO_WORD},
        {"Which stadium has the greatest height?",
         "SELECT name FROM stadium ORDER BY height DESC LIMIT 1", REFUSED_WORD_UNFIT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct refusal_tally tally = {0};
        const void *plan;
        struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schemas.schemas[0],
                                           str_from(cases[i].question), str_from(cases[i].query));
        s.refusals = &tally;
        relation_SS.count(&f.arena, &s, &plan);
        for (int r = 0; r < REFUSALS; r++)
            if (tally.counts[r] != (r == (int)cases[i].reason))
                fail_msg("%s: %llu of '%s'", cases[i].question, (unsigned long long)tally.counts[r],
                         refusal_name((enum refusal)r));
    }
}

static void test_change(void **state)
{
    (void)state;
    const struct test_case *v = find(all("PR", "What are the names?", NULL), "The names?");
    assert_true(v && str_eq(v->change, STR("{\"removed\":\"what are\"}")));
    v = find(all("PI", "What are the names?", NULL), "Tell me what the names are.");
    assert_true(v && str_eq(v->change, STR("{\"inserted\":\"tell me\"}")));
    v = find(all("PS", "Find the names.", NULL), "What are the names?");
    assert_true(v && str_eq(v->change, STR("{\"from\":\"find\",\"to\":\"what are\"}")));
    v = find(all("SS", "Show the maximum age.", "SELECT max(age) FROM singer"),
             "Show the highest age.");
    assert_true(v && str_eq(v->change, STR("{\"from\":\"maximum\",\"to\":\"highest\"}")));
}

static void test_wording_equal(void **state)
{
    (void)state;
    assert_true(wording_equal(STR("Find  it ."), STR("find it.")));
    assert_false(wording_equal(STR("Find it."), STR("Find it?")));
    assert_false(wording_equal(STR("Find it"), STR("Find it.")));
    assert_true(wording_equal(STR(""), STR(" ")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_hyphens),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_sentence_ends),
        cmocka_unit_test(test_words_hostile),
        cmocka_unit_test(test_insertion),
        cmocka_unit_test(test_insertion_order),
        cmocka_unit_test(test_insertion_of_two_questions),
        cmocka_unit_test(test_insertion_before_what_is),
        cmocka_unit_test(test_removal),
        cmocka_unit_test(test_removal_not),
        cmocka_unit_test(test_second_command),
        cmocka_unit_test(test_substitution),
        cmocka_unit_test(test_substitution_reads_well),
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_doubled_word),
        cmocka_unit_test(test_no_doubled_question_word),
        cmocka_unit_test(test_synonyms),
        cmocka_unit_test(test_synonyms_not),
        cmocka_unit_test(test_synonyms_fit),
        cmocka_unit_test(test_synonyms_article),
        cmocka_unit_test(test_synonyms_together),
        cmocka_unit_test(test_synonyms_refused),
        cmocka_unit_test(test_change),
        cmocka_unit_test(test_wording_equal),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
