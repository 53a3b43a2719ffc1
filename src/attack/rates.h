/* rates.h: how often changes of a kind broke the system so far.
 *
 * What breaks a system on some questions breaks it on others. So changes of the kind that did best
 * until now are tried first. A kind is a relation, what is known of the words that it takes away,
 * and how often the relation was tried on the question without success: a system that ignores one
 * prefix ignores most. Rates are read while a round is made, and changed after it was answered: so
 * they depend on the answers alone, not on their order. */
#ifndef TEQL_ATTACK_RATES_H
#define TEQL_ATTACK_RATES_H

#include "base/arena.h"

#include <stdint.h>

/* What is known of the words that a change takes away. */
enum taken_words {
    TAKEN_UNKNOWN, /* the system will be asked, or nobody is */
    TAKEN_IDLE,    /* without them the answer stays the same */
    TAKEN_SILENT,  /* they say nothing of the query; or there are none */
    TAKEN_SAYING,  /* they say something of the query */
    TAKEN_TELLING, /* without them the answer is another one */
    N_TAKEN_WORDS
};

/* More tries without success than this count as this many. */
enum { TRIED_MAX = 5 };

struct change_kind {
    uint32_t relation;
    enum taken_words taken;
    uint32_t tried; /* with the same relation, on the same question, before */
};

struct attack_rate {
    uint32_t tried, broke;
};

struct attack_rates {
    struct attack_rate *kinds;
};

/* Rates of nothing tried. In `a`. */
struct attack_rates attack_rates_new(struct arena *a, uint32_t n_relations);

void attack_rates_add(struct attack_rates *r, struct change_kind kind, bool broke);

/* The expected rate of success of the next try, 0 to 1. */
double attack_rates_expect(const struct attack_rates *r, struct change_kind kind);

/* The standard deviation of that. */
double attack_rates_doubt(const struct attack_rates *r, struct change_kind kind);

#endif
