/* make_suite.h: a dataset turned into a suite folder.
 *
 * A folder that was made of the same, in the same way, can be used again: the manifest has a key of
 * all that the suite depends on. */
#ifndef TEQL_MAKING_MAKE_SUITE_H
#define TEQL_MAKING_MAKE_SUITE_H

#include "base/digest.h"
#include "base/listener.h"
#include "canonical/canonical.h"
#include "dataset/dataset.h"
#include "dataset/draw_seeds.h"
#include "making/generate.h"
#include "model/paraphraser.h"
#include "model/synonym_asker.h"
#include "record/part.h"
#include "rewording/vocabulary.h"
#include "suite/suite.h"
#include "suite/suite_sources.h"

enum suite_databases_wanted { DATABASES_NONE, DATABASES_COPY };
enum suite_export { EXPORT_NONE, EXPORT_SPIDER };

/* How a suite is made. To be filled over suite_options_default. */
struct suite_options {
    const char *relations; /* ids and families with commas between them; "all" is every family;
                              "canonical" is none, but the seeds are then canonical questions; NULL
                              for the first family, mt-teql */
    struct shard shard;    /* which part of the seeds; zeroed for all of them */
    uint32_t limit;        /* seeds that are drawn of the dataset (draw_seeds.h); 0 for all */
    uint32_t sample_rows;  /* of each table of the databases, which are sampled before anything else
                              is done (sampled_dataset.h); 0 for all */
    uint32_t max_per_seed, random_seed;
    uint32_t max_changes; /* words that syn replaces in a question; 0 for all */
    uint32_t workers;     /* at least 1 */
    bool no_proof;
    bool proved_on_rows;        /* cases that no rows prove are rejected */
    int databases;              /* enum suite_databases_wanted */
    int export;                 /* enum suite_export */
    bool fluency;               /* changed questions and their originals are rated (fluency.h) */
    double min_fluency_ratio;   /* of a case to its seed; 0 for none. They are rated then, too */
    const char *language_model; /* a file; NULL for the built-in one */
    struct canonical_options canonical;
};

/* What is to be made, of what. */
struct suite_job {
    const struct dataset *dataset;
    const struct vocabulary *words;
    const struct suite_options *options;
    struct paraphraser *paraphraser;   /* rewords questions; NULL: that is done by rule */
    const char *paraphrases;           /* the cache of its replies; NULL for none */
    struct synonym_asker *synonyms;    /* says what may stand for a word; NULL: nobody is asked */
    const char *told;                  /* the cache of what it said; NULL for none */
    const struct canonical *canonical; /* what came of making the seeds; NULL: they are questions */
    const char *out;                   /* the suite folder to make */
    bool reuse;        /* a suite at `out` that is as it should be is left as it is; another suite
                          there is replaced */
    bool spare;        /* with `reuse`: another suite at `out` stays, and nothing is made */
    bool seeds_only;   /* a suite without cases */
    bool proof_is_all; /* nobody is asked, so a shard's work is to prove cases (work.h) */
};

/* What came of it. To be released by made_suite_release. */
struct made_suite {
    struct arena arena;
    bool reused; /* it was there already: then nothing was tallied or counted */
    bool spared; /* another one is there, and stays: then nothing was made */
    const struct relation **relations;
    struct relation_tally *tallies; /* by relation */
    uint32_t n_relations;
    uint64_t seeds, faults;                /* faults: seeds whose gold query cannot be used */
    uint64_t exported, left_out;           /* cases in spider/dev.json; cases left out of it */
    struct paraphrase_outcome paraphrased; /* zeroed where there is no paraphraser */
    struct synonym_outcome told;           /* likewise where nobody is asked for synonyms */
    char key[DIGEST_HEX + 1]; /* of all that the whole suite depends on: what it is made of, and how
                               */
    struct suite_sources sources; /* what that is, one by one */
    const char *differs; /* where another one was there: in what, as suite_sources_differ says it */
    struct part part;    /* of that; of nothing where it is the whole */
    struct seed_list drawn; /* the seeds of the part */
    const char *originals;  /* where the original databases are, for those who ask and score: the
                               changed ones are made of them; NULL for nowhere */
    const char *more;       /* where those are that are not there; NULL for nowhere */
};

extern const struct suite_options suite_options_default;

/* Do the options make sense? E_USAGE where they do not. To be done before anything that takes time.
 */
MUST_USE enum status suite_options_check(const struct suite_options *o, struct err *e);

/* Are questions to be rated? */
bool suite_options_rate(const struct suite_options *o);

/* How many relations the options name, which must make sense. */
uint32_t suite_options_relations(const struct suite_options *o);

/* Those relations, in `a`. E_USAGE where the options name one that is not there. */
MUST_USE enum status suite_options_list(struct arena *a, const struct suite_options *o,
                                        const struct relation *const **out, uint32_t *n,
                                        struct err *e);

/* Is one of them about rewording questions? E_USAGE where none is: a paraphraser would be idle. */
MUST_USE enum status suite_options_reword(const struct suite_options *o, struct err *e);

/* Does one of them want synonyms? E_USAGE where none does: whoever is asked for them would be idle.
 */
MUST_USE enum status suite_options_substitute(const struct suite_options *o, struct err *e);

/* Those of them that make nothing without a database: "DB-content, SQL-db-text"; in `a`. */
struct str suite_options_needy(struct arena *a, const struct suite_options *o);

/* Are the seeds to be canonical questions: since the dataset has none, or somebody wants it so? */
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

/* Remove the suite at `path`, if there is one. E_INPUT where it was reviewed: what people decided
 * about its cases took them hours. */
MUST_USE enum status suite_remove(const char *path, struct err *e);

#endif
