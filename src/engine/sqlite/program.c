/* program.c: the program that SQLite compiles a query to, as EXPLAIN lists it.
 *
 * Two queries with equal programs do the same, opcode by opcode. On a file that does not change
 * they have the same answer, whatever names and views they were written with.
 *
 * A listing has all of a program, except that it rounds numbers with a fraction and leaves out
 * blobs: a program with one of them is not compared. Nor is one whose answer does not come from the
 * rows of the file alone, but from the list of temporary views, a virtual table, the clock, or
 * chance. Functions that use none of these are listed here; with one that SQLite adds, programs are
 * not compared. */
#include "engine/sqlite/walls.h"

#include <sqlite3.h>

enum { MAX_OPCODES = 1000, MAX_PROGRAM_BYTES = 1 << 16 };
enum { LISTED_NAME = 1, LISTED_P1, LISTED_P2, LISTED_P3, LISTED_P4, LISTED_P5 }; /* columns */

static struct str listed_text(sqlite3_stmt *listing, int column)
{
    const char *text = (const char *)sqlite3_column_text(listing, column);
    return (struct str){text, text ? (size_t)sqlite3_column_bytes(listing, column) : 0};
}

/* Does the function always give the same for the same arguments? Listed as "name(arguments)". */
static bool function_is_steady(struct str function)
{
    static const struct str STEADY[] = {
        STR_INIT("abs"),    STR_INIT("coalesce"), STR_INIT("ifnull"), STR_INIT("iif"),
        STR_INIT("instr"),  STR_INIT("length"),   STR_INIT("like"),   STR_INIT("lower"),
        STR_INIT("ltrim"),  STR_INIT("max"),      STR_INIT("min"),    STR_INIT("nullif"),
        STR_INIT("printf"), STR_INIT("replace"),  STR_INIT("round"),  STR_INIT("rtrim"),
        STR_INIT("substr"), STR_INIT("trim"),     STR_INIT("typeof"), STR_INIT("upper")};
    const char *end = function.len ? memchr(function.ptr, '(', function.len) : NULL;
    return end && STR_IN(str_slice(function, 0, (size_t)(end - function.ptr)), STEADY);
}

/* Does the effect of the opcode depend only on its listing and on the file? */
static bool opcode_is_telling(sqlite3_stmt *listing, struct str opcode)
{
    static const struct str UNLISTED[] = {STR_INIT("Real"), STR_INIT("Blob"), STR_INIT("VOpen")};
    if (str_eq(opcode, STR("OpenRead")) || str_eq(opcode, STR("ReopenIdx")))
        return sqlite3_column_int(listing, LISTED_P3) == 0; /* of main */
    if (str_eq(opcode, STR("Function")) || str_eq(opcode, STR("PureFunc")))
        return function_is_steady(listed_text(listing, LISTED_P4));
    return !STR_IN(opcode, UNLISTED);
}

static void put_sized_text(struct buf *out, struct str text)
{
    buf_put(out, (struct str){(const char *)&text.len, sizeof text.len});
    buf_put(out, text);
}

static void put_opcode(struct buf *out, sqlite3_stmt *listing, struct str opcode)
{
    int numbers[] = {sqlite3_column_int(listing, LISTED_P1), sqlite3_column_int(listing, LISTED_P2),
                     sqlite3_column_int(listing, LISTED_P3),
                     sqlite3_column_int(listing, LISTED_P5)};
    put_sized_text(out, opcode);
    buf_put(out, (struct str){(const char *)numbers, sizeof numbers});
    put_sized_text(out, listed_text(listing, LISTED_P4));
}

/* False if the listing does not determine the program. */
static bool read_listing(sqlite3_stmt *listing, struct buf *out)
{
    int n = 0, rc;
    while ((rc = sqlite3_step(listing)) == SQLITE_ROW) {
        struct str opcode = listed_text(listing, LISTED_NAME);
        if (++n > MAX_OPCODES || out->len > MAX_PROGRAM_BYTES ||
            !opcode_is_telling(listing, opcode))
            return false;
        put_opcode(out, listing, opcode);
    }
    return rc == SQLITE_DONE && n > 0;
}

/* The query is compiled once more within the same walls and limits, and not run. Its own clock and
 * work stay as they were. */
bool program_of(struct connection *c, struct str query, struct buf *out)
{
    struct statement_clock clock = c->clock;
    struct compile_work compiled = c->compiled;
    int value_bytes = sqlite3_limit(c->handle, SQLITE_LIMIT_LENGTH, -1);
    struct buf text = {0};
    sqlite3_stmt *listing = NULL;
    const char *tail;
    buf_put(&text, STR("EXPLAIN "));
    buf_put(&text, query);
    buf_putc(&text, '\0');
    bool known = connection_prepare(c, str_slice(buf_str(&text), 0, text.len - 1), &listing,
                                    &tail) == SQLITE_OK &&
                 listing && sqlite3_stmt_isexplain(listing) == 1 && read_listing(listing, out);
    buf_put(out, (struct str){(const char *)&value_bytes, sizeof value_bytes});
    if (!known)
        buf_clear(out);
    sqlite3_finalize(listing);
    buf_release(&text);
    c->clock = clock;
    c->compiled = compiled;
    return known;
}
