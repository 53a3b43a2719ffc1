/* known_word.c: telling names by how WordNet writes them. */
#include "lexicon/known_word.h"

static bool has_capital(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (ascii_capital(s.ptr[i]))
            return true;
    return false;
}

static struct str in_small_letters(struct arena *a, struct str s)
{
    char *out = arena_alloc(a, s.len + 1);
    for (size_t i = 0; i < s.len; i++)
        out[i] = ascii_lower(s.ptr[i]);
    return (struct str){out, s.len};
}

/* Add how the synset writes `text`. */
static void look_at_synset(const struct wordnet_synset *s, struct str text, struct known_as *out)
{
    for (uint32_t i = 0; i < s->n_words; i++)
        if (str_eq_nocase(s->words[i], text)) {
            bool name = has_capital(s->words[i]);
            out->name |= name;
            out->ordinary |= !name;
        }
}

struct known_as known_as(struct arena *a, const struct wordnet *w, struct str text)
{
    static const enum wordnet_pos looked_up[] = {WORDNET_NOUN, WORDNET_ADJECTIVE};
    struct known_as out = {0};
    struct arena_mark mark = arena_mark(a);
    struct str lemma = in_small_letters(a, text);
    for (size_t p = 0; p < COUNT_OF(looked_up); p++) {
        uint32_t places[WORDNET_MAX_SENSES];
        uint32_t n = wordnet_senses(w, looked_up[p], lemma, places);
        struct wordnet_synset synset;
        for (uint32_t i = 0; i < n; i++)
            if (wordnet_synset(a, w, looked_up[p], places[i], &synset))
                look_at_synset(&synset, text, &out);
    }
    arena_rewind(a, mark);
    return out;
}
