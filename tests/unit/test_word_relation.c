/* test_word_relation.c: words that have to do with each other, and plain forms of adjectives. */
#include "unit.h"

#include "lexicon/inflection.h"

static bool open_real(struct wordnet *w)
{
    struct err e;
    assert_int_equal(wordnet_open(w, NULL, &e), OK);
    if (wordnet_present(w))
        return true;
    print_message("notice: no WordNet in " WORDNET_DIR ": skipped\n");
    return false;
}

static void test_related(void **state)
{
    static const struct {
        const char *name, *word;
        bool related;
    } PAIRS[] = {
        {"earnings", "income", true}, {"price", "cost", true},  /* synonyms, kinds */
        {"age", "old", true},         {"height", "tall", true}, /* attributes */
        {"price", "expensive", true}, {"name", "call", true},   /* made of each other */
        {"year", "happen", false},    {"state", "collect", false}, {"horsepower", "young", false},
        {"age", "zzyzx", false},      {"", "old", false},          {"zzyzx", "zzyzx", false}};
    struct wordnet w;
    struct arena a = {0};
    (void)state;
    if (open_real(&w))
        for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
            if (words_related(&a, &w, str_from(PAIRS[i].name), str_from(PAIRS[i].word)) !=
                PAIRS[i].related)
                fail_msg("%s, %s", PAIRS[i].name, PAIRS[i].word);
    arena_release(&a);
    wordnet_close(&w);
}

static void test_compared(void **state)
{
    static const char *const FORMS[][2] = {
        {"oldest", "old"},  {"taller", "tall"}, {"heaviest", "heavy"}, {"larger", "large"},
        {"biggest", "big"}, {"interest", NULL}, {"est", NULL},         {"", NULL}};
    struct wordnet w;
    struct arena a = {0};
    (void)state;
    if (open_real(&w))
        for (size_t i = 0; i < COUNT_OF(FORMS); i++) {
            struct str got = adjective_compared(&a, &w, str_from(FORMS[i][0]));
            if (FORMS[i][1] ? !str_eq(got, str_from(FORMS[i][1])) : got.ptr != NULL)
                fail_msg("%s: %.*s", FORMS[i][0], STR_ARG(got));
        }
    arena_release(&a);
    wordnet_close(&w);
}

/* Without WordNet nothing is known. */
static void test_absent(void **state)
{
    struct wordnet w;
    struct arena a = {0};
    struct err e;
    (void)state;
    assert_int_equal(wordnet_open(&w, "/nonexistent", &e), OK);
    assert_false(words_related(&a, &w, STR("age"), STR("age")));
    assert_null(adjective_compared(&a, &w, STR("oldest")).ptr);
    arena_release(&a);
    wordnet_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_related),
                                       cmocka_unit_test(test_compared),
                                       cmocka_unit_test(test_absent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
