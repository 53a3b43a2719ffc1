/* test_vectors_glosses.c: vectors of WordNet's glosses (tools/make_vectors.c), made and asked. */
#include "unit.h"

#include "base/file.h"
#include "lexicon/vectors/vectors.h"
#include "lexicon/wordnet.h"
#include "own_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DIMS = 32, WORDS = 6000, MAX_FILE = 1 << 24 };

/* Make the file `name`; its text is in `a`. */
static struct str make_vectors(struct arena *a, const char *name)
{
    struct str text;
    struct err e;
    const char *path = arena_str(a, str_from(in_folder(name))).ptr;
    struct str command =
        arena_printf(a, "%s '%s' %d %d 2>/dev/null", TEQL_MAKE_VECTORS, path, DIMS, WORDS);
    assert_int_equal(system(command.ptr), 0);
    assert_int_equal(file_read(a, path, MAX_FILE, &text, &e), OK);
    return text;
}

static bool is_near(struct arena *a, const struct vectors *v, const char *word, const char *other)
{
    struct vector_nears near = vectors_nearest(a, v, str_from(word), 10);
    assert_int_equal(near.count, 10);
    for (uint32_t i = 0; i < near.count; i++)
        if (str_eq(near.items[i].word, str_from(other)))
            return true;
    return false;
}

static void check_words(struct arena *a, const struct vectors *v)
{
    static const char *const near[][2] = {{"salary", "wage"},       {"ship", "boat"},
                                          {"airplane", "aircraft"}, {"singer", "singing"},
                                          {"teacher", "student"},   {"dog", "hound"}};
    for (size_t i = 0; i < COUNT_OF(near); i++)
        if (!is_near(a, v, near[i][0], near[i][1]))
            fail_msg("'%s' is not near '%s'", near[i][1], near[i][0]);
    assert_false(is_near(a, v, "ship", "salary"));
}

static void test_glosses(void **state)
{
    struct arena a = {0};
    struct wordnet w;
    struct err e;
    struct vectors v;
    (void)state;
    assert_int_equal(wordnet_open(&w, NULL, &e), OK);
    bool present = wordnet_present(&w);
    wordnet_close(&w);
    if (!present) {
        print_message("notice: no WordNet in " WORDNET_DIR ": skipped\n");
        skip();
    }
    struct str text = make_vectors(&a, "one"), again = make_vectors(&a, "two");
    assert_true(str_eq(text, again));
    assert_int_equal(vectors_open(&v, in_folder("one"), &(struct vectors_options){.cache = ""}, &e),
                     OK);
    assert_int_equal(v.words.count, WORDS);
    assert_int_equal(v.dims, DIMS);
    assert_string_equal(vectors_remark(&a, &v).ptr, "");
    check_words(&a, &v);
    vectors_close(&v);
    unlink(in_folder("one"));
    unlink(in_folder("two"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_glosses)};
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
