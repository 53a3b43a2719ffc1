/* sqlite_version.h: which SQLite is at hand.
 *
 * teql reads SQL as SQLite 3.40 does. Tests that compare the two are skipped if SQLite is another:
 * later versions take LEFT for the name of a function, refuse 0x1xx, and plan other joins. */
#ifndef TEQL_TESTS_SUPPORT_SQLITE_VERSION_H
#define TEQL_TESTS_SUPPORT_SQLITE_VERSION_H

#include <sqlite3.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* To be called first in a test that needs SQLite 3.40. */
static inline void needs_sqlite_3_40(void)
{
    if (sqlite3_libversion_number() / 1000 != 3040) {
        print_message("SQLite %s is not 3.40: skipped\n", sqlite3_libversion());
        skip();
    }
}

#endif
