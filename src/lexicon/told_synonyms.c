/* told_synonyms.c: lists by words. */
#include "lexicon/told_synonyms.h"

void told_synonyms_init(struct told_synonyms *t, struct arena *a)
{
    *t = (struct told_synonyms){0};
    name_map_init_exact(&t->numbers, a, 32);
}

void told_synonyms_add(struct told_synonyms *t, struct arena *a, struct str words,
                       struct told_list said)
{
    ARENA_PUSH(a, t->lists, t->count);
    t->lists[t->count] = said;
    name_map_put(&t->numbers, a, words, t->count++);
}

struct told_list told_synonyms_find(const struct told_synonyms *t, struct str words)
{
    uint32_t n = t && t->count ? name_map_get(&t->numbers, words) : NAME_NONE;
    return n == NAME_NONE ? (struct told_list){NULL, 0} : t->lists[n];
}
