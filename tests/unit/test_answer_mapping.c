/* test_answer_mapping.c: answers over mapped columns go back to the old values, and a proof sees
 * whether they do. */
#include "fixture.h"
#include "schema_seeds.h"
#include "sure.h"
#include "unit.h"

#include "migration/answer_mapping.h"
#include "migration/rewrite_mapped.h"
#include "store/rows_back.h"
#include "verify/proof.h"

static const char PEOPLE[] =
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, sex TEXT, age INT, height REAL,"
    "  team TEXT, boss_id INT);"
    "INSERT INTO person VALUES (1,'Joe Sharp','M',30,1.1,'red',2),(2,'Ann van Dyk','F',41,2,'blue',"
    "  NULL),(3,'Liz Moe','F',NULL,NULL,NULL,2),(4,'Cher','M',35,1.25,'it''s',1);";

static const struct mapping_entry SEXES[] = {{STR_INIT("'M'"), STR_INIT("1")},
                                             {STR_INIT("'F'"), STR_INIT("0")}};
static const struct column_mapping
    FIRST = {.kind = MAPPING_PART, .part = 0, .n_parts = 2, .separator = STR_INIT(" ")},
    LAST = {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT(" ")},
    WHOLE_FIRST = {.kind = MAPPING_PART, .n_parts = 2, .separator = STR_INIT(" "), .whole = true},
    WHOLE_LAST = {.kind = MAPPING_PART,
                  .part = 1,
                  .n_parts = 2,
                  .separator = STR_INIT(" "),
                  .whole = true},
    TENS = {.kind = MAPPING_DIGITS, .n_parts = 2, .digits = 1, .after = 1, .whole = true},
    ONES = {.kind = MAPPING_DIGITS, .part = 1, .n_parts = 2, .digits = 1, .whole = true},
    SEX = {.kind = MAPPING_DICTIONARY, .entries = SEXES, .n_entries = 2},
    BORN = {.kind = MAPPING_LINEAR, .offset = 2020, .factor = -1},
    CENTIMETRES = {.kind = MAPPING_LINEAR, .factor = 100},
    RED = {.kind = MAPPING_FLAG, .value = STR_INIT("'red'")},
    BLUE = {.kind = MAPPING_FLAG, .value = STR_INIT("'blue'")},
    ITS = {.kind = MAPPING_FLAG, .value = STR_INIT("'it''s'")};

struct people {
    struct arena arena;
    const char *path;
    struct schema schema;
    struct prover *prover;
    const struct migration *name, *sex, *born, *centimetres, *team, *whole, *age;
};

static const struct migration *replaced(struct people *p, const char *column,
                                        const struct migration_column *new, uint32_t n)
{
    return migration_replace_column(&p->arena, &p->schema, column_named(&p->schema, column), new,
                                    n);
}

static int set_up(void **state)
{
    static struct people p;
    struct err e;
    p = (struct people){0};
    p.path = fixture_create(&p.arena, PEOPLE);
    assert_int_equal(schema_from_database(&p.arena, p.path, STR("people"), &p.schema, &e), OK);
    p.prover = prover_new(&proof_defaults, 1);
    const struct migration_column name[] = {{.name = STR("first"), .mapping = &FIRST},
                                            {.name = STR("last"), .mapping = &LAST}};
    const struct migration_column whole[] = {{.name = STR("first"), .mapping = &WHOLE_FIRST},
                                             {.name = STR("last"), .mapping = &WHOLE_LAST}};
    const struct migration_column age[] = {{.name = STR("tens"), .mapping = &TENS},
                                           {.name = STR("ones"), .mapping = &ONES}};
    const struct migration_column team[] = {{.name = STR("is_red"), .mapping = &RED},
                                            {.name = STR("is_blue"), .mapping = &BLUE},
                                            {.name = STR("is_its"), .mapping = &ITS}};
    const struct migration_column sex = {.name = STR("code"), .mapping = &SEX};
    const struct migration_column born = {.name = STR("birth_year"), .mapping = &BORN};
    const struct migration_column cm = {.name = STR("cm"), .mapping = &CENTIMETRES};
    p.name = replaced(&p, "person.name", name, 2);
    p.whole = replaced(&p, "person.name", whole, 2);
    p.age = replaced(&p, "person.age", age, 2);
    p.sex = replaced(&p, "person.sex", &sex, 1);
    p.born = replaced(&p, "person.age", &born, 1);
    p.centimetres = replaced(&p, "person.height", &cm, 1);
    p.team = replaced(&p, "person.team", team, 3);
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    struct people *p = *state;
    fixture_remove(p->path);
    prover_free(p->prover);
    arena_release(&p->arena);
    return 0;
}

/* How each column of the answer is mapped: "as_is linear parts:2"; NULL if that is not known. */
static const char *forms_of(struct people *p, const struct migration *m, const char *sql)
{
    static const char *const NAMES[] = {"as_is", "entry", "linear", "parts", "flags", "digits"};
    struct schema new;
    struct answer_mapping mapping;
    struct str text = STR("");
    uint32_t sum = 0;
    migration_schema(&p->arena, m, STR("new"), &new, NULL);
    if (!answer_mapping_of(&p->arena, m, &new, str_from(sql), &mapping))
        return NULL;
    for (uint32_t i = 0; i < mapping.n_columns; i++) {
        const struct answer_column *c = &mapping.columns[i];
        text = arena_printf(&p->arena, "%.*s%s%s", STR_ARG(text), i ? " " : "", NAMES[c->form]);
        if (c->count > 1)
            text = arena_printf(&p->arena, "%.*s:%u", STR_ARG(text), c->count);
        sum += c->count;
    }
    assert_int_equal(sum, mapping.n_results);
    return text.ptr;
}

static void assert_forms(struct people *p, const struct migration *m, const char *sql,
                         const char *expected)
{
    const char *forms = forms_of(p, m, sql);
    if (!forms || strcmp(forms, expected) != 0)
        fail_msg("%s: %s", sql, forms ? forms : "unreadable");
}

static void test_forms_of_numbers(void **state)
{
    struct people *p = *state;
    static const char *const LINEAR[] = {
        "SELECT birth_year FROM person",
        "SELECT p.birth_year AS x FROM person AS p ORDER BY 1",
        "SELECT DISTINCT birth_year COLLATE NOCASE FROM person",
        "SELECT max(birth_year) FROM person",
        "SELECT MIN(birth_year) FROM person GROUP BY sex",
        "SELECT avg(DISTINCT birth_year) FROM person",
        "SELECT (SELECT max(birth_year) FROM person)",
        "SELECT x FROM (SELECT birth_year AS x FROM person)",
        "SELECT m FROM (SELECT max(birth_year) AS m FROM person)",
        "SELECT * FROM (SELECT max(birth_year) FROM person)",
        "SELECT birth_year FROM person UNION SELECT max(birth_year) FROM person",
    };
    static const char *const AS_IS[] = {
        "SELECT count(birth_year) FROM person",
        "SELECT sum(birth_year) FROM person",
        "SELECT 2020 - birth_year FROM person",
        "SELECT birth_year + 0 FROM person",
        "SELECT CAST(birth_year AS TEXT) FROM person",
        "SELECT max(birth_year, 1) FROM person",
        "SELECT sex FROM person WHERE birth_year = 1990",
        "SELECT birth_year FROM person UNION SELECT 2020 - birth_year FROM person",
        "SELECT birth_year FROM person UNION SELECT id FROM person",
        "VALUES (1990)",
        "SELECT group_concat(birth_year) FROM person",
    };
    for (size_t i = 0; i < COUNT_OF(LINEAR); i++)
        assert_forms(p, p->born, LINEAR[i], "linear");
    for (size_t i = 0; i < COUNT_OF(AS_IS); i++)
        assert_forms(p, p->born, AS_IS[i], "as_is");
    assert_forms(p, p->born, "SELECT * FROM person", "as_is as_is as_is linear as_is as_is as_is");
    assert_forms(p, p->born, "SELECT b.*, a.birth_year FROM person a, person b",
                 "as_is as_is as_is linear as_is as_is as_is linear");
    assert_forms(p, p->born, "WITH c AS (SELECT birth_year FROM person) SELECT birth_year FROM c",
                 "linear");
    assert_forms(p, p->born, "WITH person AS (SELECT 1, 2) SELECT * FROM person", "as_is as_is");
    assert_forms(p, p->born, "SELECT * FROM person JOIN person AS b USING (birth_year, id)",
                 "as_is as_is as_is as_is as_is as_is as_is as_is as_is as_is as_is as_is");
    assert_forms(p, p->centimetres,
                 "SELECT sum(cm), total(cm), sum(DISTINCT cm), count(cm) FROM person",
                 "linear linear linear as_is");
    assert_null(forms_of(p, p->born, "SELECT age FROM person"));
    assert_null(forms_of(p, p->born, "What?"));
}

static void test_forms_of_texts(void **state)
{
    struct people *p = *state;
    assert_forms(p, p->name, "SELECT first, last FROM person", "parts:2");
    assert_forms(p, p->name, "SELECT id, first, last, sex FROM person", "as_is parts:2 as_is");
    assert_forms(p, p->name, "SELECT id, * FROM person",
                 "as_is as_is parts:2 as_is as_is as_is as_is as_is");
    assert_forms(p, p->name, "SELECT last, first FROM person", "as_is as_is");
    assert_forms(p, p->name, "SELECT first FROM person", "as_is");
    assert_forms(p, p->name, "SELECT first, id, last FROM person", "as_is as_is as_is");
    assert_forms(p, p->name, "SELECT first || ' ' || last FROM person", "as_is");
    assert_forms(p, p->name, "SELECT min(first), min(last) FROM person", "as_is as_is");
    assert_forms(p, p->name, "SELECT a.first, b.last FROM person a, person b", "as_is as_is");
    assert_forms(p, p->name, "SELECT b.first, b.last FROM person a, person b", "parts:2");
    assert_forms(p, p->sex, "SELECT code, max(code), avg(code), count(code) FROM person",
                 "entry entry as_is as_is");
    assert_forms(p, p->age, "SELECT id, tens, ones FROM person", "as_is digits:2");
    assert_forms(p, p->age, "SELECT ones, tens FROM person", "as_is as_is");
    assert_forms(p, p->team, "SELECT is_red, is_blue, is_its FROM person", "flags:3");
    assert_forms(p, p->team, "SELECT is_its, is_red, is_blue FROM person", "flags:3");
    assert_forms(p, p->team, "SELECT is_its, is_red, is_its FROM person", "as_is as_is as_is");
    assert_forms(p, p->team, "SELECT is_red, is_blue FROM person", "as_is as_is");
}

/* Each reference to a derived table looks into it anew: that must come to an end. */
static void test_deep_query(void **state)
{
    struct people *p = *state;
    struct str sql = STR("SELECT max(birth_year) AS a, 1 AS b, 2 AS c, 3 AS d FROM person");
    for (int i = 0; i < 16; i++)
        sql = arena_printf(&p->arena,
                           "SELECT max(a) AS a, max(b) AS b, max(c) AS c, max(d) AS d FROM (%.*s)",
                           STR_ARG(sql));
    assert_forms(p, p->born, sql.ptr, "as_is as_is as_is as_is");
}

/* Rows */

static const char *back_of(struct people *p, const struct migration *m, const char *sql)
{
    struct schema new;
    struct answer_mapping mapping;
    const struct query_limits limits = {
        .deadline = deadline_after_ms(5000), .max_rows = 1000, .max_bytes = 1 << 20};
    struct query_result r;
    struct str text = STR("");
    migration_schema(&p->arena, m, STR("new"), &new, NULL);
    assert_true(answer_mapping_of(&p->arena, m, &new, str_from(sql), &mapping));
    struct database *d = fixture_views(p->path, m);
    sure_query(d, str_from(sql), &limits, &p->arena, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    struct rows back = rows_back(&p->arena, &r.rows, &mapping);
    for (size_t i = 0; i < back.n_rows * back.n_columns; i++) {
        const struct value *v = &back.values[i];
        const char *space = i ? " " : "";
        if (v->type == VALUE_INTEGER)
            text = arena_printf(&p->arena, "%.*s%s%d", STR_ARG(text), space, (int)v->integer);
        else if (v->type == VALUE_REAL)
            text = arena_printf(&p->arena, "%.*s%s%.3f", STR_ARG(text), space, v->real);
        else if (v->type == VALUE_TEXT)
            text = arena_printf(&p->arena, "%.*s%s'%.*s'", STR_ARG(text), space,
                                STR_ARG(value_bytes(v)));
        else
            text = arena_printf(&p->arena, "%.*s%sNULL", STR_ARG(text), space);
    }
    database_close(d);
    return text.ptr;
}

static void test_rows_back(void **state)
{
    struct people *p = *state;
    assert_string_equal(back_of(p, p->name, "SELECT first, last FROM person ORDER BY id"),
                        "'Joe Sharp' 'Ann van Dyk' 'Liz Moe' 'Cher'");
    assert_string_equal(back_of(p, p->name,
                                "SELECT first, last FROM person WHERE id = 9 UNION ALL"
                                " SELECT NULL, NULL"),
                        "NULL NULL");
    assert_string_equal(back_of(p, p->whole, "SELECT first, last FROM person ORDER BY id"),
                        "'Joe Sharp' 'Ann van Dyk' 'Liz Moe' 'Cher'");
    assert_string_equal(back_of(p, p->whole, "SELECT count(first), count(last) FROM person"),
                        "2 4");
    assert_string_equal(back_of(p, p->age, "SELECT tens, ones FROM person ORDER BY id"),
                        "30 41 NULL 35");
    assert_string_equal(back_of(p, p->age, "SELECT tens, '' FROM person WHERE id = 1"), "3 ''");
    assert_string_equal(back_of(p, p->sex, "SELECT code FROM person ORDER BY id"),
                        "'M' 'F' 'F' 'M'");
    assert_string_equal(back_of(p, p->born, "SELECT birth_year FROM person ORDER BY id"),
                        "30 41 NULL 35");
    assert_string_equal(back_of(p, p->born, "SELECT avg(birth_year), max(birth_year) FROM person"),
                        "35.333 30");
    assert_string_equal(back_of(p, p->born, "SELECT count(*), 2020 - max(birth_year) FROM person"),
                        "4 30");
    assert_string_equal(
        back_of(p, p->team, "SELECT is_blue, is_red, is_its FROM person ORDER BY id"),
        "'red' 'blue' NULL 'it's'");
    assert_string_equal(back_of(p, p->centimetres, "SELECT cm FROM person ORDER BY id"),
                        "1.100 2 NULL 1.250");
}

/* What is not of the mapping's making stays. */
static void test_other_rows(void **state)
{
    struct people *p = *state;
    struct value values[] = {{.type = VALUE_INTEGER, .integer = 7},
                             {.type = VALUE_TEXT, .len = 1, .bytes = "x"}};
    const struct rows rows = {.values = values, .n_rows = 2, .n_columns = 1},
                      wide = {.values = values, .n_rows = 1, .n_columns = 2};
    const struct column_mapping *sex = &SEX, *born = &BORN;
    const struct answer_column entry = {ANSWER_ENTRY, 1, &sex}, linear = {ANSWER_LINEAR, 1, &born};
    const struct answer_mapping m = {&entry, 1, 1}, n = {&linear, 1, 1};
    struct rows back = rows_back(&p->arena, &rows, &m);
    assert_int_equal(back.values[0].integer, 7);
    assert_int_equal(back.values[1].type, VALUE_TEXT);
    assert_int_equal(rows_back(&p->arena, &rows, &n).values[0].integer, 2013);
    assert_int_equal(rows_back(&p->arena, &rows, &n).values[1].type, VALUE_TEXT);
    assert_int_equal(rows_back(&p->arena, &wide, &m).n_columns, 2);
}

static void test_evened(void **state)
{
    struct people *p = *state;
    struct value values[] = {{.type = VALUE_REAL, .real = 2020 - 1984.6666666666667},
                             {.type = VALUE_REAL, .real = 35.333333333333336},
                             {.type = VALUE_REAL, .real = 1e-13},
                             {.type = VALUE_REAL, .real = -3.0},
                             {.type = VALUE_REAL, .real = 35.3334},
                             {.type = VALUE_REAL, .real = 1e300},
                             {.type = VALUE_REAL, .real = 123456789012.25},
                             {.type = VALUE_NULL}};
    const struct rows rows = {.values = values, .n_rows = 8, .n_columns = 1};
    struct rows even = rows_evened(&p->arena, &rows);
    assert_true(even.values[0].real == even.values[1].real);
    assert_int_equal(even.values[2].type, VALUE_INTEGER);
    assert_int_equal(even.values[2].integer, 0);
    assert_int_equal(even.values[3].integer, -3);
    assert_false(even.values[0].real == even.values[4].real);
    assert_true(even.values[5].real == 1e300);
    assert_int_equal(even.values[6].type, VALUE_INTEGER);
    assert_int_equal(even.values[7].type, VALUE_NULL);
    assert_true(values[0].type == VALUE_REAL && values[0].real != even.values[0].real);
}

/* Queries rewritten for the new columns */

static const char *told(struct people *p, const struct migration *m, const char *sql)
{
    struct str out;
    return query_over_mapped(&p->arena, m, str_from(sql), &out) ? arena_str(&p->arena, out).ptr
                                                                : NULL;
}

static void test_told(void **state)
{
    struct people *p = *state;
    assert_string_equal(told(p, p->born, "SELECT name FROM person WHERE age > 30"),
                        "SELECT name FROM person WHERE birth_year < 1990");
    assert_string_equal(told(p, p->born, "SELECT max(age) FROM person ORDER BY age"),
                        "SELECT min(birth_year) FROM person ORDER BY birth_year DESC");
    assert_string_equal(told(p, p->name, "SELECT name FROM person WHERE name = 'Joe Sharp'"),
                        "SELECT \"first\" , \"last\" FROM person"
                        " WHERE \"first\" = 'Joe' AND \"last\" = 'Sharp'");
    assert_string_equal(told(p, p->sex, "SELECT id FROM person WHERE sex = 'F'"),
                        "SELECT id FROM person WHERE code = 0");
    assert_string_equal(told(p, p->sex, "SELECT id FROM person ORDER BY sex"),
                        "SELECT id FROM person ORDER BY code");
    assert_string_equal(told(p, p->team, "SELECT id FROM person WHERE team = 'red'"),
                        "SELECT id FROM person WHERE is_red = 1");
    assert_string_equal(told(p, p->team, "SELECT age FROM person"), "SELECT age FROM person");
    assert_null(told(p, p->born, "SELECT * FROM person"));
    assert_null(told(p, p->born, "SELECT age * age FROM person"));
    assert_null(told(p, p->born, "SELECT birth_year FROM person"));
    assert_null(told(p, p->born, "How old?"));
    assert_null(told(p, p->team, "SELECT id FROM person ORDER BY team"));
}

/* The order of a dictionary's values is the same on both sides. */
static void test_told_order(void **state)
{
    struct people *p = *state;
    static const struct mapping_entry TURNED[] = {{STR_INIT("'F'"), STR_INIT("'male'")},
                                                  {STR_INIT("'M'"), STR_INIT("'female'")}};
    static const struct mapping_entry LOST[] = {{STR_INIT("1"), STR_INIT("'b'")},
                                                {STR_INIT("'F'"), STR_INIT("'c'")},
                                                {STR_INIT("'M'"), STR_INIT("'a'")}};
    struct column_mapping m = {.kind = MAPPING_DICTIONARY, .entries = TURNED, .n_entries = 2};
    const struct migration_column new = {.name = STR("code"), .mapping = &m};
    assert_string_equal(
        told(p, replaced(p, "person.sex", &new, 1), "SELECT id FROM person ORDER BY sex"),
        "SELECT id FROM person ORDER BY code DESC");
    m.entries = LOST;
    m.n_entries = 3;
    assert_null(told(p, replaced(p, "person.sex", &new, 1), "SELECT id FROM person ORDER BY sex"));
}

/* A file may put anything in the place of a column: then no query is rewritten. */
static void test_told_nonsense(void **state)
{
    struct people *p = *state;
    const struct migration_column turned[] = {{.name = STR("last"), .mapping = &LAST},
                                              {.name = STR("first"), .mapping = &FIRST}};
    const struct migration_column twice[] = {{.name = STR("a"), .mapping = &BORN},
                                             {.name = STR("b"), .mapping = &BORN}};
    const struct migration_column mixed[] = {{.name = STR("a"), .mapping = &RED},
                                             {.name = STR("b"), .mapping = &FIRST}};
    assert_null(told(p, replaced(p, "person.name", turned, 2), "SELECT id FROM person"));
    assert_null(told(p, replaced(p, "person.age", twice, 2), "SELECT id FROM person"));
    assert_null(told(p, replaced(p, "person.team", mixed, 2), "SELECT id FROM person"));
    struct migration *m = ARENA_NEW(&p->arena, struct migration);
    const struct migration_column apart[] = {
        p->born->tables[0].columns[0], p->born->tables[0].columns[3], p->born->tables[0].columns[1],
        p->born->tables[0].columns[3]};
    struct migration_table t = p->born->tables[0];
    t.columns = apart;
    t.n_columns = 4;
    *m = *p->born;
    m->tables = &t;
    assert_null(told(p, m, "SELECT id FROM person"));
}

/* Proofs */

static struct proof prove(struct people *p, const struct migration *m, const char *gold,
                          const char *query)
{
    struct proof_task task = {.database = p->path,
                              .gold = str_from(gold),
                              .ordered = strstr(gold, "ORDER BY") != NULL,
                              .schema = &p->schema,
                              .migration = m,
                              .claim = CLAIM_MAPPED,
                              .changed = str_from(query)};
    return sure_proof(p->prover, &task);
}

static void assert_outcome(struct people *p, const struct migration *m, const char *gold,
                           const char *query, enum proof_outcome expected)
{
    struct proof proof = prove(p, m, gold, query);
    if (proof.outcome != expected)
        fail_msg("%s: %s (%.*s), not %s", query, proof_outcome_name(proof.outcome),
                 STR_ARG(proof.message), proof_outcome_name(expected));
}

static void test_proved(void **state)
{
    struct people *p = *state;
    static const char NAMES[] = "SELECT name FROM person WHERE age > 30 ORDER BY id",
                      AVERAGE[] = "SELECT avg(age), sex FROM person GROUP BY sex";
    assert_outcome(p, p->name, NAMES, "SELECT first, last FROM person WHERE age > 30 ORDER BY id",
                   PROOF_PROVED);
    assert_outcome(p, p->name, "SELECT * FROM person", "SELECT * FROM person", PROOF_PROVED);
    assert_outcome(p, p->born, NAMES, "SELECT name FROM person WHERE birth_year < 1990 ORDER BY id",
                   PROOF_PROVED);
    assert_outcome(p, p->born, AVERAGE, "SELECT avg(birth_year), sex FROM person GROUP BY sex",
                   PROOF_PROVED);
    assert_outcome(p, p->born, "SELECT max(age) FROM person", "SELECT min(birth_year) FROM person",
                   PROOF_PROVED);
    assert_outcome(p, p->born, "SELECT sum(age) FROM person",
                   "SELECT sum(2020 - birth_year) FROM person", PROOF_PROVED);
    assert_outcome(p, p->centimetres, "SELECT height, avg(height) OVER () FROM person",
                   "SELECT cm, avg(cm) OVER () FROM person", PROOF_PROVED);
    assert_outcome(p, p->centimetres, "SELECT sum(height) FROM person",
                   "SELECT sum(cm) FROM person", PROOF_PROVED);
    assert_outcome(p, p->sex, AVERAGE, "SELECT avg(age), code FROM person GROUP BY code",
                   PROOF_PROVED);
    assert_outcome(p, p->team, "SELECT team FROM person",
                   "SELECT is_red,is_blue,is_its FROM person", PROOF_PROVED);
    struct proof mapped =
        prove(p, p->born, "SELECT age FROM person", "SELECT birth_year FROM person");
    struct proof_task seed = {.database = p->path, .gold = STR("SELECT age FROM person")};
    assert_true(mapped.how.digest == sure_proof(p->prover, &seed).how.digest);
    assert_int_equal(mapped.how.by, PROOF_BY_EXECUTION);
    assert_int_equal(mapped.how.rows, 4);
}

static const struct migration *broken(struct people *p, const char *column,
                                      const struct column_mapping *mapping)
{
    const struct migration_column new = {.name = STR("wrong"), .mapping = mapping};
    return replaced(p, column, &new, 1);
}

/* Mappings that lose something, and queries that do not follow the mapping. */
static void test_rejected(void **state)
{
    struct people *p = *state;
    static const struct column_mapping FEW = {
        .kind = MAPPING_DICTIONARY, .entries = SEXES, .n_entries = 1};
    static const struct column_mapping TINY = {
        .kind = MAPPING_LINEAR, .offset = 1e300, .factor = 1};
    assert_outcome(p, broken(p, "person.sex", &FEW), "SELECT sex FROM person",
                   "SELECT wrong FROM person", PROOF_DIFFERS);
    assert_outcome(p, broken(p, "person.age", &TINY), "SELECT age FROM person",
                   "SELECT wrong FROM person", PROOF_DIFFERS);
    assert_outcome(p, broken(p, "person.team", &RED), "SELECT team FROM person",
                   "SELECT wrong FROM person", PROOF_DIFFERS);
    assert_outcome(p, p->born, "SELECT name FROM person WHERE age > 30",
                   "SELECT name FROM person WHERE birth_year > 1990", PROOF_DIFFERS);
    assert_outcome(p, p->born, "SELECT max(age) FROM person", "SELECT max(birth_year) FROM person",
                   PROOF_DIFFERS);
    assert_outcome(p, p->born, "SELECT sum(age) FROM person", "SELECT sum(birth_year) FROM person",
                   PROOF_DIFFERS);
    assert_outcome(p, p->name, "SELECT name FROM person", "SELECT last, first FROM person",
                   PROOF_DIFFERS);
    assert_outcome(p, p->name, "SELECT name FROM person", "SELECT name FROM person", PROOF_FAILS);
    assert_outcome(p, p->name, "SELECT name FROM person ORDER BY id",
                   "SELECT first, last FROM person ORDER BY id DESC", PROOF_DIFFERS);
    assert_outcome(p, p->born, "SELECT name FROM person ORDER BY sex LIMIT 1",
                   "SELECT name FROM person ORDER BY sex LIMIT 1", PROOF_CHANCE);
    assert_outcome(p, NULL, "SELECT name FROM person", "SELECT sex FROM person", PROOF_DIFFERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_forms_of_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_forms_of_texts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_deep_query, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rows_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_evened, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_told_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_told_nonsense, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_proved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rejected, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
