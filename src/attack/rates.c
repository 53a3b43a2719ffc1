/* rates.c: counting, with a little faith to begin with. */
#include "attack/rates.h"

/* As if so many had been tried, with the success that words promise by themselves. */
static const double FAITH = 2;
static const double PROMISE[N_TAKEN_WORDS] = {
    [TAKEN_UNRANKED] = 0.5, [TAKEN_IDLE] = 0.3, [TAKEN_TELLING] = 0.7};

struct attack_rates attack_rates_new(struct arena *a, uint32_t n_relations)
{
    struct attack_rate *kinds =
        arena_zalloc(a, ((size_t)n_relations * N_TAKEN_WORDS + 1) * sizeof *kinds);
    return (struct attack_rates){kinds};
}

void attack_rates_add(struct attack_rates *r, uint32_t relation, enum taken_words taken, bool broke)
{
    struct attack_rate *kind = &r->kinds[relation * N_TAKEN_WORDS + taken];
    kind->tried++;
    kind->broke += broke;
}

double attack_rates_expect(const struct attack_rates *r, uint32_t relation, enum taken_words taken)
{
    const struct attack_rate *kind = &r->kinds[relation * N_TAKEN_WORDS + taken];
    return (kind->broke + FAITH * PROMISE[taken]) / (kind->tried + FAITH);
}
