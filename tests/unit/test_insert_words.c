/* test_insert_words.c: CI's new columns do not answer the question, fit their tables, and have
 * values that fit them. */
#include "seeds.h"
#include "unit.h"

#include "lexicon/answer_kind.h"
#include "lexicon/has_a.h"
#include "link/schema_words.h"
#include "relation/relation.h"

#include <stdio.h>

/* airport (AirportCode, name, City), car (Id, Year), people (Person_ID, Name, Age, Country),
 * countrylanguage (Language, Percentage), advisor (s_ID, i_ID) and faculty (Campus, Faculty), Inst
 * (SSN, Name), wrestler (WrestlerName, PersonId), which refers to people, employment
 * (EmploymentId, Wage), visitor (VisitorName, Street), manager (ManagerId, Season) and performance
 * (Player, Place), which ties people to airports. */
static const char TABLES[] =
    "{\"db_id\":\"d\",\"table_names_original\":[\"airport\",\"car\",\"people\","
    "\"countrylanguage\",\"advisor\",\"faculty\",\"Inst\",\"wrestler\",\"employment\",\"visitor\","
    "\"manager\",\"performance\"],"
    "\"table_names\":[\"airport\",\"car\",\"people\",\"countrylanguage\",\"advisor\",\"faculty\","
    "\"scientist\",\"wrestler\",\"employment\",\"visitor\",\"manager\",\"performance\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"AirportCode\"],[0,\"AirportName\"],[0,\"City\"],"
    "[1,\"Id\"],[1,\"Year\"],[2,\"Person_ID\"],[2,\"Name\"],[2,\"Age\"],[2,\"Country\"],"
    "[3,\"Language\"],[3,\"Percentage\"],[4,\"s_ID\"],[4,\"i_ID\"],[5,\"Campus\"],"
    "[5,\"Faculty\"],[6,\"SSN\"],[6,\"Name\"],[7,\"WrestlerName\"],"
    "[7,\"PersonId\"],[8,\"EmploymentId\"],[8,\"Wage\"],[9,\"VisitorName\"],[9,\"Street\"],"
    "[10,\"ManagerId\"],[10,\"Season\"],[11,\"Player\"],[11,\"Place\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"airport code\"],[0,\"airport name\"],[0,\"city\"],"
    "[1,\"id\"],[1,\"year\"],[2,\"person id\"],[2,\"name\"],[2,\"age\"],[2,\"country\"],"
    "[3,\"language\"],[3,\"percentage\"],[4,\"student id\"],[4,\"instructor id\"],[5,\"campus\"],"
    "[5,\"faculty\"],[6,\"ssn\"],[6,\"name\"],[7,\"wrestler name\"],"
    "[7,\"person id\"],[8,\"employment id\"],[8,\"wage\"],[9,\"visitor name\"],[9,\"street\"],"
    "[10,\"manager id\"],[10,\"season\"],[11,\"player\"],[11,\"place\"]],"
    "\"column_types\":[\"text\",\"text\",\"text\",\"text\",\"number\",\"number\",\"number\","
    "\"text\",\"number\",\"text\",\"text\",\"number\",\"number\",\"number\",\"text\",\"number\","
    "\"text\",\"text\",\"text\",\"number\",\"number\",\"number\",\"text\",\"text\",\"number\","
    "\"number\",\"number\",\"text\"],"
    "\"primary_keys\":[1,4,6,12,18,20,22,24,26],\"foreign_keys\":[[12,6],[13,6],[19,6],[26,6],[27,"
    "1]]}";

struct world {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct schema schema;
};

static void load(struct world *w)
{
    struct err e;
    const struct knowledge_sources sources = {0};
    *w = (struct world){0};
    assert_int_equal(lexicon_load(&w->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&w->knowledge, &w->lexicon, &sources, &e), OK);
    assert_int_equal(schema_parse(&w->arena, STR(TABLES), &w->schema, &e), OK);
    /* What three schemas of a dataset say of airports. */
    for (uint32_t i = 0; i < 3; i++) {
        has_a_observe(&w->knowledge, STR("airport"), STR("area code"), ATTRIBUTE_NUMBER, i);
        has_a_observe(&w->knowledge, STR("airport"), STR("callsign"), ATTRIBUTE_TEXT, i);
    }
    has_a_settle(&w->knowledge);
}

static void release(struct world *w)
{
    knowledge_release(&w->knowledge);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
}

/* The new columns, "table.column", each between blanks. */
static struct str new_columns(struct world *w, const char *question, const char *query)
{
    struct relation_seed s =
        make_seed(&w->arena, &w->lexicon, &w->schema, str_from(question), str_from(query));
    struct str out = STR(" ");
    const void *plan;
    assert_non_null(s.stmt);
    s.knowledge = &w->knowledge;
    uint64_t n = relation_CI.count(&w->arena, &s, &plan);
    for (uint64_t i = 0; i < n; i++) {
        struct test_case c = CASE_EMPTY;
        assert_true(relation_CI.make(&w->arena, &s, plan, i, &c));
        size_t at = str_find(c.change, STR("\"inserted\":\""), 0) + 12;
        struct str name = str_slice(c.change, at, str_find(c.change, STR("\""), at));
        out = arena_printf(&w->arena, "%.*s%.*s ", STR_ARG(out), STR_ARG(name));
    }
    return out;
}

static bool has_name(struct world *w, struct str names, const char *name)
{
    struct str sought = arena_printf(&w->arena, " %s ", name);
    return str_find(names, sought, 0) < names.len;
}

/* A question that leaves a column in, and one that keeps it out. */
struct pair {
    const char *column;
    const char *fits, *fits_query;
    const char *asks, *asks_query;
};

static void no_answers(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        /* The query reads a column of the same kind, or a word asks for the kind. */
        {"airport.AreaCode", "Which years?", "SELECT Year FROM car", "Where do planes land?",
         "SELECT AirportCode FROM airport"},
        {"airport.OpeningYear", "How many airports?", "SELECT count(*) FROM airport",
         "Which cars are from before 1980?", "SELECT Id FROM car"},
        {"airport.PostalCode", "Which cars?", "SELECT Id FROM car", "Who is from France?",
         "SELECT Name FROM people WHERE Country = 'France'"},
        {"countrylanguage.NumberOfSpeakers", "Which cars?", "SELECT Id FROM car",
         "Which is the most popular?", "SELECT Language FROM countrylanguage"},
        {"people.Email", "Which cars?", "SELECT Id FROM car", "How can they be contacted?",
         "SELECT Name FROM people"},
        {"airport.Owner", "Which cars?", "SELECT Id FROM car", "Who runs it?",
         "SELECT AirportName FROM airport"},
        {"car.TopSpeed", "How many airports?", "SELECT count(*) FROM airport",
         "How fast is the fastest car?", "SELECT Id FROM car"},
    };
    struct world w;
    load(&w);
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        const struct pair *p = &pairs[i];
        struct str names = new_columns(&w, p->fits, p->fits_query);
        if (!has_name(&w, names, p->column))
            fail_msg("no %s among %.*s", p->column, STR_ARG(names));
        if (has_name(&w, new_columns(&w, p->asks, p->asks_query), p->column))
            fail_msg("%s answers '%s'", p->column, p->asks);
    }
    release(&w);
}

/* "Number of" asks for no number that is a code; a year and a phrase ask. */
static void kinds_of_words(void **state)
{
    (void)state;
    struct world w;
    load(&w);
    struct arena *a = &w.arena;
    const struct knowledge *k = &w.knowledge;
    uint64_t code = answer_kinds_of_name(a, k, STR("license number")).all;
    uint64_t count = answer_kinds_of_name(a, k, STR("number of seats")).all;
    uint64_t time = answer_kinds_of_name(a, k, STR("launch year")).all;
    struct name_words of = name_split(a, STR("the number of cars"));
    struct name_words number = name_split(a, STR("the flight number"));
    struct name_words year = name_split(a, STR("cars of 1980"));
    struct name_words no_year = name_split(a, STR("more than 19800 or 198 cars"));
    assert_true(code && count && time);
    assert_int_equal(answer_kinds_asked(a, k, &of) & code, 0);
    assert_true(answer_kinds_asked(a, k, &number) & code);
    assert_true(answer_kinds_asked(a, k, &year) & time);
    assert_int_equal(answer_kinds_asked(a, k, &no_year) & time, 0);
    assert_true(answer_kinds_of_name(a, k, STR("birth date")).single &
                answer_kinds_of_name(a, k, STR("age")).single);
    assert_true(answer_kinds_of_name(a, k, STR("phone number")).single &
                answer_kinds_of_name(a, k, STR("home phone")).single);
    release(&w);
}

/* Facts that follow from a column of the table, and facts that do not hold for its rows. */
static void fits_table(void **state)
{
    (void)state;
    struct world w;
    load(&w);
    struct str names = new_columns(&w, "Which cars?", "SELECT Id FROM car");
    assert_false(has_name(&w, names, "people.Birth_Date"));  /* there is Age */
    assert_false(has_name(&w, names, "people.Nationality")); /* there is Country */
    assert_true(has_name(&w, names, "people.Gender"));
    assert_true(str_find(names, STR(" advisor."), 0) == names.len); /* ties two people */
    assert_true(str_find(names, STR(" faculty."), 0) == names.len); /* counts them */
    assert_false(has_name(&w, names, "airport.Callsign"));          /* no values are known for it */
    assert_true(has_name(&w, names, "Inst.ResearchArea")); /* SSN beside Name is an acronym */
    release(&w);
}

/* A type could say that some of the rows are something else. */
static void no_types_of_rows_read(void **state)
{
    (void)state;
    struct world w;
    load(&w);
    struct str apart = new_columns(&w, "Which cars?", "SELECT Id FROM car");
    struct str read = new_columns(&w, "How many were there?", "SELECT count(*) FROM employment");
    assert_true(has_name(&w, apart, "employment.ContractType"));
    assert_false(has_name(&w, read, "employment.ContractType"));
    assert_true(has_name(&w, read, "employment.ProbationMonths"));
    release(&w);
}

/* The columns of another thing belong to its own table; a street is an address; one column of a
 * pair is not inserted alone. */
static void no_halves(void **state)
{
    (void)state;
    struct world w;
    load(&w);
    struct str names = new_columns(&w, "Which cars?", "SELECT Id FROM car");
    assert_true(has_name(&w, names, "people.Email"));
    assert_true(has_name(&w, names, "wrestler.RingName"));
    assert_false(has_name(&w, names, "wrestler.Email"));
    assert_true(has_name(&w, names, "people.Home_Address"));
    assert_true(has_name(&w, names, "visitor.Email"));
    assert_false(has_name(&w, names, "visitor.HomeAddress"));
    assert_true(has_name(&w, names, "manager.Bonus"));
    assert_false(has_name(&w, names, "manager.Email")); /* who is not named */
    assert_true(str_find(names, STR(" performance."), 0) == names.len);
    assert_true(has_name(&w, names, "airport.Owner"));
    assert_false(has_name(&w, names, "airport.Latitude"));
    assert_false(has_name(&w, names, "airport.Longitude"));
    release(&w);
}

static struct attribute values_of(struct world *w, const char *noun, const char *words)
{
    struct attribute out;
    struct noun_kinds kinds = kinds_of(&w->arena, &w->knowledge, str_from(noun));
    assert_true(attribute_of(&w->arena, &w->knowledge, &kinds, str_from(words), &out));
    return out;
}

static void values_fit(void **state)
{
    (void)state;
    struct world w;
    load(&w);
    struct attribute v = values_of(&w, "customer", "email address");
    assert_int_equal(v.type, ATTRIBUTE_TEXT);
    for (uint32_t i = 0; i < v.values.n_texts; i++)
        assert_true(str_find(v.values.texts[i], STR("@"), 0) < v.values.texts[i].len);
    v = values_of(&w, "employee", "birth date");
    assert_int_equal(v.type, ATTRIBUTE_TIME);
    for (uint32_t i = 0; i < v.values.n_texts; i++)
        assert_true(str_cmp(v.values.texts[i], STR("2000")) < 0);
    v = values_of(&w, "student", "graduation year");
    assert_true(v.type == ATTRIBUTE_NUMBER && v.values.low >= 2020);
    v = values_of(&w, "company", "founding year");
    assert_true(v.values.low >= 1800 && v.values.high <= 2015);
    /* The same words about other things. */
    assert_true(values_of(&w, "singer", "weight").values.low > 40);
    assert_true(values_of(&w, "pet", "weight").values.low < 5);
    assert_true(values_of(&w, "song", "duration").values.high <= 600);
    assert_true(values_of(&w, "band", "genre").values.n_texts > 1);
    assert_false(str_eq(values_of(&w, "band", "genre").values.texts[0],
                        values_of(&w, "film", "genre").values.texts[0]));
    release(&w);
}

/* Of what says too little there are no values. */
static void no_values(void **state)
{
    (void)state;
    static const char *const WORDS[] = {"name", "other details", "support rate", "wall type"};
    struct world w;
    load(&w);
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        struct attribute out;
        struct noun_kinds kinds = kinds_of(&w.arena, &w.knowledge, STR("room"));
        if (attribute_of(&w.arena, &w.knowledge, &kinds, str_from(WORDS[i]), &out))
            fail_msg("'%s' has values", WORDS[i]);
    }
    release(&w);
}

/* Nouns that mean another thing in this database, and customers that are companies. */
static void other_senses(void **state)
{
    (void)state;
    static const char json[] =
        "{\"db_id\":\"d\",\"table_names_original\":[\"venue\",\"room\",\"customer\",\"patient\"],"
        "\"table_names\":[\"venue\",\"room\",\"customer\",\"patient\"],"
        "\"column_names_original\":[[-1,\"*\"],[0,\"venue_id\"],[0,\"paper\"],[1,\"room_id\"],"
        "[1,\"beds\"],[2,\"customer_id\"],[2,\"company_name\"],[2,\"signup_date\"],"
        "[3,\"patient_name\"],[3,\"insurance_provider\"]],"
        "\"column_names\":[[-1,\"*\"],[0,\"venue id\"],[0,\"paper\"],[1,\"room id\"],"
        "[1,\"beds\"],[2,\"customer id\"],[2,\"company name\"],[2,\"signup date\"],"
        "[3,\"patient name\"],[3,\"insurance provider\"]],"
        "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"number\",\"number\",\"text\","
        "\"text\",\"text\",\"text\"],"
        "\"primary_keys\":[1,3,5],\"foreign_keys\":[]}";
    struct world w;
    struct err e;
    load(&w);
    assert_int_equal(schema_parse(&w.arena, STR(json), &w.schema, &e), OK);
    struct str names = new_columns(&w, "Hello", "SELECT beds FROM room");
    assert_false(has_name(&w, names, "venue.parking_spaces"));
    assert_false(has_name(&w, names, "room.view"));
    assert_true(has_name(&w, names, "room.air_conditioning"));
    assert_false(has_name(&w, names, "customer.birth_date"));
    assert_false(has_name(&w, names, "customer.gender"));
    assert_true(has_name(&w, names, "customer.annual_revenue"));
    assert_false(has_name(&w, names, "patient.insurance_company"));
    assert_true(has_name(&w, names, "patient.birth_date"));
    release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_answers), cmocka_unit_test(kinds_of_words),
        cmocka_unit_test(fits_table), cmocka_unit_test(values_fit),
        cmocka_unit_test(no_values),  cmocka_unit_test(no_types_of_rows_read),
        cmocka_unit_test(no_halves),  cmocka_unit_test(other_senses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
