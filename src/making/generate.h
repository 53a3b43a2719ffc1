/* generate.h: seeds turned into cases, each proved before anybody sees it.
 *
 * Each seed is one job for a worker. What a seed yields depends on the seed and the rules alone,
 * and seeds are handed on in their order. So what comes out is the same for any number of workers,
 * and the cases of shards, one after another, are the cases of the whole. */
#ifndef TEQL_MAKING_GENERATE_H
#define TEQL_MAKING_GENERATE_H

#include "making/suite_options.h"
#include "relation/refusal.h"
#include "verify/proof.h"

#include <stdatomic.h>

struct reword_rules;
struct gram_model;
struct paraphrases;
struct word_domains;
struct stage_progress;

/* A case by how it was drawn: the `index`-th of a relation's cases of its seed. */
struct case_pick {
    uint32_t relation; /* place in the rules */
    uint32_t index;
};

struct pick_list {
    const struct case_pick *items; /* ascending */
    uint32_t count;
};

struct generate_rules {
    struct suite_options options; /* those that a seed can know of */
    const struct relation *const *relations;
    uint32_t n_relations;
    bool draw_only; /* cases are handed on before they are proved, but for those that claim another
                       answer: which of these are drawn depends on their proof */
    const struct pick_list *picks; /* by place of the seed: only these cases are proved and handed
                                      on; NULL for all */
    const struct lexicon *lexicon;
    const struct knowledge *knowledge;     /* of words; NULL for none */
    const struct reword_rules *rewording;  /* NULL for none */
    const struct paraphrases *paraphrases; /* of a language model, by place of the seed; NULL:
                                              questions are reworded by rule */
    const struct word_domains *domains;    /* what the databases are about; NULL for unknown */
    const struct gram_model *fluency;      /* rates changed questions; NULL: they are not rated */
    const atomic_int *stop; /* not 0 when the run is to end: then nothing more is handed on */
    struct stage_progress *progress; /* of seeds; NULL: nothing is shown */
};

/* What came of one seed. */
struct made_seed {
    struct seed seed;        /* with its hardness */
    struct test_case *cases; /* proved, unless nothing was to be proved */
    struct case_pick *drawn; /* as what each was drawn */
    uint32_t n_cases;
    struct relation_tally *tallies; /* by relation, as in the rules */
    struct str fault; /* why the gold query cannot be used: then there are no cases; or empty */
};

/* Called for one seed after another, from the thread that generates. What it is given is good
 * during the call. A failure ends the run. */
typedef enum status generate_take(void *ctx, const struct made_seed *made, struct err *e);

/* Work through the seeds. E_INTERRUPTED where `stop` was set, E_HOST where the machine failed, or
 * what `take` failed with. */
MUST_USE enum status generate_cases(const struct generate_rules *rules, const struct seed *seeds,
                                    uint32_t n_seeds, generate_take *take, void *ctx,
                                    struct err *e);

#endif
