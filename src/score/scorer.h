/* scorer.h: comparing a system's answers to cases with its answer to their seed.
 *
 * Consistency is the paper's: the answer to the case is compared with the answer to the seed,
 * whether or not either is right. Each query runs on the database of its own schema. Answers are
 * also compared with the gold, if there is one, by the rules of `teql eval`. */
#ifndef TEQL_SCORE_SCORER_H
#define TEQL_SCORE_SCORER_H

#include "base/recipe.h"
#include "score/verdict.h"
#include "suite/predictions.h"

struct store;

enum score_measure { SCORE_BY_EXECUTION, SCORE_BY_EXACT, SCORE_BY_STRICT };

/* How the user wants answers judged. To be filled over score_options_default. */
struct score_options {
#define OPTION OPTION_FIELD
#include "score/score_option.def"
};

extern const struct score_options score_options_default;

/* Add them to the key of the scores. */
void score_options_add(struct recipe *r, const struct score_options *o);

struct score_rules {
    struct suite *suite; /* all its schemas are made */
    const struct predictions *predictions;
    struct store *databases;
    struct score_options options;
    size_t max_rows, max_bytes;

    /* Called after each seed and case, by the worker that scored it. False ends the scoring. May be
     * NULL. */
    bool (*scored)(void *ctx);
    void *ctx;
};

/* Of one worker. */
struct scorer;

/* `worker` as store_open knows it. Never NULL. */
struct scorer *scorer_new(const struct score_rules *rules, uint32_t worker);

/* Fails if a database could not be read, with the first. */
MUST_USE enum status scorer_status(const struct scorer *s, struct err *e);

/* Was there a database to run answers on? */
bool scorer_found_database(const struct scorer *s);

/* The texts of its verdicts move to `texts`. */
void scorer_free(struct scorer *s, struct arena *texts);

/* Score the seed at place `seed` of the suite, and its cases from `first` to before `end`. The
 * texts of the verdicts live until the scorer is freed. */
void scorer_seed(struct scorer *s, uint32_t seed, uint32_t first, uint32_t end,
                 struct seed_verdict *out, struct verdict *cases);

#endif
