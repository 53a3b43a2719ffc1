/* refusal.c: counting refusals. */
#include "relation/refusal.h"

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
