/* make.c: making databases within the walls of walls.h. */
#include "engine/sqlite/sqlite.h"

#include "base/file.h"
#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/statement_limits.h"
#include "engine/sqlite/statement_memory.h"
#include "engine/sqlite/statement_words.h"
#include "engine/sqlite/walls.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Larger than for queries: rows are moved, not computed, and declarations may be long. */
enum { MAKE_MAX_VALUE_BYTES = 256 << 20, MAKE_MAX_SQL_BYTES = 16 << 20 };

static int run_own(struct connection *c, const char *sql)
{
    connection_begin(c, ROLE_OWN, c->clock.deadline);
    return sqlite3_exec(c->handle, sql, NULL, NULL, NULL);
}

/* Bytes on disk: a sparse file may be long and hold nothing. */
static int64_t bytes_in(const char *path)
{
    struct stat st;
    if (!path || stat(path, &st) != 0)
        return 0;
    int64_t stored = (int64_t)st.st_blocks * 512;
    return stored < st.st_size ? stored : (int64_t)st.st_size;
}

/* A pragma takes no parameter. */
static const char *encoding_pragma(struct str encoding)
{
    static const struct {
        const char *name, *pragma;
    } ENCODINGS[] = {{"UTF-8", "PRAGMA encoding = 'UTF-8'"},
                     {"UTF-16le", "PRAGMA encoding = 'UTF-16le'"},
                     {"UTF-16be", "PRAGMA encoding = 'UTF-16be'"}};
    for (size_t i = 0; i < COUNT_OF(ENCODINGS); i++)
        if (str_eq(encoding, str_from(ENCODINGS[i].name)))
            return ENCODINGS[i].pragma;
    return "";
}

/* The only file that is ever attached. */
static int attach_original(struct connection *c, const char *original)
{
    sqlite3_stmt *statement = NULL;
    char *uri = file_uri(original, DATABASE_READING);
    sqlite3_limit(c->handle, SQLITE_LIMIT_ATTACHED, 1);
    int rc = sqlite3_prepare_v2(c->handle, "ATTACH ?1 AS original", -1, &statement, NULL);
    if (rc == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, uri, -1, SQLITE_STATIC);
        sqlite3_step(statement);
        rc = sqlite3_finalize(statement);
    }
    sqlite3_limit(c->handle, SQLITE_LIMIT_ATTACHED, 0);
    free(uri);
    return rc == SQLITE_OK ? run_own(c, "SELECT 1 FROM original.sqlite_schema LIMIT 1") : rc;
}

static void set_bounds(struct connection *c, const struct making *m)
{
    int64_t ms = m->deadline_ms + 1000 * (bytes_in(m->original) >> 20);
    sqlite3_limit(c->handle, SQLITE_LIMIT_LENGTH, MAKE_MAX_VALUE_BYTES);
    sqlite3_limit(c->handle, SQLITE_LIMIT_SQL_LENGTH, MAKE_MAX_SQL_BYTES);
    c->clock.deadline = deadline_after_ns(ms * 1000000);
}

/* Pages that refer to one another can seem to hold more rows than any disk. A real migration, even
 * one that folds tables, adds far less than this. */
static int bound_size(struct connection *c, const struct making *m)
{
    enum { PAGE_BYTES = 4096, GROWTH = 16, ROOM_BYTES = 64 << 20 };
    if (!m->path || !m->original)
        return SQLITE_OK;
    char sql[100];
    snprintf(sql, sizeof sql, "PRAGMA page_size = %d; PRAGMA max_page_count = %lld", PAGE_BYTES,
             (long long)((GROWTH * bytes_in(m->original) + ROOM_BYTES) / PAGE_BYTES));
    return run_own(c, sql);
}

/* Nobody uses the file before it is renamed, so SQLite need not protect it from crashes. Sorts for
 * a file may be too large for memory. Rows that break a CHECK did so in the original. */
static int begin_making(struct connection *c, const struct making *m)
{
    int rc = connection_wall(c);
    set_bounds(c, m);
    if (rc == SQLITE_OK)
        rc = run_own(c, encoding_pragma(m->encoding));
    if (rc == SQLITE_OK)
        rc = run_own(c, m->path ? "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF"
                                : "PRAGMA temp_store = MEMORY");
    if (rc == SQLITE_OK)
        rc = bound_size(c, m);
    if (rc == SQLITE_OK && m->original)
        rc = attach_original(c, m->original);
    if (rc == SQLITE_OK)
        rc = connection_read_schemas(c);
    return rc == SQLITE_OK ? run_own(c, "PRAGMA ignore_check_constraints = ON; BEGIN") : rc;
}

enum status sqlite_make(const struct making *m, struct database **out, struct err *e)
{
    const char *path = m->path ? m->path : ":memory:";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    if (m->original)
        TRY(file_settled(m->original, e));
    struct connection *c = connection_new();
    int rc = sqlite3_open_v2(path, &c->handle, flags, NULL);
    if (rc == SQLITE_OK)
        rc = begin_making(c, m);
    TRY(connection_opened(c, rc, path, &c, e));
    *out = &c->database;
    return OK;
}

/* Run the first statement of `sql`, which ends with a NUL byte, and find the end of it. Unless
 * `action` is 0, it must take that action, and nothing may follow it. With `only_try` it is
 * compiled, and no more. */
static enum status make_statement(struct connection *c, enum connection_role role, int action,
                                  bool only_try, const char *sql, const char **tail, struct err *e)
{
    sqlite3_stmt *statement = NULL;
    connection_begin(c, role, c->clock.deadline);
    c->makes = action;
    statement_memory_watch(&c->clock);
    statement_compile_begin(&c->compiled, MAKE_MAX_SQL_BYTES);
    int rc = sqlite3_prepare_v2(c->handle, sql, -1, &statement, tail);
    statement_compile_end();
    if (rc == SQLITE_OK && action && (!c->made || !statement_ends(*tail))) {
        statement_memory_unwatch();
        sqlite3_finalize(statement);
        return err_set(e, E_DB, "a declaration is not one statement of its kind");
    }
    if (rc == SQLITE_OK && statement && !only_try)
        sqlite3_step(statement);
    statement_memory_unwatch();
    if (rc == SQLITE_OK)
        rc = sqlite3_finalize(statement);
    if (c->clock.late)
        return err_set(e, E_DB, "deadline passed");
    if (compile_work_problem(&c->compiled))
        return err_set(e, E_DB, "%s", compile_work_problem(&c->compiled));
    return rc == SQLITE_OK && !host_failed(rc) ? OK : sqlite_error(c->handle, rc, "", e);
}

static enum status make_kind(struct database *d, enum made kind, bool only_try, struct str sql,
                             struct err *e)
{
    static const struct {
        enum connection_role role;
        int action;
    } KINDS[] = {[MADE_TABLE] = {ROLE_TABLE, SQLITE_CREATE_TABLE},
                 [MADE_INDEX] = {ROLE_INDEX, SQLITE_CREATE_INDEX},
                 [MADE_ROWS] = {ROLE_ROWS, SQLITE_INSERT},
                 [MADE_VIEW] = {ROLE_VIEW, SQLITE_CREATE_VIEW}};
    struct arena a = {0};
    const char *tail;
    enum status status = make_statement(connection_of(d), KINDS[kind].role, KINDS[kind].action,
                                        only_try, arena_str(&a, sql).ptr, &tail, e);
    arena_release(&a);
    return status;
}

enum status sqlite_make_one(struct database *d, enum made kind, struct str sql, struct err *e)
{
    return make_kind(d, kind, false, sql, e);
}

enum status sqlite_can_make(struct database *d, enum made kind, struct str sql, struct err *e)
{
    const struct connection *c = connection_of(d);
    if (sqlite3_get_autocommit(c->handle)) /* SQLite rolled back what begin_making began */
        return err_set(e, E_LIMIT, "what was made is undone");
    enum status status = make_kind(d, kind, true, sql, e);
    return status == E_DB && deadline_passed(c->clock.deadline) ? E_LIMIT : status;
}

enum status sqlite_make_all(struct database *d, struct str script, struct err *e)
{
    struct arena a = {0};
    const char *rest = arena_str(&a, script).ptr;
    enum status status = OK;
    while (*rest && status == OK)
        status = make_statement(connection_of(d), ROLE_SCRIPT, 0, false, rest, &rest, e);
    arena_release(&a);
    return status;
}

enum status sqlite_made(struct database *d, struct err *e)
{
    struct connection *c = connection_of(d);
    int rc = run_own(c, "COMMIT");
    if (rc == SQLITE_OK)
        rc = run_own(c, "PRAGMA ignore_check_constraints = OFF");
    if (rc == SQLITE_OK && sqlite3_db_filename(c->handle, "original"))
        rc = run_own(c, "DETACH original");
    statement_limits_set(c->handle);
    return rc == SQLITE_OK ? OK : sqlite_error(c->handle, rc, "", e);
}
