/* test_refusal.c: candidates that relations refuse are counted, each once and by its reason. */
#include "seeds.h"
#include "unit.h"

#include "relation/refusal.h"

/* Foreign keys, one for each reason that FL has, and one that can be folded. */
static const char TABLES[] =
    "[{\"db_id\":\"post\",\"table_names_original\":[\"person\",\"letter\",\"stamp\",\"visit\","
    "\"town\",\"lone\",\"box\",\"note\",\"tag\",\"bag\",\"crate\",\"seal\",\"hut\",\"dog\"],"
    "\"table_names\":[\"person\",\"letter\",\"stamp\",\"visit\","
    "\"town\",\"lone\",\"box\",\"note\",\"tag\",\"bag\",\"crate\",\"seal\",\"hut\",\"dog\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"person_id\"],[0,\"boss\"],[1,\"writer\"],"
    "[1,\"stamp_id\"],[1,\"visit_day\"],[1,\"town_name\"],[1,\"lone_id\"],[2,\"stamp_key\"],"
    "[2,\"colour\"],[3,\"day\"],[3,\"place\"],[3,\"mood\"],[4,\"town_id\"],[4,\"town_label\"],"
    "[5,\"lone_key\"],[6,\"note_id\"],[7,\"note_key\"],[7,\"text\"],[8,\"tag_key\"],"
    "[8,\"word\"],[9,\"tag_id\"],[9,\"tag_word\"],[9,\"word\"],[10,\"seal_id\"],"
    "[11,\"seal_key\"],[11,\"mark\"],[12,\"hut_key\"],[12,\"roof\"],[13,\"hut_id\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"person id\"],[0,\"boss\"],[1,\"writer\"],"
    "[1,\"stamp id\"],[1,\"visit day\"],[1,\"town name\"],[1,\"lone id\"],[2,\"stamp key\"],"
    "[2,\"colour\"],[3,\"day\"],[3,\"place\"],[3,\"mood\"],[4,\"town id\"],[4,\"town label\"],"
    "[5,\"lone key\"],[6,\"note id\"],[7,\"note key\"],[7,\"text\"],[8,\"tag key\"],"
    "[8,\"word\"],[9,\"tag id\"],[9,\"tag word\"],[9,\"word\"],[10,\"seal id\"],"
    "[11,\"seal key\"],[11,\"mark\"],[12,\"hut key\"],[12,\"roof\"],[13,\"hut id\"]],"
    "\"column_types\":[\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\","
    "\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\","
    "\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\",\"text\","
    "\"text\",\"text\"],"
    "\"primary_keys\":[1,8,[10,11],13,15,17,19,25,27],"
    "\"foreign_keys\":[[2,1],[3,1],[4,8],[4,8],[5,10],[6,14],[7,15],[16,17],[21,19],[24,25],"
    "[29,27]]}]";

static const char GOLD[] = "SELECT * FROM box WHERE EXISTS (SELECT colour FROM stamp) AND EXISTS "
                           "(SELECT rowid FROM crate)";

struct post {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
    struct refusal_tally tally;
};

static struct relation_seed load(struct post *p, const char *query)
{
    struct err e;
    *p = (struct post){0};
    assert_int_equal(lexicon_load(&p->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(schema_set_parse(&p->arena, str_from(TABLES), &p->schemas, &e), OK);
    struct relation_seed s = make_seed(&p->arena, &p->lexicon, &p->schemas.schemas[0],
                                       STR("What are the boxes?"), str_from(query));
    s.refusals = &p->tally;
    return s;
}

static void release(struct post *p)
{
    lexicon_release(&p->lexicon);
    arena_release(&p->arena);
}

static void flattening(void **state)
{
    (void)state;
    struct post p;
    struct relation_seed s = load(&p, GOLD);
    static const enum refusal REASONS[] = {
        REFUSED_KEY_TWICE,   REFUSED_KEY_TO_SELF, REFUSED_KEY_COMPOSITE, REFUSED_KEY_NOT_UNIQUE,
        REFUSED_KEY_SHARED,  REFUSED_KEY_ALONE,   REFUSED_TABLE_READ,    REFUSED_TABLE_STARRED,
        REFUSED_TABLE_FIXED, REFUSED_NAME_TAKEN};
    const void *plan;
    uint64_t all = 0;
    assert_int_equal(relation_FL.count(&p.arena, &s, &plan), 1);
    for (size_t i = 0; i < COUNT_OF(REASONS); i++)
        if (p.tally.counts[REASONS[i]] != 1)
            fail_msg("%s: %llu", refusal_name(REASONS[i]),
                     (unsigned long long)p.tally.counts[REASONS[i]]);
    for (int i = 0; i < REFUSALS; i++)
        all += p.tally.counts[i];
    assert_int_equal(all, COUNT_OF(REASONS));
    release(&p);
}

/* Every column is either refused, once, or a variant. */
static void columns_add_up(void **state)
{
    (void)state;
    static const struct relation *const RELATED[] = {&relation_NO, &relation_CRm};
    struct post p;
    for (size_t r = 0; r < COUNT_OF(RELATED); r++) {
        struct relation_seed s = load(&p, GOLD);
        const void *plan;
        uint64_t all = RELATED[r]->count(&p.arena, &s, &plan);
        for (int i = 0; i < REFUSALS; i++)
            all += p.tally.counts[i];
        assert_int_equal(all, s.schema->n_columns - 1);
        release(&p);
    }
}

/* Nobody has to ask. */
static void without_tally(void **state)
{
    (void)state;
    struct post p;
    struct relation_seed s = load(&p, GOLD);
    const void *plan;
    s.refusals = NULL;
    assert_int_equal(relation_FL.count(&p.arena, &s, &plan), 1);
    release(&p);
}

/* Readers of manifests must be able to tell reasons apart. */
static void names_differ(void **state)
{
    (void)state;
    for (int i = 0; i < REFUSALS; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(refusal_name((enum refusal)i), refusal_name((enum refusal)k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flattening),
        cmocka_unit_test(columns_add_up),
        cmocka_unit_test(without_tally),
        cmocka_unit_test(names_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
