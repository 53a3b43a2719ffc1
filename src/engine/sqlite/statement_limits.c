/* statement_limits.c: SQLite's advice for untrusted SQL, with room for ordinary queries.
 *
 * Of 32,000 queries of Spider, BIRD and published systems the largest takes 255 opcodes, an
 * expression depth of 30, 3 SELECTs in a compound and 3 arguments; SQLite's advice is 25,000
 * opcodes, a depth of 10, 3 SELECTs and 8 arguments. */
#include "engine/sqlite/statement_limits.h"

#include "engine/database.h"

#include <sqlite3.h>

/* SQLite looks at the limit when it doubles the room for opcodes, from 43 or from 50 on, depending
 * on its allocator. Each limit is between two such moments of either, so that 172, 688, 2,752,
 * 11,008 and 22,016 opcodes always fit, and 200, 800, 3,200, 12,800 and 25,600 are the most. */
static const struct {
    int opcodes, value_bytes;
} sizes[N_STATEMENT_SIZES] = {
    {250, DATABASE_MAX_VALUE_BYTES},         {1000, DATABASE_MAX_VALUE_BYTES / 4},
    {4000, DATABASE_MAX_VALUE_BYTES / 16},   {16000, DATABASE_MAX_VALUE_BYTES / 64},
    {26000, DATABASE_MAX_VALUE_BYTES / 128},
};

/* A pragma's program has several opcodes for each column or table that it lists. */
enum { OWN_MAX_OPCODES = 1000000 };

void statement_limits_set(struct sqlite3 *handle)
{
    static const struct {
        int id, value;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, DATABASE_MAX_VALUE_BYTES},
        {SQLITE_LIMIT_SQL_LENGTH, DATABASE_MAX_SQL_BYTES},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, DATABASE_MAX_GLOB_PATTERN},
        {SQLITE_LIMIT_COMPOUND_SELECT, DATABASE_MAX_COMPOUND_SELECT},
        {SQLITE_LIMIT_EXPR_DEPTH, DATABASE_MAX_EXPRESSION_DEPTH},
        {SQLITE_LIMIT_VDBE_OP, OWN_MAX_OPCODES},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    };
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        sqlite3_limit(handle, limits[i].id, limits[i].value);
}

void statement_size_set(struct sqlite3 *handle, int size, uint32_t max_value_bytes)
{
    uint32_t own = (uint32_t)sizes[size].value_bytes;
    bool less = max_value_bytes > 0 && max_value_bytes < own;
    sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, sizes[size].opcodes);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, (int)(less ? max_value_bytes : own));
}
