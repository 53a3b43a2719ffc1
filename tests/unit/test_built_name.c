/* test_built_name.c: names made of names keep the way a schema writes. */
#include "unit.h"

#include "relation/schema/built_name.h"

static void written_like(void **state)
{
    (void)state;
    static const struct {
        const char *like, *name, *expected;
    } cases[] = {
        {"singer", "singer Song_Name", "singer_song_name"},
        {"Song_Name", "singer Song_Name", "Singer_Song_Name"},
        {"songName", "singer Song_Name", "singerSongName"},
        {"Stadium_ID", "concert Stadium_ID", "Concert_Stadium_ID"},
        {"Events", "Events Channel_ID", "Events_Channel_ID"},
        {"events", "events Channel_ID", "events_channel_id"},
        {"JOB_ID", "employees JOB_ID", "EMPLOYEES_JOB_ID"},
        {"CustomerId", "Invoice CustomerId", "InvoiceCustomerId"},
        {"match", "match away_player_Y7", "match_away_player_y7"},
        {"Match", "Match away_player_Y7", "Match_Away_Player_Y7"},
        {"appearances", "appearances g_1b", "appearances_g_1b"},
        {"Team", "Team 3rd_place", "Team_3rd_Place"},
        {"lines", "lines line_1", "lines_line_1"},
        {"TV_Channel", "TV_Channel Pay_per_view_PPV", "TV_Channel_Pay_Per_View_PPV"},
        {"Employees", "Employees SALARY", "Employees_Salary"},
        {"Student", "Student LName", "Student_Lname"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str got = name_written_like(&a, str_from(cases[i].like), str_from(cases[i].name));
        if (!str_eq(got, str_from(cases[i].expected)))
            fail_msg("%s like %s: %.*s", cases[i].name, cases[i].like, STR_ARG(got));
    }
    arena_release(&a);
}

/* A schema of one table with these columns. */
static struct schema schema_with(struct arena *a, const char *one, const char *two)
{
    struct err e;
    struct schema_set set;
    struct str json = arena_printf(a,
                                   "[{\"db_id\":\"x\",\"table_names_original\":[\"t\"],"
                                   "\"table_names\":[\"t\"],"
                                   "\"column_names_original\":[[-1,\"*\"],[0,\"%s\"],[0,\"%s\"]],"
                                   "\"column_names\":[[-1,\"*\"],[0,\"%s\"],[0,\"%s\"]],"
                                   "\"column_types\":[\"text\",\"text\",\"text\"],"
                                   "\"primary_keys\":[],\"foreign_keys\":[]}]",
                                   one, two, one, two);
    assert_int_equal(schema_set_parse(a, json, &set, &e), OK);
    return set.schemas[0];
}

static void with_word(void **state)
{
    (void)state;
    static const struct {
        const char *one, *two, *name, *expected;
    } cases[] = {
        {"Song_ID", "Year", "Year", "Year_ID"},
        {"song_id", "year", "year", "year_id"},
        {"driverId", "grid", "grid", "gridId"},
        {"driverId", "raceName", "raceName", "raceNameId"},
        {"year", "month", "year", "year_id"},
        {"Song_Id", "home_team", "home_team", "home_team_Id"},
        {"CountryCode", "GNP", "GNP", "GNPId"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct schema s = schema_with(&a, cases[i].one, cases[i].two);
        struct name_habits habits = name_habits_of(&a, &(struct relation_seed){.schema = &s});
        struct str got = name_with_word(&a, &habits, str_from(cases[i].name), STR("id"));
        if (!str_eq(got, str_from(cases[i].expected)))
            fail_msg("%s: %.*s, not %s", cases[i].name, STR_ARG(got), cases[i].expected);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_like),
        cmocka_unit_test(with_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
