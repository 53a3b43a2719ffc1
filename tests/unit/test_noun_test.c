/* test_noun_test.c: which words can be said as nouns, with WordNet and without it. */
#include "grammar/phrase.h"
#include "spoken.h"
#include "unit.h"

static const char SQL[] = "CREATE TABLE t(a INTEGER)";

static void test_nouns(void **state)
{
    (void)state;
    struct spoken s;
    spoken_open_with(&s, SQL, NULL);
    if (!wordnet_present(&s.knowledge.wordnet)) {
        print_message("WordNet is not installed: skipped\n");
        spoken_close(&s);
        skip();
    }
    assert_true(word_is_noun(&s.arena, &s.knowledge, STR("price")));
    assert_true(word_is_noun(&s.arena, &s.knowledge, STR("prices")));
    assert_true(word_is_noun(&s.arena, &s.knowledge, STR("id")));
    assert_true(word_is_noun(&s.arena, &s.knowledge, STR("XQJW"))); /* an abbreviation */
    assert_false(word_is_noun(&s.arena, &s.knowledge, STR("xqjw")));
    assert_false(word_is_noun(&s.arena, &s.knowledge, STR("a")));
    assert_false(word_is_noun(&s.arena, &s.knowledge, STR("largest")));
    spoken_close(&s);
}

static void test_without_wordnet(void **state)
{
    (void)state;
    struct spoken s;
    spoken_open(&s, SQL);
    assert_true(word_is_noun(&s.arena, &s.knowledge, STR("xqjw")));
    assert_true(word_is_noun(&s.arena, &s.knowledge, STR("a")));
    spoken_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nouns),
        cmocka_unit_test(test_without_wordnet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
