/* draw.c: drawing variants by number.
 *
 * The numbers are dealt like cards from a shuffled deck, but only what was dealt is in memory: a
 * sparse Fisher-Yates shuffle. So every number comes once at most, whatever their count. */
#include "relation/draw.h"

#include "base/hash.h"
#include "base/number.h"
#include "migration/edit_places.h"
#include "migration/migration.h"
#include "relation/question/rewordings.h"

#include <stdlib.h>

/* For each variant wanted: stop after this many numbers, as most may make no variant, and after
 * this many judgements, as most may be rejected. */
enum { DRAW_TRIES = 200, DRAW_JUDGED = 20 };

/* A card that was moved by an earlier swap. */
struct moved {
    uint64_t place, number;
    bool used;
};

struct deck {
    struct arena *arena;
    struct moved *slots; /* open addressing; never more than half full */
    size_t n_slots;      /* a power of two */
    uint64_t count, dealt;
    struct rng rng;
};

static struct moved *deck_slot(struct deck *d, uint64_t place)
{
    size_t i = (size_t)hash_mix(place) & (d->n_slots - 1);
    while (d->slots[i].used && d->slots[i].place != place)
        i = (i + 1) & (d->n_slots - 1);
    return &d->slots[i];
}

static uint64_t deck_at(struct deck *d, uint64_t place)
{
    const struct moved *m = deck_slot(d, place);
    return m->used ? m->number : place;
}

static void deck_size(struct deck *d, size_t n_slots)
{
    d->n_slots = n_slots;
    d->slots = arena_zalloc(d->arena, n_slots * sizeof *d->slots);
}

static void deck_grow(struct deck *d)
{
    const struct moved *old = d->slots;
    size_t n = d->n_slots;
    deck_size(d, 2 * n);
    for (size_t i = 0; i < n; i++)
        if (old[i].used)
            *deck_slot(d, old[i].place) = old[i];
}

/* The next number: swap a random card of the rest to the top and deal it. This moves one card at
 * most. */
static uint64_t deck_deal(struct deck *d)
{
    if (2 * d->dealt >= d->n_slots)
        deck_grow(d);
    uint64_t top = d->dealt++;
    uint64_t other = top + rng_below(&d->rng, d->count - top);
    uint64_t number = deck_at(d, other);
    *deck_slot(d, other) = (struct moved){other, deck_at(d, top), true};
    return number;
}

static struct deck deck_new(struct arena *a, uint64_t count, struct rng rng)
{
    enum { FIRST_SLOTS = 32 }; /* most decks deal a few cards only */
    struct deck d = {.arena = a, .count = count, .rng = rng};
    deck_size(&d, FIRST_SLOTS);
    return d;
}

struct drawn {
    uint64_t number;
    struct test_case made;
};

static int by_number(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* The text of a schema change names all that changes, so equal texts mean equal changes. */
static bool is_same(const struct test_case *x, const struct test_case *y)
{
    return wording_equal(x->question, y->question) && str_eq(x->query, y->query) &&
           !x->migration == !y->migration && (!x->migration || str_eq(x->change, y->change));
}

static bool is_known(const struct drawn *drawn, uint32_t n, const struct test_case *c)
{
    for (uint32_t i = 0; i < n; i++)
        if (is_same(&drawn[i].made, c))
            return true;
    return false;
}

/* What the relation leaves empty is the seed's; an edit applies to the seed's query. */
static bool make_variant(struct arena *a, const struct relation *r, const struct relation_seed *s,
                         const void *plan, uint64_t number, struct test_case *out)
{
    *out = CASE_EMPTY;
    if (!r->make(a, s, plan, number, out))
        return false;
    if (!out->question.ptr)
        out->question = s->seed->question;
    if (out->query.ptr || !s->seed->query.ptr)
        return true;
    out->query = s->seed->query;
    return out->edit.what == EDIT_NONE ||
           query_edit_apply(a, s->schema, s->seed->query, &out->edit, &out->query);
}

/* "12-PI-3". Not by printf, which is slow: each case has one. */
static struct str case_id(struct arena *a, uint32_t seed, const char *relation, uint32_t i)
{
    char first[NUMBER_DIGITS], last[NUMBER_DIGITS];
    return ARENA_CONCAT(a, number_digits(seed, first), STR("-"), str_from(relation), STR("-"),
                        number_digits(i, last));
}

/* Add its names to the `i`-th of the relation's cases of this seed. */
static struct test_case complete_case(struct arena *a, const struct relation *r,
                                      const struct seed *s, uint32_t i,
                                      const struct test_case *made)
{
    struct test_case c = *made;
    c.id = case_id(a, s->number, r->id, i);
    c.seed_number = s->number;
    c.family = str_from(r->family);
    c.relation = str_from(r->id);
    c.db_id = c.migration ? migration_db_id(a, c.migration, c.relation) : s->db_id;
    return c;
}

bool relation_variant(struct arena *a, const struct relation *r, const struct relation_seed *s,
                      uint64_t number, struct test_case *out)
{
    const void *plan = NULL;
    struct test_case made;
    if (number >= r->count(a, s, &plan) || !make_variant(a, r, s, plan, number, &made))
        return false;
    *out = complete_case(a, r, s->seed, 0, &made);
    return true;
}

static bool accepts_all(void *ctx, struct test_case *c)
{
    (void)ctx;
    (void)c;
    return true;
}

struct case_list relation_draw(struct arena *a, const struct relation *r,
                               const struct relation_seed *s, uint32_t max, struct rng rng)
{
    return relation_draw_judged(a, r, s, max, rng, &(struct variant_judge){accepts_all, NULL});
}

struct case_list relation_draw_judged(struct arena *a, const struct relation *r,
                                      const struct relation_seed *s, uint32_t max, struct rng rng,
                                      const struct variant_judge *judge)
{
    const void *plan = NULL;
    uint64_t count = r->count(a, s, &plan);
    uint64_t tries = (uint64_t)max * DRAW_TRIES < count ? (uint64_t)max * DRAW_TRIES : count;
    uint64_t judgements = (uint64_t)max * DRAW_JUDGED;
    struct deck deck = deck_new(a, count, rng);
    struct drawn *drawn = ARENA_ARRAY(a, struct drawn, max < count ? max : (size_t)count);
    uint32_t n = 0;
    while (n < max && deck.dealt < tries && judgements > 0) {
        drawn[n].number = deck_deal(&deck);
        struct test_case *c = &drawn[n].made;
        if (!make_variant(a, r, s, plan, drawn[n].number, c) || is_known(drawn, n, c))
            continue;
        judgements--;
        n += judge->accepts(judge->ctx, c);
    }
    if (n > 0)
        qsort(drawn, n, sizeof *drawn, by_number);
    struct test_case *items = ARENA_ARRAY(a, struct test_case, n);
    uint64_t *numbers = ARENA_ARRAY(a, uint64_t, n);
    for (uint32_t i = 0; i < n; i++) {
        items[i] = complete_case(a, r, s->seed, i, &drawn[i].made);
        numbers[i] = drawn[i].number;
    }
    return (struct case_list){items, numbers, n};
}
