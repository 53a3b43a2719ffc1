/* test_name_sampling.c: DB-synonym and DB-abbreviation on small schemas, and on Spider's. */
#include "schema_seeds.h"
#include "seeds.h"
#include "shared.h"
#include "unit.h"

#include "lexicon/shortening.h"
#include "link/schema_words.h"
#include "migration/migration.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "relation/refusal.h"
#include "sql/parse.h"

#include <stdio.h>

enum { SAMPLINGS = 8 };

static const char TABLES[] =
    "[{\"db_id\":\"sport\",\"table_names_original\":[\"player\",\"branch\",\"result\"],"
    "\"table_names\":[\"player\",\"branch\",\"result\"],"
    "\"column_names_original\":[[-1,\"*\"],"
    "[0,\"player_number\"],[0,\"Name\"],[0,\"Country\"],[0,\"Ranking_Points\"],[0,\"year\"],"
    "[1,\"branch_code\"],[1,\"description\"],[1,\"temperature\"],[1,\"temporary_name\"],"
    "[1,\"amt\"],[1,\"amount_paid\"],"
    "[2,\"player_number\"],[2,\"branch_code\"],[2,\"birth_place\"],[2,\"name2\"],[2,\"average\"]],"
    "\"column_names\":[[-1,\"*\"],"
    "[0,\"player number\"],[0,\"name\"],[0,\"country\"],[0,\"ranking points\"],[0,\"year\"],"
    "[1,\"branch code\"],[1,\"description\"],[1,\"temperature\"],[1,\"temporary name\"],"
    "[1,\"amt\"],[1,\"amount paid\"],"
    "[2,\"player number\"],[2,\"branch code\"],[2,\"birth place\"],[2,\"name 2\"],[2,\"average\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"text\",\"number\",\"number\",\"text\","
    "\"text\","
    "\"number\",\"text\",\"number\",\"number\",\"number\",\"text\",\"text\",\"text\",\"number\"],"
    "\"primary_keys\":[1,6],\"foreign_keys\":[[12,1],[13,6]]}]";

struct words_world {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct schema_set schemas;
};

static int set_up(void **state)
{
    static struct words_world w;
    struct knowledge_sources sources = {.wordnet = NULL};
    struct err e;
    w = (struct words_world){0};
    assert_int_equal(lexicon_load(&w.lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&w.knowledge, &w.lexicon, &sources, &e), OK);
    assert_int_equal(schema_set_parse(&w.arena, str_from(TABLES), &w.schemas, &e), OK);
    knowledge_learn(&w.knowledge, &w.schemas);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct words_world *w = *state;
    knowledge_release(&w->knowledge);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
    return 0;
}

static struct relation_seed seed_of(struct words_world *w, const char *question, const char *query)
{
    struct relation_seed s = make_seed(&w->arena, &w->lexicon, &w->schemas.schemas[0],
                                       str_from(question), str_from(query));
    s.knowledge = &w->knowledge;
    return s;
}

struct made {
    struct test_case items[SAMPLINGS];
    uint32_t count;
};

static struct made make_all(struct words_world *w, const struct relation *r,
                            const struct relation_seed *s)
{
    struct made m = {.count = 0};
    const void *plan;
    uint64_t n = r->count(&w->arena, s, &plan);
    assert_true(n <= SAMPLINGS);
    for (; m.count < n; m.count++) {
        m.items[m.count] = CASE_EMPTY;
        assert_true(r->make(&w->arena, s, plan, m.count, &m.items[m.count]));
        assert_int_equal(m.items[m.count].claim, CLAIM_SAME);
    }
    return m;
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_from(part), 0) < text.len;
}

/* In how many changes the text stands. */
static uint32_t mentions(const struct made *m, const char *text)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->count; i++)
        n += has(m->items[i].change, text);
    return n;
}

/* The query is rewritten with the new names. */
static void test_query(void **state)
{
    struct words_world *w = *state;
    struct relation_seed s = seed_of(w, "From where are they?", "SELECT Country FROM player");
    struct made m = make_all(w, &relation_DB_synonym, &s);
    assert_true(m.count > 0);
    for (uint32_t i = 0; i < m.count; i++) {
        bool nation = str_eq(m.items[i].query, STR("SELECT Nation FROM player"));
        assert_true(nation || str_eq(m.items[i].query, STR("SELECT Country_Name FROM player")));
        assert_int_equal(has(m.items[i].change, "\"player.Country\":\"Nation\""), nation);
    }
    m = make_all(w, &relation_DB_abbreviation, &s);
    assert_true(m.count > 0);
    for (uint32_t i = 0; i < m.count; i++)
        assert_true(str_eq(m.items[i].query, STR("SELECT Ctry FROM player")) ||
                    str_eq(m.items[i].query, STR("SELECT Cntry FROM player")));
}

/* The draw depends on the schema only: another question has the same schemas. */
static void test_shared_schemas(void **state)
{
    static const char *const QUERIES[] = {
        "SELECT Country FROM player", "SELECT Name, year FROM player", "SELECT average FROM result",
        "SELECT description FROM branch", "SELECT 1 FROM player JOIN result USING (player_number)"};
    struct words_world *w = *state;
    const struct relation *const both[] = {&relation_DB_synonym, &relation_DB_abbreviation};
    for (int r = 0; r < 2; r++) {
        uint64_t hashes[SAMPLINGS * 5];
        uint32_t n = 0, cases = 0;
        for (size_t q = 0; q < COUNT_OF(QUERIES); q++) {
            struct relation_seed s = seed_of(w, "What is it?", QUERIES[q]);
            struct made m = make_all(w, both[r], &s);
            cases += m.count;
            for (uint32_t i = 0; i < m.count; i++) {
                uint64_t hash = migration_hash(m.items[i].migration);
                uint32_t k = 0;
                while (k < n && hashes[k] != hash)
                    k++;
                hashes[n] = hash;
                n += k == n;
            }
        }
        assert_true(n <= SAMPLINGS && cases > n);
    }
}

/* Columns that join by their name get the same one; others beside the ones that are read are
 * renamed too. */
static void test_alike(void **state)
{
    struct words_world *w = *state;
    struct relation_seed s = seed_of(w, "What is it?", "SELECT player_number FROM result");
    struct made m = make_all(w, &relation_DB_abbreviation, &s);
    assert_true(m.count > 0);
    for (uint32_t i = 0; i < m.count; i++) {
        const struct migration *g = m.items[i].migration;
        assert_true(str_eq(g->tables[0].columns[0].name, g->tables[2].columns[0].name));
        assert_false(str_eq(g->tables[0].columns[0].name, STR("player_number")));
        assert_true(str_eq(g->tables[1].columns[0].name, g->tables[2].columns[1].name));
    }
    assert_true(mentions(&m, "player.Country") > 0 && mentions(&m, "player.Country") < m.count);
}

/* A sampling makes no case if the query names none of its columns, or the question has a new word.
 */
static void test_refused(void **state)
{
    struct words_world *w = *state;
    struct refusal_tally tally = {{0}};
    struct relation_seed s = seed_of(w, "How many?", "SELECT count(*) FROM player");
    s.refusals = &tally;
    assert_int_equal(make_all(w, &relation_DB_synonym, &s).count, 0);
    assert_true(tally.counts[REFUSED_SAMPLING_UNREAD] > 0);
    s = seed_of(w, "Show all.", "SELECT * FROM player");
    assert_int_equal(make_all(w, &relation_DB_synonym, &s).count, 0);
    s = seed_of(w, "Which nations are there?", "SELECT Country FROM player");
    s.refusals = &tally;
    struct made m = make_all(w, &relation_DB_synonym, &s);
    assert_int_equal(mentions(&m, "Nation"), 0);
    assert_true(m.count > 0 && tally.counts[REFUSED_SAMPLING_ASKED] > 0);
    s = seed_of(w, "Whose nation?", "SELECT Name FROM player");
    m = make_all(w, &relation_DB_synonym, &s);
    assert_int_equal(mentions(&m, "Nation"), 0);
    s = seed_of(w, "What is n?", "SELECT nothing_like_it FROM player");
    assert_int_equal(make_all(w, &relation_DB_synonym, &s).count, 0);
}

/* A name that the query has use for otherwise is written with its table. A rowid cannot be written.
 */
static void test_untold(void **state)
{
    struct words_world *w = *state;
    struct refusal_tally tally = {{0}};
    struct relation_seed s = seed_of(
        w, "From where?", "SELECT count(*) AS nation, Country FROM player ORDER BY Country");
    s.refusals = &tally;
    struct made m = make_all(w, &relation_DB_synonym, &s);
    assert_true(mentions(&m, "\"Nation\"") > 0);
    assert_int_equal(tally.counts[REFUSED_SAMPLING_UNTOLD], 0);
    s = seed_of(w, "From where?", "SELECT Country FROM player WHERE rowid > 1");
    s.refusals = &tally;
    assert_int_equal(make_all(w, &relation_DB_synonym, &s).count, 0);
    assert_true(tally.counts[REFUSED_SAMPLING_UNTOLD] > 0);
}

/* A query in place of a gold says what is read, but does not become a gold. */
static void test_without_gold(void **state)
{
    struct words_world *w = *state;
    struct seed seed = {.db_id = STR("sport"),
                        .question = STR("From where are they?"),
                        .reads = STR("SELECT Country FROM player"),
                        .schema = &w->schemas.schemas[0]};
    struct relation_seed s;
    struct err e;
    relation_prepare(&w->arena, &seed, &w->lexicon, &w->knowledge, NULL, &s, &e);
    struct made m = make_all(w, &relation_DB_synonym, &s);
    assert_true(m.count > 0);
    for (uint32_t i = 0; i < m.count; i++) {
        assert_null(m.items[i].query.ptr);
        assert_true(has(m.items[i].change, "player.Country"));
    }
}

/* Schemas with a hall and those who book it. */
static struct relation_seed hall_seed(struct words_world *w, const char *booking)
{
    static const char HALL[] =
        "[{\"db_id\":\"%s\",\"table_names_original\":[\"hall\",\"booking\"],"
        "\"table_names\":[\"hall\",\"booking\"],\"column_names_original\":[[-1,\"*\"],"
        "[0,\"hall_id\"],[0,\"Highest\"],[0,\"Lowest\"],[1,\"%s\"],[1,\"hall_id\"]],"
        "\"column_names\":[[-1,\"*\"],[0,\"hall id\"],[0,\"highest\"],[0,\"lowest\"],"
        "[1,\"%s\"],[1,\"hall id\"]],\"column_types\":[\"text\",\"number\",\"number\",\"number\","
        "\"number\",\"number\"],\"primary_keys\":[1],\"foreign_keys\":[[5,1]]}]";
    struct schema_set *set = ARENA_NEW(&w->arena, struct schema_set);
    struct err e;
    assert_int_equal(schema_set_parse(&w->arena,
                                      arena_printf(&w->arena, HALL, booking, booking, booking), set,
                                      &e),
                     OK);
    struct relation_seed s =
        make_seed(&w->arena, &w->lexicon, &set->schemas[0], STR("Which is it?"),
                  STR("SELECT hall_id, Highest, Lowest FROM hall"));
    s.knowledge = &w->knowledge;
    return s;
}

/* All ids get the same word, and partners are renamed together. */
static void test_ids_and_partners(void **state)
{
    struct words_world *w = *state;
    struct relation_seed s = hall_seed(w, "booking_id");
    struct made m = make_all(w, &relation_DB_synonym, &s);
    assert_true(m.count > 0);
    for (uint32_t i = 0; i < m.count; i++)
        assert_true(has(m.items[i].change, "\"hall.hall_id\":\"hall_identifier\"") &&
                    has(m.items[i].change, "\"booking.booking_id\":\"booking_identifier\""));
    assert_int_equal(mentions(&m, "hall.Highest") + mentions(&m, "hall.Lowest"), 0);
    s = hall_seed(w, "id_kind"); /* whose id has no other name where it stands */
    m = make_all(w, &relation_DB_synonym, &s);
    assert_int_equal(mentions(&m, "identifier") - mentions(&m, "identifier_kind"), 0);
}

/* A company's key, a company that is also a column, and a station's company. */
static struct relation_seed company_seed(struct words_world *w)
{
    static const char COMPANY[] =
        "[{\"db_id\":\"gas\",\"table_names_original\":[\"company\",\"station\"],"
        "\"table_names\":[\"company\",\"station\"],\"column_names_original\":[[-1,\"*\"],"
        "[0,\"Company_ID\"],[0,\"Company\"],[1,\"Station_ID\"],[1,\"Company_ID\"]],"
        "\"column_names\":[[-1,\"*\"],[0,\"company id\"],[0,\"company\"],[1,\"station id\"],"
        "[1,\"company id\"]],\"column_types\":[\"text\",\"number\",\"text\",\"number\","
        "\"number\"],\"primary_keys\":[1,3],\"foreign_keys\":[[4,1]]}]";
    struct schema_set *set = ARENA_NEW(&w->arena, struct schema_set);
    struct err e;
    assert_int_equal(schema_set_parse(&w->arena, str_from(COMPANY), set, &e), OK);
    struct relation_seed s =
        make_seed(&w->arena, &w->lexicon, &set->schemas[0], STR("Which is it?"),
                  STR("SELECT company.Company_ID FROM company JOIN station USING (Company_ID)"));
    s.knowledge = &w->knowledge;
    return s;
}

/* A key has one name in all tables, also if a word cannot be used in one of them: "Co" alone is too
 * short for the column beside it. */
static void test_keys(void **state)
{
    struct words_world *w = *state;
    struct relation_seed s = company_seed(w);
    struct made m = make_all(w, &relation_DB_abbreviation, &s);
    assert_true(m.count > 0);
    for (uint32_t i = 0; i < m.count; i++) {
        const struct migration *g = m.items[i].migration;
        assert_true(str_eq(g->tables[0].columns[0].name, g->tables[1].columns[1].name));
    }
}

/* Words of a name are shortened one by one, unless the result could be read as another word. */
static void test_short_names(void **state)
{
    struct words_world *w = *state;
    struct relation_seed s = seed_of(
        w, "What is it?",
        "SELECT Ranking_Points, description, temperature, temporary_name, amount_paid, Name, name2,"
        " birth_place, average, result.branch_code, year FROM player, branch, result");
    struct made m = make_all(w, &relation_DB_abbreviation, &s);
    assert_true(m.count > SAMPLINGS / 2);
    assert_int_equal(mentions(&m, "\"branch.branch_code\":\"branch_cd\""), SAMPLINGS / 2);
    assert_true(mentions(&m, ":\"Rank_Pts\"") > 0 && mentions(&m, ":\"Rank_Points\"") > 0);
    assert_int_equal(mentions(&m, "result.birth_place"), 0); /* no list has a short form */
    assert_true(mentions(&m, "\"player.year\":\"yr\"") > 0);
    assert_true(mentions(&m, "\"branch.description\":\"descr\"") > 0);
    assert_true(mentions(&m, "\"branch.branch_code\":\"branch_cd\"") > 0);
    assert_true(mentions(&m, "\"branch.temporary_name\":\"temporary_nm\"") > 0);
    assert_int_equal(mentions(&m, ":\"desc\""), 0); /* a key word */
    assert_int_equal(mentions(&m, ":\"avg\""), 0);  /* a function */
    assert_int_equal(mentions(&m, "\"temp\""), 0);  /* of two words */
    assert_int_equal(mentions(&m, "\"temp_"), 0);
    assert_int_equal(mentions(&m, "amt_"), 0);        /* is there already */
    assert_int_equal(mentions(&m, "player.Name"), 0); /* "Nm" alone */
    assert_int_equal(mentions(&m, "result.name2"), 0);
}

static void expect_forms(struct words_world *w, const char *words, const char *expected)
{
    struct short_form_list l = short_forms_of(&w->arena, &w->knowledge, str_from(words));
    struct buf text = {0};
    for (uint32_t i = 0; i < l.count; i++)
        buf_printf(&text, "%s%.*s%s", i ? " " : "", STR_ARG(l.items[i].text),
                   l.items[i].alone ? "" : "+");
    buf_putc(&text, '\0');
    assert_string_equal(text.ptr, expected);
    buf_release(&text);
}

/* "+": beside other words only. */
static void test_shortening(void **state)
{
    struct words_world *w = *state;
    expect_forms(w, "country", "ctry cntry");
    expect_forms(w, "department", "dept");
    expect_forms(w, "departments", "depts");
    expect_forms(w, "name", "nm+");
    expect_forms(w, "year", "yr"); /* everybody reads it right */
    expect_forms(w, "date of birth", "dob");
    expect_forms(w, "points", "pts");
    expect_forms(w, "dept", "");  /* short already */
    expect_forms(w, "staff", ""); /* no list has it, and "stff" would be no word */
    expect_forms(w, "2020", "");
    expect_forms(w, "", "");
}

/* Spider's development set */

struct real {
    struct words_world *words;
    struct prover *prover;
    struct arena scratch;
    uint32_t proved, chance;
};

static void check_case(struct real *r, const struct relation_seed *s, const struct test_case *c)
{
    struct proof_task task = seed_task(s, c->migration);
    struct proof proof;
    struct err e;
    task.changed = c->query;
    task.schema = s->schema;
    assert_false(str_eq(c->query, s->seed->query));
    assert_int_equal(prover_prove(r->prover, &task, &proof, &e), OK);
    if (proof.outcome != PROOF_PROVED && proof.outcome != PROOF_CHANCE)
        fail_msg("%.*s: %s %.*s", STR_ARG(c->query), proof_outcome_name(proof.outcome),
                 STR_ARG(proof.message));
    r->proved += proof.outcome == PROOF_PROVED;
    r->chance += proof.outcome == PROOF_CHANCE;
}

static void check_seed(struct real *r, const struct relation *relation,
                       const struct relation_seed *s)
{
    struct rng rng = rng_stream(1, str_from(relation->id), s->seed->number);
    struct case_list l = relation_draw(&r->scratch, relation, s, relation->most, rng);
    assert_true(l.count <= 5);
    for (uint32_t i = 0; i < l.count; i++) {
        check_case(r, s, &l.items[i]);
        for (uint32_t k = 0; k < i; k++)
            assert_false(str_eq(l.items[i].db_id, l.items[k].db_id));
    }
}

static void check_dev(struct real *r, const struct spider_dev *dev, const struct relation *relation,
                      uint32_t least)
{
    r->proved = r->chance = 0;
    for (size_t i = 0; i < dev->count; i++) {
        struct relation_seed s;
        arena_clear(&r->scratch);
        if (!spider_dev_seed(&r->scratch, dev, i, &s))
            continue;
        s.knowledge = &r->words->knowledge;
        seed_read_words(&r->scratch, &r->words->lexicon, &s);
        check_seed(r, relation, &s);
    }
    printf("%s: %u proved, %u left to chance\n", relation->id, r->proved, r->chance);
    assert_true(r->proved >= least);
    assert_true(r->chance * 20 < r->proved);
}

/* The published sets have 2,619 and 2,853 cases. */
static void test_spider(void **state)
{
    struct words_world *w = *state;
    struct spider_dev dev;
    if (!shared_present())
        skip();
    struct real r = {.words = w, .prover = prover_new(&proof_defaults, 1)};
    spider_dev_load(&w->arena, &dev);
    knowledge_learn(&w->knowledge, &dev.schemas);
    check_dev(&r, &dev, &relation_DB_synonym, 2619);
    check_dev(&r, &dev, &relation_DB_abbreviation, 2853);
    prover_free(r.prover);
    arena_release(&r.scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_query),
        cmocka_unit_test(test_shared_schemas),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_untold),
        cmocka_unit_test(test_without_gold),
        cmocka_unit_test(test_short_names),
        cmocka_unit_test(test_shortening),
        cmocka_unit_test(test_ids_and_partners),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_spider),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
