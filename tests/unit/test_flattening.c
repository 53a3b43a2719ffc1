/* test_flattening.c: FL's names for folded columns, and the questions to which it does not apply
 * because they would no longer be clear. */
#include "fixture.h"
#include "schema_seeds.h"
#include "sure.h"
#include "unit.h"

#include "relation/refusal.h"

static struct schema schema_of(struct arena *a, const char *tables)
{
    struct schema s;
    struct err e;
    const char *path = fixture_create(a, tables);
    assert_int_equal(schema_from_database(a, path, STR("db"), &s, &e), OK);
    fixture_remove(path);
    return s;
}

static struct lexicon lexicon;

static uint64_t folds(struct arena *a, const struct schema *s, const char *question,
                      const char *query, struct refusal_tally *tally, struct test_case *out)
{
    struct relation_seed seed;
    const void *plan;
    assert_true(seed_make(a, s, NULL, str_from(question), str_from(query), &seed));
    seed_read_words(a, &lexicon, &seed);
    *tally = (struct refusal_tally){0};
    seed.refusals = tally;
    uint64_t n = relation_FL.count(a, &seed, &plan);
    if (n > 0 && out)
        assert_true(relation_FL.make(a, &seed, plan, 0, out));
    return n;
}

/* Each folds one table into another, and the columns come out in the order of the table. */
static const struct {
    const char *tables, *columns;
} NAMES[] = {
    {"CREATE TABLE owners (owner_id INT PRIMARY KEY, first_name, name, SSN, owners_city);"
     "CREATE TABLE dogs (dog_id, owner_id REFERENCES owners(owner_id), name);",
     "[\"owner_first_name\",\"owner_name\",\"owner_SSN\",\"owners_city\"]"},
    {"CREATE TABLE CAR_MAKERS (Id INT PRIMARY KEY, Maker, FullName, Country, fax);"
     "CREATE TABLE MODELS (ModelId, Maker REFERENCES CAR_MAKERS(Id), ModelName);",
     "[\"CarMaker\",\"CarMakerFullName\",\"CarMakerCountry\",\"CarMakerFax\"]"},
    {"CREATE TABLE Ship (ID INT PRIMARY KEY, Ship, Lost_in_battle, disposition_of_ship,"
     " \"Tonnage (t)\");"
     "CREATE TABLE Death (Death_ID, Caused_by REFERENCES Ship(ID));",
     "[\"Ship\",\"Ship_Lost_in_battle\",\"ship_disposition\",\"Ship Tonnage (t)\"]"},
    {"CREATE TABLE \"Guest Houses\" (\"House ID\" INT PRIMARY KEY, \"Home Phone\", Beds);"
     "CREATE TABLE Stay (\"Stay ID\", House REFERENCES \"Guest Houses\"(\"House ID\"));",
     "[\"Guest House Home Phone\",\"Guest House Beds\"]"},
    {"CREATE TABLE cities (city_id INT PRIMARY KEY, mayor, citySize);"
     "CREATE TABLE visits (visit_id, city_id REFERENCES cities(city_id));",
     "[\"city_mayor\",\"citySize\"]"},
    /* no word twice, wherever the column has it */
    {"CREATE TABLE Student_Enrolment (enrolment_id INT PRIMARY KEY, fee,"
     " date_of_enrolment, other_enrolment_details);"
     "CREATE TABLE Results (result_id, enrolment_id REFERENCES Student_Enrolment(enrolment_id));",
     "[\"student_enrolment_fee\","
     "\"student_enrolment_date\",\"student_enrolment_other_details\"]"},
    /* words for kinds of tables say nothing of rows */
    {"CREATE TABLE Ref_Template_Types (Template_Type_Code INT PRIMARY KEY,"
     " Template_Type_Description, Template_Text);"
     "CREATE TABLE Papers (Paper_ID, Code REFERENCES Ref_Template_Types(Template_Type_Code));",
     "[\"Template_Type_Description\",\"Template_Type_Text\"]"},
    {"CREATE TABLE car_names (MakeId INT PRIMARY KEY, Model, Make);"
     "CREATE TABLE tests (TestId, CarId REFERENCES car_names(MakeId), GradeMark);",
     "[\"CarModel\",\"CarMake\"]"},
    /* but they tell tables apart */
    {"CREATE TABLE order_details (detail_id INT PRIMARY KEY, amount);"
     "CREATE TABLE orders (order_id, note);"
     "CREATE TABLE mail (mail_id, detail_id REFERENCES order_details(detail_id));",
     "[\"order_detail_amount\"]"},
    /* one word in one case, and written as the tables write it */
    {"CREATE TABLE concert (concert_ID INT PRIMARY KEY, concert_Name, Theme, Place_Name);"
     "CREATE TABLE part (Part_ID, concert_ID REFERENCES concert(concert_ID));",
     "[\"concert_Name\",\"concert_Theme\",\"concert_Place_Name\"]"},
    {"CREATE TABLE visitor (ID INT PRIMARY KEY, Name, Home_Town);"
     "CREATE TABLE visit (Visit_Day, visitor_ID REFERENCES visitor(ID));",
     "[\"visitor_Name\",\"visitor_Home_Town\"]"},
    {"CREATE TABLE Customers_TV_Sets (Set_ID INT PRIMARY KEY, Maker, \"%_Sold\");"
     "CREATE TABLE Customers (Customer_ID, Set_ID REFERENCES Customers_TV_Sets(Set_ID));",
     "[\"Customer_TV_Set_Maker\",\"Customer_TV_Set_%_Sold\"]"},
    {"CREATE TABLE chip_model (chip_id INT PRIMARY KEY, launch_year, WiFi);"
     "CREATE TABLE phone (phone_id, chip_id REFERENCES chip_model(chip_id));",
     "[\"chip_model_launch_year\",\"chip_model_WiFi\"]"},
};

static void columns_are_named_after_their_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        struct arena a = {0};
        struct refusal_tally tally;
        struct test_case c = CASE_EMPTY;
        struct schema s = schema_of(&a, NAMES[i].tables);
        assert_int_equal(folds(&a, &s, "How many are there?", "SELECT 1", &tally, &c), 1);
        if (str_find(c.change, str_from(NAMES[i].columns), 0) == c.change.len)
            fail_msg("%.*s, not %s", STR_ARG(c.change), NAMES[i].columns);
        arena_release(&a);
    }
}

/* "orchestra" has no column for names but one that is called like itself. */
static const char MUSIC[] =
    "CREATE TABLE conductor (conductor_id INT PRIMARY KEY, name TEXT, age INT, home_town TEXT);"
    "CREATE TABLE orchestra (orchestra_id INT PRIMARY KEY, orchestra TEXT, conductor_id INT"
    " REFERENCES conductor(conductor_id), age INT, founded INT);"
    "CREATE TABLE town (town_name TEXT, mayor TEXT);"
    "CREATE TABLE continents (continent_id INT PRIMARY KEY, continent TEXT);"
    "CREATE TABLE countries (country TEXT, continent INT REFERENCES continents(continent_id),"
    " size INT);";

static const struct {
    const char *question, *query;
    enum refusal why; /* REFUSALS: it is clear */
} QUESTIONS[] = {
    {"How many orchestras are there?", "SELECT count(*) FROM orchestra", REFUSALS},
    {"What are the names of the orchestras?", "SELECT orchestra FROM orchestra",
     REFUSED_FACT_ASKED},
    {"Which home towns are there?", "SELECT mayor FROM town", REFUSED_FACT_ASKED},
    {"How many orchestras does each conductor have?",
     "SELECT conductor_id, count(*) FROM orchestra GROUP BY conductor_id", REFUSED_TABLE_NAMED},
    {"How many conductors are there?", "SELECT count(DISTINCT conductor_id) FROM orchestra",
     REFUSED_TABLE_NAMED},
    /* it is the orchestra's own, or another table's, and the other one says whose it is */
    {"What are the ages of the orchestras?", "SELECT age FROM orchestra", REFUSALS},
    {"What are the names of the towns?", "SELECT town_name FROM town", REFUSALS},
};

static void unclear_questions_are_left_alone(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema s = schema_of(&a, MUSIC);
    for (size_t i = 0; i < COUNT_OF(QUESTIONS); i++) {
        struct refusal_tally tally;
        bool clear = QUESTIONS[i].why == REFUSALS;
        uint64_t n = folds(&a, &s, QUESTIONS[i].question, QUESTIONS[i].query, &tally, NULL);
        if (n != clear || (!clear && tally.counts[QUESTIONS[i].why] != 1))
            fail_msg("%s: %llu", QUESTIONS[i].question, (unsigned long long)n);
        /* beside the folded continent there is another */
        assert_int_equal(tally.counts[REFUSED_NAME_TAKEN], 1);
    }
    arena_release(&a);
}

/* Each has a column that no name is right for: a key of something else that would seem to be the
 * folded thing's, words in the wrong order, or a part of a relationship. */
static void misleading_names_are_refused(void **state)
{
    (void)state;
    static const char *const TABLES[] = {
        "CREATE TABLE course (course_id INT PRIMARY KEY);"
        "CREATE TABLE enrolment_courses (row INT PRIMARY KEY,"
        " course_id REFERENCES course(course_id));"
        "CREATE TABLE mark (mark, row REFERENCES enrolment_courses(row));",
        "CREATE TABLE enrolment_courses (row INT PRIMARY KEY, course_id);"
        "CREATE TABLE mark (mark, row REFERENCES enrolment_courses(row));",
        "CREATE TABLE degree_programs (row INT PRIMARY KEY, degree_summary);"
        "CREATE TABLE mark (mark, row REFERENCES degree_programs(row));",
        "CREATE TABLE singer_in_concert (row INT PRIMARY KEY, singer_fee);"
        "CREATE TABLE mark (mark, row REFERENCES singer_in_concert(row));",
    };
    for (size_t i = 0; i < COUNT_OF(TABLES); i++) {
        struct arena a = {0};
        struct refusal_tally tally;
        struct schema s = schema_of(&a, TABLES[i]);
        assert_int_equal(folds(&a, &s, "How many?", "SELECT mark FROM mark", &tally, NULL), 0);
        assert_int_equal(tally.counts[REFUSED_NAME_MISLEADS], 1);
        arena_release(&a);
    }
}

/* A name that a folded column keeps must not be one that the query has without its table. */
static void names_stay_unambiguous(void **state)
{
    (void)state;
    struct arena a = {0};
    struct refusal_tally tally;
    struct schema s = schema_of(
        &a, "CREATE TABLE type (type_code INT PRIMARY KEY, meaning);"
            "CREATE TABLE form (form_id INT PRIMARY KEY, form_type REFERENCES type(type_code));"
            "CREATE TABLE paper (paper_id, form_id REFERENCES form(form_id));"
            "CREATE TABLE rule (form_type, text);");
    assert_int_equal(folds(&a, &s, "Which?", "SELECT paper_id FROM paper", &tally, NULL), 2);
    assert_int_equal(folds(&a, &s, "Which?", "SELECT form_type FROM rule, paper", &tally, NULL), 1);
    assert_int_equal(tally.counts[REFUSED_NAME_TAKEN], 1);
    arena_release(&a);
}

static int load_lexicon(void **state)
{
    (void)state;
    struct err e;
    return lexicon_load(&lexicon, &LEXICON, NULL, &e) == OK ? 0 : -1;
}

static int release_lexicon(void **state)
{
    (void)state;
    lexicon_release(&lexicon);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_named_after_their_table),
        cmocka_unit_test(unclear_questions_are_left_alone),
        cmocka_unit_test(misleading_names_are_refused),
        cmocka_unit_test(names_stay_unambiguous),
    };
    return cmocka_run_group_tests(tests, load_lexicon, release_lexicon);
}
