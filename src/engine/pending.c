/* pending.c: looking for a write-ahead log and a hot journal.
 *
 * SQLite's rules: a log counts where it is not empty; a journal is hot where its first byte is not
 * zero, since one that is kept for the next transaction has its head overwritten with zeros, and
 * where the database is not empty. Whether somebody is still writing it is not asked: such a file
 * cannot be read as immutable either. */
#include "engine/pending.h"

#include "base/arena.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_bytes(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_size > 0;
}

static bool begins_with_zero(const char *path)
{
    char first = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool zero = fd >= 0 && read(fd, &first, 1) == 1 && first == 0;
    if (fd >= 0)
        close(fd);
    return zero;
}

enum status database_settled(const char *path, struct err *e)
{
    struct arena a = {0};
    const char *log = arena_printf(&a, "%s-wal", path).ptr;
    const char *journal = arena_printf(&a, "%s-journal", path).ptr;
    enum status status = OK;
    if (has_bytes(log))
        status = err_set(e, E_DB, "a write-ahead log stands beside it: checkpoint it first");
    else if (has_bytes(path) && has_bytes(journal) && !begins_with_zero(journal))
        status = err_set(e, E_DB,
                         "a journal of an unfinished change stands beside it: open it once with"
                         " sqlite3 to roll it back");
    if (status)
        err_in_file(e, path);
    arena_release(&a);
    return status;
}
