/* test_word_sense.c: which sense a noun has among the words of a database. */
#include "unit.h"

#include "lexicon/synonyms.h"

static struct words_known {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
} f;

static int set_up(void **state)
{
    (void)state;
    struct err e;
    const struct knowledge_sources sources = {.wordnet = NULL};
    return lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK ||
           knowledge_load(&f.knowledge, &f.lexicon, &sources, &e) != OK;
}

static int tear_down(void **state)
{
    (void)state;
    knowledge_release(&f.knowledge);
    lexicon_release(&f.lexicon);
    arena_release(&f.arena);
    return 0;
}

static struct word_context context_of(const char *text)
{
    struct word_context c;
    word_context_init(&c, &f.arena);
    word_context_add(&c, &f.arena, &f.knowledge, str_from(text));
    return c;
}

static struct wordnet_synset synset_of(struct word_sense sense)
{
    struct wordnet_synset s;
    assert_true(wordnet_synset(&f.arena, &f.knowledge.wordnet, WORDNET_NOUN, sense.place, &s));
    return s;
}

/* The sense that the noun has among these words must have `word`. */
static void expect_sense(const char *context, const char *noun, const char *word)
{
    struct word_context c = context_of(context);
    struct word_sense sense;
    assert_true(word_sense_choose(&f.arena, &f.knowledge, &c, str_from(noun), &sense));
    struct wordnet_synset s = synset_of(sense);
    for (uint32_t i = 0; i < s.n_words; i++)
        if (str_eq(s.words[i], str_from(word)))
            return;
    fail_msg("%s is not '%s' but '%.*s'", noun, word, STR_ARG(s.gloss));
}

static void test_words_around(void **state)
{
    (void)state;
    /* A head of a department is not part of a body, … */
    expect_sense("department head management budget employee born state "
                 "Who is in charge of the department of the Treasury?",
                 "head", "chief");
    expect_sense("What is the capacity of each stadium? attendance concert volume contained seats",
                 "capacity", "content");
    expect_sense("orchestra concert music performance", "conductor", "music director");
    expect_sense("electricity metal wire heat", "conductor", "conductor");
    expect_sense("chemistry element metal atom compound", "lead", "atomic number 82");
    expect_sense("film cast role actor starring", "lead", "star");
}

/* A sense of a science is not meant if the database is not about that science. */
static void test_fields(void **state)
{
    (void)state;
    struct word_context c = context_of("apartment building city zip code manager");
    struct word_sense sense;
    assert_true(word_sense_choose(&f.arena, &f.knowledge, &c, STR("address"), &sense));
    struct str gloss = synset_of(sense).gloss;
    assert_true(str_find(gloss, STR("computer science"), 0) == gloss.len);
}

/* Without words around, a noun must nearly always mean the same. */
static void test_no_words_around(void **state)
{
    (void)state;
    struct word_sense sense;
    assert_true(word_sense_choose(&f.arena, &f.knowledge, NULL, STR("physician"), &sense));
    assert_true(sense.sure && sense.number == 0);
    assert_false(word_sense_choose(&f.arena, &f.knowledge, NULL, STR("bank"), &sense));
    assert_false(word_sense_choose(&f.arena, &f.knowledge, NULL, STR("zithering"), &sense));
}

/* Words of grammar, and those that every database has, do not count. */
static void test_context(void **state)
{
    (void)state;
    struct word_context c = context_of("What is the name of each stadium? Stadiums, and IDs");
    assert_int_equal(c.count, 1);
    assert_int_equal(name_map_get(&c.numbers, STR("stadium")), 0);
    struct word_context senses = context_of("stadium head");
    assert_true(senses.weights[0] > senses.weights[1]); /* a head is many things */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_around),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_no_words_around),
        cmocka_unit_test(test_context),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
