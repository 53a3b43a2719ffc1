/* suite_seeds.h: the seeds of a suite as a dataset, to begin with them again. */
#ifndef TEQL_MAKING_SUITE_SEEDS_H
#define TEQL_MAKING_SUITE_SEEDS_H

#include "dataset/dataset.h"

/* Read the seeds of the suite at `dir`, with their schemas. Their databases are in the folder `db`;
 * NULL for those of the suite. To be released by dataset_release, also on failure. */
MUST_USE enum status suite_seeds_load(struct dataset *d, const char *dir, const char *db,
                                      struct err *e);

#endif
