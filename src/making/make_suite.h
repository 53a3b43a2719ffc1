/* make_suite.h: a dataset turned into a suite folder.
 *
 * A folder that was made of the same, in the same way, can be used again: the manifest has a key of
 * all that the suite depends on. */
#ifndef TEQL_MAKING_MAKE_SUITE_H
#define TEQL_MAKING_MAKE_SUITE_H

#include "base/digest.h"
#include "base/listener.h"
#include "dataset/dataset.h"
#include "dataset/draw_seeds.h"
#include "making/generate.h"
#include "model/paraphraser.h"
#include "model/synonym_asker.h"
#include "record/manifest.h"
#include "rewording/vocabulary.h"
#include "suite/suite.h"

/* What is to be made, of what. */
struct suite_job {
    const struct dataset *dataset;
    const struct vocabulary *words;
    const struct suite_options *options; /* checked (suite_options.h) */
    struct paraphraser *paraphraser;     /* rewords questions; NULL: that is done by rule */
    const char *paraphrases;             /* the cache of its replies, or NULL */
    struct synonym_asker *synonyms;    /* knows what may stand for a word; NULL: nobody is asked */
    const char *told;                  /* the cache of its replies, or NULL */
    const struct canonical *canonical; /* what came of making the seeds; NULL: they were read */
    const char *out;                   /* the suite folder to make */
    bool reuse;      /* if `out` has the suite that would be made, it stays; another suite there is
                        replaced */
    bool spare;      /* with `reuse`: another suite at `out` stays, and nothing is made */
    bool seeds_only; /* a suite without cases */
    bool proof_is_all; /* nobody is asked, so a shard's work is to prove cases (work.h) */
};

/* What came of it. To be released by made_suite_release. */
struct made_suite {
    struct arena arena;
    bool reused; /* the suite was there already: then nothing was tallied or counted */
    bool spared; /* another one is there, and stays: then nothing was made */
    const struct relation *const *relations; /* in the options */
    struct relation_tally *tallies;          /* by relation */
    uint32_t n_relations;
    uint64_t seeds, faults;                /* faults: seeds whose gold query cannot be used */
    uint64_t exported, left_out;           /* cases in spider/dev.json; cases left out of it */
    struct paraphrase_outcome paraphrased; /* zeroed without a paraphraser */
    struct synonym_outcome told;           /* zeroed if nobody is asked for synonyms */
    char key[DIGEST_HEX + 1]; /* of all that the whole suite depends on: what it is made of, and how
                               */
    struct suite_sources sources; /* what that is, one by one */
    const char *differs; /* if another suite was there: in what, as suite_sources_differ says it */
    struct part part;    /* of that; of nothing if it is the whole */
    struct seed_list drawn; /* the seeds of the part */
    const char *originals;  /* absolute path of the original databases, of which `ask` and `score`
                               make the changed ones; or NULL */
    const char *more;       /* of those that are not there; or NULL */
};

/* Are the seeds to be canonical questions: because the dataset has none, or the user wants it? */
bool suite_wants_canonical(const struct dataset *d, const struct suite_options *o);

/* Make them, in the place of the dataset's (canonical.h). */
MUST_USE enum status suite_canonical_seeds(struct dataset *d, const struct suite_options *o,
                                           const struct vocabulary *words,
                                           const struct listener *listener, struct canonical *out,
                                           struct err *e);

/* Make the suite. On failure there is nothing to release. */
MUST_USE enum status suite_make(const struct suite_job *job, const struct listener *listener,
                                struct made_suite *out, struct err *e);
void made_suite_release(struct made_suite *m);

/* Remove the suite at `path`, if there is one. E_INPUT if it was reviewed: people spent hours on
 * that. */
MUST_USE enum status suite_remove(const char *path, struct err *e);

#endif
