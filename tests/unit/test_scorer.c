/* test_scorer.c: verdicts on answers that are given as values, each cause reached. */
#include "fixture.h"
#include "schema_seeds.h"
#include "suite_files.h"
#include "unit.h"

#include "base/file.h"
#include "score/scorer.h"
#include "suite/suite_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* The towns again, as the file of a variant: other rows, in another order, and no mayors. */
static const char OTHER_TOWNS[] =
    "CREATE TABLE country (code TEXT PRIMARY KEY, countryName TEXT NOT NULL, area REAL);"
    "CREATE TABLE city (city_id INT, city_name TEXT COLLATE NOCASE, country_code TEXT,"
    "  population INT);"
    "INSERT INTO city VALUES (7,'Lyon','FR',500000),(2,'Paris','FR',2100000),"
    "  (5,'Porto','PT',230000),(11,'Faro','PT',60000),(12,'Braga','PT',190000),"
    "  (13,'Evora','PT',56000),(9,'Nowhere',NULL,NULL);";

/* The cases of the one seed, by place. */
enum { ON_SAME, ON_FILE, ON_VIEWS, CHANGED, N_CASES };

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

/* A folder with one database. */
static void put_database(struct world *w, const char *folder, const char *db_id, const char *sql)
{
    const char *file = fixture_create(&w->arena, sql);
    const char *place = arena_printf(&w->arena, "%s/%s", path_in(w, folder), db_id).ptr;
    mkdir(path_in(w, folder), 0700);
    assert_int_equal(mkdir(place, 0700), 0);
    assert_int_equal(rename(file, arena_printf(&w->arena, "%s/%s.sqlite", place, db_id).ptr), 0);
}

static void put_schemas(struct world *w, struct suite_files *files)
{
    struct schema s;
    struct err e;
    const char *path = path_in(w, "database/towns/towns.sqlite");
    assert_int_equal(schema_from_database(&w->arena, path, STR("towns"), &s, &e), OK);
    suite_files_schema(files, &s, STR("towns"), NULL);
    suite_files_schema(files, &s, STR("towns.X.0"),
                       migration_drop_column(&w->arena, &s, column_named(&s, "city.mayor")));
    suite_files_schema(files, &s, STR("towns.X.1"),
                       migration_rename_column(&w->arena, &s, column_named(&s, "city.population"),
                                               STR("people"), STR("people")));
}

static void write_suite(struct world *w)
{
    static const char CASE[] =
        "%.*s{\"id\":\"4-X-%d\",\"seed\":4,\"family\":\"f\",\"relation\":\"X\","
        "\"db_id\":\"%s\",\"question\":\"Which %d?\",\"query\":null,\"expect\":\"%s\","
        "\"naturalness\":0.5}\n";
    static const char *const DB_IDS[] = {"towns", "towns.X.0", "towns.X.1", "towns"};
    struct suite_files files = {
        .seeds = STR("{\"seed\":4,\"db_id\":\"towns\",\"question\":\"Which?\",\"query\":null,"
                     "\"hardness\":\"easy\"}\n"),
        .cases = STR(""),
        .manifest = arena_printf(&w->arena, "{\"version\":1,\"databases\":\"%s\"}",
                                 path_in(w, "database"))};
    for (int i = 0; i < N_CASES; i++)
        files.cases = arena_printf(&w->arena, CASE, STR_ARG(files.cases), i, DB_IDS[i], i,
                                   i == CHANGED ? "changed" : "same");
    put_schemas(w, &files);
    suite_files_write(&files, path_in(w, "suite"));
}

static int set_up(void **state)
{
    static struct world w;
    struct err e;
    const struct suite_schema *schema;
    w = (struct world){0};
    char *dir = (char *)arena_str(&w.arena, STR("/tmp/teql-scorer-XXXXXX")).ptr;
    assert_non_null(mkdtemp(dir));
    w.dir = dir;
    put_database(&w, "database", "towns", fixture_sql);
    write_suite(&w);
    put_database(&w, "suite/database", "towns.X.0", OTHER_TOWNS);
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

/* The answers, and how they are judged. Unset fields have their defaults. */
struct hearing {
    const char *gold; /* of the seed and of the case; NULL for none */
    const char *seed; /* what was said; NULL: an error was */
    const char *said;
    uint32_t place;         /* of the case */
    struct query_edit edit; /* of the case */
    int by;                 /* enum score_measure */
    bool no_execution, count_outages, seed_not_asked, not_asked;
    enum answer_failure seed_failure, failure; /* where nothing was said */
    uint32_t deadline_ms;
    size_t max_rows;
    const struct answer *again; /* said to the case when it was asked again */
};

struct heard {
    struct seed_verdict seed;
    struct verdict of;
};

static struct answer says(const char *sql, const struct answer *next)
{
    return (struct answer){
        .sql = sql ? str_from(sql) : STR_NONE, .error = sql ? STR_NONE : STR("busy"), .next = next};
}

static void set_gold(struct suite *s, const char *gold)
{
    struct str query = gold ? str_from(gold) : STR_NONE;
    s->seeds[0].query = query;
    for (uint32_t i = 0; i < N_CASES; i++)
        s->cases[i].query = query;
}

static struct score_rules usual_rules(struct world *w, const struct predictions *p)
{
    return (struct score_rules){.suite = &w->suite,
                                .predictions = p,
                                .databases = w->databases,
                                .options.deadline_ms = 20000,
                                .max_rows = 1000,
                                .max_bytes = 1 << 20};
}

/* The texts of the verdict live in the world's arena. */
static struct heard judge(struct world *w, const struct hearing *h)
{
    struct answer seed = says(h->seed, NULL), said = says(h->said, h->again);
    seed.failure = h->seed_failure;
    said.failure = h->failure;
    const struct answer *to_seeds[] = {h->seed_not_asked ? NULL : &seed};
    const struct answer *to_cases[N_CASES] = {0};
    to_cases[h->place] = h->not_asked ? NULL : &said;
    const struct predictions predictions = {.seeds = to_seeds, .cases = to_cases};
    struct score_rules rules = usual_rules(w, &predictions);
    rules.options.by = h->by;
    rules.options.no_execution = h->no_execution;
    rules.options.count_outages = h->count_outages;
    if (h->deadline_ms)
        rules.options.deadline_ms = h->deadline_ms;
    if (h->max_rows)
        rules.max_rows = h->max_rows;
    struct heard out;
    struct err e;
    set_gold(&w->suite, h->gold);
    w->suite.cases[h->place].edit = h->edit;
    struct scorer *s = scorer_new(&rules, 0);
    scorer_seed(s, 0, h->place, h->place + 1, &out.seed, &out.of);
    assert_int_equal(scorer_status(s, &e), OK);
    scorer_free(s, &w->arena);
    return out;
}

static void expect_cause(struct world *w, const struct hearing *h, enum cause expected)
{
    struct heard v = judge(w, h);
    if (v.of.cause != expected)
        fail_msg("'%s', then '%s': %s, not %s", h->seed ? h->seed : "-", h->said ? h->said : "-",
                 cause_name(v.of.cause), cause_name(expected));
}

#define NAMES   "SELECT city_name FROM city"
#define ENDLESS "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT sum(i) FROM n"

#define ABOVE "SELECT city_name FROM city WHERE population > 300000"
#define BELOW "SELECT city_name FROM city WHERE population < 300000"
#define TO_FEWER                                                                                   \
    {                                                                                              \
        EDIT_OPERATOR, STR_INIT("city.population"), STR_INIT(">"), STR_INIT("<")                   \
    }
#define TO_PORTUGAL                                                                                \
    {                                                                                              \
        EDIT_VALUE, STR_INIT("city.country_code"), STR_INIT("'FR'"), STR_INIT("'PT'")              \
    }
#define IN_FRANCE   "SELECT city_name FROM city WHERE country_code = 'FR'"
#define IN_PORTUGAL "SELECT city_name FROM city WHERE country_code = 'PT'"

/* The same text ends on the original, and not where a column is called "people". */
#define ENDLESS_IF_NEW                                                                             \
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9 OR "               \
    "(SELECT max(sql LIKE '%people%') FROM sqlite_master)) SELECT sum(i) FROM n"

static void test_causes(void **state)
{
    static const struct {
        struct hearing hearing;
        enum cause cause;
    } cases[] = {
        {{.seed = NAMES, .said = NAMES}, CAUSE_CONSISTENT},
        {{.seed = NAMES, .said = "SELECT c.city_name FROM city c WHERE 1"}, CAUSE_CONSISTENT},
        {{.seed = NAMES, .said = "SELECT mayor FROM city"}, CAUSE_INCONSISTENT},
        {{.seed = "SELECT population FROM city",
          .said = "SELECT people FROM city",
          .place = ON_VIEWS},
         CAUSE_CONSISTENT},
        {{.seed = "SELECT mayor FROM city", .said = "SELECT people FROM city", .place = ON_VIEWS},
         CAUSE_INCONSISTENT},
        {{.seed = NAMES}, CAUSE_SYSTEM_ERROR},
        {{.seed = NAMES, .said = "I do not know"}, CAUSE_REFUSAL},
        {{.seed = NAMES, .said = "With pleasure!"}, CAUSE_REFUSAL},
        {{.seed = NAMES, .said = ""}, CAUSE_REFUSAL},
        {{.seed = NAMES, .said = "I do not know", .no_execution = true}, CAUSE_REFUSAL},
        {{.seed = NAMES, .said = "SELECT I do not know"}, CAUSE_UNPARSABLE},
        {{.seed = NAMES, .said = "SELECT I do not know", .no_execution = true}, CAUSE_UNPARSABLE},
        {{.seed = NAMES, .said = "SELECT nobody FROM city", .no_execution = true},
         CAUSE_EXECUTION_ERROR},
        {{.seed = NAMES, .failure = FAILURE_OUTAGE}, CAUSE_OUTAGE},
        {{.seed = NAMES, .failure = FAILURE_OUTAGE, .count_outages = true}, CAUSE_SYSTEM_ERROR},
        {{.seed = NAMES, .failure = FAILURE_CUT_OFF}, CAUSE_CUT_OFF},
        {{.seed = NAMES, .failure = FAILURE_CUT_OFF, .count_outages = true}, CAUSE_SYSTEM_ERROR},
        {{.seed_failure = FAILURE_OUTAGE, .said = NAMES}, CAUSE_NO_SEED_ANSWER},
        {{.seed_failure = FAILURE_OUTAGE, .failure = FAILURE_OUTAGE}, CAUSE_NO_SEED_ANSWER},
        /* nothing is consistent with an answer that does not run */
        {{.seed = "I do not know", .said = "I do not know"}, CAUSE_NO_SEED_ANSWER},
        {{.seed = "SELECT I do not know", .said = NAMES}, CAUSE_SEED_FAILS},
        {{.seed = "SELECT nobody FROM city", .said = "SELECT nobody FROM city"}, CAUSE_SEED_FAILS},
        {{.seed = "SELECT nobody FROM city",
          .said = "SELECT nobody FROM city",
          .no_execution = true},
         CAUSE_SEED_FAILS},
        {{.seed = ENDLESS, .said = ENDLESS, .deadline_ms = 20}, CAUSE_SEED_FAILS},
        {{.seed = NAMES, .said = "SELECT nobody FROM city"}, CAUSE_EXECUTION_ERROR},
        {{.seed = NAMES, .said = "DELETE FROM city"}, CAUSE_EXECUTION_ERROR},
        {{.seed = "SELECT population FROM city",
          .said = "SELECT population FROM city",
          .place = ON_VIEWS},
         CAUSE_EXECUTION_ERROR},
        {{.seed = NAMES, .said = ENDLESS, .deadline_ms = 20}, CAUSE_TIMEOUT},
        {{.gold = NAMES, .seed = NAMES, .said = ENDLESS, .deadline_ms = 200}, CAUSE_TIMEOUT},
        {{.gold = ENDLESS, .seed = NAMES, .said = ENDLESS, .deadline_ms = 200}, CAUSE_GOLD_TIMEOUT},
        {{.gold = ENDLESS, .seed = NAMES, .said = NAMES, .place = CHANGED, .deadline_ms = 200},
         CAUSE_GOLD_TIMEOUT},
        {{.seed = ENDLESS_IF_NEW, .said = ENDLESS_IF_NEW, .place = ON_VIEWS, .deadline_ms = 1000},
         CAUSE_SAME_TIMEOUT},
        {{.seed = "SELECT count(*) FROM city", .said = NAMES, .max_rows = 4}, CAUSE_TOO_LARGE},
        {{.said = NAMES}, CAUSE_NO_SEED_ANSWER},
        {{.said = NAMES, .seed_not_asked = true}, CAUSE_NO_SEED_ANSWER},
        {{.seed = NAMES, .not_asked = true}, CAUSE_NOT_ASKED},
        {{.not_asked = true}, CAUSE_NOT_ASKED},
        {{.seed = NAMES, .said = NAMES, .place = CHANGED}, CAUSE_GOLD_FAULT},
        {{.gold = "SELECT nobody FROM city", .seed = NAMES, .said = NAMES, .place = CHANGED},
         CAUSE_GOLD_FAULT},
        {{.seed = NAMES, .said = NAMES, .place = CHANGED, .edit = TO_FEWER}, CAUSE_NO_ONE_PLACE},
    };
    bool reached[N_CAUSES] = {false};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        expect_cause(*state, &cases[i].hearing, cases[i].cause);
        reached[cases[i].cause] = true;
    }
    for (int c = 0; c < N_CAUSES; c++)
        if (!reached[c])
            fail_msg("nothing leads to '%s'", cause_name((enum cause)c));
}

/* A case that asks something else must be right; the answer to the seed does not matter. */
static void test_changed(void **state)
{
    static const struct {
        struct hearing hearing;
        enum cause cause;
    } cases[] = {
        {{.said = NAMES}, CAUSE_CONSISTENT},
        {{.said = NAMES, .seed_not_asked = true}, CAUSE_CONSISTENT},
        {{.seed = "SELECT mayor FROM city", .said = NAMES}, CAUSE_CONSISTENT},
        {{.seed = "SELECT mayor FROM city", .said = "SELECT mayor FROM city"}, CAUSE_INCONSISTENT},
        {{.seed = NAMES, .said = "SELECT nobody FROM city"}, CAUSE_EXECUTION_ERROR},
        {{.seed = NAMES}, CAUSE_SYSTEM_ERROR},
        {{.seed = NAMES, .not_asked = true}, CAUSE_NOT_ASKED},
        {{.said = NAMES, .no_execution = true}, CAUSE_CONSISTENT},
        {{.said = "SELECT mayor FROM city", .no_execution = true}, CAUSE_INCONSISTENT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct hearing h = cases[i].hearing;
        h.gold = NAMES;
        h.place = CHANGED;
        expect_cause(*state, &h, cases[i].cause);
    }
}

/* Without a gold, the answer to the seed with the edit is the expected answer. */
static void test_edited(void **state)
{
    static const struct {
        struct hearing hearing;
        enum cause cause;
    } cases[] = {
        {{.seed = ABOVE, .said = BELOW, .edit = TO_FEWER}, CAUSE_CONSISTENT},
        {{.seed = ABOVE, .said = ABOVE, .edit = TO_FEWER}, CAUSE_INCONSISTENT},
        {{.seed = ABOVE, .said = ABOVE, .edit = TO_FEWER, .no_execution = true},
         CAUSE_INCONSISTENT},
        {{.seed = ABOVE, .said = BELOW, .edit = TO_FEWER, .no_execution = true}, CAUSE_CONSISTENT},
        {{.seed = BELOW, .said = BELOW, .edit = TO_FEWER}, CAUSE_NO_ONE_PLACE},
        {{.seed = "SELECT nobody FROM city", .said = BELOW, .edit = TO_FEWER}, CAUSE_SEED_FAILS},
        {{.said = BELOW, .edit = TO_FEWER}, CAUSE_NO_SEED_ANSWER},
        {{.seed = ABOVE, .edit = TO_FEWER}, CAUSE_SYSTEM_ERROR},
        {{.seed = ABOVE, .said = "SELECT nobody FROM city", .edit = TO_FEWER},
         CAUSE_EXECUTION_ERROR},
        /* right by the gold, or as the answer to the seed has it */
        {{.gold = BELOW, .seed = NAMES, .said = BELOW, .edit = TO_FEWER}, CAUSE_CONSISTENT},
        {{.gold = NAMES, .seed = ABOVE, .said = BELOW, .edit = TO_FEWER}, CAUSE_CONSISTENT},
        {{.gold = NAMES, .seed = ABOVE, .said = ABOVE, .edit = TO_FEWER}, CAUSE_INCONSISTENT},
        {{.gold = BELOW, .seed = NAMES, .said = NAMES, .edit = TO_FEWER}, CAUSE_INCONSISTENT},
        /* exact set match does not see values, so it does not decide about them */
        {{.seed = IN_FRANCE, .said = IN_PORTUGAL, .edit = TO_PORTUGAL, .by = SCORE_BY_EXACT},
         CAUSE_CONSISTENT},
        {{.seed = IN_FRANCE, .said = IN_FRANCE, .edit = TO_PORTUGAL, .by = SCORE_BY_EXACT},
         CAUSE_INCONSISTENT},
        {{.gold = IN_PORTUGAL,
          .seed = NAMES,
          .said = IN_PORTUGAL,
          .edit = TO_PORTUGAL,
          .by = SCORE_BY_EXACT},
         CAUSE_CONSISTENT},
        {{.gold = IN_PORTUGAL,
          .seed = NAMES,
          .said = IN_FRANCE,
          .edit = TO_PORTUGAL,
          .by = SCORE_BY_EXACT},
         CAUSE_INCONSISTENT},
        {{.gold = IN_PORTUGAL,
          .seed = IN_FRANCE,
          .said = IN_FRANCE,
          .edit = TO_PORTUGAL,
          .by = SCORE_BY_EXACT},
         CAUSE_INCONSISTENT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct hearing h = cases[i].hearing;
        h.place = CHANGED;
        expect_cause(*state, &h, cases[i].cause);
    }
}

/* The expected answer comes from the edit, or else from the gold. */
static void test_expected(void **state)
{
    struct hearing h = {.seed = ABOVE, .said = ABOVE, .place = CHANGED, .edit = TO_FEWER};
    struct verdict v = judge(*state, &h).of;
    assert_true(str_eq(v.expected, STR(BELOW)));
    assert_true(v.rows_before.known && v.rows_before.n_rows == 2 && v.rows_after.n_rows == 2);
    assert_int_equal(v.diagnosis.n_items, 1);
    h = (struct hearing){.gold = BELOW, .seed = NAMES, .said = ABOVE, .place = CHANGED};
    assert_true(str_eq(judge(*state, &h).of.expected, STR(BELOW)));
    h.said = BELOW;
    assert_null(judge(*state, &h).of.expected.ptr);
}

/* Exact set match decides if the chosen measure has no verdict. */
static void test_fallback(void **state)
{
    static const struct {
        struct hearing hearing;
        enum cause cause;
    } cases[] = {
        /* nothing runs */
        {{.seed = NAMES, .said = "select T1.city_name from city as T1", .no_execution = true},
         CAUSE_CONSISTENT},
        {{.seed = NAMES, .said = "SELECT mayor FROM city", .no_execution = true},
         CAUSE_INCONSISTENT},
        /* if texts decide, a seed is judged in spite of a placeholder for a value, or of the time
         * that it takes */
        {{.seed = "SELECT city_name FROM city WHERE city_id = value",
          .said = "SELECT city_name FROM city WHERE city_id = value",
          .by = SCORE_BY_EXACT},
         CAUSE_CONSISTENT},
        {{.seed = NAMES, .said = NAMES, .by = SCORE_BY_EXACT, .max_rows = 2}, CAUSE_CONSISTENT},
        {{.seed = NAMES, .said = "SELECT mayor FROM city", .by = SCORE_BY_EXACT, .max_rows = 2},
         CAUSE_TOO_LARGE},
        {{.seed = "SELECT nobody FROM city",
          .said = "SELECT nobody FROM city",
          .by = SCORE_BY_STRICT},
         CAUSE_SEED_FAILS},
        /* Spider's grammar has neither: strict decides, though the texts differ */
        {{.seed = "SELECT upper(city_name) FROM city",
          .said = "SELECT UPPER(c.city_name) FROM city c",
          .by = SCORE_BY_EXACT},
         CAUSE_CONSISTENT},
        {{.seed = "SELECT upper(city_name) FROM city",
          .said = "SELECT lower(city_name) FROM city",
          .by = SCORE_BY_EXACT},
         CAUSE_INCONSISTENT},
        /* it has one of them */
        {{.seed = NAMES, .said = "SELECT upper(city_name) FROM city", .by = SCORE_BY_EXACT},
         CAUSE_INCONSISTENT},
        {{.seed = "SELECT upper(city_name) FROM city", .said = NAMES, .by = SCORE_BY_EXACT},
         CAUSE_INCONSISTENT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_cause(*state, &cases[i].hearing, cases[i].cause);
}

/* Each measure decides by itself where it can. */
static void test_measures(void **state)
{
    static const char SAME_ROWS[] = "SELECT city_name FROM city WHERE city_id > 0";
    static const char VALUE[] = "SELECT city_name FROM city WHERE city_id > 6";
    static const enum cause DIFFERS = CAUSE_INCONSISTENT;
    static const struct {
        const char *seed, *said;
        enum cause causes[3]; /* by execution, exact, strict */
    } cases[] = {
        {NAMES, SAME_ROWS, {CAUSE_CONSISTENT, DIFFERS, DIFFERS}},
        {SAME_ROWS, VALUE, {DIFFERS, CAUSE_CONSISTENT, DIFFERS}},
        {VALUE,
         "SELECT city_name FROM city WHERE 6 < city_id",
         {CAUSE_CONSISTENT, DIFFERS, CAUSE_CONSISTENT}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int by = 0; by < 3; by++)
            expect_cause(*state,
                         &(struct hearing){.seed = cases[i].seed, .said = cases[i].said, .by = by},
                         cases[i].causes[by]);
}

/* The same query may have different answers if it leaves its answer to chance, and only then. */
static void test_ties(void **state)
{
    static const char TIE[] =
        "SELECT city_name FROM city WHERE country_code = 'FR' ORDER BY country_code LIMIT 1";
    static const char GROUPS[] =
        "SELECT city_name, count(*) FROM city WHERE country_code = 'FR' GROUP BY city_id";
    static const struct {
        struct hearing hearing;
        enum cause cause;
    } cases[] = {
        {{.seed = TIE, .said = TIE}, CAUSE_CONSISTENT},
        /* what does not depend on chance is not excused */
        {{.seed = "SELECT city_name FROM city", .said = "SELECT city_name FROM city"},
         CAUSE_INCONSISTENT},
        {{.seed = "SELECT * FROM city ORDER BY country_code LIMIT 1",
          .said = "SELECT * FROM city ORDER BY country_code LIMIT 1"},
         CAUSE_INCONSISTENT},
        /* nor is another query */
        {{.seed = TIE,
          .said = "SELECT city_name FROM city WHERE country_code = 'FR' ORDER BY country_code DESC "
                  "LIMIT 1"},
         CAUSE_INCONSISTENT},
        /* nor one that gives no rows, before or after */
        {{.seed = GROUPS, .said = GROUPS}, CAUSE_CONSISTENT},
        {{.seed = GROUPS, .said = GROUPS, .max_rows = 2}, CAUSE_SEED_FAILS},
        {{.seed = "SELECT city_name, count(*) FROM city GROUP BY city_id",
          .said = "SELECT city_name, count(*) FROM city GROUP BY city_id",
          .max_rows = 6},
         CAUSE_TOO_LARGE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct hearing h = cases[i].hearing;
        h.place = ON_FILE;
        expect_cause(*state, &h, cases[i].cause);
    }
    struct heard v = judge(*state, &(struct hearing){.seed = TIE, .said = TIE, .place = ON_FILE});
    assert_int_equal(v.of.consistent.execution, YES);
    assert_int_equal(v.of.consistent.strict, YES);
    assert_false(v.of.rows_before.known);
}

/* Cities by how often they were visited: Lyon twice, Paris and Porto once. */
#define BY_VISITS                                                                                  \
    "SELECT city_name, count(*) FROM city JOIN visit USING (city_id) GROUP BY city_id "            \
    "ORDER BY count(*) "
#define VISITED(name, n) "SELECT '" name "', " n
#define TO_FEWEST                                                                                  \
    {                                                                                              \
        EDIT_DIRECTION, STR_INIT("count(*)"), STR_INIT("desc"), STR_INIT("asc")                    \
    }

/* If the expected query has ties, any of the tied rows will do, and nothing else. */
static void test_tied_rows(void **state)
{
    static const struct {
        const char *gold, *said;
        enum cause cause;
    } cases[] = {
        {BY_VISITS "LIMIT 1", VISITED("Paris", "1"), CAUSE_CONSISTENT},
        {BY_VISITS "LIMIT 1", VISITED("Porto", "1"), CAUSE_CONSISTENT},
        {BY_VISITS "LIMIT 1", "SELECT 1, 'Porto'", CAUSE_CONSISTENT},
        {"SELECT city_id, day, guests FROM visit ORDER BY guests = 3 DESC LIMIT 1",
         "SELECT 7, 3, 'tue'", CAUSE_CONSISTENT},
        {"SELECT city_id, day, guests FROM visit ORDER BY guests = 3 DESC LIMIT 1",
         "SELECT 7, 3, 'sun'", CAUSE_INCONSISTENT},
        {BY_VISITS "LIMIT 1", VISITED("Porto", "1.0"), CAUSE_CONSISTENT},
        {BY_VISITS "LIMIT 1", VISITED("Lyon", "2"), CAUSE_INCONSISTENT},
        {BY_VISITS "LIMIT 1", VISITED("Lyon", "1"), CAUSE_INCONSISTENT},
        {BY_VISITS "LIMIT 1", "SELECT 'Porto'", CAUSE_INCONSISTENT},
        {BY_VISITS "LIMIT 1", "SELECT nobody FROM city", CAUSE_EXECUTION_ERROR},
        /* as many rows as LIMIT takes */
        {BY_VISITS "LIMIT 1", BY_VISITS "LIMIT 2", CAUSE_INCONSISTENT},
        {BY_VISITS "LIMIT 1", BY_VISITS "LIMIT 0", CAUSE_INCONSISTENT},
        {BY_VISITS "DESC LIMIT 2", VISITED("Lyon", "2"), CAUSE_INCONSISTENT},
        /* all that is before the tie, in its place */
        {BY_VISITS "DESC LIMIT 2", BY_VISITS "DESC, city_name LIMIT 2", CAUSE_CONSISTENT},
        {BY_VISITS "DESC LIMIT 2", BY_VISITS "DESC, city_name DESC LIMIT 2", CAUSE_CONSISTENT},
        {BY_VISITS "DESC LIMIT 2", VISITED("Porto", "1") " UNION ALL " VISITED("Lyon", "2"),
         CAUSE_INCONSISTENT},
        {BY_VISITS "DESC LIMIT 2", BY_VISITS "ASC LIMIT 2", CAUSE_INCONSISTENT},
        /* no row more often than there is one */
        {BY_VISITS "LIMIT 2", BY_VISITS ", city_name DESC LIMIT 2", CAUSE_CONSISTENT},
        {BY_VISITS "LIMIT 2", VISITED("Porto", "1") " UNION ALL " VISITED("Porto", "1"),
         CAUSE_INCONSISTENT},
        /* a tie that is not cut */
        {BY_VISITS, BY_VISITS ", city_name", CAUSE_CONSISTENT},
        {BY_VISITS, BY_VISITS ", city_name DESC", CAUSE_CONSISTENT},
        {BY_VISITS, BY_VISITS "DESC", CAUSE_INCONSISTENT},
        {BY_VISITS "LIMIT 9", BY_VISITS ", city_name DESC", CAUSE_CONSISTENT},
        /* a second term breaks the tie */
        {BY_VISITS ", city_name LIMIT 1", VISITED("Porto", "1"), CAUSE_INCONSISTENT},
        /* results that are referred to by number or name, also if a column has that name */
        {"SELECT mood, guests AS day FROM visit ORDER BY day DESC LIMIT 2",
         "SELECT 'good', 8 UNION ALL SELECT NULL, 3", CAUSE_CONSISTENT},
        {"SELECT mood, guests AS day FROM visit ORDER BY day DESC LIMIT 2",
         "SELECT 'good', 8 UNION ALL SELECT 'Good', 1", CAUSE_INCONSISTENT},
        {"SELECT mood, guests FROM visit ORDER BY 2 DESC LIMIT 2",
         "SELECT 'good', 8 UNION ALL SELECT NULL, 3", CAUSE_CONSISTENT},
        {"SELECT mood, guests FROM visit ORDER BY 2 DESC LIMIT 2",
         "SELECT 'good', 8 UNION ALL SELECT 'Good', 1", CAUSE_INCONSISTENT},
        {"SELECT *, guests FROM visit WHERE guests = 3 ORDER BY 2 LIMIT 1",
         "SELECT *, guests FROM visit WHERE guests = 3 ORDER BY 2 DESC LIMIT 1",
         CAUSE_INCONSISTENT},
        {"SELECT guests, mood FROM visit ORDER BY +1 LIMIT 1",
         "SELECT guests, mood FROM visit ORDER BY 1 DESC LIMIT 1", CAUSE_INCONSISTENT},
        /* the collation decides what is alike */
        {"SELECT guests FROM visit ORDER BY mood COLLATE NOCASE DESC LIMIT 1", "SELECT 1",
         CAUSE_CONSISTENT},
        {"SELECT guests FROM visit ORDER BY mood COLLATE NOCASE DESC LIMIT 1", "SELECT 8",
         CAUSE_CONSISTENT},
        {"SELECT mood, guests FROM visit ORDER BY 1 COLLATE NOCASE DESC LIMIT 1",
         "SELECT 'Good', 1", CAUSE_CONSISTENT},
        {"SELECT mood, guests FROM visit ORDER BY 1 COLLATE NOCASE DESC LIMIT 1",
         "SELECT 'good', 8", CAUSE_CONSISTENT},
        {"SELECT mood, guests FROM visit ORDER BY 1 COLLATE NOCASE DESC LIMIT 1", "SELECT NULL, 3",
         CAUSE_INCONSISTENT},
        {"SELECT mood, guests FROM visit ORDER BY mood DESC LIMIT 1", "SELECT 'Good', 1",
         CAUSE_INCONSISTENT},
        {"SELECT city_name, city_id FROM city WHERE country_code = 'FR' ORDER BY 1 LIMIT 1",
         "SELECT 'Lyon', 7", CAUSE_CONSISTENT},
        /* DISTINCT */
        {"SELECT DISTINCT mood, guests FROM visit ORDER BY guests LIMIT 2",
         "SELECT 'Good', 1 UNION ALL SELECT NULL, 3", CAUSE_CONSISTENT},
        {"SELECT DISTINCT mood FROM visit ORDER BY guests LIMIT 2",
         "SELECT 'Good' UNION ALL SELECT NULL", CAUSE_INCONSISTENT},
        /* what is not known */
        {"SELECT city_id FROM city ORDER BY city_id > 0 LIMIT 1 OFFSET 1", "SELECT 9",
         CAUSE_INCONSISTENT},
        {"SELECT mood, guests AS n FROM visit ORDER BY abs(\"n\") LIMIT 1", "SELECT 'good', 8",
         CAUSE_INCONSISTENT},
        {BY_VISITS "LIMIT 1 + 0", VISITED("Paris", "1"), CAUSE_CONSISTENT},
        {BY_VISITS "LIMIT 1 + 0", VISITED("Porto", "1"), CAUSE_INCONSISTENT},
        {"SELECT guests FROM visit LIMIT 1", "SELECT 8", CAUSE_INCONSISTENT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct hearing h = {
            .gold = cases[i].gold, .seed = NAMES, .said = cases[i].said, .place = CHANGED};
        struct heard v = judge(*state, &h);
        if (v.of.cause != cases[i].cause)
            fail_msg("not '%s', but '%s': %s", h.gold, h.said, cause_name(v.of.cause));
    }
}

/* Without a gold, the expected query is the edited one. The official script still decides whether
 * an answer is right, and a query that does not change gets no tolerance for ties. */
static void test_tied_measures(void **state)
{
    struct hearing h = {.seed = BY_VISITS "DESC LIMIT 1",
                        .said = BY_VISITS ", city_name DESC LIMIT 1",
                        .edit = TO_FEWEST,
                        .place = CHANGED};
    expect_cause(*state, &h, CAUSE_CONSISTENT);
    h.max_rows = 2;
    expect_cause(*state, &h, CAUSE_INCONSISTENT);
    h.max_rows = 0;
    h.gold = BY_VISITS "LIMIT 1";
    struct heard v = judge(*state, &h);
    assert_int_equal(v.of.cause, CAUSE_CONSISTENT);
    assert_int_equal(v.of.consistent.execution, YES);
    assert_int_equal(v.of.right.execution, NO);
    h.by = SCORE_BY_STRICT;
    expect_cause(*state, &h, CAUSE_INCONSISTENT);
    h = (struct hearing){.gold = h.gold, .seed = h.said, .said = h.said, .place = CHANGED};
    expect_cause(*state, &h, CAUSE_INCONSISTENT); /* though it gives a row that would do */
    h = (struct hearing){.seed = h.gold, .said = h.said};
    expect_cause(*state, &h, CAUSE_INCONSISTENT);
}

/* The order of rows counts if the seed's answer asked for one. */
static void test_order(void **state)
{
    static const char SORTED[] = "SELECT city_name FROM city ORDER BY population";
    static const char REVERSE[] = "SELECT city_name FROM city ORDER BY population DESC";
    expect_cause(*state, &(struct hearing){.seed = SORTED, .said = SORTED}, CAUSE_CONSISTENT);
    expect_cause(*state, &(struct hearing){.seed = SORTED, .said = REVERSE}, CAUSE_INCONSISTENT);
    expect_cause(*state, &(struct hearing){.seed = NAMES, .said = REVERSE}, CAUSE_CONSISTENT);
}

static void test_flaky(void **state)
{
    const struct answer other = says("SELECT mayor FROM city", NULL), same = says(NAMES, NULL),
                        reworded = says("SELECT city_name FROM city WHERE 1", NULL),
                        silent = says(NULL, NULL), late = says(NAMES, &other),
                        twice_silent = says(NULL, &silent),
                        unreadable = says("SELECT nobody FROM city", NULL),
                        failing = says("select city_id from city join visit", NULL),
                        ended = says("SELECT nobody FROM city ;", NULL);
    const struct {
        const char *said;
        const struct answer *again;
        bool flaky;
    } cases[] = {{NAMES, NULL, false},
                 {NAMES, &same, false},
                 {NAMES, &reworded, false},
                 {NAMES, &other, true},
                 {NAMES, &late, true},
                 {NAMES, &silent, true},
                 {NULL, &same, true},
                 {NULL, &silent, false},
                 {NULL, &twice_silent, false},
                 {NAMES, &unreadable, true},
                 /* an ambiguous name: both fail, and are one query by their form */
                 {"SELECT city_id FROM city JOIN visit", &failing, false},
                 {"SELECT nobody FROM city", &ended, false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct heard v =
            judge(*state,
                  &(struct hearing){.seed = NAMES, .said = cases[i].said, .again = cases[i].again});
        if (v.of.flaky != cases[i].flaky)
            fail_msg("case %zu: %sflaky", i, v.of.flaky ? "" : "not ");
        assert_false(v.seed.flaky);
    }
}

/* A seed is flaky by itself, and its first answer is the one that counts. */
static void test_flaky_seed(void **state)
{
    struct world *w = *state;
    const struct answer other = says("SELECT mayor FROM city", NULL), first = says(NAMES, &other),
                        said = says(NAMES, NULL);
    const struct answer *to_seeds[] = {&first}, *to_cases[N_CASES] = {&said};
    const struct predictions predictions = {.seeds = to_seeds, .cases = to_cases};
    const struct score_rules rules = usual_rules(w, &predictions);
    struct seed_verdict seed;
    struct verdict of;
    struct scorer *s = scorer_new(&rules, 0);
    scorer_seed(s, 0, 0, 1, &seed, &of);
    assert_true(seed.flaky);
    assert_false(of.flaky);
    assert_int_equal(of.cause, CAUSE_CONSISTENT);
    scorer_free(s, &w->arena);
}

static void test_right(void **state)
{
    static const struct {
        struct hearing hearing;
        struct truths seed, of; /* exact and execution */
    } cases[] = {
        {{.gold = NAMES, .seed = NAMES, .said = "SELECT mayor FROM city"},
         {YES, YES, 0},
         {NO, NO, 0}},
        {{.gold = NAMES, .seed = "SELECT mayor FROM city", .said = NAMES},
         {NO, NO, 0},
         {YES, YES, 0}},
        {{.gold = NAMES, .said = NAMES}, {NO, NO, 0}, {YES, YES, 0}},
        {{.gold = NAMES, .seed = NAMES}, {YES, YES, 0}, {NO, NO, 0}},
        {{.gold = NAMES, .seed = NAMES, .not_asked = true}, {YES, YES, 0}, {0}},
        {{.gold = NAMES, .seed_not_asked = true, .said = NAMES}, {0}, {YES, YES, 0}},
        {{.seed = NAMES, .said = NAMES}, {0}, {0}},
        {{.gold = NAMES, .seed = NAMES, .said = NAMES, .no_execution = true},
         {YES, UNKNOWN, 0},
         {YES, UNKNOWN, 0}},
        {{.gold = "SELECT upper(city_name) FROM city", .seed = NAMES, .said = NAMES},
         {UNKNOWN, NO, 0},
         {UNKNOWN, NO, 0}},
        {{.gold = NAMES, .seed = "SELECT nobody FROM city", .said = "SELECT mayor FROM city"},
         {NO, NO, 0},
         {NO, NO, 0}},
        {{.gold = "SELECT population FROM city",
          .seed = "SELECT population FROM city",
          .said = "SELECT people FROM city",
          .place = ON_VIEWS},
         {YES, YES, 0},
         {YES, YES, 0}},
        /* the order of rows counts where the gold asks for one */
        {{.gold = NAMES " ORDER BY population",
          .seed = NAMES " ORDER BY population DESC",
          .said = NAMES " ORDER BY population"},
         {NO, NO, 0},
         {YES, YES, 0}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct heard v = judge(*state, &cases[i].hearing);
        if (v.seed.right.exact != cases[i].seed.exact ||
            v.seed.right.execution != cases[i].seed.execution)
            fail_msg("case %zu: the seed is judged otherwise", i);
        if (v.of.right.exact != cases[i].of.exact || v.of.right.execution != cases[i].of.execution)
            fail_msg("case %zu: the case is judged otherwise", i);
    }
}

/* By each measure, also those that do not decide. */
static void test_consistent(void **state)
{
    struct heard v = judge(*state, &(struct hearing){.seed = NAMES, .said = NAMES});
    assert_int_equal(v.of.consistent.exact, YES);
    assert_int_equal(v.of.consistent.execution, YES);
    assert_int_equal(v.of.consistent.strict, UNKNOWN); /* nobody asked */
    v = judge(*state, &(struct hearing){.seed = NAMES, .said = NAMES, .by = SCORE_BY_STRICT});
    assert_int_equal(v.of.consistent.strict, YES);
    v = judge(*state, &(struct hearing){.seed = NAMES, .said = "SELECT mayor FROM city"});
    assert_int_equal(v.of.consistent.exact, NO);
    assert_int_equal(v.of.consistent.execution, NO);
    assert_int_equal(v.of.consistent.strict, NO);
    v = judge(*state, &(struct hearing){.seed = NAMES});
    assert_int_equal(v.of.consistent.exact, NO);
    assert_int_equal(v.of.consistent.execution, NO);
    v = judge(*state, &(struct hearing){.seed = NAMES, .no_execution = true});
    assert_int_equal(v.of.consistent.execution, UNKNOWN);
    v = judge(*state, &(struct hearing){.seed = NAMES, .said = NAMES, .no_execution = true});
    assert_int_equal(v.of.consistent.execution, UNKNOWN);
    /* a query that makes sense, and one that does not */
    v = judge(*state, &(struct hearing){
                          .seed = NAMES, .said = "SELECT nobody FROM city", .by = SCORE_BY_STRICT});
    assert_int_equal(v.of.consistent.strict, NO);
}

/* An error has a diagnosis and the rows that show it; other verdicts do not. */
static void test_explained(void **state)
{
    struct heard v = judge(*state, &(struct hearing){.seed = NAMES " WHERE city_id = 7",
                                                     .said = NAMES " WHERE city_id = 5"});
    const struct rows *before = &v.of.rows_before.rows, *after = &v.of.rows_after.rows;
    assert_int_equal(v.of.rows_before.n_rows, 1);
    assert_true(str_eq(value_bytes(rows_at(before, 0, 0)), STR("Lyon")));
    assert_true(str_eq(value_bytes(rows_at(after, 0, 0)), STR("Porto")));
    assert_int_equal(v.of.diagnosis.type, ERROR_OTHERS);
    assert_int_equal(v.of.diagnosis.kind, ERROR_KIND_VALUE);
    assert_int_equal(v.of.diagnosis.n_items, 1);
    assert_int_equal(v.of.diagnosis.items[0].clause, CLAUSE_WHERE);
    /* the measure sees a difference, but the diagnosis does not */
    v = judge(*state, &(struct hearing){.seed = NAMES " WHERE city_id NOT IN (7)",
                                        .said = NAMES " WHERE NOT city_id IN (7)",
                                        .by = SCORE_BY_EXACT});
    assert_int_equal(v.of.diagnosis.type, ERROR_OTHERS);
    assert_int_equal(v.of.diagnosis.kind, ERROR_KIND_NO_DIFFERENCE);
    v = judge(*state, &(struct hearing){.seed = NAMES, .said = NAMES});
    assert_false(v.of.rows_before.known || v.of.rows_after.known);
    assert_int_equal(v.of.diagnosis.type, ERROR_NONE);
    assert_int_equal(v.of.diagnosis.n_items, 0);
}

static void test_messages(void **state)
{
    struct heard v = judge(*state, &(struct hearing){.seed = "SELECT nobody FROM city"});
    assert_true(str_eq(v.of.message, STR("busy")));
    assert_true(v.seed.answered);
    assert_true(str_eq(v.seed.message, STR("no such column: nobody")));
    v = judge(*state, &(struct hearing){.said = "SELECT none FROM city"});
    assert_true(str_eq(v.of.message, STR("no such column: none")));
    assert_true(str_eq(v.seed.message, STR("busy")));
    assert_false(v.seed.answered);
    v = judge(*state, &(struct hearing){.seed = NAMES, .said = NAMES});
    assert_int_equal(v.of.message.len, 0);
    assert_int_equal(v.seed.message.len, 0);
}

/* The members copied from the suite, and the digest that identifies a case. */
static void test_facts(void **state)
{
    struct heard a = judge(*state, &(struct hearing){.seed = NAMES, .said = NAMES}),
                 same = judge(*state, &(struct hearing){.seed = NAMES}),
                 b = judge(*state, &(struct hearing){.seed = NAMES, .place = ON_FILE});
    assert_true(str_eq(a.of.id, STR("4-X-0")));
    assert_true(str_eq(a.of.family, STR("f")));
    assert_true(str_eq(a.of.relation, STR("X")));
    assert_true(a.of.naturalness > 0.49 && a.of.naturalness < 0.51);
    assert_true(a.of.digest == same.of.digest && a.of.digest != b.of.digest);
    assert_int_equal(a.of.seed, 0);
    assert_int_equal(a.seed.number, 4);
    assert_true(str_eq(a.seed.db_id, STR("towns")));
    assert_true(str_eq(a.seed.hardness, STR("easy")));
    /* elements are those of the gold, or of the answer if there is none */
    a = judge(*state, &(struct hearing){.seed = NAMES " LIMIT 1"});
    b = judge(*state, &(struct hearing){.gold = NAMES, .seed = NAMES " LIMIT 1"});
    assert_true(sql_element_in(a.seed.elements, SQL_ELEMENT_LIMIT));
    assert_false(sql_element_in(b.seed.elements, SQL_ELEMENT_LIMIT));
}

/* A query that is too long is not run; the longest that is allowed is. */
static void test_long_query(void **state)
{
    struct world *w = *state;
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR(NAMES));
    while (sql.len < DATABASE_MAX_SQL_BYTES)
        buf_putc(&sql, ' ');
    struct str text = arena_str(&w->arena, buf_str(&sql));
    struct heard v = judge(w, &(struct hearing){.seed = NAMES, .said = text.ptr});
    assert_int_equal(v.of.cause, CAUSE_EXECUTION_ERROR);
    assert_true(str_eq(v.of.message, STR("query string is too large")));
    ((char *)text.ptr)[text.len - 1] = '\0';
    expect_cause(w, &(struct hearing){.seed = NAMES, .said = text.ptr}, CAUSE_CONSISTENT);
    buf_release(&sql);
}

/* A digest tells questions apart, and schemas. */
static void test_digest(void **state)
{
    struct world *w = *state;
    struct test_case *c = &w->suite.cases[ON_SAME];
    struct str question = c->question, db_id = c->db_id;
    uint64_t before = judge(w, &(struct hearing){.seed = NAMES}).of.digest;
    c->question = STR("Which other?");
    assert_true(judge(w, &(struct hearing){.seed = NAMES}).of.digest != before);
    c->question = question;
    c->db_id = STR("towns.X.1");
    assert_true(judge(w, &(struct hearing){.seed = NAMES}).of.digest != before);
    c->db_id = db_id;
    question = w->suite.seeds[0].question;
    w->suite.seeds[0].question = STR("Which other?");
    assert_true(judge(w, &(struct hearing){.seed = NAMES}).of.digest != before);
    w->suite.seeds[0].question = question;
    assert_true(judge(w, &(struct hearing){.seed = NAMES}).of.digest == before);
}

/* A database that is there and cannot be opened gives no verdict. */
static void test_broken_database(void **state)
{
    struct world *w = *state;
    const struct answer said = says(NAMES, NULL);
    const struct answer *to_seeds[] = {&said}, *to_cases[N_CASES] = {&said};
    const struct predictions predictions = {.seeds = to_seeds, .cases = to_cases};
    struct out_file f;
    struct err e;
    assert_int_equal(mkdir(path_in(w, "broken"), 0700), 0);
    assert_int_equal(mkdir(path_in(w, "broken/towns"), 0700), 0);
    assert_int_equal(out_file_open(&f, path_in(w, "broken/towns/towns.sqlite"), &e), OK);
    assert_int_equal(out_file_write(&f, STR("no database, but long enough to be one"), &e), OK);
    assert_int_equal(out_file_commit(&f, &e), OK);
    struct score_rules rules = usual_rules(w, &predictions);
    rules.databases = suite_store_new(&w->suite, path_in(w, "broken"), 1);
    struct seed_verdict seed;
    struct verdict of;
    struct scorer *s = scorer_new(&rules, 0);
    scorer_seed(s, 0, 0, 1, &seed, &of);
    assert_int_not_equal(scorer_status(s, &e), OK);
    assert_non_null(strstr(e.msg, "database"));
    scorer_free(s, &w->arena);
    store_free(rules.databases);
}

static void test_names(void **state)
{
    (void)state;
    for (int c = 0; c < N_CAUSES; c++) {
        assert_int_equal(name_list_find(&CAUSE_NAMES, str_from(cause_name((enum cause)c))), c);
        assert_true(!cause_is_error((enum cause)c) || cause_is_judged((enum cause)c));
    }
    assert_int_equal(name_list_find(&CAUSE_NAMES, STR("nonsense")), N_CAUSES);
    assert_false(cause_is_error(CAUSE_CONSISTENT));
    assert_true(cause_is_error(CAUSE_TIMEOUT));
    assert_true(cause_is_judged(CAUSE_CONSISTENT));
    assert_false(cause_is_judged(CAUSE_GOLD_FAULT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_causes),        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_edited),        cmocka_unit_test(test_expected),
        cmocka_unit_test(test_fallback),      cmocka_unit_test(test_measures),
        cmocka_unit_test(test_ties),          cmocka_unit_test(test_order),
        cmocka_unit_test(test_flaky),         cmocka_unit_test(test_flaky_seed),
        cmocka_unit_test(test_right),         cmocka_unit_test(test_consistent),
        cmocka_unit_test(test_explained),     cmocka_unit_test(test_messages),
        cmocka_unit_test(test_facts),         cmocka_unit_test(test_digest),
        cmocka_unit_test(test_long_query),    cmocka_unit_test(test_broken_database),
        cmocka_unit_test(test_names),         cmocka_unit_test(test_tied_rows),
        cmocka_unit_test(test_tied_measures),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
