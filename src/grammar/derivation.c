/* derivation.c: counting, and finding by number.
 *
 * Lets are chosen from the first to the last. A let that no later one is about multiplies the
 * count; any other is gone through item by item. Of several columns that must differ, the last
 * would be gone through most often. If all that follows it depends on it alone (it is *closed*),
 * the sum over all columns of the table is kept, and those that it must differ from are subtracted.
 * The number of phrases is kept too, as long as they are of the same thing: else a phrase that
 * contains itself would be counted again for each column beside it, at every depth. */
#include "grammar/derivation.h"

#include "grammar/domain.h"

#include <assert.h>

/* Steps that counting one rule may take: three times what 500 tables need. A step into a phrase
 * costs more. */
enum { COUNTING_STEPS = 5000000, PHRASE_STEPS = 100 };

struct counter {
    struct arena *arena;
    const struct grammar_world *world;
    uint64_t *steps;                    /* left */
    uint32_t summed_for[RULE_LETS_MAX]; /* by closed let: the table … */
    uint64_t sums[RULE_LETS_MAX];       /* … and the sum over its columns */
    uint32_t phrase_of[RULE_LETS_MAX];  /* by phrase: the one table or column that it is of … */
    uint64_t phrases[RULE_LETS_MAX];    /* … and the number of phrases */
};

static uint64_t ways(struct counter *c, struct derivation *d, uint32_t i);
static void pick(struct counter *c, struct derivation *d, uint32_t i, uint64_t n);

static struct counter counter_of(struct arena *a, const struct grammar_world *w, uint64_t *steps)
{
    struct counter out = {.arena = a, .world = w, .steps = steps};
    for (uint32_t i = 0; i < RULE_LETS_MAX; i++)
        out.summed_for[i] = out.phrase_of[i] = SCHEMA_NONE;
    return out;
}

static uint64_t times(uint64_t x, uint64_t y)
{
    return x != 0 && y > UINT64_MAX / x ? UINT64_MAX : x * y;
}

static uint64_t plus(uint64_t x, uint64_t y)
{
    return x > UINT64_MAX - y ? UINT64_MAX : x + y;
}

/* Anything but a phrase */

/* In how many ways those after let `i` can be chosen once it is `b`. */
static uint64_t ways_after(struct counter *c, struct derivation *d, uint32_t i,
                           struct grammar_bound b)
{
    d->lets[i] = b;
    return ways(c, d, i + 1);
}

/* With `all`, those count too that let `i` must differ from. */
static uint64_t sum_over(struct counter *c, struct derivation *d, uint32_t i, bool all)
{
    const struct domain items = domain_of(c->arena, c->world, d, i);
    bool is_free = d->rule->lets[i].is_free, listed = items.ids || !is_free;
    uint64_t n = listed ? 0 : items.size;
    for (uint64_t k = 0; listed && k < items.size && *c->steps != 0; k++) {
        struct grammar_bound b = domain_item(c->world, d, i, &items, k);
        if (all || domain_differs(d, i, b.id))
            n = plus(n, is_free ? 1 : ways_after(c, d, i, b));
    }
    return is_free && n > 0 ? times(n, ways(c, d, i + 1)) : n;
}

/* Is let `others[k]` in the sum, and different from those before it? */
static bool is_subtracted(const struct counter *c, const struct derivation *d, uint32_t i,
                          uint32_t k)
{
    const struct grammar_let *let = &d->rule->lets[i];
    struct grammar_bound b = d->lets[let->others[k]];
    for (uint32_t j = 0; j < k; j++)
        if (d->lets[let->others[j]].id == b.id)
            return false;
    return domain_lists(c->world, d, i, &b);
}

static uint64_t closed_ways(struct counter *c, struct derivation *d, uint32_t i)
{
    const struct grammar_let *let = &d->rule->lets[i];
    uint32_t table = bound_table(c->world, d, let->of);
    if (c->summed_for[i] != table) {
        c->sums[i] = sum_over(c, d, i, true);
        c->summed_for[i] = table;
    }
    uint64_t n = c->sums[i];
    for (uint32_t k = 0; n != UINT64_MAX && k < let->n_others; k++)
        if (is_subtracted(c, d, i, k))
            n -= ways_after(c, d, i, (struct grammar_bound){.id = d->lets[let->others[k]].id});
    return n;
}

static void pick_item(struct counter *c, struct derivation *d, uint32_t i, uint64_t n)
{
    const struct domain items = domain_of(c->arena, c->world, d, i);
    if (!items.ids && d->rule->lets[i].is_free) {
        d->lets[i] = domain_item(c->world, d, i, &items, n % items.size);
        pick(c, d, i + 1, n / items.size);
        return;
    }
    for (uint64_t k = 0; k < items.size; k++) {
        struct grammar_bound b = domain_item(c->world, d, i, &items, k);
        uint64_t after = domain_differs(d, i, b.id) ? ways_after(c, d, i, b) : 0;
        if (n < after) {
            d->lets[i] = b;
            pick(c, d, i + 1, n);
            return;
        }
        n -= after;
    }
}

/* Phrases */

/* In how many ways the rule makes the phrase that let `i` is. */
static uint64_t phrase_ways(struct counter *c, const struct derivation *d, uint32_t i,
                            const struct grammar_rule *rule, struct derivation *out)
{
    *c->steps -= *c->steps < PHRASE_STEPS ? *c->steps : PHRASE_STEPS;
    if (*c->steps == 0 || !phrase_begin(d, i, rule, out))
        return 0;
    struct counter inner = counter_of(c->arena, c->world, c->steps);
    return ways(&inner, out, rule->n_parameters);
}

static uint64_t sum_phrase_ways(struct counter *c, const struct derivation *d, uint32_t i)
{
    const struct grammar *g = d->grammar;
    struct str name = d->rule->lets[i].phrase;
    struct derivation phrase;
    uint64_t n = 0;
    for (uint32_t r = grammar_find_phrase(g, name, 0); r < g->count;
         r = grammar_find_phrase(g, name, r + 1))
        n = plus(n, phrase_ways(c, d, i, &g->rules[r], &phrase));
    return n;
}

/* The table or column that the phrase is of, if it is all that the phrase depends on. */
static uint32_t phrase_argument(const struct derivation *d, uint32_t i)
{
    const struct grammar_let *let = &d->rule->lets[i];
    bool known = let->n_arguments == 1 && let_has_id(d->rule->lets[let->arguments[0]].type);
    return known ? d->lets[let->arguments[0]].id : SCHEMA_NONE;
}

static uint64_t all_phrase_ways(struct counter *c, const struct derivation *d, uint32_t i)
{
    uint32_t of = phrase_argument(d, i);
    if (of == SCHEMA_NONE)
        return sum_phrase_ways(c, d, i);
    if (c->phrase_of[i] != of) {
        c->phrases[i] = sum_phrase_ways(c, d, i);
        c->phrase_of[i] = of;
    }
    return c->phrases[i];
}

static struct grammar_bound nth_phrase(struct counter *c, const struct derivation *d, uint32_t i,
                                       uint64_t n)
{
    const struct grammar *g = d->grammar;
    struct str name = d->rule->lets[i].phrase;
    struct derivation *phrase = ARENA_NEW(c->arena, struct derivation);
    for (uint32_t r = grammar_find_phrase(g, name, 0); r < g->count;
         r = grammar_find_phrase(g, name, r + 1)) {
        uint64_t found = phrase_ways(c, d, i, &g->rules[r], phrase);
        if (n < found) {
            struct counter inner = counter_of(c->arena, c->world, c->steps);
            pick(&inner, phrase, g->rules[r].n_parameters, n);
            break;
        }
        n -= found;
    }
    return (struct grammar_bound){.phrase = phrase};
}

/* In how many ways let `i` and those after it can be chosen once those before are known. */
static uint64_t ways(struct counter *c, struct derivation *d, uint32_t i)
{
    if (i == d->rule->n_lets)
        return 1;
    if (*c->steps == 0)
        return 0;
    --*c->steps;
    struct arena_mark mark = arena_mark(c->arena);
    const struct grammar_let *let = &d->rule->lets[i];
    uint64_t n;
    if (let->type == LET_PHRASE) {
        n = all_phrase_ways(c, d, i);
        n = n == 0 ? 0 : times(n, ways(c, d, i + 1));
    } else
        n = let->is_closed ? closed_ways(c, d, i) : sum_over(c, d, i, false);
    arena_rewind(c->arena, mark);
    return n;
}

/* Choose let `i` and those after it in way number `n`. */
static void pick(struct counter *c, struct derivation *d, uint32_t i, uint64_t n)
{
    if (i == d->rule->n_lets)
        return;
    if (d->rule->lets[i].type == LET_PHRASE) {
        uint64_t size = all_phrase_ways(c, d, i);
        assert(size > 0); /* else there would be no number `n` */
        d->lets[i] = nth_phrase(c, d, i, n % size);
        pick(c, d, i + 1, n / size);
    } else
        pick_item(c, d, i, n);
}

struct derivations derivations_of(struct arena *a, const struct grammar *g,
                                  const struct grammar_rule *rule, const struct grammar_world *w)
{
    struct derivations out = {.grammar = g, .rule = rule, .world = w};
    struct derivation d = {.grammar = g, .rule = rule};
    uint64_t steps = COUNTING_STEPS;
    struct counter c = counter_of(a, w, &steps);
    if (rule->n_lets > 0 && let_has_id(rule->lets[0].type)) {
        struct domain first = domain_of(a, w, &d, 0);
        out.first = first.ids;
        out.n_first = (uint32_t)first.size;
    }
    out.before = ARENA_ARRAY(a, uint64_t, out.n_first + 1);
    for (uint32_t k = 0; k < out.n_first; k++) {
        out.before[k] = out.count;
        out.count =
            plus(out.count, ways_after(&c, &d, 0, (struct grammar_bound){.id = out.first[k]}));
    }
    if (!out.first)
        out.count = ways(&c, &d, 0);
    out.gave_up = steps == 0;
    if (out.gave_up)
        out.count = 0;
    out.before[out.n_first] = out.count;
    return out;
}

/* The item of the first let that has number `i`. */
static uint32_t first_item(const struct derivations *d, uint64_t i)
{
    uint32_t from = 0, to = d->n_first;
    while (to - from > 1) {
        uint32_t middle = from + (to - from) / 2;
        if (d->before[middle] <= i)
            from = middle;
        else
            to = middle;
    }
    return from;
}

struct derivation derivation_get(struct arena *a, const struct derivations *d, uint64_t i)
{
    struct derivation out = {.grammar = d->grammar, .rule = d->rule};
    uint64_t steps = UINT64_MAX; /* counting had a limit already */
    struct counter c = counter_of(a, d->world, &steps);
    if (!d->first) {
        pick(&c, &out, 0, i);
        return out;
    }
    uint32_t k = first_item(d, i);
    out.lets[0].id = d->first[k];
    pick(&c, &out, 1, i - d->before[k]);
    return out;
}

uint32_t derivation_columns(const struct derivation *d)
{
    for (uint32_t i = 0; i < d->rule->n_lets; i++)
        if (d->rule->lets[i].type == LET_COLUMNS)
            return d->lets[i].n_columns;
    return 0;
}

bool derivation_found_link(const struct grammar_world *w, const struct derivation *d)
{
    for (uint32_t i = 0; i < d->rule->n_lets; i++) {
        const struct grammar_let *let = &d->rule->lets[i];
        if (let->type == LET_LINK && w->links[d->lets[i].id].found)
            return true;
        if (let->type == LET_PHRASE && derivation_found_link(w, d->lets[i].phrase))
            return true;
    }
    return false;
}
