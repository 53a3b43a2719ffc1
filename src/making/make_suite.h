/* make_suite.h: making a suite folder of a dataset.
 *
 * A folder that was made of the same, in the same way, can be used again: the manifest has a key of
 * everything that the suite depends on. */
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

/* A suite to be made. */
struct suite_job {
    const struct dataset *dataset;
    const struct vocabulary *words;
    const struct suite_options *options; /* checked (suite_options.h) */
    struct paraphraser *paraphraser;     /* rewords questions; NULL: they are reworded by rule */
    const char *paraphrases;             /* the cache of its replies, or NULL */
    struct synonym_asker *synonyms;      /* finds synonyms of words; or NULL */
    const char *synonym_cache;           /* the cache of its replies, or NULL */
    const struct canonical *canonical;   /* how the seeds were made; NULL: they were read */
    const char *out;                     /* the suite folder to make */
    bool reuse;        /* if `out` has the same suite, it stays; another suite there is replaced */
    bool spare;        /* with `reuse`: another suite at `out` stays, and nothing is made */
    bool seeds_only;   /* a suite without cases */
    bool proof_is_all; /* no system is asked, so a shard's work is to prove cases (work.h) */
};

/* A suite that was made. To be released by made_suite_release. */
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
    struct synonym_outcome asked;          /* zeroed if no synonyms are asked for */
    char key[DIGEST_HEX + 1];              /* of everything that the whole suite depends on */
    struct suite_sources sources;          /* the same, one by one */
    const char *differs; /* if another suite was there: in what, as suite_sources_differ says it */
    struct part part;    /* of the whole; zeroed if it is the whole */
    struct seed_list drawn; /* the seeds of the part */
    const char *originals;  /* absolute path of the original databases, of which `ask` and `score`
                               make the changed ones; or NULL */
    const char *more;       /* of originals that are not there; or NULL */
};

/* Should the seeds be canonical questions, because the dataset has none or the user wants it? */
bool suite_wants_canonical(const struct dataset *d, const struct suite_options *o);

/* Make canonical questions, in the place of the dataset's seeds (canonical.h). */
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
