/* relation_label.c: the name beside the code. */
#include "report/relation_label.h"

#include "relation/relation.h"

struct str relation_label(struct arena *a, struct str id)
{
    const struct relation *r = relation_find(id);
    return r && str_eq(id, str_from(r->id)) ? arena_printf(a, "%-4s %s", r->id, r->name) : id;
}
