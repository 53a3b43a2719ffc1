/* augment.h: a dataset turned into training data: its questions, and a sample of proved cases.
 *
 * There are three runs over the seeds (generate.h). The first draws all cases and only counts them.
 * The sample (training/sample.h) then says which cases it wants, and these are drawn again and
 * proved, until it has enough. The last run draws the cases of the sample once more, and writes
 * them (training_set.h). So memory and time depend on the sample, not on all cases.
 *
 * No seed that is set aside or tested on is trained on, nor its kin (kin/seed_keys.h). */
#ifndef TEQL_TRAINING_AUGMENT_H
#define TEQL_TRAINING_AUGMENT_H

#include "kin/tested_seeds.h"
#include "making/make_suite.h"
#include "training/sample.h"
#include "training/training_set.h"

/* MT-TEQL, §4; or the worst cases for one system (attack.h), all of them. */
enum augment_scheme { AUGMENT_RANDOM, AUGMENT_STRATIFIED, AUGMENT_ADAPTIVE, AUGMENT_ADVERSARIAL };

#define AUGMENT_AS_MANY UINT32_MAX /* as many cases as seeds to train on */

/* Begin with augment_options_default(), and check them. */
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
    const struct tested_seeds *tests; /* may be empty */
    const char *out;                  /* the folder to make */
    const char *questions;            /* the file that they come from; or NULL */
    bool seeds_too;                   /* also write a suite of the seeds to train on, out/seeds */

    /* For AUGMENT_ADVERSARIAL: the folder of each attack, with suite and scores. */
    const char *const *attacked;
    uint32_t n_attacked;
};

/* Questions by their numbers in the dataset: "7". */
struct question_names {
    struct str *items;
    uint32_t count;
};

/* What came of it. Release it with augmented_release. */
struct augmented {
    struct arena arena;
    struct relation_choice relations;
    struct sample_tally *tallies; /* by relation, or by round */
    uint32_t n_tallies;
    uint64_t size;                      /* cases that were asked for */
    uint64_t originals, cases;          /* examples */
    uint64_t on_empty;                  /* cases whose answers have no rows */
    uint64_t seeds;                     /* that are trained on */
    struct question_names outside;      /* of these, outside Spider's grammar: not examples */
    struct question_names faults;       /* of these, with an unusable gold query: no cases */
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
