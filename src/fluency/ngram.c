/* ngram.c: walking a tree of n-grams. */
#include "fluency/ngram.h"

#include <stdlib.h>

struct ngram_state ngram_begin(const struct ngram_tree *t)
{
    struct ngram_state s = {.nodes = {NGRAM_BEGIN}};
    for (uint32_t k = 1; k < t->order; k++)
        s.nodes[k] = NGRAM_NONE;
    return s;
}

/* The child of `node` of level k that ends in `word`. The search has no branch to guess wrong. */
static uint32_t find_child(const struct ngram_tree *t, uint32_t k, uint32_t node, uint32_t word)
{
    const uint32_t *words = t->levels[k + 1].words;
    uint32_t at = t->levels[k].first[node];
    uint32_t n = t->levels[k].first[node + 1] - at;
    if (n == 0)
        return NGRAM_NONE;
    while (n > 1) {
        uint32_t half = n / 2;
        at += words[at + half] <= word ? half : 0;
        n -= half;
    }
    return words[at] == word ? at : NGRAM_NONE;
}

int32_t ngram_step(const struct ngram_tree *t, struct ngram_state *s, uint32_t word)
{
    struct ngram_state next;
    int32_t cost = t->levels[0].costs[word];
    next.nodes[0] = word;
    for (uint32_t k = 0; k + 1 < t->order; k++) {
        uint32_t context = s->nodes[k];
        next.nodes[k + 1] = NGRAM_NONE;
        if (context == NGRAM_NONE)
            continue;
        uint32_t node = find_child(t, k, context, word);
        next.nodes[k + 1] = node;
        if (node != NGRAM_NONE)
            cost = t->levels[k + 1].costs[node];
        else
            cost += t->levels[k].backoffs[context];
    }
    *s = next;
    return cost;
}

/* Do the children of all nodes of level k follow one another, each sorted by word? */
static bool children_are_sound(const struct ngram_tree *t, uint32_t k)
{
    const struct ngram_level *l = &t->levels[k], *below = &t->levels[k + 1];
    if (l->first[0] != 0 || l->first[l->count] != below->count)
        return false;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t start = l->first[i], end = l->first[i + 1];
        if (end < start || end > below->count)
            return false;
        for (uint32_t j = start; j < end; j++)
            if (below->words[j] >= t->levels[0].count ||
                (j > start && below->words[j] <= below->words[j - 1]))
                return false;
    }
    return true;
}

bool ngram_tree_is_sound(const struct ngram_tree *t)
{
    bool sound = t->order >= 1 && t->order <= NGRAM_MAX_ORDER && t->levels[0].count > NGRAM_END;
    for (uint32_t k = 0; sound && k + 1 < t->order; k++)
        sound = children_are_sound(t, k);
    return sound;
}

void ngram_draft_release(struct ngram_draft *d)
{
    for (uint32_t k = 0; k < NGRAM_MAX_ORDER; k++) {
        struct ngram_draft_level *l = &d->levels[k];
        free(l->words);
        free(l->first);
        free(l->costs);
        free(l->backoffs);
    }
    *d = (struct ngram_draft){0};
}
