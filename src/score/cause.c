/* cause.c: the facts of cause.def. */
#include "score/cause.h"

static const char *const NAMES[] = {
#define CAUSE(id, name, judged) [CAUSE_##id] = (name),
#include "score/cause.def"
#undef CAUSE
};

static const bool JUDGED[] = {
#define CAUSE(id, name, judged) [CAUSE_##id] = (judged),
#include "score/cause.def"
#undef CAUSE
};

const struct name_list CAUSE_NAMES = NAMES_OF(NAMES);

const char *cause_name(enum cause c)
{
    return NAMES[c];
}

bool cause_is_judged(enum cause c)
{
    return JUDGED[c];
}

bool cause_is_error(enum cause c)
{
    return JUDGED[c] && c != CAUSE_CONSISTENT;
}
