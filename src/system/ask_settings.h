/* ask_settings.h: how systems and language models are asked. */
#ifndef TEQL_SYSTEM_ASK_SETTINGS_H
#define TEQL_SYSTEM_ASK_SETTINGS_H

#include "system/system.h"

/* How a system is asked, besides its spec. What is not given is NULL or 0; `retries` is then
 * SYSTEM_USUAL. */
struct ask_settings {
    const char *model, *key_env, *ca_file, *prompt, *cache, *log, *db;
    const char *connect; /* where the server is this time, as HOST:PORT */
    const char *defence; /* what stands in front of the system: see defend.h */
    const char *vectors; /* a file of word vectors, as a source of synonyms … */
    const char *synonyms, *synonyms_model, *synonyms_key_env; /* … and a language model as one */
    struct server_options server;                             /* of the system */
    struct server_options synonyms_server;                    /* of that model */
    double temperature, rate;                                 /* rate: of all shards together */
    struct shard shard;                                       /* that asks */
    struct request_watch *watch;                              /* of the whole run; NULL for none */
    uint32_t prompt_rows; /* SYSTEM_USUAL where it is not given, as retries */
    uint32_t timeout_ms, concurrency, in_flight, max_tokens, retries, repeat, sampling_seed,
        workers;
    bool no_cache, no_temperature, quiet;
    uint32_t max_requests; /* of the whole run, at most */
    bool yes;              /* for commands: many requests are agreed to */
    bool retry_errors;     /* ask again where the cache has an error */
    bool dry_run;          /* for commands: nothing is to be asked, see plan.h */
};

extern const struct ask_settings ask_settings_default;

/* How many threads there are: as many as processors, where the settings do not say. */
uint32_t ask_workers(const struct ask_settings *s);

/* The settings as the system takes them. What they name must stay. */
struct system_options ask_system_options(const struct ask_settings *s, const atomic_int *stop);

#endif
