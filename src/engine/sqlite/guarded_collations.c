/* guarded_collations.c: NOCASE and RTRIM, as SQLite defines them, but stopped at the deadline.
 *
 * Comparisons may follow one another without a jump between them, as in a list after IN or inside
 * a sort. BINARY needs no guard: it compares some ten thousand million bytes a second. */
#include "engine/sqlite/guards.h"

#include "base/str.h"

#include <sqlite3.h>

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int compare_lengths(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* SQLite compares letters up to a null character, but lengths beyond it. */
static int compare_nocase(struct str a, struct str b)
{
    int difference = sqlite3_strnicmp(a.ptr, b.ptr, (int)smaller(a.len, b.len));
    return difference ? difference : compare_lengths(a.len, b.len);
}

static struct str without_spaces(struct str s)
{
    while (s.len && s.ptr[s.len - 1] == ' ')
        s.len--;
    return s;
}

static int compare_binary(struct str a, struct str b)
{
    int difference = memcmp(a.ptr, b.ptr, smaller(a.len, b.len));
    return difference ? difference : compare_lengths(a.len, b.len);
}

static int guarded_nocase(void *clock, int a_len, const void *a, int b_len, const void *b)
{
    struct str left = {a, (size_t)a_len}, right = {b, (size_t)b_len};
    return statement_spend(clock, left.len + right.len) ? 0 : compare_nocase(left, right);
}

static int guarded_rtrim(void *clock, int a_len, const void *a, int b_len, const void *b)
{
    struct str left = {a, (size_t)a_len}, right = {b, (size_t)b_len};
    return statement_spend(clock, left.len + right.len)
               ? 0
               : compare_binary(without_spaces(left), without_spaces(right));
}

int guarded_collations_register(struct sqlite3 *handle, struct statement_clock *clock)
{
    int rc = sqlite3_create_collation(handle, "NOCASE", SQLITE_UTF8, clock, guarded_nocase);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_collation(handle, "RTRIM", SQLITE_UTF8, clock, guarded_rtrim);
    return rc;
}
