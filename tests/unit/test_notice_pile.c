/* test_notice_pile.c: many things for which the same is reported. */
#include "unit.h"

#include "base/buf.h"
#include "base/notice_pile.h"

#include <stdio.h>
#include <string.h>

static const struct notice_wording WORDING = {"seed", "seeds", "has no cases", "have no cases",
                                              "dev.json"};

static struct buf screen;

static void note(const char *text)
{
    buf_put(&screen, str_from(text));
    buf_putc(&screen, '\n');
}

static void assert_told(struct notice_pile *p, const char *expected)
{
    const struct listener l = {.notice = note};
    notice_pile_tell(p, &WORDING, &l);
    buf_putc(&screen, '\0');
    assert_string_equal(screen.ptr, expected);
    buf_release(&screen);
    screen = (struct buf){0};
}

static void one_is_told_in_full(void **state)
{
    (void)state;
    struct notice_pile p = {0};
    notice_pile_add(&p, STR("7"), 12, STR("no such table: t"));
    assert_told(&p, "seed 7 has no cases: no such table: t (dev.json:12)\n");
    assert_told(&p, ""); /* it was told */
}

static void equal_ones_are_one_with_a_count(void **state)
{
    (void)state;
    struct notice_pile p = {0};
    char reason[] = "timeout"; /* it is copied, as names are */
    for (int i = 0; i < 354; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        notice_pile_add(&p, str_from(name), (uint32_t)i + 20, str_from(reason));
    }
    memset(reason, 'x', sizeof reason - 1);
    assert_told(&p, "354 seeds have no cases: timeout (0, 1, 2, 3, 4 and 349 more; the first is "
                    "dev.json:20)\n");
}

static void a_name_makes_no_other_reason(void **state)
{
    (void)state;
    struct notice_pile p = {0};
    notice_pile_add(&p, STR("1"), 3, STR("no such column: a"));
    notice_pile_add(&p, STR("2"), 0, STR("timeout"));
    notice_pile_add(&p, STR("3"), 5, STR("no such column: b"));
    notice_pile_add(&p, STR("4"), 0, STR("syntax error near 'null'"));
    notice_pile_add(&p, STR("5"), 0, STR("syntax error near 'from'"));
    notice_pile_add(&p, STR("6"), 0, STR("syntax error"));
    notice_pile_add(&p, STR("7"), 12, STR(""));
    notice_pile_add(&p, STR("8"), 12, STR("cannot read: no such column: a"));
    notice_pile_add(&p, STR("9"), 0, STR("cannot read: no such table: a"));
    assert_told(
        &p,
        "2 seeds have no cases: no such column: a and the like (1, 3; the first is dev.json:3)\n"
        "seed 2 has no cases: timeout\n"
        "2 seeds have no cases: syntax error near 'null' and the like (4, 5)\n"
        "seed 6 has no cases: syntax error\n"
        "seed 7 has no cases:  (dev.json:12)\n"
        "seed 8 has no cases: cannot read: no such column: a (dev.json:12)\n"
        "seed 9 has no cases: cannot read: no such table: a\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_told_in_full),
        cmocka_unit_test(equal_ones_are_one_with_a_count),
        cmocka_unit_test(a_name_makes_no_other_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
