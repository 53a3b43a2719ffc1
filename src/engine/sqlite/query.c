/* query.c: running one statement within limits. */
#include "engine/sqlite/sqlite.h"

#include "engine/sqlite/answer_memory.h"
#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/statement_limits.h"
#include "engine/sqlite/statement_memory.h"
#include "engine/sqlite/statement_words.h"
#include "engine/sqlite/walls.h"

#include <sqlite3.h>

/* Limits on one list of declarations. */
enum { DECLARED_MAX_ROWS = 1000000, DECLARED_MAX_BYTES = 64 << 20 };

static void fail_query(struct query_result *out, struct arena *a, enum query_outcome outcome,
                       const char *message)
{
    out->outcome = outcome;
    out->rows = (struct rows){0};
    out->message = arena_str(a, str_from(message));
}

/* Why SQLite gave up. The notes of the callbacks come first: SQLite reports a refusal in several
 * ways, depending on where it was noticed. */
static void fail_query_with(struct connection *c, int rc, struct arena *a, struct query_result *out)
{
    const char *message = sqlite3_errmsg(c->handle);
    if (!c->clock.late && connection_too_many_steps(c))
        fail_query(out, a, QUERY_TOO_MANY_STEPS, "too many steps");
    else if (c->clock.late || rc == SQLITE_INTERRUPT)
        fail_query(out, a, QUERY_TIMEOUT, "deadline passed");
    else if (connection_too_costly(c))
        fail_query(out, a, QUERY_TOO_LARGE, "too many SELECTs or GLOBs");
    else if (compile_work_problem(&c->compiled))
        fail_query(out, a, QUERY_TOO_LARGE, compile_work_problem(&c->compiled));
    else if (c->denied || rc == SQLITE_AUTH)
        fail_query(out, a, QUERY_DENIED, message);
    else if (rc == SQLITE_NOMEM || rc == SQLITE_TOOBIG || rc == SQLITE_FULL)
        fail_query(out, a, QUERY_TOO_LARGE, message);
    else
        fail_query(out, a, QUERY_ERROR, message);
}

/* Names of a schema are kept byte for byte: a name with bytes left out would be another name. */
static void set_value_text(const struct connection *c, struct rows *r, struct arena *a,
                           struct value *v, struct str text)
{
    if (c->role != ROLE_DECLARATIONS) {
        rows_set_text(r, a, v, text);
        return;
    }
    rows_set_blob(r, a, v, text);
    v->type = VALUE_TEXT;
}

static bool read_value(const struct connection *c, sqlite3_stmt *statement, int column,
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
            set_value_text(c, r, a, v, (struct str){text, len});
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

static bool read_row(const struct connection *c, sqlite3_stmt *statement, struct rows *r,
                     struct arena *a)
{
    struct value *v = rows_add(r, a);
    for (uint32_t column = 0; column < r->n_columns; column++)
        if (!read_value(c, statement, (int)column, r, a, &v[column]))
            return false;
    return true;
}

/* Step through the rows; SQLite's result code if it gave up. */
static int step_rows(struct connection *c, sqlite3_stmt *statement,
                     const struct query_limits *limits, struct arena *a, struct query_result *out)
{
    struct rows *rows = &out->rows;
    const char *problem = NULL;
    rows_init(rows, (uint32_t)sqlite3_column_count(statement));
    int rc = SQLITE_DONE;
    while (!problem && (limits->enough_rows == 0 || rows->n_rows < limits->enough_rows) &&
           (rc = sqlite3_step(statement)) == SQLITE_ROW)
        problem = rows->n_rows >= limits->max_rows   ? "result has too many rows"
                  : !read_row(c, statement, rows, a) ? "out of memory"
                  : rows->bytes > limits->max_bytes  ? "result is too large"
                                                     : NULL;
    if (problem)
        fail_query(out, a, QUERY_TOO_LARGE, problem);
    return rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_OK : rc;
}

static int run_measured(struct connection *c, sqlite3_stmt *statement,
                        const struct query_limits *limits, struct arena *a,
                        struct query_result *out)
{
    uint64_t reads = c->clock.reads;
    c->steps = 0; /* those of compiling depend on what was compiled before */
    c->max_steps = limits->max_steps;
    int rc = step_rows(c, statement, limits, a, out);
    out->work = (struct query_work){.steps = c->steps,
                                    .clock_reads = c->clock.reads - reads,
                                    .value_bytes =
                                        (size_t)sqlite3_limit(c->handle, SQLITE_LIMIT_LENGTH, -1),
                                    .unsteady = c->unsteady};
    return rc;
}

static int compile_text(struct connection *c, struct str text, sqlite3_stmt **statement,
                        const char **tail)
{
    c->globs = c->selects = 0;
    statement_compile_begin(&c->compiled, DATABASE_MAX_SQL_BYTES);
    int rc = sqlite3_prepare_v2(c->handle, text.ptr, (int)text.len + 1, statement, tail);
    statement_compile_end();
    return rc;
}

/* Compile a query under the limits of the smallest size that the program fits into. Statements that
 * ask for declarations are ours, and compile programs of their own as they run. */
int connection_prepare(struct connection *c, struct str text, sqlite3_stmt **statement,
                       const char **tail)
{
    if (c->role != ROLE_QUERY)
        return compile_text(c, text, statement, tail);
    int rc = SQLITE_NOMEM;
    bool ended = false;
    for (int size = 0; size < N_STATEMENT_SIZES && rc == SQLITE_NOMEM && !ended; size++) {
        statement_size_set(c->handle, size, c->max_value_bytes);
        rc = compile_text(c, text, statement, tail);
        ended = c->clock.late || c->compiled.end != COMPILE_FITS;
    }
    return rc;
}

/* Has an equal program run on the same rows already? Then its answer is the answer. `program` stays
 * empty if it was not needed. */
static bool recall_answer(struct connection *c, struct str text, sqlite3_stmt *statement,
                          const struct query_limits *limits, struct arena *a, struct buf *program,
                          struct query_result *out)
{
    uint32_t n_columns = (uint32_t)sqlite3_column_count(statement);
    return answer_memory_may_have(c->memory, n_columns, limits) && program_of(c, text, program) &&
           answer_memory_recall(c->memory, buf_str(program), limits, a, out);
}

static int run_remembering(struct connection *c, struct str text, sqlite3_stmt *statement,
                           const struct query_limits *limits, struct arena *a,
                           struct query_result *out)
{
    struct buf program = {0};
    if (c->role != ROLE_QUERY || !c->memory)
        return run_measured(c, statement, limits, a, out);
    int rc = SQLITE_OK;
    if (!recall_answer(c, text, statement, limits, a, &program, out)) {
        rc = run_measured(c, statement, limits, a, out);
        bool whole =
            rc == SQLITE_OK && !c->clock.late && !host_failed(sqlite3_extended_errcode(c->handle));
        if (whole && answer_memory_wants(out, limits) &&
            (program.len > 0 || program_of(c, text, &program)))
            answer_memory_keep(c->memory, buf_str(&program), out);
    }
    buf_release(&program);
    return rc;
}

/* Run the compiled statement, if it is one query and all of the text, and has no parameters but
 * those that are bound; SQLite's result code. */
static int run_alone(struct connection *c, struct str text, sqlite3_stmt *statement, int bound,
                     const char *tail, const struct query_limits *limits, struct arena *a,
                     struct query_result *out)
{
    if (!statement_ends(tail))
        fail_query(out, a, QUERY_SEVERAL_STATEMENTS, "more than one statement");
    else if (sqlite3_bind_parameter_count(statement) > bound)
        fail_query(out, a, QUERY_UNBOUND_PARAMETERS, "parameters have no values");
    else if (statement && sqlite3_column_count(statement) == 0)
        fail_query(out, a, QUERY_DENIED,
                   "not a query"); /* the authorizer is not asked about VACUUM */
    else if (statement)
        return run_remembering(c, text, statement, limits, a, out);
    return SQLITE_OK;
}

/* Run the statement, with `parameter` as the value of ?1, under the role that was begun. */
static enum status run_statement(struct connection *c, struct str sql, const struct str *parameter,
                                 const struct query_limits *limits, struct arena *a,
                                 struct query_result *out, struct err *e)
{
    struct str text = arena_str(a, sql); /* the end of it must be a NUL byte for statement_ends */
    sqlite3_stmt *statement = NULL;
    const char *tail = NULL;
    enum status status = OK;
    statement_memory_begin();
    statement_memory_watch(&c->clock);
    int rc = connection_prepare(c, text, &statement, &tail);
    uint64_t compile_reads = c->clock.reads;
    if (rc == SQLITE_OK && parameter)
        rc = sqlite3_bind_text(statement, 1, parameter->ptr, (int)parameter->len, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = run_alone(c, text, statement, parameter != NULL, tail, limits, a, out);
    if (rc != SQLITE_OK || c->clock.late)
        fail_query_with(c, rc, a, out);
    out->work.compile_bytes = c->compiled.bytes;
    out->work.compile_stack = c->compiled.stack;
    out->work.compile_reads = compile_reads;
    if (host_failed(sqlite3_extended_errcode(c->handle))) {
        status = sqlite_error(c->handle, rc, "cannot read database", e);
        fail_query(out, a, QUERY_ERROR, e->msg);
    }
    statement_memory_unwatch();
    sqlite3_finalize(statement);
    statement_limits_set(c->handle);
    if (status == OK && out->outcome == QUERY_ERROR && connection_damaged(c, rc))
        out->damaged = arena_str(a, str_from(sqlite3_db_filename(c->handle, "main")));
    return status;
}

/* Texts that are refused before SQLite sees them. */
static bool refuse_text(struct str sql, struct arena *a, struct query_result *out)
{
    if (sql.len && memchr(sql.ptr, '\0', sql.len))
        fail_query(out, a, QUERY_ERROR, "the query contains a null character");
    else if (sql.len >= DATABASE_MAX_SQL_BYTES)
        fail_query(out, a, QUERY_TOO_LARGE, "query string is too large");
    else if (statement_count_word(sql, STR("natural")) > DATABASE_MAX_NATURAL_JOINS)
        fail_query(out, a, QUERY_TOO_LARGE, "too many NATURAL joins");
    else if (statement_count_operators(sql) > DATABASE_MAX_OPERATORS)
        fail_query(out, a, QUERY_TOO_LARGE, "too many operators");
    return out->outcome != QUERY_ROWS;
}

/* Put up the views that the statement reads. The time that this takes is added to the deadline. */
static enum status settle_views(struct connection *c, struct str sql, struct deadline *deadline,
                                struct err *e)
{
    int64_t begun = c->n_views > 0 ? monotonic_ns() : 0;
    enum status status = views_settle(c, sql, e);
    if (c->n_views > 0)
        deadline->at_ns += monotonic_ns() - begun;
    return status;
}

enum status sqlite_query(struct database *d, struct str sql, const struct query_limits *limits,
                         struct arena *a, struct query_result *out, struct err *e)
{
    struct connection *c = connection_of(d);
    struct deadline deadline = limits->deadline;
    *out = (struct query_result){.outcome = QUERY_ROWS, .message = STR("")};
    if (refuse_text(sql, a, out))
        return OK;
    enum status status = settle_views(c, sql, &deadline, e);
    if (status) {
        fail_query(out, a, QUERY_ERROR, e->msg);
        return status;
    }
    connection_begin(c, ROLE_QUERY, deadline);
    c->max_value_bytes = limits->max_value_bytes;
    c->names_main = c->n_shown > 0 && statement_has_word(sql, STR("main"));
    return run_statement(c, sql, NULL, limits, a, out, e);
}

enum status connection_ask(struct connection *c, const char *sql, const struct str *name,
                           struct arena *a, struct rows *out, struct err *e)
{
    struct query_limits limits = {.max_rows = DECLARED_MAX_ROWS, .max_bytes = DECLARED_MAX_BYTES};
    struct query_result result = {.outcome = QUERY_ROWS, .message = STR("")};
    connection_begin(c, ROLE_DECLARATIONS, c->clock.deadline); /* one for all that is asked */
    enum status status = run_statement(c, str_from(sql), name, &limits, a, &result, e);
    *out = result.rows;
    if (status == OK && result.outcome != QUERY_ROWS)
        return err_set(e, E_DB, "%.*s", STR_ARG(result.message));
    return status;
}

static void take_columns(sqlite3_stmt *statement, struct arena *a, struct described_table *v)
{
    int n = sqlite3_column_count(statement);
    v->n_columns = (uint32_t)n;
    v->columns = ARENA_ARRAY(a, struct described_column, v->n_columns);
    for (int i = 0; i < n; i++) {
        const char *name = sqlite3_column_name(statement, i);
        const char *type = sqlite3_column_decltype(statement, i);
        v->columns[i] = (struct described_column){.name = arena_str(a, str_from(name ? name : "")),
                                                  .type = arena_str(a, str_from(type ? type : ""))};
    }
}

static struct str view_query(struct arena *a, struct str view)
{
    char *sql = sqlite3_mprintf("SELECT * FROM main.\"%w\"", view.ptr);
    struct str text = arena_str(a, str_from(sql ? sql : ""));
    sqlite3_free(sql);
    return text;
}

/* Compiled within the bounds of a query, and not run. */
enum status connection_ask_view(struct connection *c, struct arena *a, struct described_table *v,
                                struct str *why, struct err *e)
{
    struct str text = view_query(a, v->name);
    sqlite3_stmt *statement = NULL;
    const char *tail;
    enum status status = OK;
    connection_begin(c, ROLE_QUERY, c->clock.deadline);
    statement_memory_begin();
    statement_memory_watch(&c->clock);
    c->reader = v;
    c->arena = a;
    int rc = connection_prepare(c, text, &statement, &tail);
    c->reader = NULL;
    if (host_failed(sqlite3_extended_errcode(c->handle)))
        status = sqlite_error(c->handle, rc, "cannot read database", e);
    statement_memory_unwatch();
    struct query_result refused = {.message = STR_NONE};
    if (rc == SQLITE_OK && statement && !c->clock.late)
        take_columns(statement, a, v);
    else
        fail_query_with(c, rc, a, &refused);
    *why = refused.message;
    sqlite3_finalize(statement);
    statement_limits_set(c->handle);
    return status;
}
