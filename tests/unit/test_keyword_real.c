/* test_keyword_real.c: builtin:keyword on Spider's development set. It is asked over the schemas of
 * the dataset, which have the keys that the databases declare, as `teql ask` asks it. Every answer
 * must be a statement that SQLite accepts, and as many must match the gold as
 * docs/reference/keyword.md says, all of them and those that it is sure of. */
#include "page.h"
#include "shared.h"
#include "sure.h"

#include "dataset/dataset.h"
#include "nlidb/keyword.h"
#include "spider/exact_match.h"
#include "spider/execution_match.h"
#include "spider/official_text.h"

static const double LEVEL[] = {0, 0.5, 0.6, 0.7, 0.8, 0.9};
enum { LEVELS = COUNT_OF(LEVEL) };

struct run {
    struct arena arena, scratch;
    struct lexicon lexicon;
    struct dataset dataset;    /* what is asked about */
    struct schema_set schemas; /* of tables.json alone, which the official rules judge by */
    struct str db_id;          /* of what is open */
    const struct schema *schema;
    struct database *db;
    struct keyword_index *index;
    struct exact_keys keys;
    struct execution_context *execution;
    size_t exact, rejected;
    size_t sure[LEVELS], sure_right[LEVELS]; /* answers of this confidence or more */
};

static void close_database(struct run *r)
{
    keyword_index_free(r->index);
    database_close(r->db);
    r->index = NULL;
    r->db = NULL;
}

static void open_database(struct run *r, struct str db_id)
{
    struct err e;
    if (r->index && str_eq(r->db_id, db_id))
        return;
    close_database(r);
    r->db_id = db_id;
    r->schema = schema_set_find(&r->schemas, db_id);
    assert_non_null(r->schema);
    struct str below =
        arena_printf(&r->arena, "spider/database/%.*s/%.*s.sqlite", STR_ARG(db_id), STR_ARG(db_id));
    assert_int_equal(database_open(shared_path(&r->arena, below.ptr), &r->db, &e), OK);
    r->index = sure_index(&r->lexicon, schema_set_find(&r->dataset.schemas, db_id), r->db);
    exact_keys_init(&r->arena, r->schema, &r->keys);
}

/* A statement that SQLite cannot compile fails before any row; one that runs long does not. */
static bool is_accepted(struct run *r, struct str sql)
{
    struct query_limits limits = {.deadline = deadline_after_ms(200),
                                  .max_rows = 1 << 20,
                                  .max_bytes = 1 << 26,
                                  .enough_rows = 1};
    struct query_result result;
    sure_query(r->db, sql, &limits, &r->scratch, &result);
    if (result.outcome == QUERY_ROWS || result.outcome == QUERY_TIMEOUT ||
        result.outcome == QUERY_TOO_LARGE)
        return true;
    print_error("%.*s: %.*s\n", STR_ARG(sql), STR_ARG(result.message));
    return false;
}

static bool is_exact(struct run *r, struct str sql, struct str gold)
{
    struct spider_form p, g;
    struct err e;
    struct exact_verdict v;
    sql = official_fill_value(&r->scratch, sql);
    assert_int_equal(spider_form_read(&r->scratch, r->schema, SPIDER_RULE_TSE, gold, &g, &e), OK);
    if (spider_form_read(&r->scratch, r->schema, SPIDER_RULE_TSE, sql, &p, &e))
        return false;
    exact_match(&r->keys, &p, &g, &v);
    return v.exact;
}

static bool is_right(struct run *r, struct str sql, struct str gold)
{
    struct str below = arena_printf(&r->scratch, "spider/database/%.*s", STR_ARG(r->db_id));
    struct execution_pair pair = {.folder = str_from(shared_path(&r->scratch, below.ptr)),
                                  .db_id = r->db_id,
                                  .gold = gold,
                                  .prediction = sql};
    return execution_match(r->execution, &pair).verdict == EXECUTION_MATCH;
}

static void ask(struct run *r, struct json_value seed)
{
    open_database(r, text_member(&r->arena, seed, "db_id"));
    arena_clear(&r->scratch);
    struct str question = text_member(&r->arena, seed, "question");
    struct keyword_reply reply = keyword_answer(r->index, question, &r->scratch);
    struct str sql = reply.sql, gold = text_member(&r->arena, seed, "query");
    assert_non_null(sql.ptr);
    r->rejected += !is_accepted(r, sql);
    r->exact += is_exact(r, sql, gold);
    bool right = is_right(r, sql, gold);
    for (size_t i = 0; i < LEVELS; i++) {
        r->sure[i] += reply.confidence >= LEVEL[i];
        r->sure_right[i] += reply.confidence >= LEVEL[i] && right;
    }
}

static void test_development_set(void **state)
{
    (void)state;
    if (!shared_present())
        skip();
    struct run r = {.execution = execution_context_new(&execution_defaults, 1)};
    struct err e;
    assert_int_equal(lexicon_load(&r.lexicon, &KEYWORD_LEXICON, NULL, &e), OK);
    assert_int_equal(
        schema_set_load(&r.arena, shared_path(&r.arena, "spider/tables.json"), &r.schemas, &e), OK);
    struct dataset_source from = {
        .data = shared_path(&r.arena, "spider"), .schemas_do = true, .schemas_only = true};
    assert_int_equal(dataset_load(&r.dataset, &from, &e), OK);
    struct json_value dev = read_json(&r.arena, shared_path(&r.arena, "spider/dev.json"));
    struct json_reader seeds = json_reader_of(&r.arena, dev.raw);
    size_t count = 0;
    for (struct json_value seed; json_next_item(&seeds, &seed); count++)
        ask(&r, seed);
    print_message("exact match: %zu of %zu\n", r.exact, count);
    assert_int_equal(r.rejected, 0);
    double percent = 100.0 * (double)r.exact / (double)count;
    page_has_row(&r.arena, "reference/keyword.md", "Spider-dev",
                 arena_printf(&r.arena, "%.1f", percent));
    for (size_t i = 0; i < LEVELS; i++) {
        double share = 100.0 * (double)r.sure_right[i] / (double)r.sure[i];
        print_message("confidence %.1f: %zu answers, %.1f %% right\n", LEVEL[i], r.sure[i], share);
        page_has_row(&r.arena, "reference/keyword.md", arena_printf(&r.arena, "%.1f", LEVEL[i]).ptr,
                     arena_printf(&r.arena, "%.*s | %.1f",
                                  STR_ARG(page_number(&r.arena, r.sure[i])), share));
    }
    execution_context_free(r.execution);
    close_database(&r);
    dataset_release(&r.dataset);
    lexicon_release(&r.lexicon);
    arena_release(&r.arena);
    arena_release(&r.scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_development_set)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
