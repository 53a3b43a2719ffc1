/* admission.c: what the statements of each role may do, as one table. */
#include "engine/sqlite/walls.h"

#include <sqlite3.h>

enum {
    OWN = 1 << ROLE_OWN,
    QUERY = 1 << ROLE_QUERY,
    DECLARATIONS = 1 << ROLE_DECLARATIONS,
    VIEWS = 1 << ROLE_VIEWS,
    TABLE = 1 << ROLE_TABLE,
    INDEX = 1 << ROLE_INDEX,
    ROWS = 1 << ROLE_ROWS,
    VIEW = 1 << ROLE_VIEW,
    SCRIPT = 1 << ROLE_SCRIPT
};

/* SQLite's own list of tables: in main, and in temp. */
static const char LIST[] = "sqlite_master", TEMP_LIST[] = "sqlite_temp_master";

/* A NULL object or database stands for any. Nothing here admits a virtual table, a trigger, another
 * database or a file. */
static const struct admitted {
    int action;
    unsigned roles;
    const char *object, *database;
} ADMITTED[] = {
    {SQLITE_SELECT, QUERY | DECLARATIONS | ROWS | SCRIPT, NULL, NULL},
    {SQLITE_RECURSIVE, QUERY | DECLARATIONS | ROWS | SCRIPT, NULL, NULL},
    {SQLITE_READ, ~0U, NULL, NULL},
    {SQLITE_FUNCTION, ~0U, NULL, NULL},
    {SQLITE_PRAGMA, DECLARATIONS, "encoding", NULL},
    {SQLITE_PRAGMA, DECLARATIONS, "foreign_key_list", NULL},
    {SQLITE_PRAGMA, DECLARATIONS, "index_info", NULL},
    {SQLITE_PRAGMA, DECLARATIONS, "index_list", NULL},
    {SQLITE_PRAGMA, DECLARATIONS, "table_xinfo", NULL},
    {SQLITE_PRAGMA, DECLARATIONS, "table_list", NULL},
    {SQLITE_CREATE_TEMP_VIEW, VIEWS, NULL, "temp"},
    {SQLITE_DROP_TEMP_VIEW, VIEWS, NULL, "temp"},
    {SQLITE_DELETE, VIEWS, NULL, "temp"}, /* asked about the view itself too */
    {SQLITE_INSERT, VIEWS, TEMP_LIST, "temp"},
    {SQLITE_UPDATE, VIEWS, TEMP_LIST, "temp"},
    {SQLITE_CREATE_TABLE, TABLE | SCRIPT, NULL, "main"},
    {SQLITE_CREATE_INDEX, TABLE | INDEX | SCRIPT, NULL, "main"}, /* UNIQUE columns have one */
    {SQLITE_REINDEX, INDEX | SCRIPT, NULL, "main"},
    {SQLITE_CREATE_VIEW, VIEW, NULL, "main"},
    {SQLITE_INSERT, TABLE | INDEX | VIEW | SCRIPT, LIST, "main"},
    {SQLITE_UPDATE, TABLE | VIEW | SCRIPT, LIST, "main"},
    {SQLITE_INSERT, ROWS | SCRIPT, NULL, "main"},
};

static bool name_fits(const char *wanted, const char *given)
{
    return !wanted || (given && sqlite3_stricmp(wanted, given) == 0);
}

bool role_admits(enum connection_role role, int action, const char *first, const char *second,
                 const char *database)
{
    unsigned bit = 1U << role;
    if (bit == OWN)
        return true;
    if (action == SQLITE_PRAGMA && name_fits("encoding", first) && second)
        return false; /* it would be set */
    for (size_t i = 0; i < COUNT_OF(ADMITTED); i++) {
        const struct admitted *a = &ADMITTED[i];
        if (a->action == action && (a->roles & bit) && name_fits(a->object, first) &&
            name_fits(a->database, database))
            return true;
    }
    return false;
}
