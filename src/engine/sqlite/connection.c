/* connection.c: opening and closing a file. */
#include "engine/sqlite/sqlite.h"

#include "base/file.h"
#include "base/path.h"
#include "engine/sqlite/answer_memory.h"
#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/statement_limits.h"
#include "engine/sqlite/statement_words.h"
#include "engine/sqlite/walls.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>

/* Views of the file
 *
 * SQLite expands views into each other and goes down them by recursion; for a NATURAL join it
 * compares all columns with all columns, and reads no clock. So only files are opened whose views
 * are short and simple. */

struct view_sum {
    int64_t bytes, natural_joins;
};

/* Rows that are clearly not views are left out, whatever type they claim to have. */
#define VIEWS_OF(schema)                                                                           \
    "SELECT sql FROM " schema                                                                      \
    ".sqlite_schema WHERE NOT (sql LIKE 'CREATE TABLE%' OR sql LIKE 'CREATE INDEX%'"               \
    " OR sql LIKE 'CREATE UNIQUE INDEX%' OR sql LIKE 'CREATE TRIGGER%'"                            \
    " OR sql LIKE 'CREATE VIRTUAL TABLE%')"

static int add_views(struct connection *c, const char *views, struct view_sum *sum)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(c->handle, views, -1, &statement, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        struct str sql = str_from((const char *)sqlite3_column_text(statement, 0));
        sum->bytes += (int64_t)sql.len;
        sum->natural_joins += statement_count_word(sql, STR("natural"));
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Look at the views of the file and of the original that is attached. `*problem` is NULL if they
 * are acceptable. Returns SQLite's result code. */
static int check_file_views(struct connection *c, const char **problem)
{
    struct view_sum sum = {0};
    int rc = add_views(c, VIEWS_OF("main"), &sum);
    if (rc == SQLITE_OK && sqlite3_db_filename(c->handle, "original"))
        rc = add_views(c, VIEWS_OF("original"), &sum);
    *problem = sum.bytes > DATABASE_MAX_VIEW_BYTES ? "its views are too long"
               : sum.natural_joins > DATABASE_MAX_NATURAL_JOINS
                   ? "its views have too many NATURAL joins"
                   : NULL;
    return rc;
}

/* Opening and closing */

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
        rc = check_file_views(c, &problem);
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

static enum status expect_database_file(const char *path, struct err *e)
{
    struct path_info file;
    TRY(path_look(path, &file, e));
    if (file.kind == PATH_FILE)
        return OK;
    err_set(e, E_DB, "cannot open database: %s", sqlite3_errstr(SQLITE_CANTOPEN));
    return err_in_file(e, path);
}

enum status connection_open(const char *path, const char *opening, struct connection **out,
                            struct err *e)
{
    TRY(file_settled(path, e));
    TRY(expect_database_file(path, e));
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
    TRY(connection_open(path, NULL, &c, e));
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
