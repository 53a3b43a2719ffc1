/* database_copy.c: running a migration's statements into a new file. */
#include "verify/database_copy.h"

#include "base/file.h"
#include "relation/migration_tables.h"

#include <sqlite3.h>
#include <stdlib.h>

enum { STATEMENTS_MAX_BYTES = 64 << 20 };

/* Run `sql`, which it frees; NULL where memory ran out. */
static int run(sqlite3 *db, char *sql)
{
    int rc = sql ? sqlite3_exec(db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    return rc;
}

/* The file is nobody's before it is renamed, so SQLite need not protect it from crashes. Rows that
 * break a CHECK did so in the original. */
static int fill(sqlite3 *db, const char *original, const struct declaration *d, struct str sql)
{
    char *uri = file_uri(original, "?mode=ro&immutable=1");
    int rc = run(db, sqlite3_mprintf("PRAGMA encoding = %Q; PRAGMA journal_mode = OFF;"
                                     "PRAGMA synchronous = OFF;"
                                     "PRAGMA ignore_check_constraints = ON; ATTACH %Q AS original",
                                     d->encoding.ptr, uri));
    free(uri);
    if (rc == SQLITE_OK)
        rc = run(db, sqlite3_mprintf("BEGIN; %.*s COMMIT", STR_ARG(sql)));
    return rc;
}

static enum status write_file(const char *original, const struct declaration *d, struct str sql,
                              const char *path, struct err *e)
{
    sqlite3 *db = NULL;
    enum status status = OK;
    int rc = sqlite3_open_v2(path, &db,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc == SQLITE_OK)
        rc = fill(db, original, d, sql);
    if (rc != SQLITE_OK)
        status = err_set(e, E_DB, "cannot copy database: %s",
                         db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
    if (sqlite3_close(db) != SQLITE_OK && status == OK)
        status = err_set(e, E_DB, "cannot close database");
    return status;
}

static enum status copy_tables(const char *original, const struct migration *m,
                               const struct declaration *d, const char *path, struct err *e)
{
    struct buf sql;
    buf_init(&sql, STATEMENTS_MAX_BYTES);
    migration_copy_statements(&sql, m, d);
    enum status status = sql.overflow ? err_set(e, E_LIMIT, "too many tables")
                                      : write_file(original, d, buf_str(&sql), path, e);
    buf_release(&sql);
    return status;
}

enum status database_copy(const char *original, const struct migration *m, const char *path,
                          struct err *e)
{
    struct arena a = {0};
    struct declaration d;
    struct out_file file = {.fd = -1};
    enum status status = declaration_read(&a, original, m->old, &d, e);
    if (status == OK)
        status = out_file_open_named(&file, path, e);
    if (status == OK)
        status = copy_tables(original, m, &d, file.temporary, e);
    if (status == OK)
        status = out_file_commit(&file, e);
    else if (e->file[0] == '\0')
        err_in_file(e, path);
    out_file_discard(&file);
    arena_release(&a);
    return status;
}
