/* engine.c: SQLite's process-wide settings. */
#include "engine/engine.h"

#include <sqlite3.h>

void engine_init(int64_t heap_bytes)
{
    sqlite3_initialize();
    sqlite3_hard_heap_limit64(heap_bytes);
}
