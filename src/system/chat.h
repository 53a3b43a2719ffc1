/* chat.h: the JSON of POST /chat/completions, out and in; and of POST /completions, where a model
 * is to say how probable a text is. */
#ifndef TEQL_SYSTEM_CHAT_H
#define TEQL_SYSTEM_CHAT_H

#include "base/buf.h"
#include "record/answer.h"

/* Something to ask a language model. */
struct chat_request {
    struct str prompt;
    double temperature, top_p; /* below 0: not sent */
    uint32_t n;                /* replies that are wanted; 0: not sent, which means one */
    uint32_t max_tokens;       /* of each; 0: not sent */
    int64_t sampling_seed;     /* below 0: not sent */

    /* Not sent, but for those who must know when going on is pointless (retry.h): */
    uint32_t for_seed; /* of the dataset, which it is about */
    bool tentative;    /* that it is refused tells nothing of other requests */
};

/* Append the body that asks it of `model`. */
void chat_put_request(struct buf *out, struct str model, const struct chat_request *r);

/* Append the body that asks `model` for the probabilities of the tokens of a text, and for no other
 * text. */
void chat_put_rating(struct buf *out, struct str model, struct str text);

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
