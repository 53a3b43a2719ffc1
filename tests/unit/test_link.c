/* test_link.c: which words of a question mention what. */
#include "unit.h"

#include "link/indicators.h"
#include "link/mention.h"
#include "link/schema_phrases.h"

struct linked {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
    struct link_index index;
    struct words words;
    struct mention_list mentions;
};

static const char tables_json[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"song\",\"singer\"],"
    "\"table_names\":[\"song\",\"singer\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"song_id\"],[0,\"release_year\"],[0,\"total\"],"
    "[1,\"first_name\"],[1,\"last_name\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"song id\"],[0,\"release year\"],[0,\"total\"],"
    "[1,\"first name\"],[1,\"last name\"]],"
    "\"column_types\":[\"text\",\"number\",\"number\",\"number\",\"text\",\"text\"],"
    "\"primary_keys\":[1],\"foreign_keys\":[]}]";

static void open_link(struct linked *l)
{
    struct err e;
    *l = (struct linked){0};
    assert_int_equal(lexicon_load(&l->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(schema_set_parse(&l->arena, STR(tables_json), &l->schemas, &e), OK);
    const struct schema *s = &l->schemas.schemas[0];
    l->index.lemmatizer.lexicon = &l->lexicon;
    struct phrase_list phrases;
    assert_int_equal(phrase_list_load(&phrases, &l->arena, &l->lexicon, &e), OK);
    keyword_phrases_add(&l->index.phrases, &l->arena, &phrases);
    schema_phrases_add(&l->index.phrases, &l->arena, &l->index.lemmatizer, s);
    assert_int_equal(row_values_read(&l->index.values, &l->arena, &l->lexicon, s, NULL, &e), OK);
}

static void close_link(struct linked *l)
{
    lexicon_release(&l->lexicon);
    arena_release(&l->arena);
}

static void find(struct linked *l, const char *question)
{
    l->words = words_read(&l->arena, &l->index.lemmatizer, str_from(question));
    l->mentions = mentions_find(&l->arena, &l->index, &l->words);
}

static const struct mention *at(const struct linked *l, uint32_t i)
{
    assert_true(i < l->mentions.count);
    return &l->mentions.items[i];
}

static void test_words(void **state)
{
    (void)state;
    struct linked l;
    open_link(&l);
    find(&l, "The singers' open-air songs, \"Low  Tide\" and 1,200 or two million QM-261?");
    static const char *const lemmas[] = {"the", "singer",    "open",   "air",   "song",
                                         ",",   "low  tide", "and",    "1,200", "or",
                                         "two", "million",   "qm-261", "?"};
    assert_int_equal(l.words.count, COUNT_OF(lemmas));
    for (uint32_t i = 0; i < l.words.count; i++)
        assert_true(str_eq(l.words.items[i].lemma, str_from(lemmas[i])));
    assert_true(str_eq(l.words.items[6].plain, STR("low tide")));
    assert_true(l.words.items[8].has_number && l.words.items[8].number == 1200);
    assert_false(l.words.items[12].has_number);
    close_link(&l);
}

/* A name of several words is one mention, and more than the key phrase within it. */
static void test_longest(void **state)
{
    (void)state;
    struct linked l;
    open_link(&l);
    find(&l, "number of songs by release years");
    assert_int_equal(at(&l, 0)->kind, MENTION_KEY);
    assert_int_equal(at(&l, 0)->key, KEYWORD_COUNT);
    assert_int_equal(at(&l, 1)->kind, MENTION_NAME);
    assert_true(at(&l, 1)->referents[0].is_table);
    assert_int_equal(at(&l, 3)->kind, MENTION_NAME);
    assert_int_equal(at(&l, 3)->end - at(&l, 3)->start, 2);
    assert_int_equal(at(&l, 3)->referents[0].id, 2);
    close_link(&l);
}

/* "total" is a key phrase, but here also a column. */
static void test_name_before_key(void **state)
{
    (void)state;
    struct linked l;
    open_link(&l);
    find(&l, "the total");
    assert_int_equal(at(&l, 1)->kind, MENTION_NAME);
    assert_int_equal(at(&l, 1)->referents[0].id, 3);
    close_link(&l);
}

static void test_shared_head(void **state)
{
    (void)state;
    struct linked l;
    open_link(&l);
    find(&l, "first and last names");
    assert_int_equal(l.mentions.count, 3);
    assert_int_equal(at(&l, 0)->kind, MENTION_NAME);
    assert_int_equal(at(&l, 0)->referents[0].id, 4);
    assert_int_equal(at(&l, 2)->referents[0].id, 5);
    close_link(&l);
}

/* It counts as the whole name, and not as the first word of one, which is all that other words
 * between the two leave it. */
static void test_shared_head_weight(void **state)
{
    (void)state;
    static const struct {
        const char *question;
        bool whole;
    } cases[] = {
        {"first and last names", true},          {"first or last names", true},
        {"first with last names", false},        {"first and last", false},
        {"first and last of names", false},      {"first and last titles", false},
        {"the first and last names here", true},
    };
    struct linked l;
    open_link(&l);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        find(&l, cases[i].question);
        const struct mention *m = at(&l, str_starts(str_from(cases[i].question), STR("the ")));
        bool whole = m->kind == MENTION_NAME && m->referents[0].weight > 0.9;
        if (whole != cases[i].whole || (whole && m->referents[0].id != 4))
            fail_msg("%s", cases[i].question);
        assert_int_equal(m->end - m->start, 1);
    }
    close_link(&l);
}

/* Another word for a name is not shared: "given" alone does not speak of a first name. */
static void test_shared_synonym(void **state)
{
    (void)state;
    struct linked l;
    open_link(&l);
    find(&l, "given and last names");
    assert_int_not_equal(at(&l, 0)->kind, MENTION_NAME);
    close_link(&l);
}

static void test_numbers(void **state)
{
    (void)state;
    struct linked l;
    open_link(&l);
    find(&l, "two million and 2024-05-01");
    assert_int_equal(at(&l, 0)->kind, MENTION_NUMBER);
    assert_true(at(&l, 0)->number == 2e6);
    assert_int_equal(at(&l, 2)->kind, MENTION_QUOTED);
    close_link(&l);
}

/* Every word belongs to exactly one mention, in order. */
static void test_cover(void **state)
{
    (void)state;
    static const char *const questions[] = {
        "", "?", "xyzzy", "\"a\" 'b' of the most common total number of release years first"};
    struct linked l;
    open_link(&l);
    for (size_t q = 0; q < COUNT_OF(questions); q++) {
        find(&l, questions[q]);
        uint32_t next = 0;
        for (uint32_t i = 0; i < l.mentions.count; next = at(&l, i++)->end)
            assert_int_equal(at(&l, i)->start, next);
        assert_int_equal(next, l.words.count);
    }
    close_link(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_name_before_key),
        cmocka_unit_test(test_shared_head),
        cmocka_unit_test(test_shared_head_weight),
        cmocka_unit_test(test_shared_synonym),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_cover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
