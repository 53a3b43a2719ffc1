/* fuzz_vectors.c: any bytes as a file of vectors; and, after a form feed, as the words of its
 * cache, whose hashes are made right. What is accepted can be asked. The first byte says how many
 * words are frequent. */
#include "base/file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/path.h"
#include "input.h"
#include "lexicon/vectors/row.h"
#include "lexicon/vectors/vectors_cache.h"

#include <math.h>

enum { MAX_ASKED = 6, NEAR = 5, MAX_FILE = 1 << 24 };

static void check_rows(const struct vectors *v)
{
    require(v->words.count > 0 && v->dims > 0 && v->stride == row_stride(v->dims));
    for (uint32_t i = 0; i < v->words.count; i++) {
        const float *row = v->rows + (size_t)i * v->stride;
        require(i >= v->frequent || fabsf(row_dot(row, row, v->stride) - 1) < 1e-4F);
        require(vector_words_find(&v->words, vector_word(&v->words, i)) == i);
    }
}

static void ask(struct arena *a, const struct vectors *v)
{
    for (uint32_t i = 0; i < v->words.count && i < MAX_ASKED; i++) {
        struct str word = vector_word(&v->words, i);
        struct vector_nears near = vectors_nearest(a, v, word, NEAR);
        require(near.count <= NEAR);
        for (uint32_t k = 0; k < near.count; k++) {
            require(near.items[k].row < v->frequent);
            require(k == 0 || near.items[k].similarity <= near.items[k - 1].similarity);
        }
    }
    vectors_remark(a, v);
}

/* With all vectors kept: the same words and skips, or the same error. */
static void compare(const char *path, const struct vectors *v, enum status status,
                    const struct err *e)
{
    struct vectors whole;
    struct err other;
    require(vectors_open(&whole, path, &(struct vectors_options){.cache = ""}, &other) == status);
    if (status) {
        require(strcmp(e->msg, other.msg) == 0 && e->line == other.line);
        return;
    }
    require(whole.words.count == v->words.count && whole.dims == v->dims);
    require(memcmp(&whole.skips, &v->skips, sizeof v->skips) == 0);
    require(memcmp(whole.words.starts, v->words.starts, ((size_t)v->words.count + 1) * 4) == 0);
    require(memcmp(whole.rows, v->rows, (size_t)v->frequent * v->stride * sizeof(float)) == 0);
    require(digest_eq(vectors_digest(&whole), vectors_digest(v)));
    vectors_close(&whole);
}

struct cache_name {
    struct arena *a;
    const char *folder, *path;
};

static void note(void *ctx, const char *name)
{
    struct cache_name *c = ctx;
    if (name[0] != '.')
        c->path = arena_printf(c->a, "%s/%s", c->folder, name).ptr;
}

/* Put `bytes` where the cache has its words, or its rows, and make it look right again. */
static void forge(struct arena *a, const char *path, struct str bytes)
{
    struct str cache;
    struct err e;
    struct vectors_image_head h;
    require(file_read(a, path, MAX_FILE, &cache, &e) == OK);
    char *at = (char *)cache.ptr;
    memcpy(&h, at, sizeof h);
    size_t room = cache.len - sizeof h;
    memcpy(at + sizeof h, bytes.ptr, bytes.len < room ? bytes.len : room);
    size_t words = (size_t)vectors_image_places(&h).words_end - sizeof h;
    h.words_hash = hash_bytes((struct str){at + sizeof h, words});
    h.head_hash = vectors_head_hash(&h);
    memcpy(at, &h, sizeof h);
    require(file_write(path, cache, &e) == OK);
}

static void try_cache(struct arena *a, const char *path, struct str bytes)
{
    struct cache_name name = {a, input_subfolder(a, "cache"), NULL};
    struct vectors_options o = {.cache = name.folder, .frequent = 1};
    struct vectors v;
    struct err e;
    require(vectors_open(&v, path, &o, &e) == OK && !v.map.mapped && v.cache_error.code == OK);
    vectors_close(&v);
    require(path_list(name.folder, note, &name, &e) == OK && name.path);
    forge(a, name.path, bytes);
    require(vectors_open(&v, path, &o, &e) == OK);
    ask(a, &v);
    vectors_close(&v);
    folder_remove(name.folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct vectors v;
    struct err e;
    if (size == 0)
        return 0;
    struct vectors_options o = {.cache = "", .frequent = 1 + data[0] % 64};
    rest = str_slice(rest, 1, rest.len);
    struct str text = input_part(&rest);
    const char *path = input_file(&a, "vectors.txt", text);
    enum status status = vectors_open(&v, path, &o, &e);
    compare(path, &v, status, &e);
    if (status == OK) {
        check_rows(&v);
        ask(&a, &v);
        vectors_close(&v);
        if (rest.ptr)
            try_cache(&a, path, rest);
    } else {
        require(e.code == E_INPUT || e.code == E_SYNTAX || e.code == E_LIMIT);
    }
    arena_release(&a);
    return 0;
}
