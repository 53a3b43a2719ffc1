/* sample.c: orders, and walks through them. */
#include "training/sample.h"

#include "base/hash.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>

enum case_state { UNTRIED, WANTED, GOOD, BAD, DRAWN, FILLED };
enum sample_stage { BY_QUOTA, FILLING, DONE };

enum { SPARE_PART = 50, SPARE_LEAST = 4 }; /* a fiftieth of a quota, and a few */

/* Tells the order in which the rest is taken from that of the keys. */
#define SECOND_ORDER UINT64_C(0x5bd1e9955bd1e995)

void sample_init(struct sample *s, uint32_t n_relations, uint64_t random_seed)
{
    assert(n_relations <= SAMPLE_MAX_RELATIONS);
    *s = (struct sample){.n_relations = n_relations, .random_seed = random_seed};
    s->tallies = mem_resize_array(NULL, n_relations + 1, sizeof *s->tallies);
    s->first = mem_resize_array(NULL, (size_t)n_relations + 1, sizeof *s->first);
    memset(s->tallies, 0, (n_relations + 1) * sizeof *s->tallies);
}

void sample_release(struct sample *s)
{
    free(s->cases);
    free(s->tallies);
    free(s->first);
    free(s->rest);
    free(s->wanted);
    *s = (struct sample){0};
}

static void make_room(struct sample *s, uint32_t more)
{
    if (s->capacity - s->count >= more)
        return;
    s->capacity = 2 * s->capacity + more;
    s->cases = mem_resize_array(s->cases, s->capacity, sizeof *s->cases);
}

/* A key depends on seed, relation and index alone: not on what else there is. */
void sample_add(struct sample *s, uint32_t place, uint32_t seed, uint32_t relation, struct str id,
                uint32_t count)
{
    struct rng rng = rng_stream(s->random_seed ^ hash_bytes(STR("sample")), id, seed);
    assert(count <= SAMPLE_MAX_INDEX);
    make_room(s, count);
    for (uint32_t i = 0; i < count; i++)
        s->cases[s->count++] =
            (struct sample_case){rng_next(&rng), place, (uint16_t)relation, (uint16_t)i, UNTRIED};
    s->tallies[relation].candidates += count;
}

static int compare(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

static int by_relation_and_key(const void *a, const void *b)
{
    const struct sample_case *x = a, *y = b;
    int relation = compare(x->relation, y->relation), key = compare(x->key, y->key);
    int place = compare(x->place, y->place);
    return relation ? relation : key ? key : place ? place : compare(x->index, y->index);
}

void sample_settle(struct sample *s, uint64_t size, const uint64_t *quotas)
{
    if (s->count > 0)
        qsort(s->cases, s->count, sizeof *s->cases, by_relation_and_key);
    size_t at = 0;
    for (uint32_t r = 0; r < s->n_relations; r++) {
        s->first[r] = at;
        at += (size_t)s->tallies[r].candidates;
        s->tallies[r].quota = quotas ? quotas[r] : 0;
    }
    s->first[s->n_relations] = at;
    s->size = size;
    s->has_quotas = quotas != NULL;
    s->stage = quotas ? BY_QUOTA : FILLING;
    s->wanted = mem_resize_array(NULL, s->count + 1, sizeof *s->wanted);
}

/* Walks */

/* Cases of which so many are to be taken, in their order. */
struct stratum {
    const uint32_t *order; /* places in the sample; NULL: all from `first` on */
    size_t first, count;
    uint64_t quota;
    uint64_t tried, good; /* what came of those before */
};

static uint32_t stratum_at(const struct stratum *t, size_t i)
{
    return t->order ? t->order[i] : (uint32_t)(t->first + i);
}

/* How many good cases are hoped for: the quota, and some to spare, since each step more costs the
 * caller far more than a few cases do. Nothing is spared where nothing is lacking. */
static double hoped_for(const struct sample *s, const struct stratum *t)
{
    uint64_t good = 0;
    for (size_t i = 0; i < t->count && good < t->quota; i++) {
        enum case_state state = s->cases[stratum_at(t, i)].state;
        if (state == UNTRIED)
            return (double)t->quota + (double)t->quota / SPARE_PART + SPARE_LEAST;
        good += state == GOOD;
    }
    return (double)t->quota;
}

/* Want what is untried before the place where the quota will be full, by how many held so far. The
 * quota is full only where nothing untried stands before its last case. Wanting more than that
 * changes nothing: what stands behind is not taken. */
static void want_more(struct sample *s, const struct stratum *t)
{
    double hope = (double)(t->good + 1) / (double)(t->tried + 1), full = 0;
    const double enough = hoped_for(s, t);
    for (size_t i = 0; i < t->count && full < enough; i++) {
        struct sample_case *c = &s->cases[stratum_at(t, i)];
        full += c->state == GOOD ? 1 : c->state == UNTRIED ? hope : 0;
        if (c->state == UNTRIED)
            c->state = WANTED;
    }
}

/* Take the first that are good. */
static void take(struct sample *s, const struct stratum *t, enum case_state as)
{
    uint64_t taken = 0;
    for (size_t i = 0; i < t->count && taken < t->quota; i++) {
        struct sample_case *c = &s->cases[stratum_at(t, i)];
        if (c->state != GOOD)
            continue;
        c->state = (uint8_t)as;
        s->tallies[c->relation].drawn += as == DRAWN;
        s->tallies[c->relation].filled += as == FILLED;
        taken++;
    }
}

static struct stratum stratum_of(const struct sample *s, uint32_t relation)
{
    return (struct stratum){.first = s->first[relation],
                            .count = s->first[relation + 1] - s->first[relation],
                            .quota = s->tallies[relation].quota,
                            .tried = s->tallies[relation].tried,
                            .good = s->tallies[relation].outcomes[SAMPLE_GOOD]};
}

/* Filling up */

struct rest_case {
    uint64_t key;
    uint32_t number;
};

static int by_second_key(const void *a, const void *b)
{
    const struct rest_case *x = a, *y = b;
    int key = compare(x->key, y->key);
    return key ? key : compare(x->number, y->number);
}

static void order_rest(struct sample *s)
{
    struct rest_case *rest = mem_resize_array(NULL, s->count + 1, sizeof *rest);
    size_t n = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->cases[i].state != DRAWN)
            rest[n++] = (struct rest_case){hash_mix(s->cases[i].key ^ SECOND_ORDER), (uint32_t)i};
    qsort(rest, n, sizeof *rest, by_second_key);
    s->rest = mem_resize_array(NULL, n + 1, sizeof *s->rest);
    for (size_t i = 0; i < n; i++)
        s->rest[i] = rest[i].number;
    s->n_rest = n;
    free(rest);
}

static struct stratum stratum_of_rest(struct sample *s)
{
    if (!s->rest)
        order_rest(s);
    struct stratum t = {.order = s->rest, .count = s->n_rest, .quota = s->size};
    for (uint32_t r = 0; r < s->n_relations; r++) {
        t.quota -= s->tallies[r].drawn;
        t.tried += s->tallies[r].tried;
        t.good += s->tallies[r].outcomes[SAMPLE_GOOD];
    }
    return t;
}

/* The machine */

static int by_place(const void *a, const void *b)
{
    const struct sample_request *x = a, *y = b;
    int place = compare(x->place, y->place), relation = compare(x->relation, y->relation);
    return place ? place : relation ? relation : compare(x->index, y->index);
}

/* List the cases of the one state or the other. */
static void list(struct sample *s, enum case_state one, enum case_state other)
{
    s->n_wanted = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct sample_case *c = &s->cases[i];
        if (c->state == one || c->state == other)
            s->wanted[s->n_wanted++] =
                (struct sample_request){c->place, c->relation, c->index, (uint32_t)i};
    }
    qsort(s->wanted, s->n_wanted, sizeof *s->wanted, by_place);
}

/* Want what the stage lacks. False where it lacks nothing. */
static bool want(struct sample *s)
{
    if (s->stage == BY_QUOTA)
        for (uint32_t r = 0; r < s->n_relations; r++) {
            const struct stratum t = stratum_of(s, r);
            want_more(s, &t);
        }
    if (s->stage == FILLING) {
        const struct stratum t = stratum_of_rest(s);
        want_more(s, &t);
    }
    list(s, WANTED, WANTED);
    return s->n_wanted > 0;
}

/* End the stage, which lacks nothing, or nothing that there is. */
static void end_stage(struct sample *s)
{
    for (uint32_t r = 0; r < s->n_relations && s->stage == BY_QUOTA; r++) {
        const struct stratum t = stratum_of(s, r);
        take(s, &t, DRAWN);
    }
    if (s->stage == FILLING) {
        const struct stratum t = stratum_of_rest(s);
        take(s, &t, s->has_quotas ? FILLED : DRAWN);
    }
    s->stage++;
}

bool sample_step(struct sample *s)
{
    while (s->stage != DONE) {
        if (want(s))
            return true;
        end_stage(s);
    }
    return false;
}

void sample_take(struct sample *s, uint32_t number, enum sample_outcome outcome)
{
    struct sample_case *c = &s->cases[number];
    assert(c->state == WANTED);
    c->state = outcome == SAMPLE_GOOD ? GOOD : BAD;
    s->tallies[c->relation].tried++;
    s->tallies[c->relation].outcomes[outcome]++;
}

void sample_result(struct sample *s)
{
    assert(s->stage == DONE);
    list(s, DRAWN, FILLED);
}
