/* fluency.h: how well a question reads: f(x) = 1 / (1 + H(x)), where H is the mean cost of a word,
 * -ln P(word | those before it) (Ge et al. 2018; MT-TEQL, arXiv version, equations 1 and 2).
 *
 * A rater knows the probabilities: n-grams, or whatever else can give the cost of a text. */
#ifndef TEQL_FLUENCY_FLUENCY_H
#define TEQL_FLUENCY_FLUENCY_H

#include "base/read_watch.h"
#include "fluency/gram_model.h"

/* Above 0, at most 1. */
static inline double fluency_of(double mean_cost)
{
    return 1 / (1 + mean_cost);
}

/* Rate `n` texts; a negative number for one that could not be rated. */
struct fluency_rater {
    void *ctx;
    enum status (*rate)(void *ctx, const struct str *texts, uint32_t n, double *out, struct err *e);
};

/* The fluency of a text by n-grams. Safe on any thread. */
double gram_fluency(const struct gram_model *m, struct str text);

struct fluency_rater gram_rater(const struct gram_model *m);

/* A model that teql trained or that others wrote as ARPA. */
struct fluency_model {
    struct gram_model grams;
    void *bytes; /* heap; of a model read as ARPA */
};

/* Does the file at `path` begin as a model does? */
MUST_USE enum status fluency_model_looks(const char *path, bool *out, struct err *e);

/* The model at `path`; its content shows of which kind it is. `watch` follows the reading of ARPA;
 * it may be NULL. */
MUST_USE enum status fluency_model_open(struct fluency_model *m, const char *path,
                                        const struct read_watch *watch, struct err *e);
void fluency_model_close(struct fluency_model *m);

#endif
