/* shard.c: shards and parts as JSON, and how a job is cut. */
#include "record/shard.h"

#include "base/number.h"
#include "base/recipe.h"

#include <stddef.h>
#include <stdio.h>

static bool read_shard_number(struct str text, uint32_t *out)
{
    uint64_t n;
    bool good = count_read(text, UINT32_MAX - 1, &n) && n > 0;
    *out = good ? (uint32_t)n : 0;
    return good;
}

bool shard_read(struct str text, struct shard *out)
{
    size_t slash = str_find(text, STR("/"), 0);
    struct shard s;
    if (slash == text.len || !read_shard_number(str_slice(text, 0, slash), &s.number) ||
        !read_shard_number(str_slice(text, slash + 1, text.len), &s.count) || s.number > s.count)
        return false;
    *out = s;
    return true;
}

/* As JSON */

static void put_shard(struct json_writer *w, const void *field, const void *arg)
{
    const struct shard *s = field;
    char text[30];
    (void)arg;
    snprintf(text, sizeof text, "%u/%u", s->count ? s->number : 1, s->count ? s->count : 1);
    json_put_str(w, str_from(text));
}

static bool get_shard(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    return shard_read(json_text(r->arena, v), field);
}

static bool is_shard_set(const void *field, const void *arg)
{
    (void)arg;
    return !shard_is_whole(*(const struct shard *)field);
}

const struct member_form FORM_SHARD = {put_shard, get_shard, is_shard_set, NULL};

static void put_choice(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_int(w, ((const struct part_choice *)field)->seeds);
}

static bool get_choice(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    uint64_t n;
    (void)r, (void)arg;
    if (!json_count(v, UINT32_MAX, &n))
        return false;
    *(struct part_choice *)field = (struct part_choice){true, (uint32_t)n};
    return true;
}

static bool is_choice_set(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct part_choice *)field)->made;
}

static const struct member_form FORM_CHOICE = {put_choice, get_choice, is_choice_set, NULL};

#define FIELD(name) offsetof(struct part, name)

static const struct member PART_MEMBERS[] = {
    {"of", &FORM_TEXT, FIELD(of), MEMBER_ALWAYS, NULL},
    {"shard", &FORM_SHARD, FIELD(shard), MEMBER_ALWAYS, NULL},
    {"first", &FORM_U32, FIELD(seeds.first), MEMBER_ALWAYS, NULL},
    {"end", &FORM_U32, FIELD(seeds.end), MEMBER_ALWAYS, NULL},
    {"seeds", &FORM_CHOICE, FIELD(choice), MEMBER_WHERE_SET, NULL},
};

/* Of a whole nothing is written. */
static bool part_makes_sense(const void *it)
{
    const struct part *p = it;
    return !part_is_whole(p) && !shard_is_whole(p->shard) && p->seeds.first <= p->seeds.end &&
           part_seeds(p) <= p->seeds.end - p->seeds.first;
}

const struct record PART_RECORD = {
    .members = PART_MEMBERS, .count = COUNT_OF(PART_MEMBERS), .makes_sense = part_makes_sense};

/* Cutting */

/* `total` · `i` / `n`, without overflow. */
static uint64_t share_of(uint64_t total, uint64_t i, uint64_t n)
{
    return total / n * i + total % n * i / n;
}

/* Where the first `i` shards of `s` end. */
static uint32_t end_of(struct shard s, uint32_t i, const uint64_t *work, uint32_t n, uint64_t total)
{
    uint64_t share = share_of(total, i, s.count), before = 0;
    uint32_t end = 0;
    if (i == 0 || i == s.count)
        return i ? n : 0;
    while (end < n && before + work[end] <= share)
        before += work[end++];
    bool nearer = end < n && before + work[end] - share < share - before;
    return end + nearer;
}

struct place_range shard_range(struct shard s, const uint64_t *work, uint32_t n)
{
    uint64_t total = 0;
    if (shard_is_whole(s))
        return (struct place_range){0, n};
    for (uint32_t i = 0; i < n; i++)
        total += work[i];
    return (struct place_range){end_of(s, s.number - 1, work, n, total),
                                end_of(s, s.number, work, n, total)};
}

/* The work is part of the key: a shard that lacks a database sees other work, and cuts elsewhere.
 */
struct part part_cut(struct arena *a, struct recipe *r, struct shard s, const uint64_t *work,
                     uint32_t n)
{
    if (shard_is_whole(s))
        return (struct part){.seeds = {0, n}};
    recipe_add_number(r, "shards", s.count);
    for (uint32_t i = 0; i < n; i++)
        recipe_add_number(r, "work", work[i]);
    return (struct part){.of = recipe_key(r, a), .shard = s, .seeds = shard_range(s, work, n)};
}

struct part part_of_next(struct arena *a, const struct part *p, struct str more)
{
    struct recipe r;
    struct part next = *p;
    if (part_is_whole(p))
        return next;
    recipe_begin(&r, "part");
    recipe_add(&r, "of", p->of);
    recipe_add(&r, "more", more);
    next.of = recipe_key(&r, a);
    return next;
}
