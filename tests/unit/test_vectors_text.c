/* test_vectors_text.c: files of vectors, well made and not. */
#include "unit.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/rng.h"
#include "lexicon/vectors/row.h"
#include "lexicon/vectors/vectors_text.h"
#include "own_folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Numbers */

static void check_number(const char *text)
{
    char line[128];
    float ours = -7, theirs = strtof(text, NULL);
    snprintf(line, sizeof line, "%s 5", text);
    size_t len = vector_number_read(str_from(line), &ours);
    if (len != strlen(text))
        fail_msg("%zu bytes of '%s' are read", len, text);
    if (ours != theirs && nextafterf(ours, theirs) != theirs)
        fail_msg("'%s' is %.9g, not %.9g", text, (double)ours, (double)theirs);
}

static void test_numbers(void **state)
{
    static const char *const numbers[] = {
        "0",
        "-0",
        "1",
        "+1",
        "5.",
        ".5",
        "-.5",
        "0.21318",
        "-0.0074364",
        "123456789",
        "1e5",
        "1E5",
        "1e+05",
        "1.5e-3",
        "-1.234567e-05",
        "3.4028234e38",
        "-3.4028234e38",
        "1e-45",
        "1e-60",
        "1e-99999999999999999999",
        "0e99999999999999999999",
        "1e23",
        "1e-23",
        "12345678901234567890123",
        "0.12345678901234567890123",
        "0.0000000000000000000000000000012345",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999",
        "0.99999999999999999999999",
        "1000000000000000000000000000000000000000e-30",
        "0.000000000000000000000000000000000000001e30",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        check_number(numbers[i]);
    struct rng r = rng_stream(1, STR("numbers"), 0);
    static const char *const forms[] = {"%.5f", "%g", "%.9g", "%.17g", "%e", "%.25f"};
    for (int i = 0; i < 20000; i++) {
        char text[100];
        double x = ((double)rng_next(&r) / 1e19 - 0.9) * pow(10, (double)rng_below(&r, 40) - 20);
        snprintf(text, sizeof text, forms[rng_below(&r, 6)], x);
        check_number(text);
    }
}

static void test_no_numbers(void **state)
{
    static const char *const texts[] = {"",   "-",  "+",   ".",    "-.",  "e5",  "nan", "inf",
                                        "-i", "1e", "1e-", "0.5e", "--1", "+-1", "x1",  " 1"};
    float out;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        if (vector_number_read(str_from(texts[i]), &out))
            fail_msg("'%s' is not a number", texts[i]);
    }
    assert_int_equal(vector_number_read(STR("0x10"), &out), 1);
    assert_int_equal(vector_number_read(str_slice(STR("1.25"), 0, 3), &out), 3);
    assert_float_equal(out, 1.2F, 0); /* nothing after its end is read */
    assert_int_equal(vector_number_read(STR("3.5e38"), &out), 6);
    assert_true(isinf(out) && out > 0);
    assert_int_equal(vector_number_read(STR("-1e999"), &out), 6);
    assert_true(isinf(out) && out < 0);
}

/* Files */

static enum status open_text(struct str text, struct vectors *v, struct err *e)
{
    const char *path = in_folder("vectors.txt");
    FILE *out = fopen(path, "w"); /* file_write would wait for the disk */
    assert_non_null(out);
    assert_int_equal(fwrite(text.ptr, 1, text.len, out), text.len);
    assert_int_equal(fclose(out), 0);
    enum status status = vectors_open(v, path, &(struct vectors_options){.cache = ""}, e);
    unlink(path);
    return status;
}

static struct vectors sure_open(struct str text)
{
    struct vectors v;
    struct err e;
    if (open_text(text, &v, &e) != OK)
        fail_msg("line %u: %s", e.line, e.msg);
    return v;
}

static void check_row(const struct vectors *v, const char *word, float x, float y)
{
    uint32_t row = vector_words_find(&v->words, str_from(word));
    if (row == VECTOR_NONE)
        fail_msg("no '%s'", word);
    const float *at = v->rows + (size_t)row * v->stride;
    float length = sqrtf(x * x + y * y);
    assert_float_equal(at[0], x / length, 1e-6F);
    assert_float_equal(at[1], y / length, 1e-6F);
    for (uint32_t i = 2; i < v->stride; i++)
        assert_true(at[i] == 0);
}

static void test_forms(void **state)
{
    static const char *const texts[] = {
        "cat 1 2\ndog -3 4\nnew_york 0.5 0\n",         /* GloVe */
        "3 2\ncat 1 2\ndog -3 4\nnew_york 0.5 0\n",    /* word2vec */
        "3 2\ncat 1 2 \ndog -3 4 \nnew_york 0.5 0 \n", /* its own program leaves a blank */
        "3 2 \r\ncat 1 2\r\ndog -3 4\r\nnew_york 1 0\r\n",
        "cat\t1\t2\ndog\t-3\t4\nnew_york\t0.5\t0", /* no newline at the end */
        "\xef\xbb\xbf"
        "cat 1 2\ndog -3 4\nnew_york 1 0",
        "\xef\xbb\xbf"
        "3 2\ncat 1 2\ndog -3 4\nnew_york 1 0",
        "cat 1 2\n\n  \ndog -3e0  4.0\n\nNew_York 1 0\n\n",
        "cat 1 2\ndog -3 4\nnew york 1 0\n", /* a blank in a word, as GloVe has some */
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct vectors v = sure_open(str_from(texts[i]));
        assert_int_equal(v.words.count, 3);
        assert_int_equal(v.dims, 2);
        assert_int_equal(v.stride, ROW_LANES);
        check_row(&v, "cat", 1, 2);
        check_row(&v, "dog", -3, 4);
        check_row(&v, "new york", 1, 0);
        vectors_close(&v);
    }
}

/* The first line shows how many numbers there are, even if its word has blanks or is a number. */
static void test_first_line(void **state)
{
    static const struct {
        const char *text, *word;
        uint32_t dims;
    } cases[] = {{". . . 1 2 3\na 1 2 3\n", ". . .", 3},
                 {"1 2 3\n4 5 6\n", "1", 2},
                 {"1 2.5\n", "1", 1},
                 {"a 7\n", "a", 1},
                 {"1 3\na 1 2 3\n", "a", 3},
                 {"1 1\na 1\n", "a", 1}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct vectors v = sure_open(str_from(cases[i].text));
        assert_int_equal(v.dims, cases[i].dims);
        assert_int_equal(vector_words_find(&v.words, str_from(cases[i].word)), 0);
        vectors_close(&v);
    }
}

static const struct {
    const char *text;
    uint32_t line;
    const char *message;
} WRONG[] = {
    {"", 1, "no word with numbers after it"},
    {"\n", 1, "no word with numbers after it"},
    {"cat\n", 1, "no word with numbers after it"},
    {"cat dog\n", 1, "no word with numbers after it"},
    {"12\n", 1, "no word with numbers after it"},
    {"cat 1 2\ndog 1\n", 2, "1 number where 2 are expected"},
    {"cat 1 2\ndog 1 2 3\n", 2, "3 numbers where 2 are expected"},
    {"cat 1 2\ndog\n", 2, "0 numbers where 2 are expected"},
    {"cat 1 2\n\n\ndog 1", 4, "1 number where 2 are expected"},
    {"cat 1\ndog\n", 2, "0 numbers where 1 is expected"},
    {"2 3\ncat 1 2 3\ndog 1 2\n", 3, "2 numbers where 3 are expected"},
    {"cat 1 2\ndog 1 x\n", 2, "no number: 'x'"},
    {"cat 1 2\ndog x 2\n", 2, "no number: 'x'"},
    {"cat 1 2\ndog 1 nan\n", 2, "no number: 'nan'"},
    {"cat 1 2\ndog inf 2\n", 2, "no number: 'inf'"},
    {"cat 1 2\ndog 1 2x\n", 2, "no number: '2x'"},
    {"cat 1 2\ndog 1-2\n", 2, "no number: '1-2'"},
    {"cat 1 2\ndog 1,5 2,5\n", 2, "no number: '2,5'"},
    {"cat 1 2\ndog 1e39 2\n", 2, "a number is too large"},
    {"cat 1 2\ndog 1 -1e999\n", 2, "a number is too large"},
    {"1 2\ncat \x01\x02\x03 \x04\x05\n", 2,
     "no text: a file in word2vec's binary format must become text first"},
    {"\x1f\x8b\x08 1 2\n", 1, "compressed: unpack it first"},
    {"3 2\ncat 1 2\ndog 1 2\n", 1, "3 words promised, and 2 there"},
    {"1 2\ncat 1 2\ndog 1 2\n", 1, "1 word promised, and 2 there"},
    {"0 2\n", 0, "no vectors in it"},
    {"0 2", 0, "no vectors in it"},
    {"5 2", 1, "5 words promised, and 0 there"},
    {"cat 0 0\n", 0, "no vectors in it"},
    {"5 0\n", 1, "no word with numbers after it"},
    {"5 4097\n", 1, "more than 4096 dimensions"},
    {"5 999999999999999999\n", 1, "more than 4096 dimensions"},
};

static void test_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(WRONG); i++) {
        struct vectors v;
        struct err e;
        if (open_text(str_from(WRONG[i].text), &v, &e) == OK)
            fail_msg("'%s' is read", WRONG[i].text);
        assert_string_equal(e.msg, WRONG[i].message);
        assert_int_equal(e.line, WRONG[i].line);
        assert_string_equal(strrchr(e.file, '/'), "/vectors.txt");
        assert_true(e.code == E_SYNTAX || e.code == E_INPUT || e.code == E_LIMIT);
    }
}

/* Numbers without number: a head that does not fit into 64 bits is a word with one dimension. */
static void test_long_head(void **state)
{
    (void)state;
    struct vectors v = sure_open(STR("5 18446744073709551617\n"));
    assert_int_equal(v.dims, 1);
    vectors_close(&v);
}

static void put_numbers(struct buf *text, const char *word, uint32_t n)
{
    buf_put(text, str_from(word));
    for (uint32_t i = 0; i < n; i++)
        buf_put(text, STR(" 0.25"));
    buf_putc(text, '\n');
}

static void test_dimensions(void **state)
{
    struct buf text = {0};
    struct vectors v;
    struct err e;
    (void)state;
    put_numbers(&text, "cat", VECTORS_MAX_DIMS);
    v = sure_open(buf_str(&text));
    assert_int_equal(v.dims, VECTORS_MAX_DIMS);
    vectors_close(&v);
    put_numbers(&text, "dog", VECTORS_MAX_DIMS + 1);
    assert_int_equal(open_text(buf_str(&text), &v, &e), E_SYNTAX);
    assert_string_equal(e.msg, "4097 numbers where 4096 are expected");
    buf_clear(&text);
    put_numbers(&text, "dog", VECTORS_MAX_DIMS + 1);
    assert_int_equal(open_text(buf_str(&text), &v, &e), E_LIMIT);
    assert_string_equal(e.msg, "more than 4096 dimensions");
    buf_release(&text);
}

/* Lines without end, of which no part is a line by itself; and lines a little too long. */
static void test_long_lines(void **state)
{
    static const char *const heads[] = {"", "cat 1 2\ndog 1 2\n", "3 2\n"};
    static const uint32_t lines[] = {1, 3, 2};
    static const size_t lengths[] = {VECTORS_MAX_LINE + 1, 4 * VECTORS_MAX_LINE};
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < COUNT_OF(lengths); i++) {
            struct buf text = {0};
            struct vectors v;
            struct err e;
            buf_put(&text, str_from(heads[k]));
            for (size_t n = 0; n < lengths[i]; n++)
                buf_putc(&text, "1 2 "[n % 4]);
            buf_put(&text, STR("\ndog 1 2\n"));
            assert_int_equal(open_text(buf_str(&text), &v, &e), E_LIMIT);
            assert_string_equal(e.msg, "line longer than 1048576 bytes");
            assert_int_equal(e.line, lines[k]);
            buf_release(&text);
        }
}

static void test_left_out(void **state)
{
    struct arena a = {0};
    struct buf text = {0};
    (void)state;
    buf_put(&text, STR("Apple 1 0\napple 0 1\nAPPLE 1 1\nIBM 1 2\nIBM 2 1\nibM 3 3\nzero 0 0\n"
                       "tiny 1e-60 -0\nbad\xff 1 1\nbad\xc3 1 1\n 1 1\na\x01z 1 1\n"));
    for (int i = 0; i <= VECTOR_WORD_MAX; i++)
        buf_putc(&text, 'x');
    buf_put(&text, STR(" 1 1\nz\xc3\xbcrich 1 3\n"));
    struct vectors v = sure_open(buf_str(&text));
    assert_int_equal(v.words.count, 3);
    check_row(&v, "Apple", 0, 1); /* the spelling without capitals, at the rank of the first */
    check_row(&v, "IBM", 1, 2);   /* there is none: the first */
    check_row(&v, "ibm", 1, 2);
    check_row(&v, "z\xc3\xbcrich", 1, 3);
    assert_int_equal(vector_words_find(&v.words, STR("apple")), 0);
    assert_true(str_eq(vector_word(&v.words, 0), STR("apple")));
    assert_true(str_eq(vector_word(&v.words, 1), STR("IBM")));
    assert_int_equal(v.skips.variants, 3);
    assert_int_equal(v.skips.again, 1);
    assert_int_equal(v.skips.zeros, 2);
    assert_int_equal(v.skips.unusable, 5);
    assert_string_equal(
        vectors_remark(&a, &v).ptr,
        "left out: 1 word that came before, 3 words that differ from others in case "
        "only, 2 vectors of zeros, 5 unreadable words");
    vectors_close(&v);
    v = sure_open(STR("a 1\n"));
    assert_string_equal(vectors_remark(&a, &v).ptr, "");
    vectors_close(&v);
    buf_release(&text);
    arena_release(&a);
}

/* Of several wrong lines the first is reported. */
static void test_many_wrong(void **state)
{
    struct buf text = {0};
    struct vectors v;
    struct err e;
    (void)state;
    for (int i = 1; i <= 300; i++)
        buf_put(&text, i % 100 == 77   ? STR("w 1 x\n")
                       : i % 100 == 99 ? STR("v 1\n")
                                       : STR("u 1 2\n"));
    assert_int_equal(open_text(buf_str(&text), &v, &e), E_SYNTAX);
    assert_string_equal(e.msg, "no number: 'x'");
    assert_int_equal(e.line, 77);
    buf_release(&text);
}

/* Reading can be watched, and ended. */
struct patience {
    uint64_t bytes, reported;
    uint32_t calls, most;
    bool ended;
};

static void see_begin(void *ctx, const char *path, uint64_t bytes)
{
    (void)path;
    ((struct patience *)ctx)->bytes = bytes;
}

static bool see_more(void *ctx, uint64_t bytes)
{
    struct patience *p = ctx;
    p->reported += bytes;
    return ++p->calls < p->most;
}

static void see_end(void *ctx)
{
    ((struct patience *)ctx)->ended = true;
}

static void test_watch(void **state)
{
    struct buf text = {0};
    struct vectors v;
    struct err e;
    const char *path = in_folder("watched.txt");
    struct patience patient = {.most = 1000}, hasty = {.most = 2};
    struct read_watch watch = {see_begin, see_more, see_end, &patient};
    struct vectors_options o = {.cache = "", .watch = &watch};
    (void)state;
    while (text.len <= 3 * READ_WATCH_STEP)
        buf_printf(&text, "w%zu 1 2 3 4 5 6 7 8 9 10\n", text.len);
    assert_int_equal(file_write(path, buf_str(&text), &e), OK);
    assert_int_equal(vectors_open(&v, path, &o, &e), OK);
    assert_int_equal(patient.bytes, text.len);
    assert_int_equal(patient.reported, 3 * READ_WATCH_STEP);
    assert_true(patient.ended);
    vectors_close(&v);
    watch.ctx = &hasty;
    assert_int_equal(vectors_open(&v, path, &o, &e), E_INTERRUPTED);
    assert_int_equal(hasty.calls, 2);
    assert_true(hasty.ended);
    unlink(path);
    buf_release(&text);
}

/* Wherever a file ends, it is read or refused; the words before the end are there. */
static void test_cut_short(void **state)
{
    struct str text = STR("3 2\ncat 1 2\ndog -3 4\nnew_york 0.5 0.25\n");
    (void)state;
    for (size_t head = 0; head <= 4; head += 4)
        for (size_t len = head; len < text.len; len++) {
            struct vectors v;
            struct err e;
            struct str part = str_slice(text, head, len);
            enum status status = open_text(part, &v, &e);
            bool whole = len >= text.len - 4; /* "0.5 0" is a row, too */
            if (head == 0)
                assert_true((status == OK) == whole);
            if (status == OK && len > 12)
                assert_int_equal(vector_words_find(&v.words, STR("cat")), 0);
            if (status == OK)
                vectors_close(&v);
        }
}

static void test_no_file(void **state)
{
    struct vectors v;
    struct err e;
    struct vectors_options o = {.cache = ""};
    (void)state;
    assert_int_equal(vectors_open(&v, in_folder("absent"), &o, &e), E_IO);
    assert_int_equal(vectors_open(&v, own_folder(), &o, &e), E_INPUT);
    assert_string_equal(e.msg, "is not a file");
    const char *pipe = in_folder("pipe");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(vectors_open(&v, pipe, &o, &e), E_INPUT); /* and does not wait */
    assert_int_equal(unlink(pipe), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_no_numbers),
        cmocka_unit_test(test_forms),      cmocka_unit_test(test_first_line),
        cmocka_unit_test(test_wrong),      cmocka_unit_test(test_long_head),
        cmocka_unit_test(test_dimensions), cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_left_out),   cmocka_unit_test(test_many_wrong),
        cmocka_unit_test(test_watch),      cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_no_file),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
