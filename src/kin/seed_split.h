/* seed_split.h: seeds set aside, so that what is trained on and what is tested on have nothing in
 * common.
 *
 * Kin (seed_keys.h) stay together, kin of kin as well: such a group is in a part as a whole. The
 * groups are put in a random order, and a part is a piece of it. So the parts 1/k … k/k have each
 * seed once. They are as even as groups allow. */
#ifndef TEQL_KIN_SEED_SPLIT_H
#define TEQL_KIN_SEED_SPLIT_H

#include "base/err.h"
#include "kin/seed_keys.h"

/* From `from` to `to`, which is not included, of 0 to 1. */
struct seed_part {
    double from, to;
};

/* "10%", "12.5%": the first so much; more than nothing, and less than all. E_USAGE for others. */
MUST_USE enum status seed_part_share(const char *text, struct seed_part *out, struct err *e);

/* "I/K": the I-th of K pieces, from 1; K is at least 2. */
MUST_USE enum status seed_part_fold(const char *text, struct seed_part *out, struct err *e);

/* Is each of the `n` seeds in the part? `keys` are theirs. Returns the size of the largest group.
 */
uint32_t seed_split(const struct seed_keys *keys, uint32_t n, uint64_t random_seed,
                    struct seed_part part, bool *out);

#endif
