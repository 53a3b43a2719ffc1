/* test_migration_compose.c: two migrations as one: a database that is changed by that is the one
 * that is changed by both, one after the other. */
#include "fixture.h"
#include "schema_seeds.h"
#include "unit.h"
#include "world.h"

#include "base/rng.h"
#include "relation/draw.h"
#include "sql/quote.h"
#include "store/database_copy.h"
#include "verify/rows_equal.h"

#include <stdio.h>

enum { VARIANTS = 6 };

static const struct relation *const TESTED[] = {&relation_NO, &relation_FL, &relation_OK,
                                                &relation_TS, &relation_CS, &relation_CRm};

enum { N_TESTED = COUNT_OF(TESTED) };

static const char GOLD[] = "SELECT city_name FROM city";

static struct case_list draw(struct arena *a, const struct relation *r,
                             const struct relation_seed *s)
{
    return relation_draw(a, r, s, VARIANTS, rng_stream(1, str_from(r->id), 0));
}

static const char *copy(struct arena *a, const char *from, const struct migration *m)
{
    struct err e;
    const char *path = fixture_copy_path(a);
    if (database_copy(from, m, path, NULL, &e) != OK)
        fail_msg("cannot copy: %s", e.msg);
    return path;
}

/* Every table of the last schema has the same rows in both files. */
static void assert_same_tables(struct arena *a, const struct migration *m, const char *x,
                               const char *y, const char *what)
{
    for (uint32_t t = 0; t < m->n_tables; t++) {
        struct buf sql = {0};
        buf_put(&sql, STR("SELECT * FROM "));
        sql_put_name(&sql, m->tables[t].name);
        buf_putc(&sql, '\0');
        struct rows left = fixture_query(a, x, sql.ptr), right = fixture_query(a, y, sql.ptr);
        if (!rows_equal(&left, &right, false, a))
            fail_msg("%s: other rows by '%s'", what, sql.ptr);
        buf_release(&sql);
    }
}

/* Compare one after the other with both at once. False if one migration cannot express both. */
static bool compare(struct world *w, const struct test_case *first, const struct relation *r,
                    const struct test_case *second)
{
    struct arena a = {0};
    const struct migration *both = migration_compose(&a, first->migration, second->migration);
    if (both) {
        char what[600];
        snprintf(what, sizeof what, "%.*s, then %s %.*s", STR_ARG(first->change), r->id,
                 STR_ARG(second->change));
        const char *between = copy(&a, w->path, first->migration);
        const char *chained = copy(&a, between, second->migration);
        const char *at_once = copy(&a, w->path, both);
        assert_ptr_equal(both->old, first->migration->old);
        assert_same_tables(&a, both, chained, at_once, what);
        assert_null(fixture_compare(&a, w->path, both, str_from("SELECT 1")));
        fixture_copy_remove(between);
        fixture_copy_remove(chained);
        fixture_copy_remove(at_once);
    }
    arena_release(&a);
    return both != NULL;
}

/* The seed over the schema that a variant makes. */
static bool seed_after(struct world *w, const struct test_case *c, struct relation_seed *out)
{
    struct schema *schema = ARENA_NEW(&w->arena, struct schema);
    migration_schema(&w->arena, c->migration, STR("between"), schema, NULL);
    return seed_make(&w->arena, schema, NULL, STR("Which cities are there?"), c->query, out);
}

static void test_all_pairs(void **state)
{
    struct world *w = *state;
    uint32_t made = 0, refused = 0;
    struct relation_seed s, next;
    assert_true(seed_make(&w->arena, &w->schema, w->path, STR("Which cities are there?"),
                          str_from(GOLD), &s));
    for (size_t i = 0; i < N_TESTED; i++) {
        struct case_list first = draw(&w->arena, TESTED[i], &s);
        for (uint32_t f = 0; f < first.count; f++) {
            if (!seed_after(w, &first.items[f], &next))
                continue;
            for (size_t k = 0; k < N_TESTED; k++) {
                struct case_list second = draw(&w->arena, TESTED[k], &next);
                for (uint32_t j = 0; j < second.count && j < 2; j++)
                    if (compare(w, &first.items[f], TESTED[k], &second.items[j]))
                        made++;
                    else
                        refused++;
            }
        }
    }
    assert_true(made > 150);
    assert_true(refused > 0); /* a column that was moved cannot be moved again */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_pairs, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
