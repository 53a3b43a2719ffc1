/* test_proof.c: proof accepts sound cases and catches the others.
 *
 * The broken variants here are those of a relation without one of its conditions. */
#include "fixture.h"
#include "schema_seeds.h"
#include "sure.h"
#include "world.h"

#include "store/database_copy.h"
#include "verify/rows_equal.h"

#include <sqlite3.h>
#include <unistd.h>

static void assert_outcome(struct world *w, const char *gold, const struct migration *m,
                           enum proof_outcome expected)
{
    struct proof_task task = {.database = w->path,
                              .gold = str_from(gold),
                              .ordered = strstr(gold, "ORDER BY") != NULL,
                              .migration = m};
    struct proof p = sure_proof(w->prover, &task);
    if (p.outcome != expected)
        fail_msg("%s: %s (%.*s), not %s", gold, proof_outcome_name(p.outcome), STR_ARG(p.message),
                 proof_outcome_name(expected));
}

static const struct migration *drop(struct world *w, const char *column)
{
    return migration_drop_column(&w->arena, &w->schema, column_named(&w->schema, column));
}

static const struct migration *split(struct world *w, const char *column)
{
    struct migration_split s = {.column = column_named(&w->schema, column),
                                .table = STR("apart"),
                                .key = STR("apart_id"),
                                .reference = STR("apart_id")};
    return migration_split_column(&w->arena, &w->schema, &s);
}

static const struct migration *reverse(struct world *w, const char *table)
{
    uint32_t t = schema_find_table(&w->schema, str_from(table));
    uint32_t n = w->schema.tables[t].n_columns, *order = ARENA_ARRAY(&w->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = n - 1 - i;
    return migration_reorder_columns(&w->arena, &w->schema, t, order);
}

/* Fold along `from` → `to`, as if that were a declared key. */
static const struct migration *fold(struct world *w, const char *from, const char *to)
{
    struct schema *s = ARENA_NEW(&w->arena, struct schema);
    *s = w->schema;
    s->foreign_keys = arena_grow_array(&w->arena, s->foreign_keys, s->n_foreign_keys,
                                       (size_t)s->n_foreign_keys + 1, sizeof *s->foreign_keys);
    s->foreign_keys[s->n_foreign_keys++] =
        (struct schema_foreign_key){column_named(s, from), column_named(s, to)};
    uint32_t target = s->columns[column_named(s, to)].table;
    uint32_t n = s->tables[target].n_columns;
    struct migration_fold_name *names = ARENA_ARRAY(&w->arena, struct migration_fold_name, n);
    for (uint32_t i = 0; i < n; i++) {
        struct str name = s->columns[s->tables[target].columns[i]].name;
        names[i].name = names[i].natural = arena_printf(&w->arena, "folded_%.*s", STR_ARG(name));
    }
    return migration_fold_table(&w->arena, s, s->n_foreign_keys - 1, names);
}

static const struct migration *insert(struct world *w, const char *table)
{
    struct migration_insertion i = {.table = schema_find_table(&w->schema, str_from(table)),
                                    .name = STR("extra"),
                                    .natural = STR("extra"),
                                    .values = {NULL, 0, 1, 9}};
    return migration_insert_column(&w->arena, &w->schema, &i);
}

static void test_sound(void **state)
{
    struct world *w = *state;
    assert_outcome(w, "SELECT city_name FROM city", drop(w, "city.mayor"), PROOF_PROVED);
    assert_outcome(w, "SELECT count(*) FROM city", drop(w, "city.mayor"), PROOF_PROVED);
    assert_outcome(w, "SELECT * FROM city", drop(w, "visit.mood"), PROOF_PROVED);
    assert_outcome(w, "SELECT day FROM visit ORDER BY guests", split(w, "visit.mood"),
                   PROOF_PROVED);
    assert_outcome(w, "SELECT max(population), city_name FROM city", reverse(w, "city"),
                   PROOF_PROVED);
    assert_outcome(w, "SELECT count(*), country_code FROM city GROUP BY country_code",
                   fold(w, "city.country_code", "country.code"), PROOF_PROVED);
    assert_outcome(w, "SELECT guests FROM visit LEFT JOIN city USING (city_id)", insert(w, "city"),
                   PROOF_PROVED);
    assert_outcome(w, "SELECT DISTINCT v.guests FROM country LEFT JOIN visit AS v ON v.day = code",
                   split(w, "visit.mood"), PROOF_PROVED);
    for (uint32_t t = 0; t < w->schema.n_tables; t++)
        assert_outcome(w, "SELECT * FROM city NATURAL JOIN visit ORDER BY day LIMIT 3",
                       migration_forget_primary_key(&w->arena, &w->schema, t), PROOF_PROVED);
    assert_outcome(w, "SELECT * FROM main.city WHERE rowid > 3",
                   migration_forget_foreign_key(&w->arena, &w->schema, 0), PROOF_PROVED);
}

static void test_broken_removal(void **state)
{
    struct world *w = *state;
    assert_outcome(w, "SELECT * FROM city", drop(w, "city.mayor"), PROOF_DIFFERS);
    assert_outcome(w, "SELECT mayor FROM city", drop(w, "city.mayor"), PROOF_FAILS);
    assert_outcome(w, "SELECT guests FROM visit JOIN city USING (city_id)", drop(w, "city.city_id"),
                   PROOF_FAILS);
    assert_outcome(w, "SELECT count(*) FROM visit NATURAL JOIN city", drop(w, "visit.city_id"),
                   PROOF_DIFFERS);
    /* A key that takes its column along, as a broken OK would. */
    assert_outcome(w, "SELECT city_id FROM city", drop(w, "city.city_id"), PROOF_FAILS);
    assert_outcome(w, "SELECT city_name FROM city WHERE \"mayor\" = 'A'", drop(w, "city.mayor"),
                   PROOF_DIFFERS);
}

static void test_broken_normalization(void **state)
{
    struct world *w = *state;
    assert_outcome(w, "SELECT mood FROM visit", split(w, "visit.mood"), PROOF_FAILS);
    assert_outcome(w, "SELECT * FROM visit", split(w, "visit.mood"), PROOF_DIFFERS);
    assert_outcome(w, "SELECT 1 FROM visit WHERE rowid = 1", split(w, "visit.mood"), PROOF_DIFFERS);
}

static void test_broken_flattening(void **state)
{
    struct world *w = *state;
    const struct migration *repeating = fold(w, "letter.tag", "kind.tag");
    assert_outcome(w, "SELECT count(*) FROM letter", repeating, PROOF_DIFFERS);
    assert_outcome(w, "SELECT count(*) FROM city", repeating, PROOF_REPEATS);
    const struct migration *country = fold(w, "city.country_code", "country.code");
    assert_outcome(w, "SELECT area FROM country", country, PROOF_FAILS);
    assert_outcome(w, "SELECT count(*) FROM country", country, PROOF_FAILS);
    assert_outcome(w, "SELECT * FROM city", country, PROOF_DIFFERS);
    /* Another table refers to the folded one: here a query that joins it. */
    assert_outcome(w, "SELECT day FROM visit JOIN city USING (city_id)",
                   fold(w, "visit.city_id", "city.city_id"), PROOF_FAILS);
}

static uint64_t lost_by(struct world *w, const char *from, const char *to)
{
    struct proof_task task = {
        .database = w->path, .gold = STR("SELECT tag FROM kind"), .migration = fold(w, from, to)};
    struct proof p = sure_proof(w->prover, &task);
    assert_int_equal(p.outcome, PROOF_PROVED);
    return p.rows_lost;
}

/* Nobody visits Nowhere, nor the second Lyon; Iceland has no city. */
static void test_lost_rows(void **state)
{
    struct world *w = *state;
    assert_int_equal(lost_by(w, "city.country_code", "country.code"), 1);
    assert_int_equal(lost_by(w, "visit.city_id", "city.city_id"), 2);
    assert_int_equal(lost_by(w, "letter.number", "letter.number"), 0);
    struct proof_task task = {.database = w->path,
                              .gold = STR("SELECT tag FROM kind"),
                              .migration = drop(w, "city.mayor")};
    assert_int_equal(sure_proof(w->prover, &task).rows_lost, 0);
}

/* The copy of a fold that repeats rows breaks the table's own key; earlier files stay. */
static void test_broken_copy(void **state)
{
    struct world *w = *state;
    const char *path = fixture_copy_path(&w->arena);
    struct err e;
    assert_int_equal(database_copy(w->path, fold(w, "letter.tag", "kind.tag"), path, NULL, &e),
                     E_DB);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(database_copy(w->path, drop(w, "visit.mood"), path, NULL, &e), OK);
    assert_int_equal(database_copy(w->path, fold(w, "letter.tag", "kind.tag"), path, NULL, &e),
                     E_DB);
    struct rows rows = fixture_query(&w->arena, path, "SELECT guests FROM visit");
    assert_int_equal(rows.n_rows, 4);
    fixture_copy_remove(path);
    assert_int_equal(database_copy(w->path, drop(w, "visit.mood"), "/dev/null", NULL, &e), E_IO);
}

static void test_broken_order(void **state)
{
    struct world *w = *state;
    assert_outcome(w, "SELECT * FROM city", reverse(w, "city"), PROOF_DIFFERS);
    assert_outcome(w, "SELECT city.* FROM city JOIN country", reverse(w, "city"), PROOF_DIFFERS);
    assert_outcome(w, "SELECT * FROM city", insert(w, "city"), PROOF_DIFFERS);
    /* Names that change places while the rows do not, as a broken TS would. */
    struct migration m = *drop(w, "letter.weight");
    uint32_t city = schema_find_table(&w->schema, STR("city"));
    uint32_t visit = schema_find_table(&w->schema, STR("visit"));
    m.tables = arena_grow_array(&w->arena, m.tables, m.n_tables, m.n_tables, sizeof *m.tables);
    m.tables[city].name = STR("visit");
    m.tables[visit].name = STR("city");
    m.tables[city].changed = m.tables[visit].changed = true;
    assert_outcome(w, "SELECT count(*) FROM city", &m, PROOF_DIFFERS);
    assert_outcome(w, "SELECT city_name FROM city", &m, PROOF_FAILS);
    /* A column renamed that is read. */
    assert_outcome(w, "SELECT mayor FROM city",
                   migration_rename_column(&w->arena, &w->schema,
                                           column_named(&w->schema, "city.mayor"), STR("head"),
                                           STR("head")),
                   PROOF_FAILS);
}

/* A statement cannot go around the views to the original. */
static void test_walls(void **state)
{
    struct world *w = *state;
    const struct migration *country = fold(w, "city.country_code", "country.code");
    assert_outcome(w, "SELECT area FROM main.country", country, PROOF_FAILS);
    assert_outcome(w, "SELECT count(*) FROM main.country", country, PROOF_FAILS);
    assert_outcome(w, "SELECT count(*) FROM \"MAIN\"/* */.city", country, PROOF_FAILS);
    assert_outcome(w, "SELECT count(*) FROM MAIN.city", country, PROOF_FAILS);
    assert_outcome(w, "SELECT city_name FROM main.city", country, PROOF_FAILS);
    assert_outcome(w, "SELECT count(*) FROM main.visit", country, PROOF_PROVED);
    assert_outcome(w, "DROP TABLE city", country, PROOF_GOLD_FAILS);
    assert_outcome(w, "SELECT sql FROM sqlite_temp_master", country, PROOF_DIFFERS);
    /* Only the word itself goes around them. */
    const struct migration *mayor = migration_rename_column(
        &w->arena, &w->schema, column_named(&w->schema, "city.mayor"), STR("head"), STR("head"));
    assert_outcome(w, "SELECT count(*) FROM city AS domain", mayor, PROOF_PROVED);
    assert_outcome(w, "SELECT count(*) FROM [main].city", mayor, PROOF_FAILS);
    assert_outcome(w, "SELECT count(*) FROM \xEF\xBB\xBFmain.city", mayor, PROOF_FAILS);
}

static void test_gold_faults(void **state)
{
    struct world *w = *state;
    const struct migration *m = drop(w, "city.mayor");
    assert_outcome(w, "SELECT nothing FROM city", m, PROOF_GOLD_FAILS);
    assert_outcome(w, "SELECT", m, PROOF_GOLD_FAILS);
    const struct proof_limits small = {.deadline_ms = 50, .max_rows = 3, .max_bytes = 1 << 20};
    struct prover *strict = prover_new(&small, 1), *usual = w->prover;
    w->prover = strict;
    assert_outcome(w, "SELECT city_name FROM city", m, PROOF_GOLD_TOO_LARGE);
    assert_outcome(w,
                   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) "
                   "FROM n",
                   m, PROOF_GOLD_TIMEOUT);
    w->prover = usual;
    prover_free(strict);
    struct proof_task lost = {
        .database = "/nonexistent.sqlite", .gold = STR("SELECT 1"), .migration = m};
    assert_int_equal(sure_proof(w->prover, &lost).outcome, PROOF_NO_DATABASE);
}

typedef ssize_t read_at(int fd, void *to, size_t size, off_t at);

/* If the disk should fail: how many reads succeed before that. */
static int reads_left;
static read_at *sound_pread;

static ssize_t failing_pread(int fd, void *to, size_t size, off_t at)
{
    return sound_pread(reads_left-- > 0 ? fd : -1, to, size, at);
}

/* Whichever read fails: nothing of that is kept for the next proof, which goes as it should. */
static void test_failed_reads(void **state)
{
    struct world *w = *state;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    struct proof_task task = {.database = w->path,
                              .gold = STR("SELECT city_name FROM city"),
                              .migration = drop(w, "city.mayor")};
    enum status status = E_HOST;
    sound_pread = (read_at *)vfs->xGetSystemCall(vfs, "pread64");
    for (int n = 0; status != OK; n++) {
        struct prover *p = prover_new(&proof_defaults, 1);
        struct proof proof;
        struct err e;
        reads_left = n;
        vfs->xSetSystemCall(vfs, "pread64", (sqlite3_syscall_ptr)failing_pread);
        status = prover_prove(p, &task, &proof, &e);
        vfs->xSetSystemCall(vfs, "pread64", (sqlite3_syscall_ptr)sound_pread);
        assert_true(status == OK || n < 100);
        proof = sure_proof(p, &task);
        if (proof.outcome != PROOF_PROVED)
            fail_msg("read %d: %s (%.*s)", n, proof_outcome_name(proof.outcome),
                     STR_ARG(proof.message));
        prover_free(p);
    }
}

/* A database that is too large to be stored in other ways is not, and the proof says so. */
static void test_chance_untried(void **state)
{
    struct world *w = *state;
    struct proof_limits limits = proof_defaults;
    struct proof_task task = {.database = w->path,
                              .gold = STR("SELECT code FROM country LIMIT 1"),
                              .migration = drop(w, "city.mayor")};
    assert_int_equal(sure_proof(w->prover, &task).outcome, PROOF_CHANCE);
    limits.stored_otherwise_bytes = 1;
    struct prover *bounded = prover_new(&limits, 1);
    for (int i = 0; i < 2; i++) { /* the answer of the gold is kept, and this with it */
        struct proof p = sure_proof(bounded, &task);
        assert_int_equal(p.outcome, PROOF_PROVED);
        assert_int_equal(p.untried, UNTRIED_LARGE);
    }
    task.gold = STR("SELECT count(*) FROM country");
    assert_int_equal(sure_proof(bounded, &task).untried, UNTRIED_LARGE);
    assert_int_equal(sure_proof(w->prover, &task).untried, UNTRIED_NONE);
    task.migration = NULL; /* then nothing is left to chance */
    assert_int_equal(sure_proof(bounded, &task).untried, UNTRIED_NONE);
    prover_free(bounded);
}

static void test_without_database(void **state)
{
    struct world *w = *state;
    struct proof_task task = {.gold = STR("SELECT city_name FROM city"),
                              .migration = split(w, "visit.mood")};
    struct proof p = sure_proof(w->prover, &task);
    assert_int_equal(p.outcome, PROOF_PROVED);
    assert_int_equal(p.how.by, PROOF_BY_SCHEMA);
    task.gold = STR("SELECT mood FROM visit");
    assert_int_equal(sure_proof(w->prover, &task).outcome, PROOF_FAILS);
    task.gold = STR("SELECT mood FROM apart JOIN visit USING (apart_id)");
    assert_int_equal(sure_proof(w->prover, &task).outcome, PROOF_PROVED);
}

/* A schema with more than its database has: columns that the gold does not read prove nothing. */
static void test_missing_tables(void **state)
{
    struct world *w = *state;
    const char *more = fixture_create(
        &w->arena, "CREATE TABLE country (code TEXT PRIMARY KEY, countryName TEXT, area REAL);"
                   "CREATE TABLE kind (tag TEXT, meaning TEXT, colour TEXT);"
                   "CREATE TABLE ghost (id INTEGER PRIMARY KEY, age INT, code TEXT"
                   " REFERENCES country);");
    struct schema schema;
    struct err e;
    assert_int_equal(schema_from_database(&w->arena, more, STR("more"), &schema, &e), OK);
    const char *gold = "SELECT count(*) FROM country";
    static const struct {
        const char *column;
        enum proof_outcome expected;
    } cases[] = {{"ghost.age", PROOF_NO_TABLE},
                 {"kind.meaning", PROOF_NO_TABLE},
                 {"country.area", PROOF_PROVED}};
    prover_free(w->prover); /* it knows the database by another schema */
    w->prover = prover_new(&proof_defaults, 1);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct migration *m =
            migration_drop_column(&w->arena, &schema, column_named(&schema, cases[i].column));
        assert_outcome(w, gold, m, cases[i].expected);
    }
    /* The existing part is still copied, to see whether the answer is left to chance. */
    assert_outcome(w, "SELECT code FROM country LIMIT 1",
                   migration_drop_column(&w->arena, &schema, column_named(&schema, "country.area")),
                   PROOF_CHANCE);
    static const struct migration_fold_name names[3] = {{STR_INIT("a"), STR_INIT("a")},
                                                        {STR_INIT("b"), STR_INIT("b")},
                                                        {STR_INIT("c"), STR_INIT("c")}};
    assert_outcome(w, "SELECT 1", migration_fold_table(&w->arena, &schema, 0, names),
                   PROOF_NO_TABLE);
    prover_free(w->prover);
    w->prover = prover_new(&proof_defaults, 1);
    fixture_remove(more);
}

static void test_question_only(void **state)
{
    struct world *w = *state;
    struct proof_task task = {.database = w->path, .gold = STR("SELECT day FROM visit")};
    struct proof p = sure_proof(w->prover, &task);
    assert_int_equal(p.outcome, PROOF_PROVED);
    assert_int_equal(p.how.by, PROOF_BY_CONSTRUCTION);
    assert_int_equal(p.how.rows, 4);
    task.gold = STR("SELECT nothing");
    assert_int_equal(sure_proof(w->prover, &task).outcome, PROOF_GOLD_FAILS);
    struct proof_task bare = {0};
    assert_int_equal(sure_proof(w->prover, &bare).outcome, PROOF_PROVED);
    bare.migration = migration_forget_foreign_key(&w->arena, &w->schema, 0);
    assert_int_equal(sure_proof(w->prover, &bare).outcome, PROOF_PROVED);
    bare.migration = drop(w, "city.mayor");
    assert_int_equal(sure_proof(w->prover, &bare).outcome, PROOF_NO_GOLD);
}

/* A claim that the answer changes: the new query runs, finds something if the old one did, and has
 * another answer. */
static void test_changed(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *gold, *changed;
        enum proof_outcome expected;
    } cases[] = {
        {"SELECT day FROM visit", "SELECT mood FROM visit", PROOF_PROVED},
        {"SELECT day FROM visit", "SELECT count(*) FROM visit", PROOF_PROVED},
        {"SELECT day FROM visit", "SELECT day FROM visit", PROOF_NOT_VISIBLE},
        {"SELECT day FROM visit ORDER BY day", "SELECT day FROM visit ORDER BY day DESC",
         PROOF_PROVED},
        {"SELECT day FROM visit ORDER BY day", "SELECT day FROM visit ORDER BY day, 1",
         PROOF_NOT_VISIBLE},
        {"SELECT day FROM visit", "SELECT day FROM visit ORDER BY day DESC", PROOF_NOT_VISIBLE},
        {"SELECT day FROM visit", "SELECT day FROM visit WHERE 0", PROOF_EMPTY},
        {"SELECT count(*) FROM visit", "SELECT count(*) FROM visit WHERE 0", PROOF_EMPTY},
        {"SELECT day FROM visit", "SELECT NULL, 0, 0.0", PROOF_EMPTY},
        {"SELECT sum(1), max(1.5) FROM visit", "SELECT sum(1), max(1) FROM visit WHERE 0",
         PROOF_EMPTY},
        {"SELECT day FROM visit", "SELECT NULL, 0, '0'", PROOF_PROVED},
        {"SELECT day FROM visit", "SELECT NULL, -0.5", PROOF_PROVED},
        {"SELECT day FROM visit", "SELECT 0 FROM visit", PROOF_PROVED},
        {"SELECT count(*) FROM visit WHERE 0", "SELECT sum(1) FROM visit WHERE 0", PROOF_PROVED},
        {"SELECT count(*) FROM visit WHERE 0", "SELECT count(*) FROM visit", PROOF_PROVED},
        {"SELECT day FROM visit WHERE 0", "SELECT mood FROM visit WHERE 0", PROOF_NOT_VISIBLE},
        {"SELECT day FROM visit WHERE 0", "SELECT day FROM visit", PROOF_PROVED},
        {"SELECT day FROM visit",
         "SELECT x FROM (SELECT NULL AS y, 'a' AS x UNION SELECT 1, 'b') "
         "ORDER BY y LIMIT 1",
         PROOF_NULL_FIRST},
        {"SELECT day FROM visit",
         "SELECT x FROM (SELECT NULL AS y, 'a' AS x UNION SELECT 1, 'b') "
         "ORDER BY y ASC, x -- the end\n LIMIT 1;",
         PROOF_NULL_FIRST},
        {"SELECT day FROM visit",
         "SELECT x FROM (SELECT NULL AS y, 'a' AS x UNION SELECT 1, 'b') "
         "ORDER BY y DESC LIMIT 1",
         PROOF_PROVED},
        {"SELECT day FROM visit",
         "SELECT x FROM (SELECT NULL AS y, 'a' AS x UNION SELECT 1, 'b') "
         "ORDER BY y NULLS FIRST LIMIT 1",
         PROOF_PROVED},
        {"SELECT day FROM visit",
         "SELECT x FROM (SELECT NULL AS y, 'a' AS x UNION SELECT 1, 'b') "
         "ORDER BY y",
         PROOF_PROVED},
        {"SELECT day FROM visit", "SELECT nothing FROM visit", PROOF_FAILS},
        {"SELECT nothing FROM visit", "SELECT day FROM visit", PROOF_GOLD_FAILS},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct proof_task task = {.database = w->path,
                                  .gold = str_from(cases[i].gold),
                                  .ordered = strstr(cases[i].gold, "ORDER BY") != NULL,
                                  .changed_ordered = strstr(cases[i].changed, "ORDER BY") != NULL,
                                  .claim = CLAIM_CHANGED,
                                  .changed = str_from(cases[i].changed)};
        struct proof p = sure_proof(w->prover, &task);
        if (p.outcome != cases[i].expected)
            fail_msg("%s: %s", cases[i].changed, proof_outcome_name(p.outcome));
    }
    struct proof_task task = {.database = w->path,
                              .gold = STR("SELECT day FROM visit"),
                              .migration = drop(w, "visit.mood"),
                              .claim = CLAIM_CHANGED,
                              .changed = STR("SELECT count(*) FROM visit")};
    struct proof p = sure_proof(w->prover, &task);
    assert_int_equal(p.outcome, PROOF_PROVED);
    assert_int_equal(p.how.by, PROOF_BY_EXECUTION);
    assert_int_equal(p.how.rows, 1);
    task.changed = STR("SELECT mood FROM visit"); /* which is gone */
    assert_int_equal(sure_proof(w->prover, &task).outcome, PROOF_FAILS);
    task.database = NULL;
    assert_int_equal(sure_proof(w->prover, &task).outcome, PROOF_NO_DATABASE);
    task.gold.ptr = NULL;
    assert_int_equal(sure_proof(w->prover, &task).outcome, PROOF_NO_GOLD);
}

static bool equal(struct world *w, const char *x, const char *y, bool ordered)
{
    struct rows a = fixture_query(&w->arena, w->path, x), b = fixture_query(&w->arena, w->path, y);
    bool same = rows_equal(&a, &b, ordered, &w->arena);
    assert_true(!same || rows_digest(&a, ordered) == rows_digest(&b, ordered));
    return same;
}

static void test_answers(void **state)
{
    struct world *w = *state;
    const char *up = "SELECT city_id, mayor FROM city ORDER BY city_id",
               *down = "SELECT city_id, mayor FROM city ORDER BY city_id DESC";
    assert_true(equal(w, up, down, false));
    assert_false(equal(w, up, down, true));
    assert_true(equal(w, up, up, true));
    assert_false(equal(w, up, "SELECT mayor, city_id FROM city", false));
    assert_false(equal(w, "SELECT 1", "SELECT 1.0", false));
    assert_false(equal(w, "SELECT 1", "SELECT 1, 1", false));
    assert_false(equal(w, "SELECT 1", "VALUES (1), (1)", false));
    assert_false(equal(w, "VALUES (1), (1), (2)", "VALUES (1), (2), (2)", false));
    assert_true(equal(w, "VALUES ('b'), (NULL), (x'00')", "VALUES (x'00'), ('b'), (NULL)", false));
    assert_true(equal(w, "VALUES (0.0), (1.5)", "VALUES (1.5), (-0.0)", false));
}

/* Both rows are as small as can be: which comes first is a matter of the index that the key brings.
 */
static void test_ties(void **state)
{
    (void)state;
    static const char SQL[] = "CREATE TABLE fruit (name TEXT PRIMARY KEY, size INT, colour TEXT);"
                              "INSERT INTO fruit VALUES ('plum', 1, 'blue'), ('cherry', 1, 'red'),"
                              " ('melon', 9, 'green');";
    struct world w = {.prover = prover_new(&proof_defaults, 1)};
    struct err e;
    w.path = fixture_create(&w.arena, SQL);
    assert_int_equal(schema_from_database(&w.arena, w.path, STR("fruit"), &w.schema, &e), OK);
    const struct migration *m = migration_forget_primary_key(&w.arena, &w.schema, 0);
    assert_outcome(&w, "SELECT name FROM fruit WHERE name > '' ORDER BY size LIMIT 1", m,
                   PROOF_CHANCE);
    assert_outcome(&w, "SELECT name FROM fruit WHERE name > '' ORDER BY size DESC LIMIT 1", m,
                   PROOF_PROVED);
    fixture_remove(w.path);
    prover_free(w.prover);
    arena_release(&w.arena);
}

static void assert_fruit(const struct proof_task *like, struct prover *prover, const char *sql,
                         enum proof_outcome expected)
{
    struct proof_task task = *like;
    bool ordered = strstr(sql, "ORDER BY") != NULL;
    if (task.claim == CLAIM_CHANGED) {
        task.changed = str_from(sql);
        task.changed_ordered = ordered;
    } else {
        task.gold = str_from(sql);
        task.ordered = ordered;
    }
    struct proof p = sure_proof(prover, &task);
    if (p.outcome != expected)
        fail_msg("%s: %s, not %s", sql, proof_outcome_name(p.outcome),
                 proof_outcome_name(expected));
}

/* No key and no index: only the order in which rows are stored decides. */
static const char STORED[] =
    "CREATE TABLE fruit (name TEXT, kind TEXT, price REAL, colour TEXT);"
    "INSERT INTO fruit VALUES ('plum', 'stone', 0.1, 'blue'), ('pear', 'pome', 0.2, 'green'),"
    "  ('apple', 'pome', 0.3, 'red'), ('cherry', 'stone', 0.7, 'blue');"
    "CREATE TABLE shop (town TEXT PRIMARY KEY, rent INT);"
    "INSERT INTO shop VALUES ('Ely', 1);";

static const struct {
    const char *sql;
    bool chance;
} ANSWERS[] = {
    {"SELECT name FROM fruit ORDER BY kind LIMIT 1", true},
    {"SELECT name FROM fruit LIMIT 2", true},
    {"SELECT name FROM fruit ORDER BY price LIMIT 1", false},
    {"SELECT kind FROM fruit ORDER BY kind LIMIT 1", false},
    {"SELECT kind, name FROM fruit GROUP BY kind", true},
    {"SELECT kind, max(price), name FROM fruit GROUP BY kind", false},
    {"SELECT 2 + count(*) FROM fruit WHERE name > (SELECT name FROM fruit)", true},
    /* the same at both ends, and another between them */
    {"SELECT count(*), colour = 'blue' FROM fruit", true},
    /* rows that rank alike may come in any order, and sums may be rounded in any */
    {"SELECT name FROM fruit ORDER BY kind", false},
    {"SELECT sum(price), avg(price) FROM fruit", false},
    {"SELECT name FROM fruit", false},
    /* a rowid is a value too, and reversed rows have others */
    {"SELECT name FROM fruit WHERE rowid = 1", false},
};

static void test_other_orders(void **state)
{
    (void)state;
    struct arena a = {0};
    struct prover *prover = prover_new(&proof_defaults, 1);
    struct schema schema;
    struct err e;
    const char *path = fixture_create(&a, STORED);
    assert_int_equal(schema_from_database(&a, path, STR("fruit"), &schema, &e), OK);
    uint32_t shop = schema_find_table(&schema, STR("shop"));
    const struct proof_task stays = {.database = path,
                                     .migration = migration_forget_primary_key(&a, &schema, shop)};
    const struct proof_task changes = {.database = path,
                                       .schema = &schema,
                                       .gold = STR("SELECT rent FROM shop"),
                                       .claim = CLAIM_CHANGED};
    for (size_t i = 0; i < COUNT_OF(ANSWERS); i++) {
        enum proof_outcome expected = ANSWERS[i].chance ? PROOF_CHANCE : PROOF_PROVED;
        assert_fruit(&stays, prover, ANSWERS[i].sql, expected);
        assert_fruit(&changes, prover, ANSWERS[i].sql, expected);
    }
    /* whatever the old answer is, the new one is sure */
    struct proof_task of_chance = changes;
    of_chance.gold = STR("SELECT name FROM fruit LIMIT 1");
    assert_fruit(&of_chance, prover, "SELECT rent FROM shop", PROOF_PROVED);
    static const struct {
        struct case_condition condition;
        enum proof_outcome expected;
    } conditions[] = {
        {{STR_INIT("SELECT 1 FROM shop WHERE 0"), false}, PROOF_PROVED},
        {{STR_INIT("SELECT 1 FROM shop WHERE 0"), true}, PROOF_CONDITION},
        {{STR_INIT("SELECT 1 FROM shop"), false}, PROOF_CONDITION},
        {{STR_INIT("SELECT 1 FROM shop"), true}, PROOF_PROVED},
        {{STR_INIT("SELECT nothing FROM shop"), false}, PROOF_CONDITION},
    };
    for (size_t i = 0; i < COUNT_OF(conditions); i++) {
        struct proof_task task = changes;
        task.condition = conditions[i].condition;
        assert_fruit(&task, prover, "SELECT name FROM fruit", conditions[i].expected);
    }
    /* only the question changes: nothing depends on it */
    struct proof_task reworded = {.database = path, .schema = &schema};
    assert_fruit(&reworded, prover, "SELECT name FROM fruit LIMIT 1", PROOF_PROVED);
    prover_free(prover);
    fixture_remove(path);
    arena_release(&a);
}

static bool alike(struct world *w, const char *x, const char *y, bool ordered)
{
    struct rows a = fixture_query(&w->arena, w->path, x), b = fixture_query(&w->arena, w->path, y);
    return rows_alike(&a, &b, ordered, &w->arena);
}

static void test_rounding(void **state)
{
    struct world *w = *state;
    assert_true(alike(w, "SELECT 0.1 + 0.2", "SELECT 0.3", false));
    assert_false(alike(w, "SELECT 0.3", "SELECT 0.30000001", false));
    assert_false(alike(w, "SELECT 1", "SELECT 1.0", false));
    assert_false(alike(w, "SELECT 1e999", "SELECT -1e999", false));
    assert_false(alike(w, "SELECT 1e999", "SELECT 1.5", false));
    assert_true(alike(w, "SELECT 1e999", "SELECT 1e999", false));
    assert_false(alike(w, "VALUES (1), (1), (2)", "VALUES (1), (2), (2)", false));
    assert_false(alike(w, "SELECT 1", "SELECT 1, 1", false));
    assert_false(alike(w, "SELECT 1", "VALUES (1), (1)", false));
    assert_true(
        alike(w, "VALUES (0.3, 'a'), (0.1 + 0.2, 'b')", "VALUES (0.3, 'b'), (0.3, 'a')", false));
    assert_false(alike(w, "VALUES (0.3), (1)", "VALUES (1), (0.3)", true));
    assert_true(alike(w, "VALUES (0.3), (1)", "VALUES (0.1 + 0.2), (1)", true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_other_orders),
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_broken_removal),
        cmocka_unit_test(test_broken_normalization),
        cmocka_unit_test(test_broken_flattening),
        cmocka_unit_test(test_lost_rows),
        cmocka_unit_test(test_broken_copy),
        cmocka_unit_test(test_broken_order),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_gold_faults),
        cmocka_unit_test(test_failed_reads),
        cmocka_unit_test(test_chance_untried),
        cmocka_unit_test(test_without_database),
        cmocka_unit_test(test_missing_tables),
        cmocka_unit_test(test_question_only),
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_rounding),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
