/* database_make.h: a database that is being made, of tables, indexes, rows and views, and nothing
 * else.
 *
 * The statements hold texts that come from a file: types, expressions, whole declarations. So each
 * runs alone, and only if all that it does is of the expected kind: no text can attach a file,
 * write one, or do anything but read the database that is copied. */
#ifndef TEQL_ENGINE_DATABASE_MAKE_H
#define TEQL_ENGINE_DATABASE_MAKE_H

#include "engine/database.h"

struct making {
    const char *path;     /* an empty file to fill; NULL for a database in memory */
    const char *original; /* a file that statements read as "original"; NULL for none */
    struct str encoding;  /* of its text, as in its description; ptr NULL for the engine's choice */
    uint32_t deadline_ms; /* for all of it, with a second more for each megabyte of the original
                             on disk */
};

/* Begin. On success `*out` is to be closed by database_close; before database_made it answers no
 * query. */
MUST_USE enum status database_make(const struct making *m, struct database **out, struct err *e);

enum made { MADE_TABLE, MADE_INDEX, MADE_ROWS, MADE_VIEW };

/* Run one CREATE TABLE (not of a query), CREATE INDEX, INSERT or CREATE VIEW. E_DB for anything
 * else, for more than one statement, and if the engine refuses; E_HOST if the machine failed, also
 * if the disk is full. */
MUST_USE enum status database_make_one(struct database *d, enum made kind, struct str sql,
                                       struct err *e);

/* Would the engine accept this statement? It is compiled and not run. Fails as database_make_one
 * does; E_LIMIT if it cannot be tried: no time is left, or the engine has undone everything, as
 * when the disk is full. Errors of rows only show when the statement runs. */
MUST_USE enum status database_can_make(struct database *d, enum made kind, struct str sql,
                                       struct err *e);

/* Run statements of our own, of the first three kinds and CREATE TABLE … AS, one after another. */
MUST_USE enum status database_make_all(struct database *d, struct str script, struct err *e);

/* The end: release the original, and answer queries like a database that was opened. */
MUST_USE enum status database_made(struct database *d, struct err *e);

/* Write the database at `from` as it is to the file `to`, which appears only when all of it is on
 * disk. E_DB if changes to it wait in a log or journal beside it. */
MUST_USE enum status database_copy_file(const char *from, const char *to, struct err *e);

#endif
