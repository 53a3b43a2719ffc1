/* merge_answers.c: files of kept answers joined to one.
 *
 * Such a file is a set of answers by their keys, in any order. The joined one is in the order of
 * the keys, so it does not depend on which shard asked what. If two files have different answers
 * for one key, the line counts that is first in the order of bytes. */
#include "merge/merge_set.h"
#include "system/answer_cache.h"
#include "system/line_map.h"

#include <stdlib.h>

struct kept_line {
    struct digest key;
    uint32_t file;           /* its place in the set */
    struct line_place place; /* in the spool */
};

struct kept_lines {
    struct kept_line *items; /* heap */
    size_t count, room;
    uint32_t file;      /* being read */
    struct spool spool; /* the lines of all files, which may be more than can be open */
};

static enum status keep_line(struct kept_lines *k, struct digest key, struct str text,
                             struct err *e)
{
    struct kept_line line = {.key = key, .file = k->file};
    TRY(spool_add_line(&k->spool, text, &line.place, e));
    if (k->count == k->room) {
        k->room = k->room ? 2 * k->room : 1024;
        k->items = mem_resize_array(k->items, k->room, sizeof *k->items);
    }
    k->items[k->count++] = line;
    return OK;
}

/* The first line is the head. Without a `ctx` lines are only checked. */
static enum status take_kept_line(void *ctx, const struct line_reader *lines, struct str line,
                                  struct arena *scratch, struct err *e)
{
    struct digest key;
    bool head = lines->line == 1;
    if (!line.ptr)
        return OK;
    if (head ? str_eq(line, ANSWERS_HEAD) : answer_line_key(line, scratch, &key))
        return head || !ctx ? OK : keep_line(ctx, key, line, e);
    return err_set(e, E_INPUT, "not an answer: the file is not whole, run its shard again");
}

static enum status look_at_answers(struct arena *a, const char *path, struct merge_part *out,
                                   struct err *e)
{
    (void)a, (void)out;
    return merge_each_line(path, take_kept_line, NULL, e);
}

/* Joining */

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

/* Choose one of the `n` lines of one key, which are sorted by file and place. In a file the last
 * line counts; of several files, the line that comes first in the order of bytes. */
static enum status choose_line(struct spool *spool, const struct kept_line *lines, size_t n,
                               struct arena *a, struct str *out, struct err *e)
{
    *out = STR_NONE;
    for (size_t i = 0; i < n; i++) {
        struct str line;
        if (i + 1 < n && lines[i + 1].file == lines[i].file)
            continue;
        TRY(spool_line(spool, lines[i].place, a, &line, e));
        if (!out->ptr || str_cmp(line, *out) < 0)
            *out = line;
    }
    return OK;
}

static enum status read_parts(struct kept_lines *k, const struct merge_set *set,
                              const struct listener *l, struct err *e)
{
    for (; k->file < set->count; k->file++) {
        TRY(merge_each_line(set->parts[k->file].path, take_kept_line, k, e));
        TRY(listener_check(l, e));
    }
    if (k->count)
        qsort(k->items, k->count, sizeof *k->items, compare_lines);
    return OK;
}

static enum status write_kept_lines(struct kept_lines *k, struct arena *scratch, struct out_file *f,
                                    struct err *e)
{
    TRY(out_file_write(f, ANSWERS_HEAD, e));
    for (size_t i = 0, n; i < k->count; i += n) {
        struct str line;
        for (n = 1; i + n < k->count && digest_eq(k->items[i + n].key, k->items[i].key);)
            n++;
        TRY(choose_line(&k->spool, &k->items[i], n, scratch, &line, e));
        TRY(out_file_write(f, STR("\n"), e));
        TRY(out_file_write(f, line, e));
        arena_clear(scratch);
    }
    return out_file_write(f, STR("\n"), e);
}

static enum status write_answers(struct merge_set *set, const struct merge_out *o, struct err *e)
{
    struct kept_lines k = {0};
    struct arena scratch = {0};
    TRY(spool_open(&k.spool, NULL, e));
    enum status status = read_parts(&k, set, o->job->listener, e);
    if (status == OK)
        status = write_kept_lines(&k, &scratch, o->file, e);
    arena_release(&scratch);
    spool_close(&k.spool);
    free(k.items);
    return status;
}

const struct merge_kind MERGE_ANSWERS = {
    .name = "answers", .anonymous = true, .look = look_at_answers, .write = write_answers};
