/* testing.h: a system tested from dataset to scores, in one folder.
 *
 * The dataset is loaded once. Each stage writes files to the folder, and the next one reads them
 * batch by batch: no suite, answers or verdicts are in memory as a whole. A suite that was made of
 * the same input is used again, and so are answers and scores. So a run that was ended, or is done
 * again, continues where it stopped. */
#ifndef TEQL_PIPELINE_TESTING_H
#define TEQL_PIPELINE_TESTING_H

#include "asking/ask.h"
#include "asking/plan.h"
#include "making/make_suite.h"
#include "pipeline/score.h"

/* What is tested, and how. */
struct test_job {
    const char *data; /* as the user names it (dataset/layout.h), or "mini" */
    const char *questions;
    const char *seeds_of; /* a suite whose seeds are the data, in place of these two; or NULL */
    const char *system;   /* the spec */
    const char *out;      /* the folder to work in */
    struct suite_options suite;
    struct word_sources words;
    struct ask_settings ask;

    /* The model that rewords questions; without an address that is done by rule. If the system is
     * not a server, its model and key may do for both. */
    struct named_model paraphraser;
    const char *paraphrase_texts; /* for it, and for the model of synonyms; NULL for the built-in */
    struct score_options score;
    uint32_t hold; /* scores with more cases than this are in memory batch by batch */
};

struct testing {
    struct arena arena;
    struct test_job job;
    const struct listener *listener;
    int lock; /* file descriptor; -1 before it is taken */
    struct dataset dataset;
    bool has_gold; /* at least one seed has a gold query */
    struct vocabulary words;
    bool has_words; /* `words` are loaded */
    struct model_settings paraphraser_settings;
    struct paraphraser *paraphraser;       /* NULL for none */
    struct paraphrase_outcome paraphrased; /* what it did; zeroed if the suite was there already */
    struct model_settings synonym_settings;
    struct synonym_asker *synonyms; /* for the suite; NULL for none */
    struct synonym_outcome asked;   /* as `paraphrased` */
    struct canonical canonical;
    bool has_canonical; /* the seeds were made (canonical.h); `canonical` has the counts */

    /* The suite of a plan, if another one is in its place; removed at the end. */
    const char *aside;
    const char *aside_differs; /* how that other one differs: suite_key.h */

    /* What the stages made; zeroed before. */
    struct suite_survey suite; /* zeroed again once it is scored */
    struct part part;          /* which part of a suite it is */
    struct str *relations;     /* of its cases, each once */
    uint32_t n_relations;
    bool has_answers; /* predictions.jsonl has all that was answered */
    struct scores scores;
    struct robustness sums;   /* of the scores */
    struct out_file unplaced; /* the file of new scores until testing_place_scores */
};

/* Check all that can be checked before anything takes time, and lock the folder. Call testing_close
 * even on failure. */
MUST_USE enum status testing_open(struct testing *t, const struct test_job *job,
                                  const struct listener *listener, struct err *e);
void testing_close(struct testing *t);

/* The path of a file or folder in the folder of the test. Lives as long as the test. */
const char *testing_file(struct testing *t, const char *name);

/* The file in which answers are kept; or NULL. */
const char *testing_cache(struct testing *t);

/* The file in which the synonyms of a language model are kept; or NULL. */
const char *testing_synonyms_cache(struct testing *t);

/* Load what is known about words, unless it is loaded. */
MUST_USE enum status testing_load_words(struct testing *t, struct err *e);

/* Ask the seeds alone. Do this first if there is no gold (`has_gold`): then the answers say what
 * the seeds read. */
MUST_USE enum status testing_ask_seeds(struct testing *t, struct ask_outcome *out, struct err *e);

/* What the whole test would ask, if there is no gold. The suite depends on the answers to the
 * seeds: unless all of them are known, the plan has the most cases that there can be (`at_most`).
 * If they are known, it is the plan of the seeds. */
MUST_USE enum status testing_plan_seeds(struct testing *t, struct ask_plan *out, struct err *e);

/* What asking the suite would cost; it must be made. */
MUST_USE enum status testing_plan(struct testing *t, struct ask_plan *out, struct err *e);

/* Make the suite, or open one that was made of the same input: then *reused. For a plan (`dry_run`)
 * a suite that was made of something else stays: it belongs to answers and scores. */
MUST_USE enum status testing_make_suite(struct testing *t, bool *reused, struct err *e);

/* The key of scores that were made of these two files; `how` is the key of all else. */
MUST_USE enum status testing_key(struct str how, const char *manifest, const char *predictions,
                                 char out[DIGEST_HEX + 1], struct err *e);

/* Ask the suite. E_SYSTEM if the system fails as a whole after it has answered something; the
 * answers until then are written if `has_answers`. */
MUST_USE enum status testing_ask(struct testing *t, struct ask_outcome *out, struct err *e);

/* Score the answers, or open scores that were made of the same files: then *reused. New ones are
 * not in their place yet: the caller may want to compare them with those that are there. */
MUST_USE enum status testing_score(struct testing *t, bool *reused, struct err *e);

/* Put new scores in their place, as scores.json; those that are there already stay. */
MUST_USE enum status testing_place_scores(struct testing *t, struct err *e);

#endif
