/* test_schema_memory.c: remembered facts of a schema do not change any result. */
#include "unit.h"

#include "dataset/data_folder.h"
#include "dataset/dataset.h"
#include "link/pattern/phrase_list.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "relation/refusal.h"
#include "relation/schema_memory.h"

#include <stdlib.h>

enum { MOST = 40 };

struct remembering {
    struct arena arena, scratch;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct phrase_list phrases;
    struct dataset dataset;
};

static int set_up(void **state)
{
    struct remembering *r = mem_alloc(sizeof *r);
    struct err e;
    *r = (struct remembering){0};
    struct dataset_source source = {.schemas_do = true};
    const struct knowledge_sources sources = {.wordnet = "/nowhere"};
    assert_int_equal(lexicon_load(&r->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&r->knowledge, &r->lexicon, &sources, &e), OK);
    assert_int_equal(phrase_list_load(&r->phrases, &r->arena, &r->lexicon, &e), OK);
    assert_int_equal(data_folder(&r->arena, "mini", &source.data, &e), OK);
    assert_int_equal(dataset_load(&r->dataset, &source, &e), OK);
    *state = r;
    return 0;
}

static int tear_down(void **state)
{
    struct remembering *r = *state;
    dataset_release(&r->dataset);
    knowledge_release(&r->knowledge);
    lexicon_release(&r->lexicon);
    arena_release(&r->scratch);
    arena_release(&r->arena);
    free(r);
    return 0;
}

static struct case_list draw(struct remembering *r, const struct relation *relation, uint32_t seed,
                             struct schema_memory *memory, struct refusal_tally *refused)
{
    struct relation_seed s;
    struct err e;
    relation_prepare(&r->scratch, &r->dataset.seeds[seed], &r->lexicon, &r->knowledge, memory, &s,
                     &e);
    s.refusals = refused;
    s.phrases = &r->phrases;
    return relation_draw(&r->scratch, relation, &s, MOST,
                         rng_stream(1, str_from(relation->id), seed));
}

/* Returns how many cases there are. */
static uint32_t expect_same(struct remembering *r, const struct relation *relation, uint32_t seed,
                            struct schema_memories *memories)
{
    struct refusal_tally with = {{0}}, without = {{0}};
    struct schema_memory *memory = schema_memories_get(memories, r->dataset.seeds[seed].schema);
    struct case_list x = draw(r, relation, seed, memory, &with);
    struct case_list y = draw(r, relation, seed, NULL, &without);
    assert_int_equal(x.count, y.count);
    for (uint32_t i = 0; i < x.count; i++) {
        assert_int_equal(x.numbers[i], y.numbers[i]);
        assert_true(str_eq(x.items[i].change, y.items[i].change));
        assert_true(str_eq(x.items[i].db_id, y.items[i].db_id)); /* has a hash of the migration */
    }
    assert_memory_equal(&with, &without, sizeof with);
    return x.count;
}

static void memory_changes_nothing(void **state)
{
    struct remembering *r = *state;
    struct schema_memories memories = {0};
    for (const struct relation *const *relation = RELATIONS; *relation; relation++) {
        uint32_t n = r->dataset.n_seeds, cases = 0;
        if ((*relation)->needs_database || (*relation)->needs_reading)
            continue;
        for (uint32_t i = 0; i < 2 * n; i++) /* there, and back: the first may be what is kept */
            cases += expect_same(r, *relation, i < n ? i : 2 * n - 1 - i, &memories);
        arena_clear(&r->scratch);
        if (str_eq(str_from((*relation)->family), STR("mt-teql")))
            assert_true(cases > 0);
    }
    schema_memories_release(&memories);
}

/* Of a schema there is one memory, until others came and those before were trimmed. */
static void memories_are_kept_and_trimmed(void **state)
{
    struct remembering *r = *state;
    const struct schema *first = &r->dataset.schemas.schemas[0], *second = first + 1;
    struct schema_memories memories = {0};
    char *note = schema_note(schema_memories_get(&memories, first), NOTE_HABITS, 1);
    assert_int_equal(*note, 0);
    *note = 1;
    assert_ptr_equal(schema_note(schema_memories_get(&memories, first), NOTE_HABITS, 1), note);
    assert_ptr_not_equal(schema_note(schema_memories_get(&memories, first), NOTE_NAMES, 1), note);
    schema_memories_trim(&memories);
    assert_ptr_equal(schema_note(schema_memories_get(&memories, first), NOTE_HABITS, 1), note);
    char *other = schema_note(schema_memories_get(&memories, second), NOTE_HABITS, 1);
    assert_ptr_not_equal(other, note);
    assert_int_equal(*other, 0);
    assert_int_equal(memories.count, 2);
    schema_memories_trim(&memories);
    assert_int_equal(memories.count, 1);
    assert_ptr_equal(schema_note(schema_memories_get(&memories, second), NOTE_HABITS, 1), other);
    schema_memories_release(&memories);
    assert_int_equal(memories.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_changes_nothing),
        cmocka_unit_test(memories_are_kept_and_trimmed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
