/* verdict.c: the facts of cause.def. */
#include "score/verdict.h"

static const struct {
    const char *name;
    bool judged;
} CAUSES[] = {
#define CAUSE(id, name, judged) {name, judged},
#include "score/cause.def"
#undef CAUSE
};

const char *cause_name(enum cause c)
{
    return CAUSES[c].name;
}

bool cause_is_judged(enum cause c)
{
    return CAUSES[c].judged;
}
