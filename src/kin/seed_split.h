/* seed_split.h: setting seeds aside for tests, so that they have nothing in common with those to
 * train on.
 *
 * Kin (seed_keys.h) stay together, and so do kin of kin: such a group is in one piece. The groups
 * are put in a random order, which is then cut. So the pieces 1/k … k/k have each seed once. They
 * are as even as groups allow. */
#ifndef TEQL_KIN_SEED_SPLIT_H
#define TEQL_KIN_SEED_SPLIT_H

#include "base/err.h"
#include "kin/seed_keys.h"

/* A piece of all seeds: from `from` to `to`, which is not included; 0 is the beginning and 1 the
 * end.
 */
struct seed_piece {
    double from, to;
};

/* A share such as "12.5%", above 0 and below 100 %: the first piece of that size. E_USAGE for
 * others. */
MUST_USE enum status seed_piece_share(const char *text, struct seed_piece *out, struct err *e);

/* "I/K": piece I of K, from 1; K is at least 2. */
MUST_USE enum status seed_piece_fold(const char *text, struct seed_piece *out, struct err *e);

/* Is each of the `n` seeds, which have these keys, in the piece? Returns the size of the largest
 * group. */
uint32_t seed_split(const struct seed_keys *keys, uint32_t n, uint64_t random_seed,
                    struct seed_piece piece, bool *out);

#endif
