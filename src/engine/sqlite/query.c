/* query.c: the sandbox around a SQLite connection.
 *
 * Four walls: the file is opened read-only and immutable; the authorizer sees every action a
 * statement would take while it is compiled, views and pragma functions included; limits bound what
 * one step can build; the progress handler ends what runs past its deadline, the reading of a
 * schema included. Temporary tables and sorts stay in memory, where the heap limit of engine_init
 * counts them, and never reach a disk. */
#include "engine/database.h"

#include "base/file.h"
#include "base/path.h"
#include "engine/sqlite/file_views.h"
#include "engine/sqlite/guarded_collations.h"
#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/pending.h"
#include "engine/sqlite/statement_limits.h"
#include "engine/sqlite/statement_memory.h"
#include "engine/sqlite/statement_words.h"
#include "engine/sqlite/walls.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>

/* Few, since one of them may be a function call on a value of the largest size. */
enum { OPCODES_BETWEEN_CLOCK_READS = 20 };

/* What a schema may hold of anything that is asked for at once. */
enum { DECLARED_MAX_ROWS = 1000000, DECLARED_MAX_BYTES = 64 << 20 };

/* Functions that reach outside the database, or cannot be stopped. Some exist only in builds other
 * than ours. */
static const char *const forbidden_functions[] = {
    "load_extension", "fts3_tokenizer", "readfile", "writefile",
    "edit",           "sqlar_compress", "zipfile",  "json_patch", /* quadratic in one call */
};

static bool function_allowed(const char *name)
{
    size_t n = sizeof forbidden_functions / sizeof *forbidden_functions;
    for (size_t i = 0; i < n; i++)
        if (sqlite3_stricmp(name, forbidden_functions[i]) == 0)
            return false;
    return true;
}

/* A GLOB of the longest pattern on the longest value takes a good part of a tenth of a second, and
 * reads no clock. */
static bool too_costly(const struct database *d)
{
    return d->globs > DATABASE_MAX_GLOBS || d->selects > DATABASE_MAX_SELECTS;
}

/* Merging subqueries and views into one another hardly reads a clock either, and takes time as the
 * square of their number. */
static bool count_costs(struct database *d, int action, const char *function)
{
    d->selects += action == SQLITE_SELECT;
    d->globs += action == SQLITE_FUNCTION && function && sqlite3_stricmp(function, "glob") == 0;
    return !too_costly(d);
}

/* Does a statement read a table that a view stands in front of, without going through a view? When
 * SQLite merges a view into the statement and no column is read, as by count(*), it forgets to say
 * that a view was there; then only a statement that can name the table is guilty. */
static bool reaches_around(const struct database *d, int action, const char *table,
                           const char *column, const char *database, const char *view)
{
    if (action != SQLITE_READ || view || !database || sqlite3_stricmp(database, "main") != 0)
        return false;
    if (column[0] == '\0' && !d->names_main)
        return false;
    for (size_t i = 0; i < d->n_views; i++)
        if (sqlite3_stricmp(table, d->views[i]) == 0)
            return true;
    return false;
}

/* Compiling calls no progress handler, so the clock is read here too. `view` is the view that the
 * action comes from, NULL for the statement itself. */
static int authorize(void *context, int action, const char *first, const char *second,
                     const char *database, const char *view)
{
    struct database *d = context;
    if (statement_late(&d->clock))
        return SQLITE_DENY;
    d->made = d->made || action == d->makes;
    if (d->role != ROLE_OWN && !count_costs(d, action, second))
        return SQLITE_DENY;
    if (role_admits(d->role, action, first, second, database) &&
        (action != SQLITE_FUNCTION || (second && function_allowed(second))) &&
        !reaches_around(d, action, first, second, database, view))
        return SQLITE_OK;
    d->denied = true;
    return SQLITE_DENY;
}

static int stop_when_late(void *context)
{
    struct database *d = context;
    return statement_late(&d->clock);
}

struct database *database_new(void)
{
    host_failure_begin();
    struct database *d = mem_alloc(sizeof *d);
    *d = (struct database){0};
    return d;
}

void database_begin(struct database *d, enum database_role role, struct deadline deadline)
{
    host_failure_begin();
    d->role = role;
    d->clock = (struct statement_clock){.deadline = deadline};
    d->denied = d->made = false;
    d->globs = d->selects = 0;
    d->makes = 0;
}

int database_wall(struct database *d)
{
    sqlite3 *handle = d->handle;
    statement_memory_begin();
    statement_limits_set(d->handle);
    database_begin(d, ROLE_OWN, deadline_after_ms(DATABASE_OPENING_MS));
    sqlite3_set_authorizer(handle, authorize, d);
    sqlite3_progress_handler(handle, OPCODES_BETWEEN_CLOCK_READS, stop_when_late, d);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    int rc = guarded_functions_register(handle, &d->clock, d->guards);
    if (rc == SQLITE_OK)
        rc = guarded_printf_register(handle, &d->clock);
    return rc == SQLITE_OK ? guarded_collations_register(handle, &d->clock) : rc;
}

/* The schemas are read, so a file that is no database fails here and not in somebody's query; and
 * the table functions that only read are known from here on, since making them known is no reading.
 */
int database_read_schemas(struct database *d)
{
    static const char *const KEPT[] = {
        "json_each",         "json_tree",         "pragma_foreign_key_list", "pragma_index_info",
        "pragma_index_list", "pragma_table_info", "pragma_table_list",       NULL};
    int rc = sqlite3_exec(d->handle,
                          "SELECT 1 FROM sqlite_schema LIMIT 1;"
                          "SELECT 1 FROM json_each('[]'), json_tree('[]')",
                          NULL, NULL, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return rc == SQLITE_OK ? sqlite3_drop_modules(d->handle, (const char **)KEPT) : rc;
}

enum status database_opened(struct database *d, int rc, const char *path, struct database **out,
                            struct err *e)
{
    const char *problem = NULL;
    if (rc == SQLITE_OK)
        rc = file_views_check(d, &problem);
    if (rc == SQLITE_OK && !host_failed(rc) && !problem) {
        *out = d;
        return OK;
    }
    enum status status = rc == SQLITE_OK && problem
                             ? err_set(e, E_DB, "cannot open database: %s", problem)
                             : sqlite_error(d->handle, rc, "cannot open database", e);
    err_in_file(e, path);
    database_close(d);
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

/* The file, behind its walls, with what is said at the opening. */
static enum status open_reading(const char *path, const char *opening, struct database **out,
                                struct err *e)
{
    enum status status = database_settled(path, e);
    if (status == OK)
        status = check_file(path, e);
    if (status)
        return status;
    struct database *d = database_new();
    char *uri = file_uri(path, DATABASE_READING);
    int rc = sqlite3_open_v2(uri, &d->handle,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(uri);
    if (rc == SQLITE_OK)
        rc = database_wall(d);
    if (rc == SQLITE_OK) /* sorting stays in memory */
        rc = sqlite3_exec(d->handle, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    if (rc == SQLITE_OK && opening)
        rc = sqlite3_exec(d->handle, opening, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = database_read_schemas(d);
    return database_opened(d, rc, path, out, e);
}

enum status database_open(const char *path, struct database **out, struct err *e)
{
    return open_reading(path, NULL, out, e);
}

/* The pragmas are made known, as table functions, and not run. To list tables SQLite would write
 * out every view, each of which may take all the memory there is. */
enum status database_open_declarations(const char *path, struct database **out, struct err *e)
{
    enum status status =
        open_reading(path,
                     "SELECT 1 FROM pragma_foreign_key_list(''), pragma_index_info(''),"
                     " pragma_index_list(''), pragma_table_info(''), pragma_table_list('') LIMIT 0",
                     out, e);
    if (status == OK)
        sqlite3_db_config((*out)->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return status;
}

static void forget_views(struct database *d)
{
    for (size_t i = 0; i < d->n_views; i++)
        free(d->views[i]);
    free(d->views);
    d->views = NULL;
    d->n_views = 0;
}

void database_close(struct database *d)
{
    if (!d)
        return;
    forget_views(d);
    sqlite3_close(d->handle);
    free(d);
}

/* Run a statement about a view. Frees `sql`, NULL where memory ran out. */
static enum status define(struct database *d, char *sql, struct err *e)
{
    sqlite3_stmt *statement = NULL;
    const char *tail = "";
    enum status status = OK;
    statement_memory_begin();
    database_begin(d, ROLE_VIEWS, deadline_after_ms(DATABASE_OPENING_MS));
    int rc = sql ? sqlite3_prepare_v2(d->handle, sql, -1, &statement, &tail) : SQLITE_NOMEM;
    if (rc == SQLITE_OK && *tail)
        status = err_set(e, E_DB, "more than one statement");
    else if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_DONE)
        rc = SQLITE_OK;
    if (status == OK && (rc != SQLITE_OK || host_failed(rc)))
        status = sqlite_error(sql ? d->handle : NULL, rc, "", e);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return status;
}

enum status database_add_view(struct database *d, struct str name, struct str definition,
                              struct err *e)
{
    char *copy = mem_alloc(name.len + 1);
    memcpy(copy, name.ptr, name.len);
    copy[name.len] = '\0';
    d->views = mem_resize_array(d->views, d->n_views + 1, sizeof *d->views);
    d->views[d->n_views++] = copy;
    return define(d, sqlite3_mprintf("CREATE TEMP VIEW \"%w\"%.*s", copy, STR_ARG(definition)), e);
}

enum status database_drop_views(struct database *d, struct err *e)
{
    enum status status = OK;
    for (size_t i = 0; i < d->n_views && status == OK; i++)
        status = define(d, sqlite3_mprintf("DROP VIEW IF EXISTS temp.\"%w\"", d->views[i]), e);
    forget_views(d);
    return status;
}

static void fail(struct query_result *out, struct arena *a, enum query_outcome outcome,
                 const char *message)
{
    out->outcome = outcome;
    out->rows = (struct rows){0};
    out->message = arena_str(a, str_from(message));
}

/* Why SQLite gave up. What the callbacks noted comes first: SQLite reports a refusal in several
 * ways, depending on where it was noticed. */
static void fail_with(struct database *d, int rc, struct arena *a, struct query_result *out)
{
    const char *message = sqlite3_errmsg(d->handle);
    if (d->clock.late || rc == SQLITE_INTERRUPT)
        fail(out, a, QUERY_TIMEOUT, "deadline passed");
    else if (too_costly(d))
        fail(out, a, QUERY_TOO_LARGE, "too many SELECTs or GLOBs");
    else if (d->denied || rc == SQLITE_AUTH)
        fail(out, a, QUERY_DENIED, message);
    else if (rc == SQLITE_NOMEM || rc == SQLITE_TOOBIG || rc == SQLITE_FULL)
        fail(out, a, QUERY_TOO_LARGE, message);
    else
        fail(out, a, QUERY_ERROR, message);
}

bool statement_ends(const char *p)
{
    for (; *p; p++) {
        if (strchr(" \t\f\n\r", *p))
            continue;
        bool line = p[0] == '-' && p[1] == '-';
        if (!line && !(p[0] == '/' && p[1] == '*'))
            return false;
        const char *end = strstr(p + 2, line ? "\n" : "*/");
        if (!end)
            return true;
        p = line ? end : end + 1;
    }
    return true;
}

/* Names in a schema are wanted as they are: what was left out would make another name of them. */
static void set_text(const struct database *d, struct rows *r, struct arena *a, struct value *v,
                     struct str text)
{
    if (d->role != ROLE_DECLARATIONS) {
        rows_set_text(r, a, v, text);
        return;
    }
    rows_set_blob(r, a, v, text);
    v->type = VALUE_TEXT;
}

static bool read_value(const struct database *d, sqlite3_stmt *statement, int column,
                       struct rows *r, struct arena *a, struct value *v)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        *v = (struct value){.type = VALUE_INTEGER,
                            .integer = sqlite3_column_int64(statement, column)};
        return true;
    case SQLITE_FLOAT:
        *v = (struct value){.type = VALUE_REAL, .real = sqlite3_column_double(statement, column)};
        return true;
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_column_text(statement, column);
        size_t len = (size_t)sqlite3_column_bytes(statement, column);
        if (text) /* else converting from UTF-16 ran out of memory */
            set_text(d, r, a, v, (struct str){text, len});
        return text != NULL;
    }
    case SQLITE_BLOB: {
        const char *blob = sqlite3_column_blob(statement, column);
        size_t len = (size_t)sqlite3_column_bytes(statement, column);
        if (!blob && sqlite3_errcode(sqlite3_db_handle(statement)) == SQLITE_NOMEM)
            return false;
        rows_set_blob(r, a, v, (struct str){blob, len});
        return true;
    }
    default:
        *v = (struct value){.type = VALUE_NULL};
        return true;
    }
}

static bool read_row(const struct database *d, sqlite3_stmt *statement, struct rows *r,
                     struct arena *a)
{
    struct value *v = rows_add(r, a);
    for (uint32_t column = 0; column < r->n_columns; column++)
        if (!read_value(d, statement, (int)column, r, a, &v[column]))
            return false;
    return true;
}

static bool enough(const struct query_limits *limits, const struct rows *r)
{
    return limits->enough_rows > 0 && r->n_rows >= limits->enough_rows;
}

/* Step through the rows; SQLite's result code where it gave up. */
static int run(struct database *d, sqlite3_stmt *statement, const struct query_limits *limits,
               struct arena *a, struct query_result *out)
{
    rows_init(&out->rows, (uint32_t)sqlite3_column_count(statement));
    int rc = SQLITE_DONE;
    while (!enough(limits, &out->rows) && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        if (out->rows.n_rows >= limits->max_rows) {
            fail(out, a, QUERY_TOO_LARGE, "result has too many rows");
            return SQLITE_OK;
        }
        if (!read_row(d, statement, &out->rows, a)) {
            fail(out, a, QUERY_TOO_LARGE, "out of memory");
            return SQLITE_OK;
        }
        if (out->rows.bytes > limits->max_bytes) {
            fail(out, a, QUERY_TOO_LARGE, "result is too large");
            return SQLITE_OK;
        }
    }
    return rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_OK : rc;
}

static int run_measured(struct database *d, sqlite3_stmt *statement,
                        const struct query_limits *limits, struct arena *a,
                        struct query_result *out)
{
    uint64_t reads = d->clock.reads;
    int rc = run(d, statement, limits, a, out);
    out->work = (struct query_work){.clock_reads = d->clock.reads - reads,
                                    .value_bytes =
                                        (size_t)sqlite3_limit(d->handle, SQLITE_LIMIT_LENGTH, -1)};
    return rc;
}

static int compile(struct database *d, struct str text, sqlite3_stmt **statement, const char **tail)
{
    d->globs = d->selects = 0;
    return sqlite3_prepare_v2(d->handle, text.ptr, (int)text.len + 1, statement, tail);
}

/* Compile a query under the limits of the smallest size that the program fits into. What asks for
 * declarations is ours, and compiles programs of its own as it runs. */
static int prepare(struct database *d, struct str text, sqlite3_stmt **statement, const char **tail)
{
    if (d->role != ROLE_QUERY)
        return compile(d, text, statement, tail);
    int rc = SQLITE_NOMEM;
    for (int size = 0; size < N_STATEMENT_SIZES && rc == SQLITE_NOMEM && !d->clock.late; size++) {
        statement_size_set(d->handle, size);
        rc = compile(d, text, statement, tail);
    }
    return rc;
}

/* Run what was compiled, if it is one query, all of the text, and has no parameters but those that
 * are bound; SQLite's result code. */
static int run_alone(struct database *d, sqlite3_stmt *statement, int bound, const char *tail,
                     const struct query_limits *limits, struct arena *a, struct query_result *out)
{
    if (!statement_ends(tail))
        fail(out, a, QUERY_SEVERAL_STATEMENTS, "more than one statement");
    else if (sqlite3_bind_parameter_count(statement) > bound)
        fail(out, a, QUERY_UNBOUND_PARAMETERS, "parameters have no values");
    else if (statement && sqlite3_column_count(statement) == 0)
        fail(out, a, QUERY_DENIED, "not a query"); /* the authorizer is not asked about VACUUM */
    else if (statement)
        return run_measured(d, statement, limits, a, out);
    return SQLITE_OK;
}

/* Run the statement, with `parameter` as the value of ?1, under the role that was begun. */
static enum status query(struct database *d, struct str sql, const struct str *parameter,
                         const struct query_limits *limits, struct arena *a,
                         struct query_result *out, struct err *e)
{
    struct str text = arena_str(a, sql); /* the end of it must be a NUL byte for statement_ends */
    sqlite3_stmt *statement = NULL;
    const char *tail = NULL;
    enum status status = OK;
    statement_memory_begin();
    statement_memory_watch(&d->clock);
    int rc = prepare(d, text, &statement, &tail);
    if (rc == SQLITE_OK && parameter)
        rc = sqlite3_bind_text(statement, 1, parameter->ptr, (int)parameter->len, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = run_alone(d, statement, parameter != NULL, tail, limits, a, out);
    if (rc != SQLITE_OK || d->clock.late)
        fail_with(d, rc, a, out);
    if (host_failed(sqlite3_extended_errcode(d->handle))) {
        status = sqlite_error(d->handle, rc, "cannot read database", e);
        fail(out, a, QUERY_ERROR, e->msg);
    }
    statement_memory_unwatch();
    sqlite3_finalize(statement);
    statement_limits_set(d->handle);
    return status;
}

/* A text that SQLite need not see. */
static bool refused(struct str sql, struct arena *a, struct query_result *out)
{
    if (sql.len && memchr(sql.ptr, '\0', sql.len))
        fail(out, a, QUERY_ERROR, "the query contains a null character");
    else if (sql.len >= DATABASE_MAX_SQL_BYTES)
        fail(out, a, QUERY_TOO_LARGE, "query string is too large");
    else if (statement_count_word(sql, STR("natural")) > DATABASE_MAX_NATURAL_JOINS)
        fail(out, a, QUERY_TOO_LARGE, "too many NATURAL joins");
    return out->outcome != QUERY_ROWS;
}

enum status database_query(struct database *d, struct str sql, const struct query_limits *limits,
                           struct arena *a, struct query_result *out, struct err *e)
{
    *out = (struct query_result){.outcome = QUERY_ROWS, .message = STR("")};
    if (refused(sql, a, out))
        return OK;
    database_begin(d, ROLE_QUERY, limits->deadline);
    d->names_main = d->n_views > 0 && statement_count_word(sql, STR("main")) > 0;
    return query(d, sql, NULL, limits, a, out, e);
}

enum status database_ask(struct database *d, const char *sql, const struct str *name,
                         struct arena *a, struct rows *out, struct err *e)
{
    struct query_limits limits = {.max_rows = DECLARED_MAX_ROWS, .max_bytes = DECLARED_MAX_BYTES};
    struct query_result result = {.outcome = QUERY_ROWS, .message = STR("")};
    database_begin(d, ROLE_DECLARATIONS, d->clock.deadline); /* one for all that is asked */
    enum status status = query(d, str_from(sql), name, &limits, a, &result, e);
    *out = result.rows;
    if (status == OK && result.outcome != QUERY_ROWS)
        status = err_set(e, E_DB, "%.*s", STR_ARG(result.message));
    return status;
}

bool database_column_extras(struct database *d, const char *table, const char *column,
                            const char **collation, bool *autoincrement)
{
    int counts_up = 0;
    *collation = NULL;
    int rc = sqlite3_table_column_metadata(d->handle, "main", table, column, NULL, collation, NULL,
                                           NULL, &counts_up);
    *autoincrement = counts_up != 0;
    return rc == SQLITE_OK && *collation;
}
