/* test_strict_match.c: the rules of strict comparison, one pair of queries at a time. */
#include "base/buf.h"
#include "base/file.h"
#include "diagnosis/strict_match.h"
#include "unit.h"

#include <stdlib.h>

#define GOLDEN TEQL_SOURCE_DIR "/tests/golden/strict.txt"
#define TABLES TEQL_SOURCE_DIR "/tests/golden/strict.tables.json"
#define MANUAL TEQL_SOURCE_DIR "/docs/reference/strict.md"

enum { MAX_FILE = 1 << 20 };

struct fixture {
    struct arena dataset, scratch;
    struct schema_set schemas;
    const struct schema *schema;
    struct err err; /* of the last comparison */
};

/* A record of the golden file; the manual has them too, between other text. */
struct pair {
    bool equal;
    struct str left, right;
    uint32_t line;
};

struct pairs {
    struct pair *items;
    uint32_t count;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err e;
    assert_non_null(f);
    assert_int_equal(schema_set_load(&f->dataset, TABLES, &f->schemas, &e), OK);
    f->schema = schema_set_find(&f->schemas, STR("music"));
    assert_non_null(f->schema);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    arena_release(&f->dataset);
    arena_release(&f->scratch);
    free(f);
    return 0;
}

static struct pairs read_pairs(struct arena *a, const char *path)
{
    struct pairs pairs = {0};
    struct str text;
    struct err e;
    assert_int_equal(file_read(a, path, MAX_FILE, &text, &e), OK);
    for (uint32_t line = 1; text.len > 0; line++) {
        struct str word = str_split(&text, '\n');
        bool equal = str_eq(word, STR("equal"));
        if (!equal && !str_eq(word, STR("different")))
            continue;
        ARENA_PUSH(a, pairs.items, pairs.count);
        struct pair *p = &pairs.items[pairs.count++];
        p->line = line;
        p->equal = equal;
        p->left = str_split(&text, '\n');
        p->right = str_split(&text, '\n');
        line += 2;
    }
    return pairs;
}

static enum strict_verdict compare(struct fixture *f, struct str gold, struct str pred)
{
    struct arena_mark mark = arena_mark(&f->scratch);
    f->err = (struct err){0};
    enum strict_verdict v = strict_match(&f->scratch, f->schema, gold, pred, &f->err);
    arena_rewind(&f->scratch, mark);
    return v;
}

static void expect(struct fixture *f, const struct pair *p, struct str gold, struct str pred,
                   enum strict_verdict wanted)
{
    enum strict_verdict got = compare(f, gold, pred);
    if (got != wanted)
        fail_msg(GOLDEN ":%u: verdict %d, not %d %s\n%.*s\n%.*s", p->line, got, wanted, f->err.msg,
                 STR_ARG(gold), STR_ARG(pred));
}

static void recorded_pairs_compare_as_recorded(void **state)
{
    struct fixture *f = *state;
    struct pairs pairs = read_pairs(&f->dataset, GOLDEN);
    assert_true(pairs.count >= 80);
    for (uint32_t i = 0; i < pairs.count; i++) {
        const struct pair *p = &pairs.items[i];
        enum strict_verdict wanted = p->equal ? STRICT_EQUAL : STRICT_DIFFERENT;
        expect(f, p, p->left, p->right, wanted);
        expect(f, p, p->right, p->left, wanted);
        expect(f, p, p->left, p->left, STRICT_EQUAL);
        expect(f, p, p->right, p->right, STRICT_EQUAL);
    }
}

static uint64_t hash(struct fixture *f, struct str query)
{
    uint64_t out = 0;
    assert_int_equal(strict_hash(f->schema, query, &out, &f->err), OK);
    return out;
}

/* Equal queries have one hash; others have another, unless copies of a table change places. */
static void hashes_agree_with_verdicts(void **state)
{
    struct fixture *f = *state;
    struct pairs pairs = read_pairs(&f->dataset, GOLDEN);
    uint32_t different = 0, apart = 0;
    uint64_t unused;
    for (uint32_t i = 0; i < pairs.count; i++) {
        const struct pair *p = &pairs.items[i];
        bool same = hash(f, p->left) == hash(f, p->right);
        if (p->equal && !same)
            fail_msg(GOLDEN ":%u: equal queries with two hashes", p->line);
        different += !p->equal;
        apart += !p->equal && !same;
    }
    assert_true(apart * 10 >= different * 8);
    assert_int_equal(strict_hash(f->schema, STR("SELECT nothing FROM"), &unused, &f->err),
                     E_SYNTAX);
    assert_int_equal(strict_hash(f->schema, STR("SELECT x FROM nowhere"), &unused, &f->err),
                     E_SYNTAX);
}

static bool has_pair(const struct pairs *pairs, const struct pair *p)
{
    for (uint32_t i = 0; i < pairs->count; i++) {
        const struct pair *q = &pairs->items[i];
        if (q->equal == p->equal && str_eq(q->left, p->left) && str_eq(q->right, p->right))
            return true;
    }
    return false;
}

static void examples_of_the_manual_are_recorded(void **state)
{
    struct fixture *f = *state;
    struct pairs golden = read_pairs(&f->dataset, GOLDEN);
    struct pairs manual = read_pairs(&f->dataset, MANUAL);
    assert_true(manual.count >= 40);
    for (uint32_t i = 0; i < manual.count; i++)
        if (!has_pair(&golden, &manual.items[i]))
            fail_msg(MANUAL ":%u: not in " GOLDEN, manual.items[i].line);
}

static void unreadable_queries_are_told_apart(void **state)
{
    static const struct str GOOD = STR_INIT("SELECT name FROM singer");
    static const struct str BAD[] = {
        STR_INIT(""),
        STR_INIT("SELECT"),
        STR_INIT("SELECT nobody FROM singer"),
        STR_INIT("SELECT name FROM nowhere"),
        STR_INIT("DELETE FROM singer"),
        STR_INIT("SELECT 1; SELECT 2"),
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        assert_int_equal(compare(f, GOOD, BAD[i]), STRICT_UNREADABLE);
        assert_int_equal(compare(f, BAD[i], GOOD), STRICT_GOLD_FAULT);
        assert_int_equal(compare(f, BAD[i], BAD[i]), STRICT_GOLD_FAULT);
    }
}

/* A self join of `n` copies whose conditions are the edges of a graph: each copy, from copy `first`
 * on, is joined to the copies `step` and `step2` further on, round the circle. */
static void put_circles(struct buf *out, uint32_t n, uint32_t first, uint32_t step, uint32_t step2)
{
    buf_clear(out);
    buf_put(out, STR("SELECT count(*) FROM "));
    for (uint32_t i = 0; i < n; i++)
        buf_printf(out, "%ssinger AS t%u", i ? ", " : "", i);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (i + first) % n;
        buf_printf(out, " %s t%u.id = t%u.id AND t%u.id = t%u.id", i ? "AND" : "WHERE", at,
                   (at + step) % n, at, (at + step2) % n);
    }
}

/* Copies that all look alike are matched by search, which must stay short. */
static void copies_on_a_circle_are_matched(void **state)
{
    struct fixture *f = *state;
    struct buf gold, pred;
    gold = (struct buf){0};
    pred = (struct buf){0};
    put_circles(&gold, 60, 0, 1, 7);
    put_circles(&pred, 60, 23, 7, 1);
    assert_int_equal(compare(f, buf_str(&gold), buf_str(&pred)), STRICT_EQUAL);
    put_circles(&pred, 60, 0, 1, 59);
    assert_int_equal(compare(f, buf_str(&gold), buf_str(&pred)), STRICT_DIFFERENT);
    put_circles(&pred, 60, 0, 1, 9);
    assert_int_equal(compare(f, buf_str(&gold), buf_str(&pred)), STRICT_DIFFERENT);
    put_circles(&pred, 60, 0, 11, 17);
    assert_int_equal(compare(f, buf_str(&pred), buf_str(&gold)),
                     compare(f, buf_str(&gold), buf_str(&pred)));
    buf_release(&gold);
    buf_release(&pred);
}

/* Are two places of a 4 by 4 board neighbours? Of these two graphs every place sees the same of
 * the board, and yet they are not the same: in the rook's, row and column; in Shrikhande's, one
 * step along a row, a column or one diagonal, round the edges. */
static bool are_neighbours(bool rook, uint32_t p, uint32_t q)
{
    uint32_t row = (q / 4 + 4 - p / 4) % 4, column = (q % 4 + 4 - p % 4) % 4;
    if (rook)
        return (row == 0) != (column == 0);
    return (row == 0 && column % 2 == 1) || (column == 0 && row % 2 == 1) ||
           (row == column && row % 2 == 1);
}

/* A self join of `boards` boards, of which the first `rooks` are rooks'. */
static void put_boards(struct buf *out, uint32_t boards, uint32_t rooks)
{
    enum { PLACES = 16 };
    buf_clear(out);
    buf_put(out, STR("SELECT count(*) FROM singer AS t0"));
    for (uint32_t i = 1; i < boards * PLACES; i++)
        buf_printf(out, ", singer AS t%u", i);
    buf_put(out, STR(" WHERE 1"));
    for (uint32_t b = 0; b < boards; b++)
        for (uint32_t p = 0; p < PLACES; p++)
            for (uint32_t q = 0; q < p; q++)
                if (are_neighbours(b < rooks, p, q))
                    buf_printf(out, " AND t%u.id = t%u.id", b * PLACES + p, b * PLACES + q);
}

/* Colours cannot distinguish the two kinds of board: that takes a search. It may have to give up,
 * and then the verdict is "different". */
static void copies_that_look_alike_are_searched(void **state)
{
    struct fixture *f = *state;
    struct buf gold, pred;
    gold = (struct buf){0};
    pred = (struct buf){0};
    for (uint32_t boards = 1; boards <= 4; boards++) {
        put_boards(&gold, boards, boards);
        put_boards(&pred, boards, boards - 1);
        assert_int_equal(compare(f, buf_str(&gold), buf_str(&pred)), STRICT_DIFFERENT);
        assert_int_equal(compare(f, buf_str(&pred), buf_str(&gold)), STRICT_DIFFERENT);
        assert_int_equal(compare(f, buf_str(&pred), buf_str(&pred)), STRICT_EQUAL);
    }
    buf_release(&gold);
    buf_release(&pred);
}

/* Copies that cannot be distinguished are paired in any order. */
static void interchangeable_copies_are_matched(void **state)
{
    struct fixture *f = *state;
    struct buf gold, pred;
    gold = (struct buf){0};
    pred = (struct buf){0};
    buf_put(&gold, STR("SELECT t7.name FROM singer AS t0"));
    buf_put(&pred, STR("SELECT t31.name FROM singer AS t0"));
    for (int i = 1; i < 60; i++) {
        buf_printf(&gold, ", singer AS t%d", i);
        buf_printf(&pred, ", singer AS t%d", i);
    }
    assert_int_equal(compare(f, buf_str(&gold), buf_str(&pred)), STRICT_EQUAL);
    buf_put(&pred, STR(" WHERE t31.id = 1"));
    buf_put(&gold, STR(" WHERE t8.id = 1"));
    assert_int_equal(compare(f, buf_str(&gold), buf_str(&pred)), STRICT_DIFFERENT);
    buf_release(&gold);
    buf_release(&pred);
}

/* Aliases within aliases: twice the size at every level. */
static void aliases_within_aliases_are_bounded(void **state)
{
    enum { LEVELS = 40 };
    struct fixture *f = *state;
    struct buf text;
    text = (struct buf){0};
    buf_put(&text, STR("SELECT age AS a0 FROM singer WHERE 1"));
    for (int i = 1; i <= LEVELS; i++)
        buf_printf(&text, " AND (SELECT a%d - a%d AS a%d FROM sings WHERE 1", i - 1, i - 1, i);
    for (int i = 1; i <= LEVELS; i++)
        buf_putc(&text, ')');
    assert_int_equal(compare(f, buf_str(&text), buf_str(&text)), STRICT_GOLD_FAULT);
    assert_int_equal(f->err.code, E_LIMIT);
    buf_release(&text);
}

/* As deep, as high and as long as the parser and the resolver let it be. */
static void extreme_shapes_are_compared(void **state)
{
    struct fixture *f = *state;
    struct buf text;
    text = (struct buf){0};
    buf_put(&text, STR("SELECT 1"));
    for (int i = 0; i < 90; i++)
        buf_put(&text, STR(" WHERE EXISTS (SELECT age FROM singer"));
    for (int i = 0; i < 90; i++)
        buf_putc(&text, ')');
    assert_int_equal(compare(f, buf_str(&text), buf_str(&text)), STRICT_EQUAL);
    buf_clear(&text);
    buf_put(&text, STR("SELECT 1"));
    for (int i = 0; i < 900; i++)
        buf_printf(&text, " - %d", i);
    assert_int_equal(compare(f, buf_str(&text), buf_str(&text)), STRICT_EQUAL);
    buf_clear(&text);
    buf_put(&text, STR("WITH c0 AS (SELECT age AS a FROM singer)"));
    for (int i = 1; i < 300; i++)
        buf_printf(&text, ", c%d AS (SELECT x.* FROM c%d AS x, c%d AS y ORDER BY 1)", i, i - 1,
                   i / 2);
    buf_put(&text, STR(" SELECT a FROM c299"));
    assert_int_equal(compare(f, buf_str(&text), buf_str(&text)), STRICT_EQUAL);
    buf_release(&text);
}

/* The declarations of the database take precedence over the file. */
static void declared_types_tell_texts(void **state)
{
    struct fixture *f = *state;
    static const char TABLE[] =
        "{\"db_id\":\"x\",\"table_names_original\":[\"t\"],\"column_names_original\":"
        "[[-1,\"*\"],[0,\"a\"],[0,\"b\"]],\"column_types\":[\"text\",\"text\",\"number\"],"
        "\"declared_types\":[\"\",\"%s\",\"%s\"]}";
    static const struct {
        const char *a, *b;
        enum strict_verdict by_a, by_b;
    } CASES[] = {{"INT", "VARCHAR(4)", STRICT_EQUAL, STRICT_DIFFERENT},
                 {"TEXT", "REAL", STRICT_DIFFERENT, STRICT_EQUAL}};
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct schema s;
        struct err e;
        struct str text = arena_printf(&f->scratch, TABLE, CASES[i].a, CASES[i].b);
        assert_int_equal(schema_parse(&f->scratch, text, &s, &e), OK);
        assert_int_equal(strict_match(&f->scratch, &s, STR("SELECT 1 FROM t WHERE a = 2010"),
                                      STR("SELECT 1 FROM t WHERE a = 2010.0"), &e),
                         CASES[i].by_a);
        assert_int_equal(strict_match(&f->scratch, &s, STR("SELECT 1 FROM t WHERE b = 2010"),
                                      STR("SELECT 1 FROM t WHERE b = 2010.0"), &e),
                         CASES[i].by_b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_pairs_compare_as_recorded),
        cmocka_unit_test(hashes_agree_with_verdicts),
        cmocka_unit_test(examples_of_the_manual_are_recorded),
        cmocka_unit_test(unreadable_queries_are_told_apart),
        cmocka_unit_test(copies_on_a_circle_are_matched),
        cmocka_unit_test(copies_that_look_alike_are_searched),
        cmocka_unit_test(interchangeable_copies_are_matched),
        cmocka_unit_test(aliases_within_aliases_are_bounded),
        cmocka_unit_test(extreme_shapes_are_compared),
        cmocka_unit_test(declared_types_tell_texts),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
