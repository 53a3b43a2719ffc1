/* test_progress.c: bars, lines and silence, by a clock of our own. */
#include "base/buf.h"
#include "base/progress.h"
#include "unit.h"

#define SECOND INT64_C(1000000000)

static struct buf screen;

static void put(void *ctx, struct str text)
{
    buf_put(ctx, text);
}

static struct progress progress(enum progress_style style, uint64_t total)
{
    buf_clear(&screen);
    return (struct progress){
        .style = style, .verb = "asked", .total = total, .write = put, .ctx = &screen};
}

static void assert_screen(const char *expected)
{
    buf_putc(&screen, '\0');
    assert_string_equal(screen.ptr, expected);
    buf_clear(&screen);
}

static void lines_come_every_few_seconds(void **state)
{
    (void)state;
    struct progress p = progress(PROGRESS_LINES, 9000);
    progress_begin(&p, 0, SECOND);
    for (int64_t t = 1; t <= 4; t++)
        progress_update(&p, 100, 0, (1 + t) * SECOND);
    assert_screen("");
    progress_update(&p, 1700, 12, 6 * SECOND);
    progress_update(&p, 1701, 12, 6 * SECOND + 1);
    assert_screen("asked 1700 of 9000, 12 errors, 340/s\n");
    progress_end(&p, 9000, 13, 31 * SECOND);
    assert_screen("asked 9000 of 9000, 13 errors, 300/s\n");
}

static void short_jobs_are_not_worth_a_line(void **state)
{
    (void)state;
    struct progress p = progress(PROGRESS_LINES, 10);
    progress_begin(&p, 0, 0);
    progress_update(&p, 9, 0, SECOND);
    progress_end(&p, 10, 0, 2 * SECOND);
    assert_screen("");
}

static void bars_are_rewritten_and_cleared(void **state)
{
    (void)state;
    struct progress p = progress(PROGRESS_BAR, 200);
    progress_begin(&p, 100, 0);
    progress_update(&p, 110, 1, SECOND / 20);
    assert_screen("");
    progress_update(&p, 120, 1, 10 * SECOND);
    assert_screen(
        "\r[###################--------------] asked 120 of 200, 1 error, 2.0/s, 0:40 left"
        "\x1b[K");
    progress_update(&p, 121, 1, 10 * SECOND + PROGRESS_BAR_NS - 1);
    assert_screen("");
    progress_hide(&p);
    assert_screen("\r\x1b[K");
    progress_update(&p, 200, 1, 20 * SECOND);
    assert_screen("\r[########################################] asked 200 of 200, 1 error, 5.0/s"
                  "\x1b[K");
    progress_end(&p, 200, 1, 20 * SECOND);
    progress_end(&p, 200, 1, 20 * SECOND);
    assert_screen("\r\x1b[K");
}

static void narrow_terminals_get_less(void **state)
{
    (void)state;
    struct progress p = progress(PROGRESS_BAR, 7200);
    p.columns = 40;
    progress_begin(&p, 0, 0);
    progress_update(&p, 1, 0, 2 * SECOND);
    assert_screen("\rasked 1 of 7200, 0.5/s, 3:59:58 left\x1b[K");
    p.columns = 12;
    progress_update(&p, 2, 0, 100 * SECOND);
    assert_screen("\rasked 2 of \x1b[K");
}

static void totals_may_be_unknown(void **state)
{
    (void)state;
    struct progress p = progress(PROGRESS_BAR, 0);
    progress_begin(&p, 0, 0);
    progress_update(&p, 1, 0, 60 * SECOND);
    assert_screen("\rasked 1, 1.0/min\x1b[K");
}

static void quiet_is_quiet(void **state)
{
    (void)state;
    struct progress p = progress(PROGRESS_QUIET, 10);
    progress_begin(&p, 0, 0);
    progress_update(&p, 5, 5, 100 * SECOND);
    progress_end(&p, 10, 5, 200 * SECOND);
    assert_screen("");
}

int main(void)
{
    screen = (struct buf){0};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_every_few_seconds),
        cmocka_unit_test(short_jobs_are_not_worth_a_line),
        cmocka_unit_test(bars_are_rewritten_and_cleared),
        cmocka_unit_test(narrow_terminals_get_less),
        cmocka_unit_test(totals_may_be_unknown),
        cmocka_unit_test(quiet_is_quiet),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&screen);
    return failed;
}
