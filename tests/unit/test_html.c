/* test_html.c: the HTML report: its parts, its data, and texts that would rather be HTML. */
#include "schema_seeds.h"
#include "shared.h"
#include "unit.h"

#include "base/digest.h"
#include "report/html.h"
#include "report/html/details.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define HOSTILE "</script><img src=x onerror=alert(1)><!--<script>'\"&amp;\xE2\x80\xA8"

static const char TABLES[] =
    "[{\"db_id\":\"shop\",\"table_names\":[\"town\",\"<b>sale</b>\"],"
    "\"table_names_original\":[\"town\",\"<b>sale</b>\"],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"area\"],[1,\"id\"],[1,\"town\"]],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"area\"],[1,\"id\"],"
    "[1,\"town\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"number\",\"number\"],"
    "\"primary_keys\":[1,4],\"foreign_keys\":[[5,1]]}]";

/* Scores of one seed and its cases, with all that they come from. */
struct world {
    struct arena arena;
    struct schema_set set;
    struct suite suite;
    struct predictions predictions;
    struct scores scores;
    struct robustness sums;
    struct html_source source;
};

static void add_schemas(struct world *w)
{
    struct err e;
    assert_int_equal(schema_set_parse(&w->arena, str_from(TABLES), &w->set, &e), OK);
    const struct schema *shop = &w->set.schemas[0];
    struct suite_schema *s = arena_zalloc(&w->arena, 3 * sizeof *s);
    s[0] = (struct suite_schema){.db_id = STR("shop"), .schema = shop, .complete = true};
    s[1] = (struct suite_schema){
        .db_id = STR("shop.CRm.1"),
        .origin = &s[0],
        .migration = migration_drop_column(&w->arena, shop, column_named(shop, "town.area")),
        .complete = true};
    s[2] = (struct suite_schema){.db_id = STR("shop.OK.1"),
                                 .origin = &s[0],
                                 .migration = migration_forget_foreign_key(&w->arena, shop, 0),
                                 .complete = true};
    w->suite.schemas = s;
    w->suite.n_schemas = 3;
}

static void add_seed(struct world *w, struct str question)
{
    struct answer *said = ARENA_NEW(&w->arena, struct answer);
    said->sql = STR("SELECT name FROM town");
    w->suite.seeds = ARENA_NEW(&w->arena, struct seed);
    w->suite.seeds[0] = (struct seed){.number = 7,
                                      .db_id = STR("shop"),
                                      .question = question,
                                      .query = STR("SELECT name FROM town"),
                                      .hardness = STR("easy")};
    w->suite.n_seeds = 1;
    w->predictions.seeds = arena_zalloc(&w->arena, sizeof(void *));
    w->predictions.seeds[0] = said;
    w->scores.seeds = ARENA_NEW(&w->arena, struct seed_verdict);
    w->scores.seeds[0] =
        (struct seed_verdict){.number = 7,
                              .db_id = STR("shop"),
                              .hardness = STR("easy"),
                              .elements = 1U << SQL_ELEMENT_WHERE | 1U << SQL_ELEMENT_JOIN,
                              .right = {YES, YES},
                              .answered = true};
    w->scores.n_seeds = 1;
}

static struct world *world_new(struct str question)
{
    struct world *w = mem_alloc(sizeof *w);
    memset(w, 0, sizeof *w);
    add_schemas(w);
    add_seed(w, question);
    w->scores.system = STR("a system");
    w->scores.by = STR("execution");
    w->source = (struct html_source){.scores = &w->scores,
                                     .sums = &w->sums,
                                     .suite = &w->suite,
                                     .predictions = &w->predictions,
                                     .command = "teql explain --case"};
    return w;
}

static void world_free(struct world *w)
{
    arena_release(&w->arena);
    free(w);
}

/* Room for `n` cases, all of them inconsistent answers to `question`. */
static void add_cases(struct world *w, uint32_t n, struct str question)
{
    w->suite.cases = arena_zalloc(&w->arena, n * sizeof *w->suite.cases);
    w->scores.cases = arena_zalloc(&w->arena, n * sizeof *w->scores.cases);
    w->predictions.cases = arena_zalloc(&w->arena, n * sizeof(void *));
    w->suite.n_cases = w->scores.n_cases = n;
    for (uint32_t i = 0; i < n; i++) {
        struct str id = arena_printf(&w->arena, "7-PI-%u", i);
        struct answer *said = ARENA_NEW(&w->arena, struct answer);
        said->sql = STR("SELECT area FROM town WHERE name < 'x'");
        w->predictions.cases[i] = said;
        w->suite.cases[i] = (struct test_case){.id = id,
                                               .family = STR("mt-teql"),
                                               .relation = STR("PI"),
                                               .db_id = STR("shop"),
                                               .question = question,
                                               .change = STR("{\"inserted\":\"x\"}")};
        w->scores.cases[i] = (struct verdict){.id = id,
                                              .family = STR("mt-teql"),
                                              .relation = STR("PI"),
                                              .cause = CAUSE_INCONSISTENT,
                                              .consistent = {NO, NO},
                                              .right = {UNKNOWN, NO}};
    }
}

/* The page, in the arena of `w`. */
static struct str page_of(struct world *w)
{
    char path[] = "/tmp/teql-html-XXXXXX";
    struct out_file f;
    struct err e;
    struct str page;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    robustness_of(&w->arena, &w->scores, NULL, &w->sums);
    assert_int_equal(out_file_open(&f, path, &e), OK);
    if (html_report(&w->source, &f, &e) != OK)
        fail_msg("%s", e.msg);
    assert_int_equal(out_file_commit(&f, &e), OK);
    assert_int_equal(file_read(&w->arena, path, 1 << 28, &page, &e), OK);
    unlink(path);
    return page;
}

static size_t occurrences(struct str text, struct str needle)
{
    size_t n = 0;
    for (size_t at = str_find(text, needle, 0); at < text.len; n++)
        at = str_find(text, needle, at + needle.len);
    return n;
}

/* What stands between `open` and `close`. */
static struct str between(struct str page, const char *open, const char *close)
{
    size_t start = str_find(page, str_from(open), 0);
    assert_true(start < page.len);
    start += strlen(open);
    return str_slice(page, start, str_find(page, str_from(close), start));
}

/* The data of the page that `w` makes. */
static struct json_value data_of(struct world *w)
{
    return parse_json(between(page_of(w), "id=\"data\">", "</script>"));
}

static struct json_value member(struct world *w, struct json_value object, const char *key)
{
    return json_member(&w->arena, object, str_from(key));
}

/* Text number `field` of an entry. */
static struct str text_at(struct world *w, struct json_value data, struct json_value entry,
                          size_t field)
{
    uint64_t number;
    if (!json_count(json_item(entry, field), UINT32_MAX, &number))
        return STR_NONE;
    return json_text_copy(&w->arena, json_item(member(w, data, "texts"), number));
}

static struct json_value case_at(struct world *w, struct json_value data, size_t i)
{
    return json_item(member(w, data, "cases"), i);
}

static size_t count_of(struct world *w, struct json_value data, const char *key)
{
    return json_item_count(member(w, data, key));
}

enum { CASE_QUESTION = 8, CASE_SQL = 9, CASE_VARIANT = 12, CASE_EXPECTED = 18, CASE_FIELDS = 19 };

static bool allows(struct str policy, struct str text)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char sum[SHA256_BYTES + 1] = {0};
    char hash[45] = {0};
    digest_sha256(text, sum);
    for (size_t i = 0; i < 43; i++) { /* 43 digits of six bits, and one sign to fill up */
        size_t bit = 6 * i;
        uint32_t two = (uint32_t)sum[bit / 8] << 8 | sum[bit / 8 + 1];
        hash[i] = DIGITS[two >> (10 - bit % 8) & 63];
    }
    hash[43] = '=';
    return str_find(policy, str_from(hash), 0) < policy.len;
}

static void test_structure(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    add_cases(w, 2, STR("Please: which towns?"));
    struct str page = page_of(w);
    assert_true(str_starts(page, STR("<!doctype html>\n<html lang=\"en\">")));
    assert_int_equal(str_find(page, STR("{{"), 0), page.len);
    assert_int_equal(occurrences(page, STR("</script>")), 2);
    assert_int_equal(occurrences(page, STR("http:")) + occurrences(page, STR("https:")), 0);
    assert_int_equal(occurrences(page, STR("innerHTML")), 0);
    struct str policy = between(page, "Content-Security-Policy\" content=\"", "\">");
    assert_true(str_starts(policy, STR("default-src 'none'; ")));
    assert_true(allows(policy, between(page, "<style>", "</style>")));
    assert_true(allows(policy, between(page, "<script>", "</script>")));
    assert_false(allows(policy, STR("alert(1)")));
    world_free(w);
}

static void test_data(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    add_cases(w, 3, STR("Please: which towns?"));
    w->scores.cases[1].cause = CAUSE_CONSISTENT;
    w->suite.cases[2].db_id = STR("shop.CRm.1");
    w->scores.cases[2].expected = STR("SELECT area FROM town WHERE name > 'x'");
    struct json_value data = data_of(w), last = case_at(w, data, 1);
    struct json_value all = member(w, member(w, data, "summary"), "all");
    assert_true(str_eq(member(w, all, "judged").raw, STR("3")));
    assert_int_equal(count_of(w, data, "cases"), 2);
    assert_int_equal(json_item_count(last), CASE_FIELDS);
    assert_true(str_eq(json_item(last, 0).raw, STR("\"7-PI-2\"")));
    assert_string_equal(text_at(w, data, last, CASE_QUESTION).ptr, "Please: which towns?");
    assert_string_equal(text_at(w, data, last, CASE_SQL).ptr,
                        "SELECT area FROM town WHERE name < 'x'");
    assert_string_equal(text_at(w, data, last, CASE_EXPECTED).ptr,
                        "SELECT area FROM town WHERE name > 'x'");
    assert_true(str_eq(json_item(last, CASE_VARIANT).raw, STR("0")));
    assert_true(str_eq(member(w, data, "cells").raw, STR("[[0,0,3,2]]")));
    assert_true(str_eq(member(w, data, "byElement").raw, STR("[[3,2],[3,2]]")));
    world_free(w);
}

enum { SEED_QUESTION = 5, SEED_WRONG = 9, SEED_ELEMENTS = 10 };

/* A seed whose own answer is wrong is always there; a right one only if it has errors. */
static void test_wrong_seeds(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    add_cases(w, 1, STR("Please: which towns?"));
    w->scores.cases[0].cause = CAUSE_CONSISTENT;
    assert_int_equal(count_of(w, data_of(w), "seeds"), 0);
    w->scores.seeds[0].right = (struct truths){.exact = YES, .execution = NO};
    struct json_value data = data_of(w), seed = json_item(member(w, data, "seeds"), 0);
    assert_int_equal(count_of(w, data, "seeds"), 1);
    assert_true(str_eq(json_item(seed, SEED_WRONG).raw, STR("1")));
    assert_true(str_eq(json_item(seed, SEED_ELEMENTS).raw, STR("[0,1]")));
    assert_string_equal(text_at(w, data, seed, SEED_QUESTION).ptr, "Which towns?");
    assert_true(str_eq(member(w, data, "numbers").raw, STR("[[7,7]]")));
    assert_true(str_eq(member(w, data, "golden").raw, STR("1")));
    w->scores.by = STR("exact");
    assert_int_equal(count_of(w, data_of(w), "seeds"), 0);
    w->scores.seeds[0].right = (struct truths){.exact = UNKNOWN, .execution = NO};
    assert_int_equal(count_of(w, data_of(w), "seeds"), 1);
    world_free(w);
}

/* Where there is no room, it is there without texts. */
static void test_wrong_room(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    struct details d;
    struct err e;
    w->scores.seeds[0].right = (struct truths){.exact = NO, .execution = NO};
    assert_int_equal(details_of(&d, &w->source, 0, &e), OK);
    assert_true(d.n_seeds == 1 && d.seeds[0].row.wrong && d.seeds[0].row.question == TEXT_NONE);
    details_release(&d);
    world_free(w);
}

/* A variant says what differs and no more. */
static void test_drawings(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    add_cases(w, 2, STR("Which towns?"));
    w->suite.cases[0].db_id = STR("shop.CRm.1");
    w->suite.cases[1].db_id = STR("shop.OK.1");
    struct json_value data = data_of(w), variants = member(w, data, "variants");
    assert_int_equal(json_item_count(variants), 2);
    assert_int_equal(count_of(w, data, "schemas"), 1);
    static const char *const expected[] = {
        "{\"from\":0,\"tables\":[[\"town\",0,[[1,\"id\",\"number\",1],[2,\"name\",\"text\",0]]],1],"
        "\"gone\":[],\"came\":[]}",
        "{\"from\":0,\"tables\":[0,1],\"gone\":[[5,1]],\"came\":[]}"};
    for (size_t i = 0; i < 2; i++) {
        uint64_t number;
        assert_true(json_count(json_item(case_at(w, data, i), CASE_VARIANT), 1, &number));
        assert_true(str_eq(json_item(variants, number).raw, str_from(expected[i])));
    }
    world_free(w);
}

static void test_hostile(void **state)
{
    (void)state;
    struct world *w = world_new(STR(HOSTILE));
    struct str odd =
        STR(HOSTILE "\x01\x1B[31m\x7F\xE2\x80\xAEgnp.exe\xE2\x80\xA9\n\t\r quotes '\"` \\u003c");
    add_cases(w, 4, odd);
    w->scores.system = w->scores.suite = w->scores.predictions = STR(HOSTILE);
    w->source.command = HOSTILE;
    w->scores.seeds[0].db_id = w->scores.seeds[0].hardness = STR(HOSTILE);
    w->scores.cases[0].message = STR(HOSTILE);
    w->scores.cases[1].relation = STR(HOSTILE);
    struct excerpt *rows = &w->scores.cases[0].rows_after;
    *rows = (struct excerpt){.known = true, .n_rows = 1};
    rows_init(&rows->rows, 1);
    rows_set_text(&rows->rows, &w->arena, rows_add(&rows->rows, &w->arena), STR("</script><b>&"));
    w->suite.cases[2].question = STR("bytes that are no UTF-8: \xFF\xC0\xAF, and a NUL: \0.");
    struct str page = page_of(w);
    assert_int_equal(occurrences(page, STR("</script>")), 2);
    assert_int_equal(occurrences(page, STR("<img")), 0);
    assert_int_equal(occurrences(page, STR("<b>")), 0);
    assert_int_equal(occurrences(page, STR("<!--")), 0);
    assert_int_equal(occurrences(page, STR("\xE2\x80\xA8")),
                     2); /* the title, where it is a space */
    struct json_value data = data_of(w);
    assert_true(str_eq(text_at(w, data, case_at(w, data, 0), CASE_QUESTION), odd));
    struct str bytes = text_at(w, data, case_at(w, data, 2), CASE_QUESTION);
    assert_true(str_eq(bytes, STR("bytes that are no UTF-8: \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD, "
                                  "and a NUL: \0.")));
    world_free(w);
}

static void test_long_question(void **state)
{
    (void)state;
    enum { LONG = 100 << 10, TOO_LONG = 1 << 20 };
    struct world *w = world_new(STR("Which?"));
    char *text = arena_alloc(&w->arena, TOO_LONG);
    for (size_t i = 0; i < TOO_LONG; i++)
        text[i] = "\xE2\x82\xAC"[i % 3];
    add_cases(w, 2, (struct str){text, LONG});
    w->suite.cases[1].question.len = TOO_LONG;
    struct json_value data = data_of(w);
    struct str shown = text_at(w, data, case_at(w, data, 0), CASE_QUESTION);
    assert_true(shown.len >= LONG); /* a sign cut in two is U+FFFD for each byte */
    shown = text_at(w, data, case_at(w, data, 1), CASE_QUESTION);
    assert_true(shown.len > LONG && shown.len < TOO_LONG && str_ends(shown, STR("\xE2\x82\xAC")));
    world_free(w);
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    add_cases(w, 300, STR("Please: which towns?"));
    assert_true(str_eq(page_of(w), page_of(w)));
    world_free(w);
}

/* The suite or the predictions of the scores are gone, or have changed. */
static void test_without_suite(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    add_cases(w, 2, STR("Please: which towns?"));
    w->suite.cases[0].id = STR("another");
    w->suite.n_cases = 1;
    struct json_value data = data_of(w);
    assert_null(text_at(w, data, case_at(w, data, 0), CASE_QUESTION).ptr);
    assert_null(text_at(w, data, case_at(w, data, 1), CASE_SQL).ptr);
    w->source.suite = NULL;
    w->source.predictions = NULL;
    data = data_of(w);
    assert_int_equal(count_of(w, data, "texts"), 0);
    assert_int_equal(count_of(w, data, "cases"), 2);
    world_free(w);
}

static void test_nothing(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    w->scores.n_seeds = 0;
    struct json_value data = data_of(w);
    assert_int_equal(count_of(w, data, "cases"), 0);
    world_free(w);
}

/* A page has room for some details; every error is listed all the same. */
static void test_room(void **state)
{
    (void)state;
    enum { N = 20000, LETTERS = 3000 };
    struct world *w = world_new(STR("Which towns?"));
    add_cases(w, N, STR(""));
    for (uint32_t i = 0; i < N; i++)
        w->suite.cases[i].question = arena_printf(&w->arena, "%0*u", LETTERS, i);
    struct str page = page_of(w);
    assert_true(page.len > DETAILS_ROOM && page.len < 25 << 20);
    struct json_value data = data_of(w), it;
    struct json_reader cases = json_reader_of(&w->arena, member(w, data, "cases").raw);
    size_t detailed = 0, detailed_early = 0;
    assert_int_equal(count_of(w, data, "cases"), N);
    for (size_t i = 0; json_next_item(&cases, &it); i++) {
        bool has = json_item_count(it) == CASE_FIELDS;
        detailed += has;
        detailed_early += has && i < N / 2;
    }
    assert_true(detailed > 6000 && detailed < 8000);
    assert_true(detailed_early > detailed * 2 / 5 && detailed_early < detailed * 3 / 5);
    world_free(w);
}

/* A full disk, and a case of a schema that the suite does not have. */
static void test_failures(void **state)
{
    (void)state;
    struct world *w = world_new(STR("Which towns?"));
    struct out_file f;
    struct err e;
    add_cases(w, 1, STR("Please: which towns?"));
    robustness_of(&w->arena, &w->scores, NULL, &w->sums);
    assert_int_equal(out_file_open(&f, "/dev/full", &e), OK);
    assert_int_equal(html_report(&w->source, &f, &e), E_IO);
    w->suite.dir = "/nonexistent";
    w->suite.cases[0].db_id = STR("nowhere");
    assert_int_equal(html_report(&w->source, &f, &e), E_SCHEMA);
    out_file_discard(&f);
    arena_release(&w->suite.arena);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_structure),     cmocka_unit_test(test_data),
        cmocka_unit_test(test_drawings),      cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_long_question), cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_without_suite), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_wrong_seeds),   cmocka_unit_test(test_wrong_room),
        cmocka_unit_test(test_room),          cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
