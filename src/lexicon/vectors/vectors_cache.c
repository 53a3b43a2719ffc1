/* vectors_cache.c: head | starts of words | slots | words | zeros | rows. */
#include "lexicon/vectors/vectors_cache.h"

#include "base/file.h"
#include "base/hash.h"
#include "lexicon/vectors/row.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    VERSION = 1,
    ROWS_ALIGNMENT = 4096, /* a page */
    SAMPLE = 4096,         /* bytes */
    N_SAMPLES = 64
};

static const uint32_t BYTE_ORDER_MARK = 0x01020304;
static const char MAGIC[8] = "teqlvec\n";

_Static_assert(sizeof(struct vectors_cache_head) ==
                   offsetof(struct vectors_cache_head, head_hash) + sizeof(uint64_t),
               "no gaps in the head");

/* Keys */

/* Hash `N_SAMPLES` parts, the first and the last among them. */
static enum status hash_content(const struct vector_file *file, uint64_t *out, struct err *e)
{
    char bytes[SAMPLE];
    uint64_t last = file->size > SAMPLE ? file->size - SAMPLE : 0;
    bool all = file->size <= (uint64_t)SAMPLE * N_SAMPLES;
    enum status status = OK;
    *out = 0;
    for (uint64_t i = 0; i < N_SAMPLES && status == OK; i++) {
        size_t len;
        uint64_t place = all ? i * SAMPLE : last / (N_SAMPLES - 1) * i;
        if (!all && i == N_SAMPLES - 1)
            place = last;
        status = vector_file_read(file, place, bytes, sizeof bytes, &len, e);
        *out = hash_combine(*out, hash_bytes((struct str){bytes, len}));
    }
    return status;
}

enum status vectors_key_read(const struct vector_file *file, struct vectors_key *out, struct err *e)
{
    struct stat st;
    if (fstat(file->fd, &st) != 0)
        return err_io(e, file->path, "look at it");
    if ((uint64_t)st.st_size != file->size)
        return vector_file_changed(file, e);
    *out = (struct vectors_key){
        .size = file->size, .seconds = st.st_mtim.tv_sec, .nanoseconds = st.st_mtim.tv_nsec};
    return hash_content(file, &out->content, e);
}

/* Heads */

uint64_t vectors_cache_hash(const struct vectors_cache_head *head)
{
    return hash_bytes(
        (struct str){(const char *)head, offsetof(struct vectors_cache_head, head_hash)});
}

static size_t starts_size(const struct vectors_cache_head *h)
{
    return ((size_t)h->count + 1) * sizeof(uint32_t);
}

static size_t slots_size(const struct vectors_cache_head *h)
{
    return (size_t)h->n_slots * sizeof(uint32_t);
}

/* Where the words end. */
static uint64_t words_end(const struct vectors_cache_head *h)
{
    return sizeof *h + starts_size(h) + slots_size(h) + h->words_size;
}

static uint64_t rows_place(const struct vectors_cache_head *h)
{
    return (words_end(h) + ROWS_ALIGNMENT - 1) / ROWS_ALIGNMENT * ROWS_ALIGNMENT;
}

static uint64_t file_size(const struct vectors_cache_head *h)
{
    return rows_place(h) + (uint64_t)h->count * h->stride * sizeof(float);
}

/* Is it ours, of this machine and this version, undamaged, and of that text? */
static bool is_head_of(const struct vectors_cache_head *h, const struct vectors_key *key)
{
    return memcmp(h->magic, MAGIC, sizeof MAGIC) == 0 && h->byte_order == BYTE_ORDER_MARK &&
           h->version == VERSION && h->head_hash == vectors_cache_hash(h) &&
           memcmp(&h->key, key, sizeof *key) == 0;
}

/* Do its sizes follow from each other? Bounds come first, so that no sum overflows. */
static bool is_sized(const struct vectors_cache_head *h, uint64_t size)
{
    return h->count > 0 && h->count <= INT32_MAX && h->dims > 0 && h->dims <= VECTORS_MAX_DIMS &&
           h->stride == row_stride(h->dims) && h->n_slots > h->count &&
           (h->n_slots & (h->n_slots - 1)) == 0 && h->words_size <= UINT32_MAX &&
           h->rows_place == rows_place(h) && h->file_size == file_size(h) && h->file_size == size;
}

/* Mapping */

/* Use what lies in the map, once the head is right. False where the rest is not. */
static bool use_map(struct vectors *v, const struct vectors_cache_head *h)
{
    char *bytes = v->map;
    char *starts = bytes + sizeof *h, *slots = starts + starts_size(h);
    struct str words = {starts, (size_t)(words_end(h) - sizeof *h)};
    if (hash_bytes(words) != h->words_hash)
        return false;
    v->words = (struct vector_words){.bytes = slots + slots_size(h),
                                     .starts = (uint32_t *)(void *)starts,
                                     .slots = (uint32_t *)(void *)slots,
                                     .count = h->count,
                                     .n_slots = h->n_slots};
    v->rows = (float *)(void *)(bytes + h->rows_place);
    v->dims = h->dims;
    v->stride = h->stride;
    v->skips = h->skips;
    return vector_words_sound(&v->words, h->words_size);
}

static bool map_file(struct vectors *v, int fd, const struct vectors_key *key)
{
    struct stat st;
    const struct vectors_cache_head *h;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size < (off_t)sizeof *h)
        return false;
    void *map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        return false;
    h = map;
    *v = (struct vectors){.map = map, .map_size = (size_t)st.st_size};
    if (is_head_of(h, key) && is_sized(h, (uint64_t)st.st_size) && use_map(v, h))
        return true;
    vectors_close(v);
    return false;
}

bool vectors_cache_map(struct vectors *v, const char *path, const struct vectors_key *key)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for a writer */
    if (fd < 0)
        return false;
    bool mapped = map_file(v, fd, key);
    close(fd);
    return mapped;
}

/* Writing */

static struct vectors_cache_head make_head(const struct vectors *v, const struct vectors_key *key)
{
    struct vectors_cache_head h = {.byte_order = BYTE_ORDER_MARK,
                                   .version = VERSION,
                                   .key = *key,
                                   .count = v->words.count,
                                   .dims = v->dims,
                                   .stride = v->stride,
                                   .n_slots = v->words.n_slots,
                                   .words_size = v->words.starts[v->words.count],
                                   .skips = v->skips};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    h.rows_place = rows_place(&h);
    h.file_size = file_size(&h);
    return h;
}

/* Head, words and the zeros up to the rows: what comes before the rows. */
static char *make_front(const struct vectors *v, const struct vectors_key *key,
                        struct vectors_cache_head *h)
{
    *h = make_head(v, key);
    char *front = mem_alloc((size_t)h->rows_place), *at = front + sizeof *h;
    memset(front, 0, (size_t)h->rows_place);
    memcpy(at, v->words.starts, starts_size(h));
    memcpy(at + starts_size(h), v->words.slots, slots_size(h));
    memcpy(at + starts_size(h) + slots_size(h), v->words.bytes, (size_t)h->words_size);
    h->words_hash = hash_bytes((struct str){at, (size_t)(words_end(h) - sizeof *h)});
    h->head_hash = vectors_cache_hash(h);
    memcpy(front, h, sizeof *h);
    return front;
}

enum status vectors_cache_write(const struct vectors *v, const char *path,
                                const struct vectors_key *key, struct err *e)
{
    struct out_file f;
    struct vectors_cache_head h;
    enum status status =
        file_expect_no_link(path, e); /* nor a pipe, which would wait for a reader */
    if (status == OK)
        status = out_file_open(&f, path, e);
    if (status)
        return status;
    char *front = make_front(v, key, &h);
    status = out_file_write(&f, (struct str){front, (size_t)h.rows_place}, e);
    if (status == OK)
        status = out_file_write(
            &f, (struct str){(const char *)v->rows, (size_t)(h.file_size - h.rows_place)}, e);
    free(front);
    if (status == OK)
        return out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}
