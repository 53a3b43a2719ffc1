/* test_rewrite_mapped.c: queries over columns in another form, and which are refused. Each query is
 * also run, before and after. */
#include "fixture.h"
#include "schema_seeds.h"
#include "sure.h"
#include "unit.h"

#include "base/rng.h"
#include "migration/rewrite_mapped.h"
#include "migration/starred_tables.h"
#include "relation/schema/equivalent.h"
#include "schema/keys.h"
#include "sql/parse.h"
#include "store/content.h"

static const char tables[] =
    "CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT, age INT, sex TEXT,"
    " is_solo TEXT, hometown TEXT);"
    "INSERT INTO singer VALUES (1, 'Joe Sharp', 52, 'M', 'T', 'Bath'),"
    " (2, 'Rose White', 41, 'F', 'T', 'Sale'), (3, 'Anna White', 29, 'F', 'F', 'Bath'),"
    " (4, 'Joe Brown', 29, 'M', 'F', NULL), (5, 'Tribal King', 25, 'M', 'T', 'Rome');"
    "CREATE TABLE pets (pet_id INTEGER PRIMARY KEY, owner_id INT REFERENCES singer, pet_type TEXT,"
    " pet_age INT, bought_date TEXT, weight_kg INT, seen_date DATE);"
    "INSERT INTO pets VALUES (1, 1, 'cat', 3, '2019-05-02', 4, 20190502),"
    " (2, 1, 'dog', 1, '2018-11-20', 12, 20181120), (3, 3, 'bird', 2, '2019-01-30', 1, ''),"
    " (4, 2, 'dog', NULL, NULL, 9, NULL);";

struct stage {
    struct arena arena;
    const char *path;
    struct schema schema;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct content_reader *reader;
    struct content_source content;
};

static int set_up(void **state)
{
    static struct stage s;
    const struct knowledge_sources sources = {.wordnet = "/nonexistent"};
    struct err e;
    s = (struct stage){0};
    s.path = fixture_create(&s.arena, tables);
    *state = &s;
    if (schema_from_database(&s.arena, s.path, STR("music"), &s.schema, &e) != OK ||
        lexicon_load(&s.lexicon, &LEXICON, NULL, &e) != OK ||
        knowledge_load(&s.knowledge, &s.lexicon, &sources, &e) != OK)
        return -1;
    s.reader = content_reader_new(1);
    s.content = content_reader_of(s.reader, s.path, &s.schema);
    return 0;
}

static int tear_down(void **state)
{
    struct stage *s = *state;
    content_reader_free(s->reader);
    fixture_remove(s->path);
    knowledge_release(&s->knowledge);
    lexicon_release(&s->lexicon);
    arena_release(&s->arena);
    return 0;
}

static struct relation_seed seed_of(struct stage *s, const char *query)
{
    struct relation_seed seed;
    assert_true(seed_make(&s->arena, &s->schema, s->path, STR("Who?"), str_from(query), &seed));
    seed.lexicon = &s->lexicon;
    seed.knowledge = &s->knowledge;
    seed.content = &s->content;
    return seed;
}

/* The rewriting knows more than people would: numbers of 2020, results in every form, and names
 * sorted by the first name. */
static void allow_all(struct replacement *r)
{
    r->zero_unknown = r->unit_untold = r->hidden = false;
    if (r->columns[0].mapping->kind == MAPPING_PART)
        r->order = ORDER_KEPT;
}

/* The first form of each column; the caller knows all of them. */
static const struct replacement **first_forms(struct stage *s, const struct relation_seed *seed)
{
    struct equivalent_scope scope = equivalent_scope_of(&s->arena, seed);
    const struct replacement **all =
        arena_zalloc(&s->arena, s->schema.n_columns * sizeof(const struct replacement *));
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema.n_columns; c++) {
        if (key_use_of(&s->schema, c) != 0)
            continue;
        struct equivalent_list list = equivalents_of(&s->arena, &scope, c);
        if (list.count == 0)
            continue;
        allow_all(&list.items[0].replacement);
        all[c] = &list.items[0].replacement;
    }
    return all;
}

static const struct migration *migration_of(struct stage *s, const struct replacement **by_column)
{
    const struct replacement **items =
        ARENA_ARRAY(&s->arena, const struct replacement *, s->schema.n_columns);
    uint32_t n = 0;
    for (uint32_t c = 0; c < s->schema.n_columns; c++)
        if (by_column[c])
            items[n++] = by_column[c];
    return migration_replace_columns(&s->arena, &s->schema, items, n);
}

static struct rows rows_over(struct stage *s, const struct replacement **by_column,
                             struct str query)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(5000), .max_rows = 1000, .max_bytes = 1 << 20};
    struct database *d = fixture_views(s->path, migration_of(s, by_column));
    struct query_result result;
    sure_query(d, query, &limits, &s->arena, &result);
    if (result.outcome != QUERY_ROWS)
        fail_msg("%.*s: %.*s", STR_ARG(query), STR_ARG(result.message));
    database_close(d);
    return result.rows;
}

static bool same_value(const struct value *x, const struct value *y)
{
    if (x->type != y->type)
        return false;
    if (x->type == VALUE_TEXT)
        return str_eq(value_bytes(x), value_bytes(y));
    return x->type == VALUE_NULL || x->integer == y->integer;
}

/* The new form of each query. If the answer has other values, `answer` is its first row as written
 * by put_row(), else the answers of both are the same. */
static const struct {
    const char *old, *new, *answer;
} REWRITTEN[] = {
    /* numbers: the order turns round */
    {"SELECT singer_id FROM singer WHERE age > 30",
     "SELECT singer_id FROM singer WHERE birth_year < 1990", NULL},
    {"SELECT singer_id FROM singer WHERE 30 >= age",
     "SELECT singer_id FROM singer WHERE 1990 <= birth_year", NULL},
    {"SELECT singer_id FROM singer WHERE age != 29 AND age = '41'",
     "SELECT singer_id FROM singer WHERE birth_year != 1991 AND birth_year = '1979'", NULL},
    {"SELECT singer_id FROM singer WHERE age BETWEEN 29 AND 41",
     "SELECT singer_id FROM singer WHERE birth_year BETWEEN 1979 AND 1991", NULL},
    {"SELECT singer_id FROM singer WHERE age IN (29, 52) ORDER BY singer_id",
     "SELECT singer_id FROM singer WHERE birth_year IN (1991, 1968) ORDER BY singer_id", NULL},
    {"SELECT singer_id FROM singer ORDER BY age, singer_id",
     "SELECT singer_id FROM singer ORDER BY birth_year DESC, singer_id", NULL},
    {"SELECT singer_id FROM singer ORDER BY age DESC , singer_id ASC LIMIT 2",
     "SELECT singer_id FROM singer ORDER BY birth_year ASC , singer_id ASC LIMIT 2", NULL},
    {"SELECT singer_id FROM singer WHERE age > (SELECT avg(age) FROM singer)",
     "SELECT singer_id FROM singer WHERE birth_year < (SELECT avg(birth_year) FROM singer)", NULL},
    {"SELECT singer_id FROM singer WHERE age = (SELECT max(T2.age) FROM singer AS T2)",
     "SELECT singer_id FROM singer WHERE birth_year = (SELECT min(T2.birth_year) FROM singer AS "
     "T2)",
     NULL},
    {"SELECT count(DISTINCT age), count(age) FROM singer",
     "SELECT count(DISTINCT birth_year), count(birth_year) FROM singer", NULL},
    {"SELECT sex FROM singer GROUP BY sex HAVING avg(age) > 35.2 ORDER BY max(age) DESC",
     "SELECT is_female FROM singer GROUP BY is_female HAVING avg(birth_year) < 1984.8 "
     "ORDER BY min(birth_year) ASC",
     "0"},
    {"SELECT max(age), min(age), avg(age) FROM singer",
     "SELECT min(birth_year), max(birth_year), avg(birth_year) FROM singer", "1968|1995|1984.8"},
    {"SELECT T1.singer_id FROM singer T1 JOIN singer T2 ON T1.age > T2.age",
     "SELECT T1.singer_id FROM singer T1 JOIN singer T2 ON T1.birth_year < T2.birth_year", NULL},
    {"SELECT pet_id FROM pets WHERE weight_kg > 4 ORDER BY weight_kg",
     "SELECT pet_id FROM pets WHERE weight_grams > 4000 ORDER BY weight_grams", NULL},
    {"SELECT sum(weight_kg) FROM pets", "SELECT sum(weight_grams) FROM pets", "26000"},
    {"SELECT pet_type FROM pets GROUP BY pet_type HAVING sum(weight_kg) > 4.5",
     "SELECT is_bird , is_cat , is_dog FROM pets GROUP BY is_bird , is_cat , is_dog HAVING "
     "sum(weight_grams) > 4500",
     "0|0|1"},
    {"SELECT pet_id FROM pets WHERE pet_age IS NOT NULL",
     "SELECT pet_id FROM pets WHERE pet_birth_year IS NOT NULL", NULL},
    /* parts */
    {"SELECT name, singer_id FROM singer", "SELECT first_name , last_name, singer_id FROM singer",
     "Joe|Sharp|1"},
    {"SELECT DISTINCT T1.name FROM singer AS T1 ORDER BY T1.name DESC",
     "SELECT DISTINCT T1.first_name , T1.last_name FROM singer AS T1 ORDER BY T1.first_name DESC , "
     "T1.last_name DESC",
     "Tribal|King"},
    {"SELECT singer_id FROM singer WHERE name = \"Joe Sharp\" OR name = 'Anna White'",
     "SELECT singer_id FROM singer WHERE first_name = 'Joe' AND last_name = 'Sharp' OR "
     "first_name = 'Anna' AND last_name = 'White'",
     NULL},
    {"SELECT singer_id FROM singer WHERE name != 'Joe Sharp'",
     "SELECT singer_id FROM singer WHERE first_name != 'Joe' OR last_name != 'Sharp'", NULL},
    {"SELECT singer_id FROM singer WHERE name IN ('Joe Sharp', 'Anna White')",
     "SELECT singer_id FROM singer WHERE first_name = 'Joe' AND last_name = 'Sharp' OR "
     "first_name = 'Anna' AND last_name = 'White'",
     NULL},
    {"SELECT count(*) FROM singer GROUP BY name HAVING count(*) = 1",
     "SELECT count(*) FROM singer GROUP BY first_name , last_name HAVING count(*) = 1", NULL},
    {"SELECT name FROM singer WHERE age > 40 INTERSECT SELECT name FROM singer WHERE sex = 'F'",
     "SELECT first_name , last_name FROM singer WHERE birth_year < 1980 INTERSECT SELECT "
     "first_name "
     ", last_name FROM singer WHERE is_female = 1",
     "Rose|White"},
    {"SELECT bought_date FROM pets WHERE bought_date = '2018-11-20'",
     "SELECT bought_year , bought_month , bought_day FROM pets WHERE bought_year = '2018' AND "
     "bought_month = '11' AND bought_day = '20'",
     "2018|11|20"},
    /* NULLs come first in all columns */
    {"SELECT pet_id FROM pets ORDER BY bought_date",
     "SELECT pet_id FROM pets ORDER BY bought_year , bought_month , bought_day", NULL},
    /* digits: a text comes last in all columns */
    {"SELECT pet_id FROM pets ORDER BY seen_date DESC",
     "SELECT pet_id FROM pets ORDER BY seen_year DESC , seen_month DESC , seen_day DESC", NULL},
    {"SELECT pet_id FROM pets WHERE seen_date = '20181120' OR seen_date = 20190502",
     "SELECT pet_id FROM pets WHERE seen_year = 2018 AND seen_month = 11 AND seen_day = 20 OR "
     "seen_year = 2019 AND seen_month = 5 AND seen_day = 2",
     NULL},
    {"SELECT seen_date FROM pets WHERE pet_id = 2",
     "SELECT seen_year , seen_month , seen_day FROM pets WHERE pet_id = 2", "2018|11|20"},
    /* one flag */
    {"SELECT singer_id FROM singer WHERE sex = 'F'",
     "SELECT singer_id FROM singer WHERE is_female = 1", NULL},
    {"SELECT singer_id FROM singer WHERE sex <> \"F\" AND age < 50",
     "SELECT singer_id FROM singer WHERE is_female = 0 AND birth_year > 1970", NULL},
    {"SELECT sex, count(*) FROM singer GROUP BY sex",
     "SELECT is_female, count(*) FROM singer GROUP BY is_female", "0|3"},
    /* a flag for each */
    {"SELECT pet_id FROM pets WHERE pet_type = 'dog'", "SELECT pet_id FROM pets WHERE is_dog = 1",
     NULL},
    {"SELECT pet_id FROM pets WHERE pet_type != 'dog' AND pet_id < 4",
     "SELECT pet_id FROM pets WHERE is_dog = 0 AND pet_id < 4", NULL},
    {"SELECT pet_id FROM pets WHERE pet_type IN ('dog', 'cat')",
     "SELECT pet_id FROM pets WHERE is_dog = 1 OR is_cat = 1", NULL},
    {"SELECT pet_id FROM pets WHERE pet_type NOT IN ('dog', 'cat') AND pet_id > 0",
     "SELECT pet_id FROM pets WHERE is_dog = 0 AND is_cat = 0 AND pet_id > 0", NULL},
    {"SELECT pet_type, count(*) FROM pets GROUP BY pet_type",
     "SELECT is_bird , is_cat , is_dog, count(*) FROM pets GROUP BY is_bird , is_cat , is_dog",
     "0|0|1|2"},
    /* a flag in words */
    {"SELECT singer_id FROM singer WHERE is_solo = 'T'",
     "SELECT singer_id FROM singer WHERE solo = 'yes'", NULL},
    {"SELECT singer_id FROM singer WHERE is_solo != 'T'",
     "SELECT singer_id FROM singer WHERE solo != 'yes'", NULL},
    /* what reads no such column stays as it is */
    {"SELECT  hometown FROM singer -- all", "SELECT  hometown FROM singer -- all", NULL},
};

static struct str row_told(struct arena *a, const struct rows *r)
{
    struct buf out = {0};
    for (uint32_t i = 0; i < r->n_columns; i++) {
        const struct value *v = rows_at(r, 0, i);
        buf_put(&out, i > 0 ? STR("|") : STR(""));
        if (v->type == VALUE_TEXT)
            buf_put(&out, value_bytes(v));
        else
            buf_printf(&out, "%g", v->type == VALUE_REAL ? v->real : (double)v->integer);
    }
    struct str text = arena_str(a, buf_str(&out));
    buf_release(&out);
    return text;
}

static void assert_same_rows(const struct rows *x, const struct rows *y, const char *query)
{
    if (x->n_rows != y->n_rows || x->n_columns != y->n_columns)
        fail_msg("%s: other rows", query);
    for (size_t i = 0; i < x->n_rows * x->n_columns; i++)
        if (!same_value(&x->values[i], &y->values[i]))
            fail_msg("%s: another value", query);
}

static bool rewrite(struct stage *s, const struct relation_seed *seed,
                    const struct replacement *const *forms, struct mapped_query *out)
{
    const struct resolved_query old = {seed->schema, seed->stmt, seed->resolution};
    return rewrite_mapped(&s->arena, &old, starred_tables(&s->arena, old.schema, old.stmt), forms,
                          out);
}

static void test_rewritten(void **state)
{
    struct stage *s = *state;
    for (size_t i = 0; i < COUNT_OF(REWRITTEN); i++) {
        struct relation_seed seed = seed_of(s, REWRITTEN[i].old);
        const struct replacement **forms = first_forms(s, &seed);
        struct mapped_query q;
        if (!rewrite(s, &seed, forms, &q))
            fail_msg("%s: obstacle %d", REWRITTEN[i].old, (int)q.why);
        assert_string_equal(q.text.ptr, REWRITTEN[i].new);
        assert_int_equal(q.visible, REWRITTEN[i].answer != NULL);
        struct rows old = fixture_query(&s->arena, s->path, REWRITTEN[i].old);
        struct rows new = rows_over(s, forms, q.text);
        assert_int_equal(old.n_rows, new.n_rows);
        if (REWRITTEN[i].answer)
            assert_string_equal(row_told(&s->arena, &new).ptr, REWRITTEN[i].answer);
        else
            assert_same_rows(&old, &new, REWRITTEN[i].old);
    }
}

static const struct {
    const char *query;
    enum mapped_obstacle why;
} REFUSED[] = {
    {"SELECT * FROM singer", OBSTACLE_STAR},
    {"SELECT T1.* FROM singer AS T1", OBSTACLE_STAR},
    {"SELECT age + 1 FROM singer", OBSTACLE_USE},
    {"SELECT length(name) FROM singer", OBSTACLE_USE},
    {"SELECT sum(age) FROM singer", OBSTACLE_SUM},
    {"SELECT avg(sex) FROM singer", OBSTACLE_USE},
    {"SELECT max(name) FROM singer", OBSTACLE_USE},
    {"SELECT count(DISTINCT name) FROM singer", OBSTACLE_DISTINCT},
    {"SELECT singer_id FROM singer WHERE name LIKE 'Joe%'", OBSTACLE_PATTERN},
    {"SELECT singer_id FROM singer WHERE name > 'Joe Sharp'", OBSTACLE_ORDER},
    {"SELECT singer_id FROM singer WHERE name = 'Joe'", OBSTACLE_VALUE},
    {"SELECT singer_id FROM singer WHERE sex = 'X'", OBSTACLE_VALUE},
    {"SELECT pet_id FROM pets WHERE pet_type = 'fish'", OBSTACLE_VALUE},
    {"SELECT singer_id FROM singer WHERE name != 'Joe Sharp' AND age > 3", OBSTACLE_BRACKETS},
    {"SELECT singer_id FROM singer WHERE NOT name = 'Joe Sharp'", OBSTACLE_BRACKETS},
    {"SELECT pet_id FROM pets WHERE pet_type IN ('dog', 'cat') AND pet_id < 3", OBSTACLE_BRACKETS},
    {"SELECT pet_id FROM pets ORDER BY pet_type", OBSTACLE_ORDER},
    {"SELECT pet_id FROM pets WHERE seen_date > 20190101", OBSTACLE_ORDER},
    {"SELECT pet_id FROM pets ORDER BY seen_date NULLS LAST", OBSTACLE_USE},
    {"SELECT pet_id FROM pets ORDER BY pet_age", OBSTACLE_ORDER}, /* NULLs would come last */
    {"SELECT singer_id FROM singer LEFT JOIN pets ON owner_id = singer_id ORDER BY age",
     OBSTACLE_ORDER},
    {"SELECT name FROM singer UNION SELECT hometown FROM singer", OBSTACLE_SETS},
    {"SELECT name FROM singer ORDER BY 1", OBSTACLE_RESULT},
    {"SELECT age AS years FROM singer ORDER BY years", OBSTACLE_RESULT},
    {"SELECT name AS who FROM singer", OBSTACLE_RESULT},
    {"SELECT a FROM (SELECT age AS a FROM singer)", OBSTACLE_USE},
    {"WITH t AS (SELECT age FROM singer) SELECT age FROM t", OBSTACLE_USE},
    {"SELECT singer_id FROM singer WHERE hometown IN (SELECT name FROM singer)", OBSTACLE_USE},
    {"SELECT singer_id FROM singer WHERE singer_id > (SELECT min(age) FROM singer)", OBSTACLE_USE},
    {"SELECT T1.name FROM singer T1 JOIN singer T2 USING (age)", OBSTACLE_JOINED},
    {"SELECT singer_id FROM singer WHERE hometown = \"first_name\" AND age > 3", OBSTACLE_NAME},
};

static void test_refused(void **state)
{
    struct stage *s = *state;
    for (size_t i = 0; i < COUNT_OF(REFUSED); i++) {
        struct relation_seed seed = seed_of(s, REFUSED[i].query);
        struct mapped_query q;
        if (rewrite(s, &seed, first_forms(s, &seed), &q))
            fail_msg("%s became %s", REFUSED[i].query, q.text.ptr);
        if (q.why != REFUSED[i].why)
            fail_msg("%s: obstacle %d", REFUSED[i].query, (int)q.why);
    }
}

/* Queries put together by chance */

static const char *const RESULTS[] = {
    "name",     "age",      "sex",      "is_solo",  "hometown",           "max(age)",
    "min(age)", "avg(age)", "count(*)", "sum(age)", "count(DISTINCT age)"};

static const char *const CONDITIONS[] = {
    "age > 29",
    "29 >= age",
    "age != 41",
    "age BETWEEN 25 AND 41",
    "age NOT BETWEEN 26 AND 41",
    "age IN (29 , 52)",
    "age NOT IN (29)",
    "age > (SELECT avg(age) FROM singer)",
    "age = (SELECT min(age) FROM singer WHERE sex = 'F')",
    "age IN (SELECT age FROM singer WHERE is_solo = 'F')",
    "NOT age < 30",
    "name = 'Joe Sharp'",
    "name != \"Joe Brown\"",
    "name IN ('Joe Sharp' , 'Anna White')",
    "name NOT IN ('Joe Sharp')",
    "sex = 'F'",
    "sex != 'F'",
    "sex IN ('M')",
    "is_solo = 'T'",
    "is_solo != 'T'",
    "hometown = 'Bath'",
    "(name = 'Joe Sharp' OR age < 30)",
    "NOT (name = 'Joe Sharp')",
    "singer_id IN (SELECT owner_id FROM pets WHERE pet_type = 'dog' OR pet_type = 'bird')",
    "singer_id NOT IN (SELECT owner_id FROM pets WHERE pet_type != 'dog' AND weight_kg >= 4)",
    "EXISTS (SELECT * FROM pets WHERE owner_id = singer_id AND bought_date = '2018-11-20')",
};

static const char *const ENDINGS[] = {"",
                                      "",
                                      " ORDER BY age , singer_id",
                                      " ORDER BY age DESC , singer_id",
                                      " ORDER BY name",
                                      " ORDER BY name DESC",
                                      " ORDER BY sex , name",
                                      " ORDER BY is_solo DESC , singer_id LIMIT 2"};

static const char *const GROUPINGS[] = {" GROUP BY sex",
                                        " GROUP BY name",
                                        " GROUP BY age",
                                        " GROUP BY sex HAVING avg(age) > 30",
                                        " GROUP BY is_solo HAVING max(age) < 50",
                                        " GROUP BY sex HAVING count(*) > 2"};

#define ANY_OF(r, list) (list)[rng_below(r, COUNT_OF(list))]

static void put_core(struct rng *r, struct buf *out, const char *result)
{
    buf_printf(out, "SELECT %s%s", rng_below(r, 4) ? "" : "DISTINCT ", result);
    for (uint64_t n = rng_below(r, 2); n > 0; n--)
        buf_printf(out, " , %s", ANY_OF(r, RESULTS));
    buf_printf(out, " FROM singer WHERE %s", ANY_OF(r, CONDITIONS));
    for (uint64_t n = rng_below(r, 3); n > 0; n--)
        buf_printf(out, " %s %s", rng_below(r, 2) ? "AND" : "OR", ANY_OF(r, CONDITIONS));
}

static struct str query_by_chance(struct arena *a, struct rng *r)
{
    struct buf out = {0};
    const char *result = ANY_OF(r, RESULTS);
    put_core(r, &out, result);
    switch (rng_below(r, 4)) {
    case 0:
        buf_put(&out, rng_below(r, 2) ? STR(" INTERSECT ") : STR(" EXCEPT "));
        put_core(r, &out, rng_below(r, 3) ? result : ANY_OF(r, RESULTS));
        break;
    case 1:
        buf_printf(&out, "%s", ANY_OF(r, GROUPINGS));
        break;
    default:
        buf_printf(&out, "%s", ANY_OF(r, ENDINGS));
    }
    struct str sql = arena_str(a, buf_str(&out));
    buf_release(&out);
    return sql;
}

/* Is the query one that can be rewritten? Then the answer stays, as far as rows decide it. */
static bool stays(struct stage *s, struct prover *p, struct str sql)
{
    struct relation_seed seed = seed_of(s, sql.ptr);
    const struct replacement **forms = first_forms(s, &seed);
    struct mapped_query q;
    if (!rewrite(s, &seed, forms, &q))
        return false;
    struct proof_task task = seed_task(&seed, migration_of(s, forms));
    task.schema = &s->schema;
    task.changed = q.text;
    task.claim = q.visible ? CLAIM_MAPPED : CLAIM_SAME;
    enum proof_outcome outcome = sure_proof(p, &task).outcome;
    if (outcome != PROOF_PROVED && outcome != PROOF_CHANCE)
        fail_msg("%.*s\n%.*s: %d", STR_ARG(sql), STR_ARG(q.text), outcome);
    return outcome == PROOF_PROVED;
}

static void test_by_chance(void **state)
{
    struct stage *s = *state;
    struct prover *p = prover_new(&proof_defaults, 1);
    struct rng r = rng_stream(1, STR("rewriting"), 0);
    struct str sql;
    uint32_t proved = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        struct arena_mark mark = arena_mark(&s->arena);
        struct sql_stmt stmt;
        struct sql_resolution resolution;
        struct err e;
        sql = query_by_chance(&s->arena, &r);
        if (sql_parse(&s->arena, sql, &stmt, &e) == OK &&
            sql_resolve(&s->arena, &s->schema, &stmt, &resolution, &e) == OK)
            proved += stays(s, p, sql);
        arena_rewind(&s->arena, mark);
    }
    print_message("%u proved\n", proved);
    assert_true(proved > 500);
    prover_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rewritten, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_by_chance, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
