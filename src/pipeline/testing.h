/* testing.h: a system tested from dataset to scores, in one folder.
 *
 * The dataset is loaded once. Each stage leaves what it made in the folder, and the next one goes
 * through it part by part: no suite, answers or verdicts are in memory as a whole. A suite that was
 * made of the same is used again, and so are answers and scores. So a run that was ended, or is
 * done again, goes on where it stopped. */
#ifndef TEQL_PIPELINE_TESTING_H
#define TEQL_PIPELINE_TESTING_H

#include "asking/ask.h"
#include "asking/plan.h"
#include "making/make_suite.h"
#include "pipeline/score_parts.h"

/* What is to be tested, and how. */
struct test_job {
    const char *data; /* as the user names it (dataset/layout.h), or "mini" */
    const char *questions;
    const char *seeds_of; /* a suite whose seeds are the data; NULL: `data` and `questions` are */
    const char *system;   /* the spec */
    const char *out;      /* the folder to work in */
    struct suite_options suite;
    struct word_sources words; /* besides those that `ask` names */
    struct ask_settings ask;

    /* Who rewords questions; address NULL: that is done by rule. Of its `ask` only model and key
     * count; they may be left to those above where the system is no server. */
    struct model_settings paraphraser;
    struct score_options score;
    uint32_t hold; /* of scores with more cases than that, a part is in memory at a time */
};

struct testing {
    struct arena arena;
    struct test_job job;
    const struct listener *listener;
    int lock; /* file descriptor; -1 before it is taken */
    struct dataset dataset;
    bool has_gold; /* at least one seed has a gold query */
    struct vocabulary words;
    bool has_words;                        /* `words` are loaded */
    struct paraphraser *paraphraser;       /* NULL for none */
    struct paraphrase_outcome paraphrased; /* what it did; zeroed where the suite was there */
    struct model_settings synonym_settings;
    struct synonym_asker *synonyms; /* for the suite; NULL for none */
    struct synonym_outcome told;    /* likewise */
    struct canonical canonical;
    bool has_canonical; /* the seeds were made (canonical.h), and `canonical` is what came of it */

    /* Where a plan's suite is made because another one is in the place; removed at the end. */
    const char *aside;
    const char *aside_differs; /* in what that other one differs: suite_key.h */

    /* What the stages made; zeroed before. */
    struct suite_survey suite; /* zeroed again once it is scored */
    struct part part;          /* which part of a suite it is */
    struct str *relations;     /* that it has cases of, each once */
    uint32_t n_relations;
    bool has_answers; /* predictions.jsonl has what was answered, if not all */
    struct scores scores;
    struct robustness sums;   /* of the scores */
    struct out_file unplaced; /* the file of new scores until testing_place_scores */
};

/* Check all that can be checked before anything takes time, and take the folder. testing_close is
 * to be called even where this fails. */
MUST_USE enum status testing_open(struct testing *t, const struct test_job *job,
                                  const struct listener *listener, struct err *e);
void testing_close(struct testing *t);

/* The path of a file or folder in the folder of the test. Lives as long as the test. */
const char *testing_file(struct testing *t, const char *name);

/* Where answers are kept; NULL for nowhere. */
const char *testing_cache(struct testing *t);

/* Where synonyms are kept that a language model said; NULL for nowhere. */
const char *testing_synonyms_cache(struct testing *t);

/* Load what is known about words, unless that is done. */
MUST_USE enum status testing_load_words(struct testing *t, struct err *e);

/* Ask the seeds alone. To be done first where there is no gold (`has_gold`): then the answers tell
 * what the seeds are about. */
MUST_USE enum status testing_ask_seeds(struct testing *t, struct ask_outcome *out, struct err *e);

/* What asking all that a test asks would cost, where there is no gold. The suite depends on the
 * answers to the seeds: unless all of them are known, the plan has the most cases that there can be
 * (`at_most`). Where they are known it is the plan of the seeds. */
MUST_USE enum status testing_plan_seeds(struct testing *t, struct ask_plan *out, struct err *e);

/* What asking the suite, which must be made, would cost. */
MUST_USE enum status testing_plan(struct testing *t, struct ask_plan *out, struct err *e);

/* Make the suite, or open the one that was made of the same: then *reused. For a plan (`dry_run`) a
 * suite that was made of something else stays: it belongs to answers and scores. */
MUST_USE enum status testing_make_suite(struct testing *t, bool *reused, struct err *e);

/* The key of scores that were made, as `how` says, of a suite and predictions: of their files. */
MUST_USE enum status testing_key(struct str how, const char *manifest, const char *predictions,
                                 char out[DIGEST_HEX + 1], struct err *e);

/* Ask the suite. Where the system fails as a whole after it had answered something, this is
 * E_SYSTEM, and `has_answers` tells that what was answered until then is there. */
MUST_USE enum status testing_ask(struct testing *t, struct ask_outcome *out, struct err *e);

/* Score the answers, or find the scores that were made of the same: then *reused. New ones are not
 * in their place yet: that may be the place of others that somebody wants to compare with. */
MUST_USE enum status testing_score(struct testing *t, bool *reused, struct err *e);

/* Put new scores in their place, as scores.json; those that are there already stay. */
MUST_USE enum status testing_place_scores(struct testing *t, struct err *e);

#endif
