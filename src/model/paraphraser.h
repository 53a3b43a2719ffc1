/* paraphraser.h: the questions of seeds, reworded by a language model before cases are made of them
 * (Dr.Spider §3.2).
 *
 * What comes out depends on the model's replies alone, which are kept (language_model.h). Seeds are
 * worked through in batches, so that memory stays bounded. */
#ifndef TEQL_MODEL_PARAPHRASER_H
#define TEQL_MODEL_PARAPHRASER_H

#include "model/language_model.h"
#include "record/seed.h"
#include "rewording/paraphrases.h"

struct paraphraser;

/* Check address, key and texts. Nothing is asked yet. Fails as system_open does. The settings must
 * stay. */
MUST_USE enum status paraphraser_open(const struct model_settings *s, const atomic_int *stop,
                                      struct paraphraser **out, struct err *e);
void paraphraser_free(struct paraphraser *p); /* NULL is allowed */

/* All that paraphrases depend on besides the seeds, as a JSON object; nothing secret. `p` must
 * outlive it. */
struct str paraphraser_describe(const struct paraphraser *p);

/* What is to be reworded. */
struct paraphrase_job {
    const struct seed *seeds;
    uint32_t n_seeds;
    bool kinds[N_REWORD_KINDS];
    const struct lexicon *lexicon;
    const struct knowledge *knowledge; /* of words; NULL for none */
    const char *cache;                 /* file of replies; NULL for none */
};

/* What came of it. */
struct paraphrase_outcome {
    struct model_outcome requests;
    struct paraphrase_tally kinds[N_REWORD_KINDS];
};

/* Reword all seeds whose gold query can be read. `*out` is an array in `a`, by place of the seed.
 *
 * E_SYSTEM if a request had no answer: without that answer, nobody could make the same suite again.
 */
MUST_USE enum status paraphraser_run(struct paraphraser *p, const struct paraphrase_job *job,
                                     const struct listener *listener, struct arena *a,
                                     const struct paraphrases **out,
                                     struct paraphrase_outcome *outcome, struct err *e);

#endif
