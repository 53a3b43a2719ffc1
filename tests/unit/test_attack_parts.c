/* test_attack_parts.c: how an attack is cut into blocks. */
#include "unit.h"

#include "attacking/attacking.h"

/* Blocks */

static struct attack_cut cut(uint32_t seeds, uint32_t size)
{
    struct arena a = {0};
    struct dataset d = {0};
    struct attack_cut out;
    struct err e;
    struct seed *pool = arena_zalloc(&a, ((size_t)seeds + 1) * sizeof *pool);
    for (uint32_t i = 0; i < seeds; i++)
        pool[i].number = i;
    d.seeds = pool;
    d.n_seeds = seeds;
    struct shard whole = {0, 0};
    assert_int_equal(
        attack_cut_make(&a, &d, (struct seed_list){pool, seeds}, size, whole, &out, &e), OK);
    arena_release(&a);
    return out;
}

/* All seeds are in a block, and blocks differ by one at most. */
static void check_blocks(uint32_t seeds, uint32_t size, uint32_t n_blocks)
{
    struct attack_cut c = cut(seeds, size);
    assert_int_equal(c.n_blocks, n_blocks);
    assert_int_equal(attack_block_begin(&c, 0), 0);
    assert_int_equal(attack_block_begin(&c, n_blocks), seeds);
    for (uint32_t i = 0; i < n_blocks; i++) {
        uint32_t n = attack_block_begin(&c, i + 1) - attack_block_begin(&c, i);
        assert_true(n == seeds / n_blocks || n == seeds / n_blocks + 1);
        assert_true(n_blocks == 1 || n >= size);
    }
}

static void test_blocks_have_their_size_at_least(void **state)
{
    (void)state;
    check_blocks(0, 200, 1);
    check_blocks(1, 200, 1);
    check_blocks(200, 200, 1);
    check_blocks(399, 200, 1);
    check_blocks(400, 200, 2);
    check_blocks(1034, 200, 5);
    check_blocks(1034, 0, 1);
    check_blocks(7, 1, 7);
    check_blocks(7, UINT32_MAX, 1);
}

/* The shares of all blocks add up to the budget, and each has its part of it. */
static void test_budgets_are_shared_out(void **state)
{
    static const uint32_t BUDGETS[] = {1, 2, 3, 6, 7, 100, 1000, UINT32_MAX};
    (void)state;
    for (uint32_t seeds = 1; seeds < 60; seeds += 3)
        for (size_t k = 0; k < COUNT_OF(BUDGETS); k++) {
            struct attack_cut c = cut(seeds, 5);
            uint64_t sum = 0;
            for (uint32_t i = 0; i < c.n_blocks; i++) {
                uint64_t share = attack_block_share(&c, i, BUDGETS[k]);
                uint64_t n = attack_block_begin(&c, i + 1) - attack_block_begin(&c, i);
                assert_true(share >= BUDGETS[k] * n / seeds);
                assert_true(share <= BUDGETS[k] * n / seeds + 1);
                sum += share;
            }
            assert_int_equal(sum, BUDGETS[k]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_have_their_size_at_least),
        cmocka_unit_test(test_budgets_are_shared_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
