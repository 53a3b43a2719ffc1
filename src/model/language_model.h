/* language_model.h: a language model that is asked for words: paraphrases of questions, synonyms.
 *
 * Callers number their requests and ask them in rounds. What was asked once is not asked again:
 * replies are kept as answers of systems are, and a run that was ended goes on. Equal requests are
 * made once. So what comes out depends on the replies alone, not on their order. */
#ifndef TEQL_MODEL_LANGUAGE_MODEL_H
#define TEQL_MODEL_LANGUAGE_MODEL_H

#include "model/paraphrase_task.h"
#include "system/answer_cache.h"
#include "system/ask_settings.h"
#include "system/chat_server.h"

/* Which model, and how it is asked, as the user says it. */
struct model_settings {
    const char *address; /* http(s)://…; NULL: no model is asked */
    const char *texts;   /* a folder of texts (paraphrase_texts.h); NULL for the built-in ones */
    struct ask_settings ask;
};

extern const struct model_settings model_settings_default;

/* E_USAGE if there are settings of a model, and no address. `options` are those that could give it:
 * "--paraphraser". */
MUST_USE enum status model_settings_check(const struct model_settings *s, const char *options,
                                          struct err *e);

/* The settings of a model that is asked beside a system, by a command whose options are the
 * system's. It is asked as the system is, but keys and options of one server are not sent to the
 * other. */
struct model_settings model_settings_beside(const struct ask_settings *ask, const char *system,
                                            const struct named_model *m);

/* Where replies are kept: beside what is made at `out`, unless the user names a file; NULL for
 * nowhere. In `a`. If we choose the place, a link there is not followed: E_INPUT. */
MUST_USE enum status model_cache_beside(const struct ask_settings *s, const char *out,
                                        struct arena *a, const char **cache, struct err *e);

struct language_model {
    struct chat_server server;
    struct paraphrase_texts texts;
    struct paraphrase_sampling sampling;
    struct buf identity;    /* of the server: what replies are kept by, besides the request */
    struct buf description; /* all that replies depend on besides the questions, as a JSON object;
                               nothing secret */
    bool retry_errors;      /* requests whose kept reply is an error are made again */
};

/* Check address, key and texts. Nothing is asked yet. `option` names the address: "--paraphraser",
 * and `used` gives the digest of the texts that prompts are made of. Fails as system_open does;
 * then there is nothing to close. Settings and struct must stay. */
MUST_USE enum status language_model_open(struct language_model *m, const char *option,
                                         struct digest (*used)(const struct paraphrase_texts *t),
                                         const struct model_settings *s, const atomic_int *stop,
                                         struct err *e);
void language_model_close(struct language_model *m);

/* What asking came to. */
struct model_outcome {
    uint64_t asked, known; /* requests: made, found in the cache */
    uint64_t cut_off;      /* replies that were longer than the model was allowed */
    struct answer_tokens tokens;
};

/* Requests that are open at the same time. */
struct model_round {
    void *ctx;
    uint32_t count;
    /* Request number `i`. The prompt is good until the next call. */
    void (*request)(void *ctx, uint32_t i, struct chat_request *out);
    /* What was said; no text if the server would not answer. Good during the call. */
    void (*answer)(void *ctx, uint32_t i, const struct said_texts *said);
};

struct model_asking;

/* Begin to ask. `cache` is the file of replies, NULL for none; `verb` is for progress. What is
 * pointed to must stay. */
MUST_USE enum status model_asking_begin(const struct language_model *m, const char *cache,
                                        const char *verb, const struct listener *listener,
                                        struct model_outcome *outcome, struct model_asking **out,
                                        struct err *e);

/* Ask all requests of the round, and hand in all answers.
 *
 * E_SYSTEM if one had no answer: what is made of the others could not be made again. */
MUST_USE enum status model_asking_round(struct model_asking *g, const struct model_round *round,
                                        struct err *e);

/* End it, and free it. `so_far` is what came of the rounds; it is returned unless ending fails. */
MUST_USE enum status model_asking_end(struct model_asking *g, enum status so_far, struct err *e);

#endif
