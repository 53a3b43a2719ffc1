/* text_list.c: numbers for texts, by a table of their hashes. */
#include "report/html/text_list.h"

#include "base/hash.h"

enum { FIRST_SLOTS = 64 };

/* The slot that holds `text`, or the free one where it belongs. */
static uint32_t *slot_of(const struct text_list *l, struct str text)
{
    uint32_t mask = l->n_slots - 1;
    uint32_t at = (uint32_t)hash_bytes(text) & mask;
    while (l->slots[at] != TEXT_NONE && !str_eq(l->texts[l->slots[at]], text))
        at = (at + 1) & mask;
    return &l->slots[at];
}

static void grow_slots(struct text_list *l, struct arena *a)
{
    l->n_slots = l->n_slots ? 2 * l->n_slots : FIRST_SLOTS;
    l->slots = ARENA_ARRAY(a, uint32_t, l->n_slots);
    for (uint32_t i = 0; i < l->n_slots; i++)
        l->slots[i] = TEXT_NONE;
    for (uint32_t i = 0; i < l->count; i++)
        *slot_of(l, l->texts[i]) = i;
}

uint32_t text_list_add(struct text_list *l, struct arena *a, struct str text)
{
    if (!text.ptr)
        return TEXT_NONE;
    if (2 * (size_t)l->count >= l->n_slots)
        grow_slots(l, a);
    uint32_t *slot = slot_of(l, text);
    if (*slot == TEXT_NONE) {
        ARENA_PUSH(a, l->texts, l->count);
        l->texts[l->count] = text;
        l->bytes += text.len;
        *slot = l->count++;
    }
    return *slot;
}

void text_list_json(struct json_writer *w, const char *key, const struct text_list *l)
{
    json_key_array(w, key);
    for (uint32_t i = 0; i < l->count; i++)
        json_put_str(w, l->texts[i]);
    json_array_close(w);
}
