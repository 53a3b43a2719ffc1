/* test_attack_parts.c: how an attack is cut into blocks, and manifests of its parts added up. */
#include "unit.h"

#include "attacking/attack_block.h"
#include "attacking/attack_manifest_text.h"

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

/* The shares of all blocks are the budget, and each has its part of it. */
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

/* Manifests */

/* A manifest whose counts are all others, with this many in all. */
static struct attack_manifest counted(uint64_t first, uint64_t *by_changes,
                                      struct attack_manifest_relation *relations)
{
    uint64_t n = first;
    struct attack_manifest m = {.head = {.version = 1,
                                         .key = STR("k"),
                                         .part = {.of = STR("abc"),
                                                  .shard = {1, 2},
                                                  .seeds = {0, 500},
                                                  .choice = {true, 3}},
                                         .drawn_of = 2000,
                                         .proof = true,
                                         .databases = STR("here")},
                                .search = {.system = STR("s"), .steps = 4, .candidates = 20},
                                .by_changes = by_changes,
                                .n_changes = 2,
                                .relations = relations,
                                .n_relations = 2};
    uint64_t *const counts[] = {
        &m.head.seeds,         &m.search.budget,         &m.search.questions,
        &m.search.broken,      &m.search.held,           &m.search.unfinished,
        &m.search.untried,     &m.search.unanswered,     &m.search.wrong,
        &m.search.faulty_gold, &m.search.unchangeable,   &m.cases,
        &by_changes[0],        &by_changes[1],           &relations[0].broken,
        &relations[1].broken,  &m.search.blocks_given_up};
    relations[0].id = STR("syn");
    relations[1].id = STR("PI");
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        *counts[i] = n++;
    return m;
}

static struct str text_of(struct arena *a, const struct attack_manifest *m)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    attack_manifest_write(&w, m);
    struct str out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return out;
}

static void test_manifests_are_read_as_written(void **state)
{
    struct arena a = {0};
    struct attack_manifest_relation relations[2];
    struct attack_manifest back;
    uint64_t changes[2];
    struct err e;
    (void)state;
    struct attack_manifest m = counted(10, changes, relations);
    struct str text = text_of(&a, &m);
    assert_int_equal(attack_manifest_read(&a, text, &back, &e), OK);
    assert_true(str_eq(text_of(&a, &back), text));
    assert_true(part_eq(&back.head.part, &m.head.part));
    arena_release(&a);
}

static void test_blocks_given_up_are_told_where_there_are_some(void **state)
{
    struct arena a = {0};
    struct attack_manifest_relation relations[2];
    struct attack_manifest back;
    uint64_t changes[2];
    struct err e;
    (void)state;
    struct attack_manifest m = counted(10, changes, relations);
    m.search.blocks_given_up = 0;
    struct str text = text_of(&a, &m);
    assert_true(str_find(text, STR("given_up"), 0) >= text.len);
    assert_int_equal(attack_manifest_read(&a, text, &back, &e), OK);
    assert_int_equal(back.search.blocks_given_up, 0);
    arena_release(&a);
}

static void test_counts_add_up(void **state)
{
    struct arena a = {0};
    struct attack_manifest_relation relations[3][2];
    uint64_t changes[3][2];
    (void)state;
    struct attack_manifest x = counted(100, changes[0], relations[0]);
    struct attack_manifest y = counted(1000, changes[1], relations[1]);
    struct attack_manifest sum = counted(0, changes[2], relations[2]);
    assert_true(attack_manifest_add(&sum, &x));
    assert_true(attack_manifest_add(&sum, &y));
    for (uint64_t i = 0; i < 2; i++) {
        assert_int_equal(changes[2][i], 1100 + 3 * (12 + i));
        assert_int_equal(relations[2][i].broken, 1100 + 3 * (14 + i));
    }
    assert_int_equal(sum.head.seeds, 1100);
    assert_int_equal(sum.search.budget, 1103);
    assert_int_equal(sum.search.questions, 1106);
    assert_int_equal(sum.search.broken, 1109);
    assert_int_equal(sum.search.unchangeable, 1130);
    assert_int_equal(sum.cases, 1133);
    assert_int_equal(sum.search.blocks_given_up, 1148);
    assert_int_equal(sum.search.steps, 4);
    attack_manifest_settle(&sum);
    assert_true(part_is_whole(&sum.head.part));
    assert_int_equal(sum.head.limit, 1100);
    assert_int_equal(sum.head.drawn_of, 0);
    relations[1][1].id = STR("TS");
    assert_false(attack_manifest_add(&sum, &y));
    arena_release(&a);
}

static void test_other_texts_are_no_manifests(void **state)
{
    static const struct {
        const char *from, *to;
    } FAULTS[] = {{"\"version\":1", "\"version\":2"},
                  {"\"key\":\"k\"", "\"key\":\"\""},
                  {"\"broken\":13", "\"broken\":\"13\""},
                  {"\"held\":14", "\"hold\":14"},
                  {"\"attack\":{", "\"attacks\":{"},
                  {"\"by_changes\":[", "\"changes\":["},
                  {"\"syn\":24", "\"syn\":-4"},
                  {"\"proved\":21", "\"proven\":21"},
                  {"\"broken\":13", "\"broken\":9223372036854775807"},
                  {"\"syn\":24", "\"syn\":4294967296"},
                  {"\"by_changes\":[22", "\"by_changes\":[4294967296"},
                  {"\"seeds\":10,", "\"seeds\":4294967296,"},
                  {"\"proved\":21", "\"proved\":4294967296"},
                  {"\"blocks_given_up\":26", "\"blocks_given_up\":\"\""}};
    struct arena a = {0};
    struct attack_manifest_relation relations[2];
    struct attack_manifest back;
    uint64_t changes[2];
    struct err e;
    (void)state;
    struct attack_manifest m = counted(10, changes, relations);
    struct str text = text_of(&a, &m);
    for (size_t i = 0; i < COUNT_OF(FAULTS); i++) {
        size_t at = str_find(text, str_from(FAULTS[i].from), 0);
        assert_true(at < text.len);
        struct str rest = str_slice(text, at + strlen(FAULTS[i].from), text.len);
        struct str bad =
            arena_printf(&a, "%.*s%s%.*s", (int)at, text.ptr, FAULTS[i].to, STR_ARG(rest));
        assert_int_not_equal(attack_manifest_read(&a, bad, &back, &e), OK);
    }
    assert_int_not_equal(attack_manifest_read(&a, str_slice(text, 0, text.len / 2), &back, &e), OK);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_have_their_size_at_least),
        cmocka_unit_test(test_budgets_are_shared_out),
        cmocka_unit_test(test_manifests_are_read_as_written),
        cmocka_unit_test(test_blocks_given_up_are_told_where_there_are_some),
        cmocka_unit_test(test_counts_add_up),
        cmocka_unit_test(test_other_texts_are_no_manifests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
