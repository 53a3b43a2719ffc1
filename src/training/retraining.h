/* retraining.h: models trained, and trained again on what they got wrong.
 *
 * MT-TEQL's adaptive procedure (§4):
 *
 * 1. A part of the questions is set aside. A model is trained on the others, for half of the
 * epochs.
 * 2. It is tested on the suite of the part. That gives an error rate for each relation.
 * 3. Cases are sampled by these rates. A model is trained on the questions and the cases.
 *
 * Adversarial training: the model is attacked instead (attack.h), on the questions that it was
 * trained on, and trained again with the worst cases; this for a number of rounds. Without a
 * command that trains, the system is attacked as it is.
 *
 * What was set aside stays aside: the last model is tested on the same suite, and the two tests can
 * be compared. The folder has the last training set, as any other training set, and what the steps
 * before it made: first/ (a training set; with more rounds also round-1/ …), model-first and model
 * (whatever the program makes), before/ and after/ (tests), attack-1/ …, train.log. Without a
 * command there is no first/. */
#ifndef TEQL_TRAINING_RETRAINING_H
#define TEQL_TRAINING_RETRAINING_H

#include "attacking/attack.h"
#include "system/command_line.h"
#include "training/augment.h"

struct retraining_job {
    struct augment_job augment; /* `out` is the folder to work in */
    const char *command;        /* trains: with {train}, {epochs} and {model} in it; or NULL */
    const char *system;         /* the spec, mostly with {model} in it */
    uint32_t epochs;            /* of a training; the first adaptive one has half of them */
    uint32_t rounds;            /* sets that are made of what went wrong: 1 for adaptive */
    uint32_t budget;            /* questions of an attack; 0 for the default */
    struct ask_settings ask;
    struct score_options score;
};

struct retraining {
    struct arena arena;
    const struct retraining_job *job;
    const struct listener *listener;
};

/* Check the command, the system and the folder. Call it before anything that takes time. */
MUST_USE enum status retraining_check(const struct retraining_job *o, struct err *e);

/* Make the folder, which must not exist, or be empty. Close it even if this fails. */
MUST_USE enum status retraining_open(struct retraining *r, const struct retraining_job *job,
                                     const struct listener *listener, struct err *e);
void retraining_close(struct retraining *r);

/* Steps are counted from 0, the first training, to `rounds`, the last one. */

/* Make the training set of the step: the questions alone at first; then also cases, sampled by the
 * rates of the first test, or the worst cases of the attacks so far. Release *out. */
MUST_USE enum status retraining_make_set(struct retraining *r, uint32_t step, struct augmented *out,
                                         struct err *e);

/* Train the model of the step. E_SYSTEM if the program fails, or makes no model. */
MUST_USE enum status retraining_train(struct retraining *r, uint32_t step, struct err *e);

/* Test the model on what was set aside, and write scores.json. The sums live as long as `r`. */
MUST_USE enum status retraining_test(struct retraining *r, uint32_t step, struct robustness *out,
                                     struct err *e);

/* Attack the model on the questions that it was trained on. The lists of *out are empty. */
MUST_USE enum status retraining_attack(struct retraining *r, uint32_t step,
                                       struct attack_result *out, struct err *e);

/* Paths, for messages. The first and the last step have a test; all but the last have an attack. */
const char *retraining_set_path(struct retraining *r, uint32_t step);
const char *retraining_model_path(struct retraining *r, uint32_t step);
const char *retraining_test_path(struct retraining *r, uint32_t step);
const char *retraining_attack_path(struct retraining *r, uint32_t step);

#endif
