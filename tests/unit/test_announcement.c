/* test_announcement.c: the notice about many requests, by a clock of our own. */
#include "unit.h"

#include "base/buf.h"
#include "system/announcement.h"

#define SECOND INT64_C(1000000000)

static struct buf screen;
static struct err e;
static bool agrees;

static void note(const char *text)
{
    buf_put(&screen, str_from(text));
    buf_putc(&screen, '\n');
}

static void put(void *ctx, struct str text)
{
    (void)ctx;
    buf_put(&screen, text);
}

static struct listener listener(enum progress_style style)
{
    buf_clear(&screen);
    return (struct listener){.notice = note, .progress = put, .style = style};
}

static void assert_screen(const char *expected)
{
    buf_putc(&screen, '\0');
    assert_string_equal(screen.ptr, expected);
    buf_clear(&screen);
}

static void few_are_not_worth_a_word(void **state)
{
    (void)state;
    struct listener l = listener(PROGRESS_LINES);
    struct announcement n = {0};
    struct progress p = {.style = l.style, .verb = "asked", .total = 2500, .write = put};
    progress_begin(&p, 500, 0);
    assert_int_equal(announce_requests(&n, &l, "http://host/v1", 2000, &e), OK);
    for (uint64_t i = 0; i <= 2000; i++)
        announce_time(&n, &p, i, 500 + i, SECOND);
    assert_screen("");
}

/* 50 replies in ten seconds; 3600 are left. */
static void many_are_told_and_then_their_time(void **state)
{
    (void)state;
    struct listener l = listener(PROGRESS_LINES);
    struct announcement n = {0};
    struct progress p = {.style = l.style, .verb = "asked", .total = 4000, .write = put};
    progress_begin(&p, 350, 0);
    assert_int_equal(announce_requests(&n, &l, "http://host/v1", 3650, &e), OK);
    assert_screen("3650 requests to http://host/v1 (--dry-run tells how many tokens)\n");
    announce_time(&n, &p, 49, 399, 9 * SECOND);
    assert_screen("");
    announce_time(&n, &p, 50, 400, 10 * SECOND);
    assert_screen("at the pace of the first 50 replies the rest will take 12:00\n");
    announce_time(&n, &p, 51, 401, 11 * SECOND);
    assert_screen("");
}

static void the_bar_makes_room(void **state)
{
    (void)state;
    struct listener l = listener(PROGRESS_BAR);
    struct announcement n = {0};
    struct progress p = {.style = l.style, .verb = "asked", .total = 2100, .write = put};
    progress_begin(&p, 0, 0);
    assert_int_equal(announce_requests(&n, &l, "http://host/v1", 2100, &e), OK);
    progress_update(&p, 40, 0, SECOND);
    buf_clear(&screen);
    announce_time(&n, &p, 50, 50, 2 * SECOND);
    assert_screen("\r\x1b[Kat the pace of the first 50 replies the rest will take 1:22\n");
}

static void quiet_runs_tell_the_number_alone(void **state)
{
    (void)state;
    struct listener l = listener(PROGRESS_QUIET);
    struct announcement n = {0};
    struct progress p = {.style = l.style, .verb = "asked", .total = 2001, .write = put};
    progress_begin(&p, 0, 0);
    assert_int_equal(announce_requests(&n, &l, "s", 2001, &e), OK);
    assert_screen("2001 requests to s (--dry-run tells how many tokens)\n");
    announce_time(&n, &p, 50, 50, SECOND);
    assert_screen("");
}

static bool answer(const char *question)
{
    note(question);
    return agrees;
}

/* Instead of the notice, once. */
static void who_can_be_asked_is(void **state)
{
    (void)state;
    struct listener l = listener(PROGRESS_QUIET);
    struct announcement n = {0};
    l.confirm = answer;
    assert_int_equal(announce_requests(&n, &l, "https://host/v1", 2000, &e), OK);
    assert_int_equal(announce_at_most(&l, "https://host/v1", 2000, &e), OK);
    assert_screen("");
    agrees = true;
    assert_int_equal(announce_requests(&n, &l, "https://host/v1", 10342, &e), OK);
    assert_screen("this will send 10,342 requests to https://host/v1; go on?\n");
    agrees = false;
    assert_int_equal(announce_requests(&n, &l, "https://host/v1", 2001, &e), E_PAUSED);
    assert_screen("this will send 2,001 requests to https://host/v1; go on?\n");
    assert_int_equal(announce_at_most(&l, "https://host/v1", 1234567, &e), E_PAUSED);
    assert_screen("this will send at most 1,234,567 requests to https://host/v1; go on?\n");
}

static void a_host_is_told_once(void **state)
{
    (void)state;
    struct listener l = listener(PROGRESS_QUIET);
    struct request_watch watch = {0};
    for (int i = 0; i < 2; i++) {
        announce_sending(&l, &watch, STR("a.example"), STR("questions"), "; less");
        announce_sending(&l, &watch, STR("A.Example"), STR("questions"), NULL);
        announce_sending(&l, &watch, STR("b.example"), STR("schemas"), NULL);
        announce_sending(&l, &watch, STR_NONE, STR("questions"), NULL); /* loopback */
    }
    assert_screen("sent to a.example: questions; less\nsent to b.example: schemas\n");
    announce_sending(&l, NULL, STR("a.example"), STR("questions"), NULL);
    announce_sending(&l, NULL, STR("a.example"), STR("questions"), NULL);
    assert_screen("sent to a.example: questions\nsent to a.example: questions\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_are_not_worth_a_word),
        cmocka_unit_test(many_are_told_and_then_their_time),
        cmocka_unit_test(the_bar_makes_room),
        cmocka_unit_test(quiet_runs_tell_the_number_alone),
        cmocka_unit_test(who_can_be_asked_is),
        cmocka_unit_test(a_host_is_told_once),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&screen);
    return failed;
}
