/* model_synonyms.c: lists by words. */
#include "lexicon/model_synonyms.h"

void model_synonyms_init(struct model_synonyms *t, struct arena *a)
{
    *t = (struct model_synonyms){0};
    name_map_init_exact(&t->numbers, a, 32);
}

void model_synonyms_add(struct model_synonyms *t, struct arena *a, struct str words,
                        struct spoken_list said)
{
    ARENA_PUSH(a, t->lists, t->count);
    t->lists[t->count] = said;
    name_map_put(&t->numbers, a, words, t->count++);
}

struct spoken_list model_synonyms_find(const struct model_synonyms *t, struct str words)
{
    uint32_t n = t && t->count ? name_map_get(&t->numbers, words) : NAME_NONE;
    return n == NAME_NONE ? (struct spoken_list){NULL, 0} : t->lists[n];
}
