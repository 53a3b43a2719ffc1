/* damage.c: is the file malformed?
 *
 * A statement may end with "database disk image is malformed". That alone does not prove that the
 * file is damaged: a query of the system under test must not be able to turn its own error into a
 * failure of the database, which ends the run. So SQLite is asked about the file itself, by a
 * statement of ours. */
#include "engine/sqlite/walls.h"

#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/statement_memory.h"

#include <sqlite3.h>

static bool is_malformed(int rc)
{
    return (rc & 0xff) == SQLITE_CORRUPT || (rc & 0xff) == SQLITE_NOTADB;
}

/* quick_check gives a row "ok", or one for the first problem; it may also meet the damage itself.
 * If it takes too long, no damage is known. A machine that fails says nothing about the file. */
static enum damage look_for_damage(struct connection *c)
{
    sqlite3_stmt *statement = NULL;
    statement_memory_begin();
    connection_begin(c, ROLE_OWN, deadline_after_ms(DATABASE_OPENING_MS));
    statement_memory_watch(&c->clock);
    int rc = sqlite3_prepare_v2(c->handle, "PRAGMA main.quick_check(1)", -1, &statement, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    statement_memory_unwatch();
    const unsigned char *said = rc == SQLITE_ROW ? sqlite3_column_text(statement, 0) : NULL;
    bool damaged = said ? strcmp((const char *)said, "ok") != 0 : is_malformed(rc);
    bool unknown = host_failed(sqlite3_extended_errcode(c->handle));
    sqlite3_finalize(statement);
    if (unknown)
        return DAMAGE_UNKNOWN;
    return damaged && !c->clock.late ? DAMAGE_FOUND : DAMAGE_NOT_FOUND;
}

bool connection_damaged(struct connection *c, int rc)
{
    if (is_malformed(rc) && c->damage == DAMAGE_UNKNOWN)
        c->damage = look_for_damage(c);
    return is_malformed(rc) && c->damage == DAMAGE_FOUND;
}
