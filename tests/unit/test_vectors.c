/* test_vectors.c: words looked up, compared and listed, and the cache between two runs. */
#include "unit.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/rng.h"
#include "base/workers.h"
#include "lexicon/knowledge.h"
#include "lexicon/vectors/row.h"
#include "lexicon/vectors/vectors_cache.h"
#include "own_folder.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct vectors_options NO_CACHE = {.cache = ""};

static const char *write_text(struct arena *a, struct str text)
{
    const char *path = arena_printf(a, "%s/vectors.txt", own_folder()).ptr;
    struct err e;
    assert_int_equal(file_write(path, text, &e), OK);
    return path;
}

static struct vectors sure_open(const char *path, const struct vectors_options *o)
{
    struct vectors v;
    struct err e;
    if (vectors_open(&v, path, o, &e) != OK)
        fail_msg("line %u: %s", e.line, e.msg);
    return v;
}

/* With the vectors of `frequent` words kept, 0 for the usual. */
static struct vectors open_keeping(struct str text, uint32_t frequent)
{
    struct arena a = {0};
    const char *path = write_text(&a, text);
    struct vectors v =
        sure_open(path, &(struct vectors_options){.cache = "", .frequent = frequent});
    unlink(path);
    arena_release(&a);
    return v;
}

static struct vectors open_text(struct str text)
{
    return open_keeping(text, 0);
}

static uint32_t find(const struct vectors *v, struct str word)
{
    return vector_words_find(&v->words, word);
}

/* Words */

static const struct str TOWNS =
    STR_INIT("york 1 0 0\nnew 0 1 0\nNew_York 0 0 1\nNew_Delhi 0 0.5 1\n"
             "old 0 -1 0.1\nState_of_the_art 1 1 1\n_x_ 0 1 1\n");

static void test_find(void **state)
{
    struct vectors v = open_text(TOWNS);
    (void)state;
    assert_int_equal(find(&v, STR("york")), 0);
    assert_int_equal(find(&v, STR("YORK")), 0);
    assert_int_equal(find(&v, STR("new york")), 2);
    assert_int_equal(find(&v, STR("NEW_york")), 2);
    assert_int_equal(find(&v, STR("state of the art")), 5);
    assert_int_equal(find(&v, STR("newyork")), VECTOR_NONE);
    assert_int_equal(find(&v, STR("yorks")), VECTOR_NONE);
    assert_int_equal(find(&v, STR("")), VECTOR_NONE);
    assert_int_equal(find(&v, STR_NONE), VECTOR_NONE);
    assert_int_equal(find(&v, (struct str){"york\0", 5}), VECTOR_NONE);
    vectors_close(&v);
    assert_int_equal(find(&v, STR("york")), VECTOR_NONE); /* closed: no words */
}

static void check_nearest(const struct vectors *v, const char *phrase, uint32_t k,
                          const char *expected)
{
    struct arena a = {0};
    struct buf out = {0};
    struct vector_nears near = vectors_nearest(&a, v, str_from(phrase), k);
    for (uint32_t i = 0; i < near.count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", STR_ARG(near.items[i].word));
    assert_string_equal(arena_str(&a, buf_str(&out)).ptr, expected);
    buf_release(&out);
    arena_release(&a);
}

static void test_nearest_words(void **state)
{
    struct vectors v = open_text(TOWNS);
    (void)state;
    check_nearest(&v, "new york", 1, "New_Delhi");
    check_nearest(&v, "new york", 3, "New_Delhi, _x_, State_of_the_art"); /* new, york: its words */
    check_nearest(&v, "NEW_DELHI", 9, "_x_, New_York, State_of_the_art, york, old");
    check_nearest(&v, "york new", 2, ""); /* not a phrase of the file */
    check_nearest(&v, "paris", 9, "");
    check_nearest(&v, "york", 0, "");
    vectors_close(&v);
    check_nearest(&v, "york", 1, "");
}

/* The vectors of rare words are read when they are asked for. They are not answers themselves. */
static void test_rare_words(void **state)
{
    (void)state;
    for (uint32_t frequent = 1; frequent <= 7; frequent++) {
        struct vectors all = open_text(TOWNS), v = open_keeping(TOWNS, frequent);
        assert_int_equal(v.frequent, frequent);
        assert_memory_equal(vectors_digest(&all).bytes, vectors_digest(&v).bytes, DIGEST_BYTES);
        for (uint32_t row = 0; row < all.words.count; row++) {
            struct arena a = {0};
            struct str word = vector_word(&all.words, row);
            struct vector_nears some = vectors_nearest(&a, &v, word, 9);
            struct vector_nears more = vectors_nearest(&a, &all, word, 9);
            uint32_t n = 0;
            for (uint32_t i = 0; i < more.count; i++)
                if (more.items[i].row < frequent) {
                    assert_int_equal(some.items[n].row, more.items[i].row);
                    assert_true(some.items[n].similarity == more.items[i].similarity);
                    n++;
                }
            assert_int_equal(some.count, n);
            arena_release(&a);
        }
        vectors_close(&v);
        vectors_close(&all);
    }
}

/* A rare word whose line is not there any more is unknown. */
static void test_rare_word_gone(void **state)
{
    static const char *const others[] = {"york 1 0 0\n", "york 1 0 0\nnex 0 1 0\nx 0 1 0\n",
                                         "york 1 0 0\nnew 0 x 0\nx 0 1 0\n", ""};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        struct arena a = {0};
        const char *path = write_text(&a, STR("york 1 0 0\nnew 0 1 0\nx 0 1 0\n"));
        struct vectors v = sure_open(path, &(struct vectors_options){.cache = "", .frequent = 1});
        check_nearest(&v, "new", 9, "york");
        FILE *f = fopen(path, "w"); /* in its place: file_write would leave the old one open */
        assert_non_null(f);
        fputs(others[i], f);
        assert_int_equal(fclose(f), 0);
        check_nearest(&v, "new", 9, "");
        vectors_close(&v);
        unlink(path);
        arena_release(&a);
    }
}

/* The best rows against all rows sorted */

static void put_random(struct buf *text, struct rng *r, uint32_t n, uint32_t dims)
{
    for (uint32_t i = 0; i < n; i++) {
        buf_printf(text, "w%u", i);
        for (uint32_t d = 0; d < dims; d++) /* few values, so that many are equally near */
            buf_printf(text, " %d", (int)rng_below(r, 5) - 2 + (d == 0 && i % 7 == 0));
        buf_putc(text, '\n');
    }
}

struct expected_row {
    float similarity;
    uint32_t row;
};

static int by_similarity(const void *a, const void *b)
{
    const struct expected_row *x = a, *y = b;
    if (x->similarity != y->similarity)
        return x->similarity > y->similarity ? -1 : 1;
    return x->row < y->row ? -1 : 1;
}

static float plain_dot(const float *a, const float *b, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += (double)a[i] * b[i];
    return (float)sum;
}

static void check_against_all(struct arena *a, const struct vectors *v, uint32_t asked, uint32_t k)
{
    uint32_t n = 0;
    const float *vector = v->rows + (size_t)asked * v->stride;
    struct expected_row *all = ARENA_ARRAY(a, struct expected_row, v->words.count);
    for (uint32_t i = 0; i < v->words.count; i++) {
        const float *row = v->rows + (size_t)i * v->stride;
        if (i != asked)
            all[n++] = (struct expected_row){row_dot(row, vector, v->stride), i};
        assert_float_equal(row_dot(row, vector, v->stride), plain_dot(row, vector, v->dims), 1e-5F);
    }
    qsort(all, n, sizeof *all, by_similarity);
    struct vector_nears near = vectors_nearest(a, v, vector_word(&v->words, asked), k);
    assert_int_equal(near.count, k < n ? k : n);
    for (uint32_t i = 0; i < near.count; i++) {
        assert_int_equal(near.items[i].row, all[i].row);
        assert_float_equal(near.items[i].similarity, all[i].similarity, 1e-6F);
        assert_true(near.items[i].similarity <= 1 && near.items[i].similarity >= -1);
        assert_true(str_eq(near.items[i].word, vector_word(&v->words, all[i].row)));
    }
}

static void test_nearest_exact(void **state)
{
    static const uint32_t dims[] = {1, 2, 3, 15, 16, 17, 50, 64, 300};
    struct rng r = rng_stream(3, STR("nearest"), 0);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(dims); i++) {
        struct arena a = {0};
        struct buf text = {0};
        put_random(&text, &r, 400, dims[i]);
        struct vectors v = open_text(buf_str(&text));
        for (uint32_t k = 0; k <= 450; k += k < 12 ? 1 : 73)
            check_against_all(&a, &v, (uint32_t)rng_below(&r, v.words.count), k);
        vectors_close(&v);
        buf_release(&text);
        arena_release(&a);
    }
}

/* Threads */

enum { ASKED = 64, NEAR = 7 };

struct asking_words {
    const struct vectors *v;
    uint32_t rows[ASKED][NEAR];
};

static void ask_word(void *ctx, uint32_t worker, uint32_t job)
{
    struct asking_words *t = ctx;
    struct arena a = {0};
    (void)worker;
    struct vector_nears near = vectors_nearest(&a, t->v, vector_word(&t->v->words, job), NEAR);
    for (uint32_t i = 0; i < near.count; i++)
        t->rows[job][i] = near.items[i].row;
    arena_release(&a);
}

static void test_threads(void **state)
{
    static struct asking_words one, four;
    struct rng r = rng_stream(4, STR("threads"), 0);
    struct buf text = {0};
    (void)state;
    put_random(&text, &r, 300, 20);
    struct vectors v = open_keeping(buf_str(&text), ASKED / 2); /* half are read from the text */
    struct asking_words *both[] = {&one, &four};
    for (uint32_t i = 0; i < 2; i++) {
        struct workers *w = workers_new(i ? 4 : 1);
        both[i]->v = &v;
        workers_start(w, ASKED, ask_word, both[i]);
        workers_wait(w);
        workers_free(w);
    }
    assert_memory_equal(one.rows, four.rows, sizeof one.rows);
    vectors_close(&v);
    buf_release(&text);
}

/* The cache */

/* A file of vectors, its cache, and what they say. */
struct cached {
    struct arena arena;
    const char *text, *folder, *cache;
    struct vectors_options options;
    struct str bytes; /* of the cache, as it should be */
    struct vectors_image_head head;
    struct vectors_image_places places;
};

enum { MAX_CACHE = 1 << 24, FREQUENT = 300 };

static struct str read_cache(struct cached *c)
{
    struct str bytes;
    struct err e;
    assert_int_equal(file_read(&c->arena, c->cache, MAX_CACHE, &bytes, &e), OK);
    return bytes;
}

static void write_cache(const struct cached *c, struct str bytes)
{
    int fd = open(c->cache, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes.ptr, bytes.len), bytes.len);
    assert_int_equal(close(fd), 0);
}

static void note_name(void *ctx, const char *name)
{
    struct cached *c = ctx;
    if (name[0] != '.')
        c->cache = arena_printf(&c->arena, "%s/%s", c->folder, name).ptr;
}

static int cached_set_up(void **state)
{
    struct cached *c = calloc(1, sizeof *c);
    struct rng r = rng_stream(5, STR("cache"), 0);
    struct buf text = {0};
    struct err e;
    put_random(&text, &r, 500, 20);
    buf_put(&text, STR("w1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n")); /* a word again */
    c->folder = arena_printf(&c->arena, "%s/cache", own_folder()).ptr;
    c->text = write_text(&c->arena, buf_str(&text));
    c->options = (struct vectors_options){.cache = c->folder, .frequent = FREQUENT};
    buf_release(&text);
    struct vectors v = sure_open(c->text, &c->options);
    assert_int_equal(v.cache_error.code, OK);
    assert_false(v.map.mapped); /* the first time */
    vectors_close(&v);
    assert_int_equal(path_list(c->folder, note_name, c, &e), OK);
    assert_non_null(c->cache);
    c->bytes = read_cache(c);
    memcpy(&c->head, c->bytes.ptr, sizeof c->head);
    c->places = vectors_image_places(&c->head);
    *state = c;
    return 0;
}

static int cached_tear_down(void **state)
{
    struct cached *c = *state;
    folder_remove(c->folder);
    unlink(c->text);
    arena_release(&c->arena);
    free(c);
    return 0;
}

static void check_same(const struct vectors *a, const struct vectors *b)
{
    assert_int_equal(a->words.count, b->words.count);
    assert_int_equal(a->dims, b->dims);
    assert_int_equal(a->stride, b->stride);
    assert_memory_equal(&a->skips, &b->skips, sizeof a->skips);
    assert_int_equal(a->frequent, b->frequent);
    assert_int_equal(a->longest, b->longest);
    assert_memory_equal(a->rows, b->rows, (size_t)a->frequent * a->stride * sizeof(float));
    assert_memory_equal(a->lines, b->lines, (size_t)(a->words.count - a->frequent) * 8);
    for (uint32_t i = 0; i < a->words.count; i++) {
        assert_true(str_eq(vector_word(&a->words, i), vector_word(&b->words, i)));
        assert_int_equal(find(a, vector_word(&b->words, i)), i);
        assert_int_equal(find(b, vector_word(&a->words, i)), i);
    }
}

/* Opening gives the right vectors, from the cache or not; afterwards the cache is right. */
static void check_open(struct cached *c, bool from_cache)
{
    struct vectors expected =
        sure_open(c->text, &(struct vectors_options){.cache = "", .frequent = c->options.frequent});
    struct vectors v = sure_open(c->text, &c->options);
    if (v.map.mapped != from_cache)
        fail_msg("the cache is%s used", from_cache ? " not" : "");
    check_same(&expected, &v);
    vectors_close(&v);
    v = sure_open(c->text, &c->options);
    assert_true(v.map.mapped);
    check_same(&expected, &v);
    vectors_close(&v);
    vectors_close(&expected);
}

static void test_cached(void **state)
{
    struct cached *c = *state;
    check_open(c, true);
    struct vectors v = sure_open(c->text, &c->options);
    assert_int_equal((uintptr_t)v.rows % ROW_ALIGNMENT, 0);
    assert_int_equal(v.skips.again, 1);
    vectors_close(&v);
    assert_true(str_eq(read_cache(c), c->bytes)); /* and was not written again */
    c->options.frequent = FREQUENT + 1;           /* other vectors are wanted than it has */
    check_open(c, false);
    c->options.frequent = 9999;
    check_open(c, false);
}

/* The cache with `len` bytes at `place` replaced. */
static char *damage(struct cached *c, size_t place, const void *bytes, size_t len)
{
    char *copy = (char *)arena_str(&c->arena, c->bytes).ptr;
    memcpy(copy + place, bytes, len);
    return copy;
}

/* One bit of each byte of head and words, one after the other. */
static void test_flipped(void **state)
{
    struct cached *c = *state;
    for (size_t i = 0; i < c->places.rows; i += i < sizeof c->head ? 1 : 97) {
        struct arena_mark mark = arena_mark(&c->arena);
        char flipped = (char)(c->bytes.ptr[i] ^ (1 << i % 8));
        write_cache(c, (struct str){damage(c, i, &flipped, 1), c->bytes.len});
        struct vectors v = sure_open(c->text, &c->options);
        bool padding = i >= c->places.words_end;
        if (v.map.mapped != padding)
            fail_msg("byte %zu", i);
        vectors_close(&v);
        arena_rewind(&c->arena, mark);
    }
    write_cache(c, c->bytes);
    check_open(c, true);
}

static void test_truncated(void **state)
{
    struct cached *c = *state;
    for (size_t len = 0; len < c->bytes.len; len += 4096) {
        write_cache(c, str_slice(c->bytes, 0, len));
        check_open(c, false);
    }
    size_t others[] = {1, sizeof c->head - 1, sizeof c->head, sizeof c->head + 1, c->bytes.len - 1};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        write_cache(c, str_slice(c->bytes, 0, others[i]));
        check_open(c, false);
    }
    char *longer = arena_zalloc(&c->arena, c->bytes.len + 64);
    memcpy(longer, c->bytes.ptr, c->bytes.len);
    write_cache(c, (struct str){longer, c->bytes.len + 64});
    check_open(c, false);
}

/* Write the cache with another head, whose hash is right. */
static void write_head(struct cached *c, struct vectors_image_head head)
{
    head.head_hash = vectors_head_hash(&head);
    write_cache(c, (struct str){damage(c, 0, &head, sizeof head), c->bytes.len});
}

/* Heads that somebody made: whole, and wrong. */
static void test_forged_heads(void **state)
{
    struct cached *c = *state;
    const struct vectors_image_head good = c->head;
    struct vectors_image_head bad[22];
    size_t n = 0;
#define FORGE(change) (bad[n] = good, (void)(bad[n].change), n++, assert_true(n <= COUNT_OF(bad)))
    FORGE(magic[0] ^= 1);
    FORGE(byte_order = 0x04030201);
    FORGE(version += 1);
    FORGE(version -= 1);
    FORGE(key.size += 1);
    FORGE(key.seconds += 1);
    FORGE(key.nanoseconds += 1);
    FORGE(key.content += 1);
    FORGE(count += 1);
    FORGE(count = 0);
    FORGE(count = UINT32_MAX);
    FORGE(frequent += 1);
    FORGE(frequent = UINT32_MAX);
    FORGE(dims = 0);
    FORGE(dims = 33);
    FORGE(dims = UINT32_MAX);
    FORGE(n_slots = 0);
    FORGE(n_slots -= 1);
    FORGE(words_size = UINT32_MAX);
    FORGE(words_size += 64);
    FORGE(longest = VECTORS_MAX_LINE + 1);
    FORGE(words_hash += 1);
#undef FORGE
    for (size_t i = 0; i < n; i++) {
        write_head(c, bad[i]);
        check_open(c, false);
    }
    write_head(c, good);
    check_open(c, true);
}

/* Write a forged cache, and make its hashes right. */
static void write_forged(struct cached *c, char *bytes, struct vectors_image_head h)
{
    struct vectors_image_places p = vectors_image_places(&h);
    h.words_hash = hash_bytes((struct str){bytes + p.lines, (size_t)(p.words_end - p.lines)});
    h.head_hash = vectors_head_hash(&h);
    memcpy(bytes, &h, sizeof h);
    write_cache(c, (struct str){bytes, (size_t)p.size});
}

/* Words whose hash is right, and whose places lead outside. */
static void test_forged_words(void **state)
{
    struct cached *c = *state;
    const struct vectors_image_head *h = &c->head;
    size_t starts = (size_t)c->places.starts, slots = (size_t)c->places.slots;
    const struct {
        size_t place;
        uint32_t value;
    } cases[] = {{starts, 1},
                 {starts + 4, 0},
                 {starts + 4, UINT32_MAX},
                 {starts + 40, (uint32_t)h->words_size + 1},
                 {starts + h->count * 4, (uint32_t)h->words_size + 1},
                 {starts + h->count * 4, 0},
                 {slots, h->count + 1},
                 {slots + 4, UINT32_MAX},
                 {slots + (h->n_slots - 1) * 4, h->count + 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_forged(c, damage(c, cases[i].place, &cases[i].value, 4), *h);
        check_open(c, false);
    }
}

/* Places of lines that lead anywhere: the word is unknown, or it is found there. */
static void test_forged_lines(void **state)
{
    struct cached *c = *state;
    const uint64_t places[] = {0, 1, 7000, 1 << 30, UINT64_MAX, INT64_MAX, INT64_MAX - 8};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        write_forged(c, damage(c, (size_t)c->places.lines, &places[i], 8), c->head);
        struct vectors v = sure_open(c->text, &c->options);
        assert_true(v.map.mapped);
        check_nearest(&v, "w300", 9, "");
        vectors_close(&v);
    }
}

/* All slots in use, of which each leads to some word: searching must end. */
static void test_full_slots(void **state)
{
    struct cached *c = *state;
    const struct vectors_image_head *h = &c->head;
    uint32_t *full = ARENA_ARRAY(&c->arena, uint32_t, h->n_slots);
    for (uint32_t i = 0; i < h->n_slots; i++)
        full[i] = 1 + i % h->count;
    write_forged(c, damage(c, (size_t)c->places.slots, full, (size_t)h->n_slots * 4), *h);
    struct vectors v = sure_open(c->text, &c->options);
    assert_true(v.map.mapped);
    assert_int_equal(find(&v, STR("absent")), VECTOR_NONE);
    vectors_close(&v);
}

/* A cache that is right in all but the number of its slots, of which the last are gone. */
static void write_with_slots(struct cached *c, uint32_t n_slots)
{
    struct vectors_image_head h = c->head;
    struct vectors_image_places old = c->places;
    h.n_slots = n_slots;
    struct vectors_image_places p = vectors_image_places(&h);
    char *bytes = arena_zalloc(&c->arena, (size_t)p.size);
    memcpy(bytes, c->bytes.ptr, (size_t)p.words);
    memcpy(bytes + p.words, c->bytes.ptr + old.words, h.words_size);
    memcpy(bytes + p.rows, c->bytes.ptr + old.rows, (size_t)(old.size - old.rows));
    write_forged(c, bytes, h);
}

static void test_wrong_slots(void **state)
{
    struct cached *c = *state;
    const uint32_t wrong[] = {0, 1, 256, c->head.n_slots - 1};
    write_with_slots(c, c->head.n_slots);
    assert_true(str_eq(read_cache(c), c->bytes));
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        write_with_slots(c, wrong[i]);
        check_open(c, false);
    }
}

/* Vectors are not checked, but do no harm. */
static void test_damaged_rows(void **state)
{
    struct cached *c = *state;
    float nan = NAN;
    struct arena a = {0};
    write_cache(
        c, (struct str){damage(c, (size_t)c->places.rows + 2 * 32 * 4, &nan, 4), c->bytes.len});
    struct vectors v = sure_open(c->text, &c->options);
    assert_true(v.map.mapped);
    assert_int_equal(v.stride, 32);
    assert_int_equal(vectors_nearest(&a, &v, STR("w2"), 10).count, 0); /* the damaged one */
    assert_int_equal(vectors_nearest(&a, &v, STR("w9"), 1000).count, FREQUENT - 2);
    vectors_close(&v);
    arena_release(&a);
}

/* Another text at the same path: of the same size, and at the same time. */
static void test_other_text(void **state)
{
    struct cached *c = *state;
    struct str text;
    struct err e;
    struct stat before;
    assert_int_equal(stat(c->text, &before), 0);
    assert_int_equal(file_read(&c->arena, c->text, MAX_CACHE, &text, &e), OK);
    char *other = (char *)arena_str(&c->arena, text).ptr;
    other[text.len - 2] = '7';
    write_text(&c->arena, (struct str){other, text.len});
    const struct timespec times[] = {before.st_atim, before.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, c->text, times, 0), 0);
    check_open(c, false);
    write_text(&c->arena, str_slice(text, 0, str_find(text, STR("\n"), 5000) + 1));
    check_open(c, false);
}

/* If there can be no cache the vectors are there all the same, and the reason is reported. */
static void test_no_place(void **state)
{
    struct cached *c = *state;
    struct vectors v, expected = sure_open(c->text, &NO_CACHE);
    assert_int_equal(expected.cache_error.code, OK);
    v = sure_open(c->text, &(struct vectors_options){.cache = "/nonexistent/a/b"});
    check_same(&expected, &v);
    assert_int_equal(v.cache_error.code, E_IO);
    vectors_close(&v);
    v = sure_open(c->text, &(struct vectors_options){.cache = c->text}); /* a file */
    check_same(&expected, &v);
    assert_int_equal(v.cache_error.code, E_IO);
    vectors_close(&v);
    assert_int_equal(unlink(c->cache), 0);
    assert_int_equal(mkfifo(c->cache, 0600), 0); /* and does not wait */
    c->options.frequent = 0;
    v = sure_open(c->text, &c->options);
    check_same(&expected, &v);
    assert_int_equal(v.cache_error.code, E_INPUT);
    vectors_close(&v);
    vectors_close(&expected);
}

/* Without a word about the cache it is the user's. */
static void test_users_folder(void **state)
{
    struct cached *c = *state;
    setenv("XDG_CACHE_HOME", arena_printf(&c->arena, "%s/home", c->folder).ptr, 1);
    c->options.cache = NULL;
    check_open(c, false);
    assert_int_equal(access(arena_printf(&c->arena, "%s/home/teql", c->folder).ptr, F_OK), 0);
}

/* The knowledge about words includes vectors, if they are given. */
static void test_knowledge(void **state)
{
    struct cached *c = *state;
    struct knowledge_sources sources = {.wordnet = "/nonexistent", .vectors = c->text};
    struct lexicon l;
    struct knowledge k;
    struct err e;
    setenv("XDG_CACHE_HOME", c->folder, 1);
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&k, &l, &sources, &e), OK);
    assert_int_equal(find(&k.vectors, STR("W7")), 7);
    knowledge_release(&k);
    sources.vectors = NULL;
    assert_int_equal(knowledge_load(&k, &l, &sources, &e), OK);
    assert_int_equal(find(&k.vectors, STR("W7")), VECTOR_NONE);
    knowledge_release(&k);
    sources.vectors = "/nonexistent";
    assert_int_equal(knowledge_load(&k, &l, &sources, &e), E_IO);
    lexicon_release(&l);
}

#define CACHED(test) cmocka_unit_test_setup_teardown(test, cached_set_up, cached_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_nearest_words),
        cmocka_unit_test(test_rare_words),
        cmocka_unit_test(test_rare_word_gone),
        cmocka_unit_test(test_nearest_exact),
        cmocka_unit_test(test_threads),
        CACHED(test_cached),
        CACHED(test_flipped),
        CACHED(test_truncated),
        CACHED(test_forged_heads),
        CACHED(test_forged_words),
        CACHED(test_forged_lines),
        CACHED(test_full_slots),
        CACHED(test_wrong_slots),
        CACHED(test_damaged_rows),
        CACHED(test_other_text),
        CACHED(test_no_place),
        CACHED(test_users_folder),
        CACHED(test_knowledge),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
