/* walls.c: the sandbox around a connection to SQLite.
 *
 * Five walls: the file is opened read-only and immutable; the authorizer sees every action a
 * statement would take while it is compiled, views and pragma functions included; functions that do
 * more than compute are closed, since it does not see the expressions of a schema; limits bound
 * what one step can build; the progress handler ends what runs past its deadline, the reading of a
 * schema included. Temporary tables and sorts stay in memory, where the heap limit of engine_init
 * counts them, and never reach a disk. */
#include "engine/sqlite/walls.h"

#include "engine/sqlite/guards.h"
#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/statement_limits.h"
#include "engine/sqlite/statement_memory.h"

#include <sqlite3.h>

/* Few, since one of them may be a function call on a value of the largest size. */
enum { OPCODES_BETWEEN_CLOCK_READS = 20 };

/* Functions that may give another result the next time. Those of time give the same for most
 * arguments, but not for 'now' or without any, and the authorizer does not see the arguments. */
static const char *const UNSTEADY[] = {
    "random", "randomblob", "current_date", "current_time", "current_timestamp", "date",
    "time",   "datetime",   "julianday",    "unixepoch",    "strftime",          "timediff",
};

/* A GLOB of the longest pattern on the longest value takes a good part of a tenth of a second, and
 * reads no clock. */
bool connection_too_costly(const struct connection *c)
{
    return c->globs > DATABASE_MAX_GLOBS || c->selects > DATABASE_MAX_SELECTS;
}

/* Merging subqueries and views into one another hardly reads a clock either, and takes time as the
 * square of their number. */
static bool count_costs(struct connection *c, int action, const char *function)
{
    c->selects += action == SQLITE_SELECT;
    c->globs += action == SQLITE_FUNCTION && function && sqlite3_stricmp(function, "glob") == 0;
    return !connection_too_costly(c);
}

/* Does a statement read a table that has a view in front, without going through a view? When SQLite
 * merges a view into the statement and no column is read, as by count(*), it does not report the
 * view; then only a statement that can name the table is refused. */
static bool reaches_around(const struct connection *c, int action, const char *table,
                           const char *column, const char *database, const char *view)
{
    if (action != SQLITE_READ || view || !database || sqlite3_stricmp(database, "main") != 0)
        return false;
    if (column[0] == '\0' && !c->names_main)
        return false;
    return views_cover(c, table);
}

/* A view may not ask what a file declares, which only statements of ours do. The other virtual
 * tables of SQLite are harmless, or dropped (connection_read_schemas). */
static bool asks_in_view(int action, const char *table, const char *view)
{
    return action == SQLITE_READ && view && table && sqlite3_strnicmp(table, "pragma_", 7) == 0;
}

/* Compiling calls no progress handler, so the clock is read here too. `view` is the view that the
 * action comes from, NULL for the statement itself. */
static int authorize(void *context, int action, const char *first, const char *second,
                     const char *database, const char *view)
{
    struct connection *c = context;
    struct described_table *v = c->reader;
    if (statement_late(&c->clock))
        return SQLITE_DENY;
    c->made = c->made || action == c->makes;
    if (action == SQLITE_READ && v && first)
        ARENA_ADD(c->arena, v->reads, v->n_reads, arena_str(c->arena, str_from(first)));
    if (action == SQLITE_FUNCTION && second)
        c->unsteady = c->unsteady || function_in(second, UNSTEADY, COUNT_OF(UNSTEADY));
    if (c->role != ROLE_OWN && !count_costs(c, action, second))
        return SQLITE_DENY;
    if (role_admits(c->role, action, first, second, database) &&
        (action != SQLITE_FUNCTION || (second && !function_forbidden(second))) &&
        !asks_in_view(action, first, view) &&
        !reaches_around(c, action, first, second, database, view))
        return SQLITE_OK;
    c->denied = true;
    return SQLITE_DENY;
}

bool connection_too_many_steps(const struct connection *c)
{
    return c->max_steps > 0 && c->steps > c->max_steps;
}

/* SQLite calls this once every OPCODES_BETWEEN_CLOCK_READS opcodes. */
static int stop_when_late(void *context)
{
    struct connection *c = context;
    c->steps += OPCODES_BETWEEN_CLOCK_READS;
    return statement_late(&c->clock) || connection_too_many_steps(c);
}

void connection_begin(struct connection *c, enum connection_role role, struct deadline deadline)
{
    host_failure_begin();
    c->role = role;
    c->clock = (struct statement_clock){.deadline = deadline};
    c->steps = c->max_steps = 0;
    c->max_value_bytes = 0;
    c->denied = c->made = c->unsteady = false;
    c->globs = c->selects = 0;
    c->compiled = (struct compile_work){0};
    c->makes = 0;
}

int connection_wall(struct connection *c)
{
    sqlite3 *handle = c->handle;
    statement_memory_begin();
    statement_limits_set(c->handle);
    connection_begin(c, ROLE_OWN, deadline_after_ms(DATABASE_OPENING_MS));
    sqlite3_set_authorizer(handle, authorize, c);
    sqlite3_progress_handler(handle, OPCODES_BETWEEN_CLOCK_READS, stop_when_late, c);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL); /* closed_functions.c */
    int rc = closed_functions_register(handle);
    if (rc == SQLITE_OK)
        rc = guarded_functions_register(handle, &c->clock, c->guards);
    if (rc == SQLITE_OK)
        rc = guarded_printf_register(handle, &c->clock);
    return rc == SQLITE_OK ? guarded_collations_register(handle, &c->clock) : rc;
}

/* Reads the schemas, so that a file that is not a database fails here and not in a query. It also
 * makes the table functions known that only read, since a query could not: that is not reading. */
int connection_read_schemas(struct connection *c)
{
    static const char *const KEPT[] = {
        "json_each",         "json_tree",          "pragma_foreign_key_list", "pragma_index_info",
        "pragma_index_list", "pragma_table_xinfo", "pragma_table_list",       NULL};
    int rc = sqlite3_exec(c->handle,
                          "SELECT 1 FROM sqlite_schema LIMIT 1;"
                          "SELECT 1 FROM json_each('[]'), json_tree('[]')",
                          NULL, NULL, NULL);
    sqlite3_db_config(c->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return rc == SQLITE_OK ? sqlite3_drop_modules(c->handle, (const char **)KEPT) : rc;
}
