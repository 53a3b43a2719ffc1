/* quota.c: the formulas, and the rates for them. */
#include "training/quota.h"

#include "pipeline/score.h"

#include <float.h>

void quota_even(uint64_t n, uint32_t k, uint64_t *out)
{
    for (uint32_t i = 0; i < k; i++)
        out[i] = n / k;
}

/* A share that is a whole number must not lose one by rounding: 0.07 of 0.1, of 10, is 7. The
 * product is wrong by at most a few units in the last place. */
static uint64_t cut_share(double share)
{
    return (uint64_t)(share * (1 + 8 * DBL_EPSILON));
}

void quota_by_rates(uint64_t n, const double *rates, uint32_t k, uint64_t *out)
{
    double sum = 0;
    for (uint32_t i = 0; i < k; i++)
        sum += rates[i];
    for (uint32_t i = 0; i < k; i++)
        out[i] = sum > 0 ? cut_share(rates[i] / sum * (double)n) : 0;
}

/* NULL if no case of the relation was judged. */
static const struct tally *find_judged_tally(const struct tally_list *list, const char *id)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (str_eq(list->items[i].label, str_from(id)) && list->items[i].judged > 0)
            return &list->items[i];
    return NULL;
}

enum status error_rates_read(struct arena *a, const char *path,
                             const struct relation_choice *relations, double *out,
                             struct str *missing, struct err *e)
{
    struct scores scores;
    uint32_t found = 0;
    TRY(scores_load(&scores, path, e));
    struct tally_list list = tally_of(a, &scores, TALLY_BY_RELATION, NULL);
    *missing = STR("");
    for (uint32_t i = 0; i < relations->count; i++) {
        const char *id = relations->items[i]->id;
        const struct tally *t = find_judged_tally(&list, id);
        out[i] = t ? tally_error_rate(t) : 0;
        found += t != NULL;
        if (!t)
            *missing = arena_printf(a, "%.*s%s%s", STR_ARG(*missing), missing->len ? ", " : "", id);
    }
    scores_release(&scores);
    if (found > 0)
        return OK;
    err_set(e, E_INPUT,
            "no case of these relations was judged: the suite has none, or no seed has an answer "
            "that runs");
    return err_in_file(e, path);
}
