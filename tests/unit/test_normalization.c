/* test_normalization.c: NO's names for the new table and its key, and the columns that stay because
 * nobody would make a table of their values. */
#include "fixture.h"
#include "schema_seeds.h"
#include "sure.h"
#include "unit.h"

#include "relation/refusal.h"

static struct lexicon lexicon;

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

/* The variants of a question about nothing in a schema of these tables, and why there are no more.
 */
struct moves {
    struct relation_seed seed;
    struct refusal_tally tally;
    const void *plan;
    uint64_t count;
};

static void moves_of(struct arena *a, const char *tables, struct moves *out)
{
    struct schema *s = ARENA_NEW(a, struct schema);
    struct err e;
    const char *path = fixture_create(a, tables);
    assert_int_equal(schema_from_database(a, path, STR("db"), s, &e), OK);
    fixture_remove(path);
    *out = (struct moves){0};
    assert_true(seed_make(a, s, NULL, STR("How many?"), STR("SELECT 1"), &out->seed));
    out->seed.lexicon = &lexicon;
    out->seed.refusals = &out->tally;
    out->count = relation_NO.count(a, &out->seed, &out->plan);
}

/* The only column that can move is the last one. */
static const struct {
    const char *tables, *names;
} NAMES[] = {
    {"CREATE TABLE singers (singer_id INT PRIMARY KEY, song_name TEXT);",
     "\"to_table\":\"singer_song_name\",\"key\":\"song_name_id\""},
    {"CREATE TABLE Ref_Colors (Color_Code INT PRIMARY KEY, Shade TEXT);",
     "\"to_table\":\"Color_Shade\",\"key\":\"Shade_Id\""},
    {"CREATE TABLE TV_Channels (Channel_ID INT PRIMARY KEY, Language TEXT);",
     "\"to_table\":\"TV_Channel_Language\",\"key\":\"Language_ID\""},
    /* "name" alone is many a thing's */
    {"CREATE TABLE singers (singer_id INT PRIMARY KEY, name TEXT);",
     "\"to_table\":\"singer_name\",\"key\":\"singer_name_id\""},
    /* no word twice */
    {"CREATE TABLE Big_Stores (store_id INT PRIMARY KEY, store_color TEXT);",
     "\"to_table\":\"Big_Store_Color\",\"key\":\"store_color_id\""},
    {"CREATE TABLE Big_Stores (store_id INT PRIMARY KEY, big_color TEXT);",
     "\"to_table\":\"Big_Color_List\",\"key\":\"big_color_id\""},
    {"CREATE TABLE Big_Stores (store_id INT PRIMARY KEY, other_store_details TEXT);",
     "\"to_table\":\"Other_Big_Store_Details\",\"key\":\"other_store_details_id\""},
    {"CREATE TABLE ships (ship_id INT PRIMARY KEY, disposition_of_ship TEXT);",
     "\"to_table\":\"disposition_of_ship_list\",\"key\":\"disposition_of_ship_id\""},
    {"CREATE TABLE Course_Authors_and_Tutors (author_id INT PRIMARY KEY, city TEXT);",
     "\"to_table\":\"Course_Author_And_Tutor_City\",\"key\":\"city_id\""},
    {"CREATE TABLE ads (ad_id INT PRIMARY KEY, ad_color TEXT);",
     "\"to_table\":\"ad_color_list\",\"key\":\"ad_color_id\""},
    {"CREATE TABLE singer_in_concert (row INT PRIMARY KEY, singer_color TEXT);",
     "\"to_table\":\"singer_color_list\",\"key\":\"singer_color_id\""},
    /* a column that is called like its table, or whose id is taken, is a name */
    {"CREATE TABLE airlines (uid INT PRIMARY KEY, Airline TEXT);",
     "\"to_table\":\"airline_name\",\"key\":\"Airline_Name_Id\""},
    {"CREATE TABLE car_makers (uid INT PRIMARY KEY, Maker TEXT);",
     "\"to_table\":\"car_maker_name\",\"key\":\"Maker_Name_Id\""},
    {"CREATE TABLE car_names (MakeId INT PRIMARY KEY, Make TEXT);",
     "\"to_table\":\"car_make\",\"key\":\"MakeNameId\""},
};

static void new_tables_are_named_after_their_owner(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        struct arena a = {0};
        struct moves m;
        struct test_case c = CASE_EMPTY;
        moves_of(&a, NAMES[i].tables, &m);
        assert_int_equal(m.count, 1);
        assert_true(relation_NO.make(&a, &m.seed, m.plan, 0, &c));
        if (str_find(c.change, str_from(NAMES[i].names), 0) == c.change.len)
            fail_msg("%.*s, not %s", STR_ARG(c.change), NAMES[i].names);
        arena_release(&a);
    }
}

static const struct {
    const char *column;
    enum refusal why; /* REFUSALS: it moves */
} COLUMNS[] = {
    {"is_male TEXT", REFUSED_COLUMN_FLAG},
    {"If_first_show TEXT", REFUSED_COLUMN_FLAG},
    {"abandoned_yn TEXT", REFUSED_COLUMN_FLAG},
    {"open BOOL", REFUSED_COLUMN_FLAG},
    {"line_1 TEXT", REFUSED_COLUMN_NUMBERED},
    {"host_ID TEXT", REFUSED_COLUMN_CODE},
    {"team_id_retro TEXT", REFUSED_COLUMN_CODE},
    {"city_code TEXT", REFUSED_COLUMN_CODE},
    {"tours INT", REFUSED_COLUMN_MEASURE},
    {"Attendance REAL", REFUSED_COLUMN_MEASURE},
    {"population TEXT", REFUSED_COLUMN_MEASURE},
    {"release_year INT", REFUSALS},
    {"grade INT", REFUSALS},
    {"price_category TEXT", REFUSALS},
    {"city TEXT", REFUSALS},
    /* there is no name for a time */
    {"lap TIME", REFUSED_NAME_TAKEN},
    {"address TEXT, address_id INT PRIMARY KEY", REFUSED_NAME_TAKEN},
};

static void unfit_columns_are_left_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(COLUMNS); i++) {
        struct arena a = {0};
        struct moves m;
        bool moves = COLUMNS[i].why == REFUSALS;
        moves_of(&a, arena_printf(&a, "CREATE TABLE lap (%s);", COLUMNS[i].column).ptr, &m);
        if (m.count != moves || (!moves && m.tally.counts[COLUMNS[i].why] != 1))
            fail_msg("%s: %llu", COLUMNS[i].column, (unsigned long long)m.count);
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_tables_are_named_after_their_owner),
        cmocka_unit_test(unfit_columns_are_left_alone),
    };
    return cmocka_run_group_tests(tests, load_lexicon, release_lexicon);
}
