/* test_overlap.c: which things a question names, which words new names keep, and how many words
 * were edited. Each rule of docs/reference/hardness.md decides a line by itself. */
#include "schema_seeds.h"
#include "seeds.h"
#include "unit.h"

#include "migration/migration.h"
#include "relation/overlap.h"

#include <stdio.h>
#include <stdlib.h>

static const char SCHEMAS[] =
    "[{\"db_id\":\"music\",\"table_names\":[\"singer\",\"song release\"],"
    "\"table_names_original\":[\"singer\",\"SongRelease\"],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"home city\"],[0,\"birth year\"],"
    "[0,\"first name\"],[1,\"id\"],[1,\"singer id\"],[1,\"title\"],[1,\"sales\"]],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"home_city\"],"
    "[0,\"BirthYear\"],[0,\"fname\"],[1,\"id\"],[1,\"singer_id\"],[1,\"title\"],[1,\"sales\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"text\",\"number\",\"text\",\"number\","
    "\"number\",\"text\",\"number\"],\"primary_keys\":[1,6],\"foreign_keys\":[[7,1]]}]";

struct music {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set set;
};

static int begin_music(void **state)
{
    struct music *m = mem_alloc(sizeof *m);
    struct err e;
    *m = (struct music){0};
    assert_int_equal(schema_set_parse(&m->arena, str_from(SCHEMAS), &m->set, &e), OK);
    assert_int_equal(lexicon_load(&m->lexicon, &LEXICON, NULL, &e), OK);
    *state = m;
    return 0;
}

static int end_music(void **state)
{
    struct music *m = *state;
    lexicon_release(&m->lexicon);
    arena_release(&m->arena);
    free(m);
    return 0;
}

static struct str overlap_text(struct arena *a, const struct overlap *o)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    record_put(&w, &OVERLAP_RECORD, o);
    struct str out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return out;
}

/* What a case differs in from its seed; NULL for nothing. */
struct tried {
    const char *question, *query; /* the seed's */
    const char *case_question, *case_query;
    const char *column, *name; /* of a column that is renamed */
    const char *expected;
};

static struct overlap measure(struct music *m, const struct tried *t)
{
    struct arena *a = &m->arena;
    const struct schema *schema = &m->set.schemas[0];
    struct relation_seed s = make_seed(a, &m->lexicon, schema, str_from(t->question),
                                       t->query ? str_from(t->query) : STR_NONE);
    struct overlap_seed from;
    struct test_case c = CASE_EMPTY;
    c.question = t->case_question ? str_from(t->case_question) : s.seed->question;
    c.query = t->case_query ? str_from(t->case_query) : s.seed->query;
    c.db_id = STR("changed");
    if (t->column)
        c.migration = migration_rename_column(a, schema, column_named(schema, t->column),
                                              str_from(t->name), str_from(t->name));
    overlap_seed_begin(a, &s, &from);
    return overlap_of(a, &from, &c);
}

static void check_tried(struct music *m, const struct tried *tried, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct overlap o = measure(m, &tried[i]);
        struct str got = overlap_text(&m->arena, &o);
        if (!str_eq(got, str_from(tried[i].expected)))
            fail_msg("%s\n%s\ngives    %.*s\nexpected %s", tried[i].question,
                     tried[i].query ? tried[i].query : "-", STR_ARG(got), tried[i].expected);
    }
}

/* Tables, columns and values: each is named by its own words, in any order and number. */
static void test_named(void **state)
{
    static const struct tried TRIED[] = {
        {"How many singers?", "SELECT count(*) FROM singer",
         .expected = "{\"words\":3,\"tables\":[1,1,1,1]}"},
        {"How many vocalists?", "SELECT count(*) FROM singer",
         .expected = "{\"words\":3,\"tables\":[1,0,1,0]}"},
        {"Releases of a song?", "SELECT count(*) FROM SongRelease",
         .expected = "{\"words\":4,\"tables\":[1,1,1,1]}"},
        {"Releases of a tune?", "SELECT count(*) FROM SongRelease",
         .expected = "{\"words\":4,\"tables\":[1,0,1,0]}"},
        /* in any order; all of the words */
        {"The city of her home?", "SELECT home_city FROM singer",
         .expected = "{\"words\":5,\"tables\":[1,0,1,0],\"columns\":[1,1,1,1]}"},
        {"The city?", "SELECT home_city FROM singer",
         .expected = "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0]}"},
        /* by the name in words */
        {"A first name?", "SELECT fname FROM singer",
         .expected = "{\"words\":3,\"tables\":[1,0,1,0],\"columns\":[1,1,1,1]}"},
        {"An fname?", "SELECT fname FROM singer",
         .expected = "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,1,1]}"},
        {"A name?", "SELECT fname FROM singer",
         .expected = "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0]}"},
        /* capitals divide words, in questions as well; a possessive ending does not count */
        {"The singer's birthYear?", "SELECT BirthYear FROM singer",
         .expected = "{\"words\":3,\"tables\":[1,1,1,1],\"columns\":[1,1,1,1]}"},
        /* a column counts once, wherever it is */
        {"Names by name?", "SELECT name FROM singer WHERE name <> '' ORDER BY name",
         .expected = "{\"words\":3,\"tables\":[1,0,1,0],\"columns\":[1,1,1,1]}"},
        /* neither a star nor what joins tables */
        {"Singers?", "SELECT * FROM singer", .expected = "{\"words\":1,\"tables\":[1,1,1,1]}"},
        {"Singers?", "SELECT count(*) FROM singer AS s JOIN SongRelease AS r ON s.id = r.singer_id",
         .expected = "{\"words\":1,\"tables\":[2,1,2,1]}"},
        {"Singers?", "SELECT count(*) FROM singer WHERE id IN (SELECT singer_id FROM SongRelease)",
         .expected = "{\"words\":1,\"tables\":[2,1,2,1]}"},
    };
    check_tried(*state, TRIED, COUNT_OF(TRIED));
}

static void test_values(void **state)
{
    static const struct tried TRIED[] = {
        {"From Paris?", "SELECT 1 FROM singer WHERE home_city = 'Paris'",
         .expected =
             "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0],\"values\":[1,1,1,1]}"},
        {"From France?", "SELECT 1 FROM singer WHERE home_city = \"Paris\"",
         .expected =
             "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0],\"values\":[1,0,1,0]}"},
        {"'New York City'?", "SELECT 1 FROM singer WHERE home_city LIKE '%New York%'",
         .expected =
             "{\"words\":1,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0],\"values\":[1,1,1,1]}"},
        {"York?", "SELECT 1 FROM singer WHERE home_city = 'New York'",
         .expected =
             "{\"words\":1,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0],\"values\":[1,0,1,0]}"},
        {"The singer's?", "SELECT 1 FROM singer WHERE name = 's'",
         .expected =
             "{\"words\":2,\"tables\":[1,1,1,1],\"columns\":[1,0,1,0],\"values\":[1,0,1,0]}"},
        /* a number, written in any way */
        {"After three thousand?", "SELECT 1 FROM singer WHERE BirthYear > 3000",
         .expected =
             "{\"words\":3,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0],\"values\":[1,1,1,1]}"},
        {"After 3,000?", "SELECT 1 FROM singer WHERE BirthYear > 3000",
         .expected =
             "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0],\"values\":[1,1,1,1]}"},
        {"After 300?", "SELECT 1 FROM singer WHERE BirthYear > 3000",
         .expected =
             "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,0,1,0],\"values\":[1,0,1,0]}"},
        {"The top two?", "SELECT 1 FROM singer LIMIT 2",
         .expected = "{\"words\":3,\"tables\":[1,0,1,0],\"values\":[1,1,1,1]}"},
        /* equal values count once; nobody says LIMIT 1 */
        {"Rome?", "SELECT 1 FROM singer WHERE name = 'Rome' OR home_city = 'rome' LIMIT 1",
         .expected =
             "{\"words\":1,\"tables\":[1,0,1,0],\"columns\":[2,0,2,0],\"values\":[1,1,1,1]}"},
    };
    check_tried(*state, TRIED, COUNT_OF(TRIED));
}

/* The question changes, or the schema, or the query. */
static void test_after(void **state)
{
    static const char NAME[] = "SELECT name FROM singer";
    static const struct tried TRIED[] = {
        {"The names of singers?", NAME, "The names of vocalists?",
         .expected = "{\"words\":4,\"edits\":1,\"tables\":[1,1,1,0],\"columns\":[1,1,1,1]}"},
        {"The names?", NAME, "The singers' names?",
         .expected = "{\"words\":2,\"edits\":1,\"tables\":[1,0,1,1],\"columns\":[1,1,1,1]}"},
        {"The names?", NAME, NULL, "SELECT alias FROM singer", "singer.name", "alias",
         "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,1,0],\"names\":[0,0,1]}"},
        {"The home city?", "SELECT home_city FROM singer", NULL, "SELECT home_town FROM singer",
         "singer.home_city", "home_town",
         "{\"words\":3,\"tables\":[1,0,1,0],\"columns\":[1,1,1,0],\"names\":[0,1,0]}"},
        {"The name of a singer?", NAME, NULL, "SELECT SingerNames FROM singer", "singer.name",
         "SingerNames",
         "{\"words\":5,\"tables\":[1,1,1,1],\"columns\":[1,1,1,1],\"names\":[1,0,0]}"},
        /* a name counts once; those that only a star stands for do not */
        {"The names?", NAME, NULL, "SELECT alias FROM singer WHERE alias <> '' ORDER BY alias",
         "singer.name", "alias",
         "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,1,0],\"names\":[0,0,1]}"},
        {"The names?", NAME, NULL, "SELECT * FROM singer WHERE 1", "singer.name", "alias",
         "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,0,0]}"},
        /* a renamed column that is not read, and a name with other capitals */
        {"The names?", NAME, NULL, NULL, "singer.home_city", "town",
         "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,1,1]}"},
        {"The names?", NAME, NULL, "SELECT NAME FROM singer", "singer.name", "NAME",
         "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,1,1]}"},
        /* a new name counts even if nobody says the column */
        {"Singers?", "SELECT count(*) FROM singer AS s JOIN SongRelease AS r ON s.id = r.singer_id",
         NULL, "SELECT count(*) FROM singer AS s JOIN SongRelease AS r ON s.code = r.singer_id",
         "singer.id", "code", "{\"words\":1,\"tables\":[2,1,2,1],\"names\":[0,0,1]}"},
        {"From Rome?", "SELECT 1 FROM singer WHERE home_city = 'Rome'", "From Oslo?",
         "SELECT 1 FROM singer WHERE home_city = 'Oslo' AND name = 'Bo'",
         .expected = "{\"words\":2,\"edits\":1,\"tables\":[1,0,1,0],\"columns\":[1,0,2,0],"
                     "\"values\":[1,1,2,1]}"},
    };
    check_tried(*state, TRIED, COUNT_OF(TRIED));
}

/* The fewest words to put in, leave out or replace; capitals and marks do not count. */
static void test_edited(void **state)
{
    static const struct tried TRIED[] = {
        {"a b c d", .case_question = "a b c d?", .expected = "{\"words\":4}"},
        {"a b c d", .case_question = "A, B c d", .expected = "{\"words\":4}"},
        {"a b c d", .case_question = "a x c d", .expected = "{\"words\":4,\"edits\":1}"},
        {"a b c d", .case_question = "a c d", .expected = "{\"words\":4,\"edits\":1}"},
        {"a b c d", .case_question = "a b c x d", .expected = "{\"words\":4,\"edits\":1}"},
        {"a b c d", .case_question = "b a c d", .expected = "{\"words\":4,\"edits\":2}"},
        {"a b c d", .case_question = "d a b c", .expected = "{\"words\":4,\"edits\":2}"},
        {"a b c d", .case_question = "x a y c z w", .expected = "{\"words\":4,\"edits\":4}"},
        {"a b", .case_question = "p q r s t", .expected = "{\"words\":2,\"edits\":5}"},
        {"singer", .case_question = "singers", .expected = "{\"words\":1,\"edits\":1}"},
    };
    check_tried(*state, TRIED, COUNT_OF(TRIED));
}

/* A query that is missing or cannot be read leaves the things out, on both sides. */
static void test_unknown(void **state)
{
    static const struct tried TRIED[] = {
        {"Singers?", NULL, "Vocalists?", .expected = "{\"words\":1,\"edits\":1}"},
        {"Singers?", "SELECT nothing FROM nowhere", "Vocalists?",
         .expected = "{\"words\":1,\"edits\":1}"},
        {"Singers?", "SELECT nothing FROM nowhere", NULL, "SELECT name FROM singer",
         .expected = "{\"words\":1}"},
        {"Singers?", "SELECT name FROM singer", NULL, "SELECT alias FROM singer",
         .expected = "{\"words\":1}"},
    };
    check_tried(*state, TRIED, COUNT_OF(TRIED));
    const struct tried empty = {"", "SELECT name FROM singer", .case_question = "Who?"};
    const struct overlap o = measure(*state, &empty);
    assert_int_equal(o.words, 0);
}

/* A question that is too long to be read whole is not measured. */
static void test_long(void **state)
{
    struct music *m = *state;
    char *text = arena_alloc(&m->arena, 2 * WORDS_MAX + 3);
    memset(text, 'a', 2 * WORDS_MAX + 2);
    for (size_t i = 1; i < 2 * WORDS_MAX + 2; i += 2)
        text[i] = ' ';
    text[2 * WORDS_MAX + 2] = '\0';
    const struct tried changed = {"Who?", "SELECT name FROM singer", .case_question = text};
    const struct tried seed = {text, "SELECT name FROM singer", .case_question = "Who?"};
    const struct overlap after = measure(m, &changed), before = measure(m, &seed);
    assert_int_equal(after.words, 0);
    assert_int_equal(after.things[THING_TABLE].before.read, 0);
    assert_int_equal(before.words, 0);
    assert_int_equal(before.things[THING_TABLE].before.read, 0);
}

/* A schema of its own, in which names of the query have other words. */
static void test_own_schema(void **state)
{
    struct music *m = *state;
    struct arena *a = &m->arena;
    struct schema_set set;
    struct err e;
    assert_int_equal(schema_set_parse(a, str_from(SCHEMAS), &set, &e), OK);
    struct relation_seed s = make_seed(a, &m->lexicon, &m->set.schemas[0], STR("First names?"),
                                       STR("SELECT fname FROM singer"));
    struct overlap_seed from;
    struct test_case c = CASE_EMPTY;
    c.question = s.seed->question;
    c.query = s.seed->query;
    set.schemas[0].columns[column_named(&set.schemas[0], "singer.fname")].natural = STR("nick");
    c.schema = &set.schemas[0];
    overlap_seed_begin(a, &s, &from);
    const struct overlap o = overlap_of(a, &from, &c);
    assert_true(str_eq(overlap_text(a, &o),
                       STR("{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,1,0]}")));
}

/* All words of the old name, some of them, or none. */
static void test_names(void **state)
{
    static const struct {
        const char *old, *new;
        enum name_keeping keeps;
    } NAMES[] = {
        {"name", "country_name", NAME_KEEPS_ALL},    {"name", "countryNames", NAME_KEEPS_ALL},
        {"home_city", "CityOfHome", NAME_KEEPS_ALL}, {"home_city", "home", NAME_KEEPS_SOME},
        {"home_city", "hometown", NAME_KEEPS_NONE},  {"name", "title", NAME_KEEPS_NONE}};
    struct music *m = *state;
    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        char query[80], before[80], path[80];
        snprintf(path, sizeof path, "singer.%s", NAMES[i].old);
        snprintf(before, sizeof before, "SELECT %s FROM singer", NAMES[i].old);
        snprintf(query, sizeof query, "SELECT %s FROM singer", NAMES[i].new);
        const struct tried t = {"Who?", before, NULL, query, path, NAMES[i].new, NULL};
        const struct overlap o = measure(m, &t);
        for (int k = 0; k < N_NAME_KEEPINGS; k++)
            if (o.names[k] != (k == (int)NAMES[i].keeps))
                fail_msg("%s, %s", NAMES[i].old, NAMES[i].new);
    }
}

/* A seed that asks for a home city, and a case of it over another schema. */
static void check_migrated(struct music *m, const struct migration *migration, const char *query,
                           const char *expected)
{
    struct arena *a = &m->arena;
    const struct relation_seed s =
        make_seed(a, &m->lexicon, &m->set.schemas[0], STR("Home cities?"),
                  STR("SELECT home_city FROM singer"));
    struct overlap_seed from;
    struct test_case c = CASE_EMPTY;
    c.question = s.seed->question;
    c.db_id = STR("changed");
    c.query = str_from(query);
    c.migration = migration;
    assert_non_null(migration);
    overlap_seed_begin(a, &s, &from);
    const struct overlap o = overlap_of(a, &from, &c);
    assert_string_equal(overlap_text(a, &o).ptr, expected);
}

/* A table that was split off has no old name, and a key in the place of values is a new column. */
static void test_split(void **state)
{
    struct music *m = *state;
    const struct schema *s = &m->set.schemas[0];
    const struct migration_split split = {column_named(s, "singer.home_city"),
                                          STR("home_city"),
                                          STR("home city"),
                                          STR("code"),
                                          STR("code"),
                                          STR("city_code"),
                                          STR("city code")};
    check_migrated(m, migration_split_column(&m->arena, s, &split),
                   "SELECT t.home_city FROM singer JOIN home_city AS t ON city_code = t.code",
                   "{\"words\":2,\"tables\":[1,0,2,1],\"columns\":[1,1,1,1]}");
}

/* A table counts once, however many of its columns are read. */
static void test_renamed_table(void **state)
{
    struct music *m = *state;
    struct arena *a = &m->arena;
    const struct schema *s = &m->set.schemas[0];
    struct schema *renamed = ARENA_NEW(a, struct schema);
    *renamed = *s;
    renamed->tables = arena_grow_array(a, s->tables, s->n_tables, s->n_tables, sizeof *s->tables);
    renamed->tables[0].name = renamed->tables[0].natural = STR("vocalist");
    check_migrated(m, migration_rename_all(a, s, renamed),
                   "SELECT home_city, name FROM vocalist WHERE id > 0",
                   "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,3,1],\"values\":[0,0,1,0],"
                   "\"names\":[0,0,1]}");
}

/* Columns that hold an old one's values count, in another table or in another form. */
static void test_moved(void **state)
{
    static const struct migration_fold_name FOLDED[] = {{STR_INIT("x"), STR_INIT("x")},
                                                        {STR_INIT("name"), STR_INIT("name")},
                                                        {STR_INIT("city"), STR_INIT("city")},
                                                        {STR_INIT("y"), STR_INIT("y")},
                                                        {STR_INIT("z"), STR_INIT("z")}};
    static const struct column_mapping PARTS[] = {
        {.kind = MAPPING_PART, .part = 0, .n_parts = 2, .separator = STR_INIT(" ")},
        {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT(" ")}};
    static const struct migration_column TOWN[] = {
        {.name = STR_INIT("town"), .natural = STR_INIT("town"), .mapping = &PARTS[0]},
        {.name = STR_INIT("home_land"), .natural = STR_INIT("home land"), .mapping = &PARTS[1]}};
    struct music *m = *state;
    const struct schema *s = &m->set.schemas[0];
    check_migrated(m, migration_fold_table(&m->arena, s, 0, FOLDED), "SELECT city FROM SongRelease",
                   "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,1,1],\"names\":[0,1,0]}");
    check_migrated(
        m, migration_replace_column(&m->arena, s, column_named(s, "singer.home_city"), TOWN, 2),
        "SELECT town, home_land FROM singer",
        "{\"words\":2,\"tables\":[1,0,1,0],\"columns\":[1,1,2,0],\"names\":[0,1,1]}");
}

/* Sums, and figures of them. */
static void test_sums(void **state)
{
    struct music *m = *state;
    const struct overlap one = {
        10, 1, {{{2, 1}, {2, 0}}, {{3, 3}, {4, 1}}, {{1, 1}, {1, 1}}}, {1, 2, 5}};
    struct overlap sum = one;
    overlap_add(&sum, &one);
    assert_true(str_eq(overlap_text(&m->arena, &sum),
                       STR("{\"words\":20,\"edits\":2,\"tables\":[4,2,4,0],\"columns\":[6,6,8,2],"
                           "\"values\":[2,2,2,2],\"names\":[2,4,10]}")));
    assert_float_equal(overlap_rate(&sum, OVERLAP_NAMED_BEFORE), 5.0 / 6, 1e-9);
    assert_float_equal(overlap_rate(&sum, OVERLAP_NAMED_AFTER), 2.0 / 7, 1e-9);
    assert_float_equal(overlap_rate(&sum, OVERLAP_OLD_WORDS), 1.0 / 8, 1e-9);
    assert_float_equal(overlap_rate(&sum, OVERLAP_NEW_WORDS), 5.0 / 8, 1e-9);
    assert_float_equal(overlap_rate(&sum, OVERLAP_EDITS), 0.1, 1e-9);
    const struct overlap none = {0};
    for (enum overlap_figure f = 0; f < N_OVERLAP_FIGURES; f++)
        assert_true(overlap_rate(&none, f) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named),      cmocka_unit_test(test_values),
        cmocka_unit_test(test_after),      cmocka_unit_test(test_edited),
        cmocka_unit_test(test_unknown),    cmocka_unit_test(test_long),
        cmocka_unit_test(test_own_schema), cmocka_unit_test(test_names),
        cmocka_unit_test(test_split),      cmocka_unit_test(test_renamed_table),
        cmocka_unit_test(test_moved),      cmocka_unit_test(test_sums)};
    return cmocka_run_group_tests(tests, begin_music, end_music);
}
