/* test_lexicon.c: lists that are embedded, replaced, and malformed. */
#include "unit.h"

#include "base/file.h"
#include "lexicon/lexicon.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_list(const char *dir, const char *text, size_t len)
{
    char path[200];
    struct err e;
    struct out_file f;
    snprintf(path, sizeof path, "%s/prefixes.tsv", dir);
    assert_int_equal(out_file_open(&f, path, &e), OK);
    assert_int_equal(out_file_write(&f, (struct str){text, len}, &e), OK);
    assert_int_equal(out_file_commit(&f, &e), OK);
}

/* Load the lexicon with `text` in place of prefixes.tsv. */
static enum status load_with(const char *text, size_t len, struct lexicon *l, struct err *e)
{
    char dir[] = "/tmp/teql-lexicon-XXXXXX", path[200];
    assert_non_null(mkdtemp(dir));
    write_list(dir, text, len);
    enum status status = lexicon_load(l, &LEXICON, dir, e);
    snprintf(path, sizeof path, "%s/prefixes.tsv", dir);
    unlink(path);
    rmdir(dir);
    return status;
}

static void test_embedded(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    const struct lexicon_table *t = lexicon_table(&l, STR("prefixes"));
    assert_true(t->n_rows > 0);
    assert_true(t->rows[0].n_fields >= 2);
    lexicon_release(&l);
}

static void test_replaced(void **state)
{
    (void)state;
    static const char text[] = "# mine\r\n\r\ncommon\tcommand\tnoun\tshow me \r\n"
                               "common\tquestion\tplural\twhat were\tread";
    struct lexicon l;
    struct err e;
    assert_int_equal(load_with(text, sizeof text - 1, &l, &e), OK);
    const struct lexicon_table *t = lexicon_table(&l, STR("prefixes"));
    assert_int_equal(t->n_rows, 2);
    assert_int_equal(t->rows[0].n_fields, 4);
    assert_int_equal(t->rows[1].n_fields, 5);
    assert_true(str_eq(t->rows[0].fields[3], STR("show me")));
    assert_true(lexicon_table(&l, STR("aggregate_words"))->n_rows > 0);
    lexicon_release(&l);
}

static void check_malformed(const char *text, size_t len, const char *message)
{
    struct lexicon l;
    struct err e = {0};
    char got[500];
    assert_int_equal(load_with(text, len, &l, &e), E_INPUT);
    err_format(&e, got, sizeof got);
    const char *tail = strstr(got, "prefixes.tsv:");
    assert_non_null(tail);
    assert_string_equal(tail, message);
}

#define MALFORMED(text, message) check_malformed(text, sizeof(text) - 1, "prefixes.tsv:" message)

static void test_malformed(void **state)
{
    (void)state;
    MALFORMED("common\n", "1: 1 fields where at least 4 are expected");
    MALFORMED("# x\ncommon\tcommand\tnoun\tfind\tread\tmore\n",
              "2: 6 fields where at most 5 are expected");
    MALFORMED("common\tcommand\tnoun\t\tread\n", "1: field 4 is empty");
    MALFORMED("common\torder\tnoun\tfind\n",
              "1: field 2 is 'order' where 'mood=question|command|statement' is expected");
    MALFORMED("common\tcommand\tnoun\tfind\talways\n",
              "1: field 5 is 'always' where 'use=read|write?' is expected");
    MALFORMED("\n\ncommon\tcommand\tnoun\tf\xff\n", "3: not UTF-8 text");
    MALFORMED("common\tcommand\tnoun\tf\0\n", "1: not UTF-8 text");
}

static void test_folder(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, "/nonexistent", &e), E_IO);
    assert_int_equal(lexicon_load(&l, &LEXICON, "/dev/null", &e), E_IO);
    assert_int_equal(lexicon_load(&l, &LEXICON, "/var", &e),
                     OK); /* a folder without lists: all ours */
    lexicon_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_embedded),
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
