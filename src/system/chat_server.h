/* chat_server.h: a language model behind a server.
 *
 * Keys are sent to the address that was given and to no other (redirects are not followed), and
 * are blotted out of everything that the server says (secret.h). */
#ifndef TEQL_SYSTEM_CHAT_SERVER_H
#define TEQL_SYSTEM_CHAT_SERVER_H

#include "base/json_writer.h"
#include "system/heads.h"
#include "system/pace.h"
#include "system/server_address.h"

struct chat_server {
    struct arena arena;
    struct system_options options;
    struct pace *pace; /* of all runs */
    struct server_address address;
    const char *url;                 /* where requests go */
    struct chat_form form;           /* … and how they are written */
    struct str body;                 /* of --body, without white space; ptr NULL for none */
    bool rates;                      /* prompts are texts to be rated, not answered */
    struct secret secret;            /* keys, to be hidden */
    struct heads heads;              /* of each request */
    const char *connect;             /* for CURLOPT_CONNECT_TO; NULL to connect to `url` */
    const char *ca_file, *ca_folder; /* certificates to trust; NULL for the usual */
};

/* Read address, key and certificates that the options name. Nothing is connected yet. E_USAGE if an
 * option makes no sense, E_IO for certificates that cannot be read. The text of address and options
 * must outlive the server. On failure there is nothing to close. */
MUST_USE enum status chat_server_open(struct chat_server *s, const char *address,
                                      const struct system_options *options, struct err *e);
void chat_server_close(struct chat_server *s);

/* From now on the server is not asked to answer prompts but to rate them: each choice of a reply
 * then has the tokens of the prompt. E_USAGE if its provider cannot rate. */
MUST_USE enum status chat_server_let_rate(struct chat_server *s, struct err *e);

/* The host that requests go to, in `a`; ptr NULL if it is this machine. */
struct str chat_server_far_host(const struct chat_server *s, struct arena *a);

/* Address, model and what else changes replies as members of an object; nothing secret. */
void chat_server_describe(const struct chat_server *s, struct json_writer *w);

/* Append the body of a request. */
void chat_server_put_request(const struct chat_server *s, const struct chat_request *r,
                             struct buf *out);

/* How a request ended. Good during the call that hands it in. */
struct chat_outcome {
    const struct chat_reply *reply; /* with at least one choice; or NULL */
    struct str error;               /* why there is no reply; ptr NULL if there is one */
    bool final;                     /* the server said so: not a timeout or a lost connection */
    bool refused;                   /* by its status: no model has said anything */
    bool for_content;               /* refused for what it asks: it is too long, for example */
    double ms;                      /* of the last attempt */
    uint32_t attempts;
};

/* Where requests come from and replies go. Called from the thread that runs, one at a time. */
struct chat_source {
    void *ctx;
    bool answered;    /* the server has answered before this run (retry.h) */
    uint32_t n_seeds; /* of the dataset, that requests are for; 0 if unknown */
    /* The next request, if *what is ASK_THIS. `slot` is its name until `done`, and below the
     * concurrency. The prompt is good until the next call. */
    enum status (*next)(void *ctx, uint32_t slot, struct chat_request *out, enum ask_next *what,
                        struct err *e);
    /* A failure ends the run. */
    enum status (*done)(void *ctx, uint32_t slot, const struct chat_outcome *o, struct err *e);
    /* Called at least twice a second. NULL is allowed. */
    void (*tick)(void *ctx);
};

/* Ask everything that `source` has. Fails as system_run does. */
MUST_USE enum status chat_run(const struct chat_server *s, const struct chat_source *source,
                              struct err *e);

#endif
