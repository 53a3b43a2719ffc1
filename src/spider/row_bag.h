/* row_bag.h: rows of numbers, counted.
 *
 * A bag is made from one table, and then searched for the rows of another, whose columns may be in
 * another order. Rows are compared exactly; hashes only find them. */
#ifndef TEQL_SPIDER_ROW_BAG_H
#define TEQL_SPIDER_ROW_BAG_H

#include "spider/table_match.h"

struct row_bag {
    const struct value_table *table;
    struct row_slot *slots;
    size_t n_slots; /* a power of two */
    size_t n_distinct;
};

/* Put all rows of `t`, which must outlive the bag, into it. */
void row_bag_fill(struct row_bag *bag, const struct value_table *t, struct arena *a);

/* The slot of the row row[order[0]], row[order[1]], …, or NULL. */
struct row_slot *row_bag_find(const struct row_bag *bag, const uint32_t *row,
                              const uint32_t *order);

struct row_slot {
    uint64_t hash;
    size_t row;   /* its first occurrence in the table */
    size_t count; /* how often it occurs; 0 in a free slot */
    bool seen;    /* for the caller */
};

#endif
