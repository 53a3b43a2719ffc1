/* attacking.h: an attack under way. Private to attack.c and attack_output.c. */
#ifndef TEQL_PIPELINE_ATTACKING_H
#define TEQL_PIPELINE_ATTACKING_H

#include "pipeline/attack.h"
#include "pipeline/attack_round.h"
#include "pipeline/synonym_asker.h"

/* A seed under attack. */
struct attacked_seed {
    struct seed seed;
    struct attack_search search;
    struct answer answer;
    bool usable;                 /* its answer and gold query can be */
    double promise;              /* of its next question */
    bool chosen;                 /* for this round */
    struct arena round;          /* of the wishes, and of the worst case */
    struct attack_wishes wishes; /* of this round */
    struct test_case worst;
    bool has_worst;
};

struct attacking {
    struct testing *test;
    const struct attack_settings *options;
    struct arena arena;
    struct attack_rules rules;
    struct word_domains domains;
    struct asked_words asked; /* what a language model said for words of the seeds */
    struct attack_rates rates;
    struct round_rules round;
    struct ask_settings settings;
    struct ask_session session; /* of the rounds */
    struct attacked_seed *seeds;
    uint32_t n_seeds;
    uint32_t *turns; /* the places of the seeds, in the order in which they are served */
    uint32_t wave;   /* seeds that are in a round at most */
    struct workers *workers;
    struct attack_worker *each; /* by worker */
    struct book_shelf *books;   /* by worker */
    uint32_t n_workers;
    uint32_t outages; /* rounds without any answer, in a row: their questions */
    struct provenance provenance;
    struct progress progress;
    struct attack_result *out;
};

#endif
