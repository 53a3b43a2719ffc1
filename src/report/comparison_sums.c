/* comparison_sums.c: runs, systems and pairs of systems, added up step by step. */
#include "report/comparison.h"

#include "base/number.h"
#include "report/differing.h"
#include "score/lockstep.h"

#include <stdlib.h>

#define CERTAINTY 0.95

/* A system while it is added up. */
struct system_sums {
    uint32_t first; /* of its runs among all */
    struct robustness_sums *runs;
    struct figure_sums *figures; /* NULL if they are not shown */
    struct effort_sums effort;
};

struct comparison_sums {
    struct arena *arena;
    struct system_comparison *comparison;
    const struct comparison_wants *wants;
    struct system_sums *systems;
    struct paired_sums **pairs; /* in the order of the comparison */
    struct arena step;          /* memory of the current step */
    struct run_cases *cases;    /* of each system, in this step */
};

/* Beginning */

static void begin_system(struct comparison_sums *s, uint32_t i, uint32_t first,
                         const char *const *order)
{
    struct compared_system *system = &s->comparison->systems[i];
    struct system_sums *sums = &s->systems[i];
    uint32_t n = system->runs.count;
    *sums = (struct system_sums){.first = first,
                                 .runs = ARENA_ARRAY(s->arena, struct robustness_sums, n)};
    for (uint32_t r = 0; r < n; r++) {
        robustness_begin(&sums->runs[r], s->arena, order);
        sums->runs[r].effortless = true;
    }
    if (comparison_of_runs(s->comparison))
        sums->figures = figures_begin(s->arena, n);
    system->sums = ARENA_ARRAY(s->arena, struct robustness, n);
    system->same = arena_zalloc(s->arena, n * sizeof *system->same);
    system->cases = 0;
}

static void begin_pair(struct comparison_sums *s, uint32_t first, uint32_t second)
{
    struct system_comparison *c = s->comparison;
    ARENA_PUSH(s->arena, c->pairs, c->n_pairs);
    s->pairs[c->n_pairs] =
        paired_begin(s->arena, c->systems[first].runs.count, c->systems[second].runs.count);
    c->pairs[c->n_pairs++] = (struct compared_pair){.first = first, .second = second};
}

/* Those with the first system come first. */
static void begin_pairs(struct comparison_sums *s)
{
    uint32_t n = s->comparison->n_systems, firsts = s->wants->page ? n : 1;
    s->pairs = ARENA_ARRAY(s->arena, struct paired_sums *, (size_t)n * firsts);
    for (uint32_t x = 0; x < firsts; x++)
        for (uint32_t y = x + 1; y < n; y++)
            begin_pair(s, x, y);
}

/* The runs of all systems, one after another. */
static const struct scores **all_runs(struct comparison_sums *s, uint32_t *n)
{
    const struct system_comparison *c = s->comparison;
    const struct scores **all = NULL;
    *n = 0;
    for (uint32_t i = 0; i < c->n_systems; i++)
        for (uint32_t r = 0; r < c->systems[i].runs.count; r++)
            ARENA_ADD(s->arena, all, *n, c->systems[i].runs.items[r]);
    return all;
}

static void begin_sums(struct comparison_sums *s, const char *const *order)
{
    struct system_comparison *c = s->comparison;
    uint32_t first = 0;
    s->systems = ARENA_ARRAY(s->arena, struct system_sums, c->n_systems);
    s->cases = ARENA_ARRAY(s->arena, struct run_cases, c->n_systems);
    for (uint32_t i = 0; i < c->n_systems; i++) {
        begin_system(s, i, first, order);
        first += c->systems[i].runs.count;
    }
    begin_pairs(s);
}

/* Steps */

/* Count the cases of each run that are the same in the first run. */
static void count_same(struct compared_system *system, const struct run_cases *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t r = 0; r < all->runs.count; r++)
            system->same[r] += all->items[i].verdicts[0] && all->items[i].verdicts[r];
    system->cases += all->count;
}

static void add_system(struct comparison_sums *s, uint32_t i, struct runs batches)
{
    struct system_sums *sums = &s->systems[i];
    const struct run_cases *all = &s->cases[i];
    const struct scores *together = batches.items[0];
    for (uint32_t r = 0; r < batches.count; r++)
        robustness_add(&sums->runs[r], batches.items[r]);
    if (batches.count > 1 && (sums->figures || s->wants->effort))
        together = runs_together(&s->step, all);
    if (sums->figures)
        figures_add(sums->figures, batches, together);
    if (s->wants->effort)
        effort_add(&sums->effort, together);
    count_same(&s->comparison->systems[i], all);
}

static void put_cases(struct comparison_sums *s)
{
    const struct run_cases *x = &s->cases[0], *y = &s->cases[1];
    const struct compared_system *systems = s->comparison->systems;
    struct case_pairs pairs = case_pairs_of(&s->step, x, y);
    for (uint32_t i = 0; i < pairs.count; i++) {
        const struct case_pair *p = &pairs.items[i];
        bool first = fate_is_broken(run_case_fate(x, p->a));
        if (first != fate_is_broken(run_case_fate(y, p->b)))
            buf_printf(s->wants->cases, "%.*s\t%.*s\n", STR_ARG(systems[first ? 0 : 1].name),
                       STR_ARG(p->a->first->id));
    }
}

/* Add the seeds of this step; their numbers follow those of earlier steps. */
static void note_numbers(struct comparison_sums *s, const struct lockstep *l)
{
    struct system_comparison *c = s->comparison;
    uint32_t *numbers = NULL, n = 0;
    for (uint32_t i = 0; i < l->n; i++)
        for (uint32_t k = 0; k < l->batches[i]->n_seeds; k++)
            ARENA_ADD(&s->step, numbers, n, l->batches[i]->seeds[k].number);
    if (n > 0)
        qsort(numbers, n, sizeof *numbers, number_compare);
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0 && numbers[i] == numbers[i - 1])
            continue;
        ARENA_ADD(s->arena, c->numbers, c->n_numbers, numbers[i]);
    }
}

static void add_step(struct comparison_sums *s, const struct lockstep *l)
{
    struct system_comparison *c = s->comparison;
    for (uint32_t i = 0; i < c->n_systems; i++) {
        const struct runs batches = {l->batches + s->systems[i].first, c->systems[i].runs.count};
        s->cases[i] = run_cases_of(&s->step, batches);
        add_system(s, i, batches);
    }
    for (uint32_t i = 0; i < c->n_pairs; i++)
        paired_add(s->pairs[i], &s->cases[c->pairs[i].first], &s->cases[c->pairs[i].second]);
    if (s->wants->cases)
        put_cases(s);
    if (s->wants->page) {
        c->differing += differing_count(s->cases, c->n_systems);
        note_numbers(s, l);
    }
    arena_clear(&s->step);
}

/* End */

static void end_systems(struct comparison_sums *s)
{
    for (uint32_t i = 0; i < s->comparison->n_systems; i++) {
        struct compared_system *system = &s->comparison->systems[i];
        for (uint32_t r = 0; r < system->runs.count; r++)
            robustness_end(&s->systems[i].runs[r], system->runs.items[r]->by, &system->sums[r]);
        system->effort = effort_end(&s->systems[i].effort);
    }
}

static void end_comparison(struct comparison_sums *s)
{
    struct system_comparison *c = s->comparison;
    uint32_t n_ids;
    end_systems(s);
    const struct str *ids = comparison_relations(s->arena, c->systems, c->n_systems, &n_ids);
    for (uint32_t i = 0; i < c->n_systems; i++)
        if (s->systems[i].figures)
            c->systems[i].figures =
                figures_end(s->systems[i].figures, c->systems[i].sums, ids, n_ids);
    for (uint32_t i = 0; i < c->n_pairs; i++)
        c->pairs[i].list = paired_end(s->pairs[i], CERTAINTY);
}

void comparison_add_up(struct arena *a, struct system_comparison *c, const char *const *order,
                       const struct comparison_wants *wants)
{
    struct comparison_sums s = {.arena = a, .comparison = c, .wants = wants};
    struct lockstep l;
    uint32_t n;
    const struct scores **all = all_runs(&s, &n);
    begin_sums(&s, order);
    lockstep_begin(&l, all, n);
    l.most = wants->step ? wants->step : l.most;
    while (lockstep_next(&l))
        add_step(&s, &l);
    lockstep_end(&l);
    end_comparison(&s);
    arena_release(&s.step);
}
