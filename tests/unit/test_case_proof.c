/* test_case_proof.c: what a suite claims of its cases, held against running their queries again. */
#include "sure.h"

#include "fixture.h"

#include "base/file.h"
#include "cli/generate.h"
#include "sql/parse.h"
#include "suite/suite_databases.h"
#include "verify/rows_equal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char FRUIT[] =
    "CREATE TABLE fruit (name TEXT PRIMARY KEY, size INT, colour TEXT, taste TEXT);"
    "INSERT INTO fruit VALUES ('plum',1,'blue','sweet'),('cherry',1,'red','sour'),"
    "  ('melon',9,'green','sweet');";

static const char TABLES[] =
    "[{\"db_id\":\"fruit\",\"table_names_original\":[\"fruit\"],\"table_names\":[\"fruit\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"name\"],[0,\"size\"],[0,\"colour\"],[0,\"taste\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"name\"],[0,\"size\"],[0,\"colour\"],[0,\"taste\"]],"
    "\"column_types\":[\"text\",\"text\",\"number\",\"text\",\"text\"],"
    "\"primary_keys\":[1],\"foreign_keys\":[]}]";

/* The first leaves its answer to chance. */
static const char QUESTIONS[] =
    "{\"db_id\":\"fruit\",\"question\":\"Which fruit is the smallest?\",\"query\":"
    "\"SELECT name FROM fruit WHERE name > '' ORDER BY size LIMIT 1\"}\n"
    "{\"db_id\":\"fruit\",\"question\":\"What are the names of the fruits by size?\",\"query\":"
    "\"SELECT name FROM fruit ORDER BY size DESC, name\"}\n"
    "{\"db_id\":\"fruit\",\"question\":\"What are the sizes of the fruits?\",\"query\":"
    "\"SELECT size FROM fruit\"}\n"
    "{\"db_id\":\"fruit\",\"question\":\"How many fruits are there?\",\"query\":"
    "\"SELECT count(*) FROM fruit\"}\n";

struct world {
    struct arena arena;
    const char *dir;
    struct suite suite;
};

static const char *path_in(struct world *w, const char *name)
{
    return arena_printf(&w->arena, "%s/%s", w->dir, name).ptr;
}

static void write_data(struct world *w)
{
    struct err e;
    assert_int_equal(mkdir(path_in(w, "database"), 0700), 0);
    assert_int_equal(mkdir(path_in(w, "database/fruit"), 0700), 0);
    assert_int_equal(
        rename(fixture_create(&w->arena, FRUIT), path_in(w, "database/fruit/fruit.sqlite")), 0);
    assert_int_equal(file_write(path_in(w, "tables.json"), STR(TABLES), &e), OK);
    assert_int_equal(file_write(path_in(w, "questions.jsonl"), STR(QUESTIONS), &e), OK);
}

static int set_up(void **state)
{
    static struct world w;
    struct err e;
    w = (struct world){0};
    char *dir = (char *)arena_str(&w.arena, STR("/tmp/teql-proof-XXXXXX")).ptr;
    assert_non_null(mkdtemp(dir));
    w.dir = dir;
    write_data(&w);
    struct generate_args args = generate_defaults;
    args.data = w.dir;
    args.out = path_in(&w, "suite");
    args.workers = 2;
    args.quiet = true;
    if (generate_suite(&args, NULL, &e) != OK)
        fail_msg("%s", e.msg);
    assert_int_equal(suite_open(&w.suite, args.out, &e), OK);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    suite_close(&w->suite);
    assert_int_equal(system(arena_printf(&w->arena, "rm -r %s", w->dir).ptr), 0);
    arena_release(&w->arena);
    return 0;
}

/* The digest of the case's query, run on the case's database. */
static struct str run_again(struct world *w, struct suite_databases *databases,
                            const struct suite_case *c)
{
    const struct query_limits limits = {deadline_after_ms(20000), 1000, 1 << 20, 0};
    const struct suite_schema *schema;
    struct database *d;
    struct query_result r;
    struct sql_stmt stmt;
    struct err e;
    assert_int_equal(suite_schema(&w->suite, c->db_id, &schema, &e), OK);
    assert_int_equal(suite_database_open(databases, 0, schema, &d, &e), OK);
    sure_query(d, c->query, &limits, &w->arena, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    assert_int_equal(sql_parse(&w->arena, c->query, &stmt, &e), OK);
    uint64_t digest = answer_digest(&r.rows, stmt.query->order.count > 0);
    return arena_printf(&w->arena, "\"rows\":%zu,\"digest\":\"%016" PRIx64 "\"", r.rows.n_rows,
                        digest);
}

static void test_digests(void **state)
{
    struct world *w = *state;
    struct suite_databases *databases = suite_databases_new(&w->suite, NULL, 1);
    struct str text, line;
    struct err e;
    uint32_t i = 0;
    assert_int_equal(file_read(&w->arena, path_in(w, "suite/cases.jsonl"), 1 << 24, &text, &e), OK);
    for (; text.ptr && (line = str_split(&text, '\n')).len > 0; i++) {
        assert_true(i < w->suite.n_cases);
        struct str expected = run_again(w, databases, &w->suite.cases[i]);
        if (str_find(line, expected, 0) == line.len)
            fail_msg("%.*s lacks %.*s", STR_ARG(line), STR_ARG(expected));
    }
    assert_int_equal(i, w->suite.n_cases);
    suite_databases_free(databases);
}

/* Of a query that leaves its answer to chance only the question may change. */
static void test_chance_is_rejected(void **state)
{
    struct world *w = *state;
    uint32_t of_chance = 0, changed = 0;
    for (uint32_t i = 0; i < w->suite.n_cases; i++) {
        const struct suite_case *c = &w->suite.cases[i];
        of_chance += c->seed == 0;
        changed += c->seed != 0 && !str_eq(c->db_id, STR("fruit"));
        assert_true(c->seed != 0 || str_eq(c->db_id, STR("fruit")));
    }
    assert_true(of_chance > 0 && changed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digests),
        cmocka_unit_test(test_chance_is_rejected),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
