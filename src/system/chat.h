/* chat.h: the JSON that language models are asked with, out and in.
 *
 * Most servers have OpenAI's interface: POST /chat/completions, and /completions for models that go
 * on with a text, or say how probable it is. Others have one of their own. Requests differ in the
 * names and places of the same settings; chat.c has a table of them. A reply shows by itself which
 * interface it has. */
#ifndef TEQL_SYSTEM_CHAT_H
#define TEQL_SYSTEM_CHAT_H

#include "base/buf.h"
#include "record/answer.h"

enum chat_dialect {
    CHAT_COMPLETIONS, /* POST /chat/completions */
    CHAT_TEXT,        /* POST /completions: a prompt in place of messages */
    CHAT_MESSAGES,    /* POST /messages, Anthropic's */
    CHAT_OLLAMA,      /* POST /api/chat, Ollama's own */
    N_CHAT_DIALECTS
};

/* By its name in data/servers/providers.tsv; N_CHAT_DIALECTS for none. */
enum chat_dialect chat_dialect_named(struct str name);

/* What the address of its requests ends with: "/chat/completions". */
struct str chat_dialect_path(enum chat_dialect d);

/* The one whose path `address` ends with; N_CHAT_DIALECTS for none. */
enum chat_dialect chat_dialect_of_address(struct str address);

enum { CHAT_PATCHES = 2 };

/* How requests are written. Zeroed it is OpenAI's way. */
struct chat_form {
    enum chat_dialect dialect;
    struct str limit; /* name of the greatest number of tokens; empty for the dialect's name */
    const struct str *stops; /* texts that end a reply */
    uint32_t n_stops;
    struct json_value patches[CHAT_PATCHES]; /* merged into it, in this order; zeroed for none */
};

/* Is the seed of a request sent? If not, requests that differ only in it look the same. */
bool chat_form_sends_seed(const struct chat_form *f);

/* Something to ask a language model. */
struct chat_request {
    struct str system; /* the system's message; empty for none */
    struct str prompt;
    double temperature, top_p; /* below 0: not sent */
    uint32_t n;                /* replies that are wanted; 0: not sent, which means one */
    uint32_t max_tokens;       /* of each; 0: not sent */
    int64_t sampling_seed;     /* below 0: not sent */

    /* Not sent, but needed to see when going on is pointless (retry.h): */
    uint32_t for_seed; /* of the dataset, which it is about */
    bool tentative;    /* if it is refused, other requests may well succeed */
};

/* How many tokens a reply can have if `max_tokens` are asked for and the patches are merged; 0 if
 * only the server limits them. */
uint32_t chat_form_limit(const struct chat_form *f, uint32_t max_tokens);

/* Append the body that asks `model`. Settings that the dialect has no name for are left out. */
void chat_put_request(struct buf *out, const struct chat_form *f, struct str model,
                      const struct chat_request *r);

/* Append the body that asks `model` for the probabilities of the tokens of a text, and for no new
 * text: to /completions. */
void chat_put_rating(struct buf *out, const struct chat_form *f, struct str model, struct str text);

enum { CHAT_MAX_CHOICES = 16 }; /* if a server gives more, the rest is left out */

/* A token of a text that was rated. */
struct chat_token {
    double log_probability; /* NAN if not given, as for the first token of many models */
    uint64_t begin;         /* the character of the text that it begins with; 0 if not given */
};

struct chat_choice {
    struct str text;           /* what the model said; may be empty */
    bool cut_off;              /* it had more to say than it was allowed */
    struct chat_token *tokens; /* of a text that was rated, as the server has them */
    uint32_t n_tokens;         /* 0 if no text was rated */
};

struct chat_reply {
    struct chat_choice *choices;
    uint32_t n_choices; /* 0 if the body is not such a reply */
    struct str error;   /* why not: the server's words if there are any */
    struct answer_tokens tokens;
};

/* Read any body. The reply lives in `a`; `error` is never empty if there are no choices. */
void chat_read(struct str body, struct arena *a, struct chat_reply *out);

#endif
