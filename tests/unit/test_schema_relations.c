/* test_schema_relations.c: the relations that change schemas: when they apply, and that what they
 * make is proved, on a database of our own and on Spider's.
 *
 * TEQL_TEST_ALL=1 takes all of Spider's questions instead of a sample, and prints times. */
#include "fixture.h"
#include "schema_seeds.h"
#include "shared.h"
#include "sure.h"
#include "world.h"

#include "base/deadline.h"
#include "migration/migration.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "sql/parse.h"

#include <stdlib.h>

enum { CAP = 10 };

/* Those that need no dictionary. */
static const struct relation *const TESTED[] = {&relation_NO, &relation_FL, &relation_OK,
                                                &relation_TS, &relation_CS, &relation_CRm};

enum { N_TESTED = COUNT_OF(TESTED) };

static struct case_list draw(struct arena *a, const struct relation *r,
                             const struct relation_seed *s, uint32_t max)
{
    return relation_draw(a, r, s, max, rng_stream(1, str_from(r->id), s->seed->number));
}

static struct relation_seed seed_of(struct world *w, const char *question, const char *query)
{
    struct relation_seed s;
    assert_true(seed_make(&w->arena, &w->schema, w->path, str_from(question), str_from(query), &s));
    s.words = relation_words(&w->arena, &w->lexicon, s.seed->question);
    return s;
}

static void fail_variant(const struct relation *r, const struct relation_seed *s,
                         const struct test_case *v, const char *problem, struct str detail)
{
    fail_msg("%s of %.*s, %.*s: %s %.*s", r->id, STR_ARG(s->seed->query), STR_ARG(v->change),
             problem, STR_ARG(detail));
}

static void assert_proved(struct prover *prover, const struct relation *r,
                          const struct relation_seed *s, const struct test_case *v)
{
    struct proof_task task = seed_task(s, v->migration);
    struct proof p = sure_proof(prover, &task);
    if (p.outcome != PROOF_PROVED)
        fail_variant(r, s, v, proof_outcome_name(p.outcome), p.message);
}

/* The gold means something in the new schema, every name is there once, and lineage goes to columns
 * of the same kind. */
static void assert_schema(struct arena *a, const struct relation *r, const struct relation_seed *s,
                          const struct test_case *v)
{
    struct schema new;
    struct sql_resolution resolution;
    const uint32_t *lineage;
    struct err e;
    migration_schema(a, v->migration, STR("new"), &new, &lineage);
    if (new.by_name.count != new.n_tables)
        fail_variant(r, s, v, "two tables have one name", STR(""));
    for (uint32_t t = 0; t < new.n_tables; t++)
        if (new.tables[t].by_name.count != new.tables[t].n_columns)
            fail_variant(r, s, v, "two columns have one name in", new.tables[t].name);
    if (sql_resolve(a, &new, s->stmt, &resolution, &e) != OK)
        fail_variant(r, s, v, e.msg, STR(""));
    for (uint32_t c = 1; c < new.n_columns; c++)
        if (lineage[c] != SCHEMA_NONE)
            assert_int_equal(new.columns[c].type, s->schema->columns[lineage[c]].type);
}

static bool in_schema(const struct schema *s, struct str name)
{
    for (uint32_t c = 1; c < s->n_columns; c++)
        if (str_eq_nocase(s->columns[c].name, name))
            return true;
    return schema_find_table(s, name) != SCHEMA_NONE;
}

/* A renamed table or column has a name that did not exist before. */
static void assert_new_names(struct arena *a, const struct relation *r,
                             const struct relation_seed *s, const struct test_case *v)
{
    struct schema new;
    const uint32_t *lineage;
    migration_schema(a, v->migration, STR("new"), &new, &lineage);
    for (uint32_t c = 1; c < new.n_columns; c++) {
        struct str name = new.columns[c].name;
        bool kept = lineage[c] != SCHEMA_NONE && str_eq(name, s->schema->columns[lineage[c]].name);
        if (!kept && in_schema(s->schema, name))
            fail_variant(r, s, v, "not a new name:", name);
    }
    for (uint32_t t = 0; t < new.n_tables; t++)
        if (v->migration->tables[t].split && in_schema(s->schema, new.tables[t].name))
            fail_variant(r, s, v, "not a new name:", new.tables[t].name);
}

static void assert_change_is_json(const struct test_case *v)
{
    assert_int_equal(parse_json(v->change).kind, JSON_KIND_OBJECT);
}

static void assert_variant(struct world *w, const struct relation *r, const struct relation_seed *s,
                           const struct test_case *v)
{
    assert_proved(w->prover, r, s, v);
    assert_schema(&w->arena, r, s, v);
    assert_new_names(&w->arena, r, s, v);
    assert_change_is_json(v);
}

/* The views and the real copy hold the same rows, and give the gold the same answer. */
static void assert_copy(struct arena *a, const struct relation *r, const struct relation_seed *s,
                        const struct test_case *v)
{
    const char *problem = fixture_compare(a, s->seed->database.ptr, v->migration, s->seed->query);
    if (problem)
        fail_variant(r, s, v, problem, STR(""));
}

static void test_fixture(void **state)
{
    struct world *w = *state;
    static const char *const golds[] = {
        "SELECT city_name FROM city",
        "SELECT * FROM city",
        "SELECT count(*) FROM visit",
        "SELECT guests FROM visit JOIN city USING (city_id) WHERE population > 1000",
        "SELECT countryName, count(*) FROM country NATURAL JOIN letter GROUP BY code ORDER BY 1",
        "SELECT tag FROM letter WHERE number IN (SELECT reply_to FROM letter)",
        "SELECT meaning FROM kind WHERE rowid = 1",
    };
    for (size_t g = 0; g < COUNT_OF(golds); g++)
        for (size_t r = 0; r < N_TESTED; r++) {
            struct relation_seed s = seed_of(w, "Which are there?", golds[g]);
            struct case_list list = draw(&w->arena, TESTED[r], &s, CAP);
            for (uint32_t i = 0; i < list.count; i++) {
                assert_variant(w, TESTED[r], &s, &list.items[i]);
                assert_copy(&w->arena, TESTED[r], &s, &list.items[i]);
            }
        }
}

/* Does the change of one of the variants contain `part`? */
static bool some_change_says(struct world *w, const struct relation *r,
                             const struct relation_seed *s, const char *part)
{
    enum { MANY = 200 };
    struct case_list list = draw(&w->arena, r, s, MANY);
    for (uint32_t i = 0; i < list.count; i++)
        if (str_find(list.items[i].change, str_from(part), 0) < list.items[i].change.len)
            return true;
    return false;
}

static void test_when_they_apply(void **state)
{
    struct world *w = *state;
    static const struct {
        const struct relation *relation;
        const char *query, *change;
        bool expected;
    } cases[] = {
        {&relation_CRm, "SELECT city_name FROM city", "city.mayor", true},
        {&relation_CRm, "SELECT city_name FROM city", "city.city_name", false},
        {&relation_CRm, "SELECT city_name FROM city", "city.city_id", false},
        {&relation_CRm, "SELECT city_name FROM city", "country.code", false},
        {&relation_CRm, "SELECT city_name FROM city", "city.country_code", true},
        {&relation_CRm, "SELECT * FROM city", "city.", false},
        {&relation_CRm, "SELECT * FROM city", "letter.weight", true},
        {&relation_CRm, "SELECT c.* FROM city AS c", "city.", false},
        {&relation_CRm, "SELECT count(*) FROM visit AS v JOIN visit USING (guests)", "visit.guests",
         false},
        {&relation_CRm, "SELECT count(*) FROM letter NATURAL JOIN kind", "letter.tag", false},
        {&relation_CRm, "SELECT tag FROM kind WHERE oid = 1", "kind.meaning", false},
        {&relation_NO, "SELECT city_name FROM city", "\"moved\":\"city.mayor\"", true},
        {&relation_NO, "SELECT city_name FROM city", "city.country_code", false},
        {&relation_NO, "SELECT mayor FROM city", "city.mayor", false},
        {&relation_NO, "SELECT * FROM visit", "visit.", false},
        {&relation_NO, "SELECT city_name FROM city",
         "\"to_table\":\"visit_guests\",\"key\":\"guests_id\"", true},
        {&relation_NO, "SELECT city_name FROM city",
         "\"to_table\":\"country_name_list\",\"key\":\"countryNameId\"", true},
        {&relation_CS, "SELECT city_name FROM city", "\"table\":\"city\"", true},
        {&relation_CS, "SELECT * FROM city", "\"table\":\"city\"", false},
        {&relation_CS, "SELECT 1 FROM kind WHERE EXISTS (SELECT * FROM city)", "\"table\":\"city\"",
         false},
        {&relation_CS, "WITH k AS (SELECT k.* FROM kind AS k) SELECT tag FROM k",
         "\"table\":\"kind\"", false},
        {&relation_CS, "SELECT tag FROM kind WHERE oid = 1", "\"table\":\"kind\"", false},
        {&relation_FL, "SELECT city_name FROM city", "\"folded\":\"country\"", true},
        {&relation_FL, "SELECT * FROM city", "\"folded\":\"country\"", false},
        {&relation_FL, "SELECT area FROM country", "\"folded\":\"country\"", false},
        {&relation_FL, "SELECT count(*) FROM country", "\"folded\":\"country\"", false},
        {&relation_FL, "SELECT tag FROM kind", "\"folded\":\"letter\"", false},
        {&relation_OK, "SELECT * FROM city", "\"table\":\"city\"", true},
        {&relation_OK, "SELECT * FROM city", "\"from\":\"visit.city_id\"", true},
        {&relation_OK, "SELECT rowid FROM country", "\"table\":\"country\"", false},
        {&relation_TS, "SELECT * FROM city", "[\"city\",\"country\"", true},
        {&relation_TS, "SELECT * FROM city", "[\"country\",\"city\",\"visit\",\"kind\",\"letter\"]",
         false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct relation_seed s = seed_of(w, "Which are there?", cases[i].query);
        if (some_change_says(w, cases[i].relation, &s, cases[i].change) != cases[i].expected)
            fail_msg("%s of %s: %s %s", cases[i].relation->id, cases[i].query,
                     cases[i].expected ? "never" : "wrongly", cases[i].change);
    }
}

/* New names keep away from the words of the question, and without a gold query so do changes. */
static void test_question_words(void **state)
{
    struct world *w = *state;
    const char *gold = "SELECT day FROM visit";
    struct relation_seed s = seed_of(w, "List the guests id of each visit guests day", gold);
    assert_false(some_change_says(w, &relation_NO, &s, "\"guests_id\""));
    assert_false(some_change_says(w, &relation_NO, &s, "\"visit_guests\""));
    assert_true(some_change_says(w, &relation_NO, &s, "\"moved\":\"visit.mood\""));
    struct seed bare = *s.seed;
    struct err e;
    bare.query = STR_NONE;
    bare.reads = str_from(gold);
    relation_prepare(&w->arena, &bare, &w->lexicon, s.knowledge, NULL, &s, &e);
    assert_false(some_change_says(w, &relation_NO, &s, "\"moved\":\"visit.guests\""));
    assert_false(some_change_says(w, &relation_CRm, &s, "visit.guests"));
    assert_true(some_change_says(w, &relation_CRm, &s, "visit.mood"));
}

struct tally {
    uint64_t made;
    int64_t proof_ns;
};

static void prove_all(struct world *w, struct arena *a, const struct relation *r,
                      const struct relation_seed *s, struct tally *tally)
{
    struct case_list list = draw(a, r, s, CAP);
    int64_t start = monotonic_ns();
    for (uint32_t i = 0; i < list.count; i++)
        assert_proved(w->prover, r, s, &list.items[i]);
    tally->proof_ns += monotonic_ns() - start;
    tally->made += list.count;
    for (uint32_t i = 0; i < list.count; i++) {
        assert_schema(a, r, s, &list.items[i]);
        assert_new_names(a, r, s, &list.items[i]);
    }
}

static void test_spider_dev(void **state)
{
    struct world *w = *state;
    if (!shared_present())
        return;
    bool all = getenv("TEQL_TEST_ALL") != NULL;
    struct arena a = {0};
    struct spider_dev dev;
    struct tally tallies[N_TESTED] = {{0, 0}};
    spider_dev_load(&w->arena, &dev);
    for (size_t i = 0; i < dev.count; i += all ? 1 : 31) {
        struct relation_seed s;
        arena_clear(&a);
        assert_true(spider_dev_seed(&a, &dev, i, &s));
        s.words = relation_words(&a, &w->lexicon, s.seed->question);
        for (size_t r = 0; r < N_TESTED; r++)
            prove_all(w, &a, TESTED[r], &s, &tallies[r]);
    }
    for (size_t r = 0; r < N_TESTED; r++) {
        assert_true(tallies[r].made > 0);
        print_message("%-4s %6llu cases, all proved, in %.2f s\n", TESTED[r]->id,
                      (unsigned long long)tallies[r].made, (double)tallies[r].proof_ns / 1e9);
    }
    arena_release(&a);
}

/* One variant of each relation for the first question of each database, as a real file. */
static void test_spider_copies(void **state)
{
    struct world *w = *state;
    if (!shared_present())
        return;
    struct arena a = {0};
    struct spider_dev dev;
    spider_dev_load(&w->arena, &dev);
    for (size_t i = 0; i < dev.count; i++) {
        struct relation_seed s;
        arena_clear(&a);
        if (i > 0 && str_eq(dev.db_ids[i], dev.db_ids[i - 1]))
            continue;
        assert_true(spider_dev_seed(&a, &dev, i, &s));
        s.words = relation_words(&a, &w->lexicon, s.seed->question);
        for (size_t r = 0; r < N_TESTED; r++) {
            struct case_list list = draw(&a, TESTED[r], &s, 1);
            if (list.count > 0)
                assert_copy(&a, TESTED[r], &s, &list.items[0]);
        }
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixture),        cmocka_unit_test(test_when_they_apply),
        cmocka_unit_test(test_question_words), cmocka_unit_test(test_spider_dev),
        cmocka_unit_test(test_spider_copies),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
