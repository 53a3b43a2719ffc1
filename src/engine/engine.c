/* engine.c: which engines there are, and whose a database is. */
#include "engine/engine.h"

/* Every path is that of a file, and every file SQLite's. An engine on a network would be recognized
 * by its scheme, here and nowhere else. */
const struct engine *engine_of(const char *path)
{
    (void)path;
    return &sqlite_engine;
}

void engine_init(int64_t heap_bytes)
{
    sqlite_engine.start(heap_bytes);
}
