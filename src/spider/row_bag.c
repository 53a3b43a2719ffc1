/* row_bag.c: open addressing over rows of a table. */
#include "spider/row_bag.h"

#include "base/hash.h"

static uint64_t hash_row(const uint32_t *row, const uint32_t *order, uint32_t n_columns)
{
    uint64_t hash = n_columns;
    for (uint32_t i = 0; i < n_columns; i++)
        hash = hash_combine(hash, row[order[i]]);
    return hash;
}

static bool same_row(const uint32_t *stored, const uint32_t *row, const uint32_t *order,
                     uint32_t n_columns)
{
    for (uint32_t i = 0; i < n_columns; i++)
        if (stored[i] != row[order[i]])
            return false;
    return true;
}

/* The slot of the row, or the free slot for it. */
static struct row_slot *probe(const struct row_bag *bag, uint64_t hash, const uint32_t *row,
                              const uint32_t *order)
{
    uint32_t n = bag->table->n_columns;
    size_t i = (size_t)hash & (bag->n_slots - 1);
    while (bag->slots[i].count &&
           !(bag->slots[i].hash == hash &&
             same_row(bag->table->cells + bag->slots[i].row * n, row, order, n)))
        i = (i + 1) & (bag->n_slots - 1);
    return &bag->slots[i];
}

void row_bag_fill(struct row_bag *bag, const struct value_table *t, struct arena *a)
{
    size_t n_slots = 8;
    while (n_slots < 2 * t->n_rows)
        n_slots *= 2;
    *bag = (struct row_bag){t, arena_zalloc(a, n_slots * sizeof *bag->slots), n_slots, 0};
    uint32_t *order = ARENA_ARRAY(a, uint32_t, t->n_columns);
    for (uint32_t i = 0; i < t->n_columns; i++)
        order[i] = i;
    for (size_t row = 0; row < t->n_rows; row++) {
        const uint32_t *cells = t->cells + row * t->n_columns;
        uint64_t hash = hash_row(cells, order, t->n_columns);
        struct row_slot *slot = probe(bag, hash, cells, order);
        if (slot->count++ == 0) {
            slot->hash = hash;
            slot->row = row;
            bag->n_distinct++;
        }
    }
}

struct row_slot *row_bag_find(const struct row_bag *bag, const uint32_t *row, const uint32_t *order)
{
    uint64_t hash = hash_row(row, order, bag->table->n_columns);
    struct row_slot *slot = probe(bag, hash, row, order);
    return slot->count ? slot : NULL;
}
