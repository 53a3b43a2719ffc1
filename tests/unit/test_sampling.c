/* test_sampling.c: quotas, samples, kin and parts, with the formulas of MT-TEQL, §4. */
#include "unit.h"

#include "kin/seed_split.h"
#include "training/quota.h"
#include "training/sample.h"

#include <math.h>
#include <stdio.h>

/* Quotas */

static void test_even_quotas(void **state)
{
    uint64_t q[12];
    (void)state;
    quota_even(7000, 12, q);
    for (int i = 0; i < 12; i++)
        assert_int_equal(q[i], 583);
    quota_even(12, 12, q);
    assert_int_equal(q[11], 1);
}

static void test_fewer_cases_than_relations_have_no_quota(void **state)
{
    uint64_t q[12];
    (void)state;
    quota_even(11, 12, q);
    for (int i = 0; i < 12; i++)
        assert_int_equal(q[i], 0);
    quota_even(0, 12, q);
    assert_int_equal(q[0], 0);
}

static void test_quotas_by_rates(void **state)
{
    const double rates[] = {0.2, 0.1, 0.1, 0};
    uint64_t q[4];
    (void)state;
    quota_by_rates(1000, rates, 4, q);
    assert_int_equal(q[0], 500);
    assert_int_equal(q[1], 250);
    assert_int_equal(q[2], 250);
    assert_int_equal(q[3], 0);
    quota_by_rates(7, rates, 4, q); /* 3.5, 1.75, 1.75 */
    assert_int_equal(q[0], 3);
    assert_int_equal(q[1], 1);
    assert_int_equal(q[2], 1);
}

/* Shares that are whole numbers stay whole, and no sum is larger than the total. */
static void test_rounding_loses_nothing(void **state)
{
    (void)state;
    for (uint32_t k = 1; k <= 40; k++)
        for (uint64_t n = k; n <= 4000000000u; n = n * 7 + k) {
            double rates[40];
            uint64_t q[40], sum = 0, whole = n / k * k;
            for (uint32_t i = 0; i < k; i++)
                rates[i] = 0.07;
            quota_by_rates(whole, rates, k, q);
            for (uint32_t i = 0; i < k; i++) {
                assert_int_equal(q[i], whole / k);
                sum += q[i];
            }
            assert_int_equal(sum, whole);
            for (uint32_t i = 0; i < k; i++)
                rates[i] = 1.0 / (i + 3);
            quota_by_rates(n, rates, k, q);
            sum = 0;
            for (uint32_t i = 0; i < k; i++)
                sum += q[i];
            assert_true(sum <= n);
        }
}

static void test_rates_of_zero_give_no_quota(void **state)
{
    const double rates[] = {0, 0, 0};
    uint64_t q[3] = {1, 2, 3};
    (void)state;
    quota_by_rates(1000, rates, 3, q);
    for (int i = 0; i < 3; i++)
        assert_int_equal(q[i], 0);
}

/* Samples */

enum { RELATIONS_USED = 3 };
static const uint32_t PER_SEED[RELATIONS_USED] = {10, 3, 0}; /* cases of a seed */
static const char *const IDS[RELATIONS_USED] = {"A", "B", "C"};

/* Which cases hold, whoever asks, in whatever order. */
static bool holds(const struct sample_case *c)
{
    return (c->place * 7 + c->relation * 3 + c->index) % 5 != 0;
}

static bool all_hold(const struct sample_case *c)
{
    (void)c;
    return true;
}

static bool none_holds(const struct sample_case *c)
{
    (void)c;
    return false;
}

static void fill(struct sample *s, uint32_t seeds, uint64_t random_seed)
{
    sample_init(s, RELATIONS_USED, random_seed);
    for (uint32_t i = 0; i < seeds; i++)
        for (uint32_t r = 0; r < RELATIONS_USED; r++)
            if (PER_SEED[r])
                sample_add(s, i, i, r, str_from(IDS[r]), PER_SEED[r]);
}

/* Draw it; returns how many were proved. */
static uint64_t draw(struct sample *s, uint64_t size, const uint64_t *quotas,
                     bool (*is_good)(const struct sample_case *))
{
    uint64_t tried = 0;
    sample_settle(s, size, quotas);
    while (sample_step(s))
        for (size_t i = 0; i < s->n_wanted; i++, tried++)
            sample_take(s, s->wanted[i].number,
                        is_good(&s->cases[s->wanted[i].number]) ? SAMPLE_GOOD : SAMPLE_REJECTED);
    sample_result(s);
    return tried;
}

static void test_a_quota_is_drawn_and_the_rest_filled(void **state)
{
    struct sample s;
    const uint64_t quotas[RELATIONS_USED] = {33, 33, 33};
    (void)state;
    fill(&s, 50, 1);
    uint64_t tried = draw(&s, 100, quotas, holds);
    assert_int_equal(s.n_wanted, 100);
    assert_int_equal(s.tallies[0].drawn, 33);
    assert_int_equal(s.tallies[1].drawn, 33);
    assert_int_equal(s.tallies[2].drawn, 0); /* m = 0 */
    assert_int_equal(s.tallies[0].filled + s.tallies[1].filled, 34);
    assert_true(tried < 200); /* of 650 */
    for (size_t i = 0; i < s.n_wanted; i++)
        assert_true(holds(&s.cases[s.wanted[i].number]));
    for (size_t i = 1; i < s.n_wanted; i++)
        assert_true(s.wanted[i - 1].place <= s.wanted[i].place);
    sample_release(&s);
}

/* Is the sample what it would be if all cases had been proved first? */
static void expect_as_proved_first(const struct sample *s)
{
    uint64_t places = 0, taken = 0;
    bool *expected = test_calloc(s->count, sizeof *expected);
    for (uint32_t r = 0; r < RELATIONS_USED; r++) {
        uint64_t q = s->tallies[r].quota;
        for (size_t i = s->first[r]; i < s->first[r + 1] && q > 0; i++)
            if (holds(&s->cases[i])) {
                expected[i] = true;
                q--;
                places++;
            }
    }
    for (size_t i = 0; i < s->n_rest && places < s->size; i++)
        if (holds(&s->cases[s->rest[i]])) {
            expected[s->rest[i]] = true;
            places++;
        }
    for (size_t i = 0; i < s->n_wanted; i++) {
        assert_true(expected[s->wanted[i].number]);
        taken++;
    }
    assert_int_equal(taken, places);
    test_free(expected);
}

static void test_proof_on_demand_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct sample s;
        const uint64_t quotas[RELATIONS_USED] = {seed % 40, seed % 17, seed % 5};
        fill(&s, 20, seed);
        draw(&s, 60 + seed % 100, quotas, holds);
        expect_as_proved_first(&s);
        sample_release(&s);
    }
}

/* min(m, q): a relation that has fewer good cases than its quota gives all of them. */
static void test_a_relation_gives_what_it_has(void **state)
{
    struct sample s;
    const uint64_t quotas[RELATIONS_USED] = {200, 200, 0};
    uint64_t good = 0;
    (void)state;
    fill(&s, 50, 1);
    draw(&s, 400, quotas, holds);
    for (size_t i = s.first[1]; i < s.first[2]; i++)
        good += holds(&s.cases[i]);
    assert_int_equal(good, 120);
    assert_int_equal(s.tallies[1].drawn, good);
    assert_int_equal(s.tallies[0].drawn, 200);
    assert_int_equal(s.tallies[0].filled, 80);
    assert_int_equal(s.n_wanted, 400);
    sample_release(&s);
}

static void test_more_than_there_is(void **state)
{
    struct sample s;
    (void)state;
    fill(&s, 10, 1);
    draw(&s, UINT32_MAX, NULL, all_hold);
    assert_int_equal(s.n_wanted, 130);
    sample_release(&s);
    fill(&s, 10, 1);
    assert_int_equal(draw(&s, 5, NULL, none_holds), 130);
    assert_int_equal(s.n_wanted, 0);
    sample_release(&s);
    sample_init(&s, RELATIONS_USED, 1); /* no case at all */
    assert_int_equal(draw(&s, 5, NULL, all_hold), 0);
    sample_release(&s);
    fill(&s, 10, 1);
    assert_int_equal(draw(&s, 0, NULL, all_hold), 0);
    sample_release(&s);
}

static void test_the_random_seed_decides(void **state)
{
    struct sample one, same, other;
    const uint64_t quotas[RELATIONS_USED] = {20, 20, 0};
    bool differs = false;
    (void)state;
    fill(&one, 50, 1);
    fill(&same, 50, 1);
    fill(&other, 50, 2);
    draw(&one, 50, quotas, holds);
    draw(&same, 50, quotas, holds);
    draw(&other, 50, quotas, holds);
    for (size_t i = 0; i < 50; i++) {
        assert_memory_equal(&one.wanted[i], &same.wanted[i], sizeof one.wanted[i]);
        differs = differs || memcmp(&one.wanted[i], &other.wanted[i], sizeof one.wanted[i]) != 0;
    }
    assert_true(differs);
    sample_release(&one);
    sample_release(&same);
    sample_release(&other);
}

/* Count how often each case that holds is in the sample; all should be about as often. */
static void count_draws(uint64_t size, const uint64_t *quotas, uint32_t *counts, uint32_t draws)
{
    for (uint32_t d = 1; d <= draws; d++) {
        struct sample s;
        fill(&s, 10, d);
        draw(&s, size, quotas, holds);
        for (size_t i = 0; i < s.n_wanted; i++) {
            const struct sample_request *r = &s.wanted[i];
            counts[r->place * 13 + (r->relation == 0 ? r->index : 10u + r->index)]++;
        }
        sample_release(&s);
    }
}

/* Is the count as a sum of `draws` throws with that chance is, within five standard deviations? */
static void expect_chance(uint32_t count, uint32_t draws, double chance)
{
    double mean = draws * chance, deviation = sqrt(draws * chance * (1 - chance));
    assert_true(fabs(count - mean) < 5 * deviation);
}

/* Drawn before it is proved, each case that holds is as likely as if all had been proved first. */
static void test_random_is_even(void **state)
{
    enum { DRAWS = 4000, SIZE = 26 };
    uint32_t counts[130] = {0}, good = 0;
    (void)state;
    count_draws(SIZE, NULL, counts, DRAWS);
    for (uint32_t i = 0; i < 130; i++)
        good += counts[i] > 0;
    assert_int_equal(good, 104); /* four of five hold */
    for (uint32_t i = 0; i < 130; i++)
        if (counts[i])
            expect_chance(counts[i], DRAWS, (double)SIZE / good);
}

/* With quotas that leave much of A and little of B, the filling must draw from both alike. */
static void test_filling_is_even(void **state)
{
    enum { DRAWS = 4000, SIZE = 40 };
    const uint64_t quotas[RELATIONS_USED] = {8, 20, 0};
    uint32_t counts[130] = {0};
    (void)state;
    count_draws(SIZE, quotas, counts, DRAWS);
    double rest = (SIZE - 28.0) / (104 - 28); /* chance of what is left: 72 of A, 4 of B */
    for (uint32_t i = 0; i < 130; i++) {
        bool first = i % 13 < 10;
        double quota = first ? 8.0 / 80 : 20.0 / 24;
        if (counts[i])
            expect_chance(counts[i], DRAWS, quota + (1 - quota) * rest);
    }
}

/* Kin */

static struct schema world, other_names;

static int make_schemas(void **state)
{
    static struct arena a;
    struct err e;
    (void)state;
    const char *text = "{\"db_id\":\"w\",\"table_names\":[\"city\"],\"table_names_original\":"
                       "[\"city\"],\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"]],"
                       "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"]],"
                       "\"column_types\":[\"text\",\"number\",\"text\"],\"primary_keys\":[1],"
                       "\"foreign_keys\":[]}";
    assert_int_equal(schema_parse(&a, str_from(text), &world, &e), OK);
    other_names = world;
    other_names.columns = arena_alloc(&a, 3 * sizeof *world.columns);
    memcpy(other_names.columns, world.columns, 3 * sizeof *world.columns);
    other_names.columns[2].name = STR("title");
    return 0;
}

static struct seed seed_of(const char *db_id, const struct schema *s, const char *question,
                           const char *query)
{
    return (struct seed){.db_id = str_from(db_id),
                         .schema = s,
                         .question = str_from(question),
                         .query = str_from(query)};
}

static bool are_kin(struct seed x, struct seed y)
{
    struct seed_index index = {0};
    const struct seed_keys a = seed_keys_of(&x), b = seed_keys_of(&y);
    seed_index_add(&index, &a, 7);
    uint32_t found = seed_index_find(&index, &b);
    seed_index_release(&index);
    assert_true(found == 7 || found == SEED_NOT_FOUND);
    return found == 7;
}

static void test_kin(void **state)
{
    const struct seed s = seed_of("w", &world, "Which cities?", "SELECT name FROM city");
    (void)state;
    assert_true(are_kin(s, s));
    assert_true(are_kin(s, seed_of("w", &world, "Name them", "select  Name from CITY ;")));
    assert_true(are_kin(s, seed_of("w", &world, "Name them", "SELECT T1.name FROM city AS T1")));
    assert_true(are_kin(s, seed_of("w", &world, "which cities", "SELECT id FROM city")));
    assert_true(are_kin(s, seed_of("v", &world, "Name them", "SELECT name FROM city")));
    assert_true(are_kin(s, seed_of("w", &other_names, "Name them", "SELECT name FROM city")));
    assert_false(are_kin(s, seed_of("w", &world, "Name them", "SELECT id FROM city")));
    assert_false(are_kin(s, seed_of("v", &other_names, "Name them", "SELECT name FROM city")));
    assert_true(are_kin(seed_of("w", &world, "a", "SELECT id FROM city WHERE name = 'x'"),
                        seed_of("w", &world, "b", "SELECT id FROM city WHERE name = \"x\"")));
    assert_false(are_kin(seed_of("w", &world, "a", "SELECT id FROM city WHERE name = 'x'"),
                         seed_of("w", &world, "b", "SELECT id FROM city WHERE name = 'y'")));
}

/* Two queries over singers and their concerts: which are one, and which are two. */
struct query_pair {
    const char *left, *right;
};

static const struct query_pair SAME_QUERIES[] = {
    /* in Spider's grammar */
    {"SELECT T1.name FROM singer AS T1 JOIN sings AS T2 ON T1.id = T2.singer_id",
     "SELECT a.name FROM singer a INNER JOIN sings b ON b.singer_id = a.id"},
    {"SELECT T1.name FROM singer AS T1 JOIN sings AS T2 ON T1.id = T2.singer_id",
     "SELECT T2.name FROM sings AS T1 JOIN singer AS T2 ON T1.singer_id = T2.id"},
    {"SELECT T1.name FROM singer AS T1 JOIN sings AS T2 ON T1.id = T2.singer_id",
     "SELECT T1.name FROM singer AS T1 JOIN sings AS T2 WHERE T1.id = T2.singer_id"},
    {"SELECT name FROM singer WHERE age > 3 AND country = 'x' AND id != 4",
     "SELECT name FROM singer WHERE id <> 4 AND age > 3 AND country = \"x\""},
    {"SELECT name FROM singer WHERE age > 3 OR age < 1",
     "SELECT name FROM singer WHERE (age < 1) OR (age > 3)"},
    {"SELECT name FROM singer WHERE age > 3", "SELECT name FROM singer WHERE age > 3.0"},
    {"SELECT name, age FROM singer ORDER BY age",
     "SELECT singer.age, singer.name FROM singer ORDER BY age ASC"},
    {"SELECT country, count(*) FROM singer GROUP BY country, age",
     "SELECT count(*) AS n, country FROM singer GROUP BY age, country"},
    {"SELECT name FROM singer WHERE id IN (SELECT T1.id FROM singer AS T1 JOIN sings AS T2 ON "
     "T1.id = T2.singer_id)",
     "SELECT name FROM singer WHERE id IN (SELECT b.id FROM sings AS a JOIN singer AS b ON "
     "a.singer_id = b.id)"},
    {"SELECT T1.id FROM singer AS T1 JOIN sings AS T2 ON T1.id = T2.singer_id",
     "SELECT T2.singer_id FROM singer AS T1 JOIN sings AS T2 ON T1.id = T2.singer_id"},
    {"SELECT T1.name FROM singer AS T1 JOIN sings AS T2 ON T1.id = T2.singer_id WHERE T1.id = 5",
     "SELECT T1.name FROM singer AS T1 JOIN sings AS T2 ON T2.singer_id = T1.id WHERE "
     "T2.singer_id = 5"},
    {"SELECT name FROM singer", "SELECT DISTINCT name FROM singer"}, /* as exact set match */
    /* in no grammar but SQL's */
    {"SELECT name FROM singer AS s WHERE EXISTS (SELECT 1 FROM sings AS c WHERE c.singer_id = "
     "s.id)",
     "SELECT name FROM singer t WHERE (EXISTS (SELECT 1 FROM sings d WHERE t.id = d.singer_id))"},
    {"SELECT s.name, rank() OVER (ORDER BY s.age) FROM singer AS s",
     "SELECT u.name, rank() OVER (ORDER BY u.age) AS place FROM singer u"},
    {"SELECT CASE WHEN s.age > 3 THEN 'x' ELSE 'y' END AS a FROM singer AS s WHERE s.id != 2",
     "SELECT CASE WHEN age > 3 THEN 'x' ELSE 'y' END b FROM singer WHERE (id <> 2)"},
    {"WITH old AS (SELECT id FROM singer WHERE age > 60) SELECT id FROM old",
     "WITH x(y) AS (SELECT s.id FROM singer s WHERE 60 < s.age) SELECT y FROM x"},
    /* that do not bind to the schema */
    {"SELECT T1.nothing FROM singer AS T1 WHERE T1.age != 3 AND T1.id = 4",
     "SELECT a.nothing AS n FROM singer a WHERE (a.id = 4) AND a.age <> 3;"},
};

static const struct query_pair OTHER_QUERIES[] = {
    {"SELECT name FROM singer WHERE age > 3", "SELECT name FROM singer WHERE age > 4"},
    {"SELECT name FROM singer WHERE age > 3", "SELECT name FROM singer WHERE age < 3"},
    {"SELECT name FROM singer WHERE age > 3", "SELECT name FROM singer WHERE id > 3"},
    {"SELECT name FROM singer LIMIT 1", "SELECT name FROM singer LIMIT 2"},
    {"SELECT name FROM singer WHERE age > 3 AND id > 1",
     "SELECT name FROM singer WHERE age > 3 OR id > 1"},
    {"SELECT name FROM singer ORDER BY age", "SELECT name FROM singer ORDER BY age DESC"},
    {"SELECT name FROM singer ORDER BY age, id", "SELECT name FROM singer ORDER BY id, age"},
    {"SELECT name FROM singer WHERE age > boss_id", "SELECT name FROM singer WHERE age < boss_id"},
    {"SELECT age - id FROM singer", "SELECT id - age FROM singer"},
    {"SELECT name FROM singer WHERE age BETWEEN 1 AND 2",
     "SELECT name FROM singer WHERE age BETWEEN 1 AND 3"},
    {"SELECT T1.name FROM singer AS T1 JOIN sings AS T2 ON T1.id = T2.singer_id",
     "SELECT T1.name FROM singer AS T1 JOIN sings AS T2 ON T1.boss_id = T2.singer_id"},
    {"SELECT name FROM singer UNION SELECT title FROM concert",
     "SELECT name FROM singer EXCEPT SELECT title FROM concert"},
    {"SELECT CASE WHEN age > 3 THEN 1 END FROM singer",
     "SELECT CASE WHEN age > 3 THEN 2 END FROM singer"},
    {"SELECT nothing FROM singer WHERE age > 3", "SELECT nothing FROM singer WHERE age > 4"},
};

static const struct schema *load_music(struct arena *a)
{
    struct schema_set set;
    struct err e;
    assert_int_equal(
        schema_set_load(a, TEQL_SOURCE_DIR "/tests/golden/strict.tables.json", &set, &e), OK);
    return schema_set_find(&set, STR("music"));
}

static void expect_kin(const struct schema *s, const struct query_pair *p, bool wanted)
{
    if (are_kin(seed_of("m", s, "a", p->left), seed_of("m", s, "b", p->right)) != wanted)
        fail_msg("%s\n%s\n%s", wanted ? "two, and not one" : "one, and not two", p->left, p->right);
}

static void test_the_same_query_in_other_words(void **state)
{
    struct arena a = {0};
    const struct schema *music = load_music(&a);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SAME_QUERIES); i++)
        expect_kin(music, &SAME_QUERIES[i], true);
    for (size_t i = 0; i < COUNT_OF(OTHER_QUERIES); i++)
        expect_kin(music, &OTHER_QUERIES[i], false);
    arena_release(&a);
}

/* A case of one seed against another seed. */
static bool case_is_kin(enum claim claim, const char *question, const char *query, struct seed y)
{
    struct seed_index index = {0};
    struct test_case c = CASE_EMPTY;
    c.db_id = STR("w");
    c.question = str_from(question);
    c.query = str_from(query);
    c.claim = claim;
    const struct seed_keys a = seed_keys_of(&y), b = seed_keys_of_case(&c, &world);
    seed_index_add(&index, &a, 7);
    bool kin = seed_index_find(&index, &b) == 7;
    seed_index_release(&index);
    return kin;
}

static void test_kin_of_cases(void **state)
{
    const struct seed s = seed_of("w", &world, "Which cities?", "SELECT name FROM city");
    (void)state;
    assert_true(case_is_kin(CLAIM_SAME, "which cities", "SELECT id FROM city", s));
    assert_true(case_is_kin(CLAIM_CHANGED, "Name them", "SELECT T1.name FROM city AS T1", s));
    assert_false(case_is_kin(CLAIM_CHANGED, "Name them", "SELECT id FROM city", s));
    assert_false(
        case_is_kin(CLAIM_SAME, "Name them", "SELECT name FROM city", s)); /* as its seed */
}

static void test_hostile_queries_have_keys(void **state)
{
    (void)state;
    static const char *const QUERIES[] = {"", "'", "\"", "((((((", "SELECT 'a", "\xff\xfe", ";;;"};
    for (size_t i = 0; i < COUNT_OF(QUERIES); i++)
        assert_true(
            are_kin(seed_of("w", &world, "a", QUERIES[i]), seed_of("w", &world, "b", QUERIES[i])));
}

/* Parts */

enum { SEEDS = 200 };

/* Two questions have each query; some are the same question as one of the next pair. */
static void make_keys(struct seed_keys *keys)
{
    static char questions[SEEDS][40], queries[SEEDS][80];
    for (int i = 0; i < SEEDS; i++) {
        snprintf(questions[i], sizeof questions[i], "question %d", i % 20 == 2 ? i - 1 : i);
        snprintf(queries[i], sizeof queries[i], "SELECT name FROM city WHERE id = %d", i / 2);
        const struct seed s = seed_of("w", &world, questions[i], queries[i]);
        keys[i] = seed_keys_of(&s);
    }
}

static void test_parts_are_whole_groups_and_have_each_seed_once(void **state)
{
    enum { K = 5 };
    struct seed_keys keys[SEEDS];
    int times[SEEDS] = {0};
    struct err e;
    (void)state;
    make_keys(keys);
    for (int fold = 1; fold <= K; fold++) {
        bool inside[SEEDS];
        char text[20];
        struct seed_piece piece;
        int n = 0;
        snprintf(text, sizeof text, "%d/%d", fold, K);
        assert_int_equal(seed_piece_fold(text, &piece, &e), OK);
        seed_split(keys, SEEDS, 1, piece, inside);
        for (int i = 0; i < SEEDS; i++) {
            times[i] += inside[i];
            n += inside[i];
            assert_int_equal(inside[i], inside[i ^ 1]);
        }
        for (int i = 22; i < SEEDS; i += 20)
            assert_int_equal(inside[i], inside[i - 1]);
        assert_in_range(n, SEEDS / K - 4, SEEDS / K + 4);
    }
    for (int i = 0; i < SEEDS; i++)
        assert_int_equal(times[i], 1);
}

/* Seeds of which each has the key of its group. */
static struct seed_keys *make_groups(uint32_t n, uint32_t (*group)(uint32_t seed))
{
    struct seed_keys *keys = test_calloc(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++)
        keys[i] = (struct seed_keys){.keys = {group(i)}, .count = 1};
    return keys;
}

/* Are all groups whole in each of K parts, and each seed in one? */
static void expect_whole_parts(const struct seed_keys *keys, uint32_t n, int k, uint64_t seed)
{
    uint32_t *times = test_calloc(n, sizeof *times);
    bool *inside = test_calloc(n, sizeof *inside);
    struct err e;
    for (int fold = 1; fold <= k; fold++) {
        char text[32];
        struct seed_piece piece;
        snprintf(text, sizeof text, "%d/%d", fold, k);
        assert_int_equal(seed_piece_fold(text, &piece, &e), OK);
        seed_split(keys, n, seed, piece, inside);
        for (uint32_t i = 0; i < n; i++) {
            times[i] += inside[i];
            if (i > 0 && keys[i].keys[0] == keys[i - 1].keys[0])
                assert_int_equal(inside[i], inside[i - 1]);
        }
    }
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(times[i], 1);
    test_free(times);
    test_free(inside);
}

static uint32_t in_threes(uint32_t seed)
{
    return seed / 3;
}

static uint32_t alone(uint32_t seed)
{
    return seed;
}

/* 200 of 7 or 16 parts, in groups of three: most cuts fall into a group. */
static void test_no_cut_parts_a_group(void **state)
{
    struct seed_keys *keys = make_groups(SEEDS, in_threes);
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        expect_whole_parts(keys, SEEDS, 7, seed);
        expect_whole_parts(keys, SEEDS, 16, seed);
    }
    test_free(keys);
}

/* With this many seeds even a thousandth that no part has would show. */
static void test_the_last_part_ends_with_the_last_seed(void **state)
{
    enum { MANY = 5000 };
    struct seed_keys *keys = make_groups(MANY, alone);
    (void)state;
    expect_whole_parts(keys, MANY, 3, 1);
    expect_whole_parts(keys, MANY, 10, 1);
    expect_whole_parts(keys, MANY, 1000, 1);
    test_free(keys);
}

static uint32_t nearly_all_one(uint32_t seed)
{
    return seed < SEEDS - 20 ? 0 : seed;
}

/* A group that is larger than the part stays outside; wherever it comes in the order. */
static void test_a_large_group_does_not_fill_a_small_part(void **state)
{
    struct seed_keys *keys = make_groups(SEEDS, nearly_all_one);
    bool inside[SEEDS];
    struct seed_piece piece;
    struct err e;
    (void)state;
    assert_int_equal(seed_piece_share("10%", &piece, &e), OK);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint32_t n = 0;
        assert_int_equal(seed_split(keys, SEEDS, seed, piece, inside), SEEDS - 20);
        for (int i = 0; i < SEEDS; i++)
            n += inside[i];
        assert_in_range(n, 0, 20);
    }
    test_free(keys);
}

static void test_another_random_seed_sets_others_aside(void **state)
{
    struct seed_keys keys[SEEDS];
    bool one[SEEDS], other[SEEDS];
    struct seed_piece piece;
    struct err e;
    (void)state;
    make_keys(keys);
    assert_int_equal(seed_piece_share("10%", &piece, &e), OK);
    seed_split(keys, SEEDS, 1, piece, one);
    seed_split(keys, SEEDS, 2, piece, other);
    assert_memory_not_equal(one, other, sizeof one);
}

static void test_parts_that_make_no_sense(void **state)
{
    static const char *const SHARES[] = {"", "10", "0%", "100%", "-1%", "x%", "nan%", "%"};
    static const char *const FOLDS[] = {"", "1", "0/5", "6/5", "1/1", "1/5x", "1/99999", "-1/5"};
    struct seed_piece piece;
    struct err e;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SHARES); i++)
        assert_int_equal(seed_piece_share(SHARES[i], &piece, &e), E_USAGE);
    for (size_t i = 0; i < COUNT_OF(FOLDS); i++)
        assert_int_equal(seed_piece_fold(FOLDS[i], &piece, &e), E_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even_quotas),
        cmocka_unit_test(test_fewer_cases_than_relations_have_no_quota),
        cmocka_unit_test(test_quotas_by_rates),
        cmocka_unit_test(test_rounding_loses_nothing),
        cmocka_unit_test(test_rates_of_zero_give_no_quota),
        cmocka_unit_test(test_a_quota_is_drawn_and_the_rest_filled),
        cmocka_unit_test(test_proof_on_demand_changes_nothing),
        cmocka_unit_test(test_a_relation_gives_what_it_has),
        cmocka_unit_test(test_more_than_there_is),
        cmocka_unit_test(test_the_random_seed_decides),
        cmocka_unit_test(test_random_is_even),
        cmocka_unit_test(test_filling_is_even),
        cmocka_unit_test(test_kin),
        cmocka_unit_test(test_the_same_query_in_other_words),
        cmocka_unit_test(test_kin_of_cases),
        cmocka_unit_test(test_hostile_queries_have_keys),
        cmocka_unit_test(test_parts_are_whole_groups_and_have_each_seed_once),
        cmocka_unit_test(test_no_cut_parts_a_group),
        cmocka_unit_test(test_the_last_part_ends_with_the_last_seed),
        cmocka_unit_test(test_a_large_group_does_not_fill_a_small_part),
        cmocka_unit_test(test_another_random_seed_sets_others_aside),
        cmocka_unit_test(test_parts_that_make_no_sense),
    };
    return cmocka_run_group_tests(tests, make_schemas, NULL);
}
