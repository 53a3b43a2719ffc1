/* part.c: its members, and how it is cut. */
#include "record/part.h"

#include "base/recipe.h"

#include <stddef.h>

/* As JSON */

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

static bool is_chosen(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct part_choice *)field)->made;
}

static const struct member_form FORM_CHOICE = {put_choice, get_choice, is_chosen, NULL};

#define FIELD(name) offsetof(struct part, name)

static const struct member MEMBERS[] = {
    {"of", &FORM_TEXT, FIELD(of), MEMBER_ALWAYS, NULL},
    {"shard", &FORM_SHARD, FIELD(shard), MEMBER_ALWAYS, NULL},
    {"first", &FORM_U32, FIELD(seeds.first), MEMBER_ALWAYS, NULL},
    {"end", &FORM_U32, FIELD(seeds.end), MEMBER_ALWAYS, NULL},
    {"seeds", &FORM_CHOICE, FIELD(choice), MEMBER_WHERE_SET, NULL},
};

/* A part of nothing is not written. */
static bool makes_sense(const void *it)
{
    const struct part *p = it;
    return !part_is_whole(p) && !shard_is_whole(p->shard) && p->seeds.first <= p->seeds.end &&
           part_seeds(p) <= p->seeds.end - p->seeds.first;
}

const struct record PART_RECORD = {
    .members = MEMBERS, .count = COUNT_OF(MEMBERS), .makes_sense = makes_sense};

/* Cutting */

/* Shards that see other work, since one of them lacks a database, would cut otherwise. */
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
