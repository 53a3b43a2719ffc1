/* augment_drawn.c: cases of the seeds as training data: counted, drawn, proved and written. */
#include "training/augmenting.h"

#include "training/quota.h"

static void name_fault(struct augmenting *g, uint32_t place, struct str fault)
{
    if (!fault.len || g->faulty[place])
        return;
    g->faulty[place] = true;
    if (g->made->faults.count == 0)
        listener_notice(g->listener, "question %u has no cases, its query cannot be used: %.*s",
                        g->seeds[place].number, STR_ARG(fault));
    augmenting_name(g, &g->made->faults, g->seeds[place].number);
}

/* A run that counts the cases of seeds. */
struct counting {
    struct augmenting *augmenting;
    uint32_t place;   /* of the next seed */
    uint32_t *counts; /* of one seed, by relation */
};

static enum status count_cases(void *ctx, const struct made_seed *s, struct err *e)
{
    struct counting *c = ctx;
    struct augmenting *g = c->augmenting;
    uint32_t place = c->place++, n = g->rules.rules.n_relations;
    (void)e;
    memset(c->counts, 0, n * sizeof *c->counts);
    for (uint32_t i = 0; i < s->n_cases; i++)
        c->counts[s->drawn[i].relation]++;
    for (uint32_t r = 0; r < n; r++)
        if (c->counts[r])
            sample_add(&g->sample, place, s->seed.number, r,
                       str_from(g->rules.rules.relations[r]->id), c->counts[r]);
    name_fault(g, place, s->fault);
    return OK;
}

static enum status count_all_cases(struct augmenting *g, struct err *e)
{
    struct generate_rules rules = g->rules.rules;
    struct counting c = {.augmenting = g};
    c.counts = ARENA_ARRAY(&g->arena, uint32_t, rules.n_relations);
    rules.draw_only = true;
    return generate_cases(&rules, g->seeds, g->n_seeds, count_cases, &c, e);
}

/* Find the quotas, in the order of the relations; NULL for none. */
static enum status find_quotas(struct augmenting *g, uint64_t **out, struct err *e)
{
    const struct relation_choice *relations = &g->options->suite.chosen;
    uint64_t *quotas = ARENA_ARRAY(&g->arena, uint64_t, relations->count);
    double *rates = ARENA_ARRAY(&g->arena, double, relations->count), sum = 0;
    struct str missing;
    *out = g->options->scheme == AUGMENT_RANDOM ? NULL : quotas;
    if (g->options->scheme == AUGMENT_STRATIFIED)
        quota_even(g->made->size, relations->count, quotas);
    if (g->options->scheme != AUGMENT_ADAPTIVE)
        return OK;
    TRY(error_rates_read(&g->arena, g->options->rates, relations, rates, &missing, e));
    quota_by_rates(g->made->size, rates, relations->count, quotas);
    for (uint32_t i = 0; i < relations->count; i++)
        sum += rates[i];
    if (missing.len)
        listener_notice(g->listener, "%s has no judged case of %.*s: they have no quota",
                        g->options->rates, STR_ARG(missing));
    if (sum <= 0)
        listener_notice(g->listener,
                        "%s has no errors to go by: all cases are drawn alike, as random does",
                        g->options->rates);
    return OK;
}

/* Seeds, and which cases of each are wanted. */
struct picked_seeds {
    struct augmenting *augmenting;
    struct arena arena;
    struct seed *seeds;
    struct pick_list *picks;
    uint32_t count;
    uint32_t next; /* the seed that comes next */
};

/* From the requests of the sample, which are ordered by seed. */
static void pick_seeds(struct augmenting *g, struct picked_seeds *p)
{
    const struct sample *s = &g->sample;
    *p = (struct picked_seeds){.augmenting = g};
    struct case_pick *items = ARENA_ARRAY(&p->arena, struct case_pick, s->n_wanted);
    p->seeds = ARENA_ARRAY(&p->arena, struct seed, g->n_seeds);
    p->picks = ARENA_ARRAY(&p->arena, struct pick_list, g->n_seeds);
    for (size_t i = 0; i < s->n_wanted; i++) {
        const struct sample_request *r = &s->wanted[i];
        items[i] = (struct case_pick){r->relation, r->index};
        if (i == 0 || s->wanted[i - 1].place != r->place) {
            p->seeds[p->count] = g->seeds[r->place];
            p->picks[p->count++] = (struct pick_list){&items[i], 0};
        }
        p->picks[p->count - 1].count++;
    }
}

/* The `n` requests of the next seed. */
static const struct sample_request *next_requests(struct picked_seeds *p, uint32_t *n)
{
    const struct pick_list *picks = &p->picks[p->next++];
    *n = picks->count;
    return &p->augmenting->sample.wanted[picks->items - p->picks[0].items];
}

static enum status run_picked(struct augmenting *g, bool draw_only, generate_take *take,
                              struct err *e)
{
    struct generate_rules rules = g->rules.rules;
    struct picked_seeds p;
    pick_seeds(g, &p);
    rules.draw_only = draw_only;
    rules.picks = p.picks;
    enum status status = generate_cases(&rules, p.seeds, p.count, take, &p, e);
    arena_release(&p.arena);
    return status;
}

/* Why a case was not proved. The tally says how many were not fluent, but not which: it is counted
 * down. For relations whose cases are proved while they are drawn, it also counts cases that were
 * not requested; but then all requested cases are proved. */
static enum sample_outcome outcome_of_unproved(struct relation_tally *t)
{
    if (t->rejected[PROOF_NOT_FLUENT] == 0)
        return SAMPLE_REJECTED;
    t->rejected[PROOF_NOT_FLUENT]--;
    return SAMPLE_NOT_FLUENT;
}

/* Give the sample the outcomes of its requests of one seed. Cases are in the order of requests. */
static enum status take_outcomes(void *ctx, const struct made_seed *s, struct err *e)
{
    struct picked_seeds *p = ctx;
    struct augmenting *g = p->augmenting;
    uint32_t n, at = 0;
    const struct sample_request *wanted = next_requests(p, &n);
    (void)e;
    name_fault(g, wanted->place, s->fault);
    for (const struct sample_request *r = wanted; r < wanted + n; r++) {
        bool proved = at < s->n_cases && s->drawn[at].relation == r->relation &&
                      s->drawn[at].index == r->index;
        const struct training_example x = {&s->seed, proved ? &s->cases[at] : NULL};
        g->on_empty[r->number] = proved && case_proved_on_empty(&s->cases[at].proof);
        sample_take(&g->sample, r->number,
                    proved ? augmenting_judge(g, &x)
                           : outcome_of_unproved(&s->tallies[r->relation]));
        at += proved;
    }
    return OK;
}

static enum status draw_sample(struct augmenting *g, struct err *e)
{
    uint64_t *quotas;
    g->faulty = arena_zalloc(&g->arena, g->n_seeds * sizeof *g->faulty);
    g->made->size = g->options->size == AUGMENT_AS_MANY ? g->n_seeds : (uint64_t)g->options->size;
    TRY(find_quotas(g, &quotas, e));
    if (g->made->size > 0)
        TRY(count_all_cases(g, e));
    sample_settle(&g->sample, g->made->size, quotas);
    g->on_empty = arena_zalloc(&g->arena, g->sample.count * sizeof *g->on_empty);
    while (sample_step(&g->sample))
        TRY(run_picked(g, false, take_outcomes, e));
    sample_result(&g->sample);
    return OK;
}

/* Writing */

/* The run has copies of seeds, and the set wants those that stay. */
static enum status write_cases(void *ctx, const struct made_seed *s, struct err *e)
{
    struct picked_seeds *p = ctx;
    struct augmenting *g = p->augmenting;
    uint32_t n;
    const struct sample_request *wanted = next_requests(p, &n);
    if (s->n_cases != n)
        return err_set(e, E_DB, "the database of '%.*s' changed while it was read",
                       STR_ARG(s->seed.db_id));
    for (uint32_t i = 0; i < s->n_cases; i++) {
        TRY(augmenting_add(g, wanted[i].place, &s->cases[i], e));
        g->made->on_empty += g->on_empty[wanted[i].number];
    }
    return OK;
}

enum status augmenting_add_drawn(struct augmenting *g, struct err *e)
{
    TRY(draw_sample(g, e));
    return run_picked(g, true, write_cases, e);
}
