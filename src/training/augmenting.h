/* augmenting.h: a training set being made. Private to augment.c and augment_attacked.c. */
#ifndef TEQL_TRAINING_AUGMENTING_H
#define TEQL_TRAINING_AUGMENTING_H

#include "making/case_rules.h"
#include "training/augment.h"

struct augmenting {
    const struct augment_job *job;
    const struct augment_options *options;
    const struct listener *listener;
    struct augmented *made;
    struct arena arena;
    struct seed *seeds, *held; /* to train on; set aside */
    struct seed_keys *keys;    /* of `seeds` */
    uint32_t n_seeds, n_held;
    struct tested_seeds aside; /* those set aside */
    bool *faulty;              /* by seed: its gold cannot be used, and that was told */
    struct case_rules rules;
    struct sample sample;
    bool *on_empty; /* by number of the sample's cases: no rows prove it; NULL until one is tried */
    struct training_set set;
};

/* Is the seed at the place neither set aside nor tested on? Asked of each example that is written,
 * whatever went before. E_INPUT, with the names of both, where it is. */
MUST_USE enum status augmenting_check_seed(const struct augmenting *g, uint32_t place,
                                           struct err *e);

/* The same of a case. */
MUST_USE enum status augmenting_check_case(struct augmenting *g, const struct training_example *x,
                                           struct err *e);

/* What comes of a case that is proved: the training set may be unable to hold it, or somebody tests
 * with it. */
enum sample_outcome augmenting_judge(struct augmenting *g, const struct training_example *x);

/* Add the worst cases that attacks found (augment_attacked.c). */
MUST_USE enum status augmenting_add_attacked(struct augmenting *g, struct err *e);

#endif
