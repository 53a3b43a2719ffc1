/* views.c: temporary views in front of the tables of a file. */
#include "engine/sqlite/sqlite.h"

#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/statement_memory.h"
#include "engine/sqlite/walls.h"

#include <sqlite3.h>
#include <stdlib.h>

void connection_forget_views(struct connection *c)
{
    for (size_t i = 0; i < c->n_views; i++)
        free(c->views[i]);
    free(c->views);
    c->views = NULL;
    c->n_views = 0;
}

/* Run a statement about a view. Frees `sql`, NULL where memory ran out. */
static enum status define(struct connection *c, char *sql, struct err *e)
{
    sqlite3_stmt *statement = NULL;
    const char *tail = "";
    enum status status = OK;
    statement_memory_begin();
    connection_begin(c, ROLE_VIEWS, deadline_after_ms(DATABASE_OPENING_MS));
    int rc = sql ? sqlite3_prepare_v2(c->handle, sql, -1, &statement, &tail) : SQLITE_NOMEM;
    if (rc == SQLITE_OK && *tail)
        status = err_set(e, E_DB, "more than one statement");
    else if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_DONE)
        rc = SQLITE_OK;
    if (status == OK && (rc != SQLITE_OK || host_failed(rc)))
        status = sqlite_error(sql ? c->handle : NULL, rc, "", e);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return status;
}

enum status sqlite_add_view(struct database *d, struct str name, struct str definition,
                            struct err *e)
{
    struct connection *c = connection_of(d);
    char *copy = mem_text(name.ptr, name.len);
    c->views = mem_resize_array(c->views, c->n_views + 1, sizeof *c->views);
    c->views[c->n_views++] = copy;
    return define(c, sqlite3_mprintf("CREATE TEMP VIEW \"%w\"%.*s", copy, STR_ARG(definition)), e);
}

enum status sqlite_drop_views(struct database *d, struct err *e)
{
    struct connection *c = connection_of(d);
    enum status status = OK;
    for (size_t i = 0; i < c->n_views && status == OK; i++)
        status = define(c, sqlite3_mprintf("DROP VIEW IF EXISTS temp.\"%w\"", c->views[i]), e);
    connection_forget_views(c);
    /* A view that stays would answer for its table from now on; no query is to blame for that. */
    return status == E_DB ? err_set(e, E_HOST, "cannot take away a view") : status;
}
