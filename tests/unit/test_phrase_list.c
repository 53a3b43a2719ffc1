/* test_phrase_list.c: the lines of data/phrases.tsv, and mistakes in them. */
#include "unit.h"

#include "link/pattern/pattern_match.h"
#include "own_list.h"

static struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    struct phrase_list list;
} f;

static int tear_down(void **state)
{
    (void)state;
    arena_release(&f.arena);
    return 0;
}

static void release(void)
{
    lexicon_release(&f.lexicon);
}

static enum status load(const char *lines, struct err *e)
{
    assert_int_equal(own_list_load(&f.lexicon, &LEXICON, "phrases", lines, e), OK);
    enum status status = phrase_list_load(&f.list, &f.arena, &f.lexicon, e);
    if (status)
        release();
    return status;
}

static void test_asks(void **state)
{
    (void)state;
    struct err e;
    assert_int_equal(load("-\tgt|ge above {bound}\tlt? less than {bound}\tle! down to {bound}\n"
                          "form=pick dimension=age\tcount~ how many\tonce? a single\n"
                          "form=value\tmax|most= most\tmax|most=? twice",
                          &e),
                     OK);
    assert_int_equal(f.list.count, 7);
    const struct line_phrase *p = f.list.items;
    assert_true(phrase_asks(&p[0], KEYWORD_GT) && phrase_asks(&p[0], KEYWORD_GE));
    assert_false(phrase_asks(&p[0], KEYWORD_LT) || phrase_asks(&p[0], ASK_ONCE));
    assert_true(p[0].found && p[0].written && !p[0].carries);
    assert_true(p[1].found && !p[1].written);
    assert_true(!p[2].found && p[2].written);
    assert_true(p[3].carries && p[3].found && p[3].written);
    assert_true(p[5].rewords && p[5].found && p[5].written && !p[6].written && !p[4].rewords);
    assert_false(phrase_is_replaced(&p[5])); /* by what asks for something else */
    assert_true(str_eq(p[2].text, STR("down to {bound}")));
    assert_true(p[2].line == p && p[2].n_line == 3 && p[3].line == p + 3);
    assert_int_equal(p[0].pattern.n_to, 3);
    assert_true(phrase_has_form(&p[3], "top pick") && phrase_has_form(&p[3], NULL));
    assert_false(phrase_has_form(&p[3], "top") || phrase_has_form(&p[0], NULL));
    struct words w = words_read(&f.arena, &f.list.lemmatizer, STR("Is it a single-use one?"));
    assert_int_equal(asking_words(&f.list, &w, 2, ASK_ONCE), 0); /* a half of a word */
    w = words_read(&f.arena, &f.list.lemmatizer, STR("Is it A Single one?"));
    assert_int_equal(asking_words(&f.list, &w, 2, ASK_ONCE), 2);
    assert_int_equal(asking_words(&f.list, &w, 2, ASK_TWICE), 0);
    assert_int_equal(asking_words(&f.list, &w, 4, ASK_ONCE), 0);
    release();
}

/* Phrases that are only found stand once in our list: a comparison or order has most of them. */
static void test_once(void **state)
{
    (void)state;
    struct err e;
    assert_int_equal(lexicon_load(&f.lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(phrase_list_load(&f.list, &f.arena, &f.lexicon, &e), OK);
    const struct line_phrase *p = f.list.items;
    for (uint32_t i = 0; i < f.list.count; i++) {
        struct str key = phrase_key(&f.arena, &p[i]);
        bool only_found = p[i].found && !p[i].rewords && !phrase_is_replaced(&p[i]);
        for (uint32_t k = 0; k < f.list.count && only_found; k++)
            if (k != i && !p[k].rewords && (p[k].asks & p[i].asks) && p[k].found &&
                !phrase_has_form(&p[k], "order implied") && p[k].carries == p[i].carries &&
                !(p[i].asks & 1U << ASK_COLUMN) && str_eq(phrase_key(&f.arena, &p[k]), key))
                fail_msg("'%.*s' stands twice: '%.*s', '%.*s'", STR_ARG(key), STR_ARG(p[i].text),
                         STR_ARG(p[k].text));
    }
    release();
}

static void expect_error(const char *lines, uint32_t line, uint32_t column, const char *message)
{
    struct err e;
    assert_int_equal(load(lines, &e), E_INPUT);
    assert_string_equal(e.msg, message);
    assert_int_equal(e.line, line);
    assert_int_equal(e.col, column);
    assert_non_null(strstr(e.file, "phrases.tsv"));
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("# mine\n-\tgt above\tmore below", 2, 12,
                 "nothing that a phrase asks for: 'more'");
    expect_error("-\tgt|? above", 1, 3, "nothing that a phrase asks for: 'gt|?'");
    expect_error("-\tgt", 1, 5, "nothing to look for: ''");
    expect_error("-\tgt above\tlt below {bound}", 1, 22, "a slot that is not found: 'bound'");
    expect_error("-\tgt above {column}", 1, 6, "a slot for rewordings only: 'above {column}'");
    expect_error("count\tgt above", 1, 1, "a condition for rewordings only: 'count'");
    expect_error("form=round\tgt above", 1, 1, "not known to the condition: 'form=round'");
    expect_error("-\tgt above {things}", 1, 6, "a slot for rewordings only: 'above {things}'");
}

/* Which words of the question {bound} and {gap} stand for; "" if nothing is found. */
static struct str found_in(const char *lines, const char *question)
{
    struct err e;
    struct str out = STR("");
    assert_int_equal(load(lines, &e), OK);
    struct words w = words_read(&f.arena, &f.list.lemmatizer, str_from(question));
    struct question_reading r = question_read_words(&w);
    for (uint32_t i = 0; i < w.count && out.len == 0; i++) {
        struct pattern_match m = {
            .arena = &f.arena, .pattern = &f.list.items[0].pattern, .reading = &r};
        if (pattern_match(&m, i))
            out = text_between(&w, m.slots[0].start, m.slots[0].end);
    }
    release();
    return out;
}

static void test_gap(void **state)
{
    (void)state;
    static const char line[] = "-\tgt more {gap} than";
    assert_true(str_eq(found_in(line, "with more money than that"), STR("money")));
    assert_true(str_eq(found_in(line, "more big old cars than that"), STR("big old cars")));
    assert_true(str_eq(found_in(line, "more than that"), STR("")));
    assert_true(str_eq(found_in(line, "more of the big old cars than that"), STR("")));
    assert_true(str_eq(found_in(line, "more, or fewer, than that"), STR("")));
    /* without a query there is nothing to compare with, and no form is known */
    assert_true(str_eq(found_in("-\tgt above {bound}", "above 20"), STR("")));
    assert_true(str_eq(found_in("form=pick\tgt more {gap} than", "more money than"), STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_asks), cmocka_unit_test(test_once),
                                       cmocka_unit_test(test_errors), cmocka_unit_test(test_gap)};
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
