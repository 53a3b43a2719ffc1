/* pace.c: distances between requests. */
#include "system/pace.h"

#define SECOND_NS  1e9
#define LONGEST_NS 1e16 /* four months: a lower rate would never send a request */

static int64_t bounded(double ns)
{
    return (int64_t)(ns < LONGEST_NS ? ns : LONGEST_NS);
}

struct pace pace_of(double rate, struct shard s)
{
    if (!(rate > 0))
        return (struct pace){0};
    uint32_t before = s.count ? s.number - 1 : 0, count = s.count ? s.count : 1;
    return (struct pace){.distance_ns = bounded(SECOND_NS * count / rate),
                         .lead_ns = bounded(SECOND_NS * before / rate)};
}

int64_t pace_next(struct pace *p, int64_t now_ns)
{
    if (p->next_ns == 0)
        p->next_ns = now_ns + p->lead_ns;
    return p->next_ns;
}

/* After a time without requests they are not sent faster. */
void pace_take(struct pace *p, int64_t now_ns)
{
    int64_t from = p->next_ns > now_ns ? p->next_ns : now_ns;
    p->next_ns = from + p->distance_ns;
}
