/* test_migration_hash.c: different changes have different names. */
#include "unit.h"

#include "fixture.h"
#include "schema_seeds.h"
#include "world.h"

#include <stdio.h>

enum { MAX_CHANGES = 200 };

struct changes {
    const struct migration *items[MAX_CHANGES];
    size_t count;
};

static void add(struct changes *c, const struct migration *m)
{
    assert_true(c->count < MAX_CHANGES);
    c->items[c->count++] = m;
}

/* Everything that one column, key or table can undergo. */
static void add_all(struct changes *c, struct world *w)
{
    const struct schema *s = &w->schema;
    for (uint32_t i = 1; i < s->n_columns; i++) {
        add(c, migration_rename_column(&w->arena, s, i, STR("fresh"), STR("fresh")));
        add(c, migration_rename_column(&w->arena, s, i, STR("fresh"), STR("very fresh")));
        add(c, migration_drop_column(&w->arena, s, i));
    }
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        add(c, migration_forget_foreign_key(&w->arena, s, i));
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (!str_eq(s->tables[t].name, STR("kind"))) /* which has no key to forget */
            add(c, migration_forget_primary_key(&w->arena, s, t));
}

static void test_distinct(void **state)
{
    struct world *w = *state;
    struct changes c = {0};
    add_all(&c, w);
    for (size_t i = 0; i < c.count; i++)
        for (size_t k = 0; k < i; k++)
            if (migration_hash(c.items[i]) == migration_hash(c.items[k]))
                fail_msg("changes %zu and %zu", k, i);
}

/* The same change of the same schema has the same name. */
static void test_same(void **state)
{
    struct world *w = *state;
    uint32_t column = column_named(&w->schema, "city.mayor");
    const struct migration *m = migration_drop_column(&w->arena, &w->schema, column),
                           *again = migration_drop_column(&w->arena, &w->schema, column);
    struct schema other = w->schema;
    other.db_id = STR("villages");
    const struct migration *elsewhere = migration_drop_column(&w->arena, &other, column);
    assert_true(migration_hash(m) == migration_hash(again));
    assert_true(migration_hash(m) != migration_hash(elsewhere));
    struct str id = migration_db_id(&w->arena, m, STR("CRm"));
    assert_true(str_starts(id, STR("towns.CRm.")));
    assert_int_equal(id.len, strlen("towns.CRm.") + 12);
    char digits[17];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)migration_hash(m));
    assert_memory_equal(id.ptr + strlen("towns.CRm."), digits, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_distinct, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_same, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
