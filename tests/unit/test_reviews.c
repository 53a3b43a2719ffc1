/* test_reviews.c: decisions about cases, and the suite that is read with them. */
#include "reviewed_suite.h"
#include "unit.h"

#include "suite/reviews.h"

#include <stdio.h>

static struct suite open_with(struct reviewed_suite *w, struct str text)
{
    struct suite s;
    struct err e;
    reviewed_suite_write(w, text);
    if (suite_open(&s, w->dir, &e) != OK)
        fail_msg("%s:%u: %s", e.file, e.line, e.msg);
    return s;
}

static void test_dropped_and_edited(void **state)
{
    struct suite s =
        open_with(*state, STR("{\"id\":\"4-PI-1\",\"decision\":\"drop\"}\n"
                              "{\"id\":\"4-PI-0\",\"decision\":\"keep\"}\n"
                              "{\"id\":\"9-CRm-0\",\"decision\":\"drop\"}\n"
                              "{\"id\":\"4-PI-3\",\"decision\":\"edit\",\"question\":\"Wo?\"}\n"));
    assert_int_equal(s.n_cases, REVIEWED_CASES - 2);
    assert_int_equal(s.reviewed.dropped, 2);
    assert_int_equal(s.reviewed.edited, 1);
    assert_non_null(s.reviewed.edits.ptr);
    assert_true(str_eq(s.cases[1].id, STR("4-PI-2")));
    assert_true(str_eq(s.cases[2].id, STR("4-PI-3")));
    assert_true(str_eq(s.cases[2].question, STR("Wo?")));
    assert_true(str_eq(s.cases[0].question, STR("Number 0: which cities are there?")));
    assert_true(str_eq(s.cases[3].id, STR("9-CM-1")));
    assert_true(suite_is_whole(&s));
    suite_close(&s);
}

static void test_last_counts(void **state)
{
    struct suite s =
        open_with(*state, STR("{\"id\":\"4-PI-1\",\"decision\":\"edit\",\"question\":\"What?\"}\n"
                              "{\"id\":\"4-PI-2\",\"decision\":\"drop\"}\n\n"
                              "{\"id\":\"4-PI-1\",\"decision\":\"keep\",\"undo\":true}\n"
                              "{\"id\":\"4-PI-2\",\"decision\":\"none\",\"undo\":true}\n"));
    assert_int_equal(s.n_cases, REVIEWED_CASES);
    assert_int_equal(s.reviewed.dropped + s.reviewed.edited, 0);
    assert_null(s.reviewed.edits.ptr);
    assert_true(str_eq(s.cases[1].question, STR("Number 1: which cities are there?")));
    suite_close(&s);
}

/* Edits differ by their questions, not by other decisions. */
static void test_digest_of_edits(void **state)
{
    static const struct str TEXTS[] = {
        STR_INIT("{\"id\":\"4-PI-1\",\"decision\":\"edit\",\"question\":\"What?\"}\n"),
        STR_INIT("{\"id\":\"4-PI-2\",\"decision\":\"edit\",\"question\":\"What?\"}\n"),
        STR_INIT("{\"id\":\"4-PI-1\",\"decision\":\"edit\",\"question\":\"What!\"}\n"),
        STR_INIT("{\"id\":\"4-PI-1\",\"decision\":\"edit\",\"question\":\"What?\"}\n"
                 "{\"id\":\"4-PI-3\",\"decision\":\"drop\"}\n"),
    };
    struct suite s[4];
    for (int i = 0; i < 4; i++)
        s[i] = open_with(*state, TEXTS[i]);
    assert_false(str_eq(s[0].reviewed.edits, s[1].reviewed.edits));
    assert_false(str_eq(s[0].reviewed.edits, s[2].reviewed.edits));
    assert_true(str_eq(s[0].reviewed.edits, s[3].reviewed.edits));
    for (int i = 0; i < 4; i++)
        suite_close(&s[i]);
}

static void test_cut_short(void **state)
{
    static const char FIRST[] = "{\"id\":\"4-PI-0\",\"decision\":\"drop\"}\n";
    static const char SECOND[] = "{\"id\":\"4-PI-1\",\"decision\":\"drop\"}\n";
    char text[200];
    for (size_t n = 0; n < sizeof SECOND; n++) {
        snprintf(text, sizeof text, "%s%.*s", FIRST, (int)n, SECOND);
        struct suite s = open_with(*state, str_from(text));
        bool whole = n >= sizeof SECOND - 2; /* all but the newline */
        assert_int_equal(s.reviewed.dropped, whole ? 2 : 1);
        suite_close(&s);
    }
    struct suite s = open_with(*state, (struct str){"\0\0\0\0", 4}); /* as lost power leaves it */
    assert_int_equal(s.n_cases, REVIEWED_CASES);
    suite_close(&s);
}

static void test_errors(void **state)
{
    static const struct {
        const char *line, *message;
        enum status status;
    } BAD[] = {
        {"{\"id\":\"4-PI-7\",\"decision\":\"drop\"}", "'4-PI-7': no case of this suite", E_INPUT},
        {"{\"id\":\"4-PI-1\",\"decision\":\"burn\"}", "'decision' has a value it cannot have",
         E_INPUT},
        {"{\"id\":\"4-PI-1\"}", "no 'decision'", E_INPUT},
        {"{\"decision\":\"keep\"}", "no 'id'", E_INPUT},
        {"{\"id\":\"4-PI-1\",\"decision\":\"edit\",\"question\":\"a\\u0000b\"}",
         "'4-PI-1': a question with a NUL", E_INPUT},
        {"{\"id\":\"4-PI-1\",\"decision\":\"edit\"}", "'4-PI-1': 'edit' without a 'question'",
         E_INPUT},
        {"{\"id\":\"4-PI-1\",\"decision\":\"edit\",\"question\":\" \"}",
         "'4-PI-1': 'edit' without a 'question'", E_INPUT},
        {"{\"id\":\"4-PI-1\",\"decision\":\"drop\",\"of\":\"00000000000000000000000000000000\"}",
         "'4-PI-1': it was another case when it was reviewed; remove the line to review it anew",
         E_INPUT},
        {"{\"id\":", NULL, E_SYNTAX},
    };
    struct reviewed_suite *w = *state;
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        struct suite s;
        struct err e;
        reviewed_suite_write(w, arena_printf(&w->arena,
                                             "{\"id\":\"4-PI-0\",\"decision\":\"keep\"}\n%s\n",
                                             BAD[i].line));
        assert_int_equal(suite_open(&s, w->dir, &e), BAD[i].status);
        assert_int_equal(e.line, 2);
        assert_string_equal(e.file, w->reviews);
        if (BAD[i].message)
            assert_string_equal(e.msg, BAD[i].message);
    }
}

/* A suite that was made anew: the same id for another case. */
static void test_another_case(void **state)
{
    struct reviewed_suite *w = *state;
    struct suite s;
    struct reviews r;
    struct err e;
    char digest[REVIEW_DIGEST_SIZE];
    assert_int_equal(suite_open_unreviewed(&s, w->dir, &e), OK);
    struct test_case *c = &s.cases[1];
    review_digest(&s.seeds[c->seed], c, digest);
    struct str line = arena_printf(
        &w->arena, "{\"id\":\"4-PI-1\",\"decision\":\"drop\",\"of\":\"%s\"}\n", digest);
    struct str *const shown[] = {&s.seeds[0].question, &s.seeds[0].query, &c->relation, &c->db_id,
                                 &c->question,         &c->query,         &c->change};
    assert_int_equal(reviews_parse(&r, &s, line, "x", &e), OK);
    reviews_release(&r);
    for (size_t i = 0; i < COUNT_OF(shown); i++) {
        struct str was = *shown[i];
        *shown[i] = STR("other");
        assert_int_equal(reviews_parse(&r, &s, line, "x", &e), E_INPUT);
        assert_int_equal(e.line, 1);
        *shown[i] = was;
    }
    suite_close(&s);
}

/* Steps that can be taken back are those that were not. */
static void test_steps(void **state)
{
    struct reviewed_suite *w = *state;
    struct suite s;
    struct reviews r;
    struct err e;
    assert_int_equal(suite_open_unreviewed(&s, w->dir, &e), OK);
    struct str text = STR("{\"id\":\"4-PI-0\",\"decision\":\"none\",\"undo\":true}\n"
                          "{\"id\":\"4-PI-0\",\"decision\":\"keep\"}\n"
                          "{\"id\":\"4-PI-0\",\"decision\":\"drop\"}\n"
                          "{\"id\":\"4-PI-2\",\"decision\":\"drop\"}\n"
                          "{\"id\":\"4-PI-2\",\"decision\":\"none\",\"undo\":true}\n");
    assert_int_equal(reviews_parse(&r, &s, text, "x", &e), OK);
    assert_int_equal(r.n_steps, 2);
    assert_int_equal(r.steps[0].before.decision, REVIEW_NONE);
    assert_int_equal(r.steps[1].place, 0);
    assert_int_equal(r.steps[1].before.decision, REVIEW_KEEP);
    assert_int_equal(r.counts[REVIEW_DROP], 1);
    assert_int_equal(r.counts[REVIEW_KEEP], 0);
    assert_int_equal(r.counts[REVIEW_NONE], REVIEWED_CASES - 1);
    assert_int_equal(r.whole, text.len);
    reviews_release(&r);
    suite_close(&s);
}

#define CASE(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, reviewed_suite_set_up, reviewed_suite_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_dropped_and_edited),
        CASE(test_last_counts),
        CASE(test_digest_of_edits),
        CASE(test_cut_short),
        CASE(test_errors),
        CASE(test_another_case),
        CASE(test_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
