/* generate.h: making cases of seeds. Each is proved before it is handed on.
 *
 * Each seed is one job for a worker. Its cases depend on the seed and the rules alone, and seeds
 * are handed on in their order. So the cases are the same for any number of workers, and those of
 * shards, one after another, are those of the whole. */
#ifndef TEQL_MAKING_GENERATE_H
#define TEQL_MAKING_GENERATE_H

#include "dataset/dataset.h"
#include "fluency/fluency.h"
#include "link/word_domains.h"
#include "making/suite_options.h"
#include "relation/refusal.h"
#include "rewording/vocabulary.h"
#include "verify/proof.h"

#include <stdatomic.h>

struct paraphrases;
struct stage_progress;
struct content_reader;
struct book_shelf;
struct schema_memories;

/* A case by how it was drawn: number `index` of a relation's cases of its seed. */
struct case_pick {
    uint32_t relation; /* place in the rules */
    uint32_t index;
};

struct pick_list {
    const struct case_pick *items; /* ascending */
    uint32_t count;
};

struct generate_rules {
    struct suite_options options; /* those about a single seed are read */
    const struct relation *const *relations;
    uint32_t n_relations;
    bool draw_only; /* cases are handed on before they are proved, but for those that claim another
                       answer: which of these are drawn depends on their proof */
    const struct pick_list *picks; /* by place of the seed: only these cases are proved and handed
                                      on; NULL for all */
    const struct lexicon *lexicon;
    const struct knowledge *knowledge;     /* of words; or NULL */
    const struct reword_rules *rewording;  /* or NULL */
    const struct phrase_list *phrases;     /* or NULL */
    const struct paraphrases *paraphrases; /* of a language model, by place of the seed; NULL:
                                              questions are reworded by rule */
    const struct word_domains *domains;    /* what the databases are about; NULL if unknown */
    const struct gram_model *fluency;      /* rates changed questions; NULL: they are not rated */
    const atomic_int *stop; /* not 0 when the run is to end: then nothing more is handed on */
    struct stage_progress *progress; /* of seeds; or NULL */
};

/* Rules made of the options of a suite. Some cost time and memory: what the databases are about,
 * and a language model. So they are opened once, for any number of runs. */
struct case_rules {
    struct generate_rules rules; /* without paraphrases and picks */
    struct word_domains domains;
    struct fluency_model model;
};

/* All arguments must outlive the rules, and the struct must not be moved. On failure there is
 * nothing to close. */
MUST_USE enum status case_rules_open(struct case_rules *r, const struct dataset *dataset,
                                     const struct vocabulary *words, const struct suite_options *o,
                                     const struct listener *listener, struct err *e);
void case_rules_close(struct case_rules *r);

/* A seed with its cases. */
struct made_seed {
    struct seed seed;        /* with its hardness */
    struct test_case *cases; /* proved, unless nothing was to be proved */
    struct case_pick *drawn; /* how each was drawn */
    uint32_t n_cases;
    struct relation_tally *tallies; /* by relation, as in the rules */
    struct str fault; /* why the gold query cannot be used: then there are no cases; or empty */
    struct str not_copied; /* why its database cannot be copied, so that cases were not tried with
                              the rows stored in another order; or empty */
};

/* Called for one seed after another, from the thread that generates. `made` is good until it
 * returns. A failure ends the run. */
typedef enum status generate_take(void *ctx, const struct made_seed *made, struct err *e);

/* Make cases of the seeds. E_INTERRUPTED if `stop` was set, E_HOST if the machine failed, or the
 * failure of `take`. */
MUST_USE enum status generate_cases(const struct generate_rules *rules, const struct seed *seeds,
                                    uint32_t n_seeds, generate_take *take, void *ctx,
                                    struct err *e);

/* What one seed yields, with the memory that it lives in. */
struct seed_output {
    struct arena arena; /* of all below, and scratch while the seed is worked on */
    struct made_seed made;
    enum status status; /* E_HOST if the machine failed: then `made` is void */
    struct err err;
};

/* What a worker has of its own. */
struct seed_worker {
    struct prover *prover; /* NULL if nothing is to be proved */
    struct content_reader *contents;
    struct book_shelf *books;
    struct schema_memories *memories;
};

/* Make the cases of one seed: fill `out`, whose old contents go. `place` is the seed's among those
 * of this run. */
void generate_seed(const struct generate_rules *rules, const struct seed_worker *worker,
                   const struct seed *seed, uint32_t place, struct seed_output *out);

#endif
