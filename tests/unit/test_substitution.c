/* test_substitution.c: synonyms put into questions (syn). */
#include "reworded.h"
#include "unit.h"

#include "relation/refusal.h"
#include "rewording/substitution.h"

#include <stdio.h>

/* A theatre with customers, shows and staff. */
static const char SCHEMA[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"customer\",\"stadium\",\"song\",\"employee\","
    "\"invoice\",\"cars_data\"],\"table_names\":[\"customer\",\"stadium\",\"song\",\"employee\","
    "\"invoice\",\"cars data\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"age\"],[0,\"country\"],"
    "[0,\"first_name\"],[0,\"salary\"],[1,\"name\"],[1,\"capacity\"],[1,\"year\"],[2,\"title\"],"
    "[2,\"track\"],[2,\"genre\"],[3,\"name\"],[3,\"department\"],[3,\"zip_code\"],[4,\"total\"],[5,"
    "\"mpg\"],[2,\"category\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"age\"],[0,\"country\"],"
    "[0,\"first name\"],[0,\"salary\"],[1,\"name\"],[1,\"capacity\"],[1,\"year\"],[2,\"title\"],"
    "[2,\"track\"],[2,\"genre\"],[3,\"name\"],[3,\"department\"],[3,\"zip "
    "code\"],[4,\"total\"],[5,\"mpg\"],[2,\"category\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"text\",\"number\","
    "\"text\","
    "\"number\",\"number\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"number\","
    "\"number\",\"text\"],"
    "\"primary_keys\":[],\"foreign_keys\":[]}]";

static struct question_reading *theatre_read(struct school *s, const char *sql,
                                             const char *question)
{
    struct schema_set set;
    struct err e;
    struct school *theatre = ARENA_NEW(&s->arena, struct school);
    struct question_reading *r = ARENA_NEW(&s->arena, struct question_reading);
    *theatre = *s;
    theatre->arena = (struct arena){0};
    assert_int_equal(schema_set_parse(&s->arena, STR(SCHEMA), &set, &e), OK);
    assert_int_equal(
        indicator_book_build(&theatre->book, &s->arena, &s->lexicon, &set.schemas[0], NULL, &e),
        OK);
    *r = school_read(theatre, sql, question);
    arena_take(&s->arena, &theatre->arena);
    return r;
}

/* The variants of the question, as the relation makes them. */
struct variants {
    struct test_case *items;
    uint32_t count;
    uint64_t numbered; /* with those that turn out to be none */
    struct refusal_tally refused;
};

static struct variants variants_with(struct school *s, const char *sql, const char *question,
                                     struct relation_options options)
{
    struct variants v = {0};
    const void *plan;
    struct relation_seed seed = {.reading = theatre_read(s, sql, question),
                                 .knowledge = &s->knowledge,
                                 .options = options,
                                 .refusals = &v.refused};
    v.numbered = relation_syn.count(&s->arena, &seed, &plan);
    for (uint64_t i = 0; i < v.numbered; i++) {
        struct test_case c = {0};
        if (!relation_syn.make(&s->arena, &seed, plan, i, &c))
            continue;
        ARENA_ADD(&s->arena, v.items, v.count, c);
    }
    return v;
}

static struct variants variants_of(struct school *s, const char *sql, const char *question,
                                   uint32_t max_changes)
{
    return variants_with(s, sql, question, (struct relation_options){.max_changes = max_changes});
}

static bool has(const struct variants *v, const char *question)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (str_eq(v->items[i].question, str_from(question)))
            return true;
    return false;
}

static void expect(void **state, const char *sql, const char *before, const char *after)
{
    struct variants v = variants_of(*state, sql, before, 1);
    if (has(&v, after))
        return;
    for (uint32_t i = 0; i < v.count; i++)
        fprintf(stderr, "  %.*s\n", STR_ARG(v.items[i].question));
    fail_msg("not made of '%s': %s", before, after);
}

static void refuse_it(void **state, const char *sql, const char *before, const char *after)
{
    struct variants v = variants_of(*state, sql, before, 1);
    assert_false(has(&v, after));
}

static void expect_none(void **state, const char *sql, const char *before)
{
    assert_int_equal(variants_of(*state, sql, before, 0).count, 0);
}

#define COUNTED   "SELECT count(*) FROM customer"
#define NAMES     "SELECT name FROM customer"
#define COUNTRIES "SELECT country, count(*) FROM customer GROUP BY country"
#define SEATS     "SELECT name, capacity FROM stadium"
#define WORKERS   "SELECT count(*) FROM employee"

static void test_tables_and_columns(void **state)
{
    expect(state, COUNTED, "How many customers are there?", "How many clients are there?");
    expect(state, SEATS, "Show the name and capacity of each stadium.",
           "Show the name and number of seats of each stadium.");
    expect(state, "SELECT first_name FROM customer", "Show the first name of all customers.",
           "Show the forename of all customers.");
    /* The table is called "cars data", but nobody says so. */
    expect(state, "SELECT count(*) FROM cars_data", "How many cars are there?",
           "How many automobiles are there?");
    /* A noun for a table may stand before another. */
    expect(state, NAMES, "Show all customer names.", "Show all client names.");
}

/* 'The category "Rock"' says what the column is called, and a capacity of 200 is not a number of
 * seats of 200. */
static void test_clashes_behind(void **state)
{
    expect(state, "SELECT category FROM song", "Show the category of each song.",
           "Show the type of each song.");
    refuse_it(state, "SELECT title FROM song WHERE category = 'Rock'",
              "Show the titles of songs in the category 'Rock'.",
              "Show the titles of songs in the type 'Rock'.");
    refuse_it(state, "SELECT name FROM stadium WHERE capacity > 200",
              "Show the name of each stadium with a capacity of over 200.",
              "Show the name of each stadium with a number of seats of over 200.");
}

/* One for one, many for many, and the article with them. */
static void test_agreement(void **state)
{
    expect(state, COUNTRIES, "Show the countries and the number of customers in each country.",
           "Show the nations and the number of customers in each nation.");
    expect(state, WORKERS, "Find the number of persons for whom an employee works.",
           "Find the number of persons for whom a worker works.");
    expect(state, WORKERS, "Show the employees.", "Show the staff members.");
    refuse_it(state, WORKERS, "Show the employees.", "Show the staff member.");
    /* "pay" has no plural, and is nothing that one has several of. */
    const char *salary = "SELECT salary FROM customer";
    expect(state, salary, "What is the salary of each customer?",
           "What is the pay of each customer?");
    refuse_it(state, salary, "Which customers have a salary?", "Which customers have a pay?");
    refuse_it(state, salary, "Show the salaries of all customers.",
              "Show the pay of all customers.");
    expect(state, salary, "Show the salaries of all customers.",
           "Show the wages of all customers.");
}

/* The most usual words for what they mean stay. */
static void test_reserved(void **state)
{
    expect_none(state, "SELECT id, name, age FROM song, customer", "Show id, name and age.");
    expect_none(state, "SELECT year FROM stadium", "Show each year and the names.");
}

static void test_refusals(void **state)
{
    /* A track is a song, but here it is a column. */
    refuse_it(state, "SELECT count(*) FROM song", "How many songs are there?",
              "How many tracks are there?");
    expect_none(state, "SELECT count(*) FROM song", "How many songs are there?");
    /* The question has the word already, as a noun or as a verb. */
    refuse_it(state, COUNTRIES, "For each country, how many customers of that nation are there?",
              "For each nation, how many customers of that nation are there?");
    const char *bills = "SELECT count(*) FROM invoice";
    expect(state, bills, "How many invoices were sent?", "How many bills were sent?");
    refuse_it(state, bills, "How many invoices were billed?", "How many bills were billed?");
    /* An answer in other words does not keep the old ones. */
    refuse_it(state, SEATS, "Show the capacity of each stadium.",
              "Show the seating capacity of each stadium.");
    /* Loose words are for lists, not for questions. */
    refuse_it(state, COUNTED, "How many customers are there?", "How many shoppers are there?");
    /* "zip code" is not a code, and a noun before a value belongs to it. */
    expect_none(state, "SELECT name FROM employee WHERE department = '7'",
                "Show the name in department 7.");
}

/* Words beside it may make a noun another thing, or a verb. */
static void test_words_beside(void **state)
{
    struct school *s = *state;
    struct knowledge own = s->knowledge;
    struct err e;
    const struct knowledge_sources sources = {.wordnet = NULL};
    assert_int_equal(knowledge_load(&s->knowledge, &s->lexicon, &sources, &e), OK);
    const char *stadiums = "SELECT name FROM stadium";
    expect(state, stadiums, "Show all stadium names.", "Show all arena names.");
    expect(state, WORKERS, "Show the factory employees.", "Show the factory workers.");
    refuse_it(state, WORKERS, "Show the factory employees.", "Show the factory staff members.");
    refuse_it(state, stadiums, "Show all stadium theaters.", "Show all arena theaters.");
    refuse_it(state, NAMES, "Show all customer codes.", "Show all client codes.");
    refuse_it(state, COUNTRIES, "Show customers country.", "Show customers nation.");
    refuse_it(state, SEATS, "Show each stadium's capacity.",
              "Show each stadium's number of seats.");
    expect(state, SEATS, "Show each capacity.", "Show each number of seats.");
    refuse_it(state, SEATS, "Show the stadiums and the capacity of each.",
              "Show the stadiums and the number of seats of each.");
    knowledge_release(&s->knowledge);
    s->knowledge = own;
    s->knowledge.inflection.wordnet = &s->knowledge.wordnet;
}

/* At most this many change, each variant is another one, and number 0 changes something. */
static void test_max_changes(void **state)
{
    const char *question = "Show the country of all customers with the capacity of the stadiums.";
    const char *sql = "SELECT country, capacity FROM customer, stadium";
    struct variants one = variants_of(*state, sql, question, 1);
    struct variants two = variants_of(*state, sql, question, 2);
    struct variants all = variants_of(*state, sql, question, 0);
    assert_true(one.numbered > 0 && one.numbered < two.numbered && two.numbered < all.numbered);
    assert_true(has(&two, "Show the nation of all clients with the capacity of the stadiums."));
    assert_false(has(&one, "Show the nation of all clients with the capacity of the stadiums."));
    assert_true(
        has(&all, "Show the nation of all clients with the number of seats of the arenas."));
    for (uint32_t i = 0; i < all.count; i++) {
        assert_false(str_eq(all.items[i].question, str_from(question)));
        for (uint32_t k = 0; k < i; k++)
            assert_false(str_eq(all.items[i].question, all.items[k].question));
    }
    assert_string_equal(one.items[0].change.ptr,
                        "{\"synonyms\":{\"stadiums\":\"arenas\"},\"sources\":[\"list\"]}");
}

/* A noun that stands twice is one noun. */
static void test_twice(void **state)
{
    struct variants v = variants_of(
        *state, COUNTRIES, "Show the country, and the number of customers in each country.", 0);
    for (uint32_t i = 0; i < v.count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_false(str_eq(v.items[i].question, v.items[k].question));
    assert_int_equal(v.count, 3); /* nation, clients, and both */
}

/* Words for values come from the list of values. */
static void test_values(void **state)
{
    expect(state, "SELECT department FROM employee WHERE name = 'Math'",
           "Show the zip code of Math.", "Show the zip code of Mathematics.");
}

static struct variants bold_of(void **state, const char *sql, const char *question)
{
    const struct relation_options bold = {.max_changes = 1, .strength = STRENGTH_BOLD};
    return variants_with(*state, sql, question, bold);
}

/* Bold questions have loose words, mild ones only count them; neither has what is only near. */
static void test_strength(void **state)
{
    const char *question = "Show the department of all employees.";
    const char *sql = "SELECT department FROM employee";
    struct variants mild = variants_of(*state, sql, question, 1),
                    bold = bold_of(state, sql, question);
    assert_true(has(&bold, "Show the division of all employees."));
    assert_false(has(&mild, "Show the division of all employees."));
    assert_false(has(&bold, "Show the branch of all employees."));
    assert_true(mild.refused.counts[REFUSED_DOUBT_LOOSE] > 0);
    assert_int_equal(bold.refused.counts[REFUSED_DOUBT_LOOSE], 0);
    assert_true(bold.refused.counts[REFUSED_DOUBT_NEAR] > 0);
}

/* "Track" and "category" are columns: loose words for songs and genres must not say them. */
static void test_bold_names(void **state)
{
    struct variants songs = bold_of(state, "SELECT title FROM song", "Show the title of songs.");
    assert_false(has(&songs, "Show the title of tracks."));
    assert_true(has(&songs, "Show the title of tunes."));
    assert_true(songs.refused.counts[REFUSED_NOUN_NAMES] > 0);
    struct variants genres = bold_of(state, "SELECT genre FROM song", "Show each genre.");
    assert_false(has(&genres, "Show each category."));
    assert_false(has(&genres, "Show each kind.")); /* a category may be a kind, too */
    assert_true(genres.refused.counts[REFUSED_NOUN_MEANS] > 0);
}

/* A bold question may keep the slips of the old one, but has none of its own. */
static void test_slips(void **state)
{
    const char *question = "Which country has most number of customers?";
    struct variants mild = variants_of(*state, COUNTRIES, question, 1),
                    bold = bold_of(state, COUNTRIES, question);
    assert_int_equal(mild.count, 0);
    assert_true(has(&bold, "Which nation has most number of customers?"));
}

static void test_without_reading(void **state)
{
    struct school *s = *state;
    struct refusal_tally tally = {0};
    const struct relation_seed seed = {.knowledge = &s->knowledge, .refusals = &tally};
    const void *plan;
    assert_int_equal(relation_syn.count(&s->arena, &seed, &plan), 0);
    assert_int_equal(tally.counts[REFUSED_NO_QUERY], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clashes_behind), cmocka_unit_test(test_tables_and_columns),
        cmocka_unit_test(test_agreement),      cmocka_unit_test(test_reserved),
        cmocka_unit_test(test_refusals),       cmocka_unit_test(test_words_beside),
        cmocka_unit_test(test_max_changes),    cmocka_unit_test(test_values),
        cmocka_unit_test(test_twice),          cmocka_unit_test(test_without_reading),
        cmocka_unit_test(test_strength),       cmocka_unit_test(test_bold_names),
        cmocka_unit_test(test_slips),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
