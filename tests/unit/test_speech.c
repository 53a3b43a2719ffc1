/* test_speech.c: names of schemas as people say them, with WordNet. */
#include "spoken.h"
#include "unit.h"

#include "grammar/column_number.h"
#include "grammar/phrase.h"

static struct spoken s;

static int open_empty(void **state)
{
    (void)state;
    spoken_open_with(&s, "CREATE TABLE t(x);", NULL);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    spoken_close(&s);
    return 0;
}

static bool has_wordnet(void)
{
    if (!wordnet_present(&s.knowledge.wordnet))
        print_message("notice: no WordNet: skipped\n");
    return wordnet_present(&s.knowledge.wordnet);
}

static void reopen(const char *sql)
{
    spoken_close(&s);
    spoken_open_with(&s, sql, NULL);
}

/* Words */

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *name, *said;
    } names[] = {{"Elimination_ID", "elimination id"},
                 {"Num_Employees", "number of employees"},
                 {"num_of_component", "number of components"},
                 {"number_of_stock", "amount of stock"},
                 {"num_of_audience", "audience size"},
                 {"no_of_customers", "number of customers"},
                 {"flight_no", "flight number"},
                 {"no_show_reason", "no show reason"},
                 {"dosage_mg", "dosage in mg"},
                 {"speed_knots", "speed in knots"},
                 {"price_in_dollar", "price in dollars"},
                 {"countrycode", "country code"},
                 {"ObjectNumber", "object number"},
                 {"stadiumid", "stadium id"},
                 {"highest", "highest"}, /* a word, not "high est" */
                 {"donator", "donator"}, /* no word, but no two either */
                 {"pixel_aspect_ratio_par", "pixel aspect ratio"},
                 {"date_incident_start", "incident start date"},
                 {"amount_payment", "payment amount"},
                 {"profit_billion", "profit in billions"},
                 {"ram_mib", "RAM in MiB"},
                 {"date_left_university", "date left university"},
                 {"date_time", "date time"},
                 {"People_ID", "person id"},
                 {"GPA", "GPA"},
                 {"dec", "December value"},
                 {"Area_km_2", "area in square kilometers"},
                 {"Area_km2", "area in square kilometers"},
                 {"area_in_km2", "area in square kilometers"},
                 {"land_area_sq_mi", "land area in square miles"},
                 {"volume_m3", "volume in cubic meters"},
                 {"population_per_km2", "population per square kilometer"},
                 {"weight_kg_per_m2", "weight in kg per square meter"},
                 {"price_usd_per_kg", "price in dollars per kg"},
                 {"cost_per_miles", "cost per mile"},
                 {"hours_per_week", "hours per week"},
                 {"co2_emissions", "co 2 emissions"},
                 {"tot_amount", "total amount"},
                 {"used_kb", "used in kB"}};
    if (!has_wordnet())
        return;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct str name = str_from(names[i].name);
        struct spoken_phrase p = phrase_of_name(&s.arena, &s.knowledge, name, name);
        if (!str_eq(phrase_text(&s.arena, &p, 0), str_from(names[i].said)))
            fail_msg("%s: %.*s", names[i].name, STR_ARG(phrase_text(&s.arena, &p, 0)));
    }
}

/* A name in words that is of something else does not count. */
static void test_natural_names(void **state)
{
    (void)state;
    static const struct {
        const char *natural, *name, *said;
    } names[] = {{"sqlite sequence", "artists", "artists"},
                 {"department number", "DNO", "department number"},
                 {"objectnumber", "ObjectNumber", "object number"}};
    if (!has_wordnet())
        return;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct spoken_phrase p = phrase_of_name(&s.arena, &s.knowledge, str_from(names[i].natural),
                                                str_from(names[i].name));
        assert_string_equal(phrase_text(&s.arena, &p, 0).ptr, names[i].said);
    }
}

/* Names that are only capitals, one letter, digits, blanks, foreign or very long. */
static void test_odd_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t words;
    } names[] = {{"", 0},
                 {"_", 0},
                 {"2016", 0},
                 {"%", 0},
                 {"x", 1},
                 {"GRÖSSE", 1},
                 {"a\u200bb", 0},
                 {"a\u2028b", 0},
                 {"Zürich", 1},
                 {"\xff\xfe", 0},
                 {"a b c d e f g h i j k l m n o p q r s", 16}};
    char longest[400];
    memset(longest, 'x', sizeof longest);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct str name = str_from(names[i].name);
        assert_int_equal(phrase_of_name(&s.arena, &s.knowledge, name, name).count, names[i].words);
    }
    struct str name = {longest, sizeof longest};
    assert_int_equal(phrase_of_name(&s.arena, &s.knowledge, name, name).count, 0);
    assert_int_equal(name_as_written(&s.arena, name, name).len, 0);
}

static void test_nouns(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool column, table;
    } phrases[] = {{"opening date", true, true},
                   {"date of birth", true, true},
                   {"speed in knots", true, true},
                   {"address line 1", true, true},
                   {"highest position", true, true},
                   {"GPA", true, true},
                   {"order", false, true}, /* a verb before all */
                   {"start", false, true},
                   {"fda approved", false, false},
                   {"operate company", false, false},
                   {"all games", false, false},
                   {"date joined staff", false, false},
                   {"number city affected", false, false},
                   {"18 49 rating", false, false},
                   {"line 1 number building", false, false},
                   {"year of founded", false, false},
                   {"directed by", false, false},
                   {"lives in", false, false},
                   {"check out", false, false},
                   {"move in year", false, false},
                   {"temporary acting", false, false},
                   {"edispl", false, false},
                   {"q 2", false, false},
                   {"meter 100", false, false},
                   {"state province county", false, false},
                   {"years working", false, true},
                   {"memory in g", false, false}};
    if (!has_wordnet())
        return;
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        struct spoken_phrase p = phrase_of(str_from(phrases[i].words));
        if (phrase_is_noun(&s.arena, &s.knowledge, &p, false) != phrases[i].column ||
            phrase_is_noun(&s.arena, &s.knowledge, &p, true) != phrases[i].table)
            fail_msg("%s", phrases[i].words);
    }
}

/* Tables and columns */

static void test_tables(void **state)
{
    (void)state;
    if (!has_wordnet())
        return;
    reopen(
        "CREATE TABLE orders(x); CREATE TABLE batch_processing(x); CREATE TABLE arrears(x);"
        "CREATE TABLE operate_company(x); CREATE TABLE singer_in_concert(x);"
        "CREATE TABLE building(x); CREATE TABLE data_sets(x); CREATE TABLE teaches(x);"
        "CREATE TABLE view_product_availability(x); CREATE TABLE other_features(x);"
        "CREATE TABLE countrylanguage(x); CREATE TABLE problem_code(problem_code TEXT); "
        "CREATE TABLE movie_cast(x); CREATE TABLE visits_restaurant(x);"
        "CREATE TABLE storm(id INTEGER PRIMARY KEY); CREATE TABLE region(id INTEGER PRIMARY KEY);"
        "CREATE TABLE affected_region(region_id INT REFERENCES region(id), storm_id INT REFERENCES"
        " storm(id));");
    spoken_check_table(&s, "orders", "order", "orders");
    spoken_check_table(&s, "batch_processing", "batch processing record",
                       "batch processing records");
    spoken_check_table(&s, "arrears", "arrears record", "arrears records");
    spoken_check_table(&s, "operate_company", "\"operate company\" record",
                       "\"operate company\" records");
    spoken_check_table(&s, "singer_in_concert", "\"singer in concert\" record",
                       "\"singer in concert\" records");
    spoken_check_table(&s, "building", "building", "buildings");
    spoken_check_table(&s, "data_sets", "data set", "data sets");
    spoken_check_table(&s, "teaches", "\"teaches\" record", "\"teaches\" records");
    spoken_check_table(&s, "view_product_availability", "product availability",
                       "product availabilities");
    spoken_check_table(&s, "other_features", "\"other features\" record",
                       "\"other features\" records");
    spoken_check_column(&s, "problem_code", "problem_code", "problem code");
    spoken_check_table(&s, "countrylanguage", "country language", "country languages");
    spoken_check_table(&s, "visits_restaurant", "\"visits restaurant\" record",
                       "\"visits restaurant\" records");
    spoken_check_table(&s, "affected_region", "affected region record", "affected region records");
    spoken_check_table(&s, "movie_cast", "movie cast member", "movie cast members");
}

static void test_columns(void **state)
{
    (void)state;
    if (!has_wordnet())
        return;
    reopen("CREATE TABLE train(train_number INT, scores INT, total_credits INT, earnings INT,"
           " joined TEXT, founded INT, injured INT, fda_approved INT, train_details TEXT,"
           " other_details TEXT, trains_name TEXT, remarks TEXT, q2 TEXT, \"Q-2\" TEXT,"
           " rating INT, seating INT, hours_per_week INT);"
           "INSERT INTO train VALUES(1, 2, 3, 4, '2020-01-02', 1999, 7, 1, 'a', 'b', 'c', 'd',"
           " 'e', 'f', 1, 2, 3);");
    spoken_check_column(&s, "train", "train_number", "train number"); /* not how many trains */
    spoken_check_column(&s, "train", "scores", "score");
    spoken_check_column(&s, "train", "total_credits", "total number of credits");
    spoken_check_column(&s, "train", "earnings", "amount of earnings");
    spoken_check_column(&s, "train", "joined", "date joined");
    spoken_check_column(&s, "train", "founded", "year founded");
    spoken_check_column(&s, "train", "injured", "number injured");
    spoken_check_column(&s, "train", "fda_approved", "\"fda approved\" value");
    spoken_check_column(&s, "train", "train_details", "train details"); /* there are other ones */
    spoken_check_column(&s, "train", "other_details", "other details");
    spoken_check_column(&s, "train", "trains_name", "name");
    spoken_check_column(&s, "train", "q2", ""); /* two are called so */
    const struct spoken_name *n = s.world.columns;
    uint32_t approved = spoken_column_id(&s, "train", "fda_approved");
    uint32_t details = spoken_column_id(&s, "train", "other_details");
    uint32_t credits = spoken_column_id(&s, "train", "total_credits");
    uint32_t injured = spoken_column_id(&s, "train", "injured");
    assert_true(str_eq(n[injured].many, STR("numbers injured")));
    assert_true(str_eq(n[spoken_column_id(&s, "train", "rating")].many, STR("ratings")));
    assert_true(str_eq(n[spoken_column_id(&s, "train", "seating")].many, STR("seating")));
    spoken_check_column(&s, "train", "hours_per_week", "number of hours per week");
    assert_true(str_eq(n[approved].values, STR("\"fda approved\" values")));
    assert_true(str_eq(n[details].each, STR("value of other details")));
    assert_true(str_eq(n[credits].values, STR("values of the total number of credits")));
}

/* What rows of one table have of another. */
static void test_owned(void **state)
{
    (void)state;
    static const struct {
        const char *owner, *owned;
    } links[] = {{"station", "train station records"},
                 {"train", "train station records"},
                 {"person", "perpetrator records"},
                 {"person", "dogs"}};
    if (!has_wordnet())
        return;
    reopen("CREATE TABLE station(id INTEGER PRIMARY KEY, name TEXT);"
           "CREATE TABLE train(id INTEGER PRIMARY KEY, name TEXT);"
           "CREATE TABLE train_station(train_id INT REFERENCES train(id), station_id INT REFERENCES"
           " station(id)); CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT);"
           "CREATE TABLE perpetrator(id INTEGER PRIMARY KEY, person_id INT REFERENCES people(id));"
           "CREATE TABLE dogs(id INTEGER PRIMARY KEY, person_id INT REFERENCES people(id));");
    for (size_t i = 0; i < COUNT_OF(links); i++) {
        bool found = false;
        for (uint32_t k = 0; k < s.world.n_links; k++) {
            const struct known_link *l = &s.world.links[k];
            found |= str_eq(s.world.tables[l->to_table].one, str_from(links[i].owner)) &&
                     str_eq(l->owned.many, str_from(links[i].owned));
        }
        if (!found)
            fail_msg("no %s has %s", links[i].owner, links[i].owned);
    }
}

static void test_number_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *said;
        enum number_kind kind;
    } names[] = {{"price", NUMBER_AMOUNT},
                 {"number of votes", NUMBER_AMOUNT},
                 {"opening year", NUMBER_YEAR},
                 {"year founded", NUMBER_YEAR},
                 {"rank in series", NUMBER_ORDINAL},
                 {"highest score", NUMBER_ORDINAL},
                 {"room number", NUMBER_ORDINAL},
                 {"phone number", NUMBER_NONE},
                 {"phone extension", NUMBER_NONE},
                 {"\"pid\" value", NUMBER_NONE},
                 {"SSN", NUMBER_NONE},
                 {"\"is open\" value", NUMBER_NONE},
                 {"\"weeks on top\" value", NUMBER_AMOUNT},
                 {"\"rank of the year\" value", NUMBER_ORDINAL},
                 {"\"omim\" value", NUMBER_ORDINAL},
                 {"\"average\" value", NUMBER_ORDINAL},
                 {"\"damage made\" value", NUMBER_AMOUNT}};
    if (!has_wordnet())
        return;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (number_kind_of(&s.arena, &s.knowledge, str_from(names[i].said)) != names[i].kind)
            fail_msg("%s", names[i].said);
    assert_true(str_eq(number_measure(STR("winner age")), STR("age")));
    assert_true(str_eq(number_measure(STR("net profit in millions")), STR("profit in millions")));
    assert_true(str_eq(number_measure(STR("\"x y\" value")), STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_words, open_empty, close_all),
        cmocka_unit_test_setup_teardown(test_natural_names, open_empty, close_all),
        cmocka_unit_test_setup_teardown(test_odd_names, open_empty, close_all),
        cmocka_unit_test_setup_teardown(test_nouns, open_empty, close_all),
        cmocka_unit_test_setup_teardown(test_tables, open_empty, close_all),
        cmocka_unit_test_setup_teardown(test_columns, open_empty, close_all),
        cmocka_unit_test_setup_teardown(test_owned, open_empty, close_all),
        cmocka_unit_test_setup_teardown(test_number_kinds, open_empty, close_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
