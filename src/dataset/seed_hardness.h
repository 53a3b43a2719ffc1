/* seed_hardness.h: how hard a seed is, by Spider's levels. */
#ifndef TEQL_DATASET_SEED_HARDNESS_H
#define TEQL_DATASET_SEED_HARDNESS_H

#include "record/seed.h"

/* "easy", "medium", "hard" or "extra"; ptr NULL where there is no gold query, or Spider's grammar
 * does not have it. `a` is for scratch. */
struct str seed_hardness(struct arena *a, const struct seed *s);

#endif
