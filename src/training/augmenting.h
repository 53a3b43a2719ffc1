/* augmenting.h: a training set being made. Private to the files augment*.c. */
#ifndef TEQL_TRAINING_AUGMENTING_H
#define TEQL_TRAINING_AUGMENTING_H

#include "base/json_writer.h"
#include "making/generate.h"
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
    bool *faulty;              /* by seed: it is named in made->faults */
    struct case_rules rules;
    struct sample sample;
    bool *on_empty; /* by number of the sample's cases: no rows prove it */
    struct training_set set;
};

/* augment.c */

/* Add the number of a question to `names`, which are those of g->made. */
void augmenting_name(struct augmenting *g, struct question_names *names, uint32_t number);

/* Is the seed at the place neither set aside nor tested on? E_INPUT, with the names of both, if it
 * is. This last check is made for each example, whatever was chosen before. */
MUST_USE enum status augmenting_check_seed(const struct augmenting *g, uint32_t place,
                                           struct err *e);

/* The same for a case. */
MUST_USE enum status augmenting_check_case(struct augmenting *g, const struct training_example *x,
                                           struct err *e);

/* Write the seed at the place, or a case of it, after both checks. */
MUST_USE enum status augmenting_add(struct augmenting *g, uint32_t place,
                                    const struct test_case *made, struct err *e);

/* The outcome of a proved case: the training set may be unable to hold it, or it may be tested on.
 */
enum sample_outcome augmenting_judge(struct augmenting *g, const struct training_example *x);

/* Add cases that are drawn (augment_drawn.c), or the worst cases that attacks found
 * (augment_attacked.c). */
MUST_USE enum status augmenting_add_drawn(struct augmenting *g, struct err *e);
MUST_USE enum status augmenting_add_attacked(struct augmenting *g, struct err *e);

/* Write manifest.json: how the training set was made, and what came of it (augment_manifest.c). */
void augmenting_put_manifest(struct json_writer *w, const struct augment_job *job,
                             const struct augmented *made);

#endif
