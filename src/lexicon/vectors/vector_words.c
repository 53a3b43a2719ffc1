/* vector_words.c: open addressing over folded words. */
#include "lexicon/vectors/vector_words.h"

#include "base/hash.h"

#include <stdlib.h>

static inline char fold(char c)
{
    return c == ' ' ? '_' : ascii_lower(c);
}

static uint64_t hash_folded(struct str s)
{
    uint64_t h = s.len;
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)fold(s.ptr[i])) * 0x100000001b3u;
    return hash_mix(h);
}

static bool same_folded(struct str a, struct str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (fold(a.ptr[i]) != fold(b.ptr[i]))
            return false;
    return true;
}

static bool has_capitals(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] != ascii_lower(s.ptr[i]))
            return true;
    return false;
}

uint32_t vector_words_slots(uint32_t count)
{
    uint32_t n = 2;
    while (n / 2 < count && n < 1u << 31)
        n *= 2;
    return n;
}

void vector_words_init(struct vector_words *w, uint32_t count, size_t bytes)
{
    *w = (struct vector_words){.n_slots = vector_words_slots(count)};
    w->bytes = mem_alloc(bytes ? bytes : 1);
    w->starts = mem_resize_array(NULL, (size_t)count + 1, sizeof *w->starts);
    w->starts[0] = 0;
    w->slots = mem_resize_array(NULL, w->n_slots, sizeof *w->slots);
    memset(w->slots, 0, w->n_slots * sizeof *w->slots);
}

void vector_words_release(struct vector_words *w)
{
    free(w->bytes);
    free(w->starts);
    free(w->slots);
    *w = (struct vector_words){0};
}

/* The slot of `word`, or the free one where it belongs. NULL where neither is, which takes a file
 * that somebody made so. */
static uint32_t *find_slot(const struct vector_words *w, struct str word)
{
    uint32_t mask = w->n_slots - 1, at = (uint32_t)hash_folded(word) & mask;
    for (uint32_t tried = 0; tried < w->n_slots; tried++, at = (at + 1) & mask) {
        uint32_t *slot = &w->slots[at];
        if (*slot == 0 || same_folded(vector_word(w, *slot - 1), word))
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

enum vector_word_news vector_words_add(struct vector_words *w, struct str word, uint32_t *row)
{
    uint32_t *slot = find_slot(w, word);
    if (*slot == 0) {
        uint32_t start = w->starts[w->count];
        memcpy(w->bytes + start, word.ptr, word.len);
        *row = w->count++;
        *slot = w->count;
        w->starts[w->count] = start + (uint32_t)word.len;
        return VECTOR_WORD_NEW;
    }
    *row = *slot - 1;
    struct str known = vector_word(w, *row);
    if (str_eq(known, word))
        return VECTOR_WORD_AGAIN;
    if (has_capitals(word) || !has_capitals(known))
        return VECTOR_WORD_VARIANT;
    memcpy(w->bytes + w->starts[*row], word.ptr, word.len); /* folding changes no length */
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
