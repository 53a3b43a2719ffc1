/* tested_seeds.h: the seeds that a system is tested on, so that it is not trained on them.
 *
 * Test sets are questions, in a file or a folder of their own; or suites, with their cases. */
#ifndef TEQL_KIN_TESTED_SEEDS_H
#define TEQL_KIN_TESTED_SEEDS_H

#include "dataset/dataset.h"
#include "kin/seed_keys.h"

/* A seed or a case, for messages. */
struct tested_seed {
    struct str set;     /* "dev.json" */
    uint32_t number;    /* of the seed */
    struct str case_id; /* "7-PI-0"; empty if it is the seed itself */
};

/* Begins zeroed. */
struct tested_seeds {
    struct arena arena;
    struct seed_index index;
    struct tested_seed *seeds; /* by the numbers in the index */
    uint32_t count;
    struct str *sets; /* their paths, as given */
    uint32_t n_sets;
};

/* Load the test sets of the list, with commas between them: suites, folders of datasets, or files
 * of questions over the schemas of `from`. Release `t` even if this fails. */
MUST_USE enum status tested_seeds_load(struct tested_seeds *t, const char *list,
                                       const struct dataset_source *from, struct err *e);

/* Load what the folder of the data has for tests, dev.json and test.json. E_INPUT if one of them is
 * `questions`, the file that is trained on, unless some of it is set aside for tests (`apart`). */
MUST_USE enum status tested_seeds_find(struct tested_seeds *t, const struct dataset_source *from,
                                       const char *questions, bool apart, struct err *e);

/* Add seeds of a set. */
void tested_seeds_add(struct tested_seeds *t, const struct seed *seeds, uint32_t n, struct str set);

/* Add seeds and cases of the suite at `path`, as reviewed (suite.h). */
MUST_USE enum status tested_seeds_add_suite(struct tested_seeds *t, const char *path,
                                            struct str set, struct err *e);

/* One that is kin to a seed or a case with these keys; or NULL. */
const struct tested_seed *tested_seeds_kin(const struct tested_seeds *t,
                                           const struct seed_keys *keys);

/* Its name in messages, in `a`: "question 7 of dev.json", "case 7-PI-0 of suite". */
struct str tested_seed_name(struct arena *a, const struct tested_seed *s);
void tested_seeds_release(struct tested_seeds *t);

#endif
