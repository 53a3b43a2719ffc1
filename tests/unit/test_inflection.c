/* test_inflection.c: one and many, with WordNet and without; stems. */
#include "unit.h"

#include "lexicon/inflection.h"
#include "lexicon/lexicon.h"

static const struct {
    const char *singular, *plural;
} NOUNS[] = {
    {"singer", "singers"},      {"city", "cities"},      {"day", "days"},
    {"address", "addresses"},   {"class", "classes"},    {"box", "boxes"},
    {"match", "matches"},       {"dish", "dishes"},      {"person", "people"},
    {"child", "children"},      {"woman", "women"},      {"analysis", "analyses"},
    {"course", "courses"},      {"bus", "buses"},        {"status", "statuses"},
    {"category", "categories"}, {"movie", "movies"},     {"shoe", "shoes"},
    {"tooth", "teeth"},         {"series", "series"},    {"aircraft", "aircraft"},
    {"property", "properties"}, {"house", "houses"},     {"purchase", "purchases"},
    {"title", "titles"},        {"invoice", "invoices"}, {"degree program", "degree programs"},
};

/* Words that end like plurals and are not. */
static const char *const SINGULARS[] = {"gas",   "bus",  "status", "address", "analysis",
                                        "class", "news", "lens",   "is",      "as",
                                        "s",     "",     "iris",   "basis",   "census"};

static void check(const struct inflection *in)
{
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(NOUNS); i++) {
        struct str one = str_from(NOUNS[i].singular), many = str_from(NOUNS[i].plural);
        struct str got = noun_singular(&a, in, many);
        if (!str_eq(got, one))
            fail_msg("%s: %.*s", NOUNS[i].plural, STR_ARG(got));
        got = noun_plural(&a, in, one);
        if (!str_eq(got, many))
            fail_msg("%s: %.*s", NOUNS[i].singular, STR_ARG(got));
        assert_true(str_eq(noun_singular(&a, in, one), one));
        assert_true(noun_same(&a, in, one, many));
    }
    for (size_t i = 0; i < COUNT_OF(SINGULARS); i++) {
        struct str word = str_from(SINGULARS[i]);
        if (!str_eq(noun_singular(&a, in, word), word))
            fail_msg("%s is no plural", SINGULARS[i]);
    }
    assert_false(noun_same(&a, in, STR("singer"), STR("song")));
    arena_release(&a);
}

static void with_wordnet(void **state)
{
    (void)state;
    struct lexicon l;
    struct wordnet w;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    assert_int_equal(wordnet_open(&w, NULL, &e), OK);
    struct arena a = {0};
    struct inflection in = {.lexicon = &l, .wordnet = &w};
    check(&in);

    /* Forms that were computed before are found without any further search. */
    struct known_singulars known = {0};
    known_singulars_add(&known, &a, &in, STR("cities"));
    known_singulars_add(&known, &a, &in, STR("cities"));
    assert_int_equal(known.words.count, 1);
    in.known = &known;
    check(&in);
    const struct inflection nothing_else = {.known = &known};
    assert_true(noun_singular(&a, &nothing_else, STR("cities")).ptr == known.singulars[0].ptr);
    assert_string_equal(known.singulars[0].ptr, "city");
    arena_release(&a);
    wordnet_close(&w);
    lexicon_release(&l);
}

static void without_wordnet(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    struct arena a = {0};
    check(&(struct inflection){.lexicon = &l});
    arena_release(&a);
    lexicon_release(&l);
}

/* Families of words have one stem; others have not. */
static void stems(void **state)
{
    (void)state;
    static const char *const families[][3] = {
        {"speak", "speaker", "speakers"},     {"own", "own", "own"},
        {"produce", "producer", "produced"},  {"educate", "education", "educated"},
        {"enroll", "enrolled", "enrollment"}, {"carry", "carrier", "carries"},
        {"travel", "travelling", "traveler"}, {"sponsor", "sponsors", "sponsored"},
    };
    struct arena a = {0};
    struct wordnet w;
    struct err e;
    assert_int_equal(wordnet_open(&w, NULL, &e), OK);
    for (size_t i = 0; i < COUNT_OF(families); i++)
        for (size_t k = 1; k < 3; k++)
            if (!str_eq(word_stem(&a, NULL, str_from(families[i][0])),
                        word_stem(&a, NULL, str_from(families[i][k]))))
                fail_msg("%s and %s", families[i][0], families[i][k]);
    assert_false(str_eq(word_stem(&a, NULL, STR("speaker")), word_stem(&a, NULL, STR("spoken"))));
    if (wordnet_present(&w))
        assert_true(str_eq(word_stem(&a, NULL, STR("speaker")), word_stem(&a, &w, STR("spoken"))));
    assert_true(str_eq(word_stem(&a, NULL, STR("user")), STR("user")));
    assert_int_equal(word_stem(&a, NULL, STR("")).len, 0);
    wordnet_close(&w);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_wordnet),
        cmocka_unit_test(without_wordnet),
        cmocka_unit_test(stems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
