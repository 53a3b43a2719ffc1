/* test_suite.c: suites read back, and the databases of their schemas. */
#include "fixture.h"
#include "schema_seeds.h"
#include "suite_files.h"
#include "sure.h"

#include "base/file.h"
#include "suite/suite_store.h"
#include "verify/rows_equal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A dataset of one database, and a suite over it. */
struct world {
    struct arena arena;
    const char *dir, *suite; /* folders */
    struct schema schema;
};

static const char *path_in(struct world *w, const char *name)
{
    return arena_printf(&w->arena, "%s/%s", w->dir, name).ptr;
}

static void write_text(const char *path, struct str text)
{
    struct out_file f;
    struct err e;
    assert_int_equal(out_file_open(&f, path, &e), OK);
    assert_int_equal(out_file_write(&f, text, &e), OK);
    assert_int_equal(out_file_commit(&f, &e), OK);
}

static int set_up(void **state)
{
    static struct world w;
    struct err e;
    w = (struct world){0};
    char *dir = (char *)arena_str(&w.arena, STR("/tmp/teql-suite-XXXXXX")).ptr;
    assert_non_null(mkdtemp(dir));
    w.dir = dir;
    const char *path = fixture_create(&w.arena, fixture_sql);
    assert_int_equal(schema_from_database(&w.arena, path, STR("towns"), &w.schema, &e), OK);
    assert_int_equal(mkdir(path_in(&w, "database"), 0700), 0);
    assert_int_equal(mkdir(path_in(&w, "database/towns"), 0700), 0);
    assert_int_equal(rename(path, path_in(&w, "database/towns/towns.sqlite")), 0);
    w.suite = path_in(&w, "suite");
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    assert_int_equal(system(arena_printf(&w->arena, "rm -r %s", w->dir).ptr), 0);
    arena_release(&w->arena);
    return 0;
}

static const struct migration *variant(struct world *w, int which)
{
    static const struct migration_fold_name names[] = {{STR_INIT("code"), STR_INIT("code")},
                                                       {STR_INIT("land"), STR_INIT("land")},
                                                       {STR_INIT("area"), STR_INIT("area")}};
    struct migration_split split = {.column = column_named(&w->schema, "visit.mood"),
                                    .table = STR("visit_mood"),
                                    .table_natural = STR("visit mood"),
                                    .key = STR("mood_id"),
                                    .key_natural = STR("mood id"),
                                    .reference = STR("mood_id"),
                                    .reference_natural = STR("mood id")};
    switch (which) {
    case 0:
        return migration_split_column(&w->arena, &w->schema, &split);
    case 1:
        return migration_fold_table(&w->arena, &w->schema, 0, names);
    default:
        return migration_drop_column(&w->arena, &w->schema, column_named(&w->schema, "city.mayor"));
    }
}

enum { N_VARIANTS = 3 };

static void put_schemas(struct world *w, struct suite_files *files)
{
    suite_files_schema(files, &w->schema, STR("towns"), NULL);
    suite_files_schema(files, &w->schema, STR("towns.X.unused"), variant(w, 0));
    for (int i = 0; i < N_VARIANTS; i++)
        suite_files_schema(files, &w->schema, arena_printf(&w->arena, "towns.X.%d", i),
                           variant(w, i));
}

static void write_suite(struct world *w)
{
    struct suite_files files = {
        .seeds =
            STR("{\"seed\":4,\"db_id\":\"towns\",\"question\":\"Which \\u00e9?\",\"query\":null,"
                "\"hardness\":null}\n{\"seed\":9,\"db_id\":\"towns\",\"question\":\"How many?\","
                "\"query\":\"SELECT 1\",\"hardness\":\"easy\",\"unknown\":[{}]}\n"),
        .cases = STR("{\"id\":\"9-X-0\",\"seed\":9,\"family\":\"f\",\"relation\":\"X\","
                     "\"db_id\":\"towns.X.0\",\"question\":\"How many?\",\"query\":\"SELECT 1\","
                     "\"expect\":\"changed\",\"change\":{\"a\":1}}\n"
                     "{\"id\":\"9-X-1\",\"seed\":9,\"family\":\"f\",\"relation\":\"X\","
                     "\"db_id\":\"towns.X.1\",\"question\":\"How many?\"}\n"
                     "{\"id\":\"9-X-2\",\"seed\":9,\"family\":\"f\",\"relation\":\"X\","
                     "\"db_id\":\"towns.X.2\",\"question\":\"How many?\"}\n"),
        .manifest =
            arena_printf(&w->arena, "{\"version\":1,\"databases\":\"%s/database\"}", w->dir)};
    put_schemas(w, &files);
    suite_files_write(&files, w->suite);
}

static void open_suite(struct world *w, struct suite *s)
{
    struct err e;
    if (access(w->suite, F_OK) != 0)
        write_suite(w);
    if (suite_open(s, w->suite, &e) != OK)
        fail_msg("%s:%u: %s", e.file, e.line, e.msg);
}

static void test_read(void **state)
{
    struct world *w = *state;
    struct suite s;
    open_suite(w, &s);
    assert_int_equal(s.n_seeds, 2);
    assert_int_equal(s.seeds[0].number, 4);
    assert_true(str_eq(s.seeds[0].question, STR("Which \xC3\xA9?")));
    assert_null(s.seeds[0].query.ptr);
    assert_true(str_eq(s.seeds[1].hardness, STR("easy")));
    assert_int_equal(s.n_cases, N_VARIANTS);
    assert_int_equal(s.cases[0].seed, 1);
    assert_int_equal(s.cases[0].claim, CLAIM_CHANGED);
    assert_true(str_eq(s.cases[0].change, STR("{\"a\":1}")));
    assert_int_equal(s.n_schemas, 1 + N_VARIANTS); /* those that seeds and cases have */
    suite_close(&s);
}

static void test_schemas(void **state)
{
    struct world *w = *state;
    struct suite s;
    struct err e;
    open_suite(w, &s);
    const struct suite_schema *schema, *again;
    assert_int_equal(suite_schema(&s, STR("towns.X.1"), &schema, &e), OK);
    assert_true(migration_hash(schema->migration) == migration_hash(variant(w, 1)));
    assert_true(str_eq(schema->origin->db_id, STR("towns")));
    assert_int_equal(suite_schema(&s, STR("towns.X.1"), &again, &e), OK);
    assert_ptr_equal(schema, again);
    assert_int_equal(suite_schema(&s, STR("towns"), &schema, &e), OK);
    assert_null(schema->migration);
    assert_int_equal(suite_schema(&s, STR("nowhere"), &schema, &e), E_SCHEMA);
    suite_close(&s);
}

static struct rows ask(struct world *w, struct database *d, const char *sql)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000, .max_bytes = 1 << 20};
    struct query_result r;
    sure_query(d, str_from(sql), &limits, &w->arena, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    return r.rows;
}

/* Each database is the same through views and as a file, in whatever order they are asked for. */
static void test_databases(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *db_id, *sql;
    } cases[] = {
        {"towns", "SELECT mood FROM visit"},
        {"towns.X.0", "SELECT m.mood FROM visit v JOIN visit_mood m ON m.mood_id = v.mood_id"},
        {"towns.X.1", "SELECT land FROM city"},
        {"towns.X.2", "SELECT city_name FROM city"},
        {"towns.X.1", "SELECT area FROM city"},
        {"towns", "SELECT mayor FROM city"},
    };
    struct suite s;
    struct err e;
    open_suite(w, &s);
    struct store *d = suite_store_new(&s, NULL, 2);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct suite_schema *schema;
        struct database *shown;
        const char *path;
        assert_int_equal(suite_schema(&s, str_from(cases[i].db_id), &schema, &e), OK);
        assert_int_equal(store_open(d, i % 2, suite_schema_database(schema), &shown, &e), OK);
        assert_int_equal(store_lend(d, 0, suite_schema_database(schema), &path, &e), OK);
        struct rows a = ask(w, shown, cases[i].sql);
        struct rows b = fixture_query(&w->arena, path, cases[i].sql);
        assert_true(a.n_rows > 0 && rows_equal(&a, &b, false, &w->arena));
    }
    store_free(d);
    suite_close(&s);
}

/* A suite whose databases are nowhere has none, which is not an error. */
static void test_no_databases(void **state)
{
    struct world *w = *state;
    struct suite s;
    struct err e;
    const struct suite_schema *schema;
    struct database *shown;
    const char *path;
    open_suite(w, &s);
    struct store *d = suite_store_new(&s, "/nonexistent", 1);
    assert_int_equal(suite_schema(&s, STR("towns.X.0"), &schema, &e), OK);
    assert_int_equal(store_open(d, 0, suite_schema_database(schema), &shown, &e), OK);
    assert_null(shown);
    assert_int_equal(store_lend(d, 0, suite_schema_database(schema), &path, &e), OK);
    assert_null(path);
    store_free(d);
    suite_close(&s);
}

static void test_bad_files(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *file;
        struct str text;
        enum status expected;
        uint32_t line;
    } cases[] = {
        {"manifest.json", STR_INIT("{\"version\":2}"), E_INPUT, 1},
        {"manifest.json", STR_INIT("{}"), E_INPUT, 1},
        {"manifest.json", STR_INIT("{"), E_SYNTAX, 1},
        {"tables.json", STR_INIT("{}"), E_SYNTAX, 1},
        {"tables.json", STR_INIT("[1]"), E_INPUT, 1},
        {"tables.json", STR_INIT("[{\"db_id\":\"../x\"}]"), E_INPUT, 1},
        {"tables.json", STR_INIT("[{\"db_id\":\"towns\"},{\"db_id\":\"towns\"}]"), E_INPUT, 1},
        {"seeds.jsonl", STR_INIT("\n{\"seed\":1}\n"), E_INPUT, 2},
        {"seeds.jsonl", STR_INIT("{\"seed\":1,\"db_id\":\"x\",\"question\":\"q\"}"), E_INPUT, 1},
        {"seeds.jsonl", STR_INIT("{\"seed\":-1,\"db_id\":\"towns\",\"question\":\"q\"}"), E_INPUT,
         1},
        {"seeds.jsonl",
         STR_INIT("{\"seed\":1,\"db_id\":\"towns\",\"question\":\"q\"}\n"
                  "{\"seed\":1,\"db_id\":\"towns\",\"question\":\"q\"}"),
         E_INPUT, 2},
        {"cases.jsonl", STR_INIT("{\"id\":\"a\"}"), E_INPUT, 1},
        {"cases.jsonl",
         STR_INIT("{\"id\":\"a\",\"seed\":5,\"relation\":\"X\",\"db_id\":\"towns\","
                  "\"question\":\"q\"}"),
         E_INPUT, 1},
        {"cases.jsonl", STR_INIT("nonsense"), E_SYNTAX, 1},
        {"cases.jsonl", STR_INIT("{\"id\":\"\xFF\"}"), E_SYNTAX, 1},
    };
    struct suite s;
    struct err e;
    open_suite(w, &s);
    suite_close(&s);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *path = arena_printf(&w->arena, "%s/%s", w->suite, cases[i].file).ptr;
        struct str good;
        assert_int_equal(file_read(&w->arena, path, 1 << 20, &good, &e), OK);
        write_text(path, cases[i].text);
        assert_int_equal(suite_open(&s, w->suite, &e), cases[i].expected);
        assert_int_equal(e.line, cases[i].line);
        assert_string_equal(e.file, path);
        write_text(path, good);
    }
    assert_int_equal(suite_open(&s, "/nonexistent", &e), E_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),      cmocka_unit_test(test_schemas),
        cmocka_unit_test(test_databases), cmocka_unit_test(test_no_databases),
        cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
