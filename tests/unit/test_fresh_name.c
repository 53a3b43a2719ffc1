/* test_fresh_name.c: the names in a question, and which names and words are new to it. */
#include "seeds.h"
#include "unit.h"

#include "lexicon/knowledge.h"
#include "relation/fresh_name.h"
#include "relation/prepare.h"

static const char TABLES[] =
    "[{\"db_id\":\"music\",\"table_names_original\":[\"singer\"],\"table_names\":[\"singer\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"Song_release_year\"],[0,\"CountryCode\"],"
    "[0,\"Airline\"],[0,\"age\"],[0,\"x1\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"song release year\"],[0,\"countrycode\"],"
    "[0,\"airline name\"],[0,\"age\"],[0,\"yearly income\"]],"
    "\"column_types\":[\"text\",\"text\",\"text\",\"text\",\"number\",\"number\"],"
    "\"primary_keys\":[],\"foreign_keys\":[]}]";

struct music {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct schema_set schemas;
};

static void load(struct music *m)
{
    struct err e;
    *m = (struct music){0};
    const struct knowledge_sources sources = {.wordnet = "/nowhere"};
    assert_int_equal(lexicon_load(&m->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&m->knowledge, &m->lexicon, &sources, &e), OK);
    assert_int_equal(schema_set_parse(&m->arena, str_from(TABLES), &m->schemas, &e), OK);
}

static void release(struct music *m)
{
    knowledge_release(&m->knowledge);
    lexicon_release(&m->lexicon);
    arena_release(&m->arena);
}

static struct taken_names taken(struct music *m, const char *question)
{
    struct relation_seed s =
        make_seed(&m->arena, &m->lexicon, schema_set_find(&m->schemas, STR("music")),
                  str_from(question), (struct str){0});
    s.knowledge = &m->knowledge;
    return taken_names_of(&m->arena, &s);
}

static bool names(struct music *m, const char *question, const char *name)
{
    struct taken_names t = taken(m, question);
    return question_names(&m->arena, &t, str_from(name));
}

static void question_names_by_words(void **state)
{
    (void)state;
    struct music m;
    load(&m);
    assert_true(names(&m, "What is the age?", "Age"));
    assert_true(names(&m, "Show the release year of the song.", "song_release_year"));
    assert_true(names(&m, "Which country codes are there?", "CountryCode"));
    assert_true(names(&m, "List the cities.", "city"));
    assert_true(names(&m, "Which children sing?", "child"));
    assert_true(names(&m, "What are the IDs?", "id"));
    assert_true(names(&m, "Who lives at address 1?", "address1"));
    assert_false(names(&m, "Show the release of the song.", "song_release_year"));
    assert_false(names(&m, "Which page is the longest?", "age"));
    assert_false(names(&m, "Who was born in 2014?", "address1"));
    assert_false(names(&m, "Which?", ""));
    release(&m);
}

/* Without a gold query, columns that the question mentions count as read, by name or by natural
 * name; with one, only those that the query reads. */
static void named_columns_count_as_read(void **state)
{
    (void)state;
    struct music m;
    struct relation_seed s;
    struct err e;
    load(&m);
    struct seed seed = {.question =
                            STR("How many airlines have a country code and yearly incomes?"),
                        .reads = STR("SELECT age FROM singer"),
                        .schema = schema_set_find(&m.schemas, STR("music"))};
    relation_prepare(&m.arena, &seed, &m.lexicon, &m.knowledge, NULL, &s, &e);
    static const bool without_gold[] = {false, false, true, true, true, true};
    assert_memory_equal(s.column_read, without_gold, sizeof without_gold);
    seed.query = seed.reads;
    relation_prepare(&m.arena, &seed, &m.lexicon, &m.knowledge, NULL, &s, &e);
    static const bool with_gold[] = {false, false, false, false, true, false};
    assert_memory_equal(s.column_read, with_gold, sizeof with_gold);
    release(&m);
}

/* A prepared seed has them once and for all; a copy with another question has its own. */
static void names_are_of_one_question(void **state)
{
    (void)state;
    struct music m;
    struct relation_seed s;
    struct err e;
    load(&m);
    struct seed seed = {.question = STR("Which town?"),
                        .query = STR("SELECT age FROM singer"),
                        .schema = schema_set_find(&m.schemas, STR("music"))};
    relation_prepare(&m.arena, &seed, &m.lexicon, &m.knowledge, NULL, &s, &e);
    struct taken_names once = taken_names_of(&m.arena, &s);
    assert_ptr_equal(once.phrasing.items, s.taken->phrasing.items);
    assert_false(words_are_fresh(&once, STR("town")));
    struct seed silent = seed;
    silent.question = STR("");
    s.seed = &silent;
    s.words = relation_words(&m.arena, &m.lexicon, silent.question);
    struct taken_names other = taken_names_of(&m.arena, &s);
    assert_true(words_are_fresh(&other, STR("town")));
    release(&m);
}

static void new_names(void **state)
{
    (void)state;
    struct music m;
    load(&m);
    struct taken_names t = taken(&m, "What is the zip code of the town?");
    assert_false(name_is_fresh(&m.arena, &t, STR("songReleaseYear"))); /* a column, written anew */
    assert_false(name_is_fresh(&m.arena, &t, STR("zip_code")));        /* a phrase */
    assert_true(name_is_fresh(&m.arena, &t, STR("town_code"))); /* its words, but no phrase */
    assert_true(words_are_fresh(&t, STR("year of birth")));     /* "of" does not count */
    assert_false(words_are_fresh(&t, STR("area codes")));
    release(&m);
}

/* A question that is too long to be read may have any word. */
static void long_questions_have_all_words(void **state)
{
    (void)state;
    struct music m;
    struct buf b = {0};
    load(&m);
    for (int i = 0; i < WORDS_MAX; i++)
        buf_put(&b, STR("many "));
    buf_putc(&b, '\0');
    struct taken_names t = taken(&m, buf_str(&b).ptr);
    assert_false(name_is_fresh(&m.arena, &t, STR("town")));
    assert_false(words_are_fresh(&t, STR("town")));
    assert_true(question_names(&m.arena, &t, STR("town")));
    buf_release(&b);
    release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(question_names_by_words),
        cmocka_unit_test(named_columns_count_as_read),
        cmocka_unit_test(names_are_of_one_question),
        cmocka_unit_test(new_names),
        cmocka_unit_test(long_questions_have_all_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
