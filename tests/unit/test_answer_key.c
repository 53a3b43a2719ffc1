/* test_answer_key.c: answers to different questions have different keys. */
#include "unit.h"

#include "system/answer_cache.h"

enum { N_REPEATS = 8, N_TEXTS = 5 };

static void every_part_counts(void **state)
{
    (void)state;
    static const struct str TEXTS[N_TEXTS] = {STR_INIT(""), STR_INIT("a"), STR_INIT("b"),
                                              STR_INIT("ab"), STR_INIT("a\0b")};
    static const uint32_t REPEATS[N_REPEATS] = {0, 1, 2, 255, 0x100, 0x10000, 1u << 24, UINT32_MAX};
    struct digest keys[N_TEXTS * N_TEXTS * N_REPEATS];
    size_t count = 0;
    for (size_t system = 0; system < N_TEXTS; system++)
        for (size_t request = 0; request < N_TEXTS; request++)
            for (size_t r = 0; r < N_REPEATS; r++)
                keys[count++] = answer_key(TEXTS[system], TEXTS[request], REPEATS[r]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(digest_eq(keys[i], keys[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_part_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
