/* case_source.c: finding the texts of a case. */
#include "report/case_source.h"

const struct test_case *source_case(const struct suite *suite, const struct scores *scores,
                                    uint32_t place)
{
    if (!suite || place >= suite->n_cases)
        return NULL;
    const struct test_case *c = &suite->cases[place];
    return str_eq(c->id, scores->cases[place].id) ? c : NULL;
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
        t.after = s->predictions->cases[place];
    }
    return t;
}

struct str said_sql(const struct answer *said)
{
    return said && said->sql.ptr ? said->sql : STR("");
}
