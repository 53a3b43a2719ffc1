/* draw_seeds.h: some seeds of a dataset that are like the whole: `--limit`.
 *
 * Seeds are drawn in turn: one of each database, then a second of each, until there are enough. The
 * seeds of one database are drawn in turn from the levels of hardness. So the counts of databases
 * differ by one at most, and within a database those of levels, unless one has no more seeds. Seeds
 * without hardness are a level of their own; for canonical questions the elements that they test
 * are the levels. A larger limit goes further in the same order, so a larger draw includes a
 * smaller one.
 */
#ifndef TEQL_DATASET_DRAW_SEEDS_H
#define TEQL_DATASET_DRAW_SEEDS_H

#include "dataset/dataset.h"

struct seed_list {
    const struct seed *items;
    uint32_t count;
};

/* "easy", "medium", "hard" or "extra": Spider's level of the gold query. ptr NULL if there is no
 * gold query, or Spider's grammar lacks it. `a` is for scratch. */
struct str seed_hardness(struct arena *a, const struct seed *s);

/* Draw `limit` seeds, in the order of the dataset; all if there are no more, or if `limit` is 0.
 * The same random seed draws the same. The list lives in `a` or the dataset. */
struct seed_list draw_seeds(struct arena *a, const struct dataset *d, uint32_t limit,
                            uint64_t random_seed);

/* All places of the dataset in the order of drawing: draw_seeds draws the first `limit`. In `a`. */
const uint32_t *draw_order(struct arena *a, const struct dataset *d, uint64_t random_seed);

#endif
