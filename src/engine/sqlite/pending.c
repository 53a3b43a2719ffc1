/* pending.c: looking for a write-ahead log and a hot journal.
 *
 * SQLite's rules: a log counts if it is not empty; a journal is hot if its first byte is not zero,
 * since the head of one that is kept for the next transaction is overwritten with zeros, and if the
 * database is not empty. It does not matter whether somebody is still writing: such a file cannot
 * be read as immutable either. */
#include "engine/sqlite/pending.h"

#include "base/arena.h"
#include "base/path.h"

#include <fcntl.h>
#include <unistd.h>

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

static enum status is_hot(const char *path, const char *journal, bool *out, struct err *e)
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
    err_in_file(e, path);
    return E_DB;
}

enum status file_settled(const char *path, struct err *e)
{
    struct arena a = {0};
    bool logged, hot = false;
    enum status status = has_bytes(arena_printf(&a, "%s-wal", path).ptr, &logged, e);
    if (status == OK)
        status = is_hot(path, arena_printf(&a, "%s-journal", path).ptr, &hot, e);
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
