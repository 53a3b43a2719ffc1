/* relation.c: the list of relations. */
#include "relation/relation.h"

const struct relation *const RELATIONS[] = {
#define RELATION(id) &relation_##id,
#include "relation/relation.def"
#undef RELATION
    NULL,
};

const struct relation *relation_find(struct str id)
{
    for (const struct relation *const *r = RELATIONS; *r; r++)
        if (str_eq_nocase(str_from((*r)->id), id))
            return *r;
    return NULL;
}

const char *relation_family(struct str name)
{
    for (const struct relation *const *r = RELATIONS; *r; r++)
        if (str_eq_nocase(str_from((*r)->family), name))
            return (*r)->family;
    return NULL;
}

bool relation_begins_family(const struct relation *const *place)
{
    return place == RELATIONS || strcmp(place[-1]->family, (*place)->family) != 0;
}

bool relations_need_domain(const struct relation *const *relations, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (relations[i]->needs_domain)
            return true;
    return false;
}

enum strength relations_strength(const struct relation *const *relations, uint32_t count,
                                 int wanted)
{
    for (uint32_t i = 0; i < count; i++)
        if (relations[i]->has_strengths)
            return (enum strength)wanted;
    return STRENGTH_MILD;
}
