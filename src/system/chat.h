/* chat.h: the JSON that language models are asked with, out and in.
 *
 * Most servers have OpenAI's interface: POST /chat/completions, and /completions for models that go
 * on with a text, or say how probable it is. Others have one of their own. Requests differ in where
 * and under which names the same things stand, which a table tells (chat.c). Replies show by
 * themselves whose they are. */
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
    struct str limit; /* what the most tokens of a reply are called; empty for the dialect's name */
    const struct str *stops; /* texts that end a reply */
    uint32_t n_stops;
    struct json_value patches[CHAT_PATCHES]; /* merged into it, in this order; zeroed for none */
};

/* Is the seed of a request sent? Where it is not, requests that differ in it look the same. */
bool chat_form_sends_seed(const struct chat_form *f);

/* Something to ask a language model. */
struct chat_request {
    struct str system; /* what it is to know before; empty for nothing */
    struct str prompt;
    double temperature, top_p; /* below 0: not sent */
    uint32_t n;                /* replies that are wanted; 0: not sent, which means one */
    uint32_t max_tokens;       /* of each; 0: not sent */
    int64_t sampling_seed;     /* below 0: not sent */

    /* Not sent, but for those who must know when going on is pointless (retry.h): */
    uint32_t for_seed; /* of the dataset, which it is about */
    bool tentative;    /* that it is refused tells nothing of other requests */
};

/* How many tokens a reply can have, where `max_tokens` were asked for and the patches are heeded; 0
 * for as many as the server allows. */
uint32_t chat_form_limit(const struct chat_form *f, uint32_t max_tokens);

/* Append the body that asks it of `model`. What the dialect has no name for is left out. */
void chat_put_request(struct buf *out, const struct chat_form *f, struct str model,
                      const struct chat_request *r);

/* Append the body that asks `model` for the probabilities of the tokens of a text, and for no other
 * text: to /completions. */
void chat_put_rating(struct buf *out, const struct chat_form *f, struct str model, struct str text);

enum { CHAT_MAX_CHOICES = 16 }; /* what a server gives beyond them is left out */

/* A token of a text that was rated. */
struct chat_token {
    double log_probability; /* NAN where there is none, as of the first in many models */
    uint64_t begin;         /* the character of the text that it begins with; 0 where untold */
};

struct chat_choice {
    struct str text;           /* what the model said; may be empty */
    bool cut_off;              /* it had more to say than it was allowed */
    struct chat_token *tokens; /* of a text that was rated, as the server has them */
    uint32_t n_tokens;         /* 0 where nothing was rated */
};

struct chat_reply {
    struct chat_choice *choices;
    uint32_t n_choices; /* 0 where the body is no such reply */
    struct str error;   /* why not: the server's words where there are any */
    struct answer_tokens tokens;
};

/* Read a body, whatever it is. All of it lives in `a`; `error` is never empty where there are no
 * choices. */
void chat_read(struct str body, struct arena *a, struct chat_reply *out);

#endif
