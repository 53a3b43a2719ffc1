/* test_wording.c: the rules of SQL-comparison and SQL-sort-order, one by one.
 *
 * A sample has a question, its query, and all variants: the edit's `to`, a colon and the question.
 */
#include "unit.h"

#include "base/buf.h"
#include "link/pattern/phrase_list.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "relation/refusal.h"
#include "seeds.h"

static struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
} f;

static const char tables[] =
    "[{\"db_id\":\"concerts\",\"table_names\":[\"singer\",\"song\",\"museum\"],"
    "\"table_names_original\":[\"singer\",\"song\",\"museum\"],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"age\"],[0,\"birth date\"],"
    "[0,\"height\"],[0,\"earnings\"],[1,\"id\"],[1,\"singer id\"],[1,\"title\"],[1,\"price\"],"
    "[1,\"minutes\"],[1,\"release date\"],[2,\"name\"],[2,\"open year\"],[2,\"num of staff\"],"
    "[2,\"area\"],[2,\"score\"]],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"age\"],[0,\"birth_date\"],"
    "[0,\"height\"],[0,\"earnings\"],[1,\"id\"],[1,\"singer_id\"],[1,\"title\"],[1,\"price\"],"
    "[1,\"minutes\"],[1,\"release_date\"],[2,\"name\"],[2,\"open_year\"],[2,\"num_of_staff\"],"
    "[2,\"area\"],[2,\"score\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"time\",\"number\",\"number\","
    "\"number\",\"number\",\"text\",\"number\",\"number\",\"time\",\"text\",\"number\",\"number\","
    "\"number\",\"number\"],\"primary_keys\":[1,7],\"foreign_keys\":[[8,1]]}]";

enum { MAX_VARIANTS = 5 };

struct sample {
    const char *question, *query;
    const char *variants[MAX_VARIANTS]; /* up to the first NULL */
};

#define MUSEUMS "SELECT name FROM museum WHERE "
#define SINGERS "SELECT name FROM singer WHERE "
#define BY_SONGS                                                                                   \
    "SELECT T1.name FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.singer_id GROUP BY T1.id "

static const struct sample COMPARISONS[] = {
    /* a person is older, an age greater */
    {"Which singers are older than 20?",
     SINGERS "age > 20",
     {"<:Which singers are younger than 20?", ">=:Which singers are at least 20 years old?",
      "<=:Which singers are at most 20 years old?"}},
    {"Which singers are older than 1?", SINGERS "age > 1", {"<:Which singers are younger than 1?"}},
    {"Who is younger than 30 or from Spain?",
     SINGERS "30 > age",
     {">:Who is older than 30 or from Spain?", ">=:Who is at least 30 years old or from Spain?",
      "<=:Who is at most 30 years old or from Spain?"}},
    {"Which singers have an age greater than 20?",
     SINGERS "age > 20",
     {"<:Which singers have an age less than 20?", ">=:Which singers have an age of at least 20?",
      "<=:Which singers have an age of at most 20?"}},
    {"Singers whose age is above 20",
     SINGERS "age > 20",
     {"<:Singers whose age is below 20", ">=:Singers whose age is at least 20",
      "<=:Singers whose age is at most 20"}},
    {"Singers whose age is not higher than 20",
     SINGERS "age <= 20",
     {">:Singers whose age is higher than 20", "<:Singers whose age is lower than 20",
      ">=:Singers whose age is at least 20"}},
    {"Show all singers above age 20.", SINGERS "age > 20", {"<:Show all singers below age 20."}},
    /* who is younger was born later */
    {"Which singers are younger than Kim?",
     SINGERS "birth_date > (SELECT birth_date FROM singer WHERE name = 'Kim')",
     {"<:Which singers are older than Kim?"}},
    {"Which singers are older than Kim?",
     SINGERS "birth_date > (SELECT birth_date FROM singer WHERE name = 'Kim')",
     {NULL}},
    /* things are fewer, amounts less; nothing is fewer than one */
    {"Which singers have more than two songs?",
     BY_SONGS "HAVING count(*) > 2",
     {"<:Which singers have fewer than two songs?", ">=:Which singers have at least two songs?",
      "<=:Which singers have at most two songs?"}},
    {"Which singers have 2 or more songs?",
     BY_SONGS "HAVING count(*) >= 2",
     {">:Which singers have more than 2 songs?", "<:Which singers have fewer than 2 songs?",
      "<=:Which singers have 2 or fewer songs?"}},
    {"Which singers have more than one song?",
     BY_SONGS "HAVING count(*) > 1",
     {">=:Which singers have at least one song?", "<=:Which singers have at most one song?"}},
    {"Which singers have more than one songs?", BY_SONGS "HAVING count(*) > 1", {NULL}},
    {"Which names are shared by more than two singers?",
     "SELECT name FROM singer GROUP BY name HAVING count(*) > 2",
     {">=:Which names are shared by at least two singers?"}},
    {"Which museums were open before 2010?",
     MUSEUMS "open_year < 2010",
     {NULL}}, /* those that opened before were open after it too */
    {"Which songs last more than 3 minutes?",
     "SELECT title FROM song WHERE minutes > 3",
     {"<:Which songs last less than 3 minutes?", ">=:Which songs last at least 3 minutes?",
      "<=:Which songs last at most 3 minutes?"}},
    {"Which singers sing at more than one place?",
     BY_SONGS "HAVING count(*) > 1",
     {NULL}}, /* "at at least" */
    {"Which museums have more staff than the average?",
     MUSEUMS "num_of_staff > (SELECT avg(num_of_staff) FROM museum)",
     {"<:Which museums have fewer staff than the average?",
      ">=:Which museums have at least as many staff as the average?",
      "<=:Which museums have at most as many staff as the average?"}},
    {"Which songs do more than one singer sing?", BY_SONGS "HAVING count(*) > 1", {NULL}},
    /* verbs and nouns */
    {"Which songs cost less than 10,000?",
     "SELECT title FROM song WHERE price < 10000",
     {">:Which songs cost more than 10,000?", ">=:Which songs cost at least 10,000?",
      "<=:Which songs cost at most 10,000?"}},
    {"Singers with earnings below 2 million",
     SINGERS "earnings < 2000000",
     {">:Singers with earnings above 2 million", ">=:Singers with earnings of at least 2 million",
      "<=:Singers with earnings of at most 2 million"}},
    {"Songs that are more expensive than the average price",
     "SELECT title FROM song WHERE price > (SELECT avg(price) FROM song)",
     {"<:Songs that are cheaper than the average price"}},
    {"Singers who have a greater height than 180",
     SINGERS "height > 180",
     {"<:Singers who have a smaller height than 180"}},
    /* years */
    {"Museums opened after 2010",
     MUSEUMS "open_year > 2010",
     {"<:Museums opened before 2010", ">=:Museums opened in or after 2010",
      "<=:Museums opened in or before 2010"}},
    {"Museums after the year 2010", MUSEUMS "open_year > 2010", {"<:Museums before the year 2010"}},
    {"Museums opened in 2010 or after",
     MUSEUMS "open_year >= 2010",
     {"<=:Museums opened in 2010 or before"}},
    /* averages and the like */
    {"Who is older than average?",
     SINGERS "age > (SELECT avg(age) FROM singer)",
     {"<:Who is younger than average?"}},
    {"Who is older than Kim?", SINGERS "age > (SELECT avg(age) FROM singer)", {NULL}},
    {"Singers whose age is above the average",
     SINGERS "age > (SELECT avg(age) FROM singer)",
     {"<:Singers whose age is below the average", ">=:Singers whose age is at least the average",
      "<=:Singers whose age is at most the average"}},
    {"Singers with an age above the lowest", /* everybody's is at least that */
     SINGERS "age > (SELECT min(age) FROM singer)",
     {NULL}},
    {"Museums with a larger area than any museum with score 3",
     MUSEUMS "area > (SELECT min(area) FROM museum WHERE score = 3)",
     {"<:Museums with a smaller area than any museum with score 3"}},
    {"Museums with a larger area than any museum with score 3",
     MUSEUMS "area > (SELECT max(area) FROM museum WHERE score = 3)",
     {NULL}}, /* smaller than the largest is not smaller than any */
    {"Museums with a larger area than some museum with score 3",
     MUSEUMS "area > (SELECT min(area) FROM museum WHERE score = 3)",
     {NULL}},
    {"Museums with a larger area than at least one museum with score 3",
     MUSEUMS "area > (SELECT min(area) FROM museum WHERE score = 3)",
     {NULL}},
    {"Singers who sang a total of 10 or more songs",
     BY_SONGS "HAVING count(*) >= 10",
     {">:Singers who sang a total of more than 10 songs",
      "<:Singers who sang a total of fewer than 10 songs",
      "<=:Singers who sang a total of 10 or fewer songs"}},
    {"Museums with more staff than 10",
     MUSEUMS "num_of_staff > 10",
     {"<:Museums with fewer staff than 10"}},
    {"Songs that are longer than 3 minutes",
     "SELECT title FROM song WHERE minutes > 3",
     {"<:Songs that are shorter than 3 minutes"}},
    {"Songs that lasted longer than 3 minutes", "SELECT title FROM song WHERE minutes > 3", {NULL}},
    /* the words must be those of the place */
    {"Which singers are older than 30?", SINGERS "age > 20", {NULL}},
    {"Which singers are at least 20?", SINGERS "age > 20", {NULL}},
    {"Singers with 'more than 20' in their name", SINGERS "age > 20", {NULL}},
    {"Singers over 20 with a height over 20", SINGERS "age > 20", {NULL}}, /* which of them? */
    {"Singers with values above 20", SINGERS "age > 20 AND height > 20", {NULL}},
    {"Singers who are not older than 20", SINGERS "NOT age > 20", {NULL}},
    {"Museums opened before 2003 and after 2010",
     MUSEUMS "open_year < 2003 INTERSECT " MUSEUMS "open_year > 2010",
     {"<=:Museums opened in or before 2003 and after 2010"}},
    {"Singers older than 20 with earnings over 500",
     SINGERS "age > 20 AND earnings > 500",
     {"<:Singers younger than 20 with earnings over 500",
      "<:Singers older than 20 with earnings under 500",
      ">=:Singers older than 20 with earnings of at least 500",
      "<=:Singers older than 20 with earnings of at most 500"}},
    {"Singers who do not have more than two songs",
     SINGERS "id NOT IN (SELECT singer_id FROM song GROUP BY singer_id HAVING count(*) > 2)",
     {NULL}},
};

static const struct sample ORDERS[] = {
    /* lists */
    {"Names of singers in descending order of age",
     "SELECT name FROM singer ORDER BY age DESC",
     {"asc:Names of singers in ascending order of age",
      "asc:Names of singers in increasing order of age"}},
    {"Names of singers in an ascending order",
     "SELECT name FROM singer ORDER BY name",
     {"desc:Names of singers in a descending order"}},
    {"List all singers by age from the oldest to the youngest.",
     "SELECT name FROM singer ORDER BY age DESC",
     {"asc:List all singers by age from the youngest to the oldest."}},
    {"List all singers by birth date from the oldest to the youngest.",
     "SELECT name FROM singer ORDER BY birth_date ASC",
     {"desc:List all singers by birth date from the youngest to the oldest."}},
    {"Names of singers in alphabetical order?",
     "SELECT name FROM singer ORDER BY name",
     {"desc:Names of singers in reverse alphabetical order?"}},
    {"Names of singers in reverse alphabetical order?",
     "SELECT name FROM singer ORDER BY name DESC",
     {"asc:Names of singers in alphabetical order?"}},
    {"Singers listed alphabetically",
     "SELECT name FROM singer ORDER BY name",
     {"desc:Singers listed in reverse alphabetical order"}},
    {"What is the alphabetically ordered list of singers?",
     "SELECT name FROM singer ORDER BY name",
     {"desc:What is the reverse alphabetically ordered list of singers?"}},
    {"Show all singers. Order by age.",
     "SELECT name FROM singer ORDER BY age",
     {"desc:Show all singers. Order by age in descending order."}},
    {"Show all singers in the order of age.",
     "SELECT name FROM singer ORDER BY age",
     {"desc:Show all singers in descending order of age."}},
    {"Show all singers sorted by age.",
     "SELECT name FROM singer ORDER BY age DESC",
     {NULL}}, /* the query knows better, and nobody why */
    {"Show all singers sorted by ascending age.",
     "SELECT name FROM singer ORDER BY age",
     {"desc:Show all singers sorted by descending age."}},
    {"Show all singers sorted by age for each country.",
     "SELECT name FROM singer ORDER BY age",
     {NULL}},
    {"Singers in ascending order of age and descending order of height",
     "SELECT name FROM singer ORDER BY age, height DESC",
     {"desc:Singers in descending order of age and descending order of height",
      "desc:Singers in decreasing order of age and descending order of height",
      "asc:Singers in ascending order of age and ascending order of height",
      "asc:Singers in ascending order of age and increasing order of height"}},
    {"Singers in descending order of age and height",
     "SELECT name FROM singer ORDER BY age DESC, height DESC",
     {NULL}},
    /* what the column measures */
    {"Who is the youngest singer?",
     "SELECT name FROM singer ORDER BY age LIMIT 1",
     {"desc:Who is the oldest singer?"}},
    {"Who is the youngest singer?",
     "SELECT name FROM singer ORDER BY birth_date DESC LIMIT 1",
     {"asc:Who is the oldest singer?"}},
    {"Who is the youngest singer?", "SELECT name FROM singer ORDER BY age DESC LIMIT 1", {NULL}},
    {"Who is the shortest singer?",
     "SELECT name FROM singer ORDER BY height LIMIT 1",
     {"desc:Who is the tallest singer?"}},
    {"Which is the shortest song?",
     "SELECT title FROM song ORDER BY minutes LIMIT 1",
     {"desc:Which is the longest song?"}},
    {"Which is the most expensive song?",
     "SELECT title FROM song ORDER BY price DESC LIMIT 1",
     {"asc:Which is the least expensive song?", "asc:Which is the cheapest song?"}},
    {"Which is the most recent song?",
     "SELECT title FROM song ORDER BY release_date DESC LIMIT 1",
     {"asc:Which is the earliest song?"}},
    {"Which is the most recently released song?",
     "SELECT title FROM song ORDER BY release_date DESC LIMIT 1",
     {"asc:Which is the least recently released song?"}},
    {"What is the name of the first museum to open?",
     "SELECT name FROM museum ORDER BY open_year LIMIT 1",
     {"desc:What is the name of the last museum to open?"}},
    {"What is the first name on the list by open year?",
     "SELECT name FROM museum ORDER BY open_year LIMIT 1",
     {NULL}},
    /* what is counted */
    {"Which singer has the most songs?",
     BY_SONGS "ORDER BY count(*) DESC LIMIT 1",
     {"asc:Which singer has the fewest songs?",
      "asc:Which singer has the smallest number of songs?"}},
    {"Which singer has most songs?",
     BY_SONGS "ORDER BY count(*) DESC LIMIT 1",
     {"asc:Which singer has the fewest songs?"}},
    {"Which singer has most number of songs?",
     BY_SONGS "ORDER BY count(*) DESC LIMIT 1",
     {"asc:Which singer has the smallest number of songs?"}},
    {"Which singer sings with lowest number of songs?",
     BY_SONGS "ORDER BY count(*) LIMIT 1",
     {"desc:Which singer sings with the highest number of songs?"}},
    {"Which singer has the least number of songs?",
     BY_SONGS "ORDER BY count(*) LIMIT 1",
     {"desc:Which singer has the largest number of songs?"}},
    {"Who sang the most times?",
     BY_SONGS "ORDER BY count(*) DESC LIMIT 1",
     {"asc:Who sang the fewest times?"}},
    {"Who sang the most?", BY_SONGS "ORDER BY count(*) DESC LIMIT 1", {"asc:Who sang the least?"}},
    {"Who has the most all star games?", BY_SONGS "ORDER BY count(*) DESC LIMIT 1", {NULL}},
    {"Whose name do fewest songs have?",
     BY_SONGS "ORDER BY count(*) LIMIT 1",
     {"desc:Whose name do most songs have?"}},
    {"Who has the most tournament songs?", BY_SONGS "ORDER BY count(*) DESC LIMIT 1", {NULL}},
    {"Who sang most of the songs?", BY_SONGS "ORDER BY count(*) DESC LIMIT 1", {NULL}},
    {"How often at most did one sing?", BY_SONGS "ORDER BY count(*) DESC LIMIT 1", {NULL}},
    {"Who has the most diverse songs?", BY_SONGS "ORDER BY count(*) DESC LIMIT 1", {NULL}},
    {"What is the most common name?",
     "SELECT name FROM singer GROUP BY name ORDER BY count(*) DESC LIMIT 1",
     {"asc:What is the least common name?"}},
    {"What is the rarest name?",
     "SELECT name FROM singer GROUP BY name ORDER BY count(*) LIMIT 1",
     {"desc:What is the most common name?"}},
    {"Which museum has the most staff members?",
     "SELECT name FROM museum ORDER BY num_of_staff DESC LIMIT 1",
     {"asc:Which museum has the fewest staff members?",
      "asc:Which museum has the smallest number of staff members?"}},
    /* other superlatives */
    {"Who has the highest earnings of the oldest singers?",
     "SELECT name FROM singer ORDER BY earnings DESC LIMIT 1",
     {"asc:Who has the lowest earnings of the oldest singers?"}},
    {"The singer with the greatest earnings",
     "SELECT name FROM singer ORDER BY earnings DESC LIMIT 1",
     {"asc:The singer with the lowest earnings"}},
    {"Which museum, the greatest of all, is the oldest?",
     "SELECT name FROM museum ORDER BY area DESC LIMIT 1",
     {NULL}},
    {"Which is the greatest of the prettiest museums?",
     "SELECT name FROM museum ORDER BY area DESC LIMIT 1",
     {NULL}},
    {"What is the highest age?",
     "SELECT max(age) FROM singer WHERE height = (SELECT height FROM singer ORDER BY height DESC "
     "LIMIT 1)",
     {NULL}},
    {"The top 3 museums by score",
     "SELECT name FROM museum ORDER BY score DESC LIMIT 3",
     {"asc:The bottom 3 museums by score"}},
    {"The top 3 museums with the highest score",
     "SELECT name FROM museum ORDER BY score DESC LIMIT 3",
     {"asc:The 3 museums with the lowest score"}},
    {"The top three museums with the highest score",
     "SELECT name FROM museum ORDER BY score DESC LIMIT 3",
     {"asc:The three museums with the lowest score"}},
    {"The 3 highest scores in descending order", /* said twice */
     "SELECT score FROM museum ORDER BY score DESC LIMIT 3",
     {NULL}},
    {"The maximum age of the singers with the highest earnings",
     "SELECT max(age) FROM singer WHERE earnings = (SELECT earnings FROM singer ORDER BY earnings "
     "DESC LIMIT 1)",
     {"asc:The maximum age of the singers with the lowest earnings"}},
};

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

static struct case_list all(const char *relation, const struct sample *sample, uint32_t most)
{
    struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schemas.schemas[0],
                                       str_from(sample->question), str_from(sample->query));
    assert_non_null(s.stmt); /* the test's own SQL is right */
    return relation_draw(&f.arena, relation_find(str_from(relation)), &s, most,
                         rng_stream(1, STR("test"), 0));
}

static struct str told(const struct test_case *c)
{
    return arena_printf(&f.arena, "%.*s:%.*s", STR_ARG(c->edit.to), STR_ARG(c->question));
}

static bool is_expected(const struct sample *s, struct str variant)
{
    for (uint32_t i = 0; i < MAX_VARIANTS && s->variants[i]; i++)
        if (str_eq(variant, str_from(s->variants[i])))
            return true;
    return false;
}

/* Without those that leave things out in words, which few_may_be_none looks at. */
static struct case_list short_ones(const char *relation, const struct sample *sample)
{
    struct case_list l = all(relation, sample, 100);
    uint32_t n = 0;
    for (uint32_t i = 0; i < l.count; i++)
        if (!l.items[i].condition.finds)
            l.items[n++] = l.items[i];
    l.count = n;
    return l;
}

/* Exactly the variants, each with its claim, its change and the query that the edit makes. */
static bool check(const char *relation, const struct sample *sample)
{
    struct case_list l = short_ones(relation, sample);
    uint32_t n = 0;
    bool good = true;
    while (n < MAX_VARIANTS && sample->variants[n])
        n++;
    for (uint32_t i = 0; i < l.count; i++) {
        const struct test_case *c = &l.items[i];
        good &= is_expected(sample, told(c)) && c->claim == CLAIM_CHANGED && c->change.len > 2 &&
                !str_eq(c->query, str_from(sample->query));
    }
    good &= l.count == n;
    if (!good) {
        print_error("%s\n", sample->question);
        for (uint32_t i = 0; i < l.count; i++)
            print_error("    %.*s\n", STR_ARG(told(&l.items[i])));
    }
    return good;
}

/* The query that looks for things without any, if "few" may include none. */
static void few_may_be_none(void **state)
{
    static const struct {
        const char *relation, *question, *query;
        const char *to;        /* of the variant that is looked at */
        const char *condition; /* NULL: there is none */
        const char *longer;    /* where the condition finds something; NULL: there is no such */
    } samples[] = {
        {"SQL-comparison", "Which singers have more than three songs? Give the names.",
         BY_SONGS "HAVING count(*) > 3", "<",
         "SELECT \"T1\".\"id\" FROM \"singer\" AS \"T1\" WHERE \"T1\".\"id\" IS NOT NULL EXCEPT "
         "SELECT "
         "T1.id FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.singer_id ",
         "Which singers have fewer than three songs, leaving out those with none? Give the names."},
        {"SQL-comparison", "Which singers have more than two songs?",
         BY_SONGS "HAVING count(*) > 2", ">=", NULL, NULL},
        /* what is asked about, and what is counted, under a condition */
        {"SQL-sort-order", "Which tall singer has the most songs",
         "SELECT T1.name FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.singer_id WHERE T1.height "
         "> 190 AND T2.price < 3 GROUP BY T2.singer_id ORDER BY count(*) DESC LIMIT 1",
         "asc",
         "SELECT \"T1\".\"id\" FROM \"singer\" AS \"T1\" WHERE \"T1\".\"id\" IS NOT NULL AND "
         "(T1.height "
         "> 190) EXCEPT SELECT T2.singer_id FROM singer AS T1 JOIN song AS T2 ON T1.id = "
         "T2.singer_id WHERE T1.height > 190 AND T2.price < 3 ",
         "Which tall singer has the fewest songs, leaving out those with none"},
        {"SQL-sort-order", "Which age do the most singers over 190 have?",
         "SELECT age FROM singer WHERE height > 190 GROUP BY age ORDER BY count(*) DESC LIMIT 1",
         "asc",
         "SELECT \"singer\".\"age\" FROM \"singer\" AS \"singer\" WHERE \"singer\".\"age\" IS NOT "
         "NULL "
         "EXCEPT SELECT age FROM singer WHERE height > 190 ",
         "Which age do the fewest singers over 190 have, leaving out those with none?"},
        /* only what is counted tells which there are */
        {"SQL-sort-order", "Which age do the most singers have?",
         "SELECT age FROM singer GROUP BY age ORDER BY count(*) DESC LIMIT 1", "asc", NULL, NULL},
        /* only those with one would stay */
        {"SQL-comparison", "Which singers have more than two songs?",
         BY_SONGS "HAVING count(*) > 2", "<",
         "SELECT \"T1\".\"id\" FROM \"singer\" AS \"T1\" WHERE \"T1\".\"id\" IS NOT NULL EXCEPT "
         "SELECT "
         "T1.id FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.singer_id ",
         NULL},
        /* a sum of 0 is not a number of things */
        {"SQL-sort-order", "Which singer has the largest total price of songs?",
         BY_SONGS "ORDER BY sum(T2.price) DESC LIMIT 1", "asc",
         "SELECT \"T1\".\"id\" FROM \"singer\" AS \"T1\" WHERE \"T1\".\"id\" IS NOT NULL EXCEPT "
         "SELECT "
         "T1.id FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.singer_id ",
         NULL},
        /* of what would they be left out? */
        {"SQL-comparison", "Which singers are called Kim or have more than three songs?",
         BY_SONGS "HAVING count(*) > 3 UNION SELECT name FROM singer WHERE name = 'Kim'", "<",
         "SELECT \"T1\".\"id\" FROM \"singer\" AS \"T1\" WHERE \"T1\".\"id\" IS NOT NULL EXCEPT "
         "SELECT "
         "T1.id FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.singer_id ",
         NULL},
        /* more is asked after the words */
        {"SQL-sort-order", "Which singer has the most songs and how many are they?",
         BY_SONGS "ORDER BY count(*) DESC LIMIT 1", "asc",
         "SELECT \"T1\".\"id\" FROM \"singer\" AS \"T1\" WHERE \"T1\".\"id\" IS NOT NULL EXCEPT "
         "SELECT "
         "T1.id FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.singer_id ",
         NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        const struct sample sample = {samples[i].question, samples[i].query, {NULL}};
        struct case_list l = all(samples[i].relation, &sample, 100);
        bool found = false, longer = false;
        for (uint32_t k = 0; k < l.count; k++) {
            const struct test_case *c = &l.items[k];
            if (!str_eq(c->edit.to, str_from(samples[i].to)))
                continue;
            found = true;
            if (samples[i].condition)
                assert_string_equal(c->condition.query.ptr, samples[i].condition);
            else
                assert_null(c->condition.query.ptr);
            if (c->condition.finds && samples[i].longer)
                longer |= str_eq(c->question, str_from(samples[i].longer));
            else
                assert_false(c->condition.finds);
        }
        if (!found || longer != (samples[i].longer != NULL))
            fail_msg("%s", samples[i].question);
    }
}

static void comparisons_change(void **state)
{
    (void)state;
    bool good = true;
    for (size_t i = 0; i < COUNT_OF(COMPARISONS); i++)
        good &= check("SQL-comparison", &COMPARISONS[i]);
    assert_true(good);
}

static void orders_change(void **state)
{
    (void)state;
    bool good = true;
    for (size_t i = 0; i < COUNT_OF(ORDERS); i++)
        good &= check("SQL-sort-order", &ORDERS[i]);
    assert_true(good);
}

/* A place that is left alone is counted once, by why. */
static void refusals_are_counted(void **state)
{
    static const struct {
        const char *relation, *question, *query;
        enum refusal why;
    } samples[] = {
        {"SQL-comparison", "Singers?", "SELECT name FROM singer", REFUSED_NO_PLACE},
        {"SQL-comparison", "Singers?", SINGERS "age > 20", REFUSED_PLACE_UNTOLD},
        {"SQL-comparison", "Singers over 20 and over 20", SINGERS "age > 20", REFUSED_PLACE_UNSURE},
        {"SQL-comparison", "Singers above the lowest age",
         SINGERS "age > (SELECT min(age) FROM singer)", REFUSED_PLACE_FIXED},
        {"SQL-comparison", "Singers without more than two songs",
         SINGERS "id NOT IN (SELECT singer_id FROM song GROUP BY singer_id HAVING count(*) > 2)",
         REFUSED_PLACE_NEGATED},
        {"SQL-sort-order", "Singers?", "SELECT name FROM singer", REFUSED_NO_PLACE},
        {"SQL-sort-order", "Singers?", "SELECT name FROM singer ORDER BY age",
         REFUSED_PLACE_UNTOLD},
        {"SQL-sort-order", "The highest of the highest museums",
         "SELECT name FROM museum ORDER BY area DESC LIMIT 1", REFUSED_PLACE_UNSURE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct refusal_tally tally = {0};
        struct relation_seed s =
            make_seed(&f.arena, &f.lexicon, &f.schemas.schemas[0], str_from(samples[i].question),
                      str_from(samples[i].query));
        const void *plan;
        s.refusals = &tally;
        relation_find(str_from(samples[i].relation))->count(&f.arena, &s, &plan);
        for (uint32_t r = 0; r < REFUSALS; r++)
            if (tally.counts[r] != (r == samples[i].why))
                fail_msg("%s: %s %u times", samples[i].question, refusal_name((enum refusal)r),
                         (unsigned)tally.counts[r]);
    }
}

/* Without a query nobody knows what is compared. */
static void nothing_without_a_query(void **state)
{
    (void)state;
    struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schemas.schemas[0],
                                       STR("Which singers are older than 20?"), (struct str){0});
    const void *plan;
    assert_int_equal(relation_find(STR("SQL-comparison"))->count(&f.arena, &s, &plan), 0);
    assert_int_equal(relation_find(STR("SQL-sort-order"))->count(&f.arena, &s, &plan), 0);
}

/* A query in place of the gold has the place; the case has no gold either. */
static void stand_ins_tell_the_place(void **state)
{
    (void)state;
    struct seed seed = {.question = STR("Which singers are older than 20?"),
                        .reads = STR(SINGERS "age > 20"),
                        .schema = &f.schemas.schemas[0]};
    struct relation_seed s;
    struct err e;
    relation_prepare(&f.arena, &seed, &f.lexicon, NULL, NULL, &s, &e);
    struct phrase_list phrases;
    assert_int_equal(phrase_list_load(&phrases, &f.arena, &f.lexicon, &e), OK);
    s.phrases = &phrases;
    struct case_list l = relation_draw(&f.arena, relation_find(STR("SQL-comparison")), &s, 5,
                                       rng_stream(1, STR("test"), 0));
    assert_int_equal(l.count, 3);
    assert_null(l.items[0].query.ptr);
    assert_int_equal(l.items[0].edit.what, EDIT_OPERATOR);
}

/* A question may have any number of phrases. */
static void odd_input_is_harmless(void **state)
{
    (void)state;
    struct buf many = {0};
    for (int i = 0; i < 3000; i++)
        buf_put(&many, STR("older than 20, "));
    struct relation_seed s = make_seed(&f.arena, &f.lexicon, &f.schemas.schemas[0], buf_str(&many),
                                       STR(SINGERS "age > 20"));
    const void *plan;
    assert_int_equal(relation_find(STR("SQL-comparison"))->count(&f.arena, &s, &plan), 0);
    buf_release(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_may_be_none),         cmocka_unit_test(comparisons_change),
        cmocka_unit_test(orders_change),           cmocka_unit_test(refusals_are_counted),
        cmocka_unit_test(nothing_without_a_query), cmocka_unit_test(stand_ins_tell_the_place),
        cmocka_unit_test(odd_input_is_harmless),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
