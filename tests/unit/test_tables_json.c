/* test_tables_json.c: lists of schemas and of questions: what is read, what is refused, and the
 * place in the message. */
#include "unit.h"

#include "base/file.h"
#include "dataset/dataset.h"

#include <stdlib.h>
#include <unistd.h>

#define TABLES  "\"table_names_original\":[\"t\"]"
#define COLUMNS "\"column_names_original\":[[-1,\"*\"],[0,\"a\"]]"
#define SHOP    "{\"db_id\":\"shop\"," TABLES "," COLUMNS "}"

static void test_read(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema_set set;
    struct err e;
    /* A mark before it, members in another order, two of one name, others that are of no use. */
    static const char TEXT[] =
        "\xEF\xBB\xBF[{\"other\":[{\"deep\":[1.5e3,null]}],\"foreign_keys\":[[2,1]],"
        "\"primary_keys\":[[1,2]],\"column_types\":[\"text\",\"number\",7],"
        "\"column_names\":[[-1,\"*\"],[0,\"an \\u00e9\"]],"
        "\"column_names_original\":[[-1,\"*\"],[0,\"a\"],[0,\"b\"]],\"table_names\":null,"
        "\"table_names_original\":[\"lost\",\"too\"],\"table_names_original\":[\"t\"],"
        "\"db_id\":\"shop\"}]";
    char *copy = mem_alloc(sizeof TEXT - 1);
    memcpy(copy, TEXT, sizeof TEXT - 1);
    assert_int_equal(schema_set_parse(&a, (struct str){copy, sizeof TEXT - 1}, &set, &e), OK);
    free(copy); /* the schema does not need it */
    const struct schema *s = &set.schemas[0];
    assert_int_equal(set.count, 1);
    assert_string_equal(s->db_id.ptr, "shop");
    assert_int_equal(s->n_tables, 1);
    assert_string_equal(s->tables[0].natural.ptr, "t");
    assert_int_equal(s->n_columns, 3);
    assert_string_equal(s->columns[1].natural.ptr, "an \xC3\xA9");
    assert_string_equal(s->columns[2].natural.ptr, "b");
    assert_int_equal(s->columns[1].type, SCHEMA_NUMBER);
    assert_int_equal(s->columns[2].type, SCHEMA_OTHERS);
    assert_true(s->columns[1].primary && s->columns[2].primary);
    assert_int_equal(s->n_foreign_keys, 1);
    assert_int_equal(s->foreign_keys[0].from, 2);
    arena_release(&a);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        uint32_t line, col;
    } cases[] = {
        {"", "not JSON: no value", 1, 1},
        {"[\n{\"db_id\":\n  x}]", "not JSON: no value", 3, 3},
        {"[\n" SHOP ",\n{\"db_id\":\"x\\u0000y\"}]", "not JSON: an escaped NUL", 3, 13},
        {"[{\"a\":\"\\ud83d\"}]", "not JSON: half a surrogate pair", 1, 9},
        {"[" SHOP "]\n]", "not JSON: something after its end", 2, 1},
        {"[]", "not a list of schemas", 1, 0},
        {SHOP, "not a list of schemas", 1, 0},
        {"[\n\n" SHOP ",\n 7]", "schema without 'db_id'", 4, 0},
        {"[" SHOP ",\n{\n\"db_id\":7}]", "schema without 'db_id'", 2, 0},
        {"[{\"db_id\":\"x\"}]", "schema 'x': no tables", 1, 0},
        {"[{\"db_id\":\"x\",\"table_names_original\":{}}]", "schema 'x': no tables", 1, 0},
        {"[{\"db_id\":\"x\",\"table_names_original\":[7]}]",
         "schema 'x': a table name is not a string", 1, 0},
        {"[{\"db_id\":\"x\"," TABLES "}]", "schema 'x': no columns", 1, 0},
        {"[{\"db_id\":\"x\"," TABLES ",\"column_names_original\":[[0,\"*\"],[0,\"a\"]]}]",
         "schema 'x': the first column is not '*'", 1, 0},
        {"[{\"db_id\":\"x\"," TABLES ",\"column_names_original\":[[-1,\"*\"],[0.0,\"a\"]]}]",
         "schema 'x': a column is not a pair of table and name", 1, 0},
        {"[{\"db_id\":\"x\"," TABLES ",\"column_names_original\":[[-1,\"*\"],7]}]",
         "schema 'x': a column is not a pair of table and name", 1, 0},
        {"[{\"db_id\":\"x\"," TABLES ",\"column_names_original\":[[-1,\"*\"],[1,\"a\"]]}]",
         "schema 'x': a column belongs to no table", 1, 0},
        {"[{\"db_id\":\"x\"," TABLES "," COLUMNS ",\"primary_keys\":[[1,0]]}]",
         "schema 'x': a primary key is not a column", 1, 0},
        {"[{\"db_id\":\"x\"," TABLES "," COLUMNS ",\"foreign_keys\":[[1]]}]",
         "schema 'x': a foreign key is not a pair of columns", 1, 0},
        {"[{\"db_id\":\"x\",\"table_names_original\":[\"t\",\"T\"]," COLUMNS "}]",
         "schema 'x': two tables have the same name", 1, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct schema_set set;
        struct err e = {0};
        assert_int_not_equal(schema_set_parse(&a, str_from(cases[i].text), &set, &e), OK);
        assert_string_equal(e.msg, cases[i].message);
        assert_int_equal(e.line, cases[i].line);
        assert_int_equal(e.col, cases[i].col);
        arena_release(&a);
    }
}

/* A folder with these questions of SHOP; load it and remove it. */
static enum status load_questions(const char *text, struct dataset *d, struct err *e)
{
    struct arena a = {0};
    char dir[] = "/tmp/teql-tables-XXXXXX";
    assert_non_null(mkdtemp(dir));
    const char *tables = arena_printf(&a, "%s/tables.json", dir).ptr,
               *questions = arena_printf(&a, "%s/dev.json", dir).ptr;
    assert_int_equal(file_write(tables, STR("[" SHOP "]"), e), OK);
    assert_int_equal(file_write(questions, str_from(text), e), OK);
    enum status status = dataset_load(d, &(struct dataset_source){.data = dir}, e);
    unlink(tables);
    unlink(questions);
    rmdir(dir);
    arena_release(&a);
    return status;
}

static void test_questions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t lines[2];
    } cases[] = {
        {"[{\"db_id\":\"shop\",\"question\":\"A?\"},{\"question\":\" Q? \",\"SQL\":\"\",\"query\":"
         "\"x \",\"sql\":{},\"db_id\":\"shop\"}]",
         {1, 1}},
        {"\n [\n  {\n  \"db_id\":\"shop\",\n  \"question\":\"A?\"\n  },\n  {\n  "
         "\"db_id\":\"shop\","
         "\"SQL\":\"x\",\n\"question\":\"Q?\"}]",
         {3, 7}},
        {"{\"db_id\":\"shop\",\"question\":\"A?\"}\n\n  {\"db_id\":\"shop\",\"question\":\"Q?\","
         "\"sql\":\"x\"}\r\n",
         {1, 3}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct dataset d;
        struct err e;
        assert_int_equal(load_questions(cases[i].text, &d, &e), OK);
        assert_int_equal(d.n_seeds, 2);
        assert_null(d.seeds[0].query.ptr);
        assert_true(str_eq(d.seeds[1].question, STR("Q?")));
        assert_true(str_eq(d.seeds[1].query, STR("x")));
        for (int k = 0; k < 2; k++)
            assert_int_equal(d.seeds[k].line, cases[i].lines[k]);
        dataset_release(&d);
    }
}

static void test_refused_questions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        uint32_t line, col;
    } cases[] = {
        {"", "no questions", 1, 0},
        {"[\n]", "no questions", 1, 0},
        {"[\n{\"db_id\":\"shop\",\n\"question\":}]", "not JSON: no value", 3, 12},
        {"{\"db_id\":\"shop\",\"question\":\"A?\"}\n {\"a\":\"\\u0000\"}",
         "not JSON: an escaped NUL", 2, 8},
        {"[\n\n7,{}]", "a question is an object or a string", 3, 0},
        {"{\"db_id\":\"shop\",\"question\":\"A?\"}\n[7]", "a question is an object or a string", 2,
         0},
        {"[\n{\"db_id\":\"shop\",\"query\":\"\"}]", "no 'question'", 2, 0},
        {"[\n{\"db_id\":\"a/b\",\"question\":\"A?\"}]", "a db_id that is not a name", 2, 0},
        {"[{\"db_id\":\"shop\",\"question\":\"A?\"},\n{\"db_id\":\"x\",\"question\":\"A?\"}]",
         "unknown db_id 'x': tables.json does not have it", 2, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct dataset d;
        struct err e = {0};
        assert_int_not_equal(load_questions(cases[i].text, &d, &e), OK);
        assert_string_equal(e.msg, cases[i].message);
        assert_int_equal(e.line, cases[i].line);
        assert_int_equal(e.col, cases[i].col);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_refused_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
