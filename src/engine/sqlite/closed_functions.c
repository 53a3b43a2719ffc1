/* closed_functions.c: which functions only compute, and shutting the others.
 *
 * SQLite marks its harmless functions, and with `trusted_schema` off a schema may call no others.
 * But up to 3.40 it forgot to mark those for JSON, which many schemas call: Django writes
 * CHECK (json_valid(…)) for each of its JSON fields. So the schema is trusted, and functions
 * that are neither marked nor listed here are closed: those of modules (fts3, fts5, rtree), whose
 * tables cannot be read anyway, and any that a later SQLite adds. */
#include "engine/sqlite/guards.h"

#include "base/arena.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>

/* Some exist only in builds other than ours. */
static const char *const FORBIDDEN[] = {
    "load_extension", "fts3_tokenizer", "readfile", "writefile",
    "edit",           "sqlar_compress", "zipfile",  "json_patch", /* quadratic in one call */
};

/* Those that SQLite forgot to mark. */
static const char *const COMPUTING[] = {"->",
                                        "->>",
                                        "json",
                                        "json_array",
                                        "json_array_length",
                                        "json_extract",
                                        "json_insert",
                                        "json_group_array",
                                        "json_group_object",
                                        "json_object",
                                        "json_quote",
                                        "json_remove",
                                        "json_replace",
                                        "json_set",
                                        "json_type",
                                        "json_valid"};

bool function_in(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (sqlite3_stricmp(name, names[i]) == 0)
            return true;
    return false;
}

bool function_forbidden(const char *name)
{
    return function_in(name, FORBIDDEN, COUNT_OF(FORBIDDEN));
}

/* With the message that SQLite has for functions of modules. */
static void refuse_call(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    (void)arguments;
    char *message = sqlite3_mprintf("unable to use function %s in the requested context",
                                    (const char *)sqlite3_user_data(context));
    sqlite3_result_error(context, message ? message : "function is closed", -1);
    sqlite3_free(message);
}

/* A function as SQLite lists it. */
struct listed_function {
    const char *name;
    int arguments;
};

struct function_list {
    struct arena arena;
    struct listed_function *items;
    uint32_t count;
};

/* Those to be closed, once they are known. New connections all have the same. */
static struct function_list to_close;
static bool listed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of both */

static bool only_computes(const char *name, int flags)
{
    return !function_forbidden(name) &&
           ((flags & SQLITE_INNOCUOUS) || function_in(name, COMPUTING, COUNT_OF(COMPUTING)));
}

/* Columns: name, builtin, type, encoding, number of arguments, flags. */
static void note_function(struct function_list *list, sqlite3_stmt *row)
{
    const char *name = (const char *)sqlite3_column_text(row, 0);
    if (!name || only_computes(name, sqlite3_column_int(row, 5)))
        return;
    ARENA_ADD(&list->arena, list->items, list->count,
              (struct listed_function){arena_str(&list->arena, str_from(name)).ptr,
                                       sqlite3_column_int(row, 4)});
}

/* The pragma reads no schema; asked as a table it would. */
static int list_functions(struct sqlite3 *handle, struct function_list *list)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(handle, "PRAGMA function_list", -1, &statement, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        note_function(list, statement);
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int list_once(struct sqlite3 *handle)
{
    int rc = SQLITE_OK;
    pthread_mutex_lock(&lock);
    if (!listed) {
        struct function_list list = {0};
        rc = list_functions(handle, &list);
        listed = rc == SQLITE_OK;
        if (listed)
            to_close = list;
        else
            arena_release(&list.arena);
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

/* SQLite frees the name with the function, also if this fails. */
static int close_function(struct sqlite3 *handle, struct listed_function f)
{
    char *name = sqlite3_mprintf("%s", f.name);
    return name ? sqlite3_create_function_v2(handle, name, f.arguments,
                                             SQLITE_ANY | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                             name, refuse_call, NULL, NULL, sqlite3_free)
                : SQLITE_NOMEM;
}

int closed_functions_register(struct sqlite3 *handle)
{
    int rc = list_once(handle);
    for (uint32_t i = 0; rc == SQLITE_OK && i < to_close.count; i++)
        rc = close_function(handle, to_close.items[i]);
    return rc;
}
