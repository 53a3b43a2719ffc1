/* connection.c: opening and closing a file. */
#include "engine/sqlite/sqlite.h"

#include "base/file.h"
#include "base/path.h"
#include "engine/sqlite/answer_memory.h"
#include "engine/sqlite/file_views.h"
#include "engine/sqlite/front_views.h"
#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/pending.h"
#include "engine/sqlite/walls.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>

struct connection *connection_new(void)
{
    host_failure_begin();
    struct connection *c = mem_alloc(sizeof *c);
    *c = (struct connection){.database = {&sqlite_engine}};
    return c;
}

enum status connection_opened(struct connection *c, int rc, const char *path,
                              struct connection **out, struct err *e)
{
    const char *problem = NULL;
    if (rc == SQLITE_OK)
        rc = file_views_check(c, &problem);
    if (rc == SQLITE_OK && !host_failed(rc) && !problem) {
        *out = c;
        return OK;
    }
    enum status status = rc == SQLITE_OK && problem
                             ? err_set(e, E_DB, "cannot open database: %s", problem)
                             : sqlite_error(c->handle, rc, "cannot open database", e);
    err_in_file(e, path);
    connection_close(c);
    return status;
}

static enum status check_file(const char *path, struct err *e)
{
    struct path_info file;
    enum status status = path_look(path, &file, e);
    if (status || file.kind == PATH_FILE)
        return status;
    err_set(e, E_DB, "cannot open database: %s", sqlite3_errstr(SQLITE_CANTOPEN));
    err_in_file(e, path);
    return E_DB;
}

enum status connection_open(const char *path, const char *opening, struct connection **out,
                            struct err *e)
{
    enum status status = file_settled(path, e);
    if (status == OK)
        status = check_file(path, e);
    if (status)
        return status;
    struct connection *c = connection_new();
    char *uri = file_uri(path, DATABASE_READING);
    int rc = sqlite3_open_v2(uri, &c->handle,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(uri);
    if (rc == SQLITE_OK)
        rc = connection_wall(c);
    if (rc == SQLITE_OK) /* sorting stays in memory */
        rc = sqlite3_exec(c->handle, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    if (rc == SQLITE_OK && opening)
        rc = sqlite3_exec(c->handle, opening, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = connection_read_schemas(c);
    return connection_opened(c, rc, path, out, e);
}

enum status sqlite_open(const char *path, struct database **out, struct err *e)
{
    struct connection *c = NULL;
    enum status status = connection_open(path, NULL, &c, e);
    if (status)
        return status;
    assert(c);
    c->memory = answer_memory_new();
    *out = &c->database;
    return OK;
}

void connection_close(struct connection *c)
{
    views_forget(c);
    answer_memory_free(c->memory);
    sqlite3_close(c->handle);
    free(c);
}

void sqlite_close(struct database *d)
{
    connection_close(connection_of(d));
}
