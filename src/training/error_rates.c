/* error_rates.c: rates by relation. */
#include "training/error_rates.h"

#include "pipeline/score.h"

/* NULL where no case of the relation was judged. */
static const struct tally *find_tally(const struct tally_list *list, const char *id)
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
    enum status status = scores_load(&scores, path, e);
    if (status)
        return status;
    struct tally_list list = tally_of(a, &scores, TALLY_BY_RELATION, NULL);
    *missing = STR("");
    for (uint32_t i = 0; i < relations->count; i++) {
        const char *id = relations->items[i]->id;
        const struct tally *t = find_tally(&list, id);
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
    err_in_file(e, path);
    return E_INPUT;
}
