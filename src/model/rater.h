/* rater.h: a language model that rates how fluent questions are, as the user names it. */
#ifndef TEQL_MODEL_RATER_H
#define TEQL_MODEL_RATER_H

#include "base/listener.h"
#include "fluency/fluency.h"
#include "system/ask_settings.h"

struct rater_settings {
    const char *model;       /* a file of a language model; http(s)://… of a server that has one;
                                NULL for the built-in one */
    struct ask_settings ask; /* for a server */
};

extern const struct rater_settings rater_settings_default;

/* Are there settings that only a server uses, and no server? */
bool rater_settings_idle(const struct rater_settings *s);

struct rater;

/* Open it. Nothing is asked yet. The listener sees the progress of reading a large model, and its
 * `stop` ends a run. The settings must stay. */
MUST_USE enum status rater_open(const struct rater_settings *s, const struct listener *listener,
                                struct rater **out, struct err *e);
void rater_free(struct rater *r); /* NULL is allowed */

/* Rate texts; a text that a server would not rate gets -1. Fails as system_run does. */
MUST_USE enum status rater_rate(struct rater *r, const struct str *texts, uint32_t n, double *out,
                                struct err *e);

/* What it is, for people: "built-in", the file, or address and model. `r` must outlive it. */
struct str rater_name(const struct rater *r);

/* The built-in model, part of the program: data/english.model, which tools/train-model made.
 * Nothing to close. */
MUST_USE enum status default_model_open(struct gram_model *m, struct err *e);

/* A number that stands for its content. */
uint64_t default_model_sum(void);

#endif
