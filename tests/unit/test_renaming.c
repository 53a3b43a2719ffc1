/* test_renaming.c: a schema under other names or with more columns, and cases with a query of their
 * own over it. */
#include "fixture.h"
#include "schema_seeds.h"
#include "sure.h"
#include "world.h"

#include "migration/migration.h"

/* The schema of the world under other names, to be edited. */
static struct schema *twin(struct world *w)
{
    struct schema *s = ARENA_NEW(&w->arena, struct schema);
    *s = w->schema;
    s->db_id = STR("towns_0");
    s->tables = arena_grow_array(&w->arena, s->tables, s->n_tables, s->n_tables, sizeof *s->tables);
    s->columns =
        arena_grow_array(&w->arena, s->columns, s->n_columns, s->n_columns, sizeof *s->columns);
    return s;
}

static uint32_t column_table(const struct schema *s, const char *column)
{
    return s->columns[column_named(s, column)].table;
}

static struct str *name_of(struct schema *s, const struct schema *old, const char *column)
{
    return &s->columns[column_named(old, column)].name;
}

/* Tables and columns, a key and what refers to it, and two columns that swap names. */
static const struct migration *rename_many(struct world *w)
{
    struct schema *s = twin(w);
    s->tables[schema_find_table(&w->schema, STR("city"))].name = STR("town");
    *name_of(s, &w->schema, "city.city_id") = STR("town id");
    *name_of(s, &w->schema, "country.code") = STR("select");
    *name_of(s, &w->schema, "visit.guests") = STR("mood");
    *name_of(s, &w->schema, "visit.mood") = STR("guests");
    return migration_rename_all(&w->arena, &w->schema, s);
}

static void test_shown(void **state)
{
    struct world *w = *state;
    const struct migration *m = rename_many(w);
    assert_non_null(m);
    const char *problem =
        fixture_compare(&w->arena, w->path, m,
                        STR("SELECT city_name, \"select\" FROM town JOIN country ON country_code = "
                            "\"select\" ORDER BY \"town id\""));
    if (problem)
        fail_msg("%s", problem);
    for (uint32_t t = 0; t < m->n_tables; t++) {
        struct str name = w->schema.tables[t].name;
        bool stays = str_eq(name, STR("kind")) || str_eq(name, STR("letter"));
        assert_int_equal(m->tables[t].changed, !stays);
    }
}

static void test_lineage(void **state)
{
    struct world *w = *state;
    struct schema new;
    const uint32_t *lineage;
    migration_schema(&w->arena, rename_many(w), STR("new"), &new, &lineage);
    for (uint32_t c = 1; c < new.n_columns; c++)
        assert_int_equal(lineage[c], c);
    assert_int_equal(new.n_foreign_keys, w->schema.n_foreign_keys);
    for (uint32_t i = 0; i < new.n_foreign_keys; i++) {
        assert_int_equal(new.foreign_keys[i].from, w->schema.foreign_keys[i].from);
        assert_int_equal(new.foreign_keys[i].to, w->schema.foreign_keys[i].to);
    }
}

static void test_more_than_names(void **state)
{
    struct world *w = *state;
    struct schema *s = twin(w);
    assert_non_null(migration_rename_all(&w->arena, &w->schema, s));
    s->columns[column_named(&w->schema, "visit.guests")].type = SCHEMA_BOOLEAN;
    assert_null(migration_rename_all(&w->arena, &w->schema, s));
    s = twin(w);
    s->columns[column_named(&w->schema, "visit.guests")].table = 0;
    assert_null(migration_rename_all(&w->arena, &w->schema, s));
    s = twin(w);
    s->n_columns--;
    assert_null(migration_rename_all(&w->arena, &w->schema, s));
}

/* The case's own query is run, with a database and without. */
static void test_proof(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *query;
        enum proof_outcome with, without;
    } cases[] = {
        {"SELECT mood FROM visit", PROOF_PROVED, PROOF_PROVED},
        {"SELECT guests FROM visit", PROOF_DIFFERS, PROOF_PROVED},
        {"SELECT mood FROM visit WHERE city_id IN (SELECT \"town id\" FROM town)", PROOF_PROVED,
         PROOF_PROVED},
        {"SELECT mood FROM visit WHERE city_id IN (SELECT city_id FROM city)", PROOF_FAILS,
         PROOF_FAILS},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct proof_task task = {.database = w->path,
                                  .gold = STR("SELECT guests FROM visit"),
                                  .migration = rename_many(w),
                                  .changed = str_from(cases[i].query)};
        struct proof with = sure_proof(w->prover, &task);
        task.database = NULL;
        struct proof without = sure_proof(w->prover, &task);
        if (with.outcome != cases[i].with || without.outcome != cases[i].without)
            fail_msg("%s: %s, %s", cases[i].query, proof_outcome_name(with.outcome),
                     proof_outcome_name(without.outcome));
    }
}

/* The world with two columns more, one in the midst of a table and one at its end. */
static const struct migration *insert_two(struct world *w)
{
    const struct migration_insertion list[] = {
        {.table = column_table(&w->schema, "visit.day"),
         .at = 1,
         .name = STR("hour"),
         .natural = STR("hour"),
         .type = SCHEMA_NUMBER},
        {.table = column_table(&w->schema, "visit.day"),
         .at = w->schema.tables[column_table(&w->schema, "visit.day")].n_columns + 1,
         .name = STR("guide name"),
         .natural = STR("guide name"),
         .type = SCHEMA_TEXT},
    };
    return migration_insert_columns(&w->arena, &w->schema, list, 2);
}

static void test_extended(void **state)
{
    struct world *w = *state;
    struct schema new, again;
    const uint32_t *lineage;
    migration_schema(&w->arena, insert_two(w), STR("more"), &new, NULL);
    const struct migration *m = migration_extend(&w->arena, &w->schema, &new);
    assert_non_null(m);
    migration_schema(&w->arena, m, STR("more"), &again, &lineage);
    assert_int_equal(again.n_columns, w->schema.n_columns + 2);
    assert_int_equal(lineage[column_named(&again, "visit.hour")], SCHEMA_NONE);
    assert_int_equal(lineage[column_named(&again, "visit.guide name")], SCHEMA_NONE);
    assert_int_equal(lineage[column_named(&again, "visit.day")],
                     column_named(&w->schema, "visit.day"));
    const char *problem = fixture_compare(
        &w->arena, w->path, m, STR("SELECT day, hour, \"guide name\" FROM visit ORDER BY 1, 2, 3"));
    if (problem)
        fail_msg("%s", problem);
}

/* A schema does not extend itself, nor of one with a column that it lacks, or has otherwise. */
static void test_not_extended(void **state)
{
    struct world *w = *state;
    struct schema more;
    migration_schema(&w->arena, insert_two(w), STR("more"), &more, NULL);
    assert_null(migration_extend(&w->arena, &w->schema, &w->schema));
    assert_null(migration_extend(&w->arena, &more, &w->schema));
    more.columns[column_named(&more, "visit.day")].type = SCHEMA_NUMBER;
    assert_null(migration_extend(&w->arena, &w->schema, &more));
    struct schema *s = twin(w);
    s->tables[0].name = STR("another");
    assert_null(migration_extend(&w->arena, &w->schema, s));
}

/* A schema with more columns, and then under other names: still shown from the first. */
static void test_renamed_afterwards(void **state)
{
    struct world *w = *state;
    struct schema more, again;
    const uint32_t *lineage;
    const struct migration *first = insert_two(w);
    migration_schema(&w->arena, first, STR("more"), &more, NULL);
    uint32_t day = column_named(&more, "visit.day"),
             guide = column_named(&more, "visit.guide name");
    more.tables[column_table(&more, "visit.day")].name = STR("stay");
    more.columns[day].name = STR("date");
    const struct migration *m = migration_then_rename(&w->arena, first, &more);
    assert_non_null(m);
    migration_schema(&w->arena, m, STR("again"), &again, &lineage);
    assert_int_equal(lineage[column_named(&again, "stay.date")],
                     column_named(&w->schema, "visit.day"));
    assert_int_equal(lineage[guide], SCHEMA_NONE);
    assert_int_equal(again.n_foreign_keys, w->schema.n_foreign_keys);
    const char *problem = fixture_compare(
        &w->arena, w->path, m, STR("SELECT date, hour, \"guide name\" FROM stay ORDER BY 1, 2, 3"));
    if (problem)
        fail_msg("%s", problem);
    more.n_tables--;
    assert_null(migration_then_rename(&w->arena, first, &more));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown),
        cmocka_unit_test(test_lineage),
        cmocka_unit_test(test_more_than_names),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_extended),
        cmocka_unit_test(test_not_extended),
        cmocka_unit_test(test_renamed_afterwards),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
