/* schema_memory.c: notes by relation, memories by schema. */
#include "relation/schema_memory.h"

#include <stdlib.h>

struct kept_memory {
    const struct schema *schema;
    struct arena arena;
    struct schema_memory memory;
};

struct schema_memory *schema_memory_new(struct arena *a)
{
    struct schema_memory *m = ARENA_NEW(a, struct schema_memory);
    m->arena = a;
    return m;
}

struct schema_memory *schema_memory_of(struct arena *a, const struct relation_seed *s)
{
    return s->memory ? s->memory : schema_memory_new(a);
}

void *schema_note(struct schema_memory *m, enum schema_note which, size_t size)
{
    if (!m->notes[which])
        m->notes[which] = arena_zalloc(m->arena, size);
    return m->notes[which];
}

struct schema_memory *schema_memories_get(struct schema_memories *m, const struct schema *s)
{
    for (uint32_t i = m->count; i > 0; i--)
        if (m->items[i - 1]->schema == s)
            return &m->items[i - 1]->memory;
    struct kept_memory *new = mem_alloc(sizeof *new);
    *new = (struct kept_memory){.schema = s};
    new->memory.arena = &new->arena;
    m->items = mem_resize_array(m->items, (size_t)m->count + 1, sizeof *m->items);
    m->items[m->count++] = new;
    return &new->memory;
}

static void memory_free(struct kept_memory *k)
{
    arena_release(&k->arena);
    free(k);
}

void schema_memories_trim(struct schema_memories *m)
{
    if (m->count < 2)
        return;
    for (uint32_t i = 0; i + 1 < m->count; i++)
        memory_free(m->items[i]);
    m->items[0] = m->items[m->count - 1];
    m->count = 1;
}

void schema_memories_release(struct schema_memories *m)
{
    for (uint32_t i = 0; i < m->count; i++)
        memory_free(m->items[i]);
    free(m->items);
    *m = (struct schema_memories){0};
}
