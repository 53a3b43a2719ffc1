/* database.h: a database, opened so that hostile SQL can only read it, and not for long.
 *
 * Its path tells which engine stands behind it, and nobody else needs to know (engine.h). So far
 * that is always SQLite. The file is opened read-only and immutable: it is never locked or written,
 * and must not change while it is open. Every statement passes an authorizer that admits only
 * reading. What is accepted as one statement is what Python's sqlite3 cursor.execute() accepts,
 * because the official scripts' verdicts depend on it: white space and comments may follow it,
 * nothing else; a text without a statement gives an empty result.
 *
 * A handle belongs to one thread at a time. */
#ifndef TEQL_ENGINE_DATABASE_H
#define TEQL_ENGINE_DATABASE_H

#include "base/deadline.h"
#include "base/err.h"
#include "engine/description.h"
#include "engine/rows.h"

struct database;

/* Open the file and read its schema. E_DB where it is missing or not a database, where changes to
 * it wait in a log or journal beside it, where its schema takes too long to read, or where its
 * views are too long to be read. E_HOST where the machine failed: then nothing is known about the
 * file. */
MUST_USE enum status database_open(const char *path, struct database **out, struct err *e);

/* A database in memory with the tables that the statements `ddl` make, behind the same walls. The
 * statements are our own; they make tables and indexes, and insert rows. */
MUST_USE enum status database_open_memory(struct str ddl, struct database **out, struct err *e);

/* NULL is allowed. */
void database_close(struct database *d);

/* Put a view in front of the database: `name`, and what stands after it in CREATE VIEW. Where a
 * table has the name, statements see the view in its place and cannot reach around it; only views
 * still read the table, as main.name. Nothing is written to the file: views are temporary and in
 * memory. The definition is one of our own, with quoted names. */
MUST_USE enum status database_add_view(struct database *d, struct str name, struct str definition,
                                       struct err *e);

/* Take all views away, also after one could not be put there. E_HOST where one stays. Views cost
 * little: the engine makes and drops only what a statement would notice. */
MUST_USE enum status database_drop_views(struct database *d, struct err *e);

enum query_outcome {
    QUERY_ROWS,
    QUERY_ERROR,     /* the engine rejected it; `message` is the engine's */
    QUERY_DENIED,    /* it tried something other than reading */
    QUERY_TIMEOUT,   /* the deadline passed first */
    QUERY_TOO_LARGE, /* rows, bytes, one value or the heap passed a limit */
    QUERY_TOO_MANY_STEPS,
    QUERY_SEVERAL_STATEMENTS,
    QUERY_UNBOUND_PARAMETERS
};

struct query_limits {
    struct deadline deadline; /* of the statement; putting up the views that it reads is no part of
                                 its time */
    size_t max_rows;          /* more are QUERY_TOO_LARGE */
    size_t max_bytes;         /* of the result in memory */
    size_t enough_rows;       /* stop here, and be content; 0 for all */
    uint64_t max_steps;       /* of work, for who must not depend on the clock; 0 for any number */
    uint32_t max_value_bytes; /* of one value, read or made, where less than the engine allows; 0:
                                 what that allows. It bounds how long a step can take */
};

/* What a statement took. Steps are the engine's own: the same statement takes the same number on
 * the same rows, however busy the machine is. What bounds by how much it can overrun its deadline
 * are the opcodes between two readings of the clock, times the longest value. */
struct query_work {
    uint64_t steps;       /* SQLite's instructions, counted by twenties */
    uint64_t clock_reads; /* while it ran */
    size_t value_bytes;   /* the longest value that it may read or make */
    bool unsteady;        /* it calls functions of chance or of time: another run may take others */
    bool recalled;        /* nothing ran: all of this is of an equal statement that ran before */
    uint64_t compile_bytes; /* the most that the engine held to compile it, refused or not */
    uint64_t compile_stack; /* and the most stack that it took for that, where it allocated */
    uint64_t compile_reads; /* of the clock meanwhile */
};

struct query_result {
    enum query_outcome outcome;
    struct rows rows;       /* filled only for QUERY_ROWS */
    struct str message;     /* why there are no rows; "" for QUERY_ROWS */
    struct query_work work; /* 0 where nothing ran, but for what compiling took */
};

/* Run the one statement in `sql`. Rows and message live in `a`. Where the engine would do just what
 * it did before on the same rows, it may answer from memory. Whatever comes of the statement is
 * OK; E_HOST where the machine failed, which is no outcome: `*out` then has no rows. */
MUST_USE enum status database_query(struct database *d, struct str sql,
                                    const struct query_limits *limits, struct arena *a,
                                    struct query_result *out, struct err *e);

/* The tables of the database at `path`, in their order, with their columns and keys; then its
 * views, with their columns and what they read: what a schema needs, and no more. What the engine
 * keeps for itself is no table. A table, view or column that no query could read is not among
 * them, but among the losses. It lives in `a`; text is as the file has it, well-formed or not.
 * Fails as database_open does. All that is asked together has half a minute. */
MUST_USE enum status database_describe(const char *path, struct arena *a, struct description *out,
                                       struct err *e);

/* The tables of these names, whole, with all that it takes to declare them again. What the database
 * lacks is a table without columns. */
MUST_USE enum status database_describe_whole(const char *path, const struct str *names,
                                             uint32_t n_names, struct arena *a,
                                             struct description *out, struct err *e);

enum {
    DATABASE_OPENING_MS = 30000, /* what it may take to open a database and read what it declares */
    DATABASE_MAX_SQL_BYTES = 100000 /* of one query */
};

#endif
