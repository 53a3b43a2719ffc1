/* test_review.c: sessions, the effects of keys, and what the screen shows. */
#include "reviewed_suite.h"
#include "unit.h"

#include "base/utf8.h"
#include "review/reviewer.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct review_session open_session(struct reviewed_suite *w,
                                          const struct review_choice *choice)
{
    static const struct review_choice ALL = {0};
    struct review_session s;
    struct err e;
    if (session_open(&s, w->dir, choice ? choice : &ALL, true, &e) != OK)
        fail_msg("%s:%u: %s", e.file, e.line, e.msg);
    return s;
}

static void decide(struct review_session *s, enum review_decision decision, const char *question)
{
    struct err e;
    assert_int_equal(session_decide(s, decision, str_from(question), &e), OK);
}

static uint32_t undo(struct review_session *s)
{
    uint32_t place;
    struct err e;
    assert_int_equal(session_undo(s, &place, &e), OK);
    return place;
}

/* Lines of reviews.jsonl. */
static uint32_t count_lines(struct reviewed_suite *w)
{
    struct str text = reviewed_suite_text(w);
    uint32_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == '\n';
    return n;
}

/* Sessions */

static void test_decide_and_undo(void **state)
{
    struct reviewed_suite *w = *state;
    struct review_session s = open_session(w, NULL);
    decide(&s, REVIEW_DROP, "");
    assert_true(str_starts(reviewed_suite_text(w),
                           STR("{\"id\":\"4-PI-0\",\"decision\":\"drop\",\"of\":\"")));
    decide(&s, REVIEW_DROP, ""); /* as it was: nothing to write, or to take back */
    assert_int_equal(count_lines(w), 1);
    decide(&s, REVIEW_EDIT, "Wo?");
    decide(&s, REVIEW_EDIT, "Wo?");
    decide(&s, REVIEW_EDIT, "Where?");
    assert_int_equal(count_lines(w), 3);
    decide(&s, REVIEW_EDIT, "Number 0: which cities are there?");
    assert_int_equal(s.reviews.now[0].decision, REVIEW_KEEP);
    assert_true(session_move(&s, 1));
    decide(&s, REVIEW_KEEP, "");
    session_close(&s);

    s = open_session(w, NULL); /* another day */
    assert_int_equal(session_place(&s), 2);
    assert_int_equal(undo(&s), 1);
    assert_int_equal(session_place(&s), 1);
    assert_int_equal(undo(&s), 0);
    assert_true(str_eq(session_question(&s, 0), STR("Where?")));
    assert_int_equal(undo(&s), 0);
    assert_true(str_eq(session_question(&s, 0), STR("Wo?")));
    session_close(&s);

    s = open_session(w, NULL);
    assert_true(str_eq(session_question(&s, 0), STR("Wo?")));
    assert_int_equal(undo(&s), 0);
    assert_int_equal(s.reviews.now[0].decision, REVIEW_DROP);
    assert_int_equal(undo(&s), 0);
    assert_int_equal(s.reviews.now[0].decision, REVIEW_NONE);
    assert_int_equal(undo(&s), NAME_NONE);
    assert_int_equal(s.reviews.counts[REVIEW_NONE], REVIEWED_CASES);
    assert_int_equal(count_lines(w), 10);
    session_close(&s);
}

static void test_moving(void **state)
{
    struct review_session s = open_session(*state, NULL);
    assert_false(session_move(&s, -1));
    assert_true(session_move(&s, 100));
    assert_int_equal(session_place(&s), REVIEWED_CASES - 1);
    assert_false(session_move(&s, 1));
    assert_true(session_go(&s, STR("9-crm-0")));
    assert_int_equal(session_place(&s), 4);
    assert_false(session_go(&s, STR("9-crm")));
    assert_int_equal(session_place(&s), 4);
    assert_true(session_search(&s, STR("NUMBER 2"))); /* around the end */
    assert_int_equal(session_place(&s), 2);
    assert_true(session_search(&s, STR("caf\xC3\xA9")));
    assert_int_equal(session_place(&s), 4);
    assert_true(session_search(&s, STR("-pi-")));
    assert_int_equal(session_place(&s), 0);
    decide(&s, REVIEW_EDIT, "Something new");
    assert_true(session_search(&s, STR("something"))); /* the only one is found again */
    assert_int_equal(session_place(&s), 0);
    assert_false(session_search(&s, STR("nowhere")));
    session_close(&s);
}

static void test_relations(void **state)
{
    struct reviewed_suite *w = *state;
    struct review_session s = open_session(w, NULL);
    struct err e;
    session_move(&s, 2);
    assert_true(session_filter(&s, STR("pi")));
    assert_int_equal(s.n_view, 4);
    assert_int_equal(session_place(&s), 2);
    assert_false(session_go(&s, STR("9-CM-1")));
    assert_false(session_filter(&s, STR("XX")));
    assert_int_equal(s.n_view, 4);
    assert_true(session_filter(&s, STR("CM")));
    assert_int_equal(session_place(&s), 5);
    decide(&s, REVIEW_DROP, "");
    assert_true(session_filter(&s, STR("CRm")));
    assert_int_equal(undo(&s), 5); /* which is not in the view */
    assert_int_equal(session_place(&s), 4);
    assert_true(session_filter(&s, STR("")));
    assert_int_equal(s.n_view, REVIEWED_CASES);
    session_close(&s);
    s = open_session(w, &(struct review_choice){.relation = "PI"});
    assert_int_equal(s.n_chosen, 4);
    session_close(&s);
    assert_int_equal(session_open(&s, w->dir, &(struct review_choice){.relation = "XX"}, true, &e),
                     E_USAGE);
    s = open_session(w, NULL); /* the lock is free again */
    session_close(&s);
}

/* All sizes, the same for the same seed, each case about as often. */
static void test_samples(void **state)
{
    uint32_t drawn[REVIEWED_CASES] = {0};
    for (uint32_t seed = 1; seed <= 300; seed++) {
        const struct review_choice choice = {.sample = 2, .random_seed = seed};
        struct review_session s = open_session(*state, &choice);
        assert_int_equal(s.n_chosen, 2);
        assert_true(s.chosen[0] < s.chosen[1]);
        uint32_t first = s.chosen[0], second = s.chosen[1];
        drawn[first]++;
        drawn[second]++;
        session_close(&s);
        s = open_session(*state, &choice);
        assert_true(s.chosen[0] == first && s.chosen[1] == second);
        session_close(&s);
    }
    for (int i = 0; i < REVIEWED_CASES; i++)
        assert_in_range(drawn[i], 70, 130);
    struct review_session s = open_session(*state, &(struct review_choice){.sample = 99});
    assert_int_equal(s.n_chosen, REVIEWED_CASES);
    session_close(&s);
}

static void test_lock_and_repair(void **state)
{
    struct reviewed_suite *w = *state;
    struct review_session s, other;
    struct err e;
    reviewed_suite_write(w, STR("{\"id\":\"4-PI-0\",\"decision\":\"drop\"}\n{\"id\":\"4-P"));
    s = open_session(w, NULL);
    assert_int_equal(session_open(&other, w->dir, &(struct review_choice){0}, true, &e), E_IO);
    assert_string_equal(e.msg, "somebody else is reviewing this suite");
    assert_int_equal(session_open(&other, w->dir, &(struct review_choice){0}, false, &e), OK);
    session_close(&other);
    assert_int_equal(session_place(&s), 1);
    decide(&s, REVIEW_KEEP, "");
    session_close(&s);
    assert_true(str_starts(reviewed_suite_text(w),
                           STR("{\"id\":\"4-PI-0\",\"decision\":\"drop\"}\n{\"id\":\"4-PI-1\"")));
    reviewed_suite_write(w, STR("{\"id\":\"4-PI-0\",\"decision\":\"drop\"}")); /* all but its end */
    s = open_session(w, NULL);
    assert_int_equal(session_place(&s), 1);
    decide(&s, REVIEW_KEEP, "");
    session_close(&s);
    assert_int_equal(count_lines(w), 2);
    unlink(w->reviews);
    assert_int_equal(symlink("/dev/null", w->reviews), 0);
    assert_int_equal(session_open(&s, w->dir, &(struct review_choice){0}, true, &e), E_IO);
    unlink(w->reviews);
    assert_int_equal(mkfifo(w->reviews, 0600), 0);
    assert_int_equal(session_open(&s, w->dir, &(struct review_choice){0}, true, &e), E_INPUT);
}

static struct str cell(const struct table *t, uint32_t row, uint32_t column)
{
    return t->cells[(size_t)row * t->n_columns + column];
}

static void test_summary(void **state)
{
    struct arena a = {0};
    struct review_session s = open_session(*state, NULL);
    decide(&s, REVIEW_DROP, "");
    session_move(&s, 1);
    decide(&s, REVIEW_KEEP, "");
    session_move(&s, 1);
    decide(&s, REVIEW_EDIT, "Wo?");
    struct table t = review_summary(&a, &s, true);
    assert_int_equal(t.n_rows, 4);
    static const char *const PI[] = {"PI   prefix insertion", "4", "1", "1", "1", "33.3"};
    for (uint32_t c = 0; c < 6; c++)
        assert_string_equal(cell(&t, 0, c).ptr, PI[c]);
    double from = strtod(cell(&t, 0, 6).ptr, NULL), to = strtod(cell(&t, 0, 7).ptr, NULL);
    assert_true(from >= 0 && from < 5 && to > 80 && to <= 100); /* Wilson: 6.1 to 79.2; wider */
    assert_true(str_eq(cell(&t, 1, 5), STR("-")));
    assert_true(str_eq(cell(&t, 3, 0), STR("all")));
    assert_true(str_eq(cell(&t, 3, 1), STR("6")));
    assert_int_equal(review_summary(&a, &s, false).n_columns, 6);
    session_close(&s);
    arena_release(&a);
}

/* Keys and the screen */

struct desk {
    struct review_session session;
    struct reviewer reviewer;
    struct arena arena;
    struct review_screen screen;
    uint32_t rows, columns;
};

static void sit_down(struct desk *d, struct reviewed_suite *w)
{
    *d = (struct desk){.session = open_session(w, NULL), .rows = 24, .columns = 80};
    reviewer_begin(&d->reviewer, &d->session);
}

static void stand_up(struct desk *d)
{
    reviewer_release(&d->reviewer);
    session_close(&d->session);
    arena_release(&d->arena);
}

static void press(struct desk *d, enum press_kind kind)
{
    reviewer_press(&d->reviewer, (struct press){kind, 0});
}

static void type(struct desk *d, const char *text)
{
    for (size_t at = 0, len; at < strlen(text); at += len)
        reviewer_press(&d->reviewer,
                       (struct press){PRESS_TEXT, utf8_code_point(str_from(text), at, &len)});
}

/* The screen as text; removed words are in [], added ones in {}. */
static const char *seen(struct desk *d)
{
    struct buf text = {0};
    reviewer_draw(&d->reviewer, &d->arena, d->rows, d->columns, &d->screen);
    for (uint32_t i = 0; i < d->screen.rows; i++) {
        const struct page_line *line = &d->screen.lines[i];
        for (uint32_t k = 0; k < line->count; k++) {
            enum page_style style = line->pieces[k].style;
            bool removed = style == STYLE_REMOVED, added = style == STYLE_ADDED;
            buf_put(&text, removed ? STR("[") : added ? STR("{") : STR(""));
            buf_put(&text, line->pieces[k].text);
            buf_put(&text, removed ? STR("]") : added ? STR("}") : STR(""));
        }
        buf_putc(&text, '\n');
    }
    const char *copy = arena_str(&d->arena, buf_str(&text)).ptr;
    buf_release(&text);
    return copy;
}

static void expect(struct desk *d, const char *part)
{
    const char *screen = seen(d);
    if (!strstr(screen, part))
        fail_msg("no '%s' in:\n%s", part, screen);
}

static void test_screen(void **state)
{
    struct desk d;
    sit_down(&d, *state);
    expect(&d, "1 of 6, 0 dropped, 0 edited, 6 open\n4-PI-0: not decided\n"
               "relation PI   prefix insertion\ndatabase towns\n"
               "seed     Which cities are there?\nasked    {Number 0:} which cities are there?\n"
               "gold     SELECT name FROM city\nchange   prefix: Number 0:\n"
               "claim    the answer stays; true by construction\n");
    session_go(&d.session, STR("9-CRm-0"));
    expect(&d, "seed     How many cities has Caf\xC3\xA9land?\nasked    (the same)\n");
    expect(&d, "schema   - city (");
    expect(&d, "claim    the answer stays; not proved\n");
    session_go(&d.session, STR("9-CM-1"));
    expect(&d, "asked    How many {?[2Jbig} cities has Caf\xC3\xA9land?\n");
    expect(&d,
           "gold     SELECT count(*) FROM city\nbecomes  SELECT count(*) FROM city {WHERE size > "
           "9}\n");
    expect(&d, "claim    the answer becomes that of the changed query; not proved\n");
    stand_up(&d);
}

static void test_presses(void **state)
{
    struct desk d;
    sit_down(&d, *state);
    type(&d, "kd");
    expect(&d, "3 of 6, 1 dropped, 0 edited, 4 open\n4-PI-2: not decided");
    type(&d, "e");
    press(&d, PRESS_CLEAR);
    type(&d, "Wo\xC3\x9F?");
    press(&d, PRESS_ENTER);
    expect(&d, "4 of 6, 1 dropped, 1 edited, 3 open\n");
    type(&d, "p");
    expect(&d, "4-PI-2: edited");
    expect(&d, "edited   {Wo\xC3\x9F}?");
    assert_true(str_eq(session_question(&d.session, 2), STR("Wo\xC3\x9F?")));
    type(&d, "e?");
    press(&d, PRESS_ESCAPE);
    assert_true(str_eq(session_question(&d.session, 2), STR("Wo\xC3\x9F?")));
    type(&d, "uuu");
    expect(&d, "1 of 6, 0 dropped, 0 edited, 6 open\n4-PI-0: not decided");
    type(&d, "u");
    expect(&d, "nothing is left to take back\n");
    press(&d, PRESS_RIGHT);
    press(&d, PRESS_RIGHT);
    press(&d, PRESS_LEFT);
    expect(&d, "2 of 6");
    type(&d, "r");
    press(&d, PRESS_ENTER);
    expect(&d, "2 of 4, 0 dropped, 0 edited, 4 open; PI only\n");
    type(&d, "/PI-3");
    press(&d, PRESS_ENTER);
    expect(&d, "4 of 4");
    type(&d, "?");
    expect(&d, "u        take back the last decision");
    type(&d, "q"); /* leaves the help, not the review */
    assert_false(d.reviewer.done);
    type(&d, "q");
    assert_true(d.reviewer.done);
    stand_up(&d);
}

/* A question with characters that cannot be shown stays as it is unless it is changed. */
static void test_unprintable_question(void **state)
{
    struct desk d;
    sit_down(&d, *state);
    session_go(&d.session, STR("9-CM-1"));
    type(&d, "e");
    press(&d, PRESS_ENTER);
    expect(&d, "the question is as it was");
    assert_int_equal(d.session.reviews.now[5].decision, REVIEW_NONE);
    type(&d, "e!");
    press(&d, PRESS_ENTER);
    assert_true(str_eq(session_question(&d.session, 5),
                       STR("How many ?[2Jbig cities has Caf\xC3\xA9land?!")));
    stand_up(&d);
}

/* A decision that cannot be written is not made. */
static void test_unwritable(void **state)
{
    struct desk d;
    sit_down(&d, *state);
    close(d.session.log);
    d.session.log = -1;
    type(&d, "d");
    expect(&d, "not decided: ");
    expect(&d, "1 of 6, 0 dropped, 0 edited, 6 open\n4-PI-0: not decided");
    assert_int_equal(d.session.reviews.n_steps, 0);
    stand_up(&d);
}

static uint32_t columns_of(const struct page_line *line)
{
    uint32_t columns = 0;
    for (uint32_t i = 0; i < line->count; i++)
        for (size_t at = 0, len; at < line->pieces[i].text.len; at += len)
            columns += text_columns(line->pieces[i].text, at, &len);
    return columns;
}

/* Nothing is wider than the screen, at any size and in any state. */
static void test_sizes(void **state)
{
    struct desk d;
    sit_down(&d, *state);
    for (int mode = 0; mode < 3; mode++) {
        if (mode)
            type(&d, mode == 1 ? "?" : "e");
        for (d.rows = 0; d.rows < 30; d.rows++)
            for (d.columns = 1; d.columns < 90; d.columns++) {
                seen(&d);
                for (uint32_t i = 0; i < d.screen.rows; i++)
                    assert_true(columns_of(&d.screen.lines[i]) <= d.columns);
                assert_true(!d.screen.typing || d.screen.cursor_column < d.columns);
            }
        if (mode)
            press(&d, PRESS_ESCAPE);
    }
    stand_up(&d);
}

/* Scrolling reaches all text that does not fit, and nothing else. */
static void test_scrolling(void **state)
{
    struct desk d;
    sit_down(&d, *state);
    d.rows = 10;
    d.columns = 40;
    expect(&d, "lines 1-7 of 9");
    expect(&d, "\nseed     Which cities are there?\n");
    expect(&d, "\nasked    {Number 0:} which cities are\n         there?\n");
    for (int i = 0; i < 50; i++)
        press(&d, PRESS_DOWN);
    expect(&d, "lines 3-9 of 9");
    expect(&d, "claim    the answer stays; true by\n         construction\n");
    press(&d, PRESS_UP);
    expect(&d, "lines 2-8 of 9");
    press(&d, PRESS_PAGE_UP);
    expect(&d, "lines 1-7 of 9");
    type(&d, " n");
    expect(&d, "2 of 6");
    expect(&d, "lines 1-7 of 9");
    stand_up(&d);
}

#define CASE(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, reviewed_suite_set_up, reviewed_suite_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_decide_and_undo), CASE(test_moving),          CASE(test_relations),
        CASE(test_samples),         CASE(test_lock_and_repair), CASE(test_summary),
        CASE(test_screen),          CASE(test_presses),         CASE(test_unprintable_question),
        CASE(test_unwritable),      CASE(test_sizes),           CASE(test_scrolling),
    };
    if (!setlocale(LC_CTYPE, "C.UTF-8")) /* for the width of characters */
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
