/* vector_words.c: open addressing over folded words. */
#include "lexicon/vectors/vector_words.h"

#include "base/hash.h"

#include <stdlib.h>

static inline char fold_byte(char c)
{
    return c == ' ' ? '_' : ascii_lower(c);
}

static uint64_t hash_folded(struct str s)
{
    uint64_t h = s.len;
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)fold_byte(s.ptr[i])) * 0x100000001b3u;
    return hash_mix(h);
}

static bool is_same_folded(struct str a, struct str b)
{
    bool same = a.len == b.len;
    for (size_t i = 0; same && i < a.len; i++)
        same = fold_byte(a.ptr[i]) == fold_byte(b.ptr[i]);
    return same;
}

bool vector_word_is_in(struct str word, struct str phrase)
{
    bool found = is_same_folded(word, phrase);
    for (size_t start = 0, end; !found && start < phrase.len; start = end + 1) {
        for (end = start; end < phrase.len && fold_byte(phrase.ptr[end]) != '_';)
            end++;
        found = is_same_folded(word, str_slice(phrase, start, end));
    }
    return found;
}

void vector_words_release(struct vector_words *w)
{
    free(w->bytes);
    free(w->starts);
    free(w->slots);
    *w = (struct vector_words){0};
}

/* The slot of `word`, or the free one where it belongs. NULL if there is neither: only a forged
 * cache has no free slots. */
static uint32_t *find_slot(const struct vector_words *w, struct str word)
{
    uint32_t mask = w->n_slots - 1, at = (uint32_t)hash_folded(word) & mask;
    for (uint32_t tried = 0; tried < w->n_slots; tried++, at = (at + 1) & mask) {
        uint32_t *slot = &w->slots[at];
        if (*slot == 0 || is_same_folded(vector_word(w, *slot - 1), word))
            return slot;
    }
    return NULL;
}

uint32_t vector_words_find(const struct vector_words *w, struct str word)
{
    if (word.len == 0 || word.len > VECTOR_WORD_MAX || w->count == 0)
        return VECTOR_NONE;
    const uint32_t *slot = find_slot(w, word);
    return slot && *slot ? *slot - 1 : VECTOR_NONE;
}

/* Make twice as many slots, and enter the words anew. */
static void grow_slots(struct vector_words *w)
{
    free(w->slots);
    w->n_slots = w->n_slots ? 2 * w->n_slots : 16;
    w->slots = mem_resize_array(NULL, w->n_slots, sizeof *w->slots);
    memset(w->slots, 0, w->n_slots * sizeof *w->slots);
    for (uint32_t row = 0; row < w->count; row++)
        *find_slot(w, vector_word(w, row)) = row + 1;
    w->starts = mem_resize_array(w->starts, w->n_slots / 2 + 1, sizeof *w->starts);
    w->starts[0] = 0;
}

static enum vector_word_news append_word(struct vector_words *w, struct str word, uint32_t *slot)
{
    size_t start = w->starts[w->count], end = start + word.len;
    if (end > UINT32_MAX || w->count == (uint32_t)1 << 30)
        return VECTOR_WORD_EXCESS;
    if (end > w->room)
        w->bytes = mem_resize(w->bytes, w->room = 2 * end);
    memcpy(w->bytes + start, word.ptr, word.len);
    *slot = ++w->count;
    w->starts[w->count] = (uint32_t)end;
    return VECTOR_WORD_NEW;
}

enum vector_word_news vector_words_add(struct vector_words *w, struct str word, uint32_t *row)
{
    if (w->count == w->n_slots / 2)
        grow_slots(w);
    uint32_t *slot = find_slot(w, word);
    *row = *slot ? *slot - 1 : w->count;
    if (*slot == 0)
        return append_word(w, word, slot);
    struct str known = vector_word(w, *row);
    if (str_eq(known, word))
        return VECTOR_WORD_AGAIN;
    if (str_any(word, ascii_capital) || !str_any(known, ascii_capital))
        return VECTOR_WORD_VARIANT;
    memcpy(w->bytes + w->starts[*row], word.ptr, word.len); /* folding does not change lengths */
    return VECTOR_WORD_BETTER;
}

bool vector_words_sound(const struct vector_words *w, size_t bytes)
{
    bool sound = w->starts[0] == 0 && w->starts[w->count] == bytes;
    for (uint32_t i = 0; i < w->count; i++)
        sound &= w->starts[i] < w->starts[i + 1];
    for (uint32_t i = 0; i < w->n_slots; i++)
        sound &= w->slots[i] <= w->count;
    return sound;
}
