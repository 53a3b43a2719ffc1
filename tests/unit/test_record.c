/* test_record.c: records written to files and read back. */
#include "unit.h"

#include "base/rng.h"
#include "record/answer.h"
#include "record/case.h"
#include "record/seed.h"
#include "score/verdict.h"

static struct str put(struct arena *a, const struct record *r, const void *it)
{
    struct buf text;
    text = (struct buf){0};
    struct json_writer w = json_writer_to(&text);
    record_put(&w, r, it);
    struct str copy = arena_str(a, buf_str(&text));
    assert_false(text.overflow);
    buf_release(&text);
    return copy;
}

/* The member that makes no sense, or NULL. */
static const char *get(struct arena *a, const struct record *r, struct str text, void *it)
{
    struct json_reader json = json_reader_of(a, text);
    struct err e;
    const char *bad = record_get(&json, r, it);
    assert_int_equal(json_reader_end(&json, 1, &e), OK);
    return bad;
}

/* Every line of every file is one of these, to the letter. */
static void test_texts(void **state)
{
    (void)state;
    static const struct {
        const struct record *record;
        const char *text;
    } lines[] = {
        {&SEED_RECORD, "{\"seed\":7,\"db_id\":\"shop\",\"question\":\"Who?\",\"query\":null,"
                       "\"hardness\":null}"},
        {&SEED_RECORD, "{\"seed\":0,\"db_id\":\"shop\",\"question\":\"Who?\","
                       "\"query\":\"SELECT 1\",\"hardness\":\"easy\"}"},
        {&SEED_RECORD, "{\"seed\":0,\"db_id\":\"shop\",\"question\":\"Who?\","
                       "\"query\":\"SELECT 1\",\"evidence\":\"rich: pay > 9\","
                       "\"hardness\":\"easy\"}"},
        {&CASE_RECORD, "{\"id\":\"0-X-1\",\"seed\":0,\"family\":\"f\",\"relation\":\"X\","
                       "\"db_id\":\"shop\",\"question\":\"Who?\",\"query\":null,"
                       "\"expect\":\"same\",\"change\":{\"a\":[1]},\"proof\":null}"},
        {&CASE_RECORD, "{\"id\":\"0-X-1\",\"seed\":0,\"family\":\"f\",\"relation\":\"X\","
                       "\"db_id\":\"shop\",\"question\":\"Who?\",\"query\":\"SELECT 2\","
                       "\"expect\":\"changed\",\"change\":{},\"naturalness\":0.25,"
                       "\"proof\":{\"by\":\"execution\",\"rows\":3,"
                       "\"digest\":\"0123456789abcdef\"}}"},
        {&CASE_RECORD, "{\"id\":\"0-X-1\",\"seed\":0,\"family\":\"f\",\"relation\":\"X\","
                       "\"db_id\":\"shop\",\"question\":\"Who?\",\"query\":\"SELECT 2\","
                       "\"expect\":\"same\",\"change\":{},\"proof\":null,\"overlap\":{\"words\":7,"
                       "\"edits\":1,\"tables\":[2,1,3,0],\"columns\":[4,3,5,2],"
                       "\"values\":[0,0,0,6],\"names\":[0,8,9]}}"},
        {&ANSWER_RECORD, "{\"id\":\"seed-0\",\"sql\":\"SELECT 1\",\"ms\":1.5,\"error\":null,"
                         "\"repeat\":2}"},
        {&ANSWER_RECORD, "{\"id\":\"0-X-1\",\"sql\":null,\"ms\":0.0,\"error\":\"busy\","
                         "\"repeat\":0,\"prompt_tokens\":9,\"completion_tokens\":0}"},
        {&SEED_VERDICT_RECORD, "{\"seed\":7,\"db_id\":\"shop\",\"hardness\":\"easy\","
                               "\"elements\":[\"WHERE\",\"LIMIT\"],\"answered\":true,"
                               "\"flaky\":false,\"right_exact\":null,\"right_execution\":true,"
                               "\"message\":\"m\"}"},
        {&VERDICT_RECORD, "{\"id\":\"0-X-1\",\"seed\":0,\"relation\":\"X\","
                          "\"cause\":\"consistent\",\"consistent_exact\":null,"
                          "\"consistent_execution\":true,\"right_exact\":false,"
                          "\"right_execution\":null}"},
        {&VERDICT_RECORD,
         "{\"id\":\"0-X-1\",\"seed\":0,\"digest\":\"00000000000000ff\",\"naturalness\":0.5,"
         "\"family\":\"f\",\"relation\":\"X\",\"cause\":\"inconsistent\",\"flaky\":true,"
         "\"consistent_exact\":false,\"consistent_execution\":false,\"consistent_strict\":false,"
         "\"right_exact\":false,\"right_execution\":false,\"message\":\"m\","
         "\"type\":\"operator\",\"differences\":[{\"clause\":\"WHERE\",\"depth\":1,"
         "\"path\":\"FROM\",\"kinds\":[\"value\"],\"before\":\"a > 1\",\"after\":\"\"}],"
         "\"rows_before\":{\"n\":7,\"rows\":[[null,-3,1.5,\"x\"],[1,2,3.0,\"\"]]},"
         "\"rows_after\":{\"n\":0,\"rows\":[]}}"},
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct arena a = {0};
        union {
            struct seed seed;
            struct test_case test_case;
            struct answer answer;
            struct seed_verdict seed_verdict;
            struct verdict verdict;
        } it = {0};
        if (lines[i].record == &CASE_RECORD)
            it.test_case = CASE_EMPTY;
        if (lines[i].record == &VERDICT_RECORD)
            it.verdict = VERDICT_EMPTY;
        assert_null(get(&a, lines[i].record, str_from(lines[i].text), &it));
        assert_string_equal(put(&a, lines[i].record, &it).ptr, lines[i].text);
        arena_release(&a);
    }
}

/* Each member stands where it belongs in the struct. */
static void test_values(void **state)
{
    (void)state;
    struct arena a = {0};
    struct test_case c = CASE_EMPTY;
    assert_null(get(&a, &CASE_RECORD,
                    STR("{\"id\":\"5-X-1\",\"relation\":\"X\",\"db_id\":\"d\",\"proof\":{"
                        "\"digest\":\"ff\",\"by\":\"schema\",\"rows\":12},\"seed\":5,"
                        "\"expect\":\"changed\",\"query\":\"q\",\"question\":\"?\",\"new\":[{}]}"),
                    &c));
    assert_int_equal(c.proof.by, PROOF_BY_SCHEMA);
    assert_int_equal(c.proof.rows, 12);
    assert_int_equal(c.proof.digest, 255);
    assert_int_equal(c.seed_number, 5);
    assert_int_equal(c.claim, CLAIM_CHANGED);
    assert_true(str_eq(c.query, STR("q")) && str_eq(c.question, STR("?")));
    assert_null(c.family.ptr);
    assert_true(c.naturalness < 0);
    assert_int_equal(c.overlap.words, 0);
    struct answer answer = {0};
    assert_null(get(&a, &ANSWER_RECORD,
                    STR("{\"id\":\"x\",\"error\":{\"code\": 5},\"completion_tokens\":3,\"ms\":null,"
                        "\"failure\":null}"),
                    &answer));
    assert_true(str_eq(answer.error, STR("{\"code\":5}")));
    assert_int_equal(answer.tokens.prompt, 0);
    assert_int_equal(answer.tokens.completion, 3);
    struct verdict v = VERDICT_EMPTY;
    assert_null(get(&a, &VERDICT_RECORD,
                    STR("{\"consistent_exact\":true,\"consistent_execution\":false,"
                        "\"right_exact\":false,\"right_execution\":true,\"family\":\"f\","
                        "\"relation\":\"r\",\"rows_before\":{\"n\":1,\"rows\":[[1]]},"
                        "\"rows_after\":{\"n\":2,\"rows\":[[1]]}}"),
                    &v));
    assert_true(v.consistent.exact == YES && v.consistent.execution == NO);
    assert_true(v.consistent.strict == UNKNOWN && v.right.exact == NO && v.right.execution == YES);
    assert_true(str_eq(v.family, STR("f")) && str_eq(v.relation, STR("r")));
    assert_true(v.rows_before.n_rows == 1 && v.rows_after.n_rows == 2);
    struct seed_verdict s = {0};
    assert_null(get(&a, &SEED_VERDICT_RECORD,
                    STR("{\"answered\":true,\"right_exact\":false,\"right_execution\":true,"
                        "\"db_id\":\"d\",\"hardness\":\"h\",\"elements\":[\"LIMIT\"]}"),
                    &s));
    assert_true(s.answered && !s.flaky && s.right.exact == NO && s.right.execution == YES);
    assert_true(str_eq(s.db_id, STR("d")) && str_eq(s.hardness, STR("h")));
    assert_int_equal(s.elements, 1U << SQL_ELEMENT_LIMIT);
    arena_release(&a);
}

#define CASE "{\"id\":\"0-X-1\",\"seed\":0,\"relation\":\"X\",\"db_id\":\"d\",\"question\":\"?\","

/* The member that makes no sense is named. */
static void test_nonsense(void **state)
{
    (void)state;
    static const struct {
        const struct record *record;
        const char *text, *bad;
    } lines[] = {
        {&CASE_RECORD, CASE "\"expect\":\"sane\"}", "expect"},
        {&CASE_RECORD, CASE "\"expect\":null}", "expect"},
        {&CASE_RECORD, CASE "\"family\":5}", "family"},
        {&CASE_RECORD, CASE "\"naturalness\":1.5}", "naturalness"},
        {&CASE_RECORD, CASE "\"naturalness\":\"high\"}", "naturalness"},
        {&CASE_RECORD, CASE "\"proof\":{\"by\":\"magic\"}}", "proof.by"},
        {&CASE_RECORD, CASE "\"overlap\":{}}", "overlap.words"},
        {&CASE_RECORD, CASE "\"overlap\":{\"words\":1,\"names\":[1,2]}}", "overlap.names"},
        {&CASE_RECORD, CASE "\"overlap\":{\"words\":1,\"names\":[1,2,3,4]}}", "overlap.names"},
        {&CASE_RECORD, CASE "\"overlap\":{\"words\":1,\"names\":[1,-2,3]}}", "overlap.names"},
        {&CASE_RECORD, CASE "\"overlap\":{\"words\":1,\"names\":{}}}", "overlap.names"},
        {&CASE_RECORD, CASE "\"proof\":{\"by\":\"schema\",\"rows\":\"many\"}}", "proof.rows"},
        {&CASE_RECORD, CASE "\"proof\":{\"rows\":-1}}", "proof.rows"},
        {&CASE_RECORD, CASE "\"proof\":{\"rows\":1.0}}", "proof.rows"},
        {&CASE_RECORD, CASE "\"proof\":{\"digest\":\"not hex\"}}", "proof.digest"},
        {&CASE_RECORD, CASE "\"proof\":{\"digest\":\"\"}}", "proof.digest"},
        {&CASE_RECORD, CASE "\"proof\":{\"digest\":\"00112233445566778\"}}", "proof.digest"},
        {&CASE_RECORD, CASE "\"proof\":{\"digest\":255}}", "proof.digest"},
        {&CASE_RECORD, CASE "\"proof\":7}", "proof"},
        {&CASE_RECORD, CASE "\"edit\":{\"what\":\"limit\",\"to\":[]}}", "edit.to"},
        {&CASE_RECORD, CASE "\"seed\":\"7\"}", "seed"},
        {&CASE_RECORD, CASE "\"seed\":4294967296}", "seed"},
        {&CASE_RECORD, CASE "\"id\":null}", "id"},
        {&CASE_RECORD, "{\"seed\":1}", "id"},
        {&ANSWER_RECORD, "{\"id\":\"x\",\"ms\":\"12\"}", "ms"},
        {&ANSWER_RECORD, "{\"id\":\"x\",\"ms\":1e999}", "ms"},
        {&ANSWER_RECORD, "{\"id\":\"x\",\"cut_off\":1}", "cut_off"},
        {&ANSWER_RECORD, "{\"id\":\"x\",\"repeat\":true}", "repeat"},
        {&ANSWER_RECORD, "{\"id\":\"x\",\"prompt_tokens\":\"5\"}", "prompt_tokens"},
        {&ANSWER_RECORD, "{\"id\":\"x\",\"sql\":[]}", "sql"},
        {&VERDICT_RECORD, "{\"right_exact\":\"yes\"}", "right_exact"},
        {&VERDICT_RECORD, "{\"cause\":\"none\"}", "cause"},
        {&VERDICT_RECORD, "{\"type\":\"strange\"}", "type"},
        {&VERDICT_RECORD, "{\"differences\":[7]}", "differences"},
        {&VERDICT_RECORD, "{\"differences\":[{\"clause\":\"WHOM\"}]}", "differences"},
        {&VERDICT_RECORD, "{\"differences\":[{\"kinds\":[\"odd\"]}]}", "differences"},
        {&VERDICT_RECORD, "{\"rows_after\":{\"n\":2,\"rows\":[[1,2],[1]]}}", "rows_after"},
        {&VERDICT_RECORD, "{\"rows_after\":{\"n\":1,\"rows\":[[1],[2]]}}", "rows_after"},
        {&VERDICT_RECORD, "{\"rows_after\":{\"n\":9,\"rows\":[[1],[1],[1],[1],[1],[1]]}}",
         "rows_after"},
        {&VERDICT_RECORD, "{\"rows_before\":{\"n\":1,\"rows\":[[[]]]}}", "rows_before"},
        {&VERDICT_RECORD, "{\"rows_before\":{\"n\":1,\"rows\":[[1e999]]}}", "rows_before"},
        {&VERDICT_RECORD, "{\"rows_before\":{\"rows\":[[1]]}}", "rows_before"},
        {&SEED_VERDICT_RECORD, "{\"elements\":[\"WHERE\",\"NOWHERE\"]}", "elements"},
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct arena a = {0};
        union {
            struct test_case test_case;
            struct answer answer;
            struct seed_verdict seed_verdict;
            struct verdict verdict;
        } it = {0};
        const char *bad = get(&a, lines[i].record, str_from(lines[i].text), &it);
        if (!bad || strcmp(bad, lines[i].bad) != 0)
            fail_msg("%s: %s, not %s", lines[i].text, bad ? bad : "nothing", lines[i].bad);
        arena_release(&a);
    }
}

/* A text of a few odd characters. */
static struct str any_text(struct arena *a, struct rng *rng)
{
    static const char *const PIECES[] = {"a", "\"", "\\", "\n", "\xC3\xA9", " ", "\x01", "</"};
    struct str text = STR("");
    for (uint64_t n = rng_below(rng, 4); n > 0; n--)
        text = arena_printf(a, "%.*s%s", STR_ARG(text), PIECES[rng_below(rng, 8)]);
    return text;
}

static void fill_row(struct arena *a, struct rng *rng, struct rows *rows, struct value *row)
{
    for (uint32_t c = 0; c < rows->n_columns; c++)
        switch (rng_below(rng, 4)) {
        case 0:
            row[c] = (struct value){.type = VALUE_NULL};
            break;
        case 1:
            row[c] = (struct value){.type = VALUE_INTEGER,
                                    .integer = (int64_t)rng_below(rng, UINT32_MAX) - 9999};
            break;
        case 2:
            row[c] = (struct value){.type = VALUE_REAL, .real = (double)rng_below(rng, 99) / 7};
            break;
        default:
            rows_set_text(rows, a, &row[c], any_text(a, rng));
        }
}

static struct excerpt any_rows(struct arena *a, struct rng *rng)
{
    struct query_result answer = {.outcome = rng_below(rng, 4) ? QUERY_ROWS : QUERY_ERROR};
    rows_init(&answer.rows, 1 + (uint32_t)rng_below(rng, 22));
    for (uint64_t n = rng_below(rng, 8); n > 0; n--)
        fill_row(a, rng, &answer.rows, rows_add(&answer.rows, a));
    return excerpt_of(a, &answer);
}

static struct verdict any_verdict(struct arena *a, struct rng *rng)
{
    struct verdict v = {
        .id = any_text(a, rng),
        .seed_number = (uint32_t)rng_below(rng, UINT32_MAX),
        .digest = rng_below(rng, UINT64_MAX),
        .naturalness = rng_below(rng, 2) ? -1 : (double)rng_below(rng, 9) / 8,
        .seed_naturalness = rng_below(rng, 2) ? -1 : (double)rng_below(rng, 9) / 8,
        .family = any_text(a, rng),
        .relation = any_text(a, rng),
        .cause = (enum cause)rng_below(rng, N_CAUSES),
        .flaky = rng_below(rng, 2),
        .consistent = {(enum truth)rng_below(rng, 3), (enum truth)rng_below(rng, 3),
                       (enum truth)rng_below(rng, 3)},
        .right = {(enum truth)rng_below(rng, 3), (enum truth)rng_below(rng, 3), UNKNOWN},
        .message = any_text(a, rng),
        .diagnosis.type = (enum error_type)rng_below(rng, N_ERROR_TYPES),
        .rows_before = any_rows(a, rng),
        .rows_after = any_rows(a, rng)};
    for (uint64_t n = v.diagnosis.type == ERROR_NONE ? 0 : rng_below(rng, 5); n > 0; n--) {
        struct diagnosis *d = &v.diagnosis;
        ARENA_ADD(a, d->items, d->n_items,
                  (struct difference){.clause = (enum sql_clause)rng_below(rng, N_CLAUSES),
                                      .depth = (uint32_t)rng_below(rng, 3),
                                      .path = any_text(a, rng),
                                      .kinds = (difference_set)rng_below(rng, 1U << N_DIFFERENCES),
                                      .before = any_text(a, rng),
                                      .after = any_text(a, rng)});
    }
    return v;
}

static bool same_rows(const struct excerpt *x, const struct excerpt *y)
{
    bool same = x->known == y->known && x->n_rows == y->n_rows && x->rows.n_rows == y->rows.n_rows;
    if (!same || x->rows.n_rows == 0)
        return same;
    for (size_t i = 0; i < x->rows.n_rows * x->rows.n_columns; i++) {
        const struct value *a = &x->rows.values[i], *b = &y->rows.values[i];
        if (a->type != b->type ||
            (a->type == VALUE_TEXT   ? !str_eq(value_bytes(a), value_bytes(b))
             : a->type == VALUE_REAL ? a->real != b->real
                                     : a->type == VALUE_INTEGER && a->integer != b->integer))
            return false;
    }
    return x->rows.n_columns == y->rows.n_columns;
}

/* Whatever a verdict holds comes back as it was. */
static void test_verdicts(void **state)
{
    (void)state;
    struct rng rng = rng_stream(11, STR("verdicts"), 0);
    for (int i = 0; i < 2000; i++) {
        struct arena a = {0};
        struct verdict v = any_verdict(&a, &rng), back = VERDICT_EMPTY;
        struct str text = put(&a, &VERDICT_RECORD, &v);
        assert_null(get(&a, &VERDICT_RECORD, text, &back));
        if (!str_eq(text, put(&a, &VERDICT_RECORD, &back)))
            fail_msg("%.*s", STR_ARG(text));
        assert_true(same_rows(&v.rows_before, &back.rows_before));
        assert_true(same_rows(&v.rows_after, &back.rows_after));
        assert_true(v.digest == back.digest && v.cause == back.cause && v.flaky == back.flaky);
        assert_true(v.naturalness == back.naturalness && v.seed_number == back.seed_number);
        assert_true(v.seed_naturalness == back.seed_naturalness);
        assert_int_equal(memcmp(&v.consistent, &back.consistent, sizeof v.consistent), 0);
        assert_int_equal(v.diagnosis.type, back.diagnosis.type);
        assert_int_equal(v.diagnosis.n_items, back.diagnosis.n_items);
        for (uint32_t d = 0; d < v.diagnosis.n_items; d++) {
            const struct difference *x = &v.diagnosis.items[d], *y = &back.diagnosis.items[d];
            assert_true(x->clause == y->clause && x->depth == y->depth && x->kinds == y->kinds &&
                        str_eq(x->path, y->path) && str_eq(x->before, y->before) &&
                        str_eq(x->after, y->after));
        }
        arena_release(&a);
    }
}

/* People are shown five rows, twenty columns and two hundred bytes of a text, in whole characters;
 * values that JSON cannot express are named. */
static void test_excerpts(void **state)
{
    (void)state;
    struct arena a = {0};
    struct query_result answer = {.outcome = QUERY_ROWS};
    char text[202];
    memset(text, 'x', sizeof text);
    memcpy(text + 199, "\xC3\xA9", 2);
    rows_init(&answer.rows, 25);
    for (int i = 0; i < 7; i++) {
        struct value *row = rows_add(&answer.rows, &a);
        for (uint32_t c = 0; c < 25; c++)
            row[c] = (struct value){.type = VALUE_REAL, .real = c == 1 ? -1.0 / 0.0 : 0.5};
        rows_set_text(&answer.rows, &a, &row[0], (struct str){text, sizeof text});
        rows_set_blob(&answer.rows, &a, &row[2], STR("\x01"));
    }
    struct excerpt x = excerpt_of(&a, &answer);
    assert_true(x.known);
    assert_int_equal(x.n_rows, 7);
    assert_int_equal(x.rows.n_rows, 5);
    assert_int_equal(x.rows.n_columns, 20);
    assert_int_equal(rows_at(&x.rows, 4, 0)->len, 199);
    assert_true(str_eq(value_bytes(rows_at(&x.rows, 4, 1)), STR("-Inf")));
    assert_true(str_eq(value_bytes(rows_at(&x.rows, 4, 2)), STR("(bytes)")));
    assert_true(rows_at(&x.rows, 4, 3)->real == 0.5);
    answer.outcome = QUERY_TIMEOUT;
    assert_false(excerpt_of(&a, &answer).known);
    arena_release(&a);
}

/* A record with all that nests. */

enum { APPLE, PEAR, N_FRUIT };

struct basket {
    struct str owner;
    uint64_t eaten[N_FRUIT];
};

struct market {
    struct str town;
    uint64_t visits;
    uint32_t year;
    struct basket best;
    uint64_t *days;
    uint32_t n_days;
    struct basket *baskets;
    uint32_t n_baskets;
    struct basket *lost;
};

static const char *const FRUIT[] = {"apple", "pear"};
static const struct name_list FRUIT_NAMES = NAMES_OF(FRUIT);
static const struct counts_of EATEN = {
    .names = &FRUIT_NAMES, .form = &FORM_COUNT, .size = sizeof(uint64_t)};
static const struct member BASKET_MEMBERS[] = {
    {"owner", &FORM_TEXT, offsetof(struct basket, owner), MEMBER_WHERE_SET, NULL},
    {"eaten", &FORM_COUNTS, offsetof(struct basket, eaten), MEMBER_NEEDED, &EATEN},
};
static const struct record BASKET = RECORD_OF(BASKET_MEMBERS);
static const struct list_of DAYS = {.size = sizeof(uint64_t), .value = {.form = &FORM_COUNT}};
static const struct member NAMED_MEMBERS[] = {
    {"eaten", &FORM_COUNTS, offsetof(struct basket, eaten), MEMBER_NEEDED, &EATEN},
};
static const struct record NAMED_BASKET = RECORD_OF(NAMED_MEMBERS);
static const struct list_of BASKETS = {.size = sizeof(struct basket),
                                       .value = {.form = &FORM_RECORD, .arg = &NAMED_BASKET},
                                       .name = offsetof(struct basket, owner)};
static const struct list_of LOST = {.size = sizeof(struct basket),
                                    .value = {.form = &FORM_RECORD, .arg = &NAMED_BASKET}};
static const struct member MARKET_MEMBERS[] = {
    {"town", &FORM_TEXT, offsetof(struct market, town), MEMBER_ALWAYS, NULL},
    {"visits", &FORM_COUNT, offsetof(struct market, visits), MEMBER_NEEDED, NULL},
    {"year", &FORM_U32, offsetof(struct market, year), MEMBER_ALWAYS, NULL},
    {"best", &FORM_RECORD, offsetof(struct market, best), MEMBER_WHERE_SET, &BASKET},
    {"days", &FORM_LIST, offsetof(struct market, days), MEMBER_ALWAYS, &DAYS},
    {"baskets", &FORM_MAP, offsetof(struct market, baskets), MEMBER_WHERE_SET, &BASKETS},
    {"lost", &FORM_OPTIONAL, offsetof(struct market, lost), MEMBER_WHERE_SET, &LOST},
};
static const struct record MARKET = RECORD_OF(MARKET_MEMBERS);

#define MARKET_TEXT                                                                                \
    "{\"town\":\"X\",\"visits\":3,\"year\":1990,\"best\":{\"owner\":\"Ann\",\"eaten\":{\"pear\":"  \
    "2}},"                                                                                         \
    "\"days\":[1,0,5,2,4],\"baskets\":{\"a\":{\"eaten\":{}},\"b\":{\"eaten\":{\"apple\":1}}},"     \
    "\"lost\":{\"eaten\":{\"pear\":9}}}"

static void test_nested(void **state)
{
    (void)state;
    struct arena a = {0};
    struct market m = {0}, other = {0};
    assert_null(get(&a, &MARKET, STR(MARKET_TEXT), &m));
    assert_string_equal(put(&a, &MARKET, &m).ptr, MARKET_TEXT);
    assert_true(m.n_days == 5 && m.days[4] == 4 && m.n_baskets == 2);
    assert_null(get(&a, &MARKET, STR(MARKET_TEXT), &other));
    other.year = 1991;
    assert_true(record_add(&MARKET, &m, &other));
    assert_string_equal(put(&a, &MARKET, &m).ptr,
                        "{\"town\":\"X\",\"visits\":6,\"year\":1990,\"best\":{\"owner\":\"Ann\","
                        "\"eaten\":{\"pear\":4}},"
                        "\"days\":[2,0,10,4,8],\"baskets\":{\"a\":{\"eaten\":{}},\"b\":{\"eaten\":{"
                        "\"apple\":2}}},\"lost\":{\"eaten\":{\"pear\":18}}}");
    other.lost = NULL;
    assert_false(record_add(&MARKET, &m, &other));
    m.lost = NULL;
    assert_true(record_add(&MARKET, &m, &other));
    other.baskets[1].owner = STR("c");
    assert_false(record_add(&MARKET, &m, &other));
    other.n_baskets = 1;
    assert_false(record_add(&MARKET, &m, &other));
    struct market empty = {0};
    assert_null(
        get(&a, &MARKET, STR("{\"visits\":0,\"days\":[],\"best\":null,\"lost\":null}"), &empty));
    assert_true(empty.days && !empty.n_days && !empty.baskets && !empty.lost);
    assert_string_equal(put(&a, &MARKET, &empty).ptr,
                        "{\"town\":null,\"visits\":0,\"year\":0,\"days\":[]}");
    arena_release(&a);
}

static void test_nested_nonsense(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } lines[] = {
        {"{\"visits\":1,\"best\":{\"eaten\":{\"plum\":1}}}",
         "'best.eaten.plum' has a value it cannot have"},
        {"{\"visits\":1,\"best\":{\"eaten\":{\"pear\":-1}}}",
         "'best.eaten.pear' has a value it cannot have"},
        {"{\"visits\":1,\"best\":{\"owner\":\"Ann\"}}", "no 'best.eaten'"},
        {"{\"visits\":1,\"baskets\":{\"b\":{\"eaten\":3}}}",
         "'baskets.b.eaten' has a value it cannot have"},
        {"{\"visits\":1,\"baskets\":{\"b\":{}}}", "no 'baskets.b.eaten'"},
        {"{\"visits\":1,\"baskets\":{\"b\":null}}", "'baskets.b' has a value it cannot have"},
        {"{\"visits\":1,\"days\":[1,\"x\"]}", "'days' has a value it cannot have"},
        {"{\"visits\":1,\"lost\":{}}", "no 'lost.eaten'"},
        {"{\"visits\":1,\"lost\":[]}", "'lost' has a value it cannot have"},
        {"{\"visits\":1,\"lost\":{\"eaten\":{\"pear\":null}}}",
         "'lost.eaten.pear' has a value it cannot have"},
        {"{\"visits\":1,\"days\":{}}", "'days' has a value it cannot have"},
        {"{\"visits\":4294967296}", "'visits' has a value it cannot have"},
        {"{\"town\":\"X\"}", "no 'visits'"},
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct arena a = {0};
        struct market m = {0};
        struct err e;
        assert_int_equal(record_read(&a, &MARKET, str_from(lines[i].text), 7, &m, &e), E_INPUT);
        assert_string_equal(e.msg, lines[i].message);
        assert_int_equal(e.line, 7);
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),           cmocka_unit_test(test_values),
        cmocka_unit_test(test_nonsense),        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_excerpts),        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_nested_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
