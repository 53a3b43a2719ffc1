/* sqlite.c: SQLite as an engine; files that are all of a database. */
#include "engine/sqlite/sqlite.h"

#include "base/file.h"
#include "base/path.h"

#include <fcntl.h>
#include <unistd.h>

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

/* Changes that wait beside a file
 *
 * SQLite's rules: a log counts if it is not empty; a journal is hot if its first byte is not zero,
 * since the head of one that is kept for the next transaction is overwritten with zeros, and if the
 * database is not empty. It does not matter whether somebody is still writing: such a file cannot
 * be read as immutable either. */

static enum status has_bytes(const char *path, bool *out, struct err *e)
{
    struct path_info at;
    enum status status = path_look(path, &at, e);
    *out = at.size > 0;
    return status;
}

static enum status begins_with_zero(const char *path, bool *out, struct err *e)
{
    char first = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd >= 0 ? read(fd, &first, 1) : -1;
    enum status status = n < 0 ? err_io(e, path, "read") : OK;
    *out = n == 1 && first == 0;
    if (fd >= 0)
        close(fd);
    return status;
}

static enum status journal_is_hot(const char *path, const char *journal, bool *out, struct err *e)
{
    bool zero = true;
    TRY(has_bytes(path, out, e));
    if (*out)
        TRY(has_bytes(journal, out, e));
    if (*out)
        TRY(begins_with_zero(journal, &zero, e));
    *out = *out && !zero;
    return OK;
}

static enum status unsettled(const char *path, const char *why, struct err *e)
{
    err_set(e, E_DB, "%s", why);
    return err_in_file(e, path);
}

enum status file_settled(const char *path, struct err *e)
{
    struct arena a = {0};
    bool logged, hot = false;
    enum status status = has_bytes(arena_printf(&a, "%s-wal", path).ptr, &logged, e);
    if (status == OK)
        status = journal_is_hot(path, arena_printf(&a, "%s-journal", path).ptr, &hot, e);
    if (status == OK && logged)
        status =
            unsettled(path,
                      "a write-ahead log stands beside it: write it back with sqlite3 FILE 'PRAGMA"
                      " wal_checkpoint(TRUNCATE)'",
                      e);
    else if (status == OK && hot)
        status = unsettled(
            path,
            "a journal of an unfinished change stands beside it: roll it back with sqlite3"
            " FILE 'PRAGMA schema_version'",
            e);
    arena_release(&a);
    return status;
}

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
