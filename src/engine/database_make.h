/* database_make.h: a database that is being made, of tables, indexes, rows and views, and nothing
 * else.
 *
 * The statements hold texts that come from a file: types, expressions, whole declarations. So each
 * runs alone, and only where all that it does is of the kind that was expected: no text can attach
 * a file, write one, or reach the database that is copied but by reading. */
#ifndef TEQL_ENGINE_DATABASE_MAKE_H
#define TEQL_ENGINE_DATABASE_MAKE_H

#include "engine/database.h"

struct making {
    const char *path;     /* an empty file to fill; NULL for a database in memory */
    const char *original; /* a file that statements read as "original"; NULL for none */
    struct str encoding;  /* of its text, as it was described; ptr NULL for the engine's choice */
    uint32_t deadline_ms; /* for all of it; and a second more for each megabyte that is stored of
                             the original */
};

/* Begin. On success `*out` is to be closed by database_close; before database_made it answers no
 * query. */
MUST_USE enum status database_make(const struct making *m, struct database **out, struct err *e);

enum made { MADE_TABLE, MADE_INDEX, MADE_ROWS, MADE_VIEW };

/* Run one CREATE TABLE (not of a query), CREATE INDEX, INSERT or CREATE VIEW. E_DB for anything
 * else, for more than one statement, and where the engine refuses; E_HOST where the machine failed,
 * by a disk that is full too. */
MUST_USE enum status database_make_one(struct database *d, enum made kind, struct str sql,
                                       struct err *e);

/* Would the engine take this statement? It is compiled and not run: OK, or as database_make_one
 * fails; E_LIMIT where it cannot be found out: no time is left, or the engine has undone all that
 * was made, as after a disk that is full. What is wrong with rows only shows when the statement
 * runs. */
MUST_USE enum status database_can_make(struct database *d, enum made kind, struct str sql,
                                       struct err *e);

/* Run statements of our own, of the first three kinds and CREATE TABLE … AS, one after another. */
MUST_USE enum status database_make_all(struct database *d, struct str script, struct err *e);

/* All is made: let go of the original and answer queries, as what database_open opened. */
MUST_USE enum status database_made(struct database *d, struct err *e);

/* Write the database at `from` as it is to the file `to`, which appears only when all of it is on
 * disk. E_DB where changes to it wait in a log or journal beside it. */
MUST_USE enum status database_copy_file(const char *from, const char *to, struct err *e);

#endif
