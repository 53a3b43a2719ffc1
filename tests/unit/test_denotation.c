/* test_denotation.c: when two results say the same. */
#include "spider/denotation.h"
#include "unit.h"

#include <math.h>

enum { DEADLINE_MS = 5000 };

static struct value integer(int64_t n)
{
    return (struct value){.type = VALUE_INTEGER, .integer = n};
}

static struct value real(double x)
{
    return (struct value){.type = VALUE_REAL, .real = x};
}

static struct value text(const char *s)
{
    return (struct value){.type = VALUE_TEXT, .len = (uint32_t)strlen(s), .bytes = s};
}

static struct value blob(const char *s)
{
    struct value v = text(s);
    v.type = VALUE_BLOB;
    return v;
}

static struct rows table(struct value *values, size_t n_rows, uint32_t n_columns)
{
    return (struct rows){.values = values, .n_rows = n_rows, .n_columns = n_columns};
}

static enum denotation_verdict verdict(const struct rows *a, const struct rows *b, bool ordered)
{
    struct arena scratch = {0};
    enum denotation_verdict v =
        denotation_equal(a, b, ordered, deadline_after_ms(DEADLINE_MS), &scratch);
    arena_release(&scratch);
    return v;
}

static bool equal(const struct rows *a, const struct rows *b, bool ordered)
{
    enum denotation_verdict v = verdict(a, b, ordered);
    assert_int_not_equal(v, DENOTATION_UNDECIDED);
    return v == DENOTATION_EQUAL;
}

static bool values_equal(struct value x, struct value y)
{
    struct rows a = table(&x, 1, 1), b = table(&y, 1, 1);
    assert_int_equal(equal(&a, &b, true), equal(&a, &b, false));
    return equal(&a, &b, false);
}

static void values_compare_as_in_python(void **state)
{
    (void)state;
    const struct value null = {.type = VALUE_NULL};
    assert_true(values_equal(integer(1), real(1.0)));
    assert_true(values_equal(real(0.0), real(-0.0)));
    assert_true(values_equal(null, null));
    assert_true(values_equal(real(INFINITY), real(INFINITY)));
    assert_true(values_equal(integer(INT64_C(1) << 53), real(9007199254740992.0)));
    assert_true(values_equal(integer(INT64_MIN), real(-9223372036854775808.0)));
    assert_false(values_equal(integer((INT64_C(1) << 53) + 1), real(9007199254740992.0)));
    assert_false(values_equal(integer(INT64_MAX), real(9223372036854775808.0)));
    assert_false(values_equal(integer(1), text("1")));
    assert_false(values_equal(text("a"), blob("a")));
    assert_false(values_equal(text("a"), text("A")));
    assert_false(values_equal(null, integer(0)));
    assert_false(values_equal(null, text("")));
    assert_false(values_equal(real(0.1 + 0.2), real(0.3)));
}

static void results_without_rows_are_equal(void **state)
{
    (void)state;
    struct value one = integer(1);
    struct rows none = table(NULL, 0, 3), other = table(NULL, 0, 1), some = table(&one, 1, 1);
    assert_true(equal(&none, &other, true));
    assert_false(equal(&none, &some, false));
}

static void columns_may_be_permuted_and_rows_too(void **state)
{
    (void)state;
    struct value x[] = {integer(1), text("a"), integer(2), text("b")};
    struct value y[] = {text("b"), integer(2), text("a"), integer(1)};
    struct value z[] = {text("b"), integer(1), text("a"), integer(2)};
    struct rows a = table(x, 2, 2), b = table(y, 2, 2), c = table(z, 2, 2);
    assert_true(equal(&a, &b, false));
    assert_false(equal(&a, &b, true));
    assert_false(equal(&a, &c, false));
    struct rows wide = table(x, 1, 4), narrow = table(x, 2, 2);
    assert_false(equal(&wide, &narrow, false));
}

static void rows_count_as_often_as_they_occur(void **state)
{
    (void)state;
    struct value x[] = {integer(1), integer(1), integer(2)};
    struct value y[] = {integer(1), integer(2), integer(2)};
    struct rows a = table(x, 3, 1), b = table(y, 3, 1);
    assert_false(equal(&a, &b, false));
}

/* The script sorts the values of a row by their text; in that order '1.5' is between 1 and 1.0. */
static void sorted_rows_can_tell_an_integer_from_a_real(void **state)
{
    (void)state;
    struct value x[] = {integer(1), text("1.5")}, y[] = {real(1.0), text("1.5")};
    struct value z[] = {real(1.0), text("2")}, w[] = {integer(1), text("2")};
    struct value p[] = {integer(1), blob("1'")}, q[] = {real(1.0), blob("1'")};
    struct rows a = table(x, 1, 2), b = table(y, 1, 2), c = table(z, 1, 2), d = table(w, 1, 2);
    struct rows e = table(p, 1, 2), f = table(q, 1, 2);
    for (int ordered = 0; ordered < 2; ordered++) {
        assert_false(equal(&a, &b, ordered));
        assert_true(equal(&c, &d, ordered));
        assert_true(equal(&e, &f, ordered));
    }
}

/* A large table with the cells that `cell` gives, with rows and columns permuted on request. */
static struct rows build(struct arena *a, size_t n_rows, uint32_t n_columns,
                         int64_t (*cell)(size_t, uint32_t), bool permuted)
{
    struct value *values = ARENA_ARRAY(a, struct value, n_rows * n_columns);
    for (size_t row = 0; row < n_rows; row++)
        for (uint32_t column = 0; column < n_columns; column++) {
            size_t from_row = permuted ? (row * 7 + 3) % n_rows : row;
            uint32_t from_column = permuted ? (column * 5 + 2) % n_columns : column;
            values[row * n_columns + column] = integer(cell(from_row, from_column));
        }
    return table(values, n_rows, n_columns);
}

static int64_t constant(size_t row, uint32_t column)
{
    (void)row;
    (void)column;
    return 7;
}

static int64_t unit_vectors(size_t row, uint32_t column)
{
    return row % 26 == column;
}

static int64_t shifted(size_t row, uint32_t column)
{
    return (int64_t)((row + column * 77) % 2000);
}

static int64_t scattered(size_t row, uint32_t column)
{
    return (int64_t)((row * (2 * column + 1) + column) % 2003);
}

static int64_t cyclic_square(size_t row, uint32_t column)
{
    return (int64_t)((row + column) % 26);
}

static int64_t same_in_each_row(size_t row, uint32_t column)
{
    (void)column;
    return (int64_t)row;
}

/* Tables on which trying all permutations of 26 columns would never end. The deadline of the
 * comparison is far above the time that they take, and far below that of a search. */
static void many_alike_columns_are_no_trap(void **state)
{
    (void)state;
    static int64_t (*const cells[])(size_t, uint32_t) = {
        constant, unit_vectors, shifted, scattered, cyclic_square, same_in_each_row,
    };
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        struct arena a = {0};
        struct rows x = build(&a, 2001, 26, cells[i], false);
        struct rows y = build(&a, 2001, 26, cells[i], true);
        assert_true(equal(&x, &y, false));
        struct value *changed = &y.values[1000 * 26 + 13];
        *changed = integer(changed->integer + 1);
        assert_false(equal(&x, &y, false));
        assert_false(equal(&x, &y, true));
        arena_release(&a);
    }
}

/* Vertices and edges of cycles: a row per edge, a column per vertex. Every vertex has two edges and
 * every edge two vertices, so plain refinement cannot distinguish two cycles. */
static struct rows cycles(struct arena *a, const int *lengths, uint32_t n)
{
    struct value *values = ARENA_ARRAY(a, struct value, (size_t)n * n);
    for (uint32_t i = 0; i < n * n; i++)
        values[i] = integer(0);
    for (uint32_t first = 0; first < n; first += (uint32_t)*lengths++)
        for (uint32_t i = 0; i < (uint32_t)*lengths; i++) {
            uint32_t next = first + (i + 1) % (uint32_t)*lengths;
            values[(first + i) * n + first + i] = values[(first + i) * n + next] = integer(1);
        }
    return table(values, n, n);
}

static void cycles_of_other_lengths_differ(void **state)
{
    (void)state;
    static const int hexagon[] = {6}, triangles[] = {3, 3};
    static const int many[] = {3, 3, 3, 3, 3, 3, 3, 3}, joined[] = {3, 3, 3, 6, 3, 3, 3};
    static const int moved[] = {3, 6, 3, 3, 3, 3, 3};
    struct arena a = {0};
    struct rows x = cycles(&a, hexagon, 6), y = cycles(&a, triangles, 6);
    assert_false(equal(&x, &y, false));
    struct rows z = cycles(&a, many, 24), w = cycles(&a, joined, 24), v = cycles(&a, moved, 24);
    assert_false(equal(&z, &w, false));
    assert_true(equal(&w, &v, false));
    arena_release(&a);
}

static void a_deadline_ends_it_undecided(void **state)
{
    (void)state;
    struct arena a = {0}, scratch = {0};
    struct rows x = build(&a, 2001, 26, scattered, false), y = build(&a, 2001, 26, scattered, true);
    assert_int_equal(denotation_equal(&x, &y, false, deadline_after_ms(0), &scratch),
                     DENOTATION_UNDECIDED);
    arena_release(&scratch);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_compare_as_in_python),
        cmocka_unit_test(results_without_rows_are_equal),
        cmocka_unit_test(columns_may_be_permuted_and_rows_too),
        cmocka_unit_test(rows_count_as_often_as_they_occur),
        cmocka_unit_test(sorted_rows_can_tell_an_integer_from_a_real),
        cmocka_unit_test(many_alike_columns_are_no_trap),
        cmocka_unit_test(cycles_of_other_lengths_differ),
        cmocka_unit_test(a_deadline_ends_it_undecided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
