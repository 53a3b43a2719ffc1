/* test_draw_seeds.c: that a part of a dataset is drawn evenly, and always the same. */
#include "shared.h"
#include "unit.h"

#include "base/hash.h"
#include "dataset/draw_seeds.h"

enum { MAX_DATABASES = 200, N_LEVELS = 5 };

/* How many seeds there are of each database, and of each level in it. */
struct counts {
    uint32_t of[MAX_DATABASES], level[MAX_DATABASES][N_LEVELS];
};

struct drawing {
    struct arena arena;
    struct dataset dataset;
    struct name_map databases;
    uint32_t n_databases;
    struct str *hardness; /* by number of the seed */
    struct counts all;
};

static uint32_t level_of(struct str hardness)
{
    static const char *const NAMES[] = {"easy", "medium", "hard", "extra"};
    uint32_t level = 0;
    while (level < 4 && !(hardness.ptr && str_eq(hardness, str_from(NAMES[level]))))
        level++;
    return level;
}

static void count(const struct drawing *w, struct seed_list list, struct counts *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t d = name_map_get(&w->databases, list.items[i].db_id);
        out->of[d]++;
        out->level[d][level_of(w->hardness[list.items[i].number])]++;
    }
}

static void learn(struct drawing *w)
{
    const struct dataset *d = &w->dataset;
    w->hardness = ARENA_ARRAY(&w->arena, struct str, d->n_seeds);
    w->n_databases = 0;
    name_map_init_exact(&w->databases, &w->arena, 1);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        w->hardness[i] = seed_hardness(&w->arena, &d->seeds[i]);
        if (name_map_get(&w->databases, d->seeds[i].db_id) == NAME_NONE)
            name_map_put(&w->databases, &w->arena, d->seeds[i].db_id, w->n_databases++);
    }
    assert_true(w->n_databases <= MAX_DATABASES);
    count(w, (struct seed_list){d->seeds, d->n_seeds}, &w->all);
}

static int set_up(void **state)
{
    static struct drawing w;
    struct err e;
    if (!shared_present())
        return 0;
    if (dataset_load(&w.dataset, &(struct dataset_source){.data = shared_path(&w.arena, "spider")},
                     &e))
        return -1;
    learn(&w);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct drawing *w = *state;
    if (w) {
        dataset_release(&w->dataset);
        arena_release(&w->arena);
    }
    return 0;
}

/* No count is below another by more than one, unless there are no more. */
static void assert_even(const uint32_t *drawn, const uint32_t *all, uint32_t n)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; i++)
        most = drawn[i] > most ? drawn[i] : most;
    for (uint32_t i = 0; i < n; i++)
        assert_true(drawn[i] + 1 >= most || drawn[i] == all[i]);
}

static void assert_evenly_drawn(const struct drawing *w, struct seed_list list)
{
    struct counts drawn;
    count(w, list, &drawn);
    assert_even(drawn.of, w->all.of, w->n_databases);
    for (uint32_t d = 0; d < w->n_databases; d++)
        assert_even(drawn.level[d], w->all.level[d], N_LEVELS);
    for (uint32_t i = 1; i < list.count; i++)
        assert_true(list.items[i - 1].number < list.items[i].number);
}

static bool has(struct seed_list list, uint32_t number)
{
    uint32_t i = 0;
    while (i < list.count && list.items[i].number != number)
        i++;
    return i < list.count;
}

/* Any number, of Spider's development set; each larger draw holds the smaller one. */
static void draws_evenly(void **state)
{
    struct drawing *w = *state;
    struct seed_list before = {NULL, 0};
    if (!w)
        skip();
    assert_int_equal(w->dataset.n_seeds, 1034);
    assert_int_equal(w->n_databases, 20);
    for (uint32_t n = 1; n < w->dataset.n_seeds; n += n < 100 ? 1 : 37) {
        struct seed_list list = draw_seeds(&w->arena, &w->dataset, n, 1);
        assert_int_equal(list.count, n);
        assert_evenly_drawn(w, list);
        for (uint32_t i = 0; i < before.count; i++)
            assert_true(has(list, before.items[i].number));
        before = list;
    }
}

/* One seed of each database does not mean the easiest of each: every level is there. */
static void few_are_of_all_levels(void **state)
{
    struct drawing *w = *state;
    uint32_t levels[N_LEVELS] = {0};
    if (!w)
        skip();
    struct seed_list list = draw_seeds(&w->arena, &w->dataset, w->n_databases, 1);
    for (uint32_t i = 0; i < list.count; i++)
        levels[level_of(w->hardness[list.items[i].number])]++;
    for (uint32_t l = 0; l < 4; l++)
        assert_in_range(levels[l], 3, 8);
}

static void the_random_seed_decides(void **state)
{
    struct drawing *w = *state;
    uint32_t same = 0;
    if (!w)
        skip();
    struct seed_list one = draw_seeds(&w->arena, &w->dataset, 100, 1),
                     again = draw_seeds(&w->arena, &w->dataset, 100, 1),
                     other = draw_seeds(&w->arena, &w->dataset, 100, 2);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(one.items[i].number, again.items[i].number);
        same += has(other, one.items[i].number);
    }
    assert_true(same < 50);
    assert_evenly_drawn(w, other);
}

/* Two databases, of which one has three seeds of seven; none has a gold query. */
static void databases_alone_count_without_gold(void **state)
{
    (void)state;
    struct seed seeds[7];
    struct dataset d = {.seeds = seeds, .n_seeds = 7};
    struct arena a = {0};
    for (uint32_t i = 0; i < 7; i++)
        seeds[i] = (struct seed){.number = i, .db_id = i < 4 ? STR("one") : STR("two")};
    for (uint32_t n = 1; n < 7; n++) {
        struct seed_list list = draw_seeds(&a, &d, n, n);
        uint32_t of_one = 0;
        for (uint32_t i = 0; i < list.count; i++)
            of_one += list.items[i].number < 4;
        assert_int_equal(list.count, n);
        assert_in_range(of_one, n / 2, n - n / 2);
    }
    arena_release(&a);
}

static void enough_is_all(void **state)
{
    (void)state;
    struct seed seeds[3] = {{.number = 0}, {.number = 1}, {.number = 2}};
    const struct dataset d = {.seeds = seeds, .n_seeds = 3};
    struct arena a = {0};
    static const uint32_t LIMITS[] = {0, 3, 4, UINT32_MAX};
    for (size_t i = 0; i < COUNT_OF(LIMITS); i++) {
        struct seed_list list = draw_seeds(&a, &d, LIMITS[i], 1);
        assert_ptr_equal(list.items, seeds);
        assert_int_equal(list.count, 3);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_evenly),
        cmocka_unit_test(few_are_of_all_levels),
        cmocka_unit_test(the_random_seed_decides),
        cmocka_unit_test(databases_alone_count_without_gold),
        cmocka_unit_test(enough_is_all),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
