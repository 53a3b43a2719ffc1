/* sample.c: cases in their orders, and strata of them. */
#include "training/sample.h"

#include "base/hash.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>

enum case_state { UNTRIED, WANTED, GOOD, BAD, DRAWN, FILLED };
enum sample_stage { BY_QUOTA, FILLING, DONE };

enum { SPARE_PART = 50, SPARE_LEAST = 4 }; /* to spare: a fiftieth of a quota, and a few */

/* Makes the second order different from that of the keys. */
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

static void make_room_for_cases(struct sample *s, uint32_t more)
{
    if (s->capacity - s->count >= more)
        return;
    s->capacity = 2 * s->capacity + more;
    s->cases = mem_resize_array(s->cases, s->capacity, sizeof *s->cases);
}

/* A key depends on seed, relation and index alone, not on other cases. */
void sample_add(struct sample *s, uint32_t place, uint32_t seed, uint32_t relation, struct str id,
                uint32_t count)
{
    struct rng rng = rng_stream(s->random_seed ^ hash_bytes(STR("sample")), id, seed);
    assert(count <= SAMPLE_MAX_INDEX);
    make_room_for_cases(s, count);
    for (uint32_t i = 0; i < count; i++)
        s->cases[s->count++] =
            (struct sample_case){rng_next(&rng), place, (uint16_t)relation, (uint16_t)i, UNTRIED};
    s->tallies[relation].candidates += count;
}

static int compare_numbers(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

static int by_relation_and_key(const void *a, const void *b)
{
    const struct sample_case *x = a, *y = b;
    int relation = compare_numbers(x->relation, y->relation), key = compare_numbers(x->key, y->key);
    int place = compare_numbers(x->place, y->place);
    return relation ? relation : key ? key : place ? place : compare_numbers(x->index, y->index);
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

/* Strata */

/* Cases of which `quota` are to be taken, in their order. */
struct stratum {
    const uint32_t *order; /* places in the sample; NULL: all from `first` on */
    size_t first, count;
    uint64_t quota;
    uint64_t tried, good; /* so far */
};

static struct sample_case *case_at(const struct sample *s, struct stratum t, size_t i)
{
    return &s->cases[t.order ? t.order[i] : t.first + i];
}

/* How many good cases to try for: the quota, and some to spare, since another step costs the caller
 * far more than a few cases. None to spare if nothing is lacking. */
static double cases_hoped_for(const struct sample *s, struct stratum t)
{
    uint64_t good = 0;
    for (size_t i = 0; i < t.count && good < t.quota; i++) {
        enum case_state state = case_at(s, t, i)->state;
        if (state == UNTRIED)
            return (double)t.quota + (double)t.quota / SPARE_PART + SPARE_LEAST;
        good += state == GOOD;
    }
    return (double)t.quota;
}

/* Want what is untried before the place where the quota will probably be full, by the share that
 * was good so far. The quota is full if nothing untried comes before its last case. Wanting more
 * than that changes nothing: what comes after is not taken. */
static void want_stratum(struct sample *s, struct stratum t)
{
    double hope = (double)(t.good + 1) / (double)(t.tried + 1), full = 0;
    const double enough = cases_hoped_for(s, t);
    for (size_t i = 0; i < t.count && full < enough; i++) {
        struct sample_case *c = case_at(s, t, i);
        full += c->state == GOOD ? 1 : c->state == UNTRIED ? hope : 0;
        if (c->state == UNTRIED)
            c->state = WANTED;
    }
}

/* Take the first cases that are good. */
static void take_good_cases(struct sample *s, struct stratum t, enum case_state as)
{
    for (size_t i = 0; i < t.count && t.quota > 0; i++) {
        struct sample_case *c = case_at(s, t, i);
        if (c->state != GOOD)
            continue;
        c->state = (uint8_t)as;
        s->tallies[c->relation].drawn += as == DRAWN;
        s->tallies[c->relation].filled += as == FILLED;
        t.quota--;
    }
}

static struct stratum stratum_of_relation(const struct sample *s, uint32_t relation)
{
    return (struct stratum){.first = s->first[relation],
                            .count = s->first[relation + 1] - s->first[relation],
                            .quota = s->tallies[relation].quota,
                            .tried = s->tallies[relation].tried,
                            .good = s->tallies[relation].outcomes[SAMPLE_GOOD]};
}

/* Filling the rest */

struct rest_case {
    uint64_t key;
    uint32_t number;
};

static int by_second_key(const void *a, const void *b)
{
    const struct rest_case *x = a, *y = b;
    int key = compare_numbers(x->key, y->key);
    return key ? key : compare_numbers(x->number, y->number);
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
    int place = compare_numbers(x->place, y->place),
        relation = compare_numbers(x->relation, y->relation);
    return place ? place : relation ? relation : compare_numbers(x->index, y->index);
}

/* List the cases of the one state or the other. */
static void list_cases(struct sample *s, enum case_state one, enum case_state other)
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

/* Want what the stage lacks. False if it lacks nothing. */
static bool want_cases(struct sample *s)
{
    for (uint32_t r = 0; r < s->n_relations && s->stage == BY_QUOTA; r++)
        want_stratum(s, stratum_of_relation(s, r));
    if (s->stage == FILLING)
        want_stratum(s, stratum_of_rest(s));
    list_cases(s, WANTED, WANTED);
    return s->n_wanted > 0;
}

/* End the stage: it lacks nothing, or nothing more can be had. */
static void end_stage(struct sample *s)
{
    for (uint32_t r = 0; r < s->n_relations && s->stage == BY_QUOTA; r++)
        take_good_cases(s, stratum_of_relation(s, r), DRAWN);
    if (s->stage == FILLING)
        take_good_cases(s, stratum_of_rest(s), s->has_quotas ? FILLED : DRAWN);
    s->stage++;
}

bool sample_step(struct sample *s)
{
    while (s->stage != DONE) {
        if (want_cases(s))
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
    list_cases(s, DRAWN, FILLED);
}
