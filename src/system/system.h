/* system.h: the system under test: anything that turns a question over a schema into SQL.
 *
 * A system runs over a stream of requests. It draws one when it has room for it, and answers in any
 * order. So a pool of processes, a hundred HTTP connections and a function call all have the same
 * shape, and the caller decides what is asked (and what is known already).
 *
 * Kinds: command:PROGRAM ARGS…, http(s)://host/path, replay:FILE, builtin:NAME. */
#ifndef TEQL_SYSTEM_SYSTEM_H
#define TEQL_SYSTEM_SYSTEM_H

#include "base/buf.h"
#include "base/err.h"
#include "base/option_kind.h"
#include "engine/database.h"
#include "record/answer.h"
#include "record/shard.h"
#include "schema/schema.h"
#include "system/request_watch.h"

#include <stdatomic.h>

struct ask_request {
    uint32_t number; /* the caller's name for it */
    uint32_t repeat; /* 0 when it is asked for the first time */
    uint32_t seed;   /* whose question it is, or whose case's */
    struct str id;   /* "seed-0", "0-PI-3" */
    struct str db_id, question;
    struct str evidence; /* to the question; ptr NULL for none */
    const struct schema *schema;
    struct str schema_json; /* the entry of tables.json, on one line */
    /* Schemas of the same number are in memory together, as long as one of their requests is under
     * way. Under another number, the same place in memory may hold another schema. */
    uint32_t batch;
};

/* What a source says to a system that has room for a request. */
enum ask_next {
    ASK_NO_MORE,
    ASK_THIS,
    ASK_LATER /* there are more, but only once a request that is under way is done */
};

/* Where requests come from and replies go. All but `database` are called from the thread that runs
 * the system, never two at a time. */
struct ask_source {
    void *ctx;
    /* The system has answered something before this run: failures of questions do not end it. */
    bool answered;
    /* How many seeds there are, or 0 if unknown. When a question of each has failed, and none was
     * answered, going on is pointless. */
    uint32_t n_seeds;
    /* The next request, valid until its `done`. */
    enum ask_next (*next)(void *ctx, struct ask_request *out);
    /* The reply has neither id nor repeat. Its text is the system's, and good during the call. A
     * failure ends the run. */
    enum status (*done)(void *ctx, const struct ask_request *r, const struct answer *reply,
                        struct err *e);
    /* Path of the request's database as a file, or NULL; good until its `done`. */
    enum status (*path)(void *ctx, const struct ask_request *r, const char **out, struct err *e);
    /* The request's database, open, or NULL. `worker` is below the number of workers the system was
     * opened with; good until the worker's next call. */
    struct database *(*database)(void *ctx, uint32_t worker, const struct ask_request *r);
    /* Append what is known of the columns of the request's schema, a line for each. NULL is
     * allowed. */
    enum status (*describe)(void *ctx, const struct ask_request *r, struct buf *out, struct err *e);
    /* Called at least twice a second while a request is under way. NULL is allowed. */
    void (*tick)(void *ctx);
};

/* What a server gets besides the prompt, and how. All of it may be missing. */
struct server_options {
    const char *provider;           /* a name of data/servers/providers.tsv */
    const char *body;               /* a JSON object that is merged into each request */
    struct given_texts headers;     /* "NAME: VALUE" */
    struct given_texts header_envs; /* "NAME=VARIABLE": a header with the value of the variable */
    struct given_texts stops;       /* texts that end a reply; \n, \t and \\ are escapes */
};

struct system_options {
    uint32_t workers;    /* processes of a command, threads of a builtin */
    uint32_t in_flight;  /* requests that one process of a command has at a time */
    uint32_t timeout_ms; /* for one attempt */
    uint32_t retries;    /* attempts after the first; SYSTEM_USUAL for the default of the kind */
    const char *log;     /* standard error of a command is appended here; NULL drops it */

    /* Of http only. */
    uint32_t concurrency;      /* requests under way at a time */
    double rate;               /* at most this many requests a second, or 0 for no limit … */
    struct shard shard;        /* … of all shards together, of which this run is one */
    const char *model;         /* NULL is an error */
    const char *key_env;       /* environment variable with the key, which no kind shows; or NULL */
    const char *template_path; /* of the prompt; NULL for the embedded one */
    uint32_t prompt_rows;      /* of each table, in the prompt; SYSTEM_USUAL for three */
    struct server_options server;
    const char *ca_file; /* PEM, of certificates to trust; NULL for those of the machine */
    const char *connect; /* HOST:PORT to connect to; NULL for that of the address */
    double temperature;  /* below 0: not sent */
    uint32_t max_tokens; /* 0: not sent */
    uint32_t seed;       /* repeat N is asked with seed + N; 0: not sent */
    uint32_t backoff_ms; /* before the first retry; doubles with each */

    struct request_watch *watch; /* of the whole run; or NULL */
    uint32_t max_requests;       /* that the whole run may send; 0 for no limit */

    /* Set by the caller's signal handler to end a run. NULL is allowed. */
    const atomic_int *stop;
};

#define SYSTEM_USUAL UINT32_MAX

struct system_options system_options_default(void);

/* Is any option of the server given? */
bool server_options_given(const struct server_options *o);

struct system;

/* Prepare the system that `spec` names. E_USAGE if the spec or an option makes no sense, E_IO or
 * E_INPUT for a file that cannot be read, E_SYSTEM for a program that does not exist. Nothing is
 * started or connected yet. The text of spec and options must outlive the system. */
MUST_USE enum status system_open(const char *spec, const struct system_options *options,
                                 struct system **out, struct err *e);

/* The beginning of the specs of the i-th kind, such as "command:"; NULL past the last kind. */
const char *system_prefix(size_t i);

/* Ends what still runs. NULL is allowed. */
void system_free(struct system *s);

/* Bounds of what a system says: they keep memory bounded by the number of questions. SQL that is
 * longer could never run, so it is an error of the request. An error that is longer is cut. */
enum { SYSTEM_MAX_SQL_BYTES = DATABASE_MAX_SQL_BYTES, SYSTEM_MAX_ERROR_BYTES = 300 };

/* Ask everything that `source` has, and return when each request has had its `done`.
 *
 * Fails with what a call of `source` failed with. Fails with E_SYSTEM if `stop` was set, or if
 * going on is pointless: the program always dies, the server knows no such model. Requests under
 * way then get no `done`, and nothing keeps running: no process, no connection.
 *
 * On success processes of a command stay, for the next run over another source, until system_end.
 * From the beginning of the first run until then SIGPIPE is ignored. No other thread should change
 * that or wait for children. */
MUST_USE enum status system_run(struct system *s, const struct ask_source *source, struct err *e);

/* End the processes that stayed. E_IO if their log could not be written. */
MUST_USE enum status system_end(struct system *s, struct err *e);

/* What makes answers of this system differ from those of others: kind, address, model, settings,
 * but nothing secret; for a command also size and time of the files it names. Good as long as the
 * system. */
struct str system_describe(const struct system *s);

/* Are answers worth keeping? Not if they are in a file already, or cost nothing. */
bool system_is_costly(const struct system *s);

/* How many tokens a reply to a prompt can have; 0 if only the server limits them. */
uint32_t system_max_tokens(const struct system *s);

/* Is it asked with a prompt, as servers are? Then system_request_text is the prompt. */
bool system_has_prompts(const struct system *s);

/* What requests carry to another machine. */
struct system_sending {
    struct str host;     /* ptr NULL if, by its address, the system is this machine */
    struct str what;     /* "questions, schemas and 3 rows of each table" */
    bool rows_of_tables; /* some of it is from the tables of databases */
};

/* Texts live in `a`. */
struct system_sending system_sends(const struct system *s, struct arena *a);

/* All that an answer depends on besides system_describe and the number of the repeat: for http the
 * prompt, else schema, question and evidence. Replaces what is in `out`. */
MUST_USE enum status system_request_text(struct system *s, const struct ask_source *source,
                                         const struct ask_request *r, struct buf *out,
                                         struct err *e);

#endif
