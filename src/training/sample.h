/* sample.h: a sample of proved cases, drawn before anything is proved.
 *
 * Proving all cases that a dataset yields would take far longer than drawing some of them. So each
 * case gets a random key, and a relation's cases are taken in the order of their keys. Only those
 * that are taken are proved. If one fails, the next in the order takes its place. A random order of
 * all cases is also a random order of those that hold: so the first q that hold are a random sample
 * of q, each set of q equally likely.
 *
 * The rest of the sample is filled with what is left, in a second random order: by the first keys,
 * what is left of a relation that gave most of its cases would come last.
 *
 * A sample is a machine: it says which cases it wants to be proved, is given the outcomes, and says
 * which it wants next. The result depends only on the random seed and on which cases hold. It
 * belongs to one thread. */
#ifndef TEQL_TRAINING_SAMPLE_H
#define TEQL_TRAINING_SAMPLE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

/* A case that may be drawn: the `index`-th of a relation's cases of a seed. */
struct sample_case {
    uint64_t key;
    uint32_t place;           /* of the seed, as the caller counts */
    uint16_t relation, index; /* the relation's place, as the caller counts */
    uint8_t state;            /* private */
};

/* A case that is wanted, or that was drawn. */
struct sample_request {
    uint32_t place;
    uint16_t relation, index;
    uint32_t number; /* place in the sample's cases */
};

/* What came of a case that was wanted. */
enum sample_outcome {
    SAMPLE_GOOD,
    SAMPLE_REJECTED,   /* no proof of it, or the training set cannot hold it */
    SAMPLE_NOT_FLUENT, /* reads much worse than its seed */
    SAMPLE_TESTED,     /* systems are tested on it */
    SAMPLE_OUTCOMES
};

/* What came of a relation. */
struct sample_tally {
    uint64_t candidates;                /* all its cases, proved or not */
    uint64_t quota;                     /* cases that were to be drawn */
    uint64_t tried;                     /* of the candidates */
    uint64_t outcomes[SAMPLE_OUTCOMES]; /* of those tried */
    uint64_t drawn;  /* for the quota: fewer if no more are good; without quotas, all */
    uint64_t filled; /* of what was left */
};

struct sample {
    struct sample_case *cases; /* heap; once settled by relation, then in the order of their keys */
    size_t count, capacity;
    uint64_t random_seed, size;
    struct sample_tally *tallies; /* by relation; heap */
    uint32_t n_relations;
    size_t *first;  /* by relation: its first case; one more for the end; heap */
    uint32_t *rest; /* what may fill the rest, in the second order; heap; NULL before */
    size_t n_rest;
    struct sample_request *wanted; /* by place, relation and index; heap */
    size_t n_wanted;
    bool has_quotas;
    int stage; /* private */
};

enum { SAMPLE_MAX_RELATIONS = UINT16_MAX, SAMPLE_MAX_INDEX = UINT16_MAX };

void sample_init(struct sample *s, uint32_t n_relations, uint64_t random_seed);
void sample_release(struct sample *s);

/* Add `count` cases of that relation, called `id`, of the seed at `place`, whose number is `seed`.
 * In any order; each pair once. */
void sample_add(struct sample *s, uint32_t place, uint32_t seed, uint32_t relation, struct str id,
                uint32_t count);

/* All are added. `size` cases are to be drawn; of each relation first its quota, at most `size` in
 * all. NULL for no quotas: then all cases are drawn alike. */
void sample_settle(struct sample *s, uint64_t size, const uint64_t *quotas);

/* Put the cases to be proved next into s->wanted. False if none are needed: the sample is drawn. */
bool sample_step(struct sample *s);

/* Take the outcome of a case that was wanted. All of them are needed before the next step. */
void sample_take(struct sample *s, uint32_t number, enum sample_outcome outcome);

/* Put the cases that were drawn into s->wanted. */
void sample_result(struct sample *s);

#endif
