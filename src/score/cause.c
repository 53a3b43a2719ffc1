/* cause.c: the facts of cause.def. */
#include "score/cause.h"

static const struct {
    struct str name;
    bool judged;
} CAUSES[] = {
#define CAUSE(id, name, judged) {STR_INIT(name), judged},
#include "score/cause.def"
#undef CAUSE
};

const char *cause_name(enum cause c)
{
    return CAUSES[c].name.ptr;
}

enum cause cause_named(struct str name)
{
    enum cause c = 0;
    while (c < N_CAUSES && !str_eq(CAUSES[c].name, name))
        c++;
    return c;
}

bool cause_is_judged(enum cause c)
{
    return CAUSES[c].judged;
}

bool cause_is_error(enum cause c)
{
    return CAUSES[c].judged && c != CAUSE_CONSISTENT;
}
