/* database.h: a database, opened so that hostile SQL can only read it, and not for long.
 *
 * Its path says which engine it belongs to; callers need not know (engine.h). So far that is always
 * SQLite. The file is opened read-only and immutable: it is never locked or written, and must not
 * change while it is open. Every statement passes an authorizer that admits only reading. A text is
 * accepted as one statement if Python's sqlite3 cursor.execute() accepts it, because the official
 * scripts' verdicts depend on that: white space and comments may follow the statement, nothing
 * else; a text without a statement gives an empty result.
 *
 * A handle belongs to one thread at a time. */
#ifndef TEQL_ENGINE_DATABASE_H
#define TEQL_ENGINE_DATABASE_H

#include "base/deadline.h"
#include "base/err.h"
#include "engine/rows.h"

struct database;

/* Open the file and read its schema. E_DB if it is missing or not a database, if changes to it wait
 * in a log or journal beside it, if its schema takes too long to read, or if its views are too long
 * to be read. E_HOST if the machine failed: then nothing is known about the file. */
MUST_USE enum status database_open(const char *path, struct database **out, struct err *e);

/* A database in memory with the tables that the statements `ddl` make, within the same walls. The
 * statements are our own; they make tables and indexes, and insert rows. */
MUST_USE enum status database_open_memory(struct str ddl, struct database **out, struct err *e);

/* NULL is allowed. */
void database_close(struct database *d);

/* Put a view in front of the database: `name`, and the text after it in CREATE VIEW. If a table has
 * the name, statements see the view in its place and cannot reach around it; only views still read
 * the table, as main.name. Nothing is written to the file: views are temporary and in
 * memory. The definition is one of our own, with quoted names. */
MUST_USE enum status database_add_view(struct database *d, struct str name, struct str definition,
                                       struct err *e);

/* Remove all views, also after one could not be put there. E_HOST if one stays. Views cost little:
 * the engine makes and drops only those that a statement would notice. */
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
    struct deadline deadline; /* of the statement; putting up the views that it reads does not
                                 count */
    size_t max_rows;          /* more are QUERY_TOO_LARGE */
    size_t max_bytes;         /* of the result in memory */
    size_t enough_rows;       /* stop after this many; 0 for all */
    uint64_t max_steps;       /* limit on steps of the engine, for results that must not depend on
                                 the clock; 0 means none */
    uint32_t max_value_bytes; /* of one value, read or made, if that is less than the engine's
                                 limit; 0 for the engine's. It bounds how long a step can take */
};

/* The work that a statement took. Steps are the engine's own: the same statement takes the same
 * number on the same rows, however busy the machine is. It can overrun its deadline by no more than
 * the opcodes between two readings of the clock, times the longest value. */
struct query_work {
    uint64_t steps;       /* SQLite's instructions, counted by twenties */
    uint64_t clock_reads; /* while it ran */
    size_t value_bytes;   /* the longest value that it may read or make */
    bool unsteady; /* it calls functions of chance or of time, so another run may take more */
    bool recalled; /* nothing ran: the figures are those of an equal statement before */
    uint64_t compile_bytes; /* the most that the engine held to compile it, refused or not */
    uint64_t compile_stack; /* and the most stack in use where it allocated */
    uint64_t compile_reads; /* of the clock meanwhile */
};

struct query_result {
    enum query_outcome outcome;
    struct rows rows;   /* filled only for QUERY_ROWS */
    struct str message; /* why there are no rows; "" for QUERY_ROWS */
    struct str damaged; /* the path of the file, if it is malformed where the statement reads it:
                           a QUERY_ERROR that is not the statement's; else ptr NULL */
    struct query_work work; /* 0 if nothing ran, except for the figures of compiling */
};

/* Run the one statement in `sql`. Rows and message live in `a`. If the engine would repeat what it
 * did before on the same rows, it may answer from memory. OK whatever the outcome of the statement;
 * E_HOST if the machine failed, and then `*out` has no rows. */
MUST_USE enum status database_query(struct database *d, struct str sql,
                                    const struct query_limits *limits, struct arena *a,
                                    struct query_result *out, struct err *e);

/* E_DB if the answer is missing because the file is damaged; else OK. */
MUST_USE enum status query_damage(const struct query_result *r, struct err *e);

/* What a database says of its own tables. The words are the engine's: names, types and expressions
 * as they were declared. All of it lives in the arena that it was read into. */

struct described_column {
    struct str name;
    struct str type; /* as written, or "" */
    uint32_t key;    /* its position in the primary key, from 1; 0 if it is not part of it */
    bool not_null;
    struct str preset;    /* the expression of its DEFAULT, or ptr NULL */
    bool generated;       /* computed from others; it takes no values */
    struct str collation; /* whole tables only, as the next; "BINARY" if none is written */
    bool autoincrement;
};

/* A foreign key, pair by pair. */
struct described_key {
    struct str table; /* that it refers to */
    struct str *from;
    struct str *to; /* ptr NULL if it names none: then the next column of the primary key */
    uint32_t count;
    struct str on_update, on_delete; /* "NO ACTION" if none is written */
};

/* Columns that are unique together; ptr NULL for an expression. */
struct described_unique {
    struct str *columns;
    uint32_t count;
};

struct described_table {
    struct str name;
    struct described_column *columns;
    uint32_t n_columns;
    struct described_key *keys;
    uint32_t n_keys;
    bool view;
    struct str *reads; /* by a view: tables and views, maybe some twice; not of whole tables */
    uint32_t n_reads;

    /* Whole tables only. */
    struct str sql;      /* CREATE TABLE … or CREATE VIEW …, or ptr NULL */
    struct str *indexes; /* CREATE INDEX … */
    uint32_t n_indexes;
    struct described_unique *uniques; /* UNIQUE constraints; indexes are in `indexes` */
    uint32_t n_uniques;
    bool has_rowid, strict;
    bool stands_in; /* a view or virtual table: its columns are not described */
    bool shadow;    /* made and kept by a virtual table */
};

/* A table, view or column that no query could read: it calls a function that the engine does not
 * have, for example. */
struct described_loss {
    struct str table;
    struct str column; /* ptr NULL for the whole table */
    struct str why;    /* in the engine's words */
};

struct description {
    struct str encoding; /* of text, for code that makes a copy; whole tables only */
    struct described_table *tables;
    uint32_t n_tables;
    struct described_loss *losses; /* what is not among the tables; not of whole tables */
    uint32_t n_losses;
};

/* The tables of the database at `path`, in their order, with their columns and keys; then its
 * views, with their columns and what they read: what a schema needs, and no more. Tables that
 * the engine keeps for itself are left out. A table, view or column that no query could read is
 * listed among the losses instead. Lives in `a`; text is as the file has it, well-formed or not.
 * Fails as database_open does. All of it together may take half a minute. */
MUST_USE enum status database_describe(const char *path, struct arena *a, struct description *out,
                                       struct err *e);

/* The tables of these names, whole, with all that it takes to declare them again. A table that the
 * database lacks has no columns. */
MUST_USE enum status database_describe_whole(const char *path, const struct str *names,
                                             uint32_t n_names, struct arena *a,
                                             struct description *out, struct err *e);

enum {
    DATABASE_OPENING_MS = 30000, /* what it may take to open a database and read what it declares */
    DATABASE_MAX_SQL_BYTES = 100000 /* of one query */
};

#endif
