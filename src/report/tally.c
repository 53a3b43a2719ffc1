/* tally.c: adding up, group by group. */
#include "report/tally.h"

#include "base/json_reader.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>

enum { DRAWS = 1000, RANDOM_SEED = 1, FEW_SEEDS = 20 };

static const char *const DIMENSIONS[] = {"all",      "relation", "family", "hardness",
                                         "database", "element",  "type"};

const char *tally_by_name(enum tally_by by)
{
    return DIMENSIONS[by];
}

/* The judged cases of one seed in one group. */
struct seed_counts {
    uint32_t seed, judged, errors;
};

struct group {
    struct tally tally;
    struct seed_counts *seeds;
    uint32_t n_seeds;
};

struct adding {
    struct arena *arena;
    const struct scores *scores;
    struct group **groups;
    uint32_t n_groups;
};

static struct group *group_of(struct adding *a, struct str label)
{
    for (uint32_t i = 0; i < a->n_groups; i++)
        if (str_eq(a->groups[i]->tally.label, label))
            return a->groups[i];
    ARENA_PUSH(a->arena, a->groups, a->n_groups);
    struct group *g = ARENA_NEW(a->arena, struct group);
    g->tally.label = label;
    return a->groups[a->n_groups++] = g;
}

static void add_truth(struct share *s, enum truth t)
{
    s->of += t != UNKNOWN;
    s->yes += t == YES;
}

static void add_accuracy(struct accuracy *a, enum truth before, enum truth after)
{
    add_truth(&a->before, before);
    add_truth(&a->after, after);
    if (before == YES)
        add_truth(&a->kept, after);
    if (before == NO)
        add_truth(&a->gained, after);
}

static void add_counts(struct adding *a, struct group *g, const struct scored_case *c)
{
    if (!cause_is_judged(c->cause))
        return;
    if (g->n_seeds == 0 || g->seeds[g->n_seeds - 1].seed != c->seed) {
        ARENA_PUSH(a->arena, g->seeds, g->n_seeds);
        g->seeds[g->n_seeds++] = (struct seed_counts){c->seed, 0, 0};
    }
    g->seeds[g->n_seeds - 1].judged++;
    g->seeds[g->n_seeds - 1].errors += cause_is_error(c->cause);
}

static void add_case(struct adding *a, struct str label, const struct scored_case *c)
{
    const struct scored_seed *seed = &a->scores->seeds[c->seed];
    struct group *g = group_of(a, label);
    struct tally *t = &g->tally;
    t->cases++;
    t->judged += cause_is_judged(c->cause);
    t->errors += cause_is_error(c->cause);
    t->flaky += cause_is_error(c->cause) && seed->flaky;
    t->causes[c->cause]++;
    add_truth(&t->consistent_exact, c->consistent.exact);
    add_truth(&t->consistent_execution, c->consistent.execution);
    add_accuracy(&t->exact, seed->right.exact, c->right.exact);
    add_accuracy(&t->execution, seed->right.execution, c->right.execution);
    add_counts(a, g, c);
}

static void add_elements(struct adding *a, const struct scored_case *c)
{
    struct json_reader list = json_reader_of(a->arena, a->scores->seeds[c->seed].elements);
    struct str name;
    for (struct json_value v; json_next_item(&list, &v);)
        if ((name = json_text(a->arena, v)).ptr)
            add_case(a, name, c);
}

static struct str or_unknown(struct str s)
{
    return s.ptr ? s : STR("unknown");
}

static void add(struct adding *a, enum tally_by by, const struct scored_case *c)
{
    const struct scored_seed *seed = &a->scores->seeds[c->seed];
    switch (by) {
    case TALLY_ALL:
        add_case(a, STR("all"), c);
        break;
    case TALLY_BY_RELATION:
        add_case(a, c->relation, c);
        break;
    case TALLY_BY_FAMILY:
        add_case(a, or_unknown(c->family), c);
        break;
    case TALLY_BY_HARDNESS:
        add_case(a, or_unknown(seed->hardness), c);
        break;
    case TALLY_BY_DATABASE:
        add_case(a, or_unknown(seed->db_id), c);
        break;
    case TALLY_BY_ELEMENT:
        if (seed->elements.ptr)
            add_elements(a, c);
        break;
    case TALLY_BY_TYPE:
        if (cause_is_error(c->cause))
            add_case(a, or_unknown(c->type), c);
        break;
    case TALLY_DIMENSIONS:
        break;
    }
}

/* Intervals */

static int compare_rates(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double draw_rate(const struct group *g, struct rng *rng)
{
    uint64_t judged = 0, errors = 0;
    for (uint32_t i = 0; i < g->n_seeds; i++) {
        const struct seed_counts *s = &g->seeds[rng_below(rng, g->n_seeds)];
        judged += s->judged;
        errors += s->errors;
    }
    return (double)errors / (double)judged;
}

/* Drawing from few seeds says little about others: there the interval is at least Wilson's for as
 * many independent cases as there are seeds. */
static void widen(struct group *g)
{
    const double z = 1.96, n = g->n_seeds, p = tally_error_rate(&g->tally);
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    g->tally.low = fmax(0, fmin(g->tally.low, middle - half));
    g->tally.high = fmin(1, fmax(g->tally.high, middle + half));
}

static void find_interval(struct group *g)
{
    double rates[DRAWS];
    struct rng rng = rng_stream(RANDOM_SEED, g->tally.label, 0);
    if (g->n_seeds == 0)
        return;
    for (int i = 0; i < DRAWS; i++)
        rates[i] = draw_rate(g, &rng);
    qsort(rates, DRAWS, sizeof *rates, compare_rates);
    g->tally.low = rates[DRAWS * 25 / 1000];
    g->tally.high = rates[DRAWS * 975 / 1000 - 1];
    /* Seeds of which none, or each, went wrong look alike in every draw, and yet the next may not:
     * a rate above `unseen` would have shown itself with 95% certainty. */
    double unseen = 1 - pow(0.05, 1.0 / g->n_seeds);
    if (g->n_seeds < FEW_SEEDS)
        widen(g);
    if (g->tally.errors == 0)
        g->tally.high = unseen;
    else if (g->tally.errors == g->tally.judged)
        g->tally.low = 1 - unseen;
}

struct tally_list tally_of(struct arena *a, const struct scores *s, enum tally_by by,
                           const char *const *order)
{
    struct adding adding = {.arena = a, .scores = s};
    struct tally_list list = {NULL, 0};
    for (; order && *order; order++)
        group_of(&adding, str_from(*order));
    for (uint32_t i = 0; i < s->n_cases; i++)
        add(&adding, by, &s->cases[i]);
    list.items = ARENA_ARRAY(a, struct tally, adding.n_groups);
    for (uint32_t i = 0; i < adding.n_groups; i++) {
        if (adding.groups[i]->tally.cases == 0)
            continue;
        find_interval(adding.groups[i]);
        list.items[list.count++] = adding.groups[i]->tally;
    }
    return list;
}

double tally_error_rate(const struct tally *t)
{
    return t->judged ? (double)t->errors / (double)t->judged : 0;
}

double share_rate(struct share s)
{
    return s.of ? (double)s.yes / (double)s.of : 0;
}

double tally_macro_rate(const struct tally_list *list)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].judged) {
            sum += tally_error_rate(&list->items[i]);
            n++;
        }
    return n ? sum / n : 0;
}
