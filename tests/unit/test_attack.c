/* test_attack.c: the parts of a search: words that are kept, and the expected success of changes.
 */
#include "reworded.h"
#include "unit.h"

#include "attack/candidates.h"
#include "base/buf.h"

/* The words of `before` that are gone in `after`, with blanks between. */
static void assert_gone(const char *before, const char *after, const char *expected)
{
    struct arena a = {0};
    struct word_row x = word_row_of(&a, str_from(before)), y = word_row_of(&a, str_from(after));
    const uint32_t *kept = words_kept(&a, &x, &y);
    struct str gone = STR("");
    for (uint32_t i = 0; i < x.count; i++)
        if (kept[i] == WORD_GONE)
            gone = arena_printf(&a, "%.*s%s%.*s", STR_ARG(gone), gone.len ? " " : "",
                                STR_ARG(x.items[i]));
    assert_string_equal(arena_str(&a, gone).ptr, expected);
    arena_release(&a);
}

static void test_words(void **state)
{
    (void)state;
    assert_gone("Show the name of all customers.", "Show the name of all clients.", "customers");
    assert_gone("Show the name.", "Please show the name!", "");
    assert_gone("How many cities, and in which country?", "How many towns, and in which land?",
                "cities country");
    assert_gone("a b a", "b a", "a");
    assert_gone("", "what", "");
    assert_gone("what ? !", "", "what");
}

/* Words keep their order, and each is one of the other row at most. */
static void test_words_order(void **state)
{
    (void)state;
    struct arena a = {0};
    struct word_row x = word_row_of(&a, STR("the name of the singer of the song"));
    struct word_row y = word_row_of(&a, STR("the singer of the song and the name"));
    const uint32_t *kept = words_kept(&a, &x, &y);
    uint32_t last = 0, n = 0;
    for (uint32_t i = 0; i < x.count; i++)
        if (kept[i] != WORD_GONE) {
            assert_true(n++ == 0 || kept[i] > last);
            assert_true(str_eq(x.items[i], y.items[kept[i]]));
            last = kept[i];
        }
    assert_int_equal(n, 5); /* the singer of the song */
    arena_release(&a);
}

/* A question of many words costs no more than they are worth. */
static void test_words_many(void **state)
{
    (void)state;
    struct arena a = {0};
    struct buf text = {0};
    for (int i = 0; i < 100000; i++)
        buf_put(&text, STR("word "));
    struct word_row row = word_row_of(&a, buf_str(&text));
    const uint32_t *kept = words_kept(&a, &row, &row);
    assert_int_equal(row.count, 100000);
    assert_int_equal(kept[0], WORD_GONE);
    buf_release(&text);
    arena_release(&a);
}

static double expect(const struct attack_rates *r, uint32_t relation, enum taken_words taken,
                     uint32_t tried)
{
    return attack_rates_expect(r, (struct change_kind){relation, taken, tried});
}

static void test_rates(void **state)
{
    (void)state;
    struct arena a = {0};
    struct attack_rates r = attack_rates_new(&a, 2);
    /* Nothing known: telling words promise most, and tries in vain less and less. */
    assert_true(expect(&r, 0, TAKEN_TELLING, 0) > expect(&r, 0, TAKEN_UNRANKED, 0));
    assert_true(expect(&r, 0, TAKEN_UNRANKED, 0) > expect(&r, 0, TAKEN_IDLE, 0));
    assert_true(expect(&r, 0, TAKEN_UNRANKED, 0) > expect(&r, 0, TAKEN_UNRANKED, 1));
    assert_true(expect(&r, 1, TAKEN_IDLE, TRIED_MAX) == expect(&r, 1, TAKEN_IDLE, 1000));
    /* Outcomes count for more, for their own kind only, and for later changes. */
    double before = expect(&r, 1, TAKEN_UNRANKED, 1);
    for (int i = 0; i < 50; i++)
        attack_rates_add(&r, (struct change_kind){1, TAKEN_UNRANKED, 0}, false);
    assert_true(expect(&r, 1, TAKEN_UNRANKED, 0) < 0.05);
    assert_true(expect(&r, 1, TAKEN_UNRANKED, 1) < before / 5);
    assert_true(expect(&r, 0, TAKEN_UNRANKED, 0) == 0.5);
    for (int i = 0; i < 50; i++)
        attack_rates_add(&r, (struct change_kind){1, TAKEN_UNRANKED, 0}, true);
    assert_true(expect(&r, 1, TAKEN_UNRANKED, 0) > 0.45);
    arena_release(&a);
}

/* However many changes there were: the first question says what must be mentioned. */
static void test_faithful(void **state)
{
    struct school *s = *state;
    struct question_reading reading = school_read(s, "SELECT name FROM teacher WHERE age > 30",
                                                  "What are the names of teachers older than 30?");
    struct attack_worker w = {.origin = {.view = {.reading = &reading}}};
    assert_true(attack_faithful(&w, STR("Please list the names of instructors older than 30.")));
    assert_false(attack_faithful(&w, STR("What are the names of teachers older than 40?")));
    assert_false(attack_faithful(&w, STR("What are the names of older teachers?")));
    arena_release(&w.scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),      cmocka_unit_test(test_words_order),
        cmocka_unit_test(test_words_many), cmocka_unit_test(test_rates),
        cmocka_unit_test(test_faithful),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
