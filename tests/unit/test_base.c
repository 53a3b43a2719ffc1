/* test_base.c: strings, arenas, buffers, numbers, JSON, names, files, workers. */
#include "base/buf.h"
#include "base/digest.h"
#include "base/err.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json_writer.h"
#include "base/number.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "base/workers.h"
#include "own_folder.h"
#include "unit.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define assert_str(s, literal)                                                                     \
    do {                                                                                           \
        struct str got_ = (s);                                                                     \
        assert_int_equal(got_.len, sizeof(literal) - 1);                                           \
        assert_memory_equal(got_.ptr, literal, sizeof(literal) - 1);                               \
    } while (0)

/* Of every length around the eight bytes that are compared at a time, each byte at each place. */
static void case_is_folded_byte_by_byte(void **state)
{
    enum { LONGEST = 20 };
    struct arena a = {0};
    char one[LONGEST], other[LONGEST];
    (void)state;
    for (size_t len = 0; len <= LONGEST; len++)
        for (size_t at = 0; at < len; at++)
            for (int byte = 0; byte < 256; byte++) {
                memset(one, 'm', len);
                memset(other, 'M', len);
                one[at] = (char)byte;
                other[at] = ascii_lower((char)byte);
                assert_true(str_eq_nocase((struct str){one, len}, (struct str){other, len}));
                struct str lower = arena_str_lower(&a, (struct str){one, len});
                assert_int_equal(lower.ptr[at], ascii_lower((char)byte));
                other[at] = (char)(other[at] ^ 1);
                assert_false(str_eq_nocase((struct str){one, len}, (struct str){other, len}));
                arena_clear(&a);
            }
    assert_true(str_eq_nocase(STR_NONE, STR("")));
    arena_release(&a);
}

static void strings_compare_search_and_trim(void **state)
{
    (void)state;
    assert_true(str_eq_nocase(STR("SeLect"), STR("sELECT")));
    assert_int_equal(str_after_last(STR("a,b,c"), ','), 4);
    assert_int_equal(str_after_last(STR("a,"), ','), 2);
    assert_int_equal(str_after_last(STR("abc"), ','), 0);
    assert_int_equal(str_after_last(STR(""), ','), 0);
    assert_false(str_eq_nocase(STR("\xC3\x89"), STR("\xC3\xA9"))); /* ASCII only */
    assert_true(str_cmp(STR("ab"), STR("abc")) < 0);
    assert_true(str_cmp(STR("\xFF"), STR("a")) > 0);
    assert_int_equal(str_find(STR("abcabd"), STR("abd"), 0), 3);
    assert_int_equal(str_find(STR("abcabd"), STR("x"), 0), 6);
    assert_int_equal(str_find(STR("aaa"), STR("a"), 2), 2);
    assert_str(str_trim(STR(" \t\xC2\xA0\xE3\x80\x80 x y \x1F\xE2\x80\xA8")), "x y");
    assert_str(str_trim(STR(" \n ")), "");
}

static void arena_keeps_what_is_marked(void **state)
{
    (void)state;
    struct arena a = {0};
    struct str kept = arena_str(&a, STR("kept"));
    struct arena_mark mark = arena_mark(&a);
    for (int round = 0; round < 3; round++) {
        char *big = arena_alloc(&a, 100000); /* more than a block */
        memset(big, 'x', 100000);
        for (int i = 0; i < 1000; i++)
            memset(arena_alloc(&a, 100), 'y', 100);
        arena_rewind(&a, mark);
    }
    assert_str(kept, "kept");
    assert_int_equal((uintptr_t)arena_alloc(&a, 1) % 16, 0);
    arena_release(&a);
}

static void arena_arrays_grow(void **state)
{
    (void)state;
    struct arena a = {0};
    int *v = NULL;
    uint32_t n = 0;
    for (int i = 0; i < 1000; i++)
        ARENA_ADD(&a, v, n, i);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(v[i], i);
    arena_release(&a);
}

static void buffer_stops_at_its_limit(void **state)
{
    (void)state;
    struct buf b = {0};
    buf_limit(&b, 10);
    buf_put(&b, STR("12345"));
    buf_printf(&b, "%d", 678);
    assert_true(buf_whole(&b));
    assert_str(buf_str(&b), "12345678");
    buf_put(&b, STR("901"));
    assert_false(buf_whole(&b));
    buf_putc(&b, 'x'); /* ignored from then on */
    assert_false(buf_whole(&b));
    assert_str(buf_str(&b), "12345678");
    buf_clear(&b);
    assert_true(buf_whole(&b));
    buf_release(&b);
    buf_put(&b, STR("12345678901")); /* the limit stays */
    assert_false(buf_whole(&b));
    buf_release(&b);
}

static void buffer_without_limit_holds_all(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    struct buf b = {0};
    for (int i = 0; i < MANY; i++)
        buf_put(&b, STR("123456789 "));
    assert_int_equal(buf_str(&b).len, 10 * MANY);
    assert_true(buf_whole(&b));
    buf_release(&b);
}

/* Who reads a buf that may not hold all without asking ends in an assertion. */
static void buffer_with_limit_wants_to_be_asked(void **state)
{
    (void)state;
    struct buf b = {0};
    buf_limit(&b, 10);
    assert_int_equal(buf_str(&b).len, 0);
    buf_putc(&b, 'x');
    int ended;
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {0, 0};
        (void)setrlimit(RLIMIT_CORE, &none);
        (void)freopen("/dev/null", "w", stderr);
        (void)signal(SIGABRT, SIG_DFL);
        (void)buf_str(&b);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended));
    assert_int_equal(WTERMSIG(ended), SIGABRT);
    buf_release(&b);
}

static void numbers_print_as_python_does(void **state)
{
    (void)state;
    static const struct {
        double x;
        const char *text;
    } CASES[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {0.1, "0.1"},
        {1e15, "1000000000000000.0"},
        {1e16, "1e+16"},
        {1e-4, "0.0001"},
        {1e-5, "1e-05"},
        {123456.789, "123456.789"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {2.5e-7, "2.5e-07"},
        {1.0 / 3, "0.3333333333333333"},
        {-12.5, "-12.5"},
        {9007199254740993.0, "9007199254740992.0"},
        {1e22, "1e+22"},
        {HUGE_VAL, "inf"},
        {-HUGE_VAL, "-inf"},
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        char text[NUMBER_TEXT_MAX];
        number_format(CASES[i].x, text);
        assert_string_equal(text, CASES[i].text);
    }
}

static void json_is_valid_whatever_the_bytes(void **state)
{
    (void)state;
    struct buf b;
    b = (struct buf){0};
    struct json_writer w = json_writer_to(&b);
    json_object_open(&w);
    json_key(&w, STR("a\"b"));
    json_array_open(&w);
    json_put_int(&w, INT64_MIN);
    json_put_double(&w, 1);
    json_put_bool(&w, true);
    json_put_null(&w);
    json_put_str(&w, STR("\n\x01\xFF\xC3\xA9\0z\\\x7F\xC2\x9B\xC2\xA0"));
    json_array_close(&w);
    json_key(&w, STR("c"));
    json_array_open(&w);
    json_array_close(&w);
    json_object_close(&w);
    json_line_end(&w);
    assert_str(buf_str(&b),
               "{\"a\\\"b\":[-9223372036854775808,1.0,true,null,"
               "\"\\n\\u0001\xEF\xBF\xBD\xC3\xA9\\u0000z\\\\\\u007f\\u009b\xC2\xA0\"],\"c\":[]}\n");
    buf_release(&b);
}

static void utf8_is_judged_by_the_table(void **state)
{
    (void)state;
    assert_true(utf8_valid(STR("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")));
    const struct str four = STR("a\xF0\x9F\x98\x80");
    assert_true(utf8_cut(four, 5).len == 5 && utf8_cut(four, 4).len == 1 &&
                utf8_cut(four, 2).len == 1);
    assert_true(utf8_cut(STR("\x80\x80\x80\x80\x80\x80"), 5).len == 2); /* no character at all */
    assert_true(utf8_cut(four, 0).len == 0);
    assert_false(utf8_valid(STR("\xC0\x80")));         /* overlong */
    assert_false(utf8_valid(STR("\xED\xA0\x80")));     /* surrogate */
    assert_false(utf8_valid(STR("\xF4\x90\x80\x80"))); /* above U+10FFFF */
    assert_false(utf8_valid(STR("\xE2\x82")));         /* cut */
    size_t n;
    assert_int_equal(utf8_digit(STR("7"), 0, &n), 7);
    assert_int_equal(utf8_digit(STR("\xD9\xA2"), 0, &n), 2); /* U+0662 */
    assert_int_equal(n, 2);
    assert_int_equal(utf8_digit(STR("x"), 0, &n), -1);
}

static void names_are_found_in_any_case(void **state)
{
    (void)state;
    struct arena a = {0};
    struct name_map m;
    name_map_init(&m, &a, 0);
    for (uint32_t i = 0; i < 1000; i++)
        name_map_put(&m, &a, arena_printf(&a, "Name%u", i), i);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(name_map_get(&m, arena_printf(&a, "nAME%u", i)), i);
    assert_int_equal(name_map_get(&m, STR("name1000")), NAME_NONE);
    name_map_put(&m, &a, STR("name7"), 70);
    assert_int_equal(name_map_get(&m, STR("NAME7")), 70);
    assert_int_equal(m.count, 1000);
    arena_release(&a);
}

/* Hashes and digests are in files: they must be the same on machines of any byte order. The values
 * were computed by a program in Python. */
static void hashes_are_the_same_everywhere(void **state)
{
    static const struct {
        struct str text;
        uint64_t hash;
    } KNOWN[] = {
        {STR_INIT(""), 0},
        {STR_INIT("a"), 0x0fbe142af6f686d1u},
        {STR_INIT("abc"), 0xf291e20e2b0344e7u},
        {STR_INIT("world_1"), 0xcd90861bd1270de2u},
        {STR_INIT("concert_singer"), 0x702abf8302c69613u},
        {STR_INIT("singers in concerts, by name"), 0x5131935bdb2e776au},
    };
    struct digester number, bytes;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(KNOWN); i++)
        assert_int_equal(hash_bytes(KNOWN[i].text), KNOWN[i].hash);
    digest_begin(&number);
    digest_begin(&bytes);
    digest_add_number(&number, 0x0102030405060708u);
    digest_add(&bytes, STR("\x08\x07\x06\x05\x04\x03\x02\x01"));
    assert_true(digest_eq(digest_end(&number), digest_end(&bytes)));
}

static void errors_show_no_control_characters(void **state)
{
    (void)state;
    struct err e;
    char text[300];
    err_at(&e, E_SYNTAX, 3, 7, "near '%s'", "a\x1B[31m\xFF\xC3\xA9");
    err_in_file(&e, "x.sql");
    err_format(&e, text, sizeof text);
    assert_string_equal(text, "x.sql:3:7: near 'a?[31m?\xC3\xA9'");
}

static void write_file(const char *path, struct str text)
{
    struct out_file f;
    struct err e;
    assert_int_equal(out_file_open(&f, path, &e), OK);
    assert_int_equal(out_file_write(&f, text, &e), OK);
    assert_int_equal(out_file_commit(&f, &e), OK);
}

static void lines_come_one_by_one(void **state)
{
    (void)state;
    const char *path = in_folder("lines");
    write_file(path, STR("one\r\n\ntwo\0x\nlast"));
    struct line_reader r;
    struct err e;
    struct str line;
    assert_int_equal(line_reader_open(&r, path, &e), OK);
    assert_int_equal(line_reader_next(&r, &line, &e), OK);
    assert_str(line, "one");
    assert_int_equal(line_reader_next(&r, &line, &e), OK);
    assert_str(line, "");
    assert_int_equal(line_reader_next(&r, &line, &e), OK);
    assert_str(line, "two\0x");
    assert_int_equal(line_reader_next(&r, &line, &e), OK);
    assert_str(line, "last");
    assert_int_equal(r.line, 4);
    assert_int_equal(line_reader_next(&r, &line, &e), OK);
    assert_null(line.ptr);
    line_reader_close(&r);
    unlink(path);
}

static void a_line_too_long_is_an_error_with_its_number(void **state)
{
    (void)state;
    const char *path = in_folder("long");
    char *text = malloc(3 << 20);
    memset(text, 'x', 3 << 20);
    text[5] = '\n';
    write_file(path, (struct str){text, 3 << 20});
    free(text);
    struct line_reader r;
    struct err e;
    struct str line;
    assert_int_equal(line_reader_open(&r, path, &e), OK);
    r.max_line = 1 << 20;
    assert_int_equal(line_reader_next(&r, &line, &e), OK);
    assert_int_equal(line_reader_next(&r, &line, &e), E_LIMIT);
    assert_int_equal(e.line, 2);
    line_reader_close(&r);
    unlink(path);
}

static void a_discarded_file_leaves_the_old_one(void **state)
{
    (void)state;
    const char *path = in_folder("kept");
    write_file(path, STR("old"));
    struct out_file f;
    struct err e;
    assert_int_equal(out_file_open(&f, path, &e), OK);
    assert_int_equal(out_file_write(&f, STR("new"), &e), OK);
    out_file_discard(&f);
    struct arena a = {0};
    struct str text;
    assert_int_equal(file_read(&a, path, 100, &text, &e), OK);
    assert_str(text, "old");
    assert_int_equal(file_read(&a, path, 2, &text, &e), E_LIMIT);
    arena_release(&a);
    unlink(path); /* and own_folder_remove fails if the temporary file is still there */
}

static void mark_job(void *ctx, uint32_t worker, uint32_t job)
{
    (void)worker;
    ((uint32_t *)ctx)[job] += job;
}

static void every_job_runs_once(void **state)
{
    (void)state;
    for (uint32_t team = 1; team <= 4; team++) {
        struct workers *w = workers_new(team);
        uint32_t done[500] = {0};
        for (int round = 0; round < 3; round++) {
            workers_start(w, 500, mark_job, done);
            workers_wait(w);
        }
        workers_start(w, 0, mark_job, done);
        workers_wait(w);
        workers_free(w);
        for (uint32_t i = 0; i < 500; i++)
            assert_int_equal(done[i], 3 * i);
    }
}

static void test_number_read(void **state)
{
    (void)state;
    static const char *const bad[] = {"",      "-1",    "+1", "0x10", "inf", "nan",
                                      "1e999", "1.2.3", "1 ", "e5",   "."};
    double x;
    assert_true(number_read(STR("0.5"), &x) && x == 0.5);
    assert_true(number_read(STR(".5e+1"), &x) && x == 5);
    assert_true(number_read(STR("1e-3"), &x) && x == 0.001);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(number_read(str_from(bad[i]), &x));
}

static void test_count_read(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    "-1",  "+1",   "1 ",
                                      "1.0", "256", "2550", "18446744073709551616"};
    uint64_t n;
    assert_true(count_read(STR("0"), 0, &n) && n == 0);
    assert_true(count_read(STR("0255"), 255, &n) && n == 255);
    assert_true(count_read(STR("18446744073709551615"), UINT64_MAX, &n) && n == UINT64_MAX);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(count_read(str_from(bad[i]), 255, &n));
    assert_false(count_read(STR("18446744073709551616"), UINT64_MAX, &n));
}

static void test_kinds_of_bytes(void **state)
{
    (void)state;
    assert_true(str_all(STR("2024"), ascii_digit) && !str_all(STR("202x"), ascii_digit));
    assert_true(str_any(STR("x2"), ascii_digit) && !str_any(STR("xy"), ascii_digit));
    assert_true(str_all(STR(""), ascii_digit) && !str_any(STR(""), ascii_digit));
}

static void test_printable(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"plain", "plain"},      {"caf\xC3\xA9 \xEF\xBF\xBD", "caf\xC3\xA9 \xEF\xBF\xBD"},
        {"a\tb\r\nc", "a b  c"}, {"\x1b[31m\x07", "?[31m?"},
        {"\x7f\xc2\x9b", "???"}, {"\xe2\x80\xae", "???"},
        {"\xff\xc3", "??"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_true(str_eq(printable_line(&a, str_from(cases[i].in)), str_from(cases[i].out)));
    char text[] = "one\ntwo\x1b";
    printable_text(text, sizeof text - 1);
    assert_string_equal(text, "one\ntwo?");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_is_folded_byte_by_byte),
        cmocka_unit_test(strings_compare_search_and_trim),
        cmocka_unit_test(arena_keeps_what_is_marked),
        cmocka_unit_test(arena_arrays_grow),
        cmocka_unit_test(buffer_stops_at_its_limit),
        cmocka_unit_test(buffer_without_limit_holds_all),
        cmocka_unit_test(buffer_with_limit_wants_to_be_asked),
        cmocka_unit_test(numbers_print_as_python_does),
        cmocka_unit_test(json_is_valid_whatever_the_bytes),
        cmocka_unit_test(utf8_is_judged_by_the_table),
        cmocka_unit_test(names_are_found_in_any_case),
        cmocka_unit_test(hashes_are_the_same_everywhere),
        cmocka_unit_test(errors_show_no_control_characters),
        cmocka_unit_test(lines_come_one_by_one),
        cmocka_unit_test(a_line_too_long_is_an_error_with_its_number),
        cmocka_unit_test(a_discarded_file_leaves_the_old_one),
        cmocka_unit_test(every_job_runs_once),
        cmocka_unit_test(test_number_read),
        cmocka_unit_test(test_count_read),
        cmocka_unit_test(test_kinds_of_bytes),
        cmocka_unit_test(test_printable),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
