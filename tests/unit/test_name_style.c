/* test_name_style.c: words of identifiers, taken apart and put together. */
#include "unit.h"

#include "lexicon/name_style.h"

static const char *split(struct arena *a, const char *name)
{
    return name_in_words(a, str_from(name)).ptr;
}

static void splitting(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        {"Song_release_year", "song release year"},
        {"songReleaseYear", "song release year"},
        {"SongReleaseYear", "song release year"},
        {"SONG_RELEASE_YEAR", "song release year"},
        {"song release year", "song release year"},
        {"Stu_ID", "stu id"},
        {"StuID", "stu id"},
        {"countryCode2", "country code 2"},
        {"HTTPServer", "http server"},
        {"18_49_Rating_Share", "18 49 rating share"},
        {"Official_ratings_(millions)", "official ratings millions"},
        {"MPG", "mpg"},
        {"IDs", "ids"},
        {"caf\xc3\xa9_name", "caf\xc3\xa9 name"},
        {"__", ""},
        {"", ""},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        assert_string_equal(split(&a, CASES[i][0]), CASES[i][1]);
    arena_release(&a);
}

static void joining_in_the_same_style(void **state)
{
    (void)state;
    static const char *const CASES[][3] = {
        {"Song_Name", "birth date", "Birth_Date"}, {"song_name", "birth date", "birth_date"},
        {"songName", "birth date", "birthDate"},   {"SongName", "birth date", "BirthDate"},
        {"SONG_NAME", "birth date", "BIRTH_DATE"}, {"song name", "birth date", "birth date"},
        {"Song name", "birth date", "Birth date"}, {"Song_name", "birth date", "Birth_date"},
        {"StuID", "birth date", "BirthDate"},      {"Stu_ID", "birth date", "Birth_Date"},
        {"stu_ID", "birth date", "birth_date"},    {"name", "birth date", "birth_date"},
        {"Song_URL", "birth date", "Birth_Date"},  {"song_URL", "birth date", "birth_date"},
        {"Name", "birth date", "Birth_Date"},      {"NAME", "birth date", "BIRTH_DATE"},
        {"IOC_Code", "birth date", "Birth_Date"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct name_style style = name_style_of(&a, str_from(CASES[i][0]));
        assert_string_equal(name_join(&a, style, str_from(CASES[i][1])).ptr, CASES[i][2]);
    }
    arena_release(&a);
}

static void replacing_words(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t start, end;
        const char *words, *expected;
    } CASES[] = {
        {"Song_Name", 1, 2, "title", "Song_Title"},
        {"songName", 1, 2, "title", "songTitle"},
        {"songName", 0, 1, "music track", "musicTrackName"},
        {"SONG_NAME", 1, 2, "full name", "SONG_FULL_NAME"},
        {"Stu_ID", 1, 2, "identifier", "Stu_Identifier"},
        {"StuID", 1, 2, "identifier", "StuIdentifier"},
        {"ID", 0, 1, "identifier", "IDENTIFIER"},
        {"zip_code", 0, 2, "postcode", "postcode"},
        {"Zip_code", 0, 2, "postal code", "Postal_code"},
        {"18_49_Rating_Share", 2, 3, "score", "18_49_Score_Share"},
        {"Official_ratings_(millions)", 1, 2, "scores", "Official_scores_(millions)"},
        {"age", 0, 1, "years of age", "years_of_age"},
        {"countryCode2", 0, 1, "nation", "nationCode2"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct name_words w = name_split(&a, str_from(CASES[i].name));
        assert_string_equal(
            name_replace(&a, &w, CASES[i].start, CASES[i].end, str_from(CASES[i].words)).ptr,
            CASES[i].expected);
    }
    arena_release(&a);
}

static void common_style(void **state)
{
    (void)state;
    struct arena a = {0};
    struct str names[] = {STR("ID"), STR("song_name"), STR("Year"), STR("release_date"),
                          STR("OddOne")};
    struct name_style style = name_style_common(&a, names, 5);
    assert_string_equal(name_join(&a, style, STR("record label")).ptr, "record_label");
    struct str words[] = {STR("Name"), STR("Year"), STR("id")};
    style = name_style_common(&a, words, 3);
    assert_string_equal(name_join(&a, style, STR("record label")).ptr, "Record_Label");
    struct str acronym[] = {STR("HH_ID"), STR("Member_ID")};
    style = name_style_common(&a, acronym, 2);
    assert_string_equal(name_join(&a, style, STR("record label")).ptr, "Record_Label");
    style = name_style_common(&a, NULL, 0);
    assert_string_equal(name_join(&a, style, STR("record label")).ptr, "record_label");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitting),
        cmocka_unit_test(joining_in_the_same_style),
        cmocka_unit_test(replacing_words),
        cmocka_unit_test(common_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
