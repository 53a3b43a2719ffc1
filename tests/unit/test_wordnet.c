/* test_wordnet.c: reading WordNet's files: small ones of our own, the real ones, and none. */
#include "unit.h"

#include "lexicon/wordnet.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A folder of files in WordNet's format with two nouns, "car" in two senses and "auto". */
struct folder {
    char path[64];
};

static void write_file(const struct folder *f, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static const char LICENCE[] = "  1 This is no licence.  \n  2 A line of it.  \n";

static void make_folder(struct folder *f)
{
    char data[1024], index[512];
    /* Places in the file are part of the format: each line is measured before the next. */
    const char *lines[] = {
        "%08d 06 n 03 car 0 auto 0 motor_car 0 003 @ %08d n 0000 %%p %08d n 0000 ~ 00000000 n 0000 "
        "| a motor vehicle  \n",
        "%08d 06 n 01 car 1 000 | wheeled vehicle on rails  \n",
        "%08d 03 n 01 thing 0 000 | anything  \n",
        "%08d 06 n 01 engine 0 000 | motor  \n",
    };
    int at[5] = {(int)strlen(LICENCE)};
    for (int i = 0; i < 4; i++) {
        int len = i == 0 ? snprintf(NULL, 0, lines[0], 0, 0, 0) : snprintf(NULL, 0, lines[i], 0);
        at[i + 1] = at[i] + len;
    }
    int n = snprintf(data, sizeof data, "%s", LICENCE);
    n += snprintf(data + n, sizeof data - (size_t)n, lines[0], at[0], at[2], at[3]);
    for (int i = 1; i < 4; i++)
        n += snprintf(data + n, sizeof data - (size_t)n, lines[i], at[i]);
    snprintf(
        index, sizeof index,
        "%sauto n 1 1 @ 1 1 %08d  \ncar n 2 3 @ %%p ~ 2 2 %08d %08d  \nengine n 1 0 1 0 %08d  \n"
        "motor_car n 1 1 @ 1 0 %08d  \nthing n 1 0 1 0 %08d  \n",
        LICENCE, at[0], at[0], at[1], at[3], at[0], at[2]);
    snprintf(f->path, sizeof f->path, "/tmp/teql-wordnet-XXXXXX");
    assert_non_null(mkdtemp(f->path));
    write_file(f, "data.noun", data);
    write_file(f, "index.noun", index);
    write_file(f, "noun.exc", "autos auto\nmice mouse\n");
    write_file(f, "cntlist.rev", "auto%1:06:00:: 1 7\ncar%1:06:00:: 1 71\ncar%1:06:01:: 2 2\n");
}

static void remove_folder(const struct folder *f)
{
    const char *names[] = {"data.noun", "index.noun", "noun.exc", "cntlist.rev"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", f->path, names[i]);
        unlink(path);
    }
    rmdir(f->path);
}

static struct wordnet_synset first_synset(struct arena *a, const struct wordnet *w,
                                          enum wordnet_pos pos, const char *lemma)
{
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    assert_true(wordnet_senses(w, pos, str_from(lemma), places) > 0);
    assert_true(wordnet_synset(a, w, pos, places[0], &s));
    return s;
}

static void small_files(void **state)
{
    (void)state;
    struct folder f;
    struct arena a = {0};
    struct wordnet w;
    make_folder(&f);
    struct err e;
    assert_int_equal(wordnet_open(&w, f.path, &e), OK);
    assert_true(wordnet_present(&w));
    uint32_t places[WORDNET_MAX_SENSES];
    assert_int_equal(wordnet_senses(&w, WORDNET_NOUN, STR("car"), places), 2);
    assert_int_equal(wordnet_senses(&w, WORDNET_NOUN, STR("Motor Car"), places), 1);
    assert_int_equal(wordnet_senses(&w, WORDNET_NOUN, STR("ca"), places), 0);
    assert_int_equal(wordnet_senses(&w, WORDNET_NOUN, STR("zebra"), places), 0);
    assert_int_equal(wordnet_senses(&w, WORDNET_VERB, STR("car"), places), 0);

    struct wordnet_synset s = first_synset(&a, &w, WORDNET_NOUN, "car");
    assert_int_equal(s.n_words, 3);
    assert_true(str_eq(s.words[1], STR("auto")));
    assert_int_equal(wordnet_frequency(&w, &s, 1), 7);
    assert_true(str_eq(s.words[2], STR("motor car")));
    assert_int_equal(wordnet_frequency(&w, &s, 2), 0);

    uint32_t kinds[8];
    assert_int_equal(wordnet_kinds(&a, &w, STR("car"), kinds, 8), 2);
    assert_true(str_eq(wordnet_exception(&w, WORDNET_NOUN, STR("mice")), STR("mouse")));
    assert_null(wordnet_exception(&w, WORDNET_NOUN, STR("mouses")).ptr);
    assert_true(str_eq(wordnet_irregular(&w, WORDNET_NOUN, STR("mouse")), STR("mice")));
    wordnet_close(&w);
    remove_folder(&f);
    arena_release(&a);
}

/* Files of other content are searched in vain, not trusted. */
static void strange_files(void **state)
{
    (void)state;
    struct folder f;
    struct arena a = {0};
    struct wordnet w;
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    make_folder(&f);
    write_file(&f, "index.noun", "car n 99999999999 7 @\nauto n 3 0 0 0 99999999 5\n\n\n");
    write_file(&f, "data.noun", "00000000 06 n ff car");
    struct err e;
    assert_int_equal(wordnet_open(&w, f.path, &e), OK);
    wordnet_senses(&w, WORDNET_NOUN, STR("car"), places);
    uint32_t n = wordnet_senses(&w, WORDNET_NOUN, STR("auto"), places);
    for (uint32_t i = 0; i < n; i++)
        if (wordnet_synset(&a, &w, WORDNET_NOUN, places[i], &s))
            wordnet_frequency(&w, &s, 0);
    assert_false(wordnet_synset(&a, &w, WORDNET_NOUN, 99999999, &s));
    assert_false(wordnet_synset(&a, &w, WORDNET_NOUN, 5, &s));
    if (wordnet_synset(&a, &w, WORDNET_NOUN, 0, &s))
        wordnet_frequency(&w, &s, 0);
    wordnet_close(&w);
    remove_folder(&f);
    arena_release(&a);
}

static void check_fault(const struct folder *f, const char *name, const char *text)
{
    struct wordnet w;
    struct err e;
    char message[64];
    write_file(f, name, text);
    assert_int_equal(wordnet_open(&w, f->path, &e), OK);
    assert_int_equal(wordnet_check(&w, f->path, &e), E_INPUT);
    snprintf(message, sizeof message, "not a file of WordNet: '%s'", name);
    assert_string_equal(e.msg, message);
    assert_string_equal(e.file, f->path);
    wordnet_close(&w);
}

/* A wrong file is named when it is opened. */
static void wrong_files(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
    } cases[] = {
        {"index.noun", "\x7f\x45\x4c\x46\x01\x02 random bytes\x80\xff"},
        {"index.noun", "\n"},
        {"index.noun", "car v 1 0 1 0 00000044  \n"},
        {"index.noun", "zebra n 1 0 1 0 00000044  \ncar n 1 0 1 0 00000044  \n"},
        {"data.noun", "something else"},
        {"noun.exc", "justoneword\n"},
        {"cntlist.rev", "car 1 71\n"},
        {"cntlist.rev", "car%1:06:00:: one 71\n"},
    };
    struct folder f;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make_folder(&f);
        check_fault(&f, cases[i].name, cases[i].text);
        remove_folder(&f);
    }
    struct wordnet w;
    struct err e;
    make_folder(&f);
    assert_int_equal(wordnet_open(&w, f.path, &e), OK);
    assert_int_equal(wordnet_check(&w, f.path, &e), OK);
    wordnet_close(&w);
    remove_folder(&f);
}

static void absent_files(void **state)
{
    (void)state;
    struct arena a = {0};
    struct wordnet w;
    uint32_t places[WORDNET_MAX_SENSES];
    struct err e;
    assert_int_equal(wordnet_open(&w, "/nonexistent", &e), OK);
    assert_int_equal(wordnet_check(&w, "/nonexistent", &e), OK);
    assert_false(wordnet_present(&w));
    assert_int_equal(wordnet_senses(&w, WORDNET_NOUN, STR("car"), places), 0);
    assert_false(wordnet_has(&w, WORDNET_NOUN, STR("car")));
    assert_int_equal(wordnet_kinds(&a, &w, STR("car"), places, 8), 0);
    assert_null(wordnet_exception(&w, WORDNET_NOUN, STR("mice")).ptr);
    wordnet_close(&w);
    arena_release(&a);
}

static bool has(const struct wordnet_synset *s, const char *word)
{
    return str_in(str_from(word), s->words, s->n_words);
}

static bool open_real(struct wordnet *w)
{
    struct err e;
    assert_int_equal(wordnet_open(w, NULL, &e), OK);
    if (wordnet_present(w))
        return true;
    print_message("notice: no WordNet in " WORDNET_DIR ": skipped\n");
    return false;
}

static void real_files(void **state)
{
    (void)state;
    struct arena a = {0};
    struct wordnet w;
    struct err e;
    if (!open_real(&w))
        return;
    assert_int_equal(wordnet_check(&w, NULL, &e), OK);
    struct wordnet_synset car = first_synset(&a, &w, WORDNET_NOUN, "car");
    assert_true(wordnet_frequency(&w, &car, 0) > 0);
    assert_true(has(&car, "auto") && has(&car, "automobile") && has(&car, "motorcar"));
    uint32_t kinds[24];
    uint32_t n = wordnet_kinds(&a, &w, STR("singer"), kinds, 24);
    bool person = false;
    for (uint32_t i = 0; i < n; i++) {
        struct wordnet_synset s;
        assert_true(wordnet_synset(&a, &w, WORDNET_NOUN, kinds[i], &s));
        person |= str_eq(s.words[0], STR("person"));
    }
    assert_true(person);
    assert_true(str_eq(wordnet_exception(&w, WORDNET_NOUN, STR("children")), STR("child")));
    /* Adjectives carry marks of position, which are not part of the word. */
    uint32_t places[WORDNET_MAX_SENSES];
    n = wordnet_senses(&w, WORDNET_ADJECTIVE, STR("top"), places);
    for (uint32_t i = 0; i < n; i++) {
        struct wordnet_synset s;
        assert_true(wordnet_synset(&a, &w, WORDNET_ADJECTIVE, places[i], &s));
        assert_false(has(&s, "highest(a)"));
    }
    wordnet_close(&w);
    arena_release(&a);
}

/* Every lemma of the index is found by the search, and all its synsets can be read. */
static void every_lemma(void **state)
{
    (void)state;
    struct arena a = {0};
    struct wordnet w;
    if (!open_real(&w))
        return;
    uint32_t lemmas = 0;
    for (size_t at = 0; at < w.index[WORDNET_NOUN].text.len;) {
        struct str text = w.index[WORDNET_NOUN].text;
        size_t end = str_find(text, STR("\n"), at);
        struct str lemma = str_slice(text, at, str_find(text, STR(" "), at));
        at = end + 1;
        if (lemma.len == 0 || lemmas++ % 16)
            continue;
        struct arena_mark mark = arena_mark(&a);
        uint32_t places[WORDNET_MAX_SENSES];
        uint32_t n = wordnet_senses(&w, WORDNET_NOUN, lemma, places);
        assert_true(n > 0);
        for (uint32_t i = 0; i < n; i++) {
            struct wordnet_synset s;
            assert_true(wordnet_synset(&a, &w, WORDNET_NOUN, places[i], &s));
        }
        arena_rewind(&a, mark);
    }
    assert_int_equal(lemmas, 117798);
    wordnet_close(&w);
    arena_release(&a);
}

static void *ask(void *ctx)
{
    const struct wordnet *w = ctx;
    struct arena a = {0};
    uintptr_t sum = 0;
    for (int i = 0; i < 200; i++) {
        struct arena_mark mark = arena_mark(&a);
        struct wordnet_synset s = first_synset(&a, w, WORDNET_NOUN, "name");
        for (uint32_t k = 0; k < s.n_words; k++)
            sum += wordnet_frequency(w, &s, k);
        arena_rewind(&a, mark);
    }
    arena_release(&a);
    return (void *)sum;
}

static void many_threads(void **state)
{
    (void)state;
    struct wordnet w;
    pthread_t threads[4];
    void *sums[4];
    if (!open_real(&w))
        return;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &w), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], &sums[i]), 0);
    for (int i = 0; i < 4; i++)
        assert_ptr_equal(sums[i], ask(&w));
    wordnet_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_files),  cmocka_unit_test(strange_files),
        cmocka_unit_test(wrong_files),  cmocka_unit_test(absent_files),
        cmocka_unit_test(real_files),   cmocka_unit_test(every_lemma),
        cmocka_unit_test(many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
