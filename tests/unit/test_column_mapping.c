/* test_column_mapping.c: values in another form: in views and copies, read back from JSON, and JSON
 * that is not a mapping. */
#include "fixture.h"
#include "schema_seeds.h"
#include "shared.h"
#include "sure.h"
#include "unit.h"

#include "base/json_reader.h"
#include "migration/evidence.h"
#include "migration/migration_json.h"
#include "migration/migration_select.h"
#include "report/html/schema_drawing.h"

static const char PEOPLE[] =
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sex TEXT COLLATE NOCASE,"
    "  age INT, height REAL, code, digits TEXT, team TEXT);"
    "INSERT INTO person VALUES (1,'Joe Sharp','M',30,1.5,1,'10','red'),"
    "  (2,'Ann van Dyk','F',41,2,'1','11','blue'),(3,'Åsa  Öst','f',NULL,NULL,NULL,NULL,NULL),"
    "  (4,'Cher','m',12.5,1.25,1.0,'x','it''s');"
    "CREATE TABLE typed (id INT, grade INT, kind TEXT) STRICT;"
    "INSERT INTO typed VALUES (1,5,'a'),(2,NULL,'b');";

struct people {
    struct arena arena;
    const char *path;
    struct schema schema;
};

static int set_up(void **state)
{
    static struct people p;
    struct err e;
    p = (struct people){0};
    p.path = fixture_create(&p.arena, PEOPLE);
    assert_int_equal(schema_from_database(&p.arena, p.path, STR("people"), &p.schema, &e), OK);
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    struct people *p = *state;
    fixture_remove(p->path);
    arena_release(&p->arena);
    return 0;
}

static const struct mapping_entry SEXES[] = {{STR_INIT("'M'"), STR_INIT("1")},
                                             {STR_INIT("'F'"), STR_INIT("0")}};
static const struct mapping_entry CODES[] = {{STR_INIT("1"), STR_INIT("'one'")},
                                             {STR_INIT("'1'"), STR_INIT("'it''s one'")}};
static const struct mapping_entry DIGITS[] = {{STR_INIT("10"), STR_INIT("0.5")},
                                              {STR_INIT("11"), STR_INIT("2")}};

/* The new values of a column: as SQL's quote() writes them, row by row. */
static const struct {
    const char *column;
    struct column_mapping mapping;
    const char *type, *values;
} MAPPED[] = {
    {"person.name",
     {.kind = MAPPING_PART, .part = 0, .n_parts = 2, .separator = STR_INIT(" ")},
     "TEXT",
     "'Joe' 'Ann' 'Åsa' 'Cher'"},
    {"person.name",
     {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT(" ")},
     "TEXT",
     "'Sharp' 'van Dyk' ' Öst' NULL"},
    {"person.name",
     {.kind = MAPPING_PART, .part = 1, .n_parts = 3, .separator = STR_INIT(" ")},
     "TEXT",
     "'Sharp' 'van' '' NULL"},
    {"person.name",
     {.kind = MAPPING_PART, .part = 2, .n_parts = 3, .separator = STR_INIT(" ")},
     "TEXT",
     "NULL 'Dyk' 'Öst' NULL"},
    {"person.name",
     {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT("sa  ")},
     "TEXT",
     "NULL NULL 'Öst' NULL"},
    {"person.name",
     {.kind = MAPPING_PART, .part = 3, .n_parts = 4, .separator = STR_INIT(" ")},
     "TEXT",
     "NULL NULL NULL NULL"},
    {"person.name",
     {.kind = MAPPING_PART,
      .part = 1,
      .n_parts = 3,
      .separator = STR_INIT(" "),
      .last = STR_INIT("an ")},
     "TEXT",
     "'Sharp' 'v' ' Öst' NULL"},
    {"person.name",
     {.kind = MAPPING_PART,
      .part = 2,
      .n_parts = 3,
      .separator = STR_INIT(" "),
      .last = STR_INIT("an ")},
     "TEXT",
     "NULL 'Dyk' NULL NULL"},
    {"person.name",
     {.kind = MAPPING_PART, .n_parts = 2, .separator = STR_INIT(" "), .whole = true},
     "TEXT",
     "'Joe' NULL NULL NULL"},
    {"person.name",
     {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT(" "), .whole = true},
     "TEXT",
     "'Sharp' 'Ann van Dyk' 'Åsa  Öst' 'Cher'"},
    {"person.age",
     {.kind = MAPPING_DIGITS, .part = 0, .n_parts = 2, .digits = 1, .after = 1},
     "INTEGER",
     "3 4 NULL NULL"},
    {"person.age",
     {.kind = MAPPING_DIGITS, .part = 1, .n_parts = 2, .digits = 1},
     "INTEGER",
     "0 1 NULL NULL"},
    {"person.code",
     {.kind = MAPPING_DIGITS, .part = 1, .n_parts = 2, .digits = 1, .whole = true},
     "",
     "1 '1' NULL NULL"},
    {"person.sex",
     {.kind = MAPPING_DICTIONARY, .entries = SEXES, .n_entries = 2},
     "INTEGER",
     "1 0 NULL NULL"},
    {"person.sex", {.kind = MAPPING_FLAG, .value = STR_INIT("'M'")}, "INTEGER", "1 0 0 0"},
    {"person.team", {.kind = MAPPING_FLAG, .value = STR_INIT("'it''s'")}, "INTEGER", "0 0 NULL 1"},
    {"person.age",
     {.kind = MAPPING_LINEAR, .offset = 2020, .factor = -1},
     "NUMERIC",
     "1990 1979 NULL 2007.5"},
    {"person.height",
     {.kind = MAPPING_LINEAR, .offset = 0, .factor = 100},
     "NUMERIC",
     "150 200 NULL 125"},
    {"person.height",
     {.kind = MAPPING_LINEAR, .offset = 0.5, .factor = -2},
     "NUMERIC",
     "-2.5 -3.5 NULL -2"},
    {"person.code",
     {.kind = MAPPING_DICTIONARY, .entries = CODES, .n_entries = 2},
     "TEXT",
     "'one' 'it''s one' NULL 'one'"},
    {"person.digits",
     {.kind = MAPPING_DICTIONARY, .entries = DIGITS, .n_entries = 2},
     "REAL",
     "0.5 2.0 NULL NULL"},
    {"person.digits", {.kind = MAPPING_FLAG, .value = STR_INIT("10")}, "INTEGER", "1 0 NULL 0"},
    {"typed.grade", {.kind = MAPPING_LINEAR, .offset = 10, .factor = -1}, "NUMERIC", "5 NULL"},
};

enum { N_MAPPED = COUNT_OF(MAPPED) };

static const struct migration *mapped(struct people *p, size_t i)
{
    const struct migration_column new = {.name = STR("mapped"),
                                         .natural = STR("mapped"),
                                         .type = SCHEMA_OTHERS,
                                         .mapping = &MAPPED[i].mapping};
    return migration_replace_column(&p->arena, &p->schema,
                                    column_named(&p->schema, MAPPED[i].column), &new, 1);
}

static const char *table_of(size_t i)
{
    return strncmp(MAPPED[i].column, "typed", 5) == 0 ? "typed" : "person";
}

static struct rows rows_of(struct people *p, struct database *d, struct str sql)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(5000), .max_rows = 1000, .max_bytes = 1 << 20};
    struct query_result r;
    sure_query(d, sql, &limits, &p->arena, &r);
    if (r.outcome != QUERY_ROWS)
        fail_msg("%.*s: %.*s", STR_ARG(sql), STR_ARG(r.message));
    return r.rows;
}

static void test_values(void **state)
{
    struct people *p = *state;
    for (size_t i = 0; i < N_MAPPED; i++) {
        struct database *d = fixture_views(p->path, mapped(p, i));
        struct str sql = arena_printf(
            &p->arena,
            "SELECT group_concat(quote(mapped), ' ') FROM (SELECT * FROM %s ORDER BY id)",
            table_of(i));
        struct rows rows = rows_of(p, d, sql);
        struct str values = arena_str(&p->arena, value_bytes(rows_at(&rows, 0, 0)));
        database_close(d);
        if (!str_eq(values, str_from(MAPPED[i].values)))
            fail_msg("mapping %zu: %s", i, values.ptr);
    }
}

/* Values, their types, and how the column compares with numbers and texts. */
static void test_views_are_as_copies(void **state)
{
    struct people *p = *state;
    for (size_t i = 0; i < N_MAPPED; i++) {
        const char *type = column_mapping_type(&MAPPED[i].mapping);
        assert_string_equal(type ? type : "", MAPPED[i].type);
        struct str query = arena_printf(
            &p->arena,
            "SELECT id, mapped, typeof(mapped), mapped = '1990', mapped = 1, mapped < 'b',"
            " mapped > 1.5, mapped = 'one', mapped IN ('1', 'JOE') FROM %s",
            table_of(i));
        const char *problem = fixture_compare(&p->arena, p->path, mapped(p, i), query);
        if (problem)
            fail_msg("mapping %zu: %s", i, problem);
    }
}

/* All flags and all parts replace one column; the columns around it stay in place. */
static void test_several_columns(void **state)
{
    struct people *p = *state;
    static const struct column_mapping PARTS[] = {
        {.kind = MAPPING_PART, .part = 0, .n_parts = 3, .separator = STR_INIT(" ")},
        {.kind = MAPPING_PART, .part = 1, .n_parts = 3, .separator = STR_INIT(" ")},
        {.kind = MAPPING_PART, .part = 2, .n_parts = 3, .separator = STR_INIT(" ")},
    };
    const struct migration_column new[] = {
        {.name = STR("first"), .natural = STR("first"), .mapping = &PARTS[0]},
        {.name = STR("middle"), .natural = STR("middle"), .mapping = &PARTS[1]},
        {.name = STR("last"), .natural = STR("last name"), .mapping = &PARTS[2]},
    };
    const struct migration *m = migration_replace_column(
        &p->arena, &p->schema, column_named(&p->schema, "person.name"), new, 3);
    struct schema s;
    const uint32_t *lineage;
    migration_schema(&p->arena, m, STR("n"), &s, &lineage);
    uint32_t first = column_named(&s, "person.first");
    assert_int_equal(first, column_named(&s, "person.id") + 1);
    assert_int_equal(column_named(&s, "person.last"), first + 2);
    assert_int_equal(column_named(&s, "person.sex"), first + 3);
    assert_int_equal(schema_find_column(&s, 0, STR("name")), SCHEMA_NONE);
    assert_true(str_eq(s.declared[first].type, STR("TEXT")));
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(lineage[first + i], SCHEMA_NONE);
    assert_int_equal(lineage[first + 3], column_named(&p->schema, "person.sex"));
}

/* JSON */

static struct str entry_of(struct people *p, const struct migration *m)
{
    struct buf text;
    text = (struct buf){0};
    struct json_writer json = json_writer_to(&text);
    migration_json(&json, m, STR("new"));
    struct str entry = arena_str(&p->arena, buf_str(&text));
    buf_release(&text);
    return entry;
}

static enum status read_entry(struct people *p, struct str entry, const struct migration **out,
                              struct err *e)
{
    struct schema *new = ARENA_NEW(&p->arena, struct schema);
    assert_int_equal(schema_parse(&p->arena, entry, new, e), OK);
    struct str changes = json_member(&p->arena, parse_json(entry), STR("migration")).raw;
    return migration_from_json(&p->arena, changes, &p->schema, new, out, e);
}

static void test_json_and_back(void **state)
{
    struct people *p = *state;
    for (size_t i = 0; i < N_MAPPED; i++) {
        const struct migration *m = mapped(p, i), *back;
        struct err e;
        if (read_entry(p, entry_of(p, m), &back, &e) != OK)
            fail_msg("mapping %zu: %s", i, e.msg);
        assert_true(migration_views(&p->arena, m).count == 1);
        assert_true(str_eq(migration_views(&p->arena, m).items[0].definition,
                           migration_views(&p->arena, back).items[0].definition));
    }
}

/* Every member of a mapping is part of the migration's name. */
static void test_hashes(void **state)
{
    struct people *p = *state;
    for (size_t i = 0; i < N_MAPPED; i++) {
        const struct migration *m = mapped(p, i);
        assert_true(migration_hash(m) == migration_hash(mapped(p, i)));
        assert_true(migration_hash(m) == migration_hash(migration_keep(&p->arena, m, &p->schema)));
        for (size_t k = 0; k < i; k++)
            assert_true(migration_hash(m) != migration_hash(mapped(p, k)));
    }
}

/* Only the members of its kind are part of the name: others in a file are not written again. */
static void test_hash_of_kind(void **state)
{
    (void)state;
    struct column_mapping flag = {.kind = MAPPING_FLAG, .value = STR("1")}, more = flag;
    more.entries = SEXES;
    more.n_entries = 2;
    more.offset = 7;
    more.separator = STR(" ");
    assert_true(column_mapping_hash(1, &flag) == column_mapping_hash(1, &more));
}

/* The mapping of person.sex, replaced by another one in the text. */
static struct str with_mapping(struct people *p, struct str entry, const char *mapping)
{
    const struct str from = STR("\"dictionary\":[[\"'M'\",\"1\"],[\"'F'\",\"0\"]]");
    size_t at = str_find(entry, from, 0);
    assert_true(at < entry.len);
    const struct str parts[] = {str_slice(entry, 0, at), str_from(mapping),
                                str_slice(entry, at + from.len, entry.len)};
    return arena_concat(&p->arena, parts, 3);
}

static size_t place_of_sex(void)
{
    size_t i = 0;
    while (MAPPED[i].mapping.entries != SEXES)
        i++;
    return i;
}

static const char *problem_of(struct people *p, const char *mapping)
{
    const struct migration *m;
    struct err *e = ARENA_NEW(&p->arena, struct err);
    struct str entry = with_mapping(p, entry_of(p, mapped(p, place_of_sex())), mapping);
    return read_entry(p, entry, &m, e) == OK ? NULL : e->msg;
}

static void test_hostile_json(void **state)
{
    struct people *p = *state;
    static const char *const HOSTILE[][2] = {
        {"\"offset\":1,\"factor\":0", "an invalid offset or factor"},
        {"\"offset\":1,\"factor\":1e999", "an invalid offset or factor"},
        {"\"offset\":-1e999,\"factor\":1", "an invalid offset or factor"},
        {"\"offset\":\"1\",\"factor\":1", "an invalid offset"},
        {"\"offset\":1,\"factor\":null", "an invalid factor"},
        {"\"part\":0,\"parts\":0,\"separator\":\" \"", "an invalid part"},
        {"\"part\":0,\"parts\":1,\"separator\":\" \"", "an invalid part"},
        {"\"part\":2,\"parts\":2,\"separator\":\" \"", "an invalid part"},
        {"\"part\":-1,\"parts\":2,\"separator\":\" \"", "a number that is out of place"},
        {"\"part\":0,\"parts\":5,\"separator\":\" \"", "a number that is out of place"},
        {"\"part\":0,\"parts\":1e9,\"separator\":\" \"", "a number that is out of place"},
        {"\"part\":0,\"parts\":2,\"separator\":\"\"", "an invalid separator"},
        {"\"part\":0,\"parts\":2,\"separator\":\"----------------+\"", "an invalid separator"},
        {"\"part\":0,\"parts\":2", "an invalid separator"},
        {"\"part\":0,\"parts\":2,\"separator\":\"'x\"", "an invalid separator"},
        {"\"part\":0,\"parts\":1,\"digits\":2,\"after\":0", "an invalid part"},
        {"\"part\":0,\"parts\":3,\"digits\":0,\"after\":2", "an invalid number of digits"},
        {"\"part\":0,\"parts\":3,\"digits\":10,\"after\":2", "a number that is out of place"},
        {"\"part\":0,\"parts\":3,\"separator\":\" \",\"last\":\"\"", "an invalid separator"},
        {"\"flag\":\"\"", "an invalid literal"},
        {"\"flag\":1", "an invalid literal"},
        {"\"flag\":\"NULL\"", "an invalid literal"},
        {"\"flag\":\"x'00'\"", "an invalid literal"},
        {"\"flag\":\"0x10\"", "an invalid literal"},
        {"\"flag\":\"1 \"", "an invalid literal"},
        {"\"flag\":\"1--\"", "an invalid literal"},
        {"\"flag\":\"--1\"", "an invalid literal"},
        {"\"flag\":\"-/**/1\"", "an invalid literal"},
        {"\"flag\":\"-'a'\"", "an invalid literal"},
        {"\"flag\":\"9999999999999999999\"", "an invalid literal"},
        {"\"flag\":\"1e999\"", "an invalid literal"},
        {"\"flag\":\"\\\"sex\\\"\"", "an invalid literal"},
        {"\"flag\":\"sex\"", "an invalid literal"},
        {"\"flag\":\"'a' OR 1\"", "an invalid literal"},
        {"\"flag\":\"'a'; DROP TABLE person\"", "an invalid literal"},
        {"\"flag\":\"'a\"", "an invalid literal"},
        {"\"flag\":\"(SELECT 1)\"", "an invalid literal"},
        {"\"flag\":\"?\"", "an invalid literal"},
        {"\"dictionary\":[]", "a dictionary with no entries"},
        {"\"dictionary\":\"'M'\"", "a dictionary with no entries"},
        {"\"dictionary\":[[\"'M'\"]]", "not a pair of literals"},
        {"\"dictionary\":[[\"'M'\",\"1\",\"2\"]]", "not a pair of literals"},
        {"\"dictionary\":[[\"'M'\",1]]", "not a pair of literals"},
        {"\"dictionary\":[[\"'M'\",\"(1)\"]]", "an invalid literal"},
        {"\"dictionary\":[[\"M\",\"1\"]]", "an invalid literal"},
        {"\"dictionary\":[[\"'M'\",\"1\"],[\"'M'\",\"2\"]]", "has a value twice"},
        {"\"dictionary\":[[\"'M'\",\"1\"],[\"'F'\",\"1.0\"]]", "has a value twice"},
        {"\"dictionary\":[[\"'M'\",\"1\"],[\"'F'\",\"'1'\"]]", "of texts and numbers"},
    };
    for (size_t i = 0; i < COUNT_OF(HOSTILE); i++) {
        const char *problem = problem_of(p, HOSTILE[i][0]);
        if (!problem || !strstr(problem, HOSTILE[i][1]))
            fail_msg("%s: %s", HOSTILE[i][0], problem ? problem : "accepted");
    }
    assert_null(problem_of(p, "\"flag\":\"-1.5e3\""));
    assert_null(problem_of(p, "\"dictionary\":[[\"1\",\"2\"]],\"dictionary\":[[\"'M'\",\"1\"]]"));
    assert_null(problem_of(p, "\"dictionary\":[[\"1\",\"2\"]],\"flag\":\"1\""));
    assert_null(problem_of(p, "\"flag\":\"'it''s -- /* fine'\""));
    assert_null(problem_of(p, "\"part\":3,\"parts\":4,\"separator\":\"-\""));
}

/* What comes from elsewhere than JSON, which has no such bytes for us. */
static void test_bytes(void **state)
{
    (void)state;
    struct mapping_literal l;
    const struct str nul = STR("'a\0b'"), broken = STR("'\xff'"), after = STR("1\0");
    assert_false(mapping_literal_read(nul, &l));
    assert_false(mapping_literal_read(broken, &l));
    assert_false(mapping_literal_read(after, &l));
    assert_false(mapping_literal_read(STR_NONE, &l));
    assert_true(mapping_literal_read(STR("'it''s'"), &l));
    assert_int_equal(l.type, MAPPING_TEXT);
    assert_true(str_eq(l.text, STR("it''s")));
    assert_true(mapping_literal_read(STR("-12"), &l));
    assert_int_equal(l.type, MAPPING_INTEGER);
    assert_int_equal(l.integer, -12);
    assert_true(l.real == -12);
    const struct column_mapping part = {
        .kind = MAPPING_PART, .n_parts = 2, .separator = STR(" \0")};
    assert_non_null(column_mapping_problem(&part));
}

static void test_too_many_entries(void **state)
{
    struct people *p = *state;
    for (int n = MAPPING_MAX_ENTRIES; n <= MAPPING_MAX_ENTRIES + 1; n++) {
        struct buf text;
        text = (struct buf){0};
        for (int i = 0; i < n; i++)
            buf_printf(&text, "%s[\"%d\",\"'v%d'\"]", i ? "," : "\"dictionary\":[", i, i);
        buf_put(&text, STR("]"));
        const char *problem = problem_of(p, arena_str(&p->arena, buf_str(&text)).ptr);
        buf_release(&text);
        if (n > MAPPING_MAX_ENTRIES)
            assert_non_null(strstr(problem, "too many entries"));
        else
            assert_null(problem);
    }
}

/* The longest that are allowed can still be shown. */
static void test_largest(void **state)
{
    struct people *p = *state;
    static struct mapping_entry entries[MAPPING_MAX_ENTRIES];
    for (int i = 0; i < MAPPING_MAX_ENTRIES; i++)
        entries[i] = (struct mapping_entry){arena_printf(&p->arena, "'%0190d'", i),
                                            arena_printf(&p->arena, "'%0198d'", i)};
    const struct column_mapping mappings[] = {
        {.kind = MAPPING_DICTIONARY, .entries = entries, .n_entries = MAPPING_MAX_ENTRIES},
        {.kind = MAPPING_PART,
         .part = MAPPING_MAX_PARTS - 2,
         .n_parts = MAPPING_MAX_PARTS,
         .separator = arena_printf(&p->arena, "%0*d", MAPPING_MAX_SEPARATOR_BYTES, 0)},
    };
    for (size_t i = 0; i < COUNT_OF(mappings); i++) {
        const struct migration_column new = {
            .name = STR("m"), .natural = STR("m"), .mapping = &mappings[i]};
        assert_null(column_mapping_problem(&mappings[i]));
        const struct migration *m = migration_replace_column(
            &p->arena, &p->schema, column_named(&p->schema, "person.name"), &new, 1);
        const char *problem = fixture_compare(&p->arena, p->path, m, STR("SELECT m FROM person"));
        if (problem)
            fail_msg("mapping %zu: %s", i, problem);
    }
}

/* A key cannot be mapped, whatever a file says. */
static void test_no_keys(void **state)
{
    struct people *p = *state;
    struct str entry = entry_of(p, mapped(p, place_of_sex()));
    const struct migration *m;
    struct err e;
    const struct str from = STR("\"columns\":[1,2,{\"mapped\":3"),
                     to = STR(
                         "\"columns\":[{\"mapped\":1,\"offset\":1,\"factor\":1},2,{\"mapped\":3");
    size_t at = str_find(entry, from, 0);
    assert_true(at < entry.len);
    const struct str parts[] = {str_slice(entry, 0, at), to,
                                str_slice(entry, at + from.len, entry.len)};
    assert_int_equal(read_entry(p, arena_concat(&p->arena, parts, 3), &m, &e), E_SCHEMA);
}

/* Evidence cannot be rewritten: a sentence about an age is not true of a year. */
static void test_evidence_stays(void **state)
{
    struct people *p = *state;
    struct str text = STR("old: age > 60; sex = 'F'");
    for (size_t i = 0; i < N_MAPPED; i++)
        assert_ptr_equal(evidence_over(&p->arena, text, mapped(p, i)).ptr, text.ptr);
}

/* The page draws it as a column that came. */
static void test_drawing(void **state)
{
    struct people *p = *state;
    struct buf text;
    text = (struct buf){0};
    struct json_writer json = json_writer_to(&text);
    variant_drawing_json(&json, mapped(p, place_of_sex()), 0);
    assert_true(str_find(buf_str(&text), STR("[-1,\"mapped\",\"others\",0]"), 0) < text.len);
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_views_are_as_copies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_several_columns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_json_and_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hashes, set_up, tear_down),
        cmocka_unit_test(test_hash_of_kind),
        cmocka_unit_test_setup_teardown(test_hostile_json, set_up, tear_down),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test_setup_teardown(test_too_many_entries, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_largest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_evidence_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_drawing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
