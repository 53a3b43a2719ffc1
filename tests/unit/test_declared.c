/* test_declared.c: schemas with what their databases declare: merged with tables.json, written and
 * read again, shown in prompts, and unchanged by relations if they must stay. */
#include "fixture.h"
#include "unit.h"

#include "migration/migration.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "schema/keys.h"
#include "schema/schema_json.h"
#include "system/table_text.h"

static const char SQL[] =
    "CREATE TABLE plan (id INTEGER PRIMARY KEY AUTOINCREMENT, title VARCHAR(20), cost "
    "DECIMAL(10,2),"
    "  \"total sum\" REAL AS (cost * 2), state);"
    "CREATE TABLE step (plan INT, n INT, text TEXT, due \"odd, type\", PRIMARY KEY (n, plan),"
    "  FOREIGN KEY (plan) REFERENCES plan);"
    "CREATE TABLE work (hours INT, n INT, plan INT, worker TEXT,"
    "  FOREIGN KEY (plan, n) REFERENCES step (plan, n));"
    "CREATE TABLE other (a INT, b INT, c TEXT);"
    "CREATE VIEW dear AS SELECT title, cost FROM plan WHERE cost > 10;"
    "INSERT INTO plan (title, cost) VALUES ('roof', 12), ('door', 5);";

/* As Spider's file would have it: a part of the keys, and a table that is SQLite's own. */
static const char TABLES[] =
    "[{\"db_id\":\"plans\",\"table_names_original\":[\"plan\",\"sqlite_sequence\",\"step\","
    "\"work\",\"other\",\"gone\"],\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"title\"],"
    "[0,\"cost\"],[1,\"name\"],[1,\"seq\"],[2,\"plan\"],[2,\"n\"],[2,\"text\"],[3,\"hours\"],"
    "[3,\"n\"],[3,\"plan\"],[3,\"worker\"],[4,\"a\"],[4,\"b\"],[5,\"x\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"text\",\"number\","
    "\"number\",\"text\",\"number\",\"number\",\"number\",\"text\",\"number\",\"number\",\"text\"],"
    "\"primary_keys\":[1,6,13,15],\"foreign_keys\":[[13,1],[5,1],[6,1]]}]";

struct plans {
    struct arena arena;
    const char *path;
    struct schema own;    /* from the database alone */
    struct schema merged; /* tables.json and the database */
};

static int set_up(void **state)
{
    static struct plans p;
    struct schema_set set;
    struct err e;
    p = (struct plans){0};
    p.path = fixture_create(&p.arena, SQL);
    assert_int_equal(schema_from_database(&p.arena, p.path, STR("plans"), &p.own, &e), OK);
    assert_int_equal(schema_set_parse(&p.arena, str_from(TABLES), &set, &e), OK);
    p.merged = set.schemas[0];
    schema_drop_internal(&p.arena, &p.merged);
    assert_int_equal(schema_ask_database(&p.arena, p.path, &p.merged, &e), OK);
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    struct plans *p = *state;
    fixture_remove(p->path);
    arena_release(&p->arena);
    return 0;
}

static uint32_t table_of(const struct schema *s, const char *name)
{
    uint32_t t = schema_find_table(s, str_from(name));
    assert_int_not_equal(t, SCHEMA_NONE);
    return t;
}

static uint32_t column_of(const struct schema *s, const char *table, const char *name)
{
    uint32_t c = schema_find_column(s, table_of(s, table), str_from(name));
    assert_int_not_equal(c, SCHEMA_NONE);
    return c;
}

static void expect_type(const struct schema *s, const char *table, const char *column,
                        const char *type)
{
    assert_true(str_eq(s->declared[column_of(s, table, column)].type, str_from(type)));
}

static void expect_key(const struct schema *s, const char *table, const char *first,
                       const char *second)
{
    struct arena a = {0};
    struct primary_key key = schema_primary_key(&a, s, table_of(s, table));
    assert_int_equal(key.count, 2);
    assert_int_equal(key.columns[0], column_of(s, table, first));
    assert_int_equal(key.columns[1], column_of(s, table, second));
    arena_release(&a);
}

static bool has_key(const struct schema *s, uint32_t from, uint32_t to, uint32_t pairs)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == from && s->foreign_keys[i].to == to)
            return key_span_of(s, i).count == pairs;
    return false;
}

/* If nothing says which pairs are one key, two keys of one column are two keys. */
static void guessed(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema s;
    struct err e;
    static const char TEXT[] =
        "{\"db_id\":\"x\",\"table_names_original\":[\"t\",\"u\"],\"column_names_original\":"
        "[[-1,\"*\"],[0,\"a\"],[0,\"b\"],[1,\"c\"],[1,\"d\"]],\"primary_keys\":[1,2],"
        "\"foreign_keys\":[[3,1],[%d,2]]}";
    assert_int_equal(schema_parse(&a, arena_printf(&a, TEXT, 4), &s, &e), OK);
    assert_true(has_key(&s, 3, 1, 2) && has_key(&s, 4, 2, 2));
    assert_int_equal(schema_parse(&a, arena_printf(&a, TEXT, 3), &s, &e), OK);
    assert_true(has_key(&s, 3, 1, 1) && has_key(&s, 3, 2, 1));
    arena_release(&a);
}

static void from_database(void **state)
{
    const struct schema *s = &((struct plans *)*state)->own;
    assert_int_equal(s->n_tables, 5);
    expect_type(s, "plan", "title", "VARCHAR(20)");
    expect_type(s, "plan", "state", "");
    expect_type(s, "step", "due", "odd, type");
    expect_key(s, "step", "n", "plan");
    assert_true(s->declared[column_of(s, "plan", "total sum")].generated);
    assert_true(has_key(s, column_of(s, "work", "plan"), column_of(s, "step", "plan"), 2));
    assert_true(has_key(s, column_of(s, "step", "plan"), column_of(s, "plan", "id"), 1));
    assert_true(s->tables[table_of(s, "dear")].view && !s->tables[table_of(s, "plan")].view);
    assert_true(s->tables[table_of(s, "plan")].viewed && !s->tables[table_of(s, "step")].viewed);
}

/* The database's primary key; a key that only the file has; no sqlite_sequence. What the database
 * lacks comes from the file. */
static void merged(void **state)
{
    const struct schema *s = &((struct plans *)*state)->merged;
    assert_int_equal(s->n_tables, 5);
    assert_int_equal(s->n_columns, 14);
    assert_int_equal(schema_find_table(s, STR("sqlite_sequence")), SCHEMA_NONE);
    expect_key(s, "step", "n", "plan");
    expect_type(s, "plan", "cost", "DECIMAL(10,2)");
    assert_int_equal(s->tables[0].rowid, column_of(s, "plan", "id"));
    assert_int_equal(s->n_foreign_keys, 4);
    assert_true(has_key(s, column_of(s, "work", "n"), column_of(s, "step", "n"), 2));
    assert_true(has_key(s, column_of(s, "other", "a"), column_of(s, "plan", "id"), 1));
    assert_true(s->columns[column_of(s, "other", "a")].primary);
    assert_null(s->declared[column_of(s, "gone", "x")].type.ptr);
    assert_true(s->columns[column_of(s, "gone", "x")].primary);
}

static struct str json_of(struct arena *a, const struct schema *s)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    schema_json(&w, s);
    struct str json = arena_str(a, buf_str(&text));
    buf_release(&text);
    return json;
}

static void written_and_read(void **state)
{
    struct plans *p = *state;
    const struct schema *const both[] = {&p->own, &p->merged};
    for (int i = 0; i < 2; i++) {
        struct schema back;
        struct err e;
        struct str json = json_of(&p->arena, both[i]);
        assert_int_equal(schema_parse(&p->arena, json, &back, &e), OK);
        assert_true(str_eq(json, json_of(&p->arena, &back)));
        expect_key(&back, "step", "n", "plan");
        assert_true(
            has_key(&back, column_of(&back, "work", "n"), column_of(&back, "step", "n"), 2));
    }
}

/* Nothing of it is believed. */
static void bad_members(void **state)
{
    (void)state;
    static const struct {
        const char *member, *problem;
    } BAD[] = {
        {"\"views\":[1]", "a view is not a table"},
        {"\"views\":[-1]", "a view is not a table"},
        {"\"declared_types\":[],\"generated_columns\":[0]", "a generated column is not a column"},
        {"\"declared_types\":[],\"generated_columns\":[9]", "a generated column is not a column"},
        {"\"composite_foreign_keys\":[[0,2]]", "a composite foreign key is not a row of pairs"},
        {"\"composite_foreign_keys\":[[1,2],[0,1]]",
         "a composite foreign key is not a row of pairs"},
        {"\"composite_foreign_keys\":[[0,1],[1,2]]",
         "a composite foreign key is not a row of pairs"},
        {"\"composite_foreign_keys\":[[2,3]]", "a composite foreign key is not a row of pairs"},
        {"\"composite_foreign_keys\":[[]]", "a composite foreign key is not a row of pairs"},
        {"\"composite_foreign_keys\":[[-1]]", "a composite foreign key is not a row of pairs"},
        {"\"composite_foreign_keys\":[7]", "a composite foreign key is not a row of pairs"},
    };
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        struct arena a = {0};
        struct schema s;
        struct err e;
        struct str text = arena_printf(
            &a,
            "{\"db_id\":\"x\",\"table_names_original\":[\"t\"],\"column_names_original\":"
            "[[-1,\"*\"],[0,\"a\"],[0,\"b\"]],\"foreign_keys\":[[1,2],[2,1],[1,1]],%s}",
            BAD[i].member);
        assert_int_equal(schema_parse(&a, text, &s, &e), E_SCHEMA);
        if (!strstr(e.msg, BAD[i].problem))
            fail_msg("%s: %s", BAD[i].member, e.msg);
        arena_release(&a);
    }
}

/* Each bad byte of a name is U+FFFD, as when it is written as JSON and read again. Of two tables
 * that become one the first stays. */
static void bad_names(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema s;
    struct err e;
    const char *path =
        fixture_create(&a, "CREATE TABLE \"a\xFF\" (\"b\xC3\" TEXT PRIMARY KEY, c \"t\xFE\");"
                           "CREATE TABLE \"a\xFE\" (d);"
                           "CREATE TABLE e (f REFERENCES \"a\xFF\" (\"b\xC3\"));");
    assert_int_equal(schema_from_database(&a, path, STR("x"), &s, &e), OK);
    assert_int_equal(s.n_tables, 2);
    expect_type(&s, "a\xEF\xBF\xBD", "c", "t\xEF\xBF\xBD");
    assert_true(
        has_key(&s, column_of(&s, "e", "f"), column_of(&s, "a\xEF\xBF\xBD", "b\xEF\xBF\xBD"), 1));
    fixture_remove(path);
    arena_release(&a);
}

static void expect_text(const struct schema *s, const char *table, const char *expected)
{
    struct buf text = {0};
    table_text_create(&text, s, table_of(s, table));
    buf_putc(&text, '\0');
    assert_string_equal(text.ptr, expected);
    buf_release(&text);
}

static void shown(void **state)
{
    const struct schema *s = &((struct plans *)*state)->own;
    expect_text(s, "plan",
                "CREATE TABLE \"plan\" (\n    id INTEGER,\n    title VARCHAR(20),\n"
                "    cost DECIMAL(10,2),\n    \"total sum\" REAL GENERATED ALWAYS,\n    state,\n"
                "    PRIMARY KEY (id)\n);\n");
    expect_text(s, "step",
                "CREATE TABLE step (\n    \"plan\" INT,\n    n INT,\n    text TEXT,\n"
                "    due \"odd, type\",\n    PRIMARY KEY (n, \"plan\"),\n"
                "    FOREIGN KEY (\"plan\") REFERENCES \"plan\" (id)\n);\n");
    expect_text(s, "work",
                "CREATE TABLE work (\n    hours INT,\n    n INT,\n    \"plan\" INT,\n"
                "    worker TEXT,\n"
                "    FOREIGN KEY (\"plan\", n) REFERENCES step (\"plan\", n)\n);\n");
    expect_text(s, "dear",
                "CREATE VIEW dear (\n    title VARCHAR(20),\n    cost DECIMAL(10,2)\n);\n");
}

/* The types of a changed schema are those of the copy. */
static void shown_after_a_change(void **state)
{
    struct plans *p = *state;
    struct schema new;
    const struct migration_split split = {.column = column_of(&p->own, "step", "text"),
                                          .table = STR("step_text"),
                                          .table_natural = STR("step text"),
                                          .key = STR("text_id"),
                                          .key_natural = STR("text id"),
                                          .reference = STR("text_id"),
                                          .reference_natural = STR("text id")};
    migration_schema(&p->arena, migration_split_column(&p->arena, &p->own, &split), STR("x"), &new,
                     NULL);
    expect_text(&new, "step",
                "CREATE TABLE step (\n    \"plan\" INT,\n    n INT,\n    text_id INTEGER,\n"
                "    due \"odd, type\",\n    PRIMARY KEY (n, \"plan\"),\n"
                "    FOREIGN KEY (\"plan\") REFERENCES \"plan\" (id),\n"
                "    FOREIGN KEY (text_id) REFERENCES step_text (text_id)\n);\n");
    expect_text(&new, "step_text",
                "CREATE TABLE step_text (\n    text_id INTEGER,\n    text TEXT,\n"
                "    PRIMARY KEY (text_id)\n);\n");
}

/* The schema after relations that need no words, as one text. */
static struct str changes_of(struct plans *p, const struct schema *s, const char *query)
{
    static const struct relation *const TRIED[] = {&relation_NO, &relation_FL, &relation_OK,
                                                   &relation_CS, &relation_CRm};
    struct seed seed = {.db_id = s->db_id,
                        .question = STR("Which?"),
                        .query = str_from(query),
                        .schema = s,
                        .database = str_from(p->path)};
    struct relation_seed prepared;
    struct buf all = {0};
    struct err e;
    relation_prepare(&p->arena, &seed, NULL, NULL, NULL, &prepared, &e);
    assert_non_null(prepared.stmt);
    for (size_t r = 0; r < COUNT_OF(TRIED); r++) {
        struct case_list list =
            relation_draw(&p->arena, TRIED[r], &prepared, 1000, rng_stream(1, STR("x"), 0));
        for (uint32_t i = 0; i < list.count; i++)
            buf_printf(&all, "%s %.*s\n", TRIED[r]->id, STR_ARG(list.items[i].change));
    }
    struct str text = arena_str(&p->arena, buf_str(&all));
    buf_release(&all);
    return text;
}

static bool holds(struct str text, const char *part)
{
    return str_find(text, str_from(part), 0) < text.len;
}

static void keys_stay(void **state)
{
    struct plans *p = *state;
    struct str changes = changes_of(p, &p->merged, "SELECT title FROM plan");
    assert_true(holds(changes, "CRm {\"removed\":\"step.text\""));
    assert_true(holds(changes, "NO {\"moved\":\"step.text\""));
    assert_false(holds(changes, "\"removed\":\"step.plan\""));
    assert_false(holds(changes, "\"removed\":\"step.n\""));
    assert_false(holds(changes, "\"moved\":\"step.n\""));
    assert_false(holds(changes, "\"moved\":\"work.n\""));
    assert_true(holds(changes, "OK {\"forgotten\":\"primary key\",\"table\":\"step\",\"columns\":["
                               "\"plan\",\"n\"]}"));
}

/* Neither a view nor its tables are changed; other tables are. */
static void views_stay(void **state)
{
    struct plans *p = *state;
    struct str changes = changes_of(p, &p->own, "SELECT title FROM dear");
    assert_true(holds(changes, "\"removed\":\"step.text\""));
    assert_true(holds(changes, "\"table\":\"work\""));
    static const char *const CHANGED[] = {"\"dear", "ed\":\"plan.", "\"table\":\"plan\"",
                                          "\"folded\":\"plan\""};
    for (size_t i = 0; i < COUNT_OF(CHANGED); i++)
        if (holds(changes, CHANGED[i]))
            fail_msg("%s: %s", CHANGED[i], changes.ptr);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(guessed),     TEST(from_database), TEST(merged), TEST(written_and_read),
        TEST(bad_members), TEST(bad_names),     TEST(shown),  TEST(shown_after_a_change),
        TEST(keys_stay),   TEST(views_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
