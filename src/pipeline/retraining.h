/* retraining.h: MT-TEQL's whole adaptive procedure (§4), with a program that trains.
 *
 * 1. A part of the questions is set aside. A model is trained on the others, for half of the
 * epochs.
 * 2. It is tested on the suite of the part: that gives an error rate for each relation.
 * 3. Cases are sampled by these rates. A model is trained on the questions and the cases.
 *
 * What was set aside stays so: the last model is tested on the same suite, and the two tests can be
 * compared. The folder has what each step made: first/ and final/ (training sets), model-first and
 * model (whatever the program makes), before/ and after/ (tests), train.log. */
#ifndef TEQL_PIPELINE_RETRAINING_H
#define TEQL_PIPELINE_RETRAINING_H

#include "pipeline/augment.h"
#include "pipeline/testing.h"
#include "system/command_line.h"

/* The first step, and the last. */
enum retraining_step { RETRAINING_FIRST, RETRAINING_FINAL };

struct retraining_order {
    struct augment_order augment; /* `out` is the folder to work in */
    const char *command;          /* trains: with {train}, {epochs} and {model} in it */
    const char *system;           /* the spec; with {model} in it, mostly */
    uint32_t epochs;              /* of the last training */
    struct ask_settings ask;
    enum score_measure by;
    uint32_t deadline_ms; /* of a query when scoring */
};

struct retraining {
    struct arena arena;
    const struct retraining_order *order;
    const struct listener *listener;
};

/* Do command and folder make sense, as far as that shows? To be found out before anything that
 * takes time. */
MUST_USE enum status retraining_check(const struct retraining_order *o, struct err *e);

/* Make the folder, which must not be there, or be empty. To be closed even where this fails. */
MUST_USE enum status retraining_open(struct retraining *r, const struct retraining_order *order,
                                     const struct listener *listener, struct err *e);
void retraining_close(struct retraining *r);

/* Make the training set of the step: the questions alone; in the last one also cases, sampled by
 * the rates of the first test. *out is to be released. */
MUST_USE enum status retraining_make_set(struct retraining *r, enum retraining_step step,
                                         struct augmented *out, struct err *e);

/* Train the model of the step. */
MUST_USE enum status retraining_train(struct retraining *r, enum retraining_step step,
                                      struct err *e);

/* Test it on what was set aside, and write scores.json. The sums live as long as `r`. */
MUST_USE enum status retraining_test(struct retraining *r, enum retraining_step step,
                                     struct robustness *out, struct err *e);

/* Paths, for who tells. */
const char *retraining_set_path(struct retraining *r, enum retraining_step step);
const char *retraining_model_path(struct retraining *r, enum retraining_step step);
const char *retraining_test_path(struct retraining *r, enum retraining_step step);

#endif
