/* ask_settings.h: how systems and language models are asked. */
#ifndef TEQL_SYSTEM_ASK_SETTINGS_H
#define TEQL_SYSTEM_ASK_SETTINGS_H

#include "system/system.h"

/* A language model beside the system, as options name it. What is not given is NULL or empty. */
struct named_model {
    const char *address; /* http(s)://…; NULL: no model is asked */
    const char *model, *key_env;
    struct server_options server;
};

/* E_USAGE if something is named of a model without an address, or `more` is said of it. `options`
 * are those that could give the address: "--paraphraser". */
MUST_USE enum status named_model_check(const struct named_model *m, bool more, const char *options,
                                       struct err *e);

/* Is anything of it named? */
bool named_model_given(const struct named_model *m);

/* How a system is asked, besides its spec. What is not given is NULL or 0. */
struct ask_settings {
    /* The system's own. Until ask_system_options, a value that is not given is 0 here, too, except
     * `retries` and `prompt_rows`, which are SYSTEM_USUAL. */
    struct system_options system;
    bool no_temperature;
    const char *cache, *db;
    const char *defence;         /* changes requests before the system gets them: see defend.h */
    const char *vectors;         /* a file of word vectors, as a source of synonyms … */
    struct named_model synonyms; /* … and a language model as one */
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
