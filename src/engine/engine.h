/* engine.h: what an engine of databases must be able to do, as one table of functions.
 *
 * The rest of the program knows databases by database.h and database_make.h, which say what each
 * function promises. SQLite is in engine/sqlite/. A second engine would be a folder beside it with
 * a table of its own, and a line in engine_of (database.c). */
#ifndef TEQL_ENGINE_ENGINE_H
#define TEQL_ENGINE_ENGINE_H

#include "engine/database.h"
#include "engine/database_make.h"

#include <stdint.h>

struct engine {
    /* Once for the process, before any thread starts. */
    void (*start)(int64_t heap_bytes);

    /* A database that strangers query: opened, asked within limits, closed. */
    MUST_USE enum status (*open)(const char *path, struct database **out, struct err *e);
    MUST_USE enum status (*query)(struct database *d, struct str sql,
                                  const struct query_limits *limits, struct arena *a,
                                  struct query_result *out, struct err *e);
    void (*close)(struct database *d);

    /* Its tables: the named ones, whole; or, if `names` is NULL, all of them, with what a schema
     * needs. */
    MUST_USE enum status (*describe)(const char *path, const struct str *names, uint32_t n_names,
                                     struct arena *a, struct description *out, struct err *e);

    /* Views in front of its tables. */
    MUST_USE enum status (*add_view)(struct database *d, struct str name, struct str definition,
                                     struct err *e);
    MUST_USE enum status (*drop_views)(struct database *d, struct err *e);

    /* Another one, made of it or of nothing, statement by statement. */
    MUST_USE enum status (*make)(const struct making *m, struct database **out, struct err *e);
    MUST_USE enum status (*make_one)(struct database *d, enum made kind, struct str sql,
                                     struct err *e);
    MUST_USE enum status (*can_make)(struct database *d, enum made kind, struct str sql,
                                     struct err *e);
    MUST_USE enum status (*make_all)(struct database *d, struct str script, struct err *e);
    MUST_USE enum status (*made)(struct database *d, struct err *e);

    /* The same again, at another path. */
    MUST_USE enum status (*copy)(const char *from, const char *to, struct err *e);
};

/* What every engine's handle begins with. */
struct database {
    const struct engine *engine;
};

extern const struct engine sqlite_engine;

/* More than any ordinary statement needs. */
#define ENGINE_HEAP_PER_THREAD ((int64_t)512 << 20)

/* Bound the memory that an engine in this process takes for one statement. A statement that would
 * pass it ends as QUERY_TOO_LARGE; other threads do not notice. Call before any thread starts and
 * before an engine is used in any other way. */
void engine_init(int64_t heap_bytes);

#endif
