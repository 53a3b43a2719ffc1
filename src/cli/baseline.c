/* baseline.c: comparing scores with older ones. */
#include "cli/baseline.h"

#include "cli/scores_files.h"
#include "score/scores_walk.h"

/* If more than this share of the cases was judged before and is not now, that is a failure. */
#define LOST_SHARE 0.05

/* If fewer of the cases are the same, the suites are not. */
#define SAME_SHARE 0.5

/* Are they scores of the same suite, by the same measure? Old files do not name theirs. */
static enum status check_same_suite(const struct baseline *b, const struct scores *new,
                                    struct err *e)
{
    const struct scores *older = &b->older;
    const struct paired_list *against = &b->against;
    uint64_t common = against->items[0].cases + against->lost;
    TRY(scores_status(older, e));
    if (older->by.len > 0 && new->by.len > 0 && !str_eq(older->by, new->by))
        return err_set(e, E_INPUT, "judged by %.*s, and the new scores by %.*s: use one measure",
                       STR_ARG(older->by), STR_ARG(new->by));
    if (common > 0 && (double)against->same >= SAME_SHARE * (double)new->n_cases)
        return OK;
    if (against->same == new->n_cases)
        return err_set(e, E_INPUT, "no case was judged in both");
    return err_set(e, E_INPUT, "these are scores of another suite: of %u cases %u are the same",
                   new->n_cases, against->same);
}

enum status baseline_open(struct baseline *b, const char *path, const struct scores *new,
                          struct err *e)
{
    const double certainty = 0.95;
    *b = (struct baseline){0};
    if (!path)
        return OK;
    TRY(scores_open(&b->older, path, HOLD_CASES, e));
    b->against = paired_compare(&b->older.arena, &b->older, new, certainty);
    enum status status = scores_status(new, e);
    if (status == OK && (status = check_same_suite(b, new, e)) != OK)
        err_in_file(e, path);
    if (status)
        baseline_close(b);
    return status;
}

void baseline_close(struct baseline *b)
{
    scores_release(&b->older);
    *b = (struct baseline){0};
}

/* " error rate rose: all from 1.00% to 2.00%, TS from …": first of all cases, then by relation. */
static struct str rates_that_rose(struct arena *a, const struct paired_list *l)
{
    struct str text = STR("");
    for (uint32_t i = 0; i < l->count; i++) {
        const struct paired *p = &l->items[i];
        if (paired_is_worse(p))
            text = arena_printf(a, "%.*s%s %.*s from %.2f%% to %.2f%%", STR_ARG(text),
                                text.len ? "," : " error rate rose:",
                                STR_ARG(p->relation.ptr ? p->relation : STR("all")),
                                100 * p->rate_a, 100 * p->rate_b);
    }
    return text;
}

/* A system that no longer answers, or answers wrongly, has not got better. */
enum status baseline_check(const struct baseline *b, struct err *e)
{
    unsigned long long lost = b->against.lost,
                       before = lost + (b->against.count ? b->against.items[0].cases : 0);
    if ((double)lost > LOST_SHARE * (double)before)
        return err_set(e, E_THRESHOLD,
                       "failed: of %llu cases that were judged before, %llu were not", before,
                       lost);
    struct arena a = {0};
    struct str worse = rates_that_rose(&a, &b->against);
    if (paired_lost_answers(&b->against))
        worse = arena_printf(&a, "%.*s%s right answers were lost: from %.2f%% wrong to %.2f%%",
                             STR_ARG(worse), worse.len ? ";" : "", 100 * b->against.wrong.rate_a,
                             100 * b->against.wrong.rate_b);
    enum status status = worse.len ? err_set(e, E_THRESHOLD, "failed:%.*s", STR_ARG(worse)) : OK;
    arena_release(&a);
    return status;
}
