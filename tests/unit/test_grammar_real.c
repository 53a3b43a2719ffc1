/* test_grammar_real.c: the shipped grammar over Spider's 166 databases: as many pairs for each
 * element as the paper has, every question read back as its own query only, and the queries run. */
#include "shared.h"
#include "spoken.h"
#include "unit.h"

#include "engine/database.h"
#include "grammar/parse_back.h"

/* Drawn of each rule and database; those that are read back, and those that are run. */
enum { DRAWN = 20, EVERY_RUN = 40, DEADLINE_MS = 5000, RARE = 30 };

/* Table 1 of the paper. LIKE, NOT LIKE, IN and NOT IN are those of the released suite. */
static const struct {
    const char *element;
    uint64_t pairs;
} paper[] = {{"SELECT", 1700},    {"DISTINCT", 850}, {"WHERE", 1003}, {"ORDER BY", 1946},
             {"GROUP BY", 653},   {"HAVING", 604},   {"MIN", 794},    {"MAX", 794},
             {"SUM", 794},        {"AVG", 794},      {"COUNT", 850},  {"Comparison", 440},
             {"!=", 397},         {"BETWEEN", 256},  {"AND", 401},    {"OR", 401},
             {"LIKE", 349},       {"NOT LIKE", 335}, {"IN", 779},     {"NOT IN", 779},
             {"AND with OR", 369}};

struct real_run {
    struct arena arena, scratch;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct schema_set schemas;
    struct grammar grammar;
    struct content_reader *reader;
    uint64_t counts[1000]; /* by rule */
    uint64_t read_back, ran;
};

static void begin(struct real_run *r)
{
    const struct knowledge_sources sources = {.wordnet = NULL};
    struct err e;
    *r = (struct real_run){0};
    assert_int_equal(lexicon_load(&r->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&r->knowledge, &r->lexicon, &sources, &e), OK);
    assert_int_equal(
        schema_set_load(&r->arena, shared_path(&r->arena, "spider/tables.json"), &r->schemas, &e),
        OK);
    r->grammar = spoken_shipped(&r->arena);
    assert_true(r->grammar.count < COUNT_OF(r->counts));
    r->reader = content_reader_new(1);
}

static void end(struct real_run *r)
{
    content_reader_free(r->reader);
    knowledge_release(&r->knowledge);
    lexicon_release(&r->lexicon);
    arena_release(&r->scratch);
    arena_release(&r->arena);
}

static void check_query(struct real_run *r, struct database *db, struct str query)
{
    struct query_limits limits = {.deadline = deadline_after_ms(DEADLINE_MS),
                                  .max_rows = 100000,
                                  .max_bytes = 1 << 26,
                                  .enough_rows = 1};
    struct query_result result;
    struct err e;
    assert_int_equal(database_query(db, query, &limits, &r->scratch, &result, &e), OK);
    if (result.outcome != QUERY_ROWS)
        fail_msg("%.*s does not run", STR_ARG(query));
    r->ran++;
}

static void check_pair(struct real_run *r, const struct grammar_world *w,
                       const struct derivation *d, uint32_t ask, struct str query)
{
    struct str question = derivation_question(&r->scratch, w, d, ask);
    struct parsed_back p = parse_back(&r->scratch, &r->grammar, w, question);
    if (p.count != 1 || !str_eq(p.queries[0], query))
        fail_msg("%.*s: %u queries, not just %.*s", STR_ARG(question), p.count, STR_ARG(query));
    r->read_back++;
}

static void check_rule(struct real_run *r, const struct grammar_world *w, struct database *db,
                       uint32_t rule)
{
    struct derivations all = derivations_of(&r->scratch, &r->grammar, &r->grammar.rules[rule], w);
    assert_false(all.gave_up);
    r->counts[rule] += all.count;
    uint64_t drawn = all.count < DRAWN ? all.count : DRAWN;
    for (uint64_t i = 0; i < drawn; i++) {
        uint64_t number = all.count == drawn ? i : hash_combine(rule, i) % all.count;
        struct derivation d = derivation_get(&r->scratch, &all, number);
        struct str query = derivation_query(&r->scratch, w, &d);
        check_pair(r, w, &d, (uint32_t)(number % d.rule->n_asks), query);
        if (hash_combine(number, rule) % EVERY_RUN == 0)
            check_query(r, db, query);
    }
}

static void check_database(struct real_run *r, struct schema *s)
{
    struct database *db;
    struct err e;
    const char *path =
        shared_path(&r->arena, arena_printf(&r->arena, "spider/database/%.*s/%.*s.sqlite",
                                            STR_ARG(s->db_id), STR_ARG(s->db_id))
                                   .ptr);
    assert_int_equal(schema_ask_database(&r->arena, path, s, &e), OK);
    schema_drop_internal(&r->arena, s);
    assert_int_equal(database_open(path, &db, &e), OK);
    struct content_source content = content_reader_of(r->reader, path, s);
    struct grammar_world w = {.schema = s, .content = &content};
    world_learn(&r->scratch, &r->knowledge, &w);
    for (uint32_t i = 0; i < r->grammar.count; i++)
        if (!r->grammar.rules[i].is_phrase)
            check_rule(r, &w, db, i);
    database_close(db);
    arena_clear(&r->scratch);
}

/* Questions of our own: each derivation in each wording. */
static uint64_t pairs_of(const struct real_run *r, const char *element)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < r->grammar.count; i++) {
        const struct grammar_rule *rule = &r->grammar.rules[i];
        for (uint32_t k = 0; k < rule->n_asks && str_eq(rule->name, str_from(element)); k++)
            n += rule->asks[k].paper ? 0 : r->counts[i];
    }
    return n;
}

static void test_spider(void **state)
{
    (void)state;
    struct real_run r;
    if (!shared_present())
        skip();
    begin(&r);
    assert_int_equal(r.schemas.count, 166);
    for (uint32_t i = 0; i < r.schemas.count; i++)
        check_database(&r, &r.schemas.schemas[i]);
    for (size_t i = 0; i < COUNT_OF(paper); i++)
        if (pairs_of(&r, paper[i].element) < paper[i].pairs)
            fail_msg("%s: %llu pairs", paper[i].element,
                     (unsigned long long)pairs_of(&r, paper[i].element));
    for (uint32_t i = 0; i < r.grammar.count; i++)
        if (!r.grammar.rules[i].is_phrase && r.counts[i] < RARE)
            fail_msg("the rule of line %u makes %llu pairs", r.grammar.rules[i].line,
                     (unsigned long long)r.counts[i]);
    assert_true(r.read_back > 100000);
    assert_true(r.ran > 2000);
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spider)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
