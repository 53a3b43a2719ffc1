/* test_defence.c: names read, made and carried over; which of them a question uses; and answers
 * with them, rewritten with the names of the database. */
#include "shared.h"
#include "unit.h"

#include "defence/auto_annotation.h"
#include "defence/shown_schema.h"

#include <stdlib.h>

static const char SHOP[] =
    "[{\"db_id\": \"shop\","
    " \"table_names\": [\"singer | vocalist | musician\", \"concert | show | musical performance\","
    "                   \"state | region\"],"
    " \"table_names_original\": [\"singer\", \"concert\", \"state\"],"
    " \"column_names\": [[-1, \"*\"], [0, \"singer id | vocalist id\"], [0, \"first name | give "
    "name\"],"
    "  [0, \"country | nation | state\"], [1, \"concert id | show id\"],"
    "  [1, \"capacity | number of seat | seat | average | of it\"], [1, \"singer id | vocalist "
    "id\"],"
    "  [1, \"ranking date | rank time\"], [2, \"order | sequence\"], [2, \"name\"]],"
    " \"column_names_original\": [[-1, \"*\"], [0, \"Singer_ID\"], [0, \"First Name\"], [0, "
    "\"Country\"],"
    "  [1, \"concertId\"], [1, \"capacity\"], [1, \"singerId\"], [1, \"rankingDate\"], [2, "
    "\"Ord\"],"
    "  [2, \"Name\"]],"
    " \"column_types\": [\"text\", \"number\", \"text\", \"text\", \"number\", \"number\", "
    "\"number\","
    "  \"time\", \"number\", \"text\"],"
    " \"primary_keys\": [1, 4], \"foreign_keys\": [[6, 1]]}]";

struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct annotation_set set;
    struct annotated_schema annotated; /* over the schema with one name each */
    struct annotation_index index;
};

/* The schema as a dataset has it: the names up to the first bar. */
static const struct schema *plain_schema(struct fixture *f)
{
    struct schema *s = ARENA_NEW(&f->arena, struct schema);
    *s = *f->set.items[0].schema;
    for (uint32_t t = 0; t < s->n_tables; t++)
        s->tables[t].natural = f->set.items[0].tables[t].names[0];
    for (uint32_t c = 0; c < s->n_columns; c++)
        s->columns[c].natural = f->set.items[0].columns[c].names[0];
    return s;
}

static int set_up(void **state)
{
    static const struct knowledge_sources USUAL = {.min_weight = 1};
    struct fixture *f = mem_alloc(sizeof *f);
    struct err e;
    *f = (struct fixture){0};
    *state = f;
    assert_int_equal(lexicon_load(&f->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&f->knowledge, &f->lexicon, &USUAL, &e), OK);
    assert_int_equal(annotation_set_parse(&f->arena, str_from(SHOP), &f->set, &e), OK);
    f->annotated = annotated_over(&f->arena, &f->set.items[0], plain_schema(f), NULL);
    annotation_index_build(&f->index, &f->arena, &f->lexicon, &f->knowledge.wordnet, &f->annotated);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    knowledge_release(&f->knowledge);
    lexicon_release(&f->lexicon);
    arena_release(&f->arena);
    free(f);
    return 0;
}

static void expect(struct str got, const char *expected)
{
    if (!str_eq(got, str_from(expected)))
        fail_msg("'%.*s' instead of '%s'", STR_ARG(got), expected);
}

/* Reading and writing */

static void test_read(void **state)
{
    struct fixture *f = *state;
    const struct annotated_schema *s = annotation_set_find(&f->set, STR("shop"));
    assert_non_null(s);
    assert_null(annotation_set_find(&f->set, STR("Shop")));
    assert_int_equal(s->tables[1].count, 3);
    expect(s->tables[1].names[0], "concert");
    expect(s->tables[1].names[2], "musical performance");
    assert_int_equal(s->columns[9].count, 1);
    expect(s->columns[9].names[0], "name");
}

/* Empty names, names that are there already, and too many or too long ones are left out. */
static void test_read_hostile(void **state)
{
    struct fixture *f = *state;
    struct buf text = {0};
    struct annotation_set set;
    struct err e;
    buf_put(&text, STR("[{\"db_id\": \"x\", \"table_names_original\": [\"a\", \"b\"],"
                       "\"table_names\": [\" | |Zoo| zoo ||\", \""));
    for (int i = 0; i < 1000; i++)
        buf_printf(&text, "n%d |", i);
    buf_put(&text, STR("\"], \"column_names_original\": [[-1, \"*\"], [0, \"c\"]], "
                       "\"column_names\": [[-1, \"*\"], [0, \"c | "));
    for (int i = 0; i < 1000; i++)
        buf_putc(&text, 'y');
    buf_put(&text, STR("\"]], \"column_types\": [\"text\", \"text\"]}]"));
    assert_int_equal(annotation_set_parse(&f->arena, buf_str(&text), &set, &e), OK);
    assert_int_equal(set.items[0].tables[0].count, 2);
    expect(set.items[0].tables[0].names[0], "");
    expect(set.items[0].tables[0].names[1], "Zoo");
    assert_int_equal(set.items[0].tables[1].count, ANNOTATION_MAX_NAMES);
    assert_int_equal(set.items[0].columns[1].count, 1);
    assert_int_equal(annotation_set_parse(&f->arena, STR("[{\"db_id\": \"x\"}]"), &set, &e),
                     E_SCHEMA);
    assert_int_equal(annotation_set_parse(&f->arena, STR("[\"a | b\"]"), &set, &e), E_SCHEMA);
    assert_int_equal(annotation_set_parse(&f->arena, STR("{"), &set, &e), E_SYNTAX);
    buf_release(&text);
}

static void test_write(void **state)
{
    struct fixture *f = *state;
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct annotation_set again;
    struct err e;
    json_array_open(&w);
    annotated_schema_json(&w, &f->set.items[0]);
    json_array_close(&w);
    assert_int_equal(annotation_set_parse(&f->arena, buf_str(&text), &again, &e), OK);
    for (uint32_t c = 0; c < again.items[0].schema->n_columns; c++) {
        const struct annotation *x = &f->set.items[0].columns[c], *y = &again.items[0].columns[c];
        assert_int_equal(x->count, y->count);
        for (uint32_t i = 0; i < x->count; i++)
            assert_true(str_eq(x->names[i], y->names[i]));
    }
    assert_true(str_find(buf_str(&text), STR("\"singer | vocalist | musician\""), 0) < text.len);
    buf_release(&text);
}

/* Carrying over */

static void test_carried_over(void **state)
{
    struct fixture *f = *state;
    expect(f->annotated.columns[7].names[1], "ranking time"); /* as the default has the word */
    assert_int_equal(f->annotated.columns[7].count, 2);
    /* A changed schema: its first table was the second, and its column is new. */
    const struct schema *old = f->annotated.schema;
    const uint32_t tables[] = {1, SCHEMA_NONE, 2};
    const uint32_t columns[] = {SCHEMA_NONE, 5, SCHEMA_NONE, 3, 4, 5, 6, 7, 8, 9};
    struct item_origins origins = {old, tables, columns};
    struct annotated_schema x =
        annotated_over(&f->arena, &f->set.items[0], f->annotated.schema, &origins);
    expect(x.tables[0].names[0], "singer");
    expect(x.tables[0].names[1], "concert");
    assert_int_equal(x.tables[1].count, 1);
    expect(x.columns[1].names[2], "number of seat");
    assert_int_equal(x.columns[2].count, 1);
}

/* Selecting */

struct use {
    const char *question;
    uint32_t table, column; /* SCHEMA_NONE: not looked at */
    const char *name;       /* NULL: the default */
};

static void expect_use(struct fixture *f, const struct use *u)
{
    struct selection s = selection_of(&f->arena, &f->index, str_from(u->question));
    struct str got = u->table != SCHEMA_NONE ? s.tables[u->table] : s.columns[u->column];
    if (!got.ptr != !u->name || (u->name && !str_eq(got, str_from(u->name))))
        fail_msg("'%s': '%.*s' instead of '%s'", u->question, STR_ARG(got),
                 u->name ? u->name : "the default");
}

#define NO SCHEMA_NONE
enum { SINGER, CONCERT };

static void test_selected(void **state)
{
    static const struct use USES[] = {
        {"How many vocalists are there?", SINGER, NO, "vocalist"},
        {"How many singers are there?", SINGER, NO, NULL},
        {"How many are there?", SINGER, NO, NULL},
        {"Which singers are musicians?", SINGER, NO, NULL}, /* its default is said too */
        {"Show all musical performances.", CONCERT, NO, "musical performance"},
        {"Show the number of shows.", CONCERT, NO, "show"},
        {"Show all singers.", CONCERT, NO, NULL},                  /* a command */
        {"What is the number of seats?", NO, 5, "number of seat"}, /* the longer one */
        {"What is the nation of each singer?", NO, 3, "nation"},
        {"Which states are there?", NO, 3, NULL},           /* the default of a table */
        {"What are the given names?", NO, 2, "given name"}, /* as it is said */
        {"List the ids of the vocalists.", NO, 1, "vocalist id"},
        {"Who sings at \"vocalist\"?", SINGER, NO, NULL},     /* quoted */
        {"Which vocalists sing?", NO, 6, "vocalist id"},      /* it follows its table */
        {"Which vocalist has the singer id 3?", NO, 1, NULL}, /* its default is said */
        {"What happened at the ranking time?", NO, 7, "ranking time"},
        {"What is the time of the ranking?", NO, 7, "ranking time"}, /* turned round */
        {"Names ordered by age?", NO, 8, NULL},
        {"What is the average age?", NO, 5, NULL}, /* a key phrase */
        {"Which of it?", NO, 5, NULL},             /* words of grammar */
        {"", SINGER, NO, NULL},
    };
    for (size_t i = 0; i < COUNT_OF(USES); i++)
        expect_use(*state, &USES[i]);
}

/* Both columns of one table could be meant: one of them has the name, and the table's items keep
 * apart. */
static void test_rivals(void **state)
{
    struct fixture *f = *state;
    struct annotated_schema twins = annotated_plain(&f->arena, f->annotated.schema);
    struct annotation_index index;
    annotation_add(&f->arena, &twins.columns[4], STR("stage"));
    annotation_add(&f->arena, &twins.columns[5], STR("stage"));
    annotation_add(&f->arena, &twins.columns[1], STR("stage"));
    annotation_index_build(&index, &f->arena, &f->lexicon, NULL, &twins);
    struct selection s = selection_of(&f->arena, &index, STR("Which stage is it?"));
    expect(s.columns[4], "stage");
    assert_null(s.columns[5].ptr);
    expect(s.columns[1], "stage"); /* of another table */
}

/* Showing */

static bool show(struct fixture *f, const char *question, struct shown_schema *out)
{
    struct selection s = selection_of(&f->arena, &f->index, str_from(question));
    return shown_schema_make(&f->arena, &f->annotated, &s, NULL, out);
}

static void test_shown(void **state)
{
    struct fixture *f = *state;
    struct shown_schema s;
    assert_false(show(f, "How many singers are there?", &s));
    assert_true(show(f, "Nation, given name and vocalist id of vocalists, number of seats?", &s));
    expect(s.schema->tables[0].name, "vocalist");
    expect(s.schema->tables[0].natural, "vocalist");
    expect(s.schema->columns[1].name, "Vocalist_ID");
    expect(s.schema->columns[2].name, "Given Name");
    expect(s.schema->columns[3].name, "Nation");
    expect(s.schema->columns[5].name, "number_of_seat");
    expect(s.schema->columns[5].natural, "number of seat");
    expect(s.schema->columns[6].name, "vocalistId");
    expect(s.schema->tables[1].name, "concert");
    assert_true(str_starts(s.schema->db_id, STR("shop.names.")));
    assert_int_equal(s.schema->n_foreign_keys, 1);
    assert_int_equal(s.schema->foreign_keys[0].from, 6);
}

/* A name that is taken stays unused, and so does an identifier that needs quotes. */
static void test_shown_names(void **state)
{
    struct fixture *f = *state;
    struct annotated_schema x = annotated_plain(&f->arena, f->annotated.schema);
    struct selection s = {arena_zalloc(&f->arena, 3 * sizeof(struct str)),
                          arena_zalloc(&f->arena, 10 * sizeof(struct str)), true};
    struct shown_schema shown;
    s.tables[0] = STR("concert");
    s.tables[1] = STR("group");
    s.columns[1] = STR("country");
    s.columns[4] = STR("rowid");
    s.columns[5] = STR("place");
    s.columns[6] = STR("place");
    assert_true(shown_schema_make(&f->arena, &x, &s, NULL, &shown));
    expect(shown.schema->tables[0].name, "singer");
    expect(shown.schema->tables[0].natural, "singer");
    expect(shown.schema->tables[1].name, "concert");
    expect(shown.schema->tables[1].natural, "group");
    expect(shown.schema->columns[1].name, "Singer_ID");
    expect(shown.schema->columns[4].name, "concertId");
    expect(shown.schema->columns[5].name, "place");
    expect(shown.schema->columns[6].name, "singerId");
}

/* Views look for the names of what they read. */
static void test_shown_views(void **state)
{
    struct fixture *f = *state;
    struct shown_schema s;
    f->annotated.schema->tables[2].view = true;
    assert_true(show(f, "How many vocalists are there?", &s));
    expect(s.schema->tables[0].name, "singer");
    expect(s.schema->tables[0].natural, "vocalist");
}

/* Answers */

static void expect_back(struct fixture *f, const struct shown_schema *s, const char *sql,
                        const char *expected)
{
    expect(shown_answer(&f->arena, s, str_from(sql)).sql, expected);
}

static void test_back(void **state)
{
    struct fixture *f = *state;
    struct shown_schema s;
    assert_true(show(f, "Nation, given name and vocalist id of vocalists, number of seats?", &s));
    expect_back(f, &s, "SELECT count(*) FROM vocalist", "SELECT count(*) FROM singer");
    expect_back(f, &s,
                "SELECT vocalist.nation, \"Given Name\" FROM Vocalist WHERE nation = 'vocalist'",
                "SELECT singer.Country, \"First Name\" FROM singer WHERE Country = 'vocalist'");
    expect_back(f, &s,
                "SELECT T1.Nation FROM vocalist AS T1 JOIN concert AS T2 ON "
                "T1.vocalist_id = T2.vocalistid WHERE number_of_seat > 3",
                "SELECT T1.Country FROM singer AS T1 JOIN concert AS T2 ON "
                "T1.Singer_ID = T2.singerId WHERE capacity > 3");
    expect_back(f, &s, "SELECT nation FROM (SELECT nation FROM vocalist)",
                "SELECT Country FROM (SELECT Country FROM singer)");
    expect_back(f, &s, "SELECT * FROM concert", "SELECT * FROM concert");
    expect_back(f, &s, "", "");
    assert_null(shown_answer(&f->arena, &s, STR_NONE).sql.ptr);
}

/* SQL that cannot be read: clear names are replaced, but nothing in strings. */
static void test_back_unread(void **state)
{
    struct fixture *f = *state;
    struct shown_schema s;
    assert_true(show(f, "Nation, given name and vocalist id of vocalists, number of seats?", &s));
    expect_back(f, &s, "SELECT nation, whatever FROM vocalist, nowhere WHERE x = 'nation' AND",
                "SELECT Country, whatever FROM singer, nowhere WHERE x = 'nation' AND");
    expect_back(f, &s, "SELECT \"nation\", [Given Name] FROM `vocalist` WHERE",
                "SELECT Country, \"First Name\" FROM singer WHERE");
    expect_back(f, &s, "I do not know the 'nation", "I do not know the 'nation");
    /* The name goes to two different ones. */
    struct annotated_schema x = annotated_plain(&f->arena, f->annotated.schema);
    struct selection both = {arena_zalloc(&f->arena, 3 * sizeof(struct str)),
                             arena_zalloc(&f->arena, 10 * sizeof(struct str)), true};
    both.columns[3] = both.columns[5] = STR("place");
    assert_true(shown_schema_make(&f->arena, &x, &both, NULL, &s));
    expect_back(f, &s, "SELECT place FROM", "SELECT place FROM");
    expect_back(f, &s, "SELECT place FROM singer", "SELECT Country FROM singer");
    expect_back(f, &s, "SELECT place FROM concert", "SELECT capacity FROM concert");
}

/* Automatic names */

static bool has_name(const struct annotation *n, const char *name)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (str_eq(n->names[i], str_from(name)))
            return true;
    return false;
}

static void test_automatic(void **state)
{
    struct fixture *f = *state;
    struct annotated_schema x =
        auto_annotated(&f->arena, &f->knowledge, f->annotated.schema, NULL, STRENGTH_BOLD);
    assert_true(has_name(&x.tables[0], "vocalist"));
    assert_true(has_name(&x.columns[3], "nation"));
    assert_true(has_name(&x.columns[2], "given name"));
    assert_false(has_name(&x.columns[3], "state")); /* the name of a table */
    assert_int_equal(x.columns[9].count, 1);        /* name */
    for (uint32_t c = 1; c < x.schema->n_columns; c++)
        assert_in_range(x.columns[c].count, 1, AUTO_MAX_NAMES);
    expect(x.columns[3].names[0], "country");
}

/* The names come from the source of relation syn, with words that only lists have. */
static void test_automatic_substitutes(void **state)
{
    static const char PLACES[] =
        "{\"db_id\": \"places\", \"table_names\": [\"country\", \"city\"],"
        " \"table_names_original\": [\"country\", \"city\"],"
        " \"column_names\": [[-1, \"*\"], [0, \"region\"], [0, \"surface area\"], [1, \"zip "
        "code\"],"
        "  [1, \"customer country\"]],"
        " \"column_names_original\": [[-1, \"*\"], [0, \"region\"], [0, \"size\"], [1, \"zip\"],"
        "  [1, \"zone\"]],"
        " \"column_types\": [\"text\", \"text\", \"number\", \"text\", \"text\"],"
        " \"primary_keys\": [], \"foreign_keys\": []}";
    struct fixture *f = *state;
    struct schema s;
    struct err e;
    assert_int_equal(schema_parse(&f->arena, str_from(PLACES), &s, &e), OK);
    struct annotated_schema x = auto_annotated(&f->arena, &f->knowledge, &s, NULL, STRENGTH_BOLD);
    /* The best first. */
    expect(x.tables[1].names[1], "town");
    assert_true(has_name(&x.tables[1], "municipality"));
    assert_false(has_name(&x.tables[1], "city name"));
    expect(x.columns[4].names[1], "client country");
    expect(x.columns[4].names[2], "customer nation");
    /* Loose words are for whole names: a patron's country. */
    assert_false(has_name(&x.columns[4], "patron country"));
    /* What another name ends with is that. */
    assert_true(has_name(&x.columns[1], "territory"));
    assert_false(has_name(&x.columns[1], "area"));
    /* A phrase that a list has is one thing. */
    assert_true(has_name(&x.columns[3], "postal code"));
    for (uint32_t i = 1; i < x.columns[3].count; i++)
        assert_false(str_starts(x.columns[3].names[i], STR("zip ")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_read_hostile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_write, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_carried_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_selected, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rivals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shown_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shown_views, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_back_unread, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_automatic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_automatic_substitutes, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
