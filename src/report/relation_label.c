/* relation_label.c: the name beside the code. */
#include "report/relation_label.h"

#include "relation/relation.h"

struct str relation_label(struct arena *a, struct str id)
{
    const struct relation *r = relation_find(id);
    bool code = r && str_eq(id, str_from(r->id)) && id.len <= RELATION_CODE_MAX;
    return code ? arena_printf(a, "%-*s %s", RELATION_CODE_MAX, r->id, r->name) : id;
}
