/* augment.h: a dataset turned into training data: its questions, and a sample of proved cases.
 *
 * Three runs over the seeds (generate.h). The first draws all cases, and proves and keeps none of
 * them: it only counts. The sample (training/sample.h) then says which it wants, and these are
 * drawn again and proved, until it has enough. The last run draws those once more, and writes them
 * (training_set.h). So memory and time go with the sample, not with all cases.
 *
 * Nothing of a seed that is set aside or tested on is trained on, nor of its kin
 * (kin/seed_keys.h). */
#ifndef TEQL_TRAINING_AUGMENT_H
#define TEQL_TRAINING_AUGMENT_H

#include "kin/tested_seeds.h"
#include "making/make_suite.h"
#include "training/sample.h"
#include "training/training_set.h"

/* MT-TEQL, §4; and worst cases for one system (attack.h), which are all taken. */
enum augment_scheme { AUGMENT_RANDOM, AUGMENT_STRATIFIED, AUGMENT_ADAPTIVE, AUGMENT_ADVERSARIAL };

#define AUGMENT_AS_MANY UINT32_MAX /* cases as there are seeds to train on */

/* To be filled over augment_options_default(), and then checked. */
struct augment_options {
    struct suite_options suite; /* how cases are made */
    const char *template_path;  /* of prompts; NULL for the built-in one */
#define OPTION OPTION_FIELD
#include "training/augment_option.def"
};

struct augment_options augment_options_default(void);

struct augment_job {
    const struct dataset *dataset;
    const struct vocabulary *words;
    const struct augment_options *options;
    const struct tested_seeds *tests; /* there may be none in it */
    const char *out;                  /* the folder to make */
    const char *questions;            /* where the dataset has them from; NULL where unknown */
    bool seeds_too;                   /* also a suite of the seeds to train on: seeds, in `out` */

    /* Of AUGMENT_ADVERSARIAL: the folder of each attack, with suite and scores. */
    const char *const *attacked;
    uint32_t n_attacked;
};

/* Questions that something is said of, by their numbers in the dataset: "7". */
struct question_names {
    struct str *items;
    uint32_t count;
};

/* What came of it. To be released by augmented_release. */
struct augmented {
    struct arena arena;
    struct relation_choice relations;
    struct sample_tally *tallies; /* by relation, or by round */
    uint32_t n_tallies;
    uint64_t size;                      /* of the sample that was asked for */
    uint64_t originals, cases;          /* examples */
    uint64_t on_empty;                  /* of the cases, those whose answers have no rows */
    uint64_t seeds;                     /* that are trained on */
    struct question_names untold;       /* of them, those outside Spider's grammar: no examples */
    struct question_names faults;       /* of them, those whose gold cannot be used: no cases */
    struct question_names without_gold; /* seeds that nothing can be learnt from */
    struct question_names left_out;     /* seeds that are tested on, or their kin */
    uint64_t held_out, held_out_cases;  /* seeds that were set aside, and their suite's cases */
};

/* Do the options make sense? E_USAGE if not. Reads the list of relations (suite_options_check). */
MUST_USE enum status augment_options_check(struct augment_options *o, struct err *e);

/* Make the training set. On failure there is nothing to release. */
MUST_USE enum status augment_make(const struct augment_job *job, const struct listener *listener,
                                  struct augmented *out, struct err *e);
void augmented_release(struct augmented *a);

#endif
