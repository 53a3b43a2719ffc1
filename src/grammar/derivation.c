/* derivation.c: counting, and finding by number.
 *
 * Lets are chosen from the first to the last. One that no later let is about multiplies the count;
 * any other is gone through item by item. The last column of several that must differ is the one
 * that would be gone through most often. What comes behind it depends on it alone (it is *closed*),
 * so the sum over all columns of the table is kept, and those it must differ from are taken off.
 * How many phrases there are is kept too, for as long as they are of the same thing: else a phrase
 * that has itself in it would be counted for each column beside it, at every depth. */
#include "grammar/derivation.h"

#include "grammar/domain.h"

#include <assert.h>

/* Steps that counting one rule may take: three times what 500 tables need. A step into a phrase is
 * larger. */
enum { COUNTING_STEPS = 5000000, PHRASE_STEPS = 100 };

struct counter {
    struct arena *arena;
    const struct grammar_world *world;
    uint64_t *steps;                    /* that are left */
    uint32_t summed_for[RULE_LETS_MAX]; /* by closed let: the table … */
    uint64_t sums[RULE_LETS_MAX];       /* … and the sum over its columns */
    uint32_t phrase_of[RULE_LETS_MAX];  /* by phrase: the one table or column that it is of … */
    uint64_t phrases[RULE_LETS_MAX];    /* … and how many there are */
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

static bool has_ids(const struct grammar_let *let)
{
    return let->type == LET_TABLE || let->type == LET_COLUMN || let->type == LET_LINK;
}

/* What follows let `i` once it is `b`. */
static uint64_t ways_behind(struct counter *c, struct derivation *d, uint32_t i,
                            struct grammar_bound b)
{
    d->lets[i] = b;
    return ways(c, d, i + 1);
}

/* Tables, columns, links */

static uint64_t sum_over(struct counter *c, struct derivation *d, uint32_t i, bool all)
{
    struct id_list list = domain_ids(c->arena, c->world, d, i);
    uint64_t n = 0;
    for (uint32_t k = 0; k < list.count; k++) {
        if (!all && !domain_differs(d, i, list.ids[k]))
            continue;
        if (d->rule->lets[i].is_free)
            n++;
        else
            n = plus(n, ways_behind(c, d, i, (struct grammar_bound){.id = list.ids[k]}));
    }
    return d->rule->lets[i].is_free && n > 0 ? times(n, ways(c, d, i + 1)) : n;
}

/* Is let `others[k]` in the sum, and not one of those before it again? */
static bool is_taken_off(const struct counter *c, const struct derivation *d, uint32_t i,
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
        if (is_taken_off(c, d, i, k))
            n -= ways_behind(c, d, i, (struct grammar_bound){.id = d->lets[let->others[k]].id});
    return n;
}

static uint64_t id_ways(struct counter *c, struct derivation *d, uint32_t i)
{
    return d->rule->lets[i].is_closed ? closed_ways(c, d, i) : sum_over(c, d, i, false);
}

static void pick_id(struct counter *c, struct derivation *d, uint32_t i, uint64_t n)
{
    struct id_list list = domain_ids(c->arena, c->world, d, i);
    for (uint32_t k = 0; k < list.count; k++) {
        struct grammar_bound b = {.id = list.ids[k]};
        uint64_t behind = domain_differs(d, i, b.id) ? ways_behind(c, d, i, b) : 0;
        if (n < behind) {
            d->lets[i] = b;
            pick(c, d, i + 1, n);
            return;
        }
        n -= behind;
    }
}

/* What is numbered: values, pieces, lists of columns, counts */

static uint64_t numbered_ways(struct counter *c, struct derivation *d, uint32_t i)
{
    uint64_t size = domain_size(c->world, d, i), n = 0;
    if (size == 0)
        return 0;
    if (d->rule->lets[i].is_free)
        return times(size, ways(c, d, i + 1));
    for (uint64_t k = 0; k < size && *c->steps != 0; k++)
        n = plus(n, ways_behind(c, d, i, domain_item(c->world, d, i, k)));
    return n;
}

static void pick_number(struct counter *c, struct derivation *d, uint32_t i, uint64_t n)
{
    uint64_t size = domain_size(c->world, d, i);
    if (d->rule->lets[i].is_free) {
        d->lets[i] = domain_item(c->world, d, i, n % size);
        pick(c, d, i + 1, n / size);
        return;
    }
    for (uint64_t k = 0; k < size; k++) {
        struct grammar_bound b = domain_item(c->world, d, i, k);
        uint64_t behind = ways_behind(c, d, i, b);
        if (n < behind) {
            d->lets[i] = b;
            pick(c, d, i + 1, n);
            return;
        }
        n -= behind;
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
    bool known = let->n_arguments == 1 && has_ids(&d->rule->lets[let->arguments[0]]);
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

/* In how many ways let `i` and those behind it can be chosen once those before are known. */
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
        n = has_ids(let) ? id_ways(c, d, i) : numbered_ways(c, d, i);
    arena_rewind(c->arena, mark);
    return n;
}

/* Choose let `i` and those behind it so that it is number `n` of these ways. */
static void pick(struct counter *c, struct derivation *d, uint32_t i, uint64_t n)
{
    if (i == d->rule->n_lets)
        return;
    if (d->rule->lets[i].type == LET_PHRASE) {
        uint64_t size = all_phrase_ways(c, d, i);
        assert(size > 0); /* else there would be no number `n` */
        d->lets[i] = nth_phrase(c, d, i, n % size);
        pick(c, d, i + 1, n / size);
    } else if (has_ids(&d->rule->lets[i]))
        pick_id(c, d, i, n);
    else
        pick_number(c, d, i, n);
}

struct derivations derivations_of(struct arena *a, const struct grammar *g,
                                  const struct grammar_rule *rule, const struct grammar_world *w)
{
    struct derivations out = {.grammar = g, .rule = rule, .world = w};
    struct derivation d = {.grammar = g, .rule = rule};
    uint64_t steps = COUNTING_STEPS;
    struct counter c = counter_of(a, w, &steps);
    if (rule->n_lets > 0 && has_ids(&rule->lets[0])) {
        struct id_list first = domain_ids(a, w, &d, 0);
        out.first = first.ids;
        out.n_first = first.count;
    }
    out.before = ARENA_ARRAY(a, uint64_t, out.n_first + 1);
    for (uint32_t k = 0; k < out.n_first; k++) {
        out.before[k] = out.count;
        out.count =
            plus(out.count, ways_behind(&c, &d, 0, (struct grammar_bound){.id = out.first[k]}));
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
    uint64_t steps = UINT64_MAX; /* no more than counting took */
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

/* What it is made of */

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
