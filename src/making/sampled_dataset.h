/* sampled_dataset.h: a dataset whose databases are samples of what they were (store/sample.h). */
#ifndef TEQL_MAKING_SAMPLED_DATASET_H
#define TEQL_MAKING_SAMPLED_DATASET_H

#include "base/listener.h"
#include "dataset/dataset.h"

/* Put a sample of each database, of about `rows` rows of each table, into `folder`, which is made
 * if it does not exist, and let the dataset use these. A sample that is there already and was made
 * of the same stays. A database that cannot be sampled is reported, and read whole. */
MUST_USE enum status dataset_sample(struct dataset *d, uint32_t rows, const char *folder,
                                    const struct listener *listener, struct err *e);

/* The path of the seed's database before it was sampled, or of the database itself if it was not;
 * or NULL. */
const char *dataset_original(const struct dataset *d, const struct seed *seed);

#endif
