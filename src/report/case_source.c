/* case_source.c: finding the texts of a case. */
#include "report/case_source.h"

#include "sql/statement.h"

/* The place of the first case of the same seed. */
static uint32_t first_of_seed(const struct scores *s, uint32_t place)
{
    uint32_t low = 0, high = place, seed = s->cases[place].seed;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->cases[middle].seed < seed)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Each case of the seed that was dropped after scoring moves the ones after it by one place. */
const struct test_case *source_case(const struct suite *suite, const struct scores *scores,
                                    uint32_t place)
{
    if (!suite)
        return NULL;
    uint32_t seed = suite_find_seed(suite, scores->seeds[scores->cases[place].seed].number);
    if (seed == suite->n_seeds)
        return NULL;
    uint32_t first = suite_first_case(suite, seed), dropped = suite->reviewed.dropped;
    uint32_t last = first + place - first_of_seed(scores, place);
    for (uint32_t i = last > first + dropped ? last - dropped : first;
         i <= last && i < suite->n_cases; i++)
        if (str_eq(suite->cases[i].id, scores->cases[place].id))
            return &suite->cases[i];
    return NULL;
}

struct case_texts case_texts_of(const struct case_source *s, const struct scores *scores,
                                uint32_t place)
{
    struct case_texts t = {.asked = source_case(s->suite, scores, place)};
    if (!t.asked)
        return t;
    t.seed = &s->suite->seeds[t.asked->seed];
    if (s->predictions) {
        t.before = s->predictions->seeds[t.asked->seed];
        t.after = s->predictions->cases[t.asked - s->suite->cases];
    }
    return t;
}

struct case_texts seed_texts_of(const struct case_source *s, const struct scores *scores,
                                uint32_t place)
{
    struct case_texts t = {0};
    uint32_t seed = s->suite ? suite_find_seed(s->suite, scores->seeds[place].number) : 0;
    if (!s->suite || seed == s->suite->n_seeds)
        return t;
    t.seed = &s->suite->seeds[seed];
    t.before = s->predictions ? s->predictions->seeds[seed] : NULL;
    return t;
}

bool expects_gold(const struct case_texts *t, struct str expected)
{
    return t->asked->claim == CLAIM_CHANGED && str_eq(expected, t->asked->query) &&
           (t->asked->edit.what == EDIT_NONE ||
            !str_eq(sql_without_end(said_sql(t->before)), sql_without_end(t->seed->query)));
}

struct str said_sql(const struct answer *said)
{
    return said && said->sql.ptr ? said->sql : STR("");
}
