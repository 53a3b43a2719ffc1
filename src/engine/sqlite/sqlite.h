/* sqlite.h: the functions of SQLite's table. Their contracts are in engine/database.h and
 * engine/database_make.h. Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_SQLITE_H
#define TEQL_ENGINE_SQLITE_SQLITE_H

#include "engine/engine.h"

void sqlite_start(int64_t heap_bytes);

MUST_USE enum status sqlite_open(const char *path, struct database **out, struct err *e);
MUST_USE enum status sqlite_query(struct database *d, struct str sql,
                                  const struct query_limits *limits, struct arena *a,
                                  struct query_result *out, struct err *e);
void sqlite_close(struct database *d);

MUST_USE enum status sqlite_describe(const char *path, const struct str *names, uint32_t n_names,
                                     struct arena *a, struct description *out, struct err *e);

MUST_USE enum status sqlite_add_view(struct database *d, struct str name, struct str definition,
                                     struct err *e);
MUST_USE enum status sqlite_drop_views(struct database *d, struct err *e);

MUST_USE enum status sqlite_make(const struct making *m, struct database **out, struct err *e);
MUST_USE enum status sqlite_make_one(struct database *d, enum made kind, struct str sql,
                                     struct err *e);
MUST_USE enum status sqlite_can_make(struct database *d, enum made kind, struct str sql,
                                     struct err *e);
MUST_USE enum status sqlite_make_all(struct database *d, struct str script, struct err *e);
MUST_USE enum status sqlite_made(struct database *d, struct err *e);

MUST_USE enum status sqlite_copy(const char *from, const char *to, struct err *e);

/* OK if the file is all of the database. E_DB if there is a write-ahead log or a journal beside it
 * that SQLite would play back: opened as immutable, the file would show rows as they never were.
 * Fails as err_io says if the files cannot be read. */
MUST_USE enum status file_settled(const char *path, struct err *e);

#endif
