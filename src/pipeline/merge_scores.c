/* merge_scores.c: verdicts joined, and added up anew. */
#include "base/version.h"
#include "pipeline/merge_set.h"
#include "pipeline/score.h"

static enum status look(struct arena *a, const char *path, struct part *out, struct err *e)
{
    struct scores s;
    enum status status = scores_load(&s, path, e);
    if (status)
        return status;
    *out = s.part;
    out->of = arena_str(a, s.part.of);
    scores_release(&s);
    return OK;
}

/* Room for the verdicts of all parts. */
static void make_room(struct scores *whole, const struct scores *parts, uint32_t n)
{
    uint32_t seeds = 0, cases = 0;
    for (uint32_t i = 0; i < n; i++) {
        seeds += parts[i].n_seeds;
        cases += parts[i].n_cases;
    }
    whole->seeds = ARENA_ARRAY(&whole->arena, struct seed_verdict, seeds);
    whole->cases = ARENA_ARRAY(&whole->arena, struct verdict, cases);
    whole->n_seeds = whole->n_cases = 0;
}

static void add_verdicts(struct scores *whole, const struct scores *part)
{
    uint32_t before = whole->n_seeds;
    for (uint32_t i = 0; i < part->n_seeds; i++)
        whole->seeds[whole->n_seeds++] = part->seeds[i];
    for (uint32_t i = 0; i < part->n_cases; i++) {
        struct verdict *v = &whole->cases[whole->n_cases++];
        *v = part->cases[i];
        v->seed += before;
    }
}

/* Parts that are of parts of the suite, or of the predictions, do not say what the whole is of. */
static enum status check_origins(const struct merge_set *set, const struct scores *parts,
                                 const struct merge_order *o, struct err *e)
{
    const char *option = NULL;
    for (uint32_t i = 1; i < set->count; i++) {
        if (!o->suite && !str_eq(parts[i].suite, parts[0].suite))
            option = "--suite";
        if (!o->predictions && !str_eq(parts[i].predictions, parts[0].predictions))
            option = "--predictions";
    }
    if (!option)
        return OK;
    return err_set(e, E_USAGE,
                   "these scores are of parts: merge these first, and name what came of it with %s",
                   option);
}

/* A shard that had no database judged by exact set match, as the whole does where all had none. */
static struct str measure_of(const struct scores *parts, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (str_eq(parts[i].by, STR("execution")))
            return parts[i].by;
    return parts[0].by;
}

static enum status write_whole(const struct scores *whole, const char *out, struct err *e)
{
    struct arena a = {0};
    struct robustness sums;
    score_sums(&a, whole, &sums);
    enum status status = score_save(whole, &sums, out, e);
    arena_release(&a);
    return status;
}

static enum status add_up(const struct merge_set *set, const struct scores *parts,
                          const struct merge_order *o, struct scores *out, struct err *e)
{
    enum status status = check_origins(set, parts, o, e);
    if (status)
        return status;
    *out = parts[0];
    out->arena = (struct arena){0};
    out->part = (struct part){.of = STR("")};
    out->by = measure_of(parts, set->count);
    make_room(out, parts, set->count);
    for (uint32_t i = 0; i < set->count; i++)
        add_verdicts(out, &parts[i]);
    return o->suite || o->predictions ? score_find_origins(out, o->suite, o->predictions, e) : OK;
}

/* The parts stay as long as what is made of them. */
static enum status join(const struct merge_set *set, const struct merge_order *o,
                        const struct listener *l, struct err *e)
{
    struct arena a = {0};
    struct scores *parts = ARENA_ARRAY(&a, struct scores, set->count), whole = {0};
    uint32_t n = 0;
    enum status status = OK;
    (void)l;
    while (n < set->count && (status = scores_load(&parts[n], set->parts[n].path, e)) == OK)
        n++;
    if (status == OK)
        status = add_up(set, parts, o, &whole, e);
    if (status == OK)
        status = write_whole(&whole, o->out, e);
    arena_release(&whole.arena);
    while (n > 0)
        scores_release(&parts[--n]);
    arena_release(&a);
    return status;
}

const struct merge_kind MERGE_SCORES = {.name = "scores", .look = look, .join = join};
