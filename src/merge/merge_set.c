/* merge_set.c: do parts belong together, and is one missing? */
#include "merge/merge_set.h"

#include "base/number.h"
#include "base/path.h"

#include <stdlib.h>

void merge_set_begin(struct merge_set *s, const struct merge_kind *kind, uint32_t n)
{
    *s = (struct merge_set){.kind = kind};
    s->parts = ARENA_ARRAY(&s->arena, struct merge_part, n);
}

enum status merge_in_file(enum status status, const char *path, struct err *e)
{
    if (status && !e->file[0])
        err_in_file(e, path);
    return status;
}

void seed_span_add(struct seed_span *s, uint32_t number)
{
    s->first = s->numbered ? s->first : number;
    s->last = number;
    s->numbered = true;
    s->count++;
}

struct merge_ids merge_ids_begin(struct merge_part *part)
{
    struct merge_ids x = {.part = part};
    digest_begin(&x.seeds);
    digest_begin(&x.cases);
    return x;
}

void merge_ids_seed(struct merge_ids *x, uint32_t number)
{
    seed_span_add(&x->part->seeds, number);
    digest_add_number(&x->seeds, number);
}

void merge_ids_case(struct merge_ids *x, struct str id)
{
    x->part->cases++;
    digest_add(&x->cases, id);
}

void merge_ids_end(struct merge_ids *x)
{
    const struct digest seeds = digest_end(&x->seeds);
    digest_add(&x->cases, (struct str){(const char *)seeds.bytes, DIGEST_BYTES});
    x->part->ids = digest_end(&x->cases);
}

/* Looking at parts */

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
    *out = (struct merge_part){.path = path, .part = {.of = STR("")}, .answers = STR("")};
    out->files = kind->files ? arena_zalloc(a, kind->n_files * sizeof *out->files) : NULL;
    enum status status = kind->look(a, path, out, e);
    if (status == OK)
        status = check_count(out, e);
    if (part_is_whole(&out->part))
        out->part.shard = (struct shard){1, 1};
    return merge_in_file(status, path, e);
}

enum status merge_set_add(struct merge_set *s, const char *path, struct err *e)
{
    TRY(merge_part_look(s->kind, &s->arena, path, &s->parts[s->count], e));
    s->count++;
    return OK;
}

/* Comparing parts */

static enum status check_alike(const struct merge_set *s, const struct merge_part *p, struct err *e)
{
    const struct merge_part *first = &s->parts[0];
    struct shard a = first->part.shard, b = p->part.shard;
    if (part_is_whole(&p->part) && s->count > 1)
        return err_set(e, E_INPUT, "is not a part: it was made without --shard");
    if (a.count != b.count)
        return err_set(e, E_INPUT, "is the part %u/%u, and %s is the part %u/%u", b.number, b.count,
                       first->path, a.number, a.count);
    if (str_eq(first->part.of, p->part.of))
        return OK;
    return err_set(e, E_INPUT,
                   "is a part of something else than %s: made of other input, with other options, "
                   "or by another version",
                   first->path);
}

/* Does a part follow the one before it? If some are missing between them, it does not begin before
 * that one ends. `numbered` is the last one before it with numbers of seeds, which ascend. */
static enum status check_follows(const struct merge_part *p, const struct merge_part *next,
                                 const struct merge_part *numbered, struct err *e)
{
    struct shard s = next->part.shard;
    uint32_t number = p ? p->part.shard.number : 0, end = p ? p->part.seeds.end : 0;
    uint32_t first = next->part.seeds.first;
    if (p && number == s.number)
        return err_set(e, E_INPUT, "is the part %u/%u, and so is %s", number, s.count, p->path);
    if (number + 1 == s.number ? first != end : first < end)
        return p ? err_set(e, E_INPUT, "begins with the seed at %u, and %s ends before %u", first,
                           p->path, end)
                 : err_set(e, E_INPUT, "is the first part, and begins with the seed at %u", first);
    if (!numbered || !next->seeds.numbered || numbered->seeds.last < next->seeds.first)
        return OK;
    return err_set(e, E_INPUT, "begins with the seed %u, and %s ends with the seed %u",
                   next->seeds.first, numbered->path, numbered->seeds.last);
}

static int compare_part_numbers(const void *a, const void *b)
{
    const struct merge_part *x = a, *y = b;
    return (x->part.shard.number > y->part.shard.number) -
           (x->part.shard.number < y->part.shard.number);
}

enum status merge_set_check(struct merge_set *s, struct err *e)
{
    const struct merge_part *numbered = NULL;
    for (uint32_t i = 0; i < s->count; i++)
        TRY(merge_in_file(check_alike(s, &s->parts[i], e), s->parts[i].path, e));
    qsort(s->parts, s->count, sizeof *s->parts, compare_part_numbers);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct merge_part *p = &s->parts[i];
        TRY(merge_in_file(check_follows(i ? p - 1 : NULL, p, numbered, e), p->path, e));
        numbered = p->seeds.numbered ? p : numbered;
    }
    return s->kind->agree ? s->kind->agree(s, e) : OK;
}

/* Is the set complete? */

/* "3", "7-9" */
static void put_range(struct buf *out, uint32_t first, uint32_t last)
{
    if (first <= last)
        buf_printf(out, "%s%u", out->len ? "," : "", first);
    if (first < last)
        buf_printf(out, "-%u", last);
}

struct str merge_set_missing(struct merge_set *s)
{
    struct buf text = {0};
    uint32_t next = 1;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t number = s->parts[i].part.shard.number;
        put_range(&text, next, number - 1);
        next = number + 1;
    }
    put_range(&text, next, s->count ? s->parts[0].part.shard.count : 0);
    struct str out = arena_str(&s->arena, buf_str(&text));
    buf_release(&text);
    return out;
}

/* Even for parts that fit together in any way, a file must not be named twice. */
static enum status check_twice(struct merge_set *s, struct err *e)
{
    struct path_info *at = ARENA_ARRAY(&s->arena, struct path_info, s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        TRY(path_look(s->parts[i].path, &at[i], e));
        for (uint32_t k = 0; k < i; k++)
            if (at[k].device == at[i].device && at[k].node == at[i].node)
                return merge_in_file(err_set(e, E_INPUT, "is named twice"), s->parts[i].path, e);
    }
    return OK;
}

enum status merge_set_check_all(struct merge_set *s, struct err *e)
{
    if (s->kind->anonymous)
        return check_twice(s, e);
    TRY(merge_set_check(s, e));
    struct str missing = merge_set_missing(s);
    uint32_t count = s->parts[0].part.shard.count, n = count - s->count;
    if (missing.len == 0)
        return OK;
    return err_set(e, E_INPUT, "part%s %.*s of %u %s missing: run %s shard%s", plural(n),
                   STR_ARG(missing), count, n == 1 ? "is" : "are", n == 1 ? "that" : "those",
                   plural(n));
}
