/* database.c: each call handed to the engine that the database belongs to. */
#include "engine/engine.h"

/* The engine of the database at `path`, which may be NULL for one in memory. Every path is that of
 * a file, and every file SQLite's. An engine on a network would be recognized by its scheme, here
 * and nowhere else. */
static const struct engine *engine_of(const char *path)
{
    (void)path;
    return &sqlite_engine;
}

void engine_init(int64_t heap_bytes)
{
    sqlite_engine.start(heap_bytes);
}

enum status database_open(const char *path, struct database **out, struct err *e)
{
    return engine_of(path)->open(path, out, e);
}

void database_close(struct database *d)
{
    if (d)
        d->engine->close(d);
}

enum status database_query(struct database *d, struct str sql, const struct query_limits *limits,
                           struct arena *a, struct query_result *out, struct err *e)
{
    return d->engine->query(d, sql, limits, a, out, e);
}

enum status query_damage(const struct query_result *r, struct err *e)
{
    if (!r->damaged.ptr)
        return OK;
    err_set(e, E_DB, "%.*s", STR_ARG(r->message));
    return err_in_file(e, r->damaged.ptr);
}

enum status database_describe(const char *path, struct arena *a, struct description *out,
                              struct err *e)
{
    return engine_of(path)->describe(path, NULL, 0, a, out, e);
}

enum status database_describe_whole(const char *path, const struct str *names, uint32_t n_names,
                                    struct arena *a, struct description *out, struct err *e)
{
    return engine_of(path)->describe(path, names, n_names, a, out, e);
}

enum status database_add_view(struct database *d, struct str name, struct str definition,
                              struct err *e)
{
    return d->engine->add_view(d, name, definition, e);
}

enum status database_drop_views(struct database *d, struct err *e)
{
    return d->engine->drop_views(d, e);
}

enum status database_make(const struct making *m, struct database **out, struct err *e)
{
    return engine_of(m->original ? m->original : m->path)->make(m, out, e);
}

enum status database_make_one(struct database *d, enum made kind, struct str sql, struct err *e)
{
    return d->engine->make_one(d, kind, sql, e);
}

enum status database_can_make(struct database *d, enum made kind, struct str sql, struct err *e)
{
    return d->engine->can_make(d, kind, sql, e);
}

enum status database_make_all(struct database *d, struct str script, struct err *e)
{
    return d->engine->make_all(d, script, e);
}

enum status database_made(struct database *d, struct err *e)
{
    return d->engine->made(d, e);
}

enum status database_copy_file(const char *from, const char *to, struct err *e)
{
    return engine_of(from)->copy(from, to, e);
}

enum status database_open_memory(struct str ddl, struct database **out, struct err *e)
{
    struct making in_memory = {.deadline_ms = DATABASE_OPENING_MS};
    TRY(database_make(&in_memory, out, e));
    enum status status = database_make_all(*out, ddl, e);
    if (status == OK)
        status = database_made(*out, e);
    if (status) {
        database_close(*out);
        *out = NULL;
    }
    return status;
}
