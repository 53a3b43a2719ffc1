/* guarded_printf.c: printf() and format(), refused if a width or precision is absurd.
 *
 * SQLite writes %c as often as its precision says, and goes on counting after the text has become
 * too large: a precision of a thousand million holds the thread for seconds. Everything else is
 * SQLite's own doing: an accepted call is passed on to a second connection, on which the function
 * is the original. */
#include "engine/sqlite/guards.h"

#include "base/memory.h"
#include "engine/sqlite/statement_limits.h"

#include <sqlite3.h>
#include <stdlib.h>

struct original {
    sqlite3 *handle; /* opened by the first call */
    struct statement_clock *clock;
};

static void close_original(void *context)
{
    struct original *o = context;
    sqlite3_close(o->handle);
    free(o);
}

/* Are the numbers in the format together more than the longest value? Where the format takes a
 * number from the arguments ("*"), any argument may be that number. */
static bool format_is_absurd(int count, sqlite3_value **arguments, long longest)
{
    const char *format = (const char *)sqlite3_value_text(arguments[0]);
    if (!format)
        return false;
    long number = 0, sum = 0, taken = 0;
    for (; *format; format++) {
        number = ascii_digit(*format) ? number * 10 + (*format - '0') : 0;
        sum += number;
        taken += *format == '*';
        if (sum > longest)
            return true;
    }
    for (int i = 1; taken > 0 && i < count; i++) {
        sqlite3_int64 n = sqlite3_value_int64(arguments[i]);
        if (n > longest / taken || n < -longest / taken)
            return true;
    }
    return false;
}

static int prepare_original(struct original *o, int count, sqlite3_stmt **statement)
{
    if (!o->handle) {
        int rc = sqlite3_open_v2(":memory:", &o->handle,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
        if (rc != SQLITE_OK)
            return rc;
        sqlite3_limit(o->handle, SQLITE_LIMIT_LENGTH, DATABASE_MAX_VALUE_BYTES);
    }
    sqlite3_str *sql = sqlite3_str_new(o->handle);
    sqlite3_str_appendall(sql, "SELECT printf(?");
    for (int i = 1; i < count; i++)
        sqlite3_str_appendall(sql, ",?");
    sqlite3_str_appendall(sql, ")");
    char *text = sqlite3_str_finish(sql);
    int rc = text ? sqlite3_prepare_v2(o->handle, text, -1, statement, NULL) : SQLITE_NOMEM;
    sqlite3_free(text);
    return rc;
}

static void guarded_printf(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    if (count == 0)
        return;
    struct original *o = sqlite3_user_data(context);
    if (statement_late(o->clock)) {
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
        return;
    }
    sqlite3 *handle = sqlite3_context_db_handle(context);
    if (format_is_absurd(count, arguments, sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1))) {
        sqlite3_result_error_toobig(context);
        return;
    }
    sqlite3_stmt *statement = NULL;
    int rc = prepare_original(o, count, &statement);
    for (int i = 0; rc == SQLITE_OK && i < count; i++)
        rc = sqlite3_bind_value(statement, i + 1, arguments[i]);
    if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW)
        sqlite3_result_value(context, sqlite3_column_value(statement, 0));
    else
        sqlite3_result_error_code(context, rc);
    sqlite3_finalize(statement);
}

int guarded_printf_register(struct sqlite3 *handle, struct statement_clock *clock)
{
    static const char *const names[] = {"printf", "format"};
    int rc = SQLITE_OK;
    for (size_t i = 0; rc == SQLITE_OK && i < COUNT_OF(names); i++) {
        struct original *o = mem_alloc(sizeof *o);
        *o = (struct original){.clock = clock};
        rc = sqlite3_create_function_v2(handle, names[i], -1,
                                        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, o,
                                        guarded_printf, NULL, NULL, close_original);
    }
    return rc;
}
