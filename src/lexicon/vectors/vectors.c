/* vectors.c: opening a file of vectors, and asking for the words nearest to another. */
#include "lexicon/vectors/vectors.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/folder.h"
#include "lexicon/vectors/row.h"
#include "lexicon/vectors/vectors_cache.h"
#include "lexicon/vectors/vectors_text.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Opening */

/* The name of the cache says only which file it is of, so a file that changes has one cache, not
 * many. NULL if there shall be none. */
static enum status find_cache(struct arena *a, const char *path, const char **folder,
                              const char **out, struct err *e)
{
    const char *absolute;
    char hex[DIGEST_HEX + 1];
    if (!*folder)
        *folder = cache_folder(a);
    *out = NULL;
    if (!*folder || !**folder)
        return OK;
    TRY(file_absolute_in(a, path, &absolute, e));
    digest_hex(digest_of(str_from(absolute ? absolute : path)), hex);
    *out = arena_printf(a, "%s/vectors-%s", *folder, hex).ptr;
    return OK;
}

static enum status write_cache(const struct vectors *v, const char *folder, const char *cache,
                               struct err *e)
{
    TRY(cache_folder_make(folder, e));
    TRY(file_expect_no_link(cache, e)); /* nor a pipe, which would wait for a reader */
    return file_write(cache, vectors_image(v), e);
}

/* A text that others change while it is read may be half old and half new. */
static enum status expect_unchanged(int fd, const char *path, const struct vectors_key *key,
                                    struct err *e)
{
    struct vectors_key after;
    TRY(vectors_key_read(fd, path, &after, e));
    if (memcmp(key, &after, sizeof after) == 0)
        return OK;
    err_set(e, E_IO, "changed while it was read");
    return err_in_file(e, path);
}

static enum status load_vectors(struct vectors *v, const char *path,
                                const struct vectors_options *o, struct arena *scratch,
                                struct err *e)
{
    const char *folder = o->cache, *cache;
    uint32_t frequent = o->frequent ? o->frequent : VECTORS_FREQUENT;
    struct vectors_key key;
    TRY(vectors_key_read(v->text, path, &key, e));
    TRY(find_cache(scratch, path, &folder, &cache, e));
    if (cache && vectors_cache_map(v, cache, &key, frequent))
        return OK;
    TRY(vectors_text_read(v, path, key.size, frequent, o->watch, e));
    vectors_image_make(v, &key);
    TRY(expect_unchanged(v->text, path, &key, e));
    /* A cache only saves time, so the vectors are used without it too. */
    if (cache && write_cache(v, folder, cache, &v->cache_error) == OK)
        v->cache_error = (struct err){0};
    return OK;
}

enum status vectors_open(struct vectors *v, const char *path, const struct vectors_options *o,
                         struct err *e)
{
    struct arena scratch = {0};
    *v = (struct vectors){.text = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (v->text < 0)
        return err_io(e, path, "open");
    enum status status = load_vectors(v, path, o, &scratch, e);
    if (status)
        vectors_close(v);
    arena_release(&scratch);
    return status;
}

void vectors_close(struct vectors *v)
{
    if (v->text > 0)
        close(v->text);
    free(v->heap);
    mapped_file_close(&v->map);
    *v = (struct vectors){0};
}

/* What was read */

struct str vectors_remark(struct arena *a, const struct vectors *v)
{
    const struct {
        uint32_t count;
        const char *one, *many;
    } parts[] = {
        {v->skips.again, "word that came before", "words that came before"},
        {v->skips.variants, "word that differs from another in case only",
         "words that differ from others in case only"},
        {v->skips.zeros, "vector of zeros", "vectors of zeros"},
        {v->skips.unusable, "unreadable word", "unreadable words"},
    };
    struct buf out = {0};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (parts[i].count)
            buf_printf(&out, "%s%u %s", out.len ? ", " : "left out: ", parts[i].count,
                       parts[i].count == 1 ? parts[i].one : parts[i].many);
    return buf_keep(&out, a);
}

/* Read the vector of a rare word from the text, in `a`. NULL if its line is not there any more. */
static const float *read_vector(struct arena *a, const struct vectors *v, uint32_t row)
{
    char *line = arena_alloc(a, v->longest);
    float *out = arena_zalloc(a, v->stride * sizeof *out);
    ssize_t len = pread(v->text, line, v->longest, (off_t)v->lines[row - v->frequent]);
    struct str rest = {line, len > 0 ? (size_t)len : 0}, word;
    enum vector_line_kind kind;
    struct err ignored;
    enum status status =
        vector_line_read(str_split(&rest, '\n'), v->dims, &kind, &word, out, &ignored);
    bool found =
        status == OK && kind == VECTOR_LINE_ROW && str_eq(word, vector_word(&v->words, row));
    return found ? out : NULL;
}

static const float *vector_of(struct arena *a, const struct vectors *v, uint32_t row)
{
    return row < v->frequent ? v->rows + (size_t)row * v->stride : read_vector(a, v, row);
}

/* Add `n` numbers of 32 bits, each as four bytes, the lowest first, whatever the machine's order.
 */
static void add_numbers(struct digester *d, struct arena *scratch, const void *numbers, uint32_t n)
{
    enum { SIZE = 4 };
    char *bytes = arena_alloc(scratch, (size_t)n * SIZE + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number;
        memcpy(&number, (const char *)numbers + (size_t)i * SIZE, SIZE);
        for (uint32_t b = 0; b < SIZE; b++)
            bytes[(size_t)i * SIZE + b] = (char)(number >> 8 * b);
    }
    digest_add(d, (struct str){bytes, (size_t)n * SIZE});
}

struct digest vectors_digest(const struct vectors *v)
{
    enum { SAMPLES = 1024 };
    uint32_t n = v->words.count < SAMPLES ? v->words.count : SAMPLES;
    struct arena scratch = {0};
    struct digester d;
    digest_begin(&d);
    add_numbers(&d, &scratch, (const uint32_t[]){v->words.count, v->dims}, 2);
    for (uint32_t i = 0; i < n; i++) {
        const float *row = vector_of(&scratch, v, (uint32_t)((uint64_t)v->words.count * i / n));
        add_numbers(&d, &scratch, row, row ? v->dims : 0);
        arena_clear(&scratch);
    }
    arena_release(&scratch);
    return digest_end(&d);
}

/* Neighbours */

/* Put it in its place among the best, of which there is room for `k`. Equal ones stay in the order
 * in which they come. */
static void offer_near(struct vector_nears *best, uint32_t k, struct vector_near item)
{
    uint32_t i = best->count < k ? best->count++ : k - 1;
    for (; i > 0 && best->items[i - 1].similarity < item.similarity; i--)
        best->items[i] = best->items[i - 1];
    best->items[i] = item;
}

struct vector_nears vectors_nearest(struct arena *a, const struct vectors *v, struct str phrase,
                                    uint32_t k)
{
    struct vector_nears best = {0};
    uint32_t asked = vector_words_find(&v->words, phrase);
    const float *vector = asked == VECTOR_NONE ? NULL : vector_of(a, v, asked);
    k = k < v->frequent ? k : v->frequent;
    if (!vector || k == 0)
        return best;
    best.items = ARENA_ARRAY(a, struct vector_near, k);
    for (uint32_t row = 0; row < v->frequent; row++) {
        float similarity = row_dot(v->rows + (size_t)row * v->stride, vector, v->stride);
        struct str word = vector_word(&v->words, row);
        if (isnan(similarity) || /* which only a damaged cache gives */
            (best.count == k && similarity <= best.items[k - 1].similarity) ||
            vector_word_is_in(word, phrase))
            continue;
        offer_near(&best, k, (struct vector_near){word, similarity, row});
    }
    for (uint32_t i = 0; i < best.count; i++) /* rounding may give a little more */
        best.items[i].similarity = fmaxf(-1, fminf(1, best.items[i].similarity));
    return best;
}
