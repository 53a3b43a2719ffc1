/* test_substitutes.c: substitutes that people use for a word, ranked. */
#include "reworded.h"
#include "unit.h"

#include "base/file.h"
#include "lexicon/synonyms.h"

#include <unistd.h>

static struct synonym_list find(struct school *s, const char *words)
{
    return synonyms_find(&s->arena, &s->knowledge, SYNONYMS_SUBSTITUTED, NULL, str_from(words));
}

static const struct synonym *find_one(struct school *s, const char *words, const char *other)
{
    struct synonym_list list = find(s, words);
    for (uint32_t i = 0; i < list.count; i++)
        if (str_eq(list.items[i].words, str_from(other)))
            return &list.items[i];
    return NULL;
}

static void expect_first(struct school *s, const char *words, const char *first)
{
    struct synonym_list list = find(s, words);
    assert_true(list.count > 0);
    assert_string_equal(arena_str(&s->arena, list.items[0].words).ptr, first);
}

/* How many there are without those that are rare, or not nouns. */
static uint32_t known(struct synonym_list list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list.count; i++)
        n += list.items[i].doubt != DOUBT_NOUN;
    return n;
}

/* In the order of the list, in the number that was asked for; phrases and single words alike. */
static void test_lists(void **state)
{
    expect_first(*state, "customer", "client");
    expect_first(*state, "customers", "clients");
    expect_first(*state, "capacity", "number of seats");
    expect_first(*state, "capacities", "numbers of seats");
    expect_first(*state, "last names", "surnames");
    expect_first(*state, "airline company", "airline");
    expect_first(*state, "airline", "airline company");
    struct synonym_list list = find(*state, "customer");
    for (uint32_t i = 1; i < list.count; i++)
        assert_true(list.items[i - 1].score >= list.items[i].score);
}

/* The words for renaming columns are known too: there is one source. */
static void test_other_lists(void **state)
{
    assert_non_null(find_one(*state, "birth year", "year of birth"));
    assert_non_null(find_one(*state, "life expectancy", "expected lifespan"));
}

static void test_reserved(void **state)
{
    static const char *const RESERVED[] = {"id", "age", "name", "year", "names", "years", "ids"};
    for (size_t i = 0; i < COUNT_OF(RESERVED); i++)
        assert_int_equal(find(*state, RESERVED[i]).count, 0);
    /* A phrase keeps the reserved word, unless words.tsv has it as one. */
    assert_null(find_one(*state, "song name", "song title"));
    assert_non_null(find_one(*state, "first name", "forename"));
}

static void test_marks(void **state)
{
    assert_true(find_one(*state, "customer", "shopper")->doubt);
    assert_false(find_one(*state, "customer", "client")->doubt);
    assert_true(find_one(*state, "products", "goods")->plural);
    assert_true(find_one(*state, "salary", "pay")->mass);
    assert_non_null(find_one(*state, "salaries", "pay")); /* has no plural */
    assert_true(find_one(*state, "airline", "airline name")->whole);
}

/* Words over which readers stumbled are loose, except where they fit. */
static void test_read(void **state)
{
    static const char *const PAIRS[][2] = {
        {"birth date", "birthday"}, {"date of birth", "birthday"},      {"paragraph", "passage"},
        {"match", "contest"},       {"concert", "musical performance"}, {"song", "tune"},
        {"location", "place"},      {"department", "division"},         {"city", "town"},
        {"team", "squad"},          {"head of state", "leader"},
    };
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
        assert_true(find_one(*state, PAIRS[i][0], PAIRS[i][1])->doubt);
    struct school *s = *state;
    const struct noun_kinds products = kinds_of(&s->arena, &s->knowledge, STR("product"));
    const struct noun_kinds enzymes = kinds_of(&s->arena, &s->knowledge, STR("enzyme"));
    struct synonym_list list = find(s, "product");
    bool for_products = false, for_enzymes = false;
    for (uint32_t i = 0; i < list.count; i++) {
        bool said = str_eq(list.items[i].words, STR("item")) && !list.items[i].doubt;
        for_products |= said && synonym_fits(&list.items[i], &products);
        for_enzymes |= said && synonym_fits(&list.items[i], &enzymes);
    }
    assert_true(for_products && !for_enzymes);
}

/* A line the other way round is loose, and one that is loose does not turn round. */
static void test_backwards(void **state)
{
    assert_true(find_one(*state, "automaker", "car maker")->doubt);
    assert_true(find_one(*state, "automaker", "car manufacturer")->doubt);
    assert_null(find_one(*state, "hound", "dog"));
}

/* What a file of vectors says, for the knowledge `k`. */
static void give_vectors(struct school *s, struct knowledge *k, struct str text)
{
    static const struct vectors_options NO_CACHE = {.cache = ""};
    const char *path = arena_printf(&s->arena, "%s.near", s->database).ptr;
    struct err e;
    assert_int_equal(file_write(path, text, &e), OK);
    vectors_close(&k->vectors);
    assert_int_equal(vectors_open(&k->vectors, path, &NO_CACHE, &e), OK);
    unlink(path);
}

/* Without WordNet nothing else knows them, so they are loose. */
static void test_vectors(void **state)
{
    struct school *s = *state;
    uint32_t before = known(find(s, "customer"));
    give_vectors(s, &s->knowledge,
                 STR("customer 1 0\nclient 1 0.1\ncustomers 1 0.15\nconsumer 1 0.2\n"
                     "customer-s 1 0.3\nphone 0 1\nopposite -1 0\n"));
    struct synonym_list list = find(s, "customer");
    assert_int_equal(known(list), before + 1); /* nor what points elsewhere, or the other way */
    const struct synonym *last = find_one(s, "customer", "consumer");
    assert_int_equal(last->source, SOURCE_VECTORS);
    assert_true(last->doubt && last->score < list.items[0].score);
    assert_string_equal(word_source_name(last->source).ptr, "vectors");
    /* The list has it, and knows better. */
    assert_int_equal(find_one(s, "customer", "client")->source, SOURCE_LIST);
    assert_non_null(find_one(s, "customers", "consumers"));
    /* Words between those of a phrase are not words for it, and reserved words stay. */
    assert_null(find_one(s, "customer phone", "consumer"));
    give_vectors(s, &s->knowledge, STR("name 1 0\nappellation 1 0.1\n"));
    assert_int_equal(find(s, "name").count, 0);
    vectors_close(&s->knowledge.vectors);
}

static const struct synonym *among(struct synonym_list list, const char *words)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (str_eq(list.items[i].words, str_from(words)))
            return list.items[i].doubt == DOUBT_NOUN ? NULL : &list.items[i];
    return NULL;
}

/* WordNet has the word for the sense, and it is used alike: both together are sure. */
static void test_vectors_and_wordnet(void **state)
{
    struct school *s = *state;
    struct knowledge k;
    struct word_context c;
    struct err e;
    const struct knowledge_sources sources = {.wordnet = NULL};
    assert_int_equal(knowledge_load(&k, &s->lexicon, &sources, &e), OK);
    word_context_init(&c, &s->arena);
    word_context_add(&c, &s->arena, &k, STR("error page number corrected"));
    struct synonym_list list = synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("error"));
    assert_true(!among(list, "mistake") || among(list, "mistake")->doubt);
    give_vectors(s, &k,
                 STR("error 1 0\nmistake 1 0.1\nproblem 1 0.2\nblooper 1 0.3\n"
                     "city 0 1\nmetropolis 0.1 1\n"
                     "try -1 0\nattempt -1 0.1\nresearcher 0 -1\ninvestigator 0.1 -1\n"));
    list = synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("errors"));
    assert_non_null(among(list, "mistakes"));
    assert_false(among(list, "mistakes")->doubt);
    assert_int_equal(among(list, "mistakes")->source, SOURCE_VECTORS);
    assert_true(among(list, "problems")->doubt); /* used alike, and something else */
    assert_null(among(list, "bloopers"));        /* nobody says so */
    /* Hardly ever a noun. */
    list = synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("try"));
    assert_true(among(list, "attempt")->doubt);
    /* What a list finds loose stays so. */
    list = synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, NULL, STR("city"));
    assert_true(among(list, "metropolis")->doubt);
    /* Nor is more wanted where a list knows the noun. */
    list = synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("researcher"));
    assert_true(among(list, "investigator")->doubt);
    knowledge_release(&k);
}

/* A model's words for words of one database are checked like any other. */
static void test_told(void **state)
{
    struct school *s = *state;
    struct knowledge k;
    struct word_context c;
    struct model_synonyms told;
    struct err e;
    static const struct str SAID[] = {STR_INIT("guest"),
                                      STR_INIT("guests"),
                                      STR_INIT("xqzzv"),
                                      STR_INIT("blooper"),
                                      STR_INIT("try"),
                                      STR_INIT("starting"),
                                      STR_INIT("name"),
                                      STR_INIT("guest name"),
                                      STR_INIT("number of guests"),
                                      STR_INIT("the guest"),
                                      STR_INIT("guest of"),
                                      STR_INIT("guest of of honor"),
                                      STR_INIT("all guest"),
                                      STR_INIT("guest payments"),
                                      STR_INIT("regular guest"),
                                      STR_INIT("purchaser"),
                                      STR_INIT("xqzzv guest"),
                                      STR_INIT("personnel"),
                                      STR_INIT("sing guest"),
                                      STR_INIT("client"),
                                      STR_INIT("user"),
                                      STR_INIT("consumer")};
    const struct knowledge_sources sources = {.wordnet = NULL};
    assert_int_equal(knowledge_load(&k, &s->lexicon, &sources, &e), OK);
    word_context_init(&c, &s->arena);
    word_context_add(&c, &s->arena, &k, STR("customer purchase product"));
    uint32_t before =
        known(synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("customer")));
    model_synonyms_init(&told, &s->arena);
    c.model = &told;
    assert_int_equal(known(synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("customer"))),
                     before);
    model_synonyms_add(&told, &s->arena, STR("customer"),
                       (struct spoken_list){SAID, COUNT_OF(SAID)});
    model_synonyms_add(&told, &s->arena, STR("name"), (struct spoken_list){SAID, 1});
    struct synonym_list list =
        synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("customers"));
    static const char *const GOOD[] = {"guests", "numbers of guests", "regular guests", "consumers",
                                       "personnel"};
    uint32_t by_model = 0;
    for (uint32_t i = 0; i < list.count; i++)
        by_model += list.items[i].source == SOURCE_MODEL && !list.items[i].doubt;
    assert_int_equal(by_model, COUNT_OF(GOOD));
    for (size_t i = 0; i < COUNT_OF(GOOD); i++) {
        assert_non_null(among(list, GOOD[i]));
        assert_int_equal(among(list, GOOD[i])->source, SOURCE_MODEL);
        assert_false(among(list, GOOD[i])->doubt);
    }
    assert_string_equal(word_source_name(SOURCE_MODEL).ptr, "model");
    assert_true(among(list, "personnel")->mass);
    assert_true(among(list, "guests")->score > among(list, "regular guests")->score);
    /* What the list calls something else stays out, and what it is sure of is its own. */
    assert_int_equal(among(list, "users")->doubt, DOUBT_NEAR);
    assert_int_equal(among(list, "users")->source, SOURCE_LIST);
    assert_int_equal(among(list, "clients")->source, SOURCE_LIST);
    assert_true(among(list, "clients")->score > among(list, "guests")->score);
    static const struct str DUTY = STR_INIT("duty");
    model_synonyms_add(&told, &s->arena, STR("tax"), (struct spoken_list){&DUTY, 1});
    assert_true(
        among(synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("tax")), "duty")->doubt);
    assert_int_equal(
        among(synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("tax")), "duty")->source,
        SOURCE_MODEL); /* loose in the list: bold cases may have it, and it is the model's */
    /* Reserved words stay, and a phrase with one is not asked about. */
    assert_int_equal(synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("name")).count, 0);
    assert_null(substitutes_key(&s->arena, &k, STR("names")).ptr);
    assert_null(substitutes_key(&s->arena, &k, STR("song name")).ptr);
    assert_string_equal(substitutes_key(&s->arena, &k, STR("customers")).ptr, "customer");
    /* Of another database nothing was said. */
    assert_int_equal(
        known(synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, NULL, STR("customer"))), before);
    knowledge_release(&k);
}

/* WordNet's words for the sense that fits; rare ones and plurals stay away. */
static void test_wordnet(void **state)
{
    struct school *s = *state;
    struct knowledge k;
    struct word_context c;
    struct err e;
    const struct knowledge_sources sources = {.wordnet = NULL};
    assert_int_equal(knowledge_load(&k, &s->lexicon, &sources, &e), OK);
    word_context_init(&c, &s->arena);
    word_context_add(&c, &s->arena, &k, STR("nominee award musical actor"));
    struct synonym_list list =
        synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("nominees"));
    assert_true(list.count > 0);
    assert_string_equal(list.items[0].words.ptr, "candidates");
    assert_int_equal(list.items[0].source, SOURCE_WORDNET);
    assert_false(list.items[0].doubt);
    list = synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("film"));
    for (uint32_t i = 0; i < list.count; i++)
        assert_false(str_eq(list.items[i].words, STR("celluloid"))); /* another sense */
    list = synonyms_find(&s->arena, &k, SYNONYMS_SUBSTITUTED, &c, STR("document"));
    for (uint32_t i = 0; i < list.count; i++)
        assert_false(str_eq(list.items[i].words, STR("papers")));
    knowledge_release(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_other_lists),
        cmocka_unit_test(test_reserved),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_backwards),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_wordnet),
        cmocka_unit_test(test_vectors_and_wordnet),
        cmocka_unit_test(test_told),
    };
    return cmocka_run_group_tests(tests, school_set_up, school_tear_down);
}
