/* test_grammar.c: rules read, expanded by number, and parsed back. */
#include "unit.h"

#include "base/file.h"
#include "engine/database.h"
#include "fixture.h"
#include "grammar/parse_back.h"

#include "store/content.h"

#include <stdio.h>

static const char ddl[] =
    "CREATE TABLE dept(dept_id INTEGER PRIMARY KEY, dept_name TEXT, budget INTEGER);"
    "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER, dept_id INTEGER "
    "REFERENCES dept(dept_id));"
    "INSERT INTO dept VALUES(1, 'Sales', 20), (2, 'Law', 30);"
    "INSERT INTO people VALUES(1, 'Ann', 31, 1), (2, 'Bob', 42, 2), (3, 'Cleo', 42, 1);";

static struct office {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    const char *path;
    struct schema schema;
    struct content_reader *reader;
    struct content_source content;
    struct grammar_world world;
    struct grammar shipped;
} o;

static int set_up(void **state)
{
    (void)state;
    const struct knowledge_sources sources = {.wordnet = "/nonexistent"};
    struct str text;
    struct err e;
    o = (struct office){0};
    assert_int_equal(lexicon_load(&o.lexicon, NULL, &e), OK);
    assert_int_equal(knowledge_load(&o.knowledge, &o.lexicon, &sources, &e), OK);
    o.path = fixture_create(&o.arena, ddl);
    assert_int_equal(schema_from_database(&o.arena, o.path, STR("office"), &o.schema, &e), OK);
    o.reader = content_reader_new(1);
    o.content = content_reader_of(o.reader, o.path, &o.schema);
    o.world = (struct grammar_world){.schema = &o.schema, .content = &o.content};
    world_learn(&o.arena, &o.knowledge, &o.world);
    assert_int_equal(
        file_read(&o.arena, TEQL_SOURCE_DIR "/data/canonical.grammar", 1 << 20, &text, &e), OK);
    if (grammar_read(&o.arena, text, &o.shipped, &e))
        fail_msg("%u:%u: %s", e.line, e.col, e.msg);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    content_reader_free(o.reader);
    fixture_remove(o.path);
    knowledge_release(&o.knowledge);
    lexicon_release(&o.lexicon);
    arena_release(&o.arena);
    return 0;
}

static void test_shipped(void **state)
{
    (void)state;
    uint64_t ambiguous = 0, all = 0;
    for (uint32_t r = 0; r < o.shipped.count; r++) {
        const struct grammar_rule *rule = &o.shipped.rules[r];
        if (rule->is_phrase)
            continue;
        struct derivations d = derivations_of(&o.arena, &o.shipped, rule, &o.world);
        for (uint64_t i = 0; i < d.count; i++) {
            struct derivation x = derivation_get(&o.arena, &d, i);
            struct str q = derivation_question(&o.arena, &o.world, &x, rule->n_asks - 1);
            struct str sql = derivation_query(&o.arena, &o.world, &x);
            struct parsed_back p = parse_back(&o.arena, &o.shipped, &o.world, q);
            all++;
            if (i < 2 || p.count != 1 || !str_eq(p.queries[0], sql))
                printf("%s%.*s: %.*s | %.*s\n", p.count == 1 ? "" : "?? ", STR_ARG(rule->name),
                       STR_ARG(q), STR_ARG(sql));
            ambiguous += p.count != 1 || !str_eq(p.queries[0], sql);
        }
    }
    printf("%llu of %llu\n", (unsigned long long)ambiguous, (unsigned long long)all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shipped)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
