/* test_attack.c: the parts of a search: words that are taken, and the expected success of changes.
 */
#include "reworded.h"
#include "unit.h"

#include "attack/candidates.h"
#include "rewording/word_alignment.h"

/* Words keep their order, and each is one of the other row at most. */
static void test_words_order(void **state)
{
    (void)state;
    struct arena a = {0};
    static const struct str x[] = {STR_INIT("the"), STR_INIT("name"),   STR_INIT("of"),
                                   STR_INIT("the"), STR_INIT("singer"), STR_INIT("of"),
                                   STR_INIT("the"), STR_INIT("song")};
    static const struct str y[] = {STR_INIT("the"), STR_INIT("singer"), STR_INIT("of"),
                                   STR_INIT("the"), STR_INIT("song"),   STR_INIT("and"),
                                   STR_INIT("the"), STR_INIT("name")};
    const uint32_t *kept = words_kept(&a, x, COUNT_OF(x), y, COUNT_OF(y));
    uint32_t last = 0, n = 0;
    for (uint32_t i = 0; i < COUNT_OF(x); i++)
        if (kept[i] != WORD_GONE) {
            assert_true(n++ == 0 || kept[i] > last);
            assert_true(str_eq(x[i], y[kept[i]]));
            last = kept[i];
        }
    assert_int_equal(n, 5); /* the singer of the song */
    arena_release(&a);
}

/* Words that say something of the query promise more than others, and an answer says more. */
static void test_taken(void **state)
{
    (void)state;
    struct attack_word items[] = {{.start = 0, .end = 1},
                                  {.start = 1, .end = 2, .says = true},
                                  {.start = 2, .end = 3, .says = true, .ranked = true},
                                  {.start = 3, .end = 4, .ranked = true, .distance = 2}};
    struct attack_words words = {items, COUNT_OF(items), TAKEN_SILENT};
    static const struct {
        uint64_t taken;
        enum taken_words expected;
        uint32_t distance;
    } samples[] = {{0, TAKEN_SILENT, 0},  {1, TAKEN_SILENT, 0},  {2, TAKEN_SAYING, 0},
                   {3, TAKEN_SAYING, 0},  {4, TAKEN_IDLE, 0},    {5, TAKEN_SILENT, 0},
                   {8, TAKEN_TELLING, 2}, {15, TAKEN_TELLING, 2}};
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        uint32_t distance;
        assert_int_equal(attack_taken(&words, samples[i].taken, &distance), samples[i].expected);
        assert_int_equal(distance, samples[i].distance);
    }
    /* If the system is asked, nothing is known of words before their answer. */
    uint32_t distance;
    words.unsaid = TAKEN_UNKNOWN;
    assert_int_equal(attack_taken(&words, 0, &distance), TAKEN_UNKNOWN);
    assert_int_equal(attack_taken(&words, 1, &distance), TAKEN_UNKNOWN);
    assert_int_equal(attack_taken(&words, 5, &distance), TAKEN_IDLE);
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
    assert_true(expect(&r, 0, TAKEN_SAYING, 0) >= expect(&r, 0, TAKEN_SILENT, 0));
    /* Nothing known: telling words promise most, and tries in vain less and less. */
    assert_true(expect(&r, 0, TAKEN_TELLING, 0) > expect(&r, 0, TAKEN_SILENT, 0));
    assert_true(expect(&r, 0, TAKEN_SILENT, 0) > expect(&r, 0, TAKEN_IDLE, 0));
    assert_true(expect(&r, 0, TAKEN_SILENT, 0) > expect(&r, 0, TAKEN_SILENT, 1));
    assert_true(expect(&r, 1, TAKEN_IDLE, TRIED_MAX) == expect(&r, 1, TAKEN_IDLE, 1000));
    /* Outcomes count for more, for their own kind only, and for later changes. */
    double before = expect(&r, 1, TAKEN_SILENT, 1);
    for (int i = 0; i < 50; i++)
        attack_rates_add(&r, (struct change_kind){1, TAKEN_SILENT, 0}, false);
    assert_true(expect(&r, 1, TAKEN_SILENT, 0) < 0.05);
    assert_true(expect(&r, 1, TAKEN_SILENT, 1) < before / 5);
    assert_true(expect(&r, 0, TAKEN_SILENT, 0) == 0.4);
    for (int i = 0; i < 50; i++)
        attack_rates_add(&r, (struct change_kind){1, TAKEN_SILENT, 0}, true);
    assert_true(expect(&r, 1, TAKEN_SILENT, 0) > 0.4);
    arena_release(&a);
}

/* What says a part of the query matters more than what only names something of the schema. */
static void test_words_that_say(void **state)
{
    struct school *s = *state;
    struct arena a = {0};
    struct question_reading reading =
        school_read(s, "SELECT name FROM teacher WHERE age > 30",
                    "What are the names of teachers older than 30, in any city?");
    const struct attack_rules rules = {.options = attack_options_default};
    struct attack_worker w = {.rules = &rules, .origin = {.view = {.reading = &reading}}};
    struct attack_words words = attack_words_of(&a, &w);
    struct str all = STR("");
    for (uint32_t i = 0; i < words.count; i++)
        all = ARENA_CONCAT(
            &a, all, indicator_text(&reading.said.words, words.items[i].start, words.items[i].end),
            words.items[i].says ? STR("! ") : STR("? "));
    assert_string_equal(arena_str(&a, all).ptr, "names! teachers! older than! 30! city? ");
    arena_release(&a);
    arena_release(&w.scratch);
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
        cmocka_unit_test(test_words_order), cmocka_unit_test(test_taken),
        cmocka_unit_test(test_rates),       cmocka_unit_test(test_words_that_say),
        cmocka_unit_test(test_faithful),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
