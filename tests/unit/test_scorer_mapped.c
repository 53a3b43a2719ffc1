/* test_scorer_mapped.c: verdicts on cases whose values are mapped. */
#include "fixture.h"
#include "schema_seeds.h"
#include "suite_files.h"
#include "unit.h"

#include "report/case_text.h"
#include "score/scorer.h"
#include "suite/suite_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char PEOPLE[] =
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, sex TEXT, age INT, team TEXT);"
    "INSERT INTO person VALUES (1,'Joe Sharp','M',30,'red'),(2,'Ann van Dyk','F',41,'blue'),"
    "  (3,'Liz Moe','F',NULL,NULL),(4,'Bob Roe','M',35,'red');";

/* The cases of the one seed, by place. */
enum { BORN, NAME, TEAM, SEX, N_CASES };

static const char *const DB_IDS[] = {"people.X.0", "people.X.1", "people.X.2", "people.X.3"};

struct world {
    struct arena arena;
    const char *dir;
    struct suite suite;
    struct store *databases;
};

static const char *path_in(struct world *w, const char *name)
{
    return arena_printf(&w->arena, "%s/%s", w->dir, name).ptr;
}

static const struct migration *mapped(struct world *w, const struct schema *s, int which)
{
    static const struct mapping_entry SEXES[] = {{STR_INIT("'M'"), STR_INIT("'male'")},
                                                 {STR_INIT("'F'"), STR_INIT("'female'")}};
    static const struct column_mapping MAPPINGS[][2] = {
        {{.kind = MAPPING_LINEAR, .offset = 2020, .factor = -1}},
        {{.kind = MAPPING_PART, .part = 0, .n_parts = 2, .separator = STR_INIT(" ")},
         {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT(" ")}},
        {{.kind = MAPPING_FLAG, .value = STR_INIT("'red'")},
         {.kind = MAPPING_FLAG, .value = STR_INIT("'blue'")}},
        {{.kind = MAPPING_DICTIONARY, .entries = SEXES, .n_entries = 2}},
    };
    static const char *const NAMES[][3] = {{"person.age", "birth_year", NULL},
                                           {"person.name", "first_name", "last_name"},
                                           {"person.team", "is_red", "is_blue"},
                                           {"person.sex", "sex", NULL}};
    struct migration_column new[2] = {0};
    uint32_t n = NAMES[which][2] ? 2 : 1;
    for (uint32_t i = 0; i < n; i++) {
        new[i].name = new[i].natural = str_from(NAMES[which][i + 1]);
        new[i].mapping = &MAPPINGS[which][i];
    }
    return migration_replace_column(&w->arena, s, column_named(s, NAMES[which][0]), new, n);
}

static void write_suite(struct world *w, const struct schema *s)
{
    static const char CASE[] =
        "%.*s{\"id\":\"4-X-%d\",\"seed\":4,\"family\":\"f\",\"relation\":\"X\","
        "\"db_id\":\"%s\",\"question\":\"Which?\",\"query\":null,\"expect\":\"mapped\","
        "\"change\":{}}\n";
    struct suite_files files = {
        .seeds = STR("{\"seed\":4,\"db_id\":\"people\",\"question\":\"Which?\",\"query\":null,"
                     "\"hardness\":\"easy\"}\n"),
        .cases = STR(""),
        .manifest = arena_printf(&w->arena, "{\"version\":1,\"databases\":\"%s\"}",
                                 path_in(w, "database"))};
    suite_files_schema(&files, s, STR("people"), NULL);
    for (int i = 0; i < N_CASES; i++) {
        files.cases = arena_printf(&w->arena, CASE, STR_ARG(files.cases), i, DB_IDS[i]);
        suite_files_schema(&files, s, str_from(DB_IDS[i]), mapped(w, s, i));
    }
    suite_files_write(&files, path_in(w, "suite"));
}

static int set_up(void **state)
{
    static struct world w;
    struct schema s;
    struct err e;
    const struct suite_schema *schema;
    w = (struct world){0};
    char *dir = (char *)arena_str(&w.arena, STR("/tmp/teql-mapped-XXXXXX")).ptr;
    assert_non_null(mkdtemp(dir));
    w.dir = dir;
    const char *file = fixture_create(&w.arena, PEOPLE);
    assert_int_equal(mkdir(path_in(&w, "database"), 0700), 0);
    assert_int_equal(mkdir(path_in(&w, "database/people"), 0700), 0);
    assert_int_equal(rename(file, path_in(&w, "database/people/people.sqlite")), 0);
    assert_int_equal(schema_from_database(&w.arena, path_in(&w, "database/people/people.sqlite"),
                                          STR("people"), &s, &e),
                     OK);
    write_suite(&w, &s);
    assert_int_equal(suite_open(&w.suite, path_in(&w, "suite"), &e), OK);
    for (uint32_t i = 0; i < N_CASES; i++)
        assert_int_equal(suite_schema(&w.suite, w.suite.cases[i].db_id, &schema, &e), OK);
    w.databases = suite_store_new(&w.suite, NULL, 1);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    store_free(w->databases);
    suite_close(&w->suite);
    assert_int_equal(system(arena_printf(&w->arena, "rm -r %s", w->dir).ptr), 0);
    arena_release(&w->arena);
    return 0;
}

struct hearing {
    uint32_t place;
    const char *seed, *said;      /* NULL: an error */
    const char *gold, *case_gold; /* NULL: none */
    int by;                       /* enum score_measure */
    bool no_execution, same;      /* the claim is that the answer stays */
};

static struct answer says(const char *sql)
{
    return (struct answer){.sql = sql ? str_from(sql) : STR_NONE,
                           .error = sql ? STR_NONE : STR("busy")};
}

static struct str or_none(const char *sql)
{
    return sql ? str_from(sql) : STR_NONE;
}

static struct verdict judge(struct world *w, const struct hearing *h)
{
    struct answer seed = says(h->seed), said = says(h->said);
    const struct answer *to_seeds[] = {&seed}, *to_cases[N_CASES] = {0};
    to_cases[h->place] = &said;
    const struct predictions predictions = {.seeds = to_seeds, .cases = to_cases};
    const struct score_rules rules = {
        .suite = &w->suite,
        .predictions = &predictions,
        .databases = w->databases,
        .options = {.by = h->by, .no_execution = h->no_execution, .deadline_ms = 20000},
        .max_rows = 1000,
        .max_bytes = 1 << 20};
    struct seed_verdict of_seed;
    struct verdict out;
    struct err e;
    w->suite.seeds[0].query = or_none(h->gold);
    w->suite.cases[h->place].query = or_none(h->case_gold);
    w->suite.cases[h->place].claim = h->same ? CLAIM_SAME : CLAIM_MAPPED;
    struct scorer *s = scorer_new(&rules, 0);
    scorer_seed(s, 0, h->place, h->place + 1, &of_seed, &out);
    assert_int_equal(scorer_status(s, &e), OK);
    scorer_free(s, &w->arena);
    return out;
}

/* A system that goes by the new columns is consistent; one that takes no notice of them is not. */
static void test_consistent(void **state)
{
    static const struct {
        uint32_t place;
        enum cause cause;
        const char *seed, *said;
    } CASES[] = {
        {BORN, CAUSE_CONSISTENT, "SELECT age FROM person", "SELECT birth_year FROM person"},
        {BORN, CAUSE_CONSISTENT, "SELECT age FROM person", "SELECT 2020 - birth_year FROM person"},
        {BORN, CAUSE_CONSISTENT, "SELECT name FROM person WHERE age > 30",
         "SELECT name FROM person WHERE birth_year < 1990"},
        {BORN, CAUSE_INCONSISTENT, "SELECT name FROM person WHERE age > 30",
         "SELECT name FROM person WHERE birth_year > 30"},
        {BORN, CAUSE_CONSISTENT, "SELECT avg(age), count(*) FROM person",
         "SELECT count(*), avg(birth_year) FROM person"},
        {BORN, CAUSE_INCONSISTENT, "SELECT max(age) FROM person",
         "SELECT max(birth_year) FROM person"},
        {BORN, CAUSE_CONSISTENT, "SELECT max(age) FROM person",
         "SELECT min(birth_year) FROM person"},
        {BORN, CAUSE_INCONSISTENT, "SELECT age FROM person", "SELECT birth_year + 1 FROM person"},
        {BORN, CAUSE_INCONSISTENT, "SELECT name FROM person ORDER BY age DESC",
         "SELECT name FROM person ORDER BY birth_year"}, /* NULL stands elsewhere */
        {BORN, CAUSE_CONSISTENT, "SELECT name FROM person WHERE age > 0 ORDER BY age DESC",
         "SELECT name FROM person WHERE birth_year > 0 ORDER BY birth_year"},
        {BORN, CAUSE_EXECUTION_ERROR, "SELECT age FROM person", "SELECT age FROM person"},
        {BORN, CAUSE_SYSTEM_ERROR, "SELECT age FROM person", NULL},
        {BORN, CAUSE_NO_SEED_ANSWER, NULL, "SELECT birth_year FROM person"},
        {BORN, CAUSE_SEED_FAILS, "SELECT nobody FROM person", "SELECT birth_year FROM person"},
        {NAME, CAUSE_CONSISTENT, "SELECT name FROM person",
         "SELECT first_name, last_name FROM person"},
        {NAME, CAUSE_CONSISTENT, "SELECT name, age FROM person",
         "SELECT age, first_name, last_name FROM person"},
        {NAME, CAUSE_CONSISTENT, "SELECT name FROM person",
         "SELECT first_name || ' ' || last_name FROM person"},
        {NAME, CAUSE_INCONSISTENT, "SELECT name FROM person", "SELECT first_name FROM person"},
        {NAME, CAUSE_CONSISTENT, "SELECT count(*) FROM person WHERE name = 'Joe Sharp'",
         "SELECT count(*) FROM person WHERE first_name = 'Joe' AND last_name = 'Sharp'"},
        {NAME, CAUSE_INCONSISTENT, "SELECT count(*) FROM person WHERE name = 'Joe Sharp'",
         "SELECT count(*) FROM person WHERE first_name = 'Joe Sharp'"},
        {TEAM, CAUSE_CONSISTENT, "SELECT team FROM person", "SELECT is_red, is_blue FROM person"},
        {TEAM, CAUSE_INCONSISTENT, "SELECT team FROM person", "SELECT is_red FROM person"},
        {TEAM, CAUSE_CONSISTENT, "SELECT name FROM person WHERE team = 'red'",
         "SELECT name FROM person WHERE is_red = 1"},
        {SEX, CAUSE_CONSISTENT, "SELECT sex, count(*) FROM person GROUP BY sex",
         "SELECT sex, count(*) FROM person GROUP BY sex"},
        {SEX, CAUSE_CONSISTENT, "SELECT name FROM person WHERE sex = 'F'",
         "SELECT name FROM person WHERE sex = 'female'"},
        {SEX, CAUSE_INCONSISTENT, "SELECT name FROM person WHERE sex = 'F'",
         "SELECT name FROM person WHERE sex = 'F'"},
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        const struct hearing h = {
            .place = CASES[i].place, .seed = CASES[i].seed, .said = CASES[i].said};
        struct verdict v = judge(*state, &h);
        if (v.cause != CASES[i].cause)
            fail_msg("'%s', then '%s': %s, not %s", h.seed, h.said, cause_name(v.cause),
                     cause_name(CASES[i].cause));
    }
}

/* Right by the seed's gold once it is brought back, or by the case's own gold as it is. */
static void test_right(void **state)
{
    static const char GOLD[] = "SELECT age FROM person",
                      CASE_GOLD[] = "SELECT birth_year FROM person",
                      ALL_TEAMS[] = "SELECT is_red, is_blue FROM person";
    static const struct {
        uint32_t place;
        const char *seed, *said, *gold, *case_gold;
        enum truth execution, exact;
    } CASES[] = {
        {BORN, GOLD, CASE_GOLD, GOLD, CASE_GOLD, YES, YES},
        {BORN, GOLD, "SELECT 2020 - birth_year FROM person", GOLD, CASE_GOLD, YES, NO},
        {BORN, GOLD, "SELECT birth_year + 1 FROM person", GOLD, CASE_GOLD, NO, NO},
        {BORN, GOLD, CASE_GOLD, GOLD, NULL, YES, UNKNOWN},
        {BORN, GOLD, CASE_GOLD, NULL, CASE_GOLD, YES, YES},
        {BORN, GOLD, CASE_GOLD, NULL, NULL, UNKNOWN, UNKNOWN},
        {BORN, GOLD, "SELECT birth_year - 1 FROM person", NULL, CASE_GOLD, NO, NO},
        {BORN, GOLD, NULL, GOLD, CASE_GOLD, NO, NO},
        /* as the case's own gold, though not by going back */
        {TEAM, "SELECT team FROM person", "SELECT is_blue + 0, is_red + 0 FROM person",
         "SELECT team FROM person", ALL_TEAMS, YES, NO},
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        const struct hearing h = {.place = CASES[i].place,
                                  .seed = CASES[i].seed,
                                  .said = CASES[i].said,
                                  .gold = CASES[i].gold,
                                  .case_gold = CASES[i].case_gold};
        struct verdict v = judge(*state, &h);
        if (v.right.execution != CASES[i].execution || v.right.exact != CASES[i].exact)
            fail_msg("case %zu is judged otherwise: %d %d", i, v.right.execution, v.right.exact);
    }
}

/* By other measures, and if nothing runs: a case that cannot be judged is not an error. */
static void test_measures(void **state)
{
    struct hearing h = {
        .place = BORN, .seed = "SELECT age FROM person", .said = "SELECT birth_year FROM person"};
    h.by = SCORE_BY_EXACT;
    assert_int_equal(judge(*state, &h).cause, CAUSE_CONSISTENT);
    h.by = SCORE_BY_STRICT;
    assert_int_equal(judge(*state, &h).cause, CAUSE_CONSISTENT);
    h.by = SCORE_BY_EXECUTION;
    h.no_execution = true;
    assert_false(cause_is_error(judge(*state, &h).cause));
}

/* The answer to the seed, rewritten for the case's schema, is compared with the answer to the case.
 */
static void test_mapped_texts(void **state)
{
    static const struct {
        uint32_t place;
        enum truth exact;
        const char *seed, *said;
    } TEXTS[] = {
        {BORN, YES, "SELECT name FROM person WHERE age > 30",
         "SELECT name FROM person WHERE birth_year < 1990"},
        {BORN, NO, "SELECT name FROM person WHERE age > 30",
         "SELECT name FROM person WHERE birth_year > 1990"},
        {BORN, YES, "SELECT max(age) FROM person", "SELECT min(birth_year) FROM person"},
        {BORN, NO, "SELECT age FROM person", "SELECT 2020 - birth_year FROM person"},
        {NAME, YES, "SELECT name FROM person", "SELECT first_name, last_name FROM person"},
        {BORN, YES, "SELECT id FROM person ORDER BY age DESC",
         "SELECT id FROM person ORDER BY birth_year ASC"},
        {NAME, YES, "SELECT id FROM person ORDER BY name",
         "SELECT id FROM person ORDER BY first_name, last_name"},
        {SEX, YES, "SELECT count(*) FROM person WHERE sex = 'F'",
         "SELECT count(*) FROM person WHERE sex = 'female'"},
        {SEX, YES, "SELECT id FROM person ORDER BY sex", "SELECT id FROM person ORDER BY sex"},
        {TEAM, YES, "SELECT id FROM person WHERE team = 'red'",
         "SELECT id FROM person WHERE is_red = 1"},
        {TEAM, UNKNOWN, "SELECT id FROM person ORDER BY team",
         "SELECT id FROM person ORDER BY is_red"},
        {BORN, UNKNOWN, "SELECT nothing", "SELECT birth_year FROM person"},
    };
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++) {
        const struct hearing h = {
            .place = TEXTS[i].place, .seed = TEXTS[i].seed, .said = TEXTS[i].said};
        struct verdict v = judge(*state, &h);
        if (v.consistent.exact != TEXTS[i].exact)
            fail_msg("'%s', then '%s': %d", h.seed, h.said, v.consistent.exact);
    }
    struct hearing h = {.place = SEX,
                        .seed = "SELECT count(*) FROM person WHERE sex = 'F'",
                        .said = "SELECT count(*) FROM person WHERE sex = 'male'",
                        .by = SCORE_BY_STRICT};
    assert_int_equal(judge(*state, &h).cause, CAUSE_INCONSISTENT);
    h.said = "SELECT count(*) FROM person WHERE 'female' = sex";
    h.no_execution = true;
    assert_int_equal(judge(*state, &h).cause, CAUSE_CONSISTENT);
}

/* An answer to the seed that reads no mapped column is the same query over both schemas. */
static void test_texts(void **state)
{
    struct hearing h = {.place = BORN,
                        .seed = "SELECT name FROM person WHERE id > 1",
                        .said = "SELECT name FROM person WHERE id > 1"};
    assert_int_equal(judge(*state, &h).consistent.exact, YES);
    h.no_execution = true;
    assert_int_equal(judge(*state, &h).cause, CAUSE_CONSISTENT);
    h.said = "SELECT sex FROM person WHERE id > 1";
    struct verdict v = judge(*state, &h);
    assert_int_equal(v.consistent.exact, NO);
    assert_int_equal(v.cause, CAUSE_INCONSISTENT);
    assert_true(str_eq(v.expected, str_from(h.seed)));
    h.said = "SELECT name FROM person WHERE birth_year > 1";
    assert_int_equal(judge(*state, &h).cause, CAUSE_INCONSISTENT);
    h.by = SCORE_BY_STRICT;
    assert_int_equal(judge(*state, &h).consistent.strict, NO);
}

/* If only a condition reads the mapped column, the claim is that the answer stays. */
static void test_same(void **state)
{
    struct hearing h = {.place = BORN,
                        .seed = "SELECT name FROM person WHERE age > 30",
                        .said = "SELECT name FROM person WHERE birth_year < 1990",
                        .same = true};
    h.gold = h.seed;
    h.case_gold = h.said;
    for (h.by = SCORE_BY_EXECUTION; h.by <= SCORE_BY_STRICT; h.by++) {
        struct verdict v = judge(*state, &h);
        assert_int_equal(v.cause, CAUSE_CONSISTENT);
        assert_int_equal(v.right.exact, YES);
        assert_int_equal(v.right.execution, YES);
    }
    h.by = SCORE_BY_EXECUTION;
    h.seed = "SELECT age FROM person WHERE age > 30";
    h.said = "SELECT birth_year FROM person WHERE birth_year < 1990";
    assert_int_equal(judge(*state, &h).cause, CAUSE_CONSISTENT);
    h.said = "SELECT birth_year FROM person WHERE birth_year > 1990";
    assert_int_equal(judge(*state, &h).cause, CAUSE_INCONSISTENT);
}

/* An error has the expected answer over the case's schema, and its rows; if that is not known, the
 * answer to the seed. */
static void test_explained(void **state)
{
    struct hearing h = {.place = BORN,
                        .seed = "SELECT age FROM person WHERE id = 1",
                        .said = "SELECT birth_year FROM person WHERE id = 2"};
    struct verdict v = judge(*state, &h);
    assert_int_equal(v.cause, CAUSE_INCONSISTENT);
    assert_true(str_eq(v.expected, STR("SELECT birth_year FROM person WHERE id = 1")));
    assert_int_equal(rows_at(&v.rows_before.rows, 0, 0)->integer, 1990);
    assert_int_equal(rows_at(&v.rows_after.rows, 0, 0)->integer, 1979);
    assert_int_equal(v.diagnosis.n_items, 1);
    assert_int_equal(v.diagnosis.items[0].clause, CLAUSE_WHERE);
    h.seed = "SELECT age * age FROM person WHERE id = 1";
    v = judge(*state, &h);
    assert_int_equal(v.cause, CAUSE_INCONSISTENT);
    assert_null(v.expected.ptr);
    assert_int_equal(rows_at(&v.rows_before.rows, 0, 0)->integer, 900);
    assert_int_equal(v.consistent.exact, UNKNOWN);
}

/* `teql explain` says what the mapped columns are. */
static void test_text(void **state)
{
    struct world *w = *state;
    static const char *const LINES[][2] = {
        {"mapped       person.birth_year = 2020 - age\n", NULL},
        {"mapped       person.first_name: part 1 of 2 of name, divided at ' '\n",
         "             person.last_name: part 2 of 2 of name, divided at ' '\n"},
        {"mapped       person.is_red: 1 where team is 'red', else 0\n", NULL},
        {"mapped       person.sex: sex, 'M' is 'male', 'F' is 'female'\n", NULL},
    };
    for (uint32_t i = 0; i < N_CASES; i++) {
        const struct hearing h = {
            .place = i, .seed = "SELECT id FROM person", .said = "SELECT id FROM person"};
        const struct suite_schema *before, *after;
        struct verdict v = judge(w, &h);
        struct answer said = says(h.said);
        struct buf text;
        struct err e;
        assert_int_equal(suite_schema(&w->suite, STR("people"), &before, &e), OK);
        assert_int_equal(suite_schema(&w->suite, str_from(DB_IDS[i]), &after, &e), OK);
        const struct truths right = {0};
        const struct explained_case it = {.verdict = &v,
                                          .seed_right = &right,
                                          .seed = &w->suite.seeds[0],
                                          .asked = &w->suite.cases[i],
                                          .schema_before = before->schema,
                                          .schema_after = after->schema,
                                          .migration = after->migration,
                                          .before = &said,
                                          .after = &said};
        text = (struct buf){0};
        case_text(&text, &it);
        for (int k = 0; k < 2 && LINES[i][k]; k++)
            if (str_find(buf_str(&text), str_from(LINES[i][k]), 0) == text.len)
                fail_msg("%.*s", STR_ARG(buf_str(&text)));
        buf_release(&text);
    }
}

static void test_formulas(void **state)
{
    struct world *w = *state;
    static const struct {
        double offset, factor;
        const char *text;
    } FORMULAS[] = {{2020, -1, "person.m = 2020 - age"}, {0, 100, "person.m = 100 * age"},
                    {0, -1, "person.m = -1 * age"},      {-0.5, 2.5, "person.m = -0.5 + 2.5 * age"},
                    {1, 1, "person.m = 1 + age"},        {0, 1, "person.m = age"}};
    struct schema s;
    struct err e;
    const char *path = path_in(w, "database/people/people.sqlite");
    assert_int_equal(schema_from_database(&w->arena, path, STR("people"), &s, &e), OK);
    uint32_t age = column_named(&s, "person.age");
    for (size_t i = 0; i < COUNT_OF(FORMULAS); i++) {
        const struct column_mapping mapping = {
            .kind = MAPPING_LINEAR, .offset = FORMULAS[i].offset, .factor = FORMULAS[i].factor};
        const struct migration_column new = {.name = STR("m"), .mapping = &mapping};
        const struct migration *m = migration_replace_column(&w->arena, &s, age, &new, 1);
        const struct migration_table *t = &m->tables[0];
        struct str text = mapping_text(&w->arena, m, t, &t->columns[age - 1]);
        assert_true(str_eq(text, str_from(FORMULAS[i].text)));
        assert_null(mapping_text(&w->arena, m, t, &t->columns[0]).ptr);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_consistent), cmocka_unit_test(test_right),
        cmocka_unit_test(test_measures),   cmocka_unit_test(test_mapped_texts),
        cmocka_unit_test(test_texts),      cmocka_unit_test(test_same),
        cmocka_unit_test(test_explained),  cmocka_unit_test(test_text),
        cmocka_unit_test(test_formulas),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
