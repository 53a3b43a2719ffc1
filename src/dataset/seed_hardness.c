/* seed_hardness.c: the level of a gold query. */
#include "dataset/seed_hardness.h"

#include "spider/hardness.h"

struct str seed_hardness(struct arena *a, const struct seed *s)
{
    struct spider_form form;
    struct err e;
    if (!s->query.ptr || spider_form_read(a, s->schema, SPIDER_RULE_TSE, s->query, &form, &e))
        return STR_NONE;
    return hardness_name(spider_hardness(&form));
}
