/* walls.h: a connection, and the walls around it. Inside the engine only.
 *
 * Every connection has an authorizer from its first statement to its last. What it admits depends
 * on the connection's role, which is that of the statement about to run: a text that comes from a
 * file or a stranger never runs under a role that admits more than such a text may do. */
#ifndef TEQL_ENGINE_SQLITE_WALLS_H
#define TEQL_ENGINE_SQLITE_WALLS_H

#include "base/buf.h"
#include "engine/engine.h"
#include "engine/sqlite/compile_work.h"
#include "engine/sqlite/guards.h"

struct sqlite3_stmt;

enum connection_role {
    ROLE_OWN,          /* statements that are constants of ours: anything */
    ROLE_QUERY,        /* reading */
    ROLE_DECLARATIONS, /* reading, and asking what is declared */
    ROLE_VIEWS,        /* making and dropping temporary views */
    ROLE_TABLE,        /* making one table of main, empty */
    ROLE_INDEX,        /* making one index of main */
    ROLE_ROWS,         /* filling one table of main with what can be read */
    ROLE_SCRIPT,       /* all of the last three */
    ROLE_VIEW          /* making one view of main, which is not looked into */
};

/* Does the role admit what SQLite's authorizer is asked about? The arguments are SQLite's. Which
 * functions may be called is not decided here. */
bool role_admits(enum connection_role role, int action, const char *first, const char *second,
                 const char *database);

struct connection {
    struct database database; /* first: the only member that callers see */
    struct sqlite3 *handle;
    enum connection_role role;
    struct statement_clock clock; /* of the running statement */
    uint64_t steps, max_steps;    /* it took, it may take; 0 for no limit */
    uint32_t max_value_bytes;     /* that it may read or make; 0: as its size allows */
    bool unsteady;                /* it calls functions of chance or of time */
    bool denied;                  /* the authorizer refused something in it */
    int makes;                    /* the action it was admitted for; 0 for reading */
    bool made;                    /* it takes that action */
    unsigned globs, selects;      /* in it, and in the views that it reads */
    struct compile_work compiled; /* what it took to compile it */
    struct guard guards[N_GUARDS];
    struct front_view *views; /* on the heap; those in front come last (front_views.c) */
    size_t n_views, n_shown;
    struct answer_memory *memory; /* NULL if rows may change while it is open */
    enum damage { DAMAGE_UNKNOWN, DAMAGE_FOUND, DAMAGE_NOT_FOUND } damage; /* of the file */
    bool names_main; /* the running statement contains the word that goes around views */
    struct described_table *reader; /* it is this view, and what it reads is noted; or NULL */
    struct arena *arena;            /* for the notes */
};

/* How a file that is only read is opened: no lock is taken, no file added beside it. */
#define DATABASE_READING "?mode=ro&immutable=1"

static inline struct connection *connection_of(struct database *d)
{
    return (struct connection *)d;
}

/* Open the file within its walls. `opening` are statements of ours that are run before its schema
 * is read, or NULL. Fails as database_open does. */
MUST_USE enum status connection_open(const char *path, const char *opening, struct connection **out,
                                     struct err *e);

/* A connection that is not open yet: to be opened, walled, and passed to connection_opened. */
struct connection *connection_new(void);

/* Put up the walls around the connection that was opened, under ROLE_OWN. Returns SQLite's result
 * code. */
int connection_wall(struct connection *c);

/* Read the schemas, drop the modules of virtual tables, so that no file can reach their code, and
 * be defensive from here on. To be called once all files are open and all pragmas set. */
int connection_read_schemas(struct connection *c);

/* Compile a statement under the role that was begun: a query under the limits of its size. `text`
 * is NUL-terminated. Returns SQLite's result code. */
int connection_prepare(struct connection *c, struct str text, struct sqlite3_stmt **statement,
                       const char **tail);

/* Forget the previous statement, and be ready for one under the role. */
void connection_begin(struct connection *c, enum connection_role role, struct deadline deadline);

/* Has the statement taken more steps than it may? */
bool connection_too_many_steps(const struct connection *c);

/* Is the statement refused for its SELECTs or GLOBs? */
bool connection_too_costly(const struct connection *c);

/* Is the file malformed, of which `rc`, the result code of a statement, may be a sign? The file is
 * looked through once, which takes half a minute at most. To be called between statements. */
bool connection_damaged(struct connection *c, int rc);

/* Return the opened connection, or close it and say why. */
MUST_USE enum status connection_opened(struct connection *c, int rc, const char *path,
                                       struct connection **out, struct err *e);

void connection_close(struct connection *c);

/* The rows of `sql`, a constant that may also read pragma_table_info and its like; `name` is the
 * value of its parameter ?1, or NULL. All calls share the time that is left from the opening. Rows
 * live in `a`; their text is as the file has it, well-formed or not. */
MUST_USE enum status connection_ask(struct connection *c, const char *sql, const struct str *name,
                                    struct arena *a, struct rows *out, struct err *e);

/* Find the columns of the view `v` and the tables that it reads, by compiling a query without
 * running it. If no query could read the view, `*why` is SQLite's message, and nothing is known of
 * it; else its ptr is NULL. E_HOST if the machine failed. */
MUST_USE enum status connection_ask_view(struct connection *c, struct arena *a,
                                         struct described_table *v, struct str *why, struct err *e);

/* Is there a view of this name in front? */
bool views_cover(const struct connection *c, const char *table);

/* Make and drop views so that the statement sees exactly those that are in front; views that it
 * does not mention may differ. E_HOST on failure. */
MUST_USE enum status views_settle(struct connection *c, struct str sql, struct err *e);

/* Before the connection is closed. */
void views_forget(struct connection *c);

/* Put the program of `query`, the opcodes of the running statement as bytes that can be compared,
 * into the empty `out`. False if its answer depends on more than the program and the file, if the
 * program is too long, or if it cannot be listed within the time of the statement; then `out` is
 * empty. */
bool program_of(struct connection *c, struct str query, struct buf *out);

#endif
