/* test_rename_insert.c: CRn and CI on small schemas, and how often they apply to real ones. */
#include "fixture.h"
#include "page.h"
#include "schema_seeds.h"
#include "seeds.h"
#include "shared.h"
#include "sure.h"

#include "lexicon/has_a.h"
#include "lexicon/name_style.h"
#include "lexicon/synonyms.h"
#include "link/schema_words.h"
#include "migration/migration.h"
#include "relation/draw.h"

#include <stdio.h>
#include <stdlib.h>

static const char TABLES[] =
    "[{\"db_id\":\"music\",\"table_names_original\":[\"singer\",\"concert\",\"Ref_Types\"],"
    "\"table_names\":[\"singer\",\"concert\",\"reference types\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"Singer_ID\"],[0,\"Name\"],[0,\"Country\"],"
    "[0,\"Zip_Code\"],[0,\"Sex\"],[1,\"concertId\"],[1,\"singerId\"],[1,\"concertName\"],"
    "[1,\"startYear\"],[1,\"cellMobile\"],[2,\"code\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"singer id\"],[0,\"name\"],[0,\"country\"],"
    "[0,\"zip code\"],[0,\"sex\"],[1,\"concert id\"],[1,\"singer id\"],[1,\"concert name\"],"
    "[1,\"start year\"],[1,\"cell mobile\"],[2,\"code\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"text\",\"text\",\"text\",\"number\","
    "\"number\",\"text\",\"number\",\"text\",\"text\"],"
    "\"primary_keys\":[1,6],\"foreign_keys\":[[7,1]]}]";

struct world {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct schema_set schemas;
};

static void load_words(struct world *w, const char *wordnet)
{
    struct err e;
    struct knowledge_sources sources = {.wordnet = wordnet};
    *w = (struct world){0};
    assert_int_equal(lexicon_load(&w->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&w->knowledge, &w->lexicon, &sources, &e), OK);
}

static void load_small(struct world *w, const char *wordnet)
{
    struct err e;
    load_words(w, wordnet);
    assert_int_equal(schema_set_parse(&w->arena, str_from(TABLES), &w->schemas, &e), OK);
    knowledge_learn(&w->knowledge, &w->schemas);
}

static void release(struct world *w)
{
    knowledge_release(&w->knowledge);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
}

static struct relation_seed seed_of(struct world *w, const char *question, const char *query)
{
    struct relation_seed s = make_seed(&w->arena, &w->lexicon, &w->schemas.schemas[0],
                                       str_from(question), str_from(query));
    assert_non_null(s.stmt);
    s.knowledge = &w->knowledge;
    return s;
}

/* All variants, as their changes. */
struct changes {
    struct str items[512];
    uint32_t count;
};

static void all_changes(struct arena *a, const struct relation *r, const struct relation_seed *s,
                        struct changes *out)
{
    const void *plan;
    uint64_t n = r->count(a, s, &plan);
    out->count = 0;
    for (uint64_t i = 0; i < n && out->count < 512; i++) {
        struct test_case v = CASE_EMPTY;
        if (!r->make(a, s, plan, i, &v))
            continue;
        assert_non_null(v.migration);
        assert_null(v.question.ptr);
        out->items[out->count++] = v.change;
    }
}

static bool mentions(const struct changes *c, const char *text)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (str_find(c->items[i], str_from(text), 0) < c->items[i].len)
            return true;
    return false;
}

static void renaming(void **state)
{
    (void)state;
    struct world w;
    static struct changes c;
    load_small(&w, NULL);
    struct relation_seed s =
        seed_of(&w, "What are the names of singers?", "SELECT Name FROM singer");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_true(mentions(&c, "\"to\":\"Nation\""));
    assert_true(mentions(&c, "\"to\":\"Postal_Code\""));
    assert_true(mentions(&c, "\"to\":\"Postcode\""));
    assert_true(mentions(&c, "\"to\":\"Gender\""));
    assert_true(mentions(&c, "\"to\":\"startingYear\""));
    assert_false(mentions(&c, "\"renamed\":\"singer.Name\"")); /* read */
    assert_false(mentions(&c, "\"to\":\"Zip_"));               /* "code" of "zip code" stays */
    assert_false(mentions(&c, "Vocalist"));                    /* a table's noun stays */
    assert_false(mentions(&c, "mobileMobile"));
    assert_true(mentions(&c, "\"to\":\"Singer_Identifier\""));
    assert_false(mentions(&c, "\"to\":\"concertIdentifier\"")); /* singerId is beside it */
    release(&w);
}

/* Synonyms with the table's noun are for names of one word; those that turn the words round are for
 * whole names. */
static void renaming_whole_names(void **state)
{
    (void)state;
    struct world w;
    static struct changes c;
    load_small(&w, NULL);
    struct relation_seed s = seed_of(&w, "How many?", "SELECT count(*) FROM concert");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_true(mentions(&c, "\"to\":\"Singer_Name\""));
    assert_true(mentions(&c, "\"to\":\"Country_Name\""));
    assert_true(mentions(&c, "\"to\":\"referenceTypeCode\""));
    assert_false(mentions(&c, "concertConcertName"));
    assert_false(mentions(&c, "@"));
    s = seed_of(&w, "How many singers?", "SELECT count(*) FROM concert");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_false(mentions(&c, "Singer_Name"));
    struct schema_column *columns = w.schemas.schemas[0].columns;
    columns[9].name = STR("releaseYear");
    columns[9].natural = STR("release year");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_true(mentions(&c, "\"to\":\"yearOfRelease\""));
    columns[9].name = STR("songReleaseYear");
    columns[9].natural = STR("song release year");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_false(mentions(&c, "songYearOfRelease"));
    release(&w);
}

/* A foreign key whose ends are named alike, and a word that the question uses. */
static void renaming_stays_clear(void **state)
{
    (void)state;
    struct world w;
    static struct changes c;
    load_small(&w, NULL);
    struct schema_column *columns = w.schemas.schemas[0].columns;
    struct relation_seed s = seed_of(&w, "Which nations and genders?", "SELECT Name FROM singer");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_false(mentions(&c, "Nation"));
    assert_false(mentions(&c, "Gender"));
    assert_true(mentions(&c, ".Singer_ID\""));
    columns[7].name = STR("Singer_ID");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_false(mentions(&c, ".Singer_ID\""));
    columns[5].name = STR("NATION"); /* however it is written, the name is taken */
    s = seed_of(&w, "What?", "SELECT Name FROM singer");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_false(mentions(&c, "\"to\":\"Nation\""));
    release(&w);
}

static void renamed_schema(void **state)
{
    (void)state;
    struct world w;
    load_small(&w, NULL);
    struct relation_seed s = seed_of(&w, "What?", "SELECT Name FROM singer");
    const void *plan;
    uint64_t n = relation_CRn.count(&w.arena, &s, &plan);
    for (uint64_t i = 0; i < n; i++) {
        struct test_case v;
        struct schema changed;
        if (!relation_CRn.make(&w.arena, &s, plan, i, &v))
            continue;
        migration_schema(&w.arena, v.migration, STR("x"), &changed, NULL);
        uint32_t differ = 0;
        for (uint32_t k = 1; k < changed.n_columns; k++)
            differ += !str_eq(changed.columns[k].name, s.schema->columns[k].name);
        assert_int_equal(differ, 1);
        assert_int_equal(changed.n_foreign_keys, 1);
    }
    release(&w);
}

static void insertion(void **state)
{
    (void)state;
    struct world w;
    static struct changes c;
    load_small(&w, NULL);
    struct relation_seed s =
        seed_of(&w, "What are the names of singers?", "SELECT Name FROM singer");
    all_changes(&w.arena, &relation_CI, &s, &c);
    assert_true(mentions(&c, "\"inserted\":\"singer.Record_Label\""));
    assert_true(mentions(&c, "\"inserted\":\"singer.Home_Address\""));
    assert_true(mentions(&c, "\"fact\":\"person has home address\""));
    assert_false(mentions(&c, "Nationality")); /* there is Country */
    assert_true(mentions(&c, "\"inserted\":\"concert.ticketPrice\""));
    assert_false(mentions(&c, "Gender"));      /* there is Sex */
    assert_false(mentions(&c, "Stage_Name"));  /* there is Name, which is asked for */
    assert_false(mentions(&c, "Postal_Code")); /* there is Zip_Code */
    s = seed_of(&w, "Which label and which telephones?", "SELECT Sex FROM singer");
    all_changes(&w.arena, &relation_CI, &s, &c);
    assert_false(mentions(&c, "Record_Label"));
    assert_false(mentions(&c, "Phone_Number")); /* the question says so by another word */
    release(&w);
}

/* Nor may the question ask for the new column by a word of the same family, or without naming it.
 */
static void insertion_stays_clear(void **state)
{
    (void)state;
    static const struct {
        const char *question, *absent, *present;
    } cases[] = {
        {"Who are the oldest singers?", "Birth_Date", "Home_Address"},
        {"What is the average age of singers?", "Birth_Date", "Home_Address"},
        {"Which singers were awarded something?", "Number_Of_Awards", "Birth_Date"},
        {"Which languages are spoken by singers?", "Native_Language", "Birth_Date"},
        {"Who sponsors the singers?", "sponsor\"", "ticketPrice"},
        {"Which concert is the cheapest?", "ticketPrice", "Birth_Date"},
    };
    struct world w;
    static struct changes c;
    load_small(&w, NULL);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct relation_seed s =
            seed_of(&w, cases[i].question, "SELECT count(*) FROM singer, concert");
        all_changes(&w.arena, &relation_CI, &s, &c);
        if (mentions(&c, cases[i].absent) || !mentions(&c, cases[i].present))
            fail_msg("%s", cases[i].question);
    }
    release(&w);
}

static void no_insertion_into_star(void **state)
{
    (void)state;
    struct world w;
    static struct changes c;
    load_small(&w, NULL);
    struct relation_seed s = seed_of(&w, "All?", "SELECT * FROM singer");
    all_changes(&w.arena, &relation_CI, &s, &c);
    assert_false(mentions(&c, "\"inserted\":\"singer."));
    assert_true(mentions(&c, "\"inserted\":\"concert."));
    s = seed_of(&w, "How many?", "SELECT count(*) FROM singer");
    all_changes(&w.arena, &relation_CI, &s, &c);
    assert_true(mentions(&c, "\"inserted\":\"singer."));
    release(&w);
}

static void without_wordnet(void **state)
{
    (void)state;
    struct world w;
    static struct changes c;
    load_small(&w, "/nonexistent");
    assert_false(wordnet_present(&w.knowledge.wordnet));
    struct relation_seed s = seed_of(&w, "What?", "SELECT Name FROM singer");
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_true(mentions(&c, "\"to\":\"Nation\""));
    all_changes(&w.arena, &relation_CI, &s, &c);
    assert_true(mentions(&c, "\"inserted\":\"singer.Home_Address\""));
    s.knowledge = NULL;
    all_changes(&w.arena, &relation_CRn, &s, &c);
    assert_int_equal(c.count, 0);
    all_changes(&w.arena, &relation_CI, &s, &c);
    assert_int_equal(c.count, 0);
    release(&w);
}

/* Every curated attribute has values, and every reference to other values leads somewhere. */
static void curated_lists(void **state)
{
    (void)state;
    struct world w;
    load_words(&w, "/nonexistent");
    const struct knowledge *k = &w.knowledge;
    for (uint32_t i = 0; i < k->has_a.table->n_rows; i++)
        for (uint32_t j = 1; j < k->has_a.table->rows[i].n_fields; j++) {
            struct attribute got;
            struct str words = k->has_a.table->rows[i].fields[j];
            struct noun_kinds kinds = kinds_of(&w.arena, k, k->has_a.table->rows[i].fields[0]);
            if (!attribute_of(&w.arena, k, &kinds, words, &got))
                fail_msg("no values for %.*s", STR_ARG(words));
            assert_true(got.values.n_texts || got.values.low < got.values.high);
        }
    for (uint32_t i = 0; i < k->attributes.table->n_rows; i++) {
        struct str values = k->attributes.table->rows[i].fields[2];
        if (str_starts(values, STR("@")))
            assert_int_not_equal(word_index_find(&k->attributes, str_slice(values, 1, values.len)),
                                 NAME_NONE);
    }
    release(&w);
}

/* Observed columns come before curated facts, if more than one schema has them. */
static void facts_in_order(void **state)
{
    (void)state;
    struct world w;
    load_words(&w, "/nonexistent");
    struct knowledge *k = &w.knowledge;
    for (uint32_t schema = 0; schema < 3; schema++)
        has_a_observe(k, STR("singer"), STR("Stage Height"), ATTRIBUTE_NUMBER, schema);
    for (uint32_t i = 0; i < 2; i++)
        has_a_observe(k, STR("singer"), STR("shoe size"), ATTRIBUTE_NUMBER, 7);
    has_a_settle(k);
    struct has_a_list facts = has_a_facts(&w.arena, k, STR("singer"));
    assert_true(facts.count > 5);
    assert_true(str_eq(facts.items[0].attribute, STR("stage height")));
    assert_int_equal(facts.items[0].source, SOURCE_DATASET);
    assert_int_equal(facts.items[0].count, 3);
    for (uint32_t i = 1; i < facts.count; i++) {
        assert_int_equal(facts.items[i].source, SOURCE_LIST);
        assert_false(str_eq(facts.items[i].attribute, STR("shoe size")));
    }
    release(&w);
}

static void conceptnet_facts(void **state)
{
    (void)state;
    struct world w;
    struct err e;
    char path[] = "/tmp/teql-assertions-XXXXXX";
    int fd = mkstemp(path);
    FILE *out = fdopen(fd, "w");
    assert_non_null(out);
    fputs("/a/x\t/r/HasA\t/c/en/zither\t/c/en/color\t{\"weight\": 2.0}\n"
          "/a/x\t/r/Synonym\t/c/en/zither\t/c/en/cither\t{\"weight\": 2.0}\n",
          out);
    assert_int_equal(fclose(out), 0);
    w = (struct world){0};
    assert_int_equal(lexicon_load(&w.lexicon, &LEXICON, NULL, &e), OK);
    struct knowledge_sources sources = {
        .wordnet = "/nonexistent", .conceptnet = path, .min_weight = 1.0};
    assert_int_equal(knowledge_load(&w.knowledge, &w.lexicon, &sources, &e), OK);
    struct has_a_list facts = has_a_facts(&w.arena, &w.knowledge, STR("zither"));
    assert_int_equal(facts.count, 1);
    assert_int_equal(facts.items[0].source, SOURCE_CONCEPTNET);
    struct synonym_list same = synonyms_of(&w.knowledge, STR("zithers"));
    assert_int_equal(same.count, 1);
    assert_true(str_eq(same.items[0].words, STR("cithers")));
    release(&w);
    remove(path);
}

/* The fixture's database, with words. */
struct towns {
    struct world words;
    const char *path;
    struct schema schema;
};

static void load_towns(struct towns *t)
{
    struct err e;
    load_words(&t->words, NULL);
    t->path = fixture_create(&t->words.arena, fixture_sql);
    assert_int_equal(schema_from_database(&t->words.arena, t->path, STR("towns"), &t->schema, &e),
                     OK);
}

static void release_towns(struct towns *t)
{
    fixture_remove(t->path);
    release(&t->words);
}

/* Every variant gives a real database that its views agree with. */
static void copies(void **state)
{
    (void)state;
    struct towns t;
    load_towns(&t);
    struct arena *a = &t.words.arena;
    struct str query = STR("SELECT count(*) FROM visit");
    struct relation_seed s = make_seed(a, &t.words.lexicon, &t.schema, STR("How many?"), query);
    s.knowledge = &t.words.knowledge;
    const struct relation *tested[] = {&relation_CRn, &relation_CI};
    for (int r = 0; r < 2; r++) {
        struct case_list list = relation_draw(a, tested[r], &s, 12, rng_stream(1, STR("r"), 0));
        assert_true(list.count >= 2);
        for (uint32_t i = 0; i < list.count; i++) {
            const char *problem = fixture_compare(a, t.path, list.items[i].migration, query);
            if (problem)
                fail_msg("%.*s: %s", STR_ARG(list.items[i].change), problem);
        }
    }
    release_towns(&t);
}

static enum proof_outcome prove(const struct towns *t, const char *gold, const struct migration *m)
{
    struct prover *prover = prover_new(&proof_defaults, 1);
    struct proof_task task = {.database = t->path, .gold = str_from(gold), .migration = m};
    enum proof_outcome outcome = sure_proof(prover, &task).outcome;
    prover_free(prover);
    return outcome;
}

/* Variants of relations without one of their conditions: rename a column that is read, insert one
 * beside `*`. */
static void mutants_are_caught(void **state)
{
    (void)state;
    struct towns t;
    load_towns(&t);
    struct arena *a = &t.words.arena;
    uint32_t column = column_named(&t.schema, "city.mayor");
    const struct migration *renamed =
        migration_rename_column(a, &t.schema, column, STR("provost"), STR("provost"));
    assert_int_equal(prove(&t, "SELECT mayor FROM city", renamed), PROOF_FAILS);
    assert_int_equal(prove(&t, "SELECT population FROM city", renamed), PROOF_PROVED);
    struct migration_insertion insertion = {.table = t.schema.columns[column].table,
                                            .at = 5,
                                            .name = STR("climate"),
                                            .natural = STR("climate"),
                                            .type = SCHEMA_NUMBER,
                                            .values = {.low = 1, .high = 9}};
    const struct migration *inserted = migration_insert_column(a, &t.schema, &insertion);
    assert_int_equal(prove(&t, "SELECT * FROM city", inserted), PROOF_DIFFERS);
    assert_int_equal(prove(&t, "SELECT mayor FROM city", inserted), PROOF_PROVED);
    release_towns(&t);
}

struct tally {
    uint32_t drawn, proved;
};

/* Ten variants of each seed; of the first two the proof is tried. */
static void draw_and_prove(struct world *w, const struct relation *r, const struct spider_dev *d,
                           struct prover *prover, struct tally *t)
{
    for (size_t i = 0; i < d->count; i++) {
        struct arena_mark mark = arena_mark(&w->arena);
        struct relation_seed s;
        assert_true(spider_dev_seed(&w->arena, d, i, &s));
        seed_read_words(&w->arena, &w->lexicon, &s);
        s.knowledge = &w->knowledge;
        s.options.strength = STRENGTH_BOLD;
        struct case_list list =
            relation_draw(&w->arena, r, &s, 10, rng_stream(1, str_from(r->id), i));
        t->drawn += list.count;
        for (uint32_t k = 0; k < list.count && k < 2; k++) {
            struct proof_task task = seed_task(&s, list.items[k].migration);
            struct proof p = sure_proof(prover, &task);
            if (p.outcome == PROOF_CHANCE) /* the gold's own fault */
                continue;
            if (p.outcome != PROOF_PROVED)
                fail_msg("%s %.*s: %s", proof_outcome_name(p.outcome),
                         STR_ARG(list.items[k].change), p.message.ptr ? p.message.ptr : "");
            t->proved++;
        }
        arena_rewind(&w->arena, mark);
    }
}

static void check_pages(struct arena *a, const char *id, uint32_t cases)
{
    page_has_row(a, "reference/words.md", id, page_number(a, cases));
    page_has_row(a, "reference/relations.md", id, page_number(a, cases));
}

/* The paper has 11,775 renamings and 2,802 insertions. With ten a seed there cannot be more than
 * 10,340 of each. */
static void spider_dev(void **state)
{
    (void)state;
    struct world w;
    struct spider_dev d;
    if (!shared_present())
        return;
    load_words(&w, NULL);
    spider_dev_load(&w.arena, &d);
    knowledge_learn(&w.knowledge, &d.schemas);
    struct prover *prover = prover_new(&proof_defaults, 1);
    struct tally renamed = {0}, inserted = {0};
    draw_and_prove(&w, &relation_CRn, &d, prover, &renamed);
    draw_and_prove(&w, &relation_CI, &d, prover, &inserted);
    print_message("Spider-dev, ten a seed: CRn %u, CI %u; proved of them %u and %u\n",
                  renamed.drawn, inserted.drawn, renamed.proved, inserted.proved);
    check_pages(&w.arena, "CRn", renamed.drawn);
    check_pages(&w.arena, "CI", inserted.drawn);
    prover_free(prover);
    release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renaming),
        cmocka_unit_test(renaming_whole_names),
        cmocka_unit_test(renaming_stays_clear),
        cmocka_unit_test(renamed_schema),
        cmocka_unit_test(insertion),
        cmocka_unit_test(insertion_stays_clear),
        cmocka_unit_test(no_insertion_into_star),
        cmocka_unit_test(without_wordnet),
        cmocka_unit_test(curated_lists),
        cmocka_unit_test(facts_in_order),
        cmocka_unit_test(conceptnet_facts),
        cmocka_unit_test(copies),
        cmocka_unit_test(mutants_are_caught),
        cmocka_unit_test(spider_dev),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
