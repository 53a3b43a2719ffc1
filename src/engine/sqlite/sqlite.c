/* sqlite.c: SQLite as an engine. */
#include "engine/sqlite/sqlite.h"

#include "base/file.h"
#include "engine/sqlite/pending.h"

#define COPY_MAX_BYTES SIZE_AT_MOST(UINT64_C(1) << 33)

const struct engine sqlite_engine = {
    .start = sqlite_start,
    .open = sqlite_open,
    .query = sqlite_query,
    .close = sqlite_close,
    .describe = sqlite_describe,
    .add_view = sqlite_add_view,
    .drop_views = sqlite_drop_views,
    .make = sqlite_make,
    .make_one = sqlite_make_one,
    .can_make = sqlite_can_make,
    .make_all = sqlite_make_all,
    .made = sqlite_made,
    .copy = sqlite_copy,
};

/* A database is one file, if nothing waits beside it. */
enum status sqlite_copy(const char *from, const char *to, struct err *e)
{
    struct arena a = {0};
    struct str bytes;
    enum status status = file_settled(from, e);
    if (status == OK)
        status = file_read(&a, from, COPY_MAX_BYTES, &bytes, e);
    if (status == OK)
        status = file_write(to, bytes, e);
    arena_release(&a);
    return status;
}
