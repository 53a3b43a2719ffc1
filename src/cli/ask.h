/* ask.h: putting the questions of a suite to a system, for `teql ask` and `teql test`. */
#ifndef TEQL_CLI_ASK_H
#define TEQL_CLI_ASK_H

#include "suite/suite.h"
#include "system/system.h"

/* What can be said about the system and how it is asked, besides its spec; one set of options for
 * both commands. */
struct ask_settings {
    const char *model, *key_env, *ca_file, *prompt, *cache, *log, *db;
    double timeout, temperature;
    uint32_t concurrency, in_flight, max_tokens, retries, repeat, sampling_seed, workers;
    bool no_cache, no_temperature, quiet;
};

/* For fields that have no option, or whose absence is not 0. */
extern const struct ask_settings ask_settings_default;

struct ask_job {
    struct suite *suite;
    const char *system; /* the spec */
    const char *out;    /* the file of predictions */
    const struct ask_settings *settings;
    bool seeds_only;
    bool own_out; /* the name of `out` is our choice: a link there is not followed */
};

/* What became of it. */
struct ask_outcome {
    uint64_t asked, known, errors; /* put to the system; found in the cache; without SQL */
    uint64_t prompt_tokens, completion_tokens;
    double ms; /* of all that were asked, added up */
};

/* Can the system be asked at all, as far as that shows without asking? To be done before anything
 * that takes time. */
MUST_USE enum status ask_check(const char *system, const struct ask_settings *settings,
                               struct err *e);

/* Tell what became of it, on standard output. */
void ask_tell(const struct ask_outcome *o);

/* Ask all seeds and cases that the cache does not know, and write the predictions in the order of
 * the suite. The file appears when every question has an answer or an error; what was answered
 * before a run ended early is in the cache. */
MUST_USE enum status ask_suite(const struct ask_job *job, struct ask_outcome *out, struct err *e);

#endif
