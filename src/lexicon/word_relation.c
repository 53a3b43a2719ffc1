/* word_relation.c: the synsets of two words, and those one pointer away from them. */
#include "lexicon/word_relation.h"

enum { SENSES = 4, NEAR_MAX = 512 };

/* Synsets, by part of speech and place in its file. */
struct near {
    struct {
        enum wordnet_pos pos;
        uint32_t place;
    } items[NEAR_MAX];
    uint32_t count;
};

static void add_near(struct near *n, enum wordnet_pos pos, uint32_t place)
{
    if (n->count == NEAR_MAX)
        return;
    n->items[n->count].pos = pos;
    n->items[n->count++].place = place;
}

/* Kinds and what is alike, the attribute of an adjective, and words made of each other. */
static const char FOLLOWED[] = "@ ~ + = & \\";

static void add_senses(struct arena *a, const struct wordnet *w, enum wordnet_pos pos,
                       struct str word, struct near *out)
{
    uint32_t places[WORDNET_MAX_SENSES];
    uint32_t n = wordnet_senses(w, pos, word, places);
    for (uint32_t i = 0; i < n && i < SENSES; i++) {
        struct wordnet_synset s;
        struct wordnet_pointer p;
        if (!wordnet_synset(a, w, pos, places[i], &s))
            continue;
        add_near(out, pos, places[i]);
        for (uint32_t k = 0; k < s.n_pointers && wordnet_next_pointer(&s.pointers, &p); k++)
            if (str_among(p.symbol, FOLLOWED))
                add_near(out, p.pos, p.place);
    }
}

/* In the parts of speech before `end`. */
static void find_near(struct arena *a, const struct wordnet *w, struct str word, int end,
                      struct near *out)
{
    out->count = 0;
    for (int pos = 0; pos < end; pos++) {
        struct str lemma = wordnet_exception(w, (enum wordnet_pos)pos, word);
        add_senses(a, w, (enum wordnet_pos)pos, word, out);
        if (lemma.ptr)
            add_senses(a, w, (enum wordnet_pos)pos, lemma, out);
    }
}

bool words_related(struct arena *a, const struct wordnet *w, struct str x, struct str y)
{
    struct arena_mark mark = arena_mark(a);
    struct near *of_x = ARENA_NEW(a, struct near), *of_y = ARENA_NEW(a, struct near);
    find_near(a, w, x, WORDNET_NOUN + 1, of_x);
    if (of_x->count == 0)
        find_near(a, w, x, WORDNET_ADVERB, of_x);
    find_near(a, w, y, WORDNET_ADVERB, of_y);
    bool related = false;
    for (uint32_t i = 0; i < of_x->count && !related; i++)
        for (uint32_t k = 0; k < of_y->count && !related; k++)
            related = of_x->items[i].place == of_y->items[k].place &&
                      of_x->items[i].pos == of_y->items[k].pos;
    arena_rewind(a, mark);
    return related;
}
