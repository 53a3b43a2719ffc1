/* test_schema_words.c: facts about things, learnt from the schemas of a dataset. */
#include "unit.h"

#include "lexicon/has_a.h"
#include "link/schema_words.h"

#define CUSTOMERS(db_id, more)                                                                     \
    "{\"db_id\":\"" db_id "\",\"table_names_original\":[\"Customers\"],"                           \
    "\"table_names\":[\"customers\"],"                                                             \
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"phone\"],[0,\"since\"],[0,\"" more      \
    "\"],[0,\"zip\"]],"                                                                            \
    "\"column_names\":[[-1,\"*\"],[0,\"customer id\"],[0,\"customer phone\"],"                     \
    "[0,\"date became customer\"],[0,\"" more "\"],[0,\"zip code\"]],"                             \
    "\"column_types\":[\"text\",\"number\",\"text\",\"time\",\"number\",\"text\"],"                \
    "\"primary_keys\":[1],\"foreign_keys\":[]}"

static const char TABLES[] =
    "[" CUSTOMERS("a", "email") "," CUSTOMERS("b", "email") "," CUSTOMERS("c", "weight") "]";

struct taught {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct has_a_list facts; /* about customers */
};

static void teach(struct taught *t)
{
    const struct knowledge_sources none = {.wordnet = "/nonexistent"};
    struct schema_set schemas;
    struct err e;
    *t = (struct taught){0};
    assert_int_equal(lexicon_load(&t->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(schema_set_parse(&t->arena, STR(TABLES), &schemas, &e), OK);
    assert_int_equal(knowledge_load(&t->knowledge, &t->lexicon, &none, &e), OK);
    knowledge_learn(&t->knowledge, &schemas);
    t->facts = has_a_facts(&t->arena, &t->knowledge, STR("customer"));
}

static void release(struct taught *t)
{
    knowledge_release(&t->knowledge);
    lexicon_release(&t->lexicon);
    arena_release(&t->arena);
}

/* In how many schemas customers have it; 0 if the dataset does not say so. */
static uint32_t known(const struct taught *t, const char *attribute)
{
    for (uint32_t i = 0; i < t->facts.count; i++)
        if (t->facts.items[i].source == SOURCE_DATASET &&
            str_eq(t->facts.items[i].attribute, str_from(attribute)))
            return t->facts.items[i].count;
    return 0;
}

static void test_columns(void **state)
{
    (void)state;
    struct taught t;
    teach(&t);
    assert_int_equal(known(&t, "phone"), 3);
    /* keys, what is about customers themselves, and what fewer than three schemas have */
    static const char *const NOT[] = {
        "",       "id",       "customer id",          "customer phone",
        "weight", "zip code", "date became customer", "email"};
    for (size_t i = 0; i < COUNT_OF(NOT); i++)
        if (known(&t, NOT[i]))
            fail_msg("'%s'", NOT[i]);
    release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
