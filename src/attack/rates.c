/* rates.c: counts of tries, and some trust in changes before any. */
#include "attack/rates.h"

#include <math.h>

/* Begin as if FAITH changes had been tried, with the success that the words promise. Each try
 * without success leaves WORN of what was expected. */
static const double FAITH = 2, WORN = 0.7;
static const double PROMISE[N_TAKEN_WORDS] = {
    [TAKEN_UNKNOWN] = 0.5, [TAKEN_IDLE] = 0.3,    [TAKEN_SILENT] = 0.4,
    [TAKEN_SAYING] = 0.6,  [TAKEN_TELLING] = 0.7,
};

static uint32_t times_tried(struct change_kind k)
{
    return k.tried < TRIED_MAX ? k.tried : TRIED_MAX;
}

static struct attack_rate *rate_of(const struct attack_rates *r, struct change_kind k)
{
    return &r->kinds[(k.relation * N_TAKEN_WORDS + k.taken) * (TRIED_MAX + 1) + times_tried(k)];
}

struct attack_rates attack_rates_new(struct arena *a, uint32_t n_relations)
{
    size_t n = (size_t)n_relations * N_TAKEN_WORDS * (TRIED_MAX + 1);
    return (struct attack_rates){arena_zalloc(a, (n + 1) * sizeof(struct attack_rate))};
}

void attack_rates_add(struct attack_rates *r, struct change_kind kind, bool broke)
{
    struct attack_rate *rate = rate_of(r, kind);
    rate->tried++;
    rate->broke += broke;
}

/* The expectation after a try without success begins with a part of the one before: so few tries
 * are needed to learn it. */
double attack_rates_expect(const struct attack_rates *r, struct change_kind kind)
{
    double expected = PROMISE[kind.taken];
    for (uint32_t i = 0; i <= times_tried(kind); i++) {
        const struct change_kind so_far = {kind.relation, kind.taken, i};
        const struct attack_rate *rate = rate_of(r, so_far);
        double promise = i > 0 ? WORN * expected : expected;
        expected = (rate->broke + FAITH * promise) / (rate->tried + FAITH);
    }
    return expected;
}

double attack_rates_doubt(const struct attack_rates *r, struct change_kind kind)
{
    double p = attack_rates_expect(r, kind);
    return sqrt(p * (1 - p) / (rate_of(r, kind)->tried + FAITH + 1));
}
