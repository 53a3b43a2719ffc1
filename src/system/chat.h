/* chat.h: the JSON of POST /chat/completions, out and in. */
#ifndef TEQL_SYSTEM_CHAT_H
#define TEQL_SYSTEM_CHAT_H

#include "system/system.h"

/* Append the body that asks `prompt`. */
void chat_put_request(struct buf *out, const struct system_options *o, uint32_t repeat,
                      struct str prompt);

struct chat_reply {
    struct str text;  /* what the model said; a NULL ptr where the body is no such reply */
    struct str error; /* why not: the server's words where there are any */
    bool cut_off;     /* the model had more to say than it was allowed */
    struct answer_tokens tokens;
};

/* Read a body, whatever it is. The texts live in `a`; `error` is never empty where text is NULL. */
void chat_read(struct str body, struct arena *a, struct chat_reply *out);

#endif
