/* vectors_text.c: slices of a file, read side by side.
 *
 * A slice is so many bytes of the file, and has the lines that begin in it. It is looked through
 * twice. First the lines are counted. So each slice knows the number of its first line, for
 * messages, and where its rows belong; then they are parsed to where they will stay. Last, words
 * are entered one by one, in the order of the file, since the first of two equal ones counts.
 *
 * The file is read, not mapped: it may be cut short by others meanwhile, and a map would then end
 * the process. */
#include "lexicon/vectors/vectors_text.h"

#include "base/buf.h"
#include "base/number.h"
#include "base/workers.h"
#include "lexicon/vectors/row.h"
#include "lexicon/vectors/vector_line.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    LINE_LIMIT = 1 << 20, /* bytes: 4,096 numbers of 250 */
    SLICE = 4 << 20,
    SLICES_MAX = 1 << 16, /* of a larger file slices are larger */
    STEP = 1 << 16        /* by which a slice reads on to the end of its last line */
};

struct file_slice {
    uint64_t begin, end;
    uint32_t n_lines, n_rows;       /* that it has; that it may have at most */
    uint32_t first_line, first_row; /* from 0 */
    uint32_t at_line;               /* while it is read, from 1 */
    uint32_t filled;                /* rows */
    struct buf words;               /* of these, a line each */
    struct vector_skips skips;
    struct err *error; /* heap; NULL for none */
};

/* Memory of one worker. */
struct slice_buffer {
    char *bytes;
    size_t cap;
    float row[VECTORS_MAX_DIMS]; /* being read; zeros behind it */
};

struct slice_team {
    const struct vector_file *file;
    struct vector_head head;
    uint64_t begin; /* of the lines, behind a head and a byte order mark */
    uint32_t stride;
    float *rows;
    struct file_slice *slices;
    uint32_t n_slices, n_workers;
    struct slice_buffer *buffers; /* by worker */
    struct workers *workers;
    const struct read_watch *watch;
    atomic_uint failed; /* the first slice that did, n_slices for none */
};

enum status vector_file_read(const struct vector_file *file, uint64_t place, char *to, size_t size,
                             size_t *out, struct err *e)
{
    *out = 0;
    if (place >= file->size)
        return OK;
    if (size > file->size - place) /* what was added meanwhile is not ours */
        size = (size_t)(file->size - place);
    while (*out < size) {
        ssize_t n = pread(file->fd, to + *out, size - *out, (off_t)(place + *out));
        if (n < 0 && errno != EINTR)
            return err_io(e, file->path, "read");
        if (n == 0)
            break;
        *out += n > 0 ? (size_t)n : 0;
    }
    return OK;
}

enum status vector_file_changed(const struct vector_file *file, struct err *e)
{
    err_set(e, E_IO, "changed while it was read");
    err_in_file(e, file->path);
    return E_IO;
}

/* Lines of a slice */

static void make_room(struct slice_buffer *b, size_t size)
{
    if (b->cap < size)
        b->bytes = mem_resize(b->bytes, b->cap = size);
}

/* Read a slice, from the byte before it to the end of the line that it ends in. No further than a
 * line may be long. A newline stands behind what was read. */
static enum status read_slice(const struct slice_team *t, const struct file_slice *s,
                              struct slice_buffer *b, struct str *out, struct err *e)
{
    uint64_t from = s->begin > t->begin ? s->begin - 1 : s->begin;
    size_t len, more, size = (size_t)(s->end - from);
    make_room(b, size + 1);
    enum status status = vector_file_read(t->file, from, b->bytes, size, &len, e);
    for (size_t past = 0; status == OK && len == size && b->bytes[len - 1] != '\n'; size = len) {
        if (past > LINE_LIMIT)
            break;
        make_room(b, len + STEP + 1);
        status = vector_file_read(t->file, from + len, b->bytes + len, STEP, &more, e);
        const char *newline = memchr(b->bytes + len, '\n', more);
        size_t wanted = newline ? (size_t)(newline - (b->bytes + len)) + 1 : more;
        len += wanted;
        past += wanted;
        if (more < STEP)
            break;
    }
    b->bytes[len] = '\n';
    *out = (struct str){b->bytes, len};
    return status;
}

typedef enum status slice_line(struct slice_team *t, struct file_slice *s, struct slice_buffer *b,
                               struct str line, struct err *e);

/* Call `each` with the lines that begin in the slice, without their newlines. */
static enum status each_line(struct slice_team *t, struct file_slice *s, struct slice_buffer *b,
                             slice_line *each, struct err *e)
{
    struct str text;
    enum status status = read_slice(t, s, b, &text, e);
    bool inside = s->begin > t->begin; /* then a line begins behind the first newline */
    size_t at = 0, stop = (size_t)(s->end - s->begin) + (inside ? 1 : 0);
    if (status == OK && inside)
        at = str_find(text, STR("\n"), 0) + 1;
    while (status == OK && at < stop && at < text.len) {
        const char *newline = memchr(text.ptr + at, '\n', text.len - at);
        size_t end = newline ? (size_t)(newline - text.ptr) : text.len;
        status = each(t, s, b, str_slice(text, at, end), e);
        at = end + 1;
    }
    return status;
}

static enum status count_line(struct slice_team *t, struct file_slice *s, struct slice_buffer *b,
                              struct str line, struct err *e)
{
    (void)b;
    (void)e;
    s->n_lines++;
    s->n_rows += line.len >= 2 * (size_t)t->head.dims; /* a blank and a digit for each number */
    return OK;
}

static enum status keep_line(struct slice_team *t, struct file_slice *s, struct slice_buffer *b,
                             struct str line, struct err *e)
{
    enum vector_line_kind kind;
    struct str word;
    s->at_line++;
    if (line.len > LINE_LIMIT)
        return err_set(e, E_LIMIT, "line longer than %d bytes", LINE_LIMIT);
    enum status status = vector_line_read(line, t->head.dims, &kind, &word, b->row, e);
    if (status)
        return status;
    s->skips.zeros += kind == VECTOR_LINE_ZERO;
    s->skips.unusable += kind == VECTOR_LINE_UNUSABLE;
    if (kind != VECTOR_LINE_ROW)
        return OK;
    if (s->filled == s->n_rows)
        return vector_file_changed(t->file, e);
    float *row = t->rows + ((size_t)s->first_row + s->filled++) * t->stride;
    memcpy(row, b->row, t->stride * sizeof *row);
    buf_put(&s->words, word);
    buf_putc(&s->words, '\n');
    return OK;
}

/* All slices */

/* Whether an earlier slice failed: then nobody wants this one. A later one may have, and then it is
 * the error of this one that counts. */
static bool is_given_up(struct slice_team *t, uint32_t slice)
{
    return atomic_load(&t->failed) < slice;
}

static void note_failure(struct slice_team *t, uint32_t slice, const struct err *e)
{
    unsigned first = atomic_load(&t->failed);
    t->slices[slice].error = mem_alloc(sizeof *e);
    *t->slices[slice].error = *e;
    while (slice < first && !atomic_compare_exchange_weak(&t->failed, &first, slice))
        continue;
}

static void do_slice(struct slice_team *t, uint32_t worker, uint32_t job, slice_line *each)
{
    struct file_slice *s = &t->slices[job];
    struct err e;
    if (is_given_up(t, job))
        return;
    enum status status = each_line(t, s, &t->buffers[worker], each, &e);
    if (status == OK)
        status = read_watch_more(t->watch, s->end - s->begin, &e);
    if (status)
        note_failure(t, job, &e);
}

static void count_slice(void *ctx, uint32_t worker, uint32_t job)
{
    do_slice(ctx, worker, job, count_line);
}

static void keep_slice(void *ctx, uint32_t worker, uint32_t job)
{
    do_slice(ctx, worker, job, keep_line);
}

static enum status do_slices(struct slice_team *t, workers_job *job, struct err *e)
{
    workers_start(t->workers, t->n_slices, job, t);
    workers_wait(t->workers);
    uint32_t failed = atomic_load(&t->failed);
    if (failed == t->n_slices)
        return OK;
    const struct file_slice *s = &t->slices[failed];
    *e = *s->error;
    if (e->code == E_INTERRUPTED)
        return e->code;
    if (s->at_line && e->file[0] == '\0')
        e->line = s->first_line + s->at_line + (t->head.counted ? 1 : 0);
    err_in_file(e, t->file->path);
    return e->code;
}

static enum status too_many(const struct slice_team *t, const char *what, struct err *e)
{
    err_set(e, E_LIMIT, "too many %s", what);
    err_in_file(e, t->file->path);
    return E_LIMIT;
}

/* Give each slice its place among lines and rows, and all rows their memory. */
static enum status place_rows(struct slice_team *t, uint32_t *n_rows, struct err *e)
{
    uint64_t lines = 0, rows = 0;
    for (uint32_t i = 0; i < t->n_slices; i++) {
        struct file_slice *s = &t->slices[i];
        s->first_line = (uint32_t)lines;
        s->first_row = (uint32_t)rows;
        lines += s->n_lines;
        rows += s->n_rows;
        if (lines > INT32_MAX)
            return too_many(t, "lines", e);
    }
    *n_rows = (uint32_t)rows;
    size_t bytes = (size_t)(rows ? rows : 1) * t->stride * sizeof *t->rows;
    void *memory;
    errno = posix_memalign(&memory, ROW_ALIGNMENT, bytes);
    if (errno)
        return err_io(e, t->file->path, "have memory for it");
    t->rows = memory;
    return OK;
}

static void cut_slices(struct slice_team *t, size_t slice)
{
    uint64_t size = t->file->size - t->begin, least = size / SLICES_MAX + 1;
    uint64_t each = slice ? slice : SLICE;
    if (each < least)
        each = least;
    t->n_slices = (uint32_t)((size + each - 1) / each);
    t->slices = mem_resize_array(NULL, t->n_slices ? t->n_slices : 1, sizeof *t->slices);
    for (uint32_t i = 0; i < t->n_slices; i++) {
        uint64_t begin = t->begin + i * each, end = begin + each;
        t->slices[i] =
            (struct file_slice){.begin = begin, .end = end < t->file->size ? end : t->file->size};
    }
    atomic_init(&t->failed, t->n_slices);
}

static void team_start(struct slice_team *t, const struct vectors_options *o)
{
    uint32_t n = o->workers ? o->workers : workers_available();
    cut_slices(t, o->slice);
    t->n_workers = n < t->n_slices ? n : t->n_slices;
    t->n_workers = t->n_workers ? t->n_workers : 1;
    t->buffers = mem_resize_array(NULL, t->n_workers, sizeof *t->buffers);
    memset(t->buffers, 0, t->n_workers * sizeof *t->buffers);
    t->workers = workers_new(t->n_workers);
}

static void team_release(struct slice_team *t)
{
    workers_free(t->workers);
    for (uint32_t i = 0; i < t->n_workers; i++)
        free(t->buffers[i].bytes);
    for (uint32_t i = 0; i < t->n_slices; i++) {
        buf_release(&t->slices[i].words);
        free(t->slices[i].error);
    }
    free(t->buffers);
    free(t->slices);
    free(t->rows);
}

/* Words */

static void move_row(struct slice_team *t, uint32_t to, uint32_t from)
{
    if (to != from)
        memcpy(t->rows + (size_t)to * t->stride, t->rows + (size_t)from * t->stride,
               t->stride * sizeof *t->rows);
}

/* Enter a word whose row was read to `from`. Rows only move to the front, over those that were
 * dealt with. */
static void enter_word(struct slice_team *t, struct vectors *v, struct str word, uint32_t from)
{
    uint32_t row;
    switch (vector_words_add(&v->words, word, &row)) {
    case VECTOR_WORD_NEW:
        move_row(t, row, from);
        break;
    case VECTOR_WORD_BETTER:
        move_row(t, row, from);
        v->skips.variants++;
        break;
    case VECTOR_WORD_VARIANT:
        v->skips.variants++;
        break;
    case VECTOR_WORD_AGAIN:
        v->skips.again++;
        break;
    }
}

static void enter_words(struct slice_team *t, struct vectors *v)
{
    for (uint32_t i = 0; i < t->n_slices; i++) {
        const struct file_slice *s = &t->slices[i];
        struct str rest = buf_str(&s->words);
        for (uint32_t k = 0; k < s->filled; k++)
            enter_word(t, v, str_split(&rest, '\n'), s->first_row + k);
        v->skips.zeros += s->skips.zeros;
        v->skips.unusable += s->skips.unusable;
    }
}

/* Does a head of word2vec's tell the truth? Where a file was cut short between two lines, only that
 * shows it. */
static enum status check_count(const struct slice_team *t, const struct vectors *v, struct err *e)
{
    const struct vector_skips *s = &v->skips;
    uint64_t there = (uint64_t)v->words.count + s->again + s->variants + s->zeros + s->unusable;
    if (t->head.counted && t->head.count != there)
        err_at(e, E_INPUT, 1, 0, "%llu word%s promised, and %llu there",
               (unsigned long long)t->head.count, plural(t->head.count), (unsigned long long)there);
    else if (v->words.count == 0)
        err_set(e, E_INPUT, "no vectors in it");
    else
        return OK;
    err_in_file(e, t->file->path);
    return E_INPUT;
}

static enum status build(struct slice_team *t, uint32_t n_rows, struct vectors *v, struct err *e)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < t->n_slices; i++)
        bytes += t->slices[i].words.len;
    if (bytes > UINT32_MAX)
        return too_many(t, "words", e);
    vector_words_init(&v->words, n_rows, (size_t)bytes);
    enter_words(t, v);
    enum status status = check_count(t, v, e);
    if (status) {
        vector_words_release(&v->words);
        return status;
    }
    v->rows = t->rows;
    t->rows = NULL;
    return OK;
}

/* Learn the form of the file from its first line. */
static enum status read_head(struct slice_team *t, struct err *e)
{
    char *bytes = mem_alloc(LINE_LIMIT + 2);
    size_t len;
    enum status status = vector_file_read(t->file, 0, bytes, LINE_LIMIT + 1, &len, e);
    bytes[len] = '\n';
    size_t end = str_find((struct str){bytes, len}, STR("\n"), 0);
    struct str line = str_skip_bom((struct str){bytes, end});
    if (status == OK && end > LINE_LIMIT)
        status = err_at(e, E_LIMIT, 1, 0, "line longer than %d bytes", LINE_LIMIT);
    else if (status == OK)
        status = vector_head_read(line, &t->head, e);
    t->begin = t->head.counted ? end + 1 : end - line.len;
    if (t->begin > t->file->size)
        t->begin = t->file->size;
    free(bytes);
    err_in_file(e, t->file->path);
    return status;
}

enum status vectors_text_read(struct vectors *v, const struct vector_file *file,
                              const struct vectors_options *o, struct err *e)
{
    struct slice_team t = {.file = file, .watch = o->watch};
    uint32_t n_rows = 0;
    enum status status = read_head(&t, e);
    if (status)
        return status;
    *v = (struct vectors){.dims = t.head.dims, .stride = row_stride(t.head.dims)};
    t.stride = v->stride;
    team_start(&t, o);
    read_watch_begin(o->watch, file->path, 2 * file->size);
    status = do_slices(&t, count_slice, e);
    if (status == OK)
        status = place_rows(&t, &n_rows, e);
    if (status == OK)
        status = do_slices(&t, keep_slice, e);
    if (status == OK)
        status = build(&t, n_rows, v, e);
    read_watch_end(o->watch);
    team_release(&t);
    return status;
}
