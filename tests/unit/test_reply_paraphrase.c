/* test_reply_paraphrase.c: paraphrases in replies of models, and replies without one. */
#include "unit.h"

#include "base/buf.h"
#include "model/reply_paraphrase.h"

static void expect(const char *reply, const char *question, const char *explanation)
{
    struct arena a = {0};
    struct paraphrase p = {.question = {NULL, 0}};
    bool read = paraphrase_read(&a, str_from(reply), &p);
    if (read != (question != NULL))
        fail_msg("%s: %s", reply, read ? "is none" : "is one");
    if (question) {
        assert_string_equal(p.question.ptr, question);
        assert_int_equal(p.question.len, strlen(question));
        assert_string_equal(p.explanation.ptr, explanation);
    }
    arena_release(&a);
}

static void test_labels(void **state)
{
    (void)state;
    expect("Paraphrase: How many?\nExplanation: it counts", "How many?", "it counts");
    expect("paraphrase : How many?", "How many?", "");
    expect("**Paraphrase:** How many?\n\n**Explanation:** it counts\n", "How many?", "it counts");
    expect("- Paraphrase: How many?\r\n- Explanation: it counts\r\n", "How many?", "it counts");
    expect("(5) Paraphrase: How many?", "How many?", "");
    expect("1. **Paraphrase**: How many?", "How many?", "");
    expect("## Paraphrase:\n\nHow many?\n## Explanation:\nit counts", "How many?", "");
    expect("Paraphrased question: How many?", "How many?", "");
    expect("Paraphrase: How many? Explanation: it counts", "How many?", "it counts");
    expect("Paraphrase: How many? Explanation:", "How many?", "");
    expect("Sure!\nHere it is:\n\nParaphrase: How many?\n\nI hope this helps.\nBye.", "How many?",
           "");
    expect("Sentence: Count them.\nMentioned columns and values: a\nParaphrase: How many?",
           "How many?", "");
    expect("<think>Paraphrase: no\nParaphrase: nor this</think>Paraphrase: How many?", "How many?",
           "");
    expect("```\nParaphrase: How many?\n```", "How many?", "");
}

static void test_without_label(void **state)
{
    (void)state;
    expect("How many?", "How many?", "");
    expect(" How many?\nExplanation: it counts\nand goes on", "How many?", "it counts");
    expect("Sure, here you are:\n\n\"How many?\"", "How many?", "");
    /* A model that goes on with another example. */
    expect("How many?\nExplanation: it counts\n\nSentence: x\nParaphrase: y", "How many?",
           "it counts");
}

static void test_quotes(void **state)
{
    (void)state;
    expect("Paraphrase: \"How   many?\"", "How many?", "");
    expect("Paraphrase: \xE2\x80\x9CHow many?\xE2\x80\x9D", "How many?", "");
    expect("Paraphrase: **'How many?'**", "How many?", "");
    expect("Paraphrase: `How many?`", "How many?", "");
    expect("Paraphrase: 'A' or 'B'", "'A' or 'B'", "");
    expect("Paraphrase: Who is called 'B'", "Who is called 'B'", "");
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const replies[] = {
        "",
        " \n\n",
        "Explanation: it counts",
        "Paraphrase:\nExplanation: it counts",
        "Paraphrase: \"\"",
        "Paraphrase: ?!",
        "Paraphrase: One?\nParaphrase: Two?",
        "Paraphrase 1: One?\nParaphrase 2: Two?",
        "Paraphrase: One?\nTwo?",
        "One?\nTwo?",
        "1. One?\n2. Two?",
        "Paraphrase: One? Paraphrase: Two?",
        "Paraphrase: One? Sentence: Two?",
        "{\"paraphrase\": \"How many?\"}",
        "<p>How many?</p>",
        "Paraphrase: How many {question}?",
        "Paraphrase: How\tmany?",
        "Paraphrase: How \x1b[31mmany?",
        "Paraphrase: How \x7fmany?",
        "Paraphrase: How \xC2\x85many?",
        "Paraphrase: How many\xE2\x80\xAE?", /* NOLINT: right to left, on purpose */
        "Paraphrase: How \xE2\x80\x8Bmany?", /* a blank without width */
        "Paraphrase: How many\xE2\x80\xA9?", /* a paragraph */
        "Paraphrase: How many \xFF?",
    };
    for (size_t i = 0; i < COUNT_OF(replies); i++)
        expect(replies[i], NULL, NULL);
}

static struct str of_length(struct arena *a, const char *label, size_t n)
{
    char *text = arena_alloc(a, n + 1);
    memset(text, 'x', n);
    text[n] = '\0';
    return arena_printf(a, "%s%s", label, text);
}

static void test_lengths(void **state)
{
    (void)state;
    struct arena a = {0};
    struct paraphrase p;
    assert_true(paraphrase_read(&a, of_length(&a, "Paraphrase: ", PARAPHRASE_MAX), &p));
    assert_false(paraphrase_read(&a, of_length(&a, "Paraphrase: ", PARAPHRASE_MAX + 1), &p));
    assert_false(paraphrase_read(&a, of_length(&a, "", 1 << 20), &p));
    assert_true(paraphrase_read(&a, of_length(&a, "Who?\nExplanation: ", 1 << 20), &p));
    assert_int_equal(p.explanation.len, EXPLANATION_MAX);
    struct str nul = {"Paraphrase: How\0 many?", 22};
    assert_false(paraphrase_read(&a, nul, &p));
    arena_release(&a);
}

static void test_same(void **state)
{
    (void)state;
    assert_true(paraphrase_same(STR("How many?"), STR(" how  MANY .")));
    assert_true(paraphrase_same(STR("How many ?"), STR("How many")));
    assert_true(paraphrase_same(STR(""), STR("?")));
    assert_false(paraphrase_same(STR("How many"), STR("How many x")));
    assert_false(paraphrase_same(STR("How many x"), STR("How many")));
    assert_false(paraphrase_same(STR("a"), STR("")));
    assert_false(paraphrase_same(STR("How many"), STR("Howmany")));
}

static void test_yes(void **state)
{
    (void)state;
    static const char *const yes[] = {"yes",     "Yes.",    " YES\n",
                                      "**Yes**", "\"yes\"", "<think>no</think> yes"};
    static const char *const no[] = {"no", "",     "yes and no", "Yes, it does", "I say yes",
                                     "y",  "yess", "true",       "yes\nno",      "no, yes"};
    for (size_t i = 0; i < COUNT_OF(yes); i++)
        assert_true(reply_says_yes(str_from(yes[i])));
    for (size_t i = 0; i < COUNT_OF(no); i++)
        assert_false(reply_says_yes(str_from(no[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels),  cmocka_unit_test(test_without_label),
        cmocka_unit_test(test_quotes),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lengths), cmocka_unit_test(test_same),
        cmocka_unit_test(test_yes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
