/* test_case_proof.c: the claims of a suite about its cases, checked by running their queries again.
 */
#include "sure.h"

#include "fixture.h"

#include "base/file.h"
#include "making/make_suite.h"
#include "sql/parse.h"
#include "suite/suite_store.h"
#include "verify/rows_equal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char FRUIT[] =
    "CREATE TABLE fruit (name TEXT PRIMARY KEY, size INT, colour TEXT, taste TEXT);"
    "INSERT INTO fruit VALUES ('plum',1,'blue','sweet'),('cherry',1,'red','sour'),"
    "  ('melon',9,'green','sweet');"
    "CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, town TEXT, rent INT, manager TEXT);"
    "INSERT INTO shop VALUES (7,'Ely',900,'Ann'),(9,'Mill',400,'Bo');";

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
    struct dataset dataset;
    struct suite suite, kept; /* read from its folder; put together of the same */
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
    assert_int_equal(file_write(path_in(w, "questions.jsonl"), STR(QUESTIONS), &e), OK);
}

static void no_notice(const char *text)
{
    fail_msg("%s", text);
}

static void make_suite(struct world *w)
{
    static const atomic_int GO_ON;
    static const struct listener LISTENER = {.notice = no_notice, .stop = &GO_ON};
    static const struct word_sources SOURCES = {.min_weight = 1};
    struct suite_options options = suite_options_default;
    struct dataset dataset;
    struct vocabulary words;
    struct made_suite made;
    struct err e;
    options.workers = 2;
    assert_int_equal(suite_options_check(&options, &e), OK);
    assert_int_equal(dataset_load(&dataset, &(struct dataset_source){.data = w->dir}, &e), OK);
    assert_int_equal(vocabulary_load(&words, &SOURCES, &dataset.schemas, &LISTENER, &e), OK);
    const struct suite_job job = {
        .dataset = &dataset, .words = &words, .options = &options, .out = path_in(w, "suite")};
    if (suite_make(&job, &LISTENER, &made, &e) != OK)
        fail_msg("%s", e.msg);
    made_suite_release(&made);
    vocabulary_release(&words);
    w->dataset = dataset;
    assert_int_equal(suite_open(&w->suite, job.out, &e), OK);
}

static void keep_schema(struct world *w, const struct suite_schema *x)
{
    const struct schema *original = x->migration ? x->origin->schema : x->schema;
    suite_add_schema(&w->kept, original, x->db_id, x->migration, x->text);
}

/* As code that goes on with a suite that is in no folder. Original schemas come first. */
static void keep_suite(struct world *w)
{
    const struct suite_schema *x;
    struct err e;
    suite_begin(&w->kept, w->suite.dir, w->suite.databases, w->suite.more_databases);
    for (uint32_t i = 0; i < w->suite.n_seeds; i++)
        suite_add_seed(&w->kept, &w->suite.seeds[i]);
    for (uint32_t i = 0; i < w->suite.n_cases; i++)
        suite_add_case(&w->kept, &w->suite.cases[i]);
    for (uint32_t changed = 0; changed < 2; changed++)
        for (uint32_t i = 0; i < w->suite.n_schemas; i++) {
            assert_int_equal(suite_schema(&w->suite, w->suite.schemas[i].db_id, &x, &e), OK);
            if (changed == (x->migration != NULL))
                keep_schema(w, x);
        }
    suite_settle(&w->kept);
}

static int set_up(void **state)
{
    static struct world w;
    w = (struct world){0};
    char *dir = (char *)arena_str(&w.arena, STR("/tmp/teql-proof-XXXXXX")).ptr;
    assert_non_null(mkdtemp(dir));
    w.dir = dir;
    write_data(&w);
    make_suite(&w);
    keep_suite(&w);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    suite_close(&w->suite);
    suite_close(&w->kept);
    dataset_release(&w->dataset);
    assert_int_equal(system(arena_printf(&w->arena, "rm -r %s", w->dir).ptr), 0);
    arena_release(&w->arena);
    return 0;
}

/* Run the case's query again, on the case's database. */
static void check_again(struct world *w, struct store *databases, const struct test_case *c)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000, .max_bytes = 1 << 20};
    const struct suite_schema *schema;
    struct database *d;
    struct query_result r;
    struct sql_stmt stmt;
    struct err e;
    assert_int_equal(suite_schema(&w->suite, c->db_id, &schema, &e), OK);
    assert_int_equal(store_open(databases, 0, suite_schema_database(schema), &d, &e), OK);
    sure_query(d, c->query, &limits, &w->arena, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    assert_int_equal(sql_parse(&w->arena, c->query, &stmt, &e), OK);
    assert_int_not_equal(c->proof.by, PROOF_BY_NOTHING);
    assert_int_equal(c->proof.rows, r.rows.n_rows);
    assert_true(c->proof.digest == rows_digest(&r.rows, stmt.query->order.count > 0));
}

static void test_digests(void **state)
{
    struct world *w = *state;
    struct store *databases = suite_store_new(&w->suite, NULL, 1);
    assert_true(w->suite.n_cases > 0);
    for (uint32_t i = 0; i < w->suite.n_cases; i++)
        check_again(w, databases, &w->suite.cases[i]);
    store_free(databases);
}

static struct str json_of(struct arena *a, const struct record *r, const void *it)
{
    struct buf text;
    text = (struct buf){0};
    struct json_writer w = json_writer_to(&text);
    record_put(&w, r, it);
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

static const struct suite_schema *schema_of(struct suite *s, struct str db_id)
{
    const struct suite_schema *schema;
    struct err e;
    assert_int_equal(suite_schema(s, db_id, &schema, &e), OK);
    assert_true(!schema->migration == !schema->origin);
    return schema;
}

static uint64_t hash_of(const struct migration *m)
{
    return m ? migration_hash(m) : 0;
}

static void check_schema(struct world *w, struct str db_id)
{
    const struct suite_schema *x = schema_of(&w->kept, db_id), *y = schema_of(&w->suite, db_id);
    assert_true(str_eq(suite_schema_plain(&w->kept, x), suite_schema_plain(&w->suite, y)));
    assert_true(x->digest == y->digest);
    assert_true(hash_of(x->migration) == hash_of(y->migration));
    for (uint32_t t = 0; t < x->schema->n_tables; t++)
        assert_int_equal(x->schema->tables[t].rowid, y->schema->tables[t].rowid);
}

/* The suite that was put together is the suite that was read. */
static void test_kept(void **state)
{
    struct world *w = *state;
    struct arena *a = &w->arena;
    assert_int_equal(w->kept.n_seeds, w->suite.n_seeds);
    assert_int_equal(w->kept.n_cases, w->suite.n_cases);
    assert_int_equal(w->kept.n_schemas, w->suite.n_schemas);
    assert_string_equal(w->kept.databases, w->suite.databases);
    for (uint32_t i = 0; i < w->suite.n_seeds; i++)
        assert_true(str_eq(json_of(a, &SEED_RECORD, &w->kept.seeds[i]),
                           json_of(a, &SEED_RECORD, &w->suite.seeds[i])));
    for (uint32_t i = 0; i < w->suite.n_cases; i++) {
        assert_true(str_eq(json_of(a, &CASE_RECORD, &w->kept.cases[i]),
                           json_of(a, &CASE_RECORD, &w->suite.cases[i])));
        assert_int_equal(w->kept.cases[i].seed, w->suite.cases[i].seed);
    }
    for (uint32_t i = 0; i < w->suite.n_schemas; i++)
        check_schema(w, w->suite.schemas[i].db_id);
}

/* Of a query that leaves its answer to chance only the question may change, and the order of
 * tables. */
static void test_chance_is_rejected(void **state)
{
    struct world *w = *state;
    uint32_t of_chance = 0, changed = 0;
    for (uint32_t i = 0; i < w->suite.n_cases; i++) {
        const struct test_case *c = &w->suite.cases[i];
        of_chance += c->seed == 0;
        changed += c->seed != 0 && !str_eq(c->db_id, STR("fruit"));
        assert_true(c->seed != 0 || str_eq(c->db_id, STR("fruit")) ||
                    str_eq(c->relation, STR("TS")));
    }
    assert_true(of_chance > 0 && changed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digests),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_chance_is_rejected),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
