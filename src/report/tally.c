/* tally.c: adding up, group by group. */
#include "report/tally.h"

#include "base/hash.h"
#include "base/rng.h"
#include "score/scores_walk.h"

uint32_t clauses_of(struct arena *a, const struct diagnosis *d, struct str out[CLAUSES_MAX])
{
    bool seen[2][N_CLAUSES] = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_items; i++) {
        bool nested = d->items[i].depth > 0;
        enum sql_clause clause = d->items[i].clause;
        struct str name = sql_clause_name(clause);
        if (!seen[nested][clause])
            out[n++] = nested ? arena_printf(a, "nested %.*s", STR_ARG(name)) : name;
        seen[nested][clause] = true;
    }
    return n;
}

enum { DRAWS = 1000, RANDOM_SEED = 1 };

#define CERTAINTY 0.95

static const char *const DIMENSIONS[] = {"all",      "relation", "family", "hardness",
                                         "database", "element",  "type",   "clause"};

const char *tally_by_name(enum tally_by by)
{
    return DIMENSIONS[by];
}

/* The judged cases of one seed in one group. */
struct seed_counts {
    uint32_t judged, errors;
};

struct tally_group {
    struct tally tally;
    double naturalness; /* the sum */
    uint64_t natural;   /* how many have one */
    struct seed_counts *seeds;
    uint32_t n_seeds;
    uint64_t last_seed; /* the seed of the last item */
};

struct tallying {
    struct arena *arena;
    enum tally_by by;
    const struct scores *scores; /* the current batch */
    uint64_t seeds_before;       /* in earlier batches */
    struct tally_group **groups;
    uint32_t n_groups;
    struct name_map by_label;
};

static struct tally_group *group_of(struct tallying *a, struct str label)
{
    uint32_t place = name_map_get(&a->by_label, label);
    if (place != NAME_NONE)
        return a->groups[place];
    ARENA_PUSH(a->arena, a->groups, a->n_groups);
    struct tally_group *g = ARENA_NEW(a->arena, struct tally_group);
    g->tally.label = arena_str(a->arena, label); /* the batch that holds it is released */
    name_map_put(&a->by_label, a->arena, g->tally.label, a->n_groups);
    return a->groups[a->n_groups++] = g;
}

void share_add(struct share *s, enum truth t)
{
    s->of += t != UNKNOWN;
    s->yes += t == YES;
}

static void add_accuracy(struct accuracy *a, enum truth before, enum truth after)
{
    share_add(&a->before, before);
    share_add(&a->after, after);
    if (before == YES)
        share_add(&a->kept, after);
    if (before == NO)
        share_add(&a->gained, after);
}

static void add_counts(struct tallying *a, struct tally_group *g, const struct verdict *c)
{
    if (!cause_is_judged(c->cause))
        return;
    uint64_t seed = a->seeds_before + c->seed;
    if (g->n_seeds == 0 || g->last_seed != seed) {
        ARENA_ADD(a->arena, g->seeds, g->n_seeds, (struct seed_counts){0, 0});
        g->last_seed = seed;
    }
    g->seeds[g->n_seeds - 1].judged++;
    g->seeds[g->n_seeds - 1].errors += cause_is_error(c->cause);
}

static struct str or_else(struct str s, struct str otherwise)
{
    return s.ptr ? s : otherwise;
}

static struct str or_unknown(struct str s)
{
    return or_else(s, STR("unknown"));
}

static void add_case(struct tallying *a, struct str label, const struct verdict *c)
{
    const struct seed_verdict *seed = &a->scores->seeds[c->seed];
    struct tally_group *g = group_of(a, label);
    struct tally *t = &g->tally;
    if (t->cases++ == 0)
        t->family = arena_str(a->arena, or_unknown(c->family));
    t->judged += cause_is_judged(c->cause);
    t->errors += cause_is_error(c->cause);
    t->flaky += cause_is_error(c->cause) && (seed->flaky || c->flaky);
    t->on_empty += c->on_empty;
    overlap_add(&t->overlap, &c->overlap);
    t->causes[c->cause]++;
    share_add(&t->consistent_exact, c->consistent.exact);
    share_add(&t->consistent_execution, c->consistent.execution);
    add_accuracy(&t->exact, seed->right.exact, c->right.exact);
    add_accuracy(&t->execution, seed->right.execution, c->right.execution);
    if (c->naturalness >= 0) {
        g->naturalness += c->naturalness;
        g->natural++;
    }
    add_counts(a, g, c);
}

static void add_elements(struct tallying *a, const struct verdict *c)
{
    for (enum sql_element i = 0; i < SQL_N_ELEMENTS; i++)
        if (sql_element_in(a->scores->seeds[c->seed].elements, i))
            add_case(a, sql_element_name(i), c);
}

static void add_clauses(struct tallying *a, const struct verdict *c)
{
    struct arena scratch = {0};
    struct str clauses[CLAUSES_MAX];
    uint32_t n = clauses_of(&scratch, &c->diagnosis, clauses);
    for (uint32_t i = 0; i < n; i++)
        add_case(a, clauses[i], c);
    arena_release(&scratch);
}

static struct str type_of(const struct verdict *c)
{
    return c->diagnosis.type == ERROR_NONE ? TALLY_NOT_DIAGNOSED
                                           : error_type_name(c->diagnosis.type);
}

/* By its type; errors of type "others" by their kind too. */
static void add_type(struct tallying *a, const struct verdict *c)
{
    struct str type = type_of(c), label = error_label(&c->diagnosis);
    add_case(a, type, c);
    if (c->diagnosis.type != ERROR_NONE && !str_eq(label, type))
        add_case(a, label, c);
}

static void add_to_groups(struct tallying *a, const struct verdict *c)
{
    const struct seed_verdict *seed = &a->scores->seeds[c->seed];
    switch (a->by) {
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
        add_case(a, or_else(seed->hardness, STR("not rated")), c);
        break;
    case TALLY_BY_DATABASE:
        add_case(a, or_unknown(seed->db_id), c);
        break;
    case TALLY_BY_ELEMENT:
        add_elements(a, c);
        break;
    case TALLY_BY_TYPE:
        if (cause_is_error(c->cause))
            add_type(a, c);
        break;
    case TALLY_BY_CLAUSE:
        if (cause_is_error(c->cause))
            add_clauses(a, c);
        break;
    case TALLY_DIMENSIONS:
        break;
    }
}

/* Intervals */

static double draw_rate(const struct tally_group *g, struct rng *rng)
{
    uint64_t judged = 0, errors = 0;
    for (uint32_t i = 0; i < g->n_seeds; i++) {
        const struct seed_counts *s = &g->seeds[rng_below(rng, g->n_seeds)];
        judged += s->judged;
        errors += s->errors;
    }
    return (double)errors / (double)judged;
}

/* The variance of the error rate over draws of seeds. Draws from few seeds vary too little; the
 * last factor corrects that. The draws are the same for every group, so that the same cases have
 * the same interval in every group. */
static double variance_of(const struct tally_group *g)
{
    struct rng rng = rng_stream(RANDOM_SEED, STR("tally"), 0);
    double mean = tally_error_rate(&g->tally), sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        double difference = draw_rate(g, &rng) - mean;
        sum += difference * difference;
    }
    return g->n_seeds > 1 ? sum / DRAWS * g->n_seeds / (g->n_seeds - 1.0) : 0;
}

static void find_interval(struct tally_group *g)
{
    struct tally *t = &g->tally;
    if (g->n_seeds == 0)
        return;
    t->interval =
        interval_of_rate(tally_error_rate(t), variance_of(g), g->n_seeds, t->judged, CERTAINTY);
    t->broken_interval =
        interval_of_rate(share_rate(t->broken), 0, g->n_seeds, g->n_seeds, CERTAINTY);
}

static void count_broken(struct tally_group *g)
{
    g->tally.broken.of = g->n_seeds;
    for (uint32_t i = 0; i < g->n_seeds; i++)
        g->tally.broken.yes += g->seeds[i].errors > 0;
}

static void finish_group(struct tally_group *g)
{
    g->tally.naturalness = g->natural ? g->naturalness / (double)g->natural : -1;
    count_broken(g);
    find_interval(g);
}

struct tallying *tally_begin(struct arena *a, enum tally_by by, const char *const *order)
{
    struct tallying *t = ARENA_NEW(a, struct tallying);
    *t = (struct tallying){.arena = a, .by = by};
    name_map_init_exact(&t->by_label, a, 0);
    for (; order && *order; order++)
        group_of(t, str_from(*order));
    return t;
}

void tally_add(struct tallying *t, const struct scores *batch)
{
    t->scores = batch;
    for (uint32_t i = 0; i < batch->n_cases; i++)
        add_to_groups(t, &batch->cases[i]);
    t->seeds_before += batch->n_seeds;
}

struct tally_list tally_end(struct tallying *t)
{
    struct tally_list list = {ARENA_ARRAY(t->arena, struct tally, t->n_groups), 0};
    for (uint32_t i = 0; i < t->n_groups; i++) {
        if (t->groups[i]->tally.cases == 0)
            continue;
        finish_group(t->groups[i]);
        list.items[list.count++] = t->groups[i]->tally;
    }
    return list;
}

struct tally_list tally_of(struct arena *a, const struct scores *s, enum tally_by by,
                           const char *const *order)
{
    struct tallying *t = tally_begin(a, by, order);
    struct scores_walk walk = scores_walk(s);
    for (const struct scores *batch; (batch = scores_walk_next(&walk));)
        tally_add(t, batch);
    return tally_end(t);
}

void tally_dimensions(struct arena *a, const struct scores *s,
                      const char *const *const orders[TALLY_DIMENSIONS],
                      struct tally_list lists[TALLY_DIMENSIONS])
{
    struct tallying *t[TALLY_DIMENSIONS];
    struct scores_walk walk = scores_walk(s);
    for (enum tally_by by = 0; by < TALLY_DIMENSIONS; by++)
        t[by] = tally_begin(a, by, orders[by]);
    for (const struct scores *batch; (batch = scores_walk_next(&walk));)
        for (enum tally_by by = 0; by < TALLY_DIMENSIONS; by++)
            if (by != TALLY_BY_RELATION)
                tally_add(t[by], batch);
    for (enum tally_by by = 0; by < TALLY_DIMENSIONS; by++)
        lists[by] = tally_end(t[by]);
}

static struct share tally_errors(const struct tally *t)
{
    return (struct share){t->errors, t->judged};
}

double tally_error_rate(const struct tally *t)
{
    return share_rate(tally_errors(t));
}

double share_rate(struct share s)
{
    return s.of ? (double)s.yes / (double)s.of : 0;
}

double share_known_rate(struct share s)
{
    return s.of ? share_rate(s) : -1;
}

/* Measures */

const char *measure_name(enum measure m)
{
    static const char *const NAMES[] = {
#define MEASURE(id, name, share) name,
#include "report/measure.def"
#undef MEASURE
    };
    return NAMES[m];
}

/* The opposite share: 3 of 10 become 7 of 10. */
static struct share opposite_share(struct share s)
{
    return (struct share){s.of - s.yes, s.of};
}

struct share tally_share(const struct tally *t, enum measure m)
{
    const struct share shares[] = {
#define MEASURE(id, name, share) share,
#include "report/measure.def"
#undef MEASURE
    };
    return shares[m];
}

double tally_mean(const struct tally_list *list, struct str family, enum measure m)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct share s = tally_share(&list->items[i], m);
        if (s.of && (!family.ptr || str_eq(list->items[i].family, family))) {
            sum += share_rate(s);
            n++;
        }
    }
    return n ? sum / n : -1;
}

struct str *tally_families(struct arena *a, const struct tally_list *list, uint32_t *count)
{
    struct str *names = NULL;
    *count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (str_in(list->items[i].family, names, *count))
            continue;
        ARENA_ADD(a, names, *count, list->items[i].family);
    }
    return names;
}

void share_json(struct json_writer *w, const char *name, struct share s)
{
    json_key_object(w, name);
    json_key_count(w, "yes", s.yes);
    json_key_count(w, "of", s.of);
    json_object_close(w);
}
