/* guarded_functions.c: LIKE, instr, replace and the trims, as SQLite defines them, with a cost
 * bound.
 *
 * SQLite calls no progress handler inside a function. Most are linear in values whose length is
 * limited, but these compare every place of one value with the whole of another: two values of a
 * megabyte would hold a thread for minutes. GLOB is left to SQLite, because the planner can use
 * an index for it and rows would come in another order. */
#include "engine/sqlite/guards.h"

#include "base/utf8.h"
#include "engine/sqlite/statement_limits.h"

#include <sqlite3.h>

enum { MAX_STEPS = 1 << 27 };

/* May a call that compares each of `a` bytes with `b` bytes not go on? It also stops a statement
 * that calls functions again and again without a jump between. */
static bool call_is_too_costly(sqlite3_context *context, size_t a, size_t b)
{
    const struct guard *g = sqlite3_user_data(context);
    if (statement_late(g->clock)) {
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
        return true;
    }
    if (b == 0 || a <= MAX_STEPS / b)
        return false;
    sqlite3_result_error_toobig(context);
    return true;
}

static struct str text_of(sqlite3_value *v)
{
    const char *text = (const char *)sqlite3_value_text(v);
    return (struct str){text, (size_t)sqlite3_value_bytes(v)};
}

static struct str blob_of(sqlite3_value *v)
{
    const char *blob = sqlite3_value_blob(v);
    return (struct str){blob, (size_t)sqlite3_value_bytes(v)};
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The place of `needle` counted from 1, in characters for text and bytes for blobs; 0 if none. */
static int place_of(struct str haystack, struct str needle, bool is_text)
{
    if (needle.len == 0)
        return 1;
    int place = 1;
    for (size_t at = 0; at + needle.len <= haystack.len; place++) {
        if (haystack.ptr[at] == needle.ptr[0] &&
            memcmp(haystack.ptr + at, needle.ptr, needle.len) == 0)
            return place;
        do
            at++;
        while (is_text && at < haystack.len && continues(haystack.ptr[at]));
    }
    return 0;
}

static void instr(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    int first = sqlite3_value_type(arguments[0]), second = sqlite3_value_type(arguments[1]);
    if (first == SQLITE_NULL || second == SQLITE_NULL)
        return;
    bool is_text = first != SQLITE_BLOB || second != SQLITE_BLOB;
    struct str haystack = is_text ? text_of(arguments[0]) : blob_of(arguments[0]);
    struct str needle = is_text ? text_of(arguments[1]) : blob_of(arguments[1]);
    if (!call_is_too_costly(context, haystack.len, needle.len))
        sqlite3_result_int(context, place_of(haystack, needle, is_text));
}

static void put_replaced(sqlite3_str *out, struct str text, struct str old, struct str new)
{
    size_t kept = 0, at = 0;
    while (at + old.len <= text.len) {
        if (text.ptr[at] != old.ptr[0] || memcmp(text.ptr + at, old.ptr, old.len) != 0) {
            at++;
            continue;
        }
        sqlite3_str_append(out, text.ptr + kept, (int)(at - kept));
        sqlite3_str_append(out, new.ptr, (int)new.len);
        kept = at += old.len;
    }
    sqlite3_str_append(out, text.ptr + kept, (int)(text.len - kept));
}

static void replace(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    struct str text = text_of(arguments[0]), old = text_of(arguments[1]);
    if (!text.ptr || !old.ptr)
        return;
    const struct guard *guard = sqlite3_user_data(context);
    if (old.ptr[0] == '\0') {
        if (guard->replaces_into_text)
            sqlite3_result_text(context, text.ptr, (int)text.len, SQLITE_TRANSIENT);
        else
            sqlite3_result_value(context, arguments[0]);
        return;
    }
    struct str new = text_of(arguments[2]);
    if (!new.ptr || call_is_too_costly(context, text.len, old.len))
        return;
    sqlite3_str *out = sqlite3_str_new(sqlite3_context_db_handle(context));
    put_replaced(out, text, old, new);
    int problem = sqlite3_str_errcode(out), len = sqlite3_str_length(out);
    char *result = sqlite3_str_finish(out);
    if (problem == SQLITE_TOOBIG)
        sqlite3_result_error_toobig(context);
    else if (problem)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, result ? result : "", len, SQLITE_TRANSIENT);
    sqlite3_free(result);
}

/* Bytes of the character of `set` that starts at `at`, the way SQLite steps over UTF-8. */
static size_t step(struct str set, size_t at)
{
    size_t n = 1;
    if ((unsigned char)set.ptr[at] >= 0xC0)
        while (at + n < set.len && continues(set.ptr[at + n]))
            n++;
    return n;
}

/* Length of a character of `set` that is at the left or right end of `text`; or 0. */
static size_t trimmable(struct str text, struct str set, bool left)
{
    for (size_t at = 0, n; at < set.len; at += n) {
        n = step(set, at);
        if (n <= text.len &&
            memcmp(left ? text.ptr : text.ptr + text.len - n, set.ptr + at, n) == 0)
            return n;
    }
    return 0;
}

/* The character that ESCAPE names; 0 if it is not one character. */
static unsigned escape_of(struct str text)
{
    size_t len;
    uint32_t c = text.ptr ? utf8_code_point(text, 0, &len) : 0;
    return text.ptr && len == text.len ? c : 0;
}

static bool is_blob(sqlite3_value *v)
{
    return sqlite3_value_type(v) == SQLITE_BLOB;
}

/* like(pattern, text [, escape]) */
static void like(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    if ((is_blob(arguments[0]) || is_blob(arguments[1])) &&
        sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS")) {
        sqlite3_result_int(context, 0);
        return;
    }
    struct str pattern = text_of(arguments[0]), text = text_of(arguments[1]);
    unsigned escape = 0;
    if (pattern.len > DATABASE_MAX_LIKE_PATTERN) {
        sqlite3_result_error(context, "LIKE or GLOB pattern too complex", -1);
        return;
    }
    if (count == 3) {
        if (sqlite3_value_type(arguments[2]) == SQLITE_NULL)
            return;
        escape = escape_of(text_of(arguments[2]));
        if (escape == 0 || escape == '%' || escape == '_') {
            sqlite3_result_error(context, "ESCAPE expression must be a single character", -1);
            return;
        }
    }
    if (pattern.ptr && text.ptr && !call_is_too_costly(context, text.len, pattern.len))
        sqlite3_result_int(context, sqlite3_strlike(pattern.ptr, text.ptr, escape) == 0);
}

enum { TRIM_LEFT = 1, TRIM_RIGHT = 2 };

static void trim(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    int sides = ((const struct guard *)sqlite3_user_data(context))->sides;
    struct str text = text_of(arguments[0]);
    struct str set = count == 1 ? STR(" ") : text_of(arguments[1]);
    if (!text.ptr || !set.ptr)
        return;
    set.len = strlen(set.ptr); /* SQLite reads the set up to its first NUL byte */
    if (call_is_too_costly(context, text.len, set.len))
        return;
    size_t n;
    while ((sides & TRIM_LEFT) && text.len && (n = trimmable(text, set, true)))
        text = str_slice(text, n, text.len);
    while ((sides & TRIM_RIGHT) && text.len && (n = trimmable(text, set, false)))
        text.len -= n;
    sqlite3_result_text(context, text.ptr, (int)text.len, SQLITE_TRANSIENT);
}

/* Older versions of SQLite leave a number a number if there is nothing to replace. */
static int find_type_of_replaced(sqlite3 *handle, bool *is_text)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(handle, "SELECT replace(1, '', '')", -1, &statement, NULL);
    if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW)
        *is_text = sqlite3_column_type(statement, 0) == SQLITE_TEXT;
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

int guarded_functions_register(struct sqlite3 *handle, struct statement_clock *clock,
                               struct guard guards[N_GUARDS])
{
    static const struct {
        const char *name;
        int arguments;
        int sides;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"like", 2, 0, like},
        {"like", 3, 0, like},
        {"instr", 2, 0, instr},
        {"replace", 3, 0, replace},
        {"ltrim", 1, TRIM_LEFT, trim},
        {"ltrim", 2, TRIM_LEFT, trim},
        {"rtrim", 1, TRIM_RIGHT, trim},
        {"rtrim", 2, TRIM_RIGHT, trim},
        {"trim", 1, TRIM_LEFT | TRIM_RIGHT, trim},
        {"trim", 2, TRIM_LEFT | TRIM_RIGHT, trim},
    };
    bool is_text = false;
    int rc = find_type_of_replaced(handle, &is_text);
    for (int i = 0; i < N_GUARDS; i++) /* by the sides they work on */
        guards[i] = (struct guard){clock, i, is_text};
    for (size_t i = 0; rc == SQLITE_OK && i < COUNT_OF(functions); i++)
        rc = sqlite3_create_function(handle, functions[i].name, functions[i].arguments,
                                     SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                     &guards[functions[i].sides], functions[i].call, NULL, NULL);
    return rc;
}
