/* test_content_equivalence.c: which columns DB-content replaces, and by what; which ones stay; and
 * that the questions of a database share its schemas. */
#include "fixture.h"
#include "own_folder.h"
#include "schema_seeds.h"
#include "sure.h"
#include "unit.h"

#include "relation/draw.h"
#include "relation/refusal.h"
#include "store/content.h"

#include <stdio.h>

static struct lexicon lexicon;
static struct knowledge knowledge;

static int load_words(void **state)
{
    (void)state;
    const struct knowledge_sources sources = {.wordnet = "/nonexistent"};
    struct err e;
    return lexicon_load(&lexicon, &LEXICON, NULL, &e) != OK ||
           knowledge_load(&knowledge, &lexicon, &sources, &e) != OK;
}

static int release_words(void **state)
{
    (void)state;
    knowledge_release(&knowledge);
    lexicon_release(&lexicon);
    return 0;
}

/* The cases of a question over a database of these tables, and why there are no more. */
struct forms {
    struct arena arena;
    const char *path;
    struct schema schema;
    struct content_reader *reader;
    struct content_source content;
    struct refusal_tally tally;
    struct relation_seed seed;
    struct case_list cases;
};

static void open_forms(struct forms *f, const char *tables)
{
    struct err e;
    *f = (struct forms){0};
    f->path = fixture_create(&f->arena, tables);
    f->reader = content_reader_new(1);
    assert_int_equal(schema_from_database(&f->arena, f->path, STR("db"), &f->schema, &e), OK);
    f->content = content_reader_of(f->reader, f->path, &f->schema);
}

static void close_forms(struct forms *f)
{
    content_reader_free(f->reader);
    fixture_remove(f->path);
    arena_release(&f->arena);
}

static void ask(struct forms *f, const char *question, const char *query)
{
    assert_true(
        seed_make(&f->arena, &f->schema, f->path, str_from(question), str_from(query), &f->seed));
    f->tally = (struct refusal_tally){0};
    seed_read_words(&f->arena, &lexicon, &f->seed);
    f->seed.knowledge = &knowledge;
    f->seed.content = &f->content;
    f->seed.refusals = &f->tally;
    f->cases = relation_draw(&f->arena, &relation_DB_content, &f->seed, 5,
                             rng_stream(1, STR("DB-content"), 0));
}

static bool some_case_says(const struct forms *f, const char *change)
{
    for (uint32_t i = 0; i < f->cases.count; i++)
        if (str_find(f->cases.items[i].change, str_from(change), 0) < f->cases.items[i].change.len)
            return true;
    return false;
}

/* The last column of the table, its values, and the new columns. */
#define TABLE(name, column, values)                                                                \
    "CREATE TABLE " name " (k INTEGER PRIMARY KEY, other TEXT, " column ");"                       \
    "INSERT INTO " name " VALUES " values ";"

/* Four of five names that have two words. */
#define SINGERS                                                                                    \
    "(1, '', 'Joe Sharp'), (2, '', 'Ann Lee'), (3, '', 'Jo Ann-Ray'), (4, '', 'Åsa Öst'),"

static const struct {
    const char *tables, *query, *change;
} FORMS[] = {
    /* texts into several */
    {TABLE("singer", "Name TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Ann O''Neal')"),
     "SELECT name FROM singer", "\"by\":{\"First_Name\":\"part 1 of 2"},
    {TABLE("shop", "manager_name TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Ann Lee')"),
     "SELECT manager_name FROM shop", "\"manager_first_name\":"},
    {TABLE("member", "Name TEXT", "(1, '', 'Sharp, Joe'), (2, '', 'Lee, Ann')"),
     "SELECT name FROM member", "\"by\":{\"Last_Name\":\"part 1 of 2"},
    {TABLE("student", "fullname TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Ann Lee')"),
     "SELECT fullname FROM student", "\"first_name\":"},
    {TABLE("singer", "name TEXT", SINGERS "(5, '', 'Timbaland')"), "SELECT name FROM singer",
     "\"last_name\":\"part 2 of 2 of name, which ' ' divides; a value of other parts is the last"},
    {TABLE("film", "DirectedBy TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Ann Lee')"),
     "SELECT directedby FROM film", "\"DirectorLastName\":"},
    {TABLE("visit", "visit_date TEXT", "(1, '', '2019-05-02'), (2, '', '2018-11-20')"),
     "SELECT visit_date FROM visit",
     "\"visit_year\":\"part 1 of 3 of visit_date, which '-' divides\",\"visit_month\":"},
    {TABLE("visit", "visit_date INT", "(1, '', 20190502), (2, '', 20181120)"),
     "SELECT visit_date FROM visit",
     "\"visit_month\":\"2 of the digits of visit_date, before the last 2\""},
    {TABLE("visit", "visit_date INT", "(1, '', 20190502), (2, '', '')"),
     "SELECT visit_date FROM visit",
     "\"visit_day\":\"2 of the digits of visit_date, before the last 0; an empty text stays\""},
    {TABLE("votes", "created TEXT",
           "(1, '', '2019-05-02 10:00:00'), (2, '', '2018-11-20 11:30:00')"),
     "SELECT k FROM votes ORDER BY created", "\"created_date\":"},
    {TABLE("people", "Birth_Date TEXT", "(1, '', 'May 26, 1986'), (2, '', 'May 3, 1982')"),
     "SELECT k FROM people WHERE birth_date = 'May 3, 1982'", "\"by\":{\"Birth_Month\":"},
    {TABLE("people", "Birth_Date TEXT", "(1, '', '26 May 1986'), (2, '', '3 August 1982')"),
     "SELECT birth_date FROM people", "\"Birth_Day\":\"part 1 of 3 of Birth_Date, which ' '"},
    /* sorted by the last name, as everybody does */
    {TABLE("member", "Name TEXT", "(1, '', 'Sharp, Joe'), (2, '', 'Lee, Ann')"),
     "SELECT k FROM member ORDER BY name", "\"by\":{\"Last_Name\":\"part 1 of 2"},
    {TABLE("term", "semester_name TEXT", "(1, '', 'fall 2010'), (2, '', 'spring 2011')"),
     "SELECT semester_name FROM term", "\"semester_season\":"},
    {TABLE("track", "Location TEXT", "(1, '', 'Fontana, CA'), (2, '', 'Port Huron, Michigan')"),
     "SELECT location FROM track", "\"by\":{\"City\":\"part 1 of 2 of Location, which ', '"},
    /* a text into one flag, or one for each value */
    {TABLE("student", "Sex TEXT", "(1, '', 'F'), (2, '', 'M')"),
     "SELECT k FROM student WHERE sex = 'F'", "\"Is_Female\":\"1 for 'F', 0 for 'M'\""},
    {TABLE("pets", "pet_type TEXT", "(1, '', 'dog'), (2, '', 'cat')"),
     "SELECT k FROM pets WHERE pet_type = 'cat'",
     "{\"is_cat\":\"1 where pet_type = 'cat'\",\"is_dog\":"},
    {TABLE("degrees", "degree_summary TEXT", "(1, '', 'Master'), (2, '', 'Bachelor')"),
     "SELECT k FROM degrees WHERE degree_summary = 'Master'", "\"is_master\":"},
    {TABLE("rooms", "bed_type TEXT", "(1, '', 'King'), (2, '', 'Queen')"),
     "SELECT k FROM rooms WHERE bed_type = 'King'", "\"is_king_bed\":"},
    {TABLE("players", "hand TEXT", "(1, '', 'R'), (2, '', 'L'), (3, '', 'U'), (4, '', '')"),
     "SELECT k FROM players WHERE hand = 'R'", "\"is_hand_unknown\":"},
    {TABLE("channel", "Pay_TV TEXT", "(1, '', 'yes'), (2, '', 'no')"),
     "SELECT k FROM channel WHERE pay_tv = 'no'", "\"Pay_TV_Flag\":\"0 for 'no', 1 for 'yes'\""},
    /* a flag into a text */
    {TABLE("singer", "Is_male TEXT", "(1, '', 'T'), (2, '', 'F')"),
     "SELECT k FROM singer WHERE is_male = 'F'", "'female' for 'F', 'male' for 'T'"},
    {TABLE("dogs", "abandoned_yn INT", "(1, '', 1), (2, '', 0)"),
     "SELECT k FROM dogs WHERE abandoned_yn = 1", "\"abandoned\":\"'no' for 0, 'yes' for 1\""},
    /* a number into another */
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 41)"), "SELECT k FROM singer ORDER BY age",
     "\"birth_year\":\"2020 - age\""},
    {TABLE("singer", "birthYear INT", "(1, '', 1970), (2, '', 1981)"),
     "SELECT k FROM singer ORDER BY birthyear", "\"age\":\"2020 - birthYear\""},
    {TABLE("singer", "birthyear INT", "(1, '', 1970), (2, '', 1981)"),
     "SELECT k FROM singer ORDER BY birthyear", "\"age\":\"2020 - birthyear\""},
    {TABLE("product", "price REAL", "(1, '', 24.5), (2, '', 60.25)"),
     "SELECT k FROM product ORDER BY price", "\"price_in_cents\":\"100 * price\""},
    {TABLE("charges", "charge_amount INT", "(1, '', 98), (2, '', 322)"),
     "SELECT k FROM charges ORDER BY charge_amount", "\"charge_amount_in_cents\":"},
};

static void test_forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(FORMS); i++) {
        struct forms f;
        open_forms(&f, FORMS[i].tables);
        ask(&f, "Which?", FORMS[i].query);
        if (!some_case_says(&f, FORMS[i].change))
            fail_msg("%s: %s not in %s", FORMS[i].query, FORMS[i].change,
                     f.cases.count ? f.cases.items[0].change.ptr : "nothing");
        close_forms(&f);
    }
}

static const struct {
    const char *tables, *query;
    enum refusal why;
} LEFT_ALONE[] = {
    /* of two persons one has one name, or three; of five, one does not have a name at all; a date
       without a day */
    {TABLE("singer", "name TEXT", SINGERS "(5, '', '3 Doors')"), "SELECT name FROM singer",
     REFUSED_ROWS_UNFIT},
    {TABLE("singer", "name TEXT", SINGERS "(5, '', 7)"), "SELECT name FROM singer",
     REFUSED_ROWS_UNFIT},
    {TABLE("visit", "visit_date TEXT",
           "(1, '', '2019-05-02'), (2, '', '2018-11-20'), (3, '', '2018-11-21'),"
           "(4, '', '2018-11-22'), (5, '', '2019-05')"),
     "SELECT visit_date FROM visit", REFUSED_ROWS_UNFIT},
    /* a number that is not a day, and a text that is not empty */
    {TABLE("visit", "visit_date INT", "(1, '', 20190502), (2, '', 20181320)"),
     "SELECT visit_date FROM visit", REFUSED_ROWS_UNFIT},
    {TABLE("visit", "visit_date INT", "(1, '', 20190502), (2, '', 'May')"),
     "SELECT visit_date FROM visit", REFUSED_ROWS_UNFIT},
    /* compared with the name that stays whole */
    {TABLE("singer", "name TEXT", SINGERS "(5, '', 'Timbaland')"),
     "SELECT k FROM singer WHERE name = 'Timbaland'", REFUSED_MAPPED_VALUE},
    {TABLE("singer", "name TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Timbaland')"),
     "SELECT name FROM singer", REFUSED_ROWS_UNFIT},
    {TABLE("singer", "name TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Ann de Lee')"),
     "SELECT name FROM singer", REFUSED_ROWS_UNFIT},
    /* no person */
    {TABLE("shop", "name TEXT", "(1, '', 'Blue Moon'), (2, '', 'Old Mill')"),
     "SELECT name FROM shop", REFUSED_NO_EQUIVALENT},
    {TABLE("building", "age INT", "(1, '', 30), (2, '', 41)"), "SELECT max(age) FROM building",
     REFUSED_NO_EQUIVALENT},
    {TABLE("track", "Location TEXT", "(1, '', 'Fontana, CA'), (2, '', 'Doha, Qatar')"),
     "SELECT location FROM track", REFUSED_ROWS_UNFIT},
    /* nobody is 3000 years old, or 24.6 */
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 3000)"), "SELECT max(age) FROM singer",
     REFUSED_ROWS_UNFIT},
    {TABLE("singer", "age REAL", "(1, '', 30), (2, '', 24.6)"), "SELECT max(age) FROM singer",
     REFUSED_ROWS_UNFIT},
    {TABLE("product", "price REAL", "(1, '', 24.5), (2, '', 60.255)"),
     "SELECT max(price) FROM product", REFUSED_ROWS_UNFIT},
    /* texts that are numbers, but do not sort so */
    {TABLE("singer", "age TEXT", "(1, '', '9'), (2, '', '41')"),
     "SELECT k FROM singer ORDER BY age", REFUSED_ROWS_UNFIT},
    /* too many values, no words, a plural, a blob */
    {TABLE("pets", "pet_type TEXT",
           "(1, '', 'dog'), (2, '', 'cat'), (3, '', 'cow'), (4, '', 'hen'), (5, '', 'pig'), "
           "(6, '', 'fox')"),
     "SELECT k FROM pets WHERE pet_type = 'cat'", REFUSED_ROWS_UNFIT},
    {TABLE("pets", "pet_type TEXT", "(1, '', 'dog'), (2, '', '8-gun')"),
     "SELECT k FROM pets WHERE pet_type = 'dog'", REFUSED_ROWS_UNFIT},
    {TABLE("charges", "charge_type TEXT", "(1, '', 'health check'), (2, '', 'drugs')"),
     "SELECT k FROM charges WHERE charge_type = 'drugs'", REFUSED_ROWS_UNFIT},
    {TABLE("pets", "pet_type TEXT", "(1, '', 'dog'), (2, '', x'00'), (3, '', 'cat')"),
     "SELECT k FROM pets WHERE pet_type = 'dog'", REFUSED_ROWS_UNFIT},
    {TABLE("student", "sex TEXT", "(1, '', 'F'), (2, '', 'F')"),
     "SELECT k FROM student WHERE sex = 'F'", REFUSED_ROWS_UNFIT},
    /* the table says it already; the name is taken */
    {"CREATE TABLE dogs (k INTEGER PRIMARY KEY, date_of_birth TEXT, age INT);"
     "INSERT INTO dogs VALUES (1, '', 3), (2, '', 5);",
     "SELECT max(age) FROM dogs", REFUSED_ROWS_UNFIT},
    {"CREATE TABLE singer (k INTEGER PRIMARY KEY, age INT); CREATE TABLE x (BirthYear INT);"
     "INSERT INTO singer VALUES (1, 30), (2, 50);",
     "SELECT max(age) FROM singer", REFUSED_NAME_TAKEN},
    /* keys and views */
    {"CREATE TABLE singer (age INTEGER PRIMARY KEY); INSERT INTO singer VALUES (30), (50);",
     "SELECT max(age) FROM singer", REFUSED_COLUMN_OF_KEY},
    {"CREATE TABLE singer (k INTEGER PRIMARY KEY, age INT); CREATE VIEW v AS SELECT * FROM singer;"
     "INSERT INTO singer VALUES (1, 30), (2, 50);",
     "SELECT max(age) FROM singer", REFUSED_TABLE_VIEWED},
    /* nothing says that it is 2020 */
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 41)"), "SELECT k FROM singer WHERE age > 35",
     REFUSED_MAPPED_ZERO},
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 41)"),
     "SELECT k FROM singer WHERE age BETWEEN 35 AND 50", REFUSED_MAPPED_ZERO},
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 41)"),
     "SELECT k FROM singer WHERE age IN (30)", REFUSED_MAPPED_ZERO},
    /* days before years sort as nobody means it */
    {TABLE("people", "birth_date TEXT", "(1, '', '26 May 1986'), (2, '', '3 May 1982')"),
     "SELECT k FROM people ORDER BY birth_date", REFUSED_MAPPED_ORDER},
    /* nobody sorts by first names */
    {TABLE("singer", "name TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Ann Lee')"),
     "SELECT k FROM singer ORDER BY name", REFUSED_MAPPED_ORDER},
    /* months before years do not sort, and a time is not part of a date */
    {TABLE("people", "birth_date TEXT", "(1, '', 'May 26, 1986'), (2, '', 'May 3, 1982')"),
     "SELECT k FROM people ORDER BY birth_date", REFUSED_MAPPED_ORDER},
    {TABLE("visit", "date_of_visit TEXT",
           "(1, '', '2019-05-02 10:00:00'), (2, '', '2018-11-20 11:30:00')"),
     "SELECT k FROM visit ORDER BY date_of_visit", REFUSED_ROWS_UNFIT},
    {TABLE("votes", "created TEXT",
           "(1, '', '2019-05-02 10:00:00'), (2, '', '2018-11-20 11:30:00')"),
     "SELECT created FROM votes", REFUSED_MAPPED_SHOWN},
    /* always midnight */
    {TABLE("votes", "created TEXT",
           "(1, '', '2019-05-02 00:00:00'), (2, '', '2018-11-20 00:00:00')"),
     "SELECT k FROM votes ORDER BY created", REFUSED_ROWS_UNFIT},
    /* a year is not an age, and flags are not a type */
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 41)"), "SELECT age FROM singer",
     REFUSED_MAPPED_SHOWN},
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 41)"), "SELECT avg(age) FROM singer",
     REFUSED_MAPPED_SHOWN},
    {TABLE("singer", "age INT", "(1, '', 30), (2, '', 41)"),
     "SELECT k FROM singer INTERSECT SELECT age FROM singer", REFUSED_MAPPED_SETS},
    {TABLE("pets", "pet_type TEXT", "(1, '', 'dog'), (2, '', 'cat')"), "SELECT pet_type FROM pets",
     REFUSED_MAPPED_SHOWN},
    {TABLE("student", "sex TEXT", "(1, '', 'F'), (2, '', 'M')"),
     "SELECT sex , count(*) FROM student GROUP BY sex", REFUSED_MAPPED_SHOWN},
    /* a private Catholic school is private */
    {TABLE("school", "school_type TEXT", "(1, '', 'Private'), (2, '', 'Private Catholic')"),
     "SELECT k FROM school WHERE school_type = 'Private'", REFUSED_ROWS_UNFIT},
    /* one may have several roles */
    {TABLE("worker", "role_code TEXT", "(1, '', 'employee'), (2, '', 'doctor')"),
     "SELECT k FROM worker WHERE role_code = 'doctor'", REFUSED_NO_EQUIVALENT},
    /* nobody counts years anew each year */
    {TABLE("song", "release_year INT", "(1, '', 1992), (2, '', 2008)"),
     "SELECT k FROM song ORDER BY release_year", REFUSED_NO_EQUIVALENT},
    /* 30 of what? */
    {TABLE("product", "price REAL", "(1, '', 24.5), (2, '', 60.25)"),
     "SELECT k FROM product WHERE price > 30", REFUSED_MAPPED_UNIT},
    {TABLE("product", "price REAL", "(1, '', 24.5), (2, '', 60.25)"),
     "SELECT max(price) FROM product", REFUSED_MAPPED_SHOWN},
    /* an empty text has no flag to be brought back from */
    {TABLE("players", "hand TEXT", "(1, '', 'R'), (2, '', 'L'), (3, '', '')"),
     "SELECT hand FROM players", REFUSED_MAPPED_RESULT},
};

static void test_left_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(LEFT_ALONE); i++) {
        struct forms f;
        open_forms(&f, LEFT_ALONE[i].tables);
        ask(&f, "Which?", LEFT_ALONE[i].query);
        if (f.cases.count > 0)
            fail_msg("%s: %s", LEFT_ALONE[i].tables, f.cases.items[0].change.ptr);
        if (f.tally.counts[LEFT_ALONE[i].why] == 0)
            fail_msg("%s: not '%s'", LEFT_ALONE[i].tables, refusal_name(LEFT_ALONE[i].why));
        close_forms(&f);
    }
}

static const char school[] =
    "CREATE TABLE student (k INTEGER PRIMARY KEY, name TEXT, age INT, sex TEXT, is_new INT);"
    "INSERT INTO student VALUES (1, 'Joe Sharp', 20, 'M', 1), (2, 'Ann Lee', 22, 'F', 0),"
    " (3, 'Mia Lee', 19, 'F', 1);";

/* A table of one column has one other schema, however many are drawn. */
static void test_drawn_once(void **state)
{
    (void)state;
    struct forms f;
    const void *plan;
    open_forms(&f, TABLE("singer", "name TEXT", "(1, '', 'Joe Sharp'), (2, '', 'Ann Lee')"));
    ask(&f, "Who?", "SELECT name FROM singer");
    assert_int_equal(relation_DB_content.count(&f.arena, &f.seed, &plan), 1);
    close_forms(&f);
}

/* A name that stays whole has no first part: the last part is counted. */
static void test_whole(void **state)
{
    (void)state;
    struct forms f;
    open_forms(&f, TABLE("singer", "name TEXT", SINGERS "(5, '', 'Timbaland')"));
    ask(&f, "How many?", "SELECT count(name) FROM singer WHERE name != 'Ann Lee'");
    assert_int_not_equal(f.cases.count, 0);
    assert_true(str_eq(f.cases.items[0].query,
                       STR("SELECT count(last_name) FROM singer WHERE first_name != 'Ann' OR "
                           "last_name != 'Lee'")));
    close_forms(&f);
}

/* A literal is divided as the rows are. */
static void test_last_separator(void **state)
{
    (void)state;
    struct forms f;
    open_forms(
        &f, TABLE("people", "birth_date TEXT", "(1, '', 'May 26, 1986'), (2, '', 'May 3, 1982')"));
    ask(&f, "Who?", "SELECT k FROM people WHERE birth_date = 'May 3, 1982'");
    assert_int_not_equal(f.cases.count, 0);
    assert_true(str_eq(f.cases.items[0].query,
                       STR("SELECT k FROM people WHERE birth_month = 'May' AND birth_day = '3' "
                           "AND birth_year = '1982'")));
    close_forms(&f);
}

/* A number may change its unit if the question names the unit. */
static void test_unit(void **state)
{
    (void)state;
    struct forms f;
    open_forms(&f, TABLE("product", "price REAL", "(1, '', 24.5), (2, '', 60.25)"));
    ask(&f, "What costs more than 30 dollars?", "SELECT k FROM product WHERE price > 30");
    assert_int_not_equal(f.cases.count, 0);
    assert_true(
        str_eq(f.cases.items[0].query, STR("SELECT k FROM product WHERE price_in_cents > 3000")));
    close_forms(&f);
    open_forms(&f, TABLE("route", "distance_km INT", "(1, '', 24), (2, '', 60)"));
    ask(&f, "How long is the longest route?", "SELECT max(distance_km) FROM route");
    assert_int_not_equal(f.cases.count, 0);
    ask(&f, "How many kilometers is the longest route?", "SELECT max(distance_km) FROM route");
    assert_int_equal(f.cases.count, 0); /* nobody wants meters then */
    close_forms(&f);
}

/* Flags are called by words that WordNet has. */
static void test_spelling(void **state)
{
    (void)state;
    const struct knowledge_sources sources = {.wordnet = NULL};
    struct knowledge without = knowledge;
    struct forms f;
    struct err e;
    assert_int_equal(knowledge_load(&knowledge, &lexicon, &sources, &e), OK);
    bool present = wordnet_present(&knowledge.wordnet);
    open_forms(&f, TABLE("staff", "staff_type TEXT", "(1, '', 'nurse'), (2, '', 'veterenarian')"));
    ask(&f, "Which?", "SELECT k FROM staff WHERE staff_type = 'nurse'");
    assert_true(!present || f.cases.count == 0);
    close_forms(&f);
    open_forms(&f, TABLE("ship", "status TEXT", "(1, '', 'Scuttled'), (2, '', 'captured')"));
    ask(&f, "Which?", "SELECT k FROM ship WHERE status = 'captured'");
    assert_true(some_case_says(&f, "is_scuttled"));
    close_forms(&f);
    knowledge_release(&knowledge);
    knowledge = without;
}

/* Questions that explain the old values, or name a new column, have no case. */
static void test_wording(void **state)
{
    (void)state;
    struct forms f;
    open_forms(&f, school);
    ask(&f, "Who are the female students?", "SELECT k FROM student WHERE sex = 'F'");
    assert_int_not_equal(f.cases.count, 0);
    ask(&f, "Who are the students with sex F?", "SELECT k FROM student WHERE sex = 'F'");
    assert_int_equal(f.cases.count, 0);
    assert_int_not_equal(f.tally.counts[REFUSED_OLD_VALUES_TOLD], 0);
    ask(&f, "Who is new? 1 is yes, 0 is no.", "SELECT k FROM student WHERE is_new = 1");
    assert_int_equal(f.cases.count, 0);
    ask(&f, "What is the birth year of the new student?", "SELECT k FROM student WHERE is_new = 1");
    assert_false(some_case_says(&f, "birth_year"));
    assert_int_not_equal(f.tally.counts[REFUSED_SAMPLING_ASKED], 0);
    close_forms(&f);
}

static void test_evidence(void **state)
{
    (void)state;
    struct forms f;
    open_forms(&f, school);
    ask(&f, "Who are the female students?", "SELECT k FROM student WHERE sex = 'F'");
    struct seed seed = *f.seed.seed;
    const void *plan;
    seed.evidence = STR("female refers to Sex = 'F'");
    f.seed.seed = &seed;
    assert_int_equal(relation_DB_content.count(&f.arena, &f.seed, &plan), 0);
    close_forms(&f);
}

/* Is a schema of `x` one of `y`? */
static bool share_schema(const struct forms *f, const struct case_list *x)
{
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t j = 0; j < f->cases.count; j++)
            if (str_eq(x->items[i].db_id, f->cases.items[j].db_id))
                return true;
    return false;
}

/* A changed schema is one of the database: other questions have it too. The claim says whether
 * values of the answer change. */
static void test_shared(void **state)
{
    (void)state;
    struct forms f;
    open_forms(&f, school);
    ask(&f, "What are the names?", "SELECT name FROM student");
    struct case_list names = f.cases;
    assert_in_range(names.count, 2, 5);
    for (uint32_t i = 0; i < names.count; i++)
        assert_int_equal(names.items[i].claim, CLAIM_MAPPED);
    ask(&f, "Who is the oldest?", "SELECT k FROM student ORDER BY age DESC LIMIT 1");
    assert_in_range(f.cases.count, 1, 5);
    assert_true(share_schema(&f, &names));
    for (uint32_t i = 0; i < f.cases.count; i++)
        assert_int_equal(f.cases.items[i].claim, CLAIM_SAME);
    close_forms(&f);
}

/* Without a database nothing is known of the rows. */
static void test_no_rows(void **state)
{
    (void)state;
    struct forms f;
    const void *plan;
    open_forms(&f, school);
    ask(&f, "What are the names?", "SELECT name FROM student");
    f.seed.content = NULL;
    assert_int_equal(relation_DB_content.count(&f.arena, &f.seed, &plan), 0);
    close_forms(&f);
}

/* Rules of somebody's own that make no sense: no parts, parts without names, numbers that are not
 * numbers.
 */
static const struct {
    const char *list, *rule;
} SENSELESS[] = {
    {"equivalent_parts.tsv", "name\tlast\tperson\tyes\tyes\tWord Word\tfirst name\tlast name"},
    {"equivalent_parts.tsv", "name\tlast\tperson\tyes\tyes\t{Word Word}\tfirst name\tlast name"},
    {"equivalent_parts.tsv", "name\tlast\tperson\tyes\tyes\t{Word}{ Word}\tfirst name\tlast name"},
    {"equivalent_parts.tsv",
     "name\tlast\tperson\tyes\tyes\t} {Word} {Word}\tfirst name\tlast name\tx"},
    {"equivalent_parts.tsv",
     "name\tlast\tperson\tyes\tyes\t{Word} {Word}\tfirst name\tlast name\tx"},
    {"equivalent_parts.tsv", "name\tlast\tperson\tyes\tyes\t{Word} {Word}\tname\tname"},
    {"equivalent_numbers.tsv", "age\tany\tx\t-1\tknown\t-\t0\t119\t-\tbirth year"},
    {"equivalent_numbers.tsv", "age\tany\t2020\t0\tknown\t-\t0\t119\t-\tbirth year"},
    {"equivalent_numbers.tsv", "age\tany\t2020\t-1\tknown\t-\ta\tb\t-\tbirth year"},
    {"equivalent_texts.tsv", "is new\tfirst\t-\tyes\tno"},
    {"equivalent_texts.tsv", "is new\tfirst\tstate\tx\tx"},
    {"equivalent_flags.tsv", "sex\tlast\teach\tno\t@"},
    {"equivalent_flags.tsv", "sex\tlast\tfemale\tno\t#"},
};

static void test_senseless_lists(void **state)
{
    (void)state;
    struct lexicon ours = lexicon;
    for (size_t i = 0; i < COUNT_OF(SENSELESS); i++) {
        const char *path = in_folder(SENSELESS[i].list);
        struct forms f;
        struct err e;
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fprintf(file, "#replace\n%s\n", SENSELESS[i].rule) > 0 && fclose(file) == 0);
        assert_int_equal(lexicon_load(&lexicon, &LEXICON, own_folder(), &e), OK);
        open_forms(&f, school);
        ask(&f, "Which?", "SELECT name , is_new FROM student WHERE sex = 'F' ORDER BY age");
        for (uint32_t k = 0; k < f.cases.count; k++) /* by the other lists */
            assert_true(str_find(f.cases.items[k].query, STR("SELECT name"), 0) == 0 ||
                        !strstr(SENSELESS[i].rule, "name\t"));
        close_forms(&f);
        lexicon_release(&lexicon);
        assert_int_equal(remove(path), 0);
    }
    lexicon = ours;
}

static int set_up(void **state)
{
    return own_folder_make(state) || load_words(state);
}

static int tear_down(void **state)
{
    return release_words(state) || own_folder_remove(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),           cmocka_unit_test(test_left_alone),
        cmocka_unit_test(test_wording),         cmocka_unit_test(test_evidence),
        cmocka_unit_test(test_shared),          cmocka_unit_test(test_no_rows),
        cmocka_unit_test(test_senseless_lists), cmocka_unit_test(test_whole),
        cmocka_unit_test(test_last_separator),  cmocka_unit_test(test_unit),
        cmocka_unit_test(test_spelling),        cmocka_unit_test(test_drawn_once),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
