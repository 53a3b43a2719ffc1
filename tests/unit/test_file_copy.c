/* test_file_copy.c: ranges of files, of more bytes than are read at a time. */
#include "base/buf.h"
#include "base/file_copy.h"
#include "own_folder.h"
#include "unit.h"

#include <unistd.h>

enum { LINES = 300000 };

static struct str lines_of(struct buf *text)
{
    for (int i = 0; i < LINES; i++)
        buf_printf(text, "%d\n", i);
    return buf_str(text);
}

static struct str copy(struct arena *a, const char *from, uint64_t first, uint64_t end,
                       struct copied *c)
{
    struct out_file f;
    struct err e;
    struct str back;
    assert_int_equal(out_file_open(&f, in_folder("copy"), &e), OK);
    assert_int_equal(out_file_copy(&f, from, first, end, c, &e), OK);
    assert_int_equal(out_file_commit(&f, &e), OK);
    assert_int_equal(file_read(a, in_folder("copy"), (size_t)1 << 30, &back, &e), OK);
    return back;
}

static void test_ranges(void **state)
{
    struct buf text = {0};
    struct arena a = {0};
    struct err e;
    struct copied c;
    (void)state;
    struct str all = lines_of(&text);
    assert_int_equal(file_write(in_folder("lines"), all, &e), OK);
    const char *from = arena_str(&a, str_from(in_folder("lines"))).ptr;
    assert_true(str_eq(copy(&a, from, 0, UINT64_MAX, &c), all));
    assert_int_equal(c.lines, LINES);
    assert_int_equal(c.bytes, all.len);
    assert_true(c.ends_line);
    assert_true(str_eq(copy(&a, from, 7, 1500003, &c), str_slice(all, 7, 1500003)));
    assert_int_equal(c.bytes, 1500003 - 7);
    assert_int_equal(c.ends_line, all.ptr[1500002] == '\n');
    assert_true(str_eq(copy(&a, from, all.len - 3, all.len + 100, &c),
                       str_slice(all, all.len - 3, all.len)));
    assert_int_equal(copy(&a, from, 5, 5, &c).len, 0);
    assert_true(c.ends_line && c.lines == 0);
    assert_false(copy(&a, from, 0, 1, &c).len == 0 || c.ends_line);
    assert_int_equal(file_copy(from, in_folder("whole"), &e), OK);
    static const char *const MADE[] = {"lines", "copy", "whole"};
    for (size_t i = 0; i < COUNT_OF(MADE); i++)
        assert_int_equal(unlink(in_folder(MADE[i])), 0);
    arena_release(&a);
    buf_release(&text);
}

static void test_what_is_not_there(void **state)
{
    struct out_file f;
    struct err e;
    struct copied c;
    (void)state;
    assert_int_equal(out_file_open(&f, in_folder("none"), &e), OK);
    assert_int_not_equal(out_file_copy(&f, in_folder("nowhere"), 0, 1, &c, &e), OK);
    assert_int_not_equal(out_file_copy(&f, own_folder(), 0, 1, &c, &e), OK);
    out_file_discard(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
