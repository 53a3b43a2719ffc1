/* draw_seeds.h: a part of a dataset that is like the whole: `--limit`.
 *
 * Seeds are drawn in turn: one of each database, then a second of each, until there are enough. The
 * seeds of one database are drawn in turn from the levels of hardness. So the counts of databases
 * differ by one at most, and within a database those of levels, but for those that have no more
 * seeds. Seeds without hardness are a level of their own, and for canonical questions the elements
 * that they test are the levels. Another limit goes further in the same order, so a larger draw
 * holds the smaller one. */
#ifndef TEQL_DATASET_DRAW_SEEDS_H
#define TEQL_DATASET_DRAW_SEEDS_H

#include "dataset/dataset.h"

struct seed_list {
    const struct seed *items;
    uint32_t count;
};

/* Draw `limit` seeds, in the order of the dataset. They are all of them where there are no more, or
 * where `limit` is 0. The same random seed draws the same. The list lives in `a` or the dataset. */
struct seed_list draw_seeds(struct arena *a, const struct dataset *d, uint32_t limit,
                            uint64_t random_seed);

/* All places of the dataset in the order of drawing: the first `limit` of them are those that
 * draw_seeds draws. In `a`. */
const uint32_t *draw_order(struct arena *a, const struct dataset *d, uint64_t random_seed);

#endif
