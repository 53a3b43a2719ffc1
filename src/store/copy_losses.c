/* copy_losses.c: a list without duplicates, and one notice about it. */
#include "store/copy_losses.h"

#include "base/printable.h"

/* A hostile file may declare any number. */
enum { MAX_LOSSES = 1000 };

static void add_loss(struct copy_losses *l, struct str text)
{
    if (!l->known.slots)
        name_map_init_exact(&l->known, &l->arena, 16);
    if (l->count == MAX_LOSSES || name_map_get(&l->known, text) != NAME_NONE)
        return;
    struct str own = arena_str(&l->arena, text);
    name_map_put(&l->known, &l->arena, own, l->count);
    ARENA_ADD(&l->arena, l->items, l->count, own);
}

void copy_losses_add(struct copy_losses *l, struct str database, const char *what, struct str table,
                     const char *why)
{
    struct arena a = {0};
    if (l)
        add_loss(l, arena_printf(&a, "%s of %.*s.%.*s (%s)", what, STR_ARG(database),
                                 STR_ARG(table), why));
    arena_release(&a);
}

void copy_losses_join(struct copy_losses *l, const struct copy_losses *others)
{
    for (uint32_t i = 0; i < others->count; i++)
        add_loss(l, others->items[i]);
}

void copy_notice_tell(const struct copy_losses *losses, const struct listener *l)
{
    struct arena a = {0};
    if (losses->count)
        listener_notice(l, "copies of databases are made without %s",
                        some_names(&a, losses->items, losses->count).ptr);
    arena_release(&a);
}

void copy_losses_release(struct copy_losses *l)
{
    arena_release(&l->arena);
    *l = (struct copy_losses){0};
}
