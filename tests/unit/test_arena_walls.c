/* test_arena_walls.c: AddressSanitizer sees a use of memory that an arena did not give out. */
#include "unit.h"

#include "base/arena.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

static void behind_the_end(void **state)
{
    (void)state;
    struct arena a = {0};
    for (size_t size = 1; size < 20000; size = size * 3 / 2 + 1) {
        char *p = arena_alloc(&a, size);
        assert_null(__asan_region_is_poisoned(p, size));
        assert_true(__asan_address_is_poisoned(p + size));
    }
    arena_release(&a);
}

/* Memory from before the mark stays; memory from after it goes, in all blocks. */
static void behind_a_mark(void **state)
{
    (void)state;
    struct arena a = {0};
    char *before = arena_alloc(&a, 100);
    struct arena_mark mark = arena_mark(&a);
    char *after[100];
    for (size_t i = 0; i < 100; i++)
        after[i] = arena_alloc(&a, 1000);
    arena_rewind(&a, mark);
    assert_null(__asan_region_is_poisoned(before, 100));
    for (size_t i = 0; i < 100; i++)
        assert_true(__asan_address_is_poisoned(after[i]));
    char *again = arena_zalloc(&a, 1000);
    assert_null(__asan_region_is_poisoned(again, 1000));
    arena_clear(&a);
    assert_true(__asan_address_is_poisoned(before));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(behind_the_end),
                                       cmocka_unit_test(behind_a_mark)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void) /* nobody else sees them */
{
    return 0;
}
#endif
