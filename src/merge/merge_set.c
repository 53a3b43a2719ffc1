/* merge_set.c: do parts belong together, and is any missing? */
#include "merge/merge_set.h"

#include "base/number.h"
#include "base/path.h"

#include <stdlib.h>

static int compare_numbers(const void *a, const void *b)
{
    const struct merge_part *x = a, *y = b;
    return (x->part.shard.number > y->part.shard.number) -
           (x->part.shard.number < y->part.shard.number);
}

/* What is whole is the only part of itself. */
static bool counts_as_part(const struct merge_set *s, const struct merge_part *p)
{
    return !part_is_whole(&p->part) || s->count == 1;
}

static enum status check_alike(const struct merge_set *s, const struct merge_part *p, struct err *e)
{
    const struct merge_part *first = &s->parts[0];
    struct shard a = first->part.shard, b = p->part.shard;
    if (!counts_as_part(s, p))
        err_set(e, E_INPUT, "is no part: it was made without --shard");
    else if (a.count != b.count)
        err_set(e, E_INPUT, "is the part %u/%u, and %s is the part %u/%u", b.number, b.count,
                first->path, a.number, a.count);
    else if (!str_eq(first->part.of, p->part.of))
        err_set(e, E_INPUT,
                "is a part of something else than %s: made of other input, with other options, or "
                "by another version",
                first->path);
    else
        return OK;
    err_in_file(e, p->path);
    return E_INPUT;
}

static enum status check_repeated(const struct merge_part *p, const struct merge_part *next,
                                  struct err *e)
{
    struct shard s = p->part.shard;
    if (s.number != next->part.shard.number)
        return OK;
    err_set(e, E_INPUT, "is the part %u/%u, and so is %s", s.number, s.count, p->path);
    err_in_file(e, next->path);
    return E_INPUT;
}

/* Where the part before it ends, this one begins; where some are missing between them, not before
 * that. */
static enum status check_range(const struct merge_part *p, const struct merge_part *next,
                               struct err *e)
{
    uint32_t number = p ? p->part.shard.number : 0, end = p ? p->part.seeds.end : 0;
    uint32_t first = next->part.seeds.first;
    if (number + 1 == next->part.shard.number ? first == end : first >= end)
        return OK;
    if (p)
        err_set(e, E_INPUT, "begins with the seed at %u, and %s ends before %u", first, p->path,
                end);
    else
        err_set(e, E_INPUT, "is the first part, and begins with the seed at %u", first);
    err_in_file(e, next->path);
    return E_INPUT;
}

/* Seeds have ascending numbers. `before` is the last part in front that has some, or NULL. */
static enum status check_numbers(const struct merge_part *before, const struct merge_part *next,
                                 struct err *e)
{
    if (!before || !next->seeds.numbered || before->seeds.last < next->seeds.first)
        return OK;
    err_set(e, E_INPUT, "begins with the seed %u, and %s ends with the seed %u", next->seeds.first,
            before->path, before->seeds.last);
    err_in_file(e, next->path);
    return E_INPUT;
}

/* Do parts in their order have the seeds of one whole in their order? */
static enum status check_seeds(const struct merge_set *s, struct err *e)
{
    const struct merge_part *numbered = NULL;
    enum status status = OK;
    for (uint32_t i = 0; i < s->count && status == OK; i++) {
        const struct merge_part *p = &s->parts[i];
        status = check_range(i ? p - 1 : NULL, p, e);
        if (status == OK)
            status = check_numbers(numbered, p, e);
        numbered = p->seeds.numbered ? p : numbered;
    }
    return status;
}

enum status merge_set_check(struct merge_set *s, const struct merge_kind *kind, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < s->count && status == OK; i++)
        status = check_alike(s, &s->parts[i], e);
    if (status)
        return status;
    qsort(s->parts, s->count, sizeof *s->parts, compare_numbers);
    for (uint32_t i = 1; i < s->count && status == OK; i++)
        status = check_repeated(&s->parts[i - 1], &s->parts[i], e);
    if (status == OK)
        status = check_seeds(s, e);
    return status || !kind->agree ? status : kind->agree(s, e);
}

/* "3", "7-9" */
static void put_range(struct buf *out, uint32_t first, uint32_t last)
{
    if (first <= last)
        buf_printf(out, "%s%u", out->len ? "," : "", first);
    if (first < last)
        buf_printf(out, "-%u", last);
}

struct str merge_set_missing(const struct merge_set *s, struct arena *a)
{
    struct buf text = {0};
    uint32_t next = 1;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t number = s->parts[i].part.shard.number;
        put_range(&text, next, number - 1);
        next = number + 1;
    }
    put_range(&text, next, s->count ? s->parts[0].part.shard.count : 0);
    struct str out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return out;
}

static enum status check_missing(struct merge_set *s, struct err *e)
{
    struct str missing = merge_set_missing(s, &s->arena);
    uint32_t n = s->parts[0].part.shard.count - s->count;
    if (missing.len == 0)
        return OK;
    return err_set(e, E_INPUT, "part%s %.*s of %u %s missing: run %s shard%s", plural(n),
                   STR_ARG(missing), s->parts[0].part.shard.count, n == 1 ? "is" : "are",
                   n == 1 ? "that" : "those", plural(n));
}

void merge_set_begin(struct merge_set *s, uint32_t n)
{
    *s = (struct merge_set){0};
    s->parts = ARENA_ARRAY(&s->arena, struct merge_part, n);
}

void merge_set_release(struct merge_set *s)
{
    arena_release(&s->arena);
    *s = (struct merge_set){0};
}

static enum status check_count(const struct merge_part *p, struct err *e)
{
    struct place_range range = p->part.seeds;
    uint32_t seeds = part_seeds(&p->part);
    unsigned long long n = p->seeds.count;
    if (part_is_whole(&p->part) || n == seeds)
        return OK;
    if (p->part.choice.made)
        return err_set(e, E_INPUT, "has %llu seed%s, and says that it has %u", n, plural(n), seeds);
    return err_set(e, E_INPUT, "has %llu seed%s, and says that it has those from %u to before %u",
                   n, plural(n), range.first, range.end);
}

enum status merge_part_look(const struct merge_kind *kind, struct arena *a, const char *path,
                            struct merge_part *out, struct err *e)
{
    *out = (struct merge_part){.path = path, .part = {.of = STR("")}, .has = {.answers = STR("")}};
    enum status status = kind->look(a, path, out, e);
    if (status == OK)
        status = check_count(out, e);
    if (status && !e->file[0])
        err_in_file(e, path);
    return status;
}

/* What is whole is the part 1/1. */
enum status merge_set_add(struct merge_set *s, const struct merge_kind *kind, const char *path,
                          struct err *e)
{
    struct merge_part p;
    enum status status = merge_part_look(kind, &s->arena, path, &p, e);
    if (status)
        return status;
    if (part_is_whole(&p.part))
        p.part.shard = (struct shard){1, 1};
    s->parts[s->count++] = p;
    return OK;
}

/* A file that is named twice is one too many, even where nothing else could be wrong. */
static enum status check_twice(const struct merge_set *s, struct err *e)
{
    struct path_info *at = mem_resize_array(NULL, (size_t)s->count + 1, sizeof *at);
    enum status status = OK;
    for (uint32_t i = 0; i < s->count && status == OK; i++) {
        status = path_look(s->parts[i].path, &at[i], e);
        for (uint32_t k = 0; k < i && status == OK; k++)
            if (at[k].device == at[i].device && at[k].node == at[i].node) {
                status = err_set(e, E_INPUT, "is named twice");
                err_in_file(e, s->parts[i].path);
            }
    }
    free(at);
    return status;
}

enum status merge_set_open(struct merge_set *s, const struct merge_kind *kind, char *const *paths,
                           uint32_t n, struct err *e)
{
    enum status status = OK;
    merge_set_begin(s, n);
    for (uint32_t i = 0; i < n && status == OK; i++)
        status = merge_set_add(s, kind, paths[i], e);
    if (status || kind->anonymous)
        return status ? status : check_twice(s, e);
    status = merge_set_check(s, kind, e);
    return status ? status : check_missing(s, e);
}
