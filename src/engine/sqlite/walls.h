/* walls.h: a connection, and the walls around it. Inside the engine only.
 *
 * Every connection has an authorizer from its first statement to its last. What it admits depends
 * on the connection's role, which is that of the statement about to run: a text that comes from a
 * file or a stranger never runs under a role that admits more than such a text may do. */
#ifndef TEQL_ENGINE_SQLITE_WALLS_H
#define TEQL_ENGINE_SQLITE_WALLS_H

#include "engine/database.h"
#include "engine/sqlite/guarded_functions.h"

enum database_role {
    ROLE_OWN,          /* statements that are constants of ours: anything */
    ROLE_QUERY,        /* reading */
    ROLE_DECLARATIONS, /* reading, and asking what is declared */
    ROLE_VIEWS,        /* making and dropping temporary views */
    ROLE_TABLE,        /* making one table of main, empty */
    ROLE_INDEX,        /* making one index of main */
    ROLE_ROWS,         /* filling one table of main with what can be read */
    ROLE_SCRIPT        /* all of the last three */
};

/* Does the role admit what SQLite's authorizer is asked about? The arguments are SQLite's. Which
 * functions may be called is not decided here. */
bool role_admits(enum database_role role, int action, const char *first, const char *second,
                 const char *database);

struct database {
    struct sqlite3 *handle;
    enum database_role role;
    struct statement_clock clock; /* of the running statement */
    bool denied;                  /* the authorizer refused something in it */
    int makes;                    /* the action it was admitted for; 0 for reading */
    bool made;                    /* it takes that action */
    unsigned globs, selects;      /* in it, and in the views that it reads */
    struct guard guards[N_GUARDS];
    char **views; /* names of the views in front, on the heap */
    size_t n_views;
    bool names_main; /* the running statement contains the word that goes around views */
};

/* What a connection may take to open a file and to read what it declares. */
enum { DATABASE_OPENING_MS = 30000 };

/* How a file that is only read is opened: no lock is taken, no file added beside it. */
#define DATABASE_READING "?mode=ro&immutable=1"

struct database *database_new(void);

/* Put up the walls around the connection that was opened, under ROLE_OWN. Returns SQLite's result
 * code. */
int database_wall(struct database *d);

/* Read the schemas, let go of the modules of virtual tables, since nothing of a file shall reach
 * their code, and be defensive from here on. To be called once all files are open and all pragmas
 * set. */
int database_read_schemas(struct database *d);

/* Forget the statement before, and be ready for one under the role. */
void database_begin(struct database *d, enum database_role role, struct deadline deadline);

/* Hand out what was opened, or close it and say why not. */
enum status database_opened(struct database *d, int rc, const char *path, struct database **out,
                            struct err *e);

/* Whether only white space and comments follow, the way Python skips them: a vertical tab or a
 * second semicolon counts as another statement, an unclosed comment does not. */
bool statement_ends(const char *p);

#endif
