/* vectors_cache.c: head | lines | starts of words | slots | words | zeros | vectors. */
#include "lexicon/vectors/vectors_cache.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/os.h"
#include "lexicon/vectors/row.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum { VERSION = 2 };

static const uint32_t BYTE_ORDER_MARK = 0x01020304;
static const char MAGIC[8] = "teqlvec\n";

_Static_assert(sizeof(struct vectors_image_head) ==
                   offsetof(struct vectors_image_head, head_hash) + sizeof(uint64_t),
               "no gaps in the head");

/* Keys */

/* Read `size` bytes from `place` on, or as many as the file has there. */
static enum status read_at(int fd, const char *path, uint64_t place, char *to, size_t size,
                           size_t *out, struct err *e)
{
    for (*out = 0; *out < size;) {
        ssize_t n = pread(fd, to + *out, size - *out, (off_t)(place + *out));
        if (n < 0 && errno != EINTR)
            return err_io(e, path, "read");
        if (n == 0)
            break;
        *out += n > 0 ? (size_t)n : 0;
    }
    return OK;
}

/* Hash parts all over the file, the first and the last among them; all of a small file. */
static enum status hash_content(int fd, const char *path, uint64_t size, uint64_t *out,
                                struct err *e)
{
    enum { SAMPLE = 4096, N_SAMPLES = 64 };
    char bytes[SAMPLE];
    uint64_t last = size > SAMPLE ? size - SAMPLE : 0;
    bool all = size <= (uint64_t)SAMPLE * N_SAMPLES;
    *out = 0;
    for (uint64_t i = 0; i < N_SAMPLES; i++) {
        size_t len;
        uint64_t place = all ? i * SAMPLE : last / (N_SAMPLES - 1) * i;
        if (!all && i == N_SAMPLES - 1)
            place = last;
        TRY(read_at(fd, path, place, bytes, sizeof bytes, &len, e));
        *out = hash_combine(*out, hash_bytes((struct str){bytes, len}));
    }
    return OK;
}

enum status vectors_key_read(int fd, const char *path, struct vectors_key *out, struct err *e)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return err_io(e, path, "look at it");
    if (!S_ISREG(st.st_mode)) {
        err_set(e, E_INPUT, "is not a file");
        return err_in_file(e, path);
    }
    struct timespec written = os_written(&st);
    *out = (struct vectors_key){(uint64_t)st.st_size, written.tv_sec, written.tv_nsec, 0};
    return hash_content(fd, path, out->size, &out->content, e);
}

/* Images */

uint64_t vectors_head_hash(const struct vectors_image_head *head)
{
    return hash_bytes(
        (struct str){(const char *)head, offsetof(struct vectors_image_head, head_hash)});
}

struct vectors_image_places vectors_image_places(const struct vectors_image_head *head)
{
    struct vectors_image_places p = {.lines = sizeof *head};
    p.starts = p.lines + (uint64_t)(head->count - head->frequent) * sizeof(uint64_t);
    p.slots = p.starts + ((uint64_t)head->count + 1) * sizeof(uint32_t);
    p.words = p.slots + (uint64_t)head->n_slots * sizeof(uint32_t);
    p.words_end = p.words + head->words_size;
    p.rows = (p.words_end + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    p.size = p.rows + (uint64_t)head->frequent * row_stride(head->dims) * sizeof(float);
    return p;
}

static struct str words_of(const char *image, const struct vectors_image_places *p)
{
    return (struct str){image + p->lines, (size_t)(p->words_end - p->lines)};
}

/* Use what is in the image. */
static void use_image(struct vectors *v, char *image)
{
    const struct vectors_image_head *h = (const void *)image;
    struct vectors_image_places p = vectors_image_places(h);
    v->words = (struct vector_words){.bytes = image + p.words,
                                     .starts = (uint32_t *)(void *)(image + p.starts),
                                     .slots = (uint32_t *)(void *)(image + p.slots),
                                     .count = h->count,
                                     .n_slots = h->n_slots};
    v->rows = (float *)(void *)(image + p.rows);
    v->lines = (uint64_t *)(void *)(image + p.lines);
    v->dims = h->dims;
    v->stride = row_stride(h->dims);
    v->frequent = h->frequent;
    v->longest = h->longest;
    v->skips = h->skips;
}

static void put_array(char *image, uint64_t place, const void *array, uint64_t end)
{
    if (end > place)
        memcpy(image + place, array, (size_t)(end - place));
}

void vectors_image_make(struct vectors *v, const struct vectors_key *key)
{
    struct vectors_image_head h = {.byte_order = BYTE_ORDER_MARK,
                                   .version = VERSION,
                                   .key = *key,
                                   .count = v->words.count,
                                   .frequent = v->frequent,
                                   .dims = v->dims,
                                   .n_slots = v->words.n_slots,
                                   .words_size = v->words.starts[v->words.count],
                                   .longest = v->longest,
                                   .skips = v->skips};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    struct vectors_image_places p = vectors_image_places(&h);
    char *image = v->heap = mem_alloc((size_t)p.size);
    put_array(image, p.lines, v->lines, p.starts);
    put_array(image, p.starts, v->words.starts, p.slots);
    put_array(image, p.slots, v->words.slots, p.words);
    put_array(image, p.words, v->words.bytes, p.words_end);
    memset(image + p.words_end, 0, (size_t)(p.rows - p.words_end));
    put_array(image, p.rows, v->rows, p.size);
    h.words_hash = hash_bytes(words_of(image, &p));
    h.head_hash = vectors_head_hash(&h);
    memcpy(image, &h, sizeof h);
    vector_words_release(&v->words);
    free(v->lines);
    free(v->rows);
    use_image(v, image);
}

struct str vectors_image(const struct vectors *v)
{
    return (struct str){v->heap, (size_t)vectors_image_places((const void *)v->heap).size};
}

/* Mapping */

/* Is it ours, of this machine and this version, undamaged, and of that text? */
static bool is_head_of(const struct vectors_image_head *h, const struct vectors_key *key)
{
    return memcmp(h->magic, MAGIC, sizeof MAGIC) == 0 && h->byte_order == BYTE_ORDER_MARK &&
           h->version == VERSION && h->head_hash == vectors_head_hash(h) &&
           memcmp(&h->key, key, sizeof *key) == 0;
}

/* Do its sizes follow from each other? Bounds come first, so that no sum overflows. */
static bool is_sized(const struct vectors_image_head *h, uint32_t frequent, size_t size)
{
    return h->count > 0 && h->count <= INT32_MAX &&
           h->frequent == (h->count < frequent ? h->count : frequent) && h->dims > 0 &&
           h->dims <= VECTORS_MAX_DIMS && h->n_slots > h->count &&
           (h->n_slots & (h->n_slots - 1)) == 0 && h->longest <= VECTORS_MAX_LINE &&
           vectors_image_places(h).size == size;
}

static bool use_map(struct vectors *v, const struct vectors_key *key, uint32_t frequent)
{
    char *image = (char *)v->map.text.ptr; /* nobody writes to it */
    const struct vectors_image_head *h = (const void *)image;
    if (!v->map.mapped || v->map.text.len < sizeof *h || !is_head_of(h, key) ||
        !is_sized(h, frequent, v->map.text.len))
        return false;
    struct vectors_image_places p = vectors_image_places(h);
    if (hash_bytes(words_of(image, &p)) != h->words_hash)
        return false;
    use_image(v, image);
    return vector_words_sound(&v->words, h->words_size);
}

bool vectors_cache_map(struct vectors *v, const char *path, const struct vectors_key *key,
                       uint32_t frequent)
{
    struct err ignored;
    if (file_expect_regular(path, &ignored) != OK ||
        mapped_file_open(&v->map, path, SIZE_MAX, &ignored) != OK)
        return false;
    if (use_map(v, key, frequent))
        return true;
    mapped_file_close(&v->map);
    *v = (struct vectors){.text = v->text};
    return false;
}
