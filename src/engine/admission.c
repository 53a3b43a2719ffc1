/* admission.c: what the statements of each role may do, as one table. */
#include "engine/walls.h"

#include <sqlite3.h>

enum {
    OWN = 1 << ROLE_OWN,
    QUERY = 1 << ROLE_QUERY,
    DECLARATIONS = 1 << ROLE_DECLARATIONS,
    VIEWS = 1 << ROLE_VIEWS,
    TABLE = 1 << ROLE_TABLE,
    INDEX = 1 << ROLE_INDEX,
    ROWS = 1 << ROLE_ROWS,
    SCRIPT = 1 << ROLE_SCRIPT
};

/* SQLite's own list of tables: in main, and in temp. */
static const char LIST[] = "sqlite_master", TEMP_LIST[] = "sqlite_temp_master";

/* Where an object or a database is NULL, any will do. A virtual table, a trigger, another database,
 * a file: none of them is here. */
static const struct admitted {
    int action;
    const char *object, *database;
    unsigned roles;
} ADMITTED[] = {
    {SQLITE_SELECT, NULL, NULL, QUERY | DECLARATIONS | ROWS | SCRIPT},
    {SQLITE_RECURSIVE, NULL, NULL, QUERY | DECLARATIONS | ROWS | SCRIPT},
    {SQLITE_READ, NULL, NULL, ~0U},
    {SQLITE_FUNCTION, NULL, NULL, ~0U},
    {SQLITE_PRAGMA, "encoding", NULL, DECLARATIONS},
    {SQLITE_PRAGMA, "foreign_key_list", NULL, DECLARATIONS},
    {SQLITE_PRAGMA, "index_info", NULL, DECLARATIONS},
    {SQLITE_PRAGMA, "index_list", NULL, DECLARATIONS},
    {SQLITE_PRAGMA, "table_info", NULL, DECLARATIONS},
    {SQLITE_PRAGMA, "table_list", NULL, DECLARATIONS},
    {SQLITE_CREATE_TEMP_VIEW, NULL, "temp", VIEWS},
    {SQLITE_DROP_TEMP_VIEW, NULL, "temp", VIEWS},
    {SQLITE_DELETE, NULL, "temp", VIEWS}, /* asked about the view itself too */
    {SQLITE_INSERT, TEMP_LIST, "temp", VIEWS},
    {SQLITE_UPDATE, TEMP_LIST, "temp", VIEWS},
    {SQLITE_CREATE_TABLE, NULL, "main", TABLE | SCRIPT},
    {SQLITE_CREATE_INDEX, NULL, "main", TABLE | INDEX | SCRIPT}, /* what is UNIQUE has one */
    {SQLITE_REINDEX, NULL, "main", INDEX | SCRIPT},
    {SQLITE_INSERT, LIST, "main", TABLE | INDEX | SCRIPT},
    {SQLITE_UPDATE, LIST, "main", TABLE | SCRIPT},
    {SQLITE_INSERT, NULL, "main", ROWS | SCRIPT},
};

static bool fits(const char *wanted, const char *given)
{
    return !wanted || (given && sqlite3_stricmp(wanted, given) == 0);
}

bool role_admits(enum database_role role, int action, const char *first, const char *second,
                 const char *database)
{
    unsigned bit = 1U << role;
    if (bit == OWN)
        return true;
    if (action == SQLITE_PRAGMA && fits("encoding", first) && second)
        return false; /* it would be set */
    for (size_t i = 0; i < sizeof ADMITTED / sizeof *ADMITTED; i++) {
        const struct admitted *a = &ADMITTED[i];
        if (a->action == action && (a->roles & bit) && fits(a->object, first) &&
            fits(a->database, database))
            return true;
    }
    return false;
}
