/* test_wording_real.c: SQL-comparison and SQL-sort-order on Spider: how many cases there are, what
 * must hold for every one of them, and whether people who changed the same questions made the same
 * queries. */
#include "seeds.h"
#include "shared.h"
#include "sure.h"
#include "unit.h"

#include "dataset/dataset.h"
#include "migration/edit_places.h"
#include "relation/draw.h"
#include "relation/question/rewordings.h"
#include "spider/exact_match.h"
#include "sql/parse.h"

enum { MOST = 5 };

static struct fixture {
    struct arena arena, scratch;
    struct lexicon lexicon;
    struct dataset dev;
    struct prover *prover;
} f;

static int set_up(void **state)
{
    (void)state;
    struct err e;
    f.prover = prover_new(&proof_defaults, 1);
    return lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK ||
           dataset_load(&f.dev, &(struct dataset_source){.data = shared_path(&f.arena, "spider")},
                        &e) != OK;
}

static int tear_down(void **state)
{
    (void)state;
    prover_free(f.prover);
    dataset_release(&f.dev);
    lexicon_release(&f.lexicon);
    arena_release(&f.arena);
    arena_release(&f.scratch);
    return 0;
}

static struct case_list cases_of(const struct relation *r, const struct seed *s)
{
    struct relation_seed seed = make_seed(&f.scratch, &f.lexicon, s->schema, s->question, s->query);
    return relation_draw(&f.scratch, r, &seed, r->most, rng_stream(1, str_from(r->id), s->number));
}

/* What nobody says, unless the question said it already. */
static const char *const forbidden[] = {
    " at at ",
    "the the ",
    " of of ",
    "most least",
    "at least average",
    "at most average",
    "fewer one",
    " a older",
    " a ascending",
    " an descending",
    "fewest number",
    "least number",
    "than any of at",
    "reverse reverse",
    "descending ascending",
    "ascending age in",
    "younger than the average price",
    "fewer than 1 ",
    "fewer than one ",
};

static void check_words(struct str seed, struct str variant)
{
    struct str before = arena_str_lower(&f.scratch, seed);
    struct str after = arena_str_lower(&f.scratch, variant);
    for (size_t i = 0; i < COUNT_OF(forbidden); i++) {
        struct str words = str_from(forbidden[i]);
        if (str_find(after, words, 0) < after.len && str_find(before, words, 0) == before.len)
            fail_msg("'%s' in '%.*s'", forbidden[i], STR_ARG(variant));
    }
}

/* The edit makes the case's query from the seed's, and it is another one. */
static void check_query(const struct seed *s, const struct test_case *c)
{
    struct str query;
    assert_int_equal(c->claim, CLAIM_CHANGED);
    assert_true(query_edit_apply(&f.scratch, s->schema, s->query, &c->edit, &query));
    assert_true(str_eq(query, c->query) && !str_eq(query, s->query));
}

static bool orders_rows(struct str sql)
{
    struct sql_stmt stmt;
    struct err e;
    assert_int_equal(sql_parse(&f.scratch, sql, &stmt, &e), OK);
    return stmt.query->order.count > 0;
}

/* Proved, or rejected for a reason that lies in the rows. */
static bool is_proved(const struct seed *s, const struct test_case *c)
{
    struct proof_task task = {.database = s->database.ptr,
                              .gold = s->query,
                              .ordered = orders_rows(s->query),
                              .schema = s->schema,
                              .claim = c->claim,
                              .changed = c->query,
                              .changed_ordered = orders_rows(c->query),
                              .condition = c->condition};
    enum proof_outcome o = sure_proof(f.prover, &task).outcome;
    if (o != PROOF_PROVED && o != PROOF_EMPTY && o != PROOF_NOT_VISIBLE && o != PROOF_CHANCE &&
        o != PROOF_CONDITION && o != PROOF_NULL_FIRST)
        fail_msg("%s: %.*s", proof_outcome_name(o), STR_ARG(c->query));
    return o == PROOF_PROVED;
}

static void check_relation(const char *id, uint32_t least)
{
    const struct relation *r = relation_find(str_from(id));
    uint32_t made = 0, proved = 0;
    for (uint32_t i = 0; i < f.dev.n_seeds; i++) {
        struct arena_mark m = arena_mark(&f.scratch);
        const struct seed *s = &f.dev.seeds[i];
        struct case_list l = cases_of(r, s);
        for (uint32_t k = 0; k < l.count; k++) {
            check_words(s->question, l.items[k].question);
            check_query(s, &l.items[k]);
            for (uint32_t j = 0; j < k; j++)
                assert_false(wording_equal(l.items[k].question, l.items[j].question));
            proved += is_proved(s, &l.items[k]);
        }
        made += l.count;
        arena_rewind(&f.scratch, m);
    }
    print_message("%s: %u variants, %u proved\n", id, made, proved);
    assert_int_equal(r->most, MOST);
    assert_true(proved >= least);
}

static void comparisons_of_spider_dev(void **state)
{
    (void)state;
    check_relation("SQL-comparison", 178);
}

static void orders_of_spider_dev(void **state)
{
    (void)state;
    check_relation("SQL-sort-order", 192);
}

/* People's */

static bool same_query(const struct schema *s, struct str x, struct str y)
{
    struct spider_form left, right;
    struct exact_keys keys;
    struct exact_verdict v;
    struct err e;
    if (spider_form_read(&f.scratch, s, SPIDER_RULE_TSE, x, &left, &e) != OK ||
        spider_form_read(&f.scratch, s, SPIDER_RULE_TSE, y, &right, &e) != OK)
        return false;
    exact_keys_init(&f.scratch, s, &keys);
    exact_match(&keys, &left, &right, &v);
    return v.exact;
}

/* Does a proved case of the seed have that query? */
static bool has_query(const struct relation *r, const struct seed *s, struct str query)
{
    struct case_list l = cases_of(r, s);
    for (uint32_t i = 0; i < l.count; i++)
        if (same_query(s->schema, l.items[i].query, query) && is_proved(s, &l.items[i]))
            return true;
    return false;
}

/* Of the seeds of a published set, how many have a case with the query of one of theirs? */
static void check_published(const char *id, const char *set)
{
    const struct relation *r = relation_find(str_from(id));
    struct text_lines lines = read_lines(&f.arena, shared_path(&f.arena, set));
    uint32_t seeds = 0, met = 0, last = UINT32_MAX;
    bool found = false;
    for (size_t i = 0; i < lines.count; i++) {
        struct arena_mark m = arena_mark(&f.scratch);
        struct json_value line = parse_json(lines.items[i]);
        double number;
        assert_true(
            json_number(json_item(json_member(&f.scratch, line, STR("seeds")), 0), &number));
        if ((uint32_t)number != last) {
            seeds++;
            found = false;
        }
        last = (uint32_t)number;
        if (!found &&
            has_query(r, &f.dev.seeds[last], text_member(&f.scratch, line, "query_post"))) {
            met++;
            found = true;
        }
        arena_rewind(&f.scratch, m);
    }
    print_message("%s: %u of %u seeds as people changed them\n", id, met, seeds);
    assert_true(seeds > 20 && met * 4 >= seeds * 3);
}

static void people_change_them_so(void **state)
{
    (void)state;
    check_published("SQL-comparison", "dr-spider/SQL_comparison.jsonl");
    check_published("SQL-sort-order", "dr-spider/SQL_sort_order.jsonl");
}

/* Training */

/* Every variant of the training questions is one too. Their databases are not asked. */
static void questions_of_spider_train(void **state)
{
    (void)state;
    struct json_value list = read_json(&f.arena, shared_path(&f.arena, "spider/train.json")), o;
    struct json_reader reader = json_reader_of(&f.arena, list.raw);
    static const char *const ids[] = {"SQL-comparison", "SQL-sort-order"};
    uint32_t seeds[2] = {0}, n = 0;
    while (json_next_item(&reader, &o)) {
        struct arena_mark m = arena_mark(&f.scratch);
        struct seed s = {.number = n++,
                         .schema =
                             schema_set_find(&f.dev.schemas, text_member(&f.scratch, o, "db_id")),
                         .question = text_member(&f.scratch, o, "question"),
                         .query = text_member(&f.scratch, o, "query")};
        for (size_t r = 0; s.schema && r < 2; r++) {
            struct case_list l = cases_of(relation_find(str_from(ids[r])), &s);
            seeds[r] += l.count > 0;
            for (uint32_t i = 0; i < l.count; i++) {
                check_words(s.question, l.items[i].question);
                check_query(&s, &l.items[i]);
            }
        }
        arena_rewind(&f.scratch, m);
    }
    print_message("training: %u seeds with comparisons, %u with orders\n", seeds[0], seeds[1]);
    assert_true(seeds[0] > 900 && seeds[1] > 1400);
}

int main(void)
{
    if (!shared_present())
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons_of_spider_dev),
        cmocka_unit_test(orders_of_spider_dev),
        cmocka_unit_test(people_change_them_so),
        cmocka_unit_test(questions_of_spider_train),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
