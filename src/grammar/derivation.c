/* derivation.c: counting, and finding by number.
 *
 * A let that no later let is about multiplies the count; any other one is gone through item by
 * item. Tables and columns are gone through, values are not: there are many more of them. */
#include "grammar/derivation.h"

/* What follows let `i` once it is item `k`. */
static uint64_t count_behind(struct arena *a, const struct grammar_world *w, struct derivation *d,
                             uint32_t i, uint64_t k)
{
    d->lets[i] = domain_item(a, w, d, i, k);
    return derivation_ways(a, w, d, i + 1);
}

static uint64_t times(uint64_t x, uint64_t y)
{
    return x != 0 && y > UINT64_MAX / x ? UINT64_MAX : x * y;
}

static uint64_t plus(uint64_t x, uint64_t y)
{
    return x > UINT64_MAX - y ? UINT64_MAX : x + y;
}

uint64_t derivation_ways(struct arena *a, const struct grammar_world *w, struct derivation *d,
                         uint32_t i)
{
    if (i == d->rule->n_lets)
        return 1;
    struct arena_mark mark = arena_mark(a);
    uint64_t size = domain_size(a, w, d, i), count = 0;
    if (size == 0)
        return 0;
    if (d->rule->lets[i].is_free)
        count = times(size, derivation_ways(a, w, d, i + 1));
    else
        for (uint64_t k = 0; k < size; k++)
            count = plus(count, count_behind(a, w, d, i, k));
    arena_rewind(a, mark);
    return count;
}

struct derivations derivations_of(struct arena *a, const struct grammar *g,
                                  const struct grammar_rule *rule, const struct grammar_world *w)
{
    struct derivations out = {.grammar = g, .rule = rule, .world = w};
    struct derivation d = {.grammar = g, .rule = rule};
    out.n_first = rule->n_lets > 0 ? (uint32_t)domain_size(a, w, &d, 0) : 0;
    out.before = ARENA_ARRAY(a, uint64_t, out.n_first + 1);
    for (uint32_t k = 0; k < out.n_first; k++) {
        out.before[k] = out.count;
        out.count = plus(out.count, count_behind(a, w, &d, 0, k));
    }
    if (rule->n_lets == 0)
        out.count = 1;
    return out;
}

void derivation_choose(struct arena *a, const struct grammar_world *w, struct derivation *d,
                       uint32_t i, uint64_t n)
{
    if (i == d->rule->n_lets)
        return;
    uint64_t size = domain_size(a, w, d, i);
    if (d->rule->lets[i].is_free) {
        d->lets[i] = domain_item(a, w, d, i, n % size);
        derivation_choose(a, w, d, i + 1, n / size);
        return;
    }
    for (uint64_t k = 0; k < size; k++) {
        uint64_t behind = count_behind(a, w, d, i, k);
        if (n < behind) {
            d->lets[i] = domain_item(a, w, d, i, k);
            derivation_choose(a, w, d, i + 1, n);
            return;
        }
        n -= behind;
    }
}

struct derivation derivation_get(struct arena *a, const struct derivations *d, uint64_t i)
{
    struct derivation out = {.grammar = d->grammar, .rule = d->rule};
    uint32_t k = 0;
    while (k + 1 < d->n_first && d->before[k + 1] <= i)
        k++;
    if (d->n_first == 0)
        return out;
    out.lets[0] = domain_item(a, d->world, &out, 0, k);
    derivation_choose(a, d->world, &out, 1, i - d->before[k]);
    return out;
}
