/* phrase_book.c: chains of phrases by first word. */
#include "link/phrase_book.h"

enum { EXPECTED_WORDS = 512 };

void phrase_book_add(struct phrase_book *b, struct arena *a, struct lemmas words, struct phrase p)
{
    p.words = words.items;
    p.n_words = words.count;
    if (p.n_words == 0 || p.n_words > PHRASE_MAX_WORDS)
        return;
    if (b->count == 0)
        name_map_init(&b->by_first, a, EXPECTED_WORDS);
    p.next = name_map_get(&b->by_first, p.words[0]);
    ARENA_PUSH(a, b->items, b->count);
    b->items[b->count] = p;
    name_map_put(&b->by_first, a, p.words[0], b->count++);
}

void phrase_book_add_key(struct phrase_book *b, struct arena *a, struct lemmas words,
                         uint32_t target, double weight)
{
    phrase_book_add(b, a, words,
                    (struct phrase){.kind = PHRASE_KEY, .target = target, .weight = weight});
}

uint32_t phrase_book_first(const struct phrase_book *b, struct str word)
{
    return b->count == 0 ? (uint32_t)NAME_NONE : name_map_get(&b->by_first, word);
}
