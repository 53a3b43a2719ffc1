/* ask_settings.h: how systems and language models are asked. */
#ifndef TEQL_SYSTEM_ASK_SETTINGS_H
#define TEQL_SYSTEM_ASK_SETTINGS_H

#include "system/system.h"

/* How a system is asked, besides its spec. What is not given is NULL or 0. */
struct ask_settings {
    /* The system's own. Until ask_system_options, a value that is not given is 0 here, too, except
     * `retries` and `prompt_rows`, which are SYSTEM_USUAL. */
    struct system_options system;
    bool no_temperature;
    const char *cache, *db;
    const char *defence; /* changes requests before the system gets them: see defend.h */
    const char *vectors; /* a file of word vectors, as a source of synonyms … */
    const char *synonyms, *synonyms_model, *synonyms_key_env; /* … and a language model as one */
    struct server_options synonyms_server;                    /* of that model */
    uint32_t repeat;
    bool no_cache, quiet;
    bool yes;          /* for commands: many requests are agreed to */
    bool retry_errors; /* ask again if the answer in the cache is an error */
    bool dry_run;      /* for commands: send nothing, see plan.h */
};

extern const struct ask_settings ask_settings_default;

/* How many threads there are: one per processor, unless the settings have a number. */
uint32_t ask_workers(const struct ask_settings *s);

/* The system's options, with defaults for those that are not given. Texts must outlive them. */
struct system_options ask_system_options(const struct ask_settings *s, const atomic_int *stop);

#endif
