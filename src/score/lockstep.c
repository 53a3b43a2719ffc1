/* lockstep.c: the seeds of several scores, merged by their numbers. */
#include "score/lockstep.h"

#include <stdlib.h>

/* Together, several files may have thousands of cases for one seed. */
enum { STEP_VERDICTS = 16384 };

struct lockstep_file {
    struct scores_walk walk;
    uint32_t next; /* number of the seed that comes next … */
    bool more;     /* … if there is one */
};

void lockstep_begin(struct lockstep *l, const struct scores *const *all, uint32_t n)
{
    *l = (struct lockstep){.all = all,
                           .n = n,
                           .most = STEP_VERDICTS,
                           .batches = mem_resize_array(NULL, n, sizeof *l->batches),
                           .files = mem_resize_array(NULL, n, sizeof *l->files),
                           .in_memory = true};
    for (uint32_t i = 0; i < n; i++) {
        l->files[i] = (struct lockstep_file){.walk = scores_walk(all[i])};
        l->in_memory = l->in_memory && scores_are_in_memory(all[i]);
    }
}

void lockstep_end(struct lockstep *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        scores_walk_end(&l->files[i].walk);
    free(l->files);
    free(l->batches);
    *l = (struct lockstep){.ended = true};
}

static bool has_problem(const struct lockstep *l)
{
    struct err ignored;
    for (uint32_t i = 0; i < l->n; i++)
        if (scores_status(l->all[i], &ignored))
            return true;
    return false;
}

static void find_ahead(struct lockstep_file *f)
{
    f->more = scores_walk_ahead(&f->walk, &f->next);
}

/* The number of the next seed that any of them has; false at the end. */
static bool find_next_number(const struct lockstep *l, uint32_t *number)
{
    bool found = false;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct lockstep_file *f = &l->files[i];
        if (f->more && (!found || f->next < *number))
            *number = f->next;
        found = found || f->more;
    }
    return found;
}

/* Add that seed to the batches of all that have it. Returns how many verdicts these now have. */
static uint64_t take_seed(struct lockstep *l, uint32_t number)
{
    uint64_t verdicts = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        struct lockstep_file *f = &l->files[i];
        if (f->more && f->next == number) {
            scores_walk_take(&f->walk);
            find_ahead(f);
        }
        verdicts += (uint64_t)f->walk.batch.n_seeds + f->walk.batch.n_cases;
    }
    return verdicts;
}

bool lockstep_next(struct lockstep *l)
{
    uint64_t verdicts = 0;
    if (l->ended)
        return false;
    if (l->in_memory) {
        memcpy(l->batches, l->all, l->n * sizeof *l->batches);
        l->ended = true;
        return true;
    }
    for (uint32_t i = 0; i < l->n; i++) {
        scores_walk_clear(&l->files[i].walk);
        find_ahead(&l->files[i]);
        l->batches[i] = &l->files[i].walk.batch;
    }
    for (uint32_t number = 0; verdicts < l->most && find_next_number(l, &number);)
        verdicts = take_seed(l, number);
    l->ended = verdicts == 0 || has_problem(l);
    return !l->ended;
}
