/* refusal.c: counting refusals. */
#include "relation/refusal.h"

const char *refusal_name(enum refusal r)
{
    static const char *const NAMES[] = {
#define REFUSAL(id, name) [REFUSED_##id] = (name),
#include "relation/refusal.def"
#undef REFUSAL
    };
    return NAMES[r];
}

void refuse(const struct relation_seed *s, enum refusal why)
{
    if (s->refusals)
        s->refusals->counts[why]++;
}

bool refuse_unless(const struct relation_seed *s, bool condition, enum refusal why)
{
    if (!condition)
        refuse(s, why);
    return condition;
}
