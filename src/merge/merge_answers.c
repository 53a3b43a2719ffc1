/* merge_answers.c: files of kept answers joined to one.
 *
 * Such a file is a set of answers by their keys, in whatever order they came. The joined one is in
 * the order of the keys, so it does not depend on how the answers were shared out. Where two files
 * have other answers for one key, the line counts that is first in the order of bytes. */
#include "base/file.h"
#include "merge/merge_set.h"
#include "system/answer_cache.h"
#include "system/line_map.h"

#include <stdlib.h>

/* A line of a file. */
struct kept_line {
    struct digest key;
    uint32_t file;           /* its place in the set */
    struct line_place place; /* in the spool */
};

struct kept_lines {
    struct kept_line *items; /* heap */
    size_t count, room;
    struct spool spool; /* the lines of all files: there may be more files than can be open */
};

static enum status add_line(struct kept_lines *k, struct kept_line line, struct str text,
                            struct err *e)
{
    enum status status = spool_add_line(&k->spool, text, &line.place, e);
    if (k->count == k->room) {
        k->room = k->room ? 2 * k->room : 1024;
        k->items = mem_resize_array(k->items, k->room, sizeof *k->items);
    }
    k->items[k->count++] = line;
    return status;
}

static int compare_lines(const void *a, const void *b)
{
    const struct kept_line *x = a, *y = b;
    int keys = memcmp(x->key.bytes, y->key.bytes, DIGEST_BYTES);
    if (keys)
        return keys;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->place.at < y->place.at ? -1 : x->place.at > y->place.at;
}

/* Reading */

/* A line of the file, of which the first is its head. No `out`: it is only checked. */
static enum status take_line(struct line_reader *lines, struct str line, uint32_t file,
                             struct arena *scratch, struct kept_lines *out, struct err *e)
{
    struct kept_line it = {.file = file};
    bool head = lines->line == 1;
    if (head ? str_eq(line, ANSWERS_HEAD) : answer_line_key(line, scratch, &it.key))
        return head || !out ? OK : add_line(out, it, line, e);
    err_at(e, E_INPUT, lines->line, 0, "no answer: the file is not whole, run its shard again");
    err_in_file(e, lines->path);
    return E_INPUT;
}

static enum status read_lines(struct line_reader *lines, uint32_t file, struct kept_lines *out,
                              struct err *e)
{
    struct arena scratch = {0};
    struct str line;
    enum status status;
    while ((status = line_reader_next(lines, &line, e)) == OK && line.ptr) {
        status = take_line(lines, line, file, &scratch, out, e);
        arena_clear(&scratch);
        if (status)
            break;
    }
    arena_release(&scratch);
    return status;
}

static enum status read_file(const char *path, uint32_t file, struct kept_lines *out, struct err *e)
{
    struct line_reader lines;
    enum status status = file_expect_regular(path, e);
    if (status == OK)
        status = line_reader_open(&lines, path, e);
    if (status)
        return status;
    status = read_lines(&lines, file, out, e);
    line_reader_close(&lines);
    return status;
}

static enum status look(struct arena *a, const char *path, struct merge_part *out, struct err *e)
{
    (void)a, (void)out;
    return read_file(path, 0, NULL, e);
}

/* Joining */

/* Of the `n` lines of one key, which are in the order of files and places: the last of each file,
 * and of these the first in the order of bytes. */
static enum status choose_line(struct spool *spool, const struct kept_line *lines, size_t n,
                               struct arena *a, struct str *out, struct err *e)
{
    enum status status = OK;
    *out = STR_NONE;
    for (size_t i = 0; i < n && status == OK; i++) {
        struct str line;
        if (i + 1 < n && lines[i + 1].file == lines[i].file)
            continue;
        status = spool_line(spool, lines[i].place, a, &line, e);
        if (status == OK && (!out->ptr || str_cmp(line, *out) < 0))
            *out = line;
    }
    return status;
}

static enum status write_lines(struct kept_lines *k, struct out_file *f, struct err *e)
{
    struct arena a = {0};
    enum status status = out_file_write(f, ANSWERS_HEAD, e);
    for (size_t i = 0, n; i < k->count && status == OK; i += n) {
        struct str line;
        for (n = 1; i + n < k->count && digest_eq(k->items[i + n].key, k->items[i].key);)
            n++;
        status = choose_line(&k->spool, &k->items[i], n, &a, &line, e);
        if (status == OK)
            status = out_file_write(f, STR("\n"), e);
        if (status == OK)
            status = out_file_write(f, line, e);
        arena_clear(&a);
    }
    arena_release(&a);
    return status ? status : out_file_write(f, STR("\n"), e);
}

static enum status write_file(struct kept_lines *k, const char *path, struct err *e)
{
    struct out_file f;
    enum status status = out_file_open(&f, path, e);
    if (status)
        return status;
    status = write_lines(k, &f, e);
    if (status == OK)
        return out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}

static enum status join(const struct merge_set *set, const struct merge_job *o,
                        const struct listener *l, struct err *e)
{
    struct kept_lines k = {0};
    enum status status = spool_open(&k.spool, NULL, e);
    if (status)
        return status;
    for (uint32_t i = 0; i < set->count && status == OK; i++) {
        status = read_file(set->parts[i].path, i, &k, e);
        if (status == OK)
            status = listener_check(l, e);
    }
    if (status == OK && k.count)
        qsort(k.items, k.count, sizeof *k.items, compare_lines);
    if (status == OK)
        status = write_file(&k, o->out, e);
    spool_close(&k.spool);
    free(k.items);
    return status;
}

const struct merge_kind MERGE_ANSWERS = {
    .name = "answers", .anonymous = true, .look = look, .join = join};
