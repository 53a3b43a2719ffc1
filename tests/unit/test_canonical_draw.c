/* test_canonical_draw.c: which pairs are drawn, in which words, and which are rejected for them. */
#include "spoken.h"
#include "unit.h"

#include "base/buf.h"
#include "canonical/canonical_draw.h"
#include "grammar/parse_back.h"

static const char office[] = "CREATE TABLE hats(hat TEXT, size INTEGER, price REAL);"
                             "INSERT INTO hats VALUES('cap', 3, 5.5), ('fez', 4, 7.5);"
                             "CREATE TABLE people(name TEXT, age INTEGER);"
                             "INSERT INTO people VALUES('Ann', 31), ('Bob', 42);";

static struct spoken s;

static int set_up(void **state)
{
    (void)state;
    spoken_open(&s, office);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    spoken_close(&s);
    return 0;
}

static struct canonical_pairs draw_with(const struct grammar *g, const char *element, uint32_t most,
                                        enum canonical_wording wording, uint64_t random_seed)
{
    const struct dataset_subject subject = {&s.schema, str_from(s.path)};
    const struct canonical_draw draw = {.grammar = g,
                                        .element = str_from(element),
                                        .subject = &subject,
                                        .world = &s.world,
                                        .most = most,
                                        .wording = wording,
                                        .random_seed = random_seed};
    struct arena scratch = {0};
    struct canonical_pairs out;
    struct err e;
    assert_int_equal(canonical_draw(&draw, &s.arena, &scratch, &out, &e), OK);
    arena_release(&scratch);
    return out;
}

static struct canonical_pairs draw(const struct grammar *g, const char *element)
{
    return draw_with(g, element, 100, WORDING_NATURAL, 1);
}

/* Nothing is kept; all pairs are rejected for the one reason. */
static void check_rejected(const struct canonical_pairs *p, enum canonical_rejection why,
                           uint64_t count)
{
    assert_int_equal(p->count, 0);
    for (int i = 0; i < CANONICAL_SOUND; i++)
        assert_int_equal(p->rejected[i], (int)why == i ? count : 0);
}

/* `n` elements, A and so on, that have one question and different queries. */
static struct grammar alike(char n)
{
    struct buf b = {0};
    for (char i = 0; i < n; i++)
        buf_printf(
            &b, "element %c\nlet t is a table\nask Tell me of the {t+}.\nsql SELECT %d FROM {t}\n",
            'A' + i, i);
    struct grammar g = spoken_grammar(&s.arena, arena_str(&s.arena, buf_str(&b)).ptr);
    buf_release(&b);
    return g;
}

static void test_ambiguous(void **state)
{
    (void)state;
    struct grammar one = alike(1), two = alike(2);
    struct canonical_pairs p = draw(&one, "A");
    assert_int_equal(p.count, 2);
    p = draw(&two, "A");
    check_rejected(&p, CANONICAL_AMBIGUOUS, 2);
    p = draw(&two, "B");
    check_rejected(&p, CANONICAL_AMBIGUOUS, 2);
}

/* So many queries have the question that its own is not among those that were found. */
static void test_not_found(void **state)
{
    (void)state;
    struct grammar g = alike(PARSED_MAX + 1);
    struct canonical_pairs p = draw(&g, "D");
    check_rejected(&p, CANONICAL_AMBIGUOUS, 2);
    p = draw(&g, "E");
    check_rejected(&p, CANONICAL_NOT_PARSED, 2);
}

/* The query is found, but there are too many ways to look whether there is another. */
static void test_given_up(void **state)
{
    (void)state;
    static const char easy[] = "element EASY\nlet t is a table\n"
                               "ask xxxxxxxxxxxxxxxxxxxxxxxxxxxx {t+}\nsql SELECT * FROM {t}\n";
    struct buf b = {0};
    struct grammar alone = spoken_grammar(&s.arena, easy);
    struct canonical_pairs p = draw(&alone, "EASY");
    assert_int_equal(p.count, 2);
    buf_put(&b, str_from(easy));
    for (int i = 0; i < 50; i++)
        buf_put(&b, STR("phrase P\nlet a is P\nlet b is P\nlet c is P\nask {a}{b}{c}\nsql {a}\n"));
    buf_put(&b, STR("phrase P\nask x\nsql x\nelement HARD\nlet p is P\nask {p}\nsql {p}\n"));
    struct grammar g = spoken_grammar(&s.arena, arena_str(&s.arena, buf_str(&b)).ptr);
    p = draw(&g, "EASY");
    check_rejected(&p, CANONICAL_NOT_PARSED, 2);
    buf_release(&b);
}

static const char worded[] = "element X\nlet t is a table\nlet c is a column of t\n"
                             "paper List {c} from {t}\n"
                             "ask Name the {c} of each {t}.\n"
                             "ask Give the {c} of each {t}.\n"
                             "ask Tell the {c} of each {t}.\n"
                             "sql SELECT {c} FROM {t}\n";

/* From `from` to `to` no question is there twice, and, with `queries`, no query. */
static void check_different(const struct canonical_pairs *p, uint32_t from, uint32_t to,
                            bool queries)
{
    for (uint32_t i = from; i < to; i++)
        for (uint32_t k = from; k < i; k++) {
            assert_false(str_eq(p->seeds[i].question, p->seeds[k].question));
            assert_false(queries && str_eq(p->seeds[i].query, p->seeds[k].query));
        }
}

/* Five columns: all in one wording, then all in the next. */
static void test_wordings(void **state)
{
    (void)state;
    struct grammar g = spoken_grammar(&s.arena, worded);
    struct canonical_pairs p = draw(&g, "X");
    assert_int_equal(p.count, 15);
    check_different(&p, 0, 15, false);
    for (uint32_t round = 0; round < 3; round++)
        check_different(&p, round * 5, round * 5 + 5, true);
    p = draw_with(&g, "X", 7, WORDING_NATURAL, 1);
    assert_int_equal(p.count, 7);
    check_different(&p, 0, 5, true);
    p = draw_with(&g, "X", 100, WORDING_PAPER, 1);
    assert_int_equal(p.count, 5);
    for (uint32_t i = 0; i < p.count; i++)
        assert_true(str_starts(p.seeds[i].question, STR("List ")));
}

/* The first wording is any of them. */
static void test_first_wording(void **state)
{
    (void)state;
    struct grammar g = spoken_grammar(&s.arena, worded);
    uint32_t names = 0, gives = 0, tells = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct canonical_pairs p = draw_with(&g, "X", 5, WORDING_NATURAL, seed);
        for (uint32_t i = 0; i < p.count; i++) {
            names += str_starts(p.seeds[i].question, STR("Name "));
            gives += str_starts(p.seeds[i].question, STR("Give "));
            tells += str_starts(p.seeds[i].question, STR("Tell "));
        }
    }
    assert_int_equal(names + gives + tells, 300);
    assert_in_range(names, 60, 140);
    assert_in_range(gives, 60, 140);
}

static uint32_t count_commas(struct str text)
{
    uint32_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == ',';
    return n;
}

/* Of lists of columns too each has its turn once, and lengths take turns. */
static void test_lists(void **state)
{
    (void)state;
    struct grammar g = spoken_grammar(&s.arena, "element X\nlet t is a table\n"
                                                "let cs is 1..3 columns of t\n"
                                                "ask Name the {cs} of each {t}.\n"
                                                "ask Give the {cs} of each {t}.\n"
                                                "sql SELECT {cs} FROM {t}\n");
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct canonical_pairs p = draw_with(&g, "X", 100, WORDING_NATURAL, seed);
        uint32_t lengths[4] = {0};
        assert_int_equal(p.count, 2 * (7 + 3)); /* of three columns, and of two */
        check_different(&p, 0, 10, true);
        p = draw_with(&g, "X", 6, WORDING_NATURAL, seed);
        for (uint32_t i = 0; i < p.count; i++)
            lengths[count_commas(p.seeds[i].query) + 1]++;
        assert_in_range(lengths[1], 1, 3);
        assert_in_range(lengths[2], 1, 3);
    }
}

/* How many of the first pairs are about the tables hats and people? */
static uint32_t about_tables(const struct canonical_pairs *p, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count +=
            str_ends(p->seeds[i].query, STR("hats")) || str_ends(p->seeds[i].query, STR("people"));
    return count;
}

/* Two tables of five columns in all, and the views: each is a column of people. */
static struct canonical_pairs draw_beside_views(uint32_t views, uint32_t most)
{
    struct buf sql = {0};
    spoken_close(&s);
    buf_put(&sql, str_from(office));
    for (uint32_t i = 0; i < views; i++)
        buf_printf(&sql, "CREATE VIEW %c_view AS SELECT name FROM people;", 'a' + (char)i);
    buf_putc(&sql, '\0');
    spoken_open(&s, sql.ptr);
    buf_release(&sql);
    struct grammar g = spoken_grammar(&s.arena, worded);
    return draw_with(&g, "X", most, WORDING_NATURAL, 1);
}

/* As long as tables have pairs, every second pair is of a table, however many views there are. If
 * there are few views, they have no more pairs than tables. */
static void test_views(void **state)
{
    (void)state;
    struct canonical_pairs p = draw_beside_views(12, 17);
    assert_int_equal(p.count, 17);
    for (uint32_t i = 1; i <= 8; i++)
        assert_int_equal(about_tables(&p, i), (i + 1) / 2);
    assert_int_equal(about_tables(&p, 17), 5);
    p = draw_beside_views(1, 3);
    assert_int_equal(p.count, 3);
    assert_int_equal(about_tables(&p, 3), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ambiguous),     cmocka_unit_test(test_not_found),
        cmocka_unit_test(test_given_up),      cmocka_unit_test(test_wordings),
        cmocka_unit_test(test_first_wording), cmocka_unit_test(test_lists),
        cmocka_unit_test(test_views)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
