/* host_failure.c: distinguishing failures of the machine from those of statements and files.
 *
 * A read that fails, or a file that is there and cannot be opened, says nothing about the query or
 * the data. A file that ends too early, or is malformed, is bad data on any machine. SQLite's
 * result codes do not distinguish these: a read that fails with EIO is reported as a malformed
 * database, and one that fails while it loads statistics not at all. A file that cannot grow is
 * full for SQLite, whether the disk has no room or a limit of ours was reached. So its reads and
 * writes are watched, through the table of system calls that it has for this purpose.
 *
 * Memory is not seen here: only a statement's own limit makes SQLite run out of it
 * (statement_memory.c). */
#include "engine/sqlite/host_failure.h"

#include <errno.h>
#include <sqlite3.h>
#include <unistd.h>

/* The errno of the first call that failed; 0 for none. SQLite's calls have no context of ours. */
static _Thread_local int failure;

static ssize_t noted(ssize_t n)
{
    if (n < 0 && errno != EINTR && failure == 0)
        failure = errno;
    return n;
}

static ssize_t watched_read(int fd, void *to, size_t size)
{
    return noted(read(fd, to, size));
}

static ssize_t watched_pread(int fd, void *to, size_t size, off_t at)
{
    return noted(pread(fd, to, size, at));
}

static ssize_t watched_pread64(int fd, void *to, size_t size, sqlite3_int64 at)
{
    return noted(pread(fd, to, size, (off_t)at));
}

static ssize_t watched_write(int fd, const void *from, size_t size)
{
    return noted(write(fd, from, size));
}

static ssize_t watched_pwrite(int fd, const void *from, size_t size, off_t at)
{
    return noted(pwrite(fd, from, size, at));
}

static ssize_t watched_pwrite64(int fd, const void *from, size_t size, sqlite3_int64 at)
{
    return noted(pwrite(fd, from, size, (off_t)at));
}

static int watched_ftruncate(int fd, off_t size)
{
    return (int)noted(ftruncate(fd, size));
}

void host_watch(void)
{
    static const struct {
        const char *name;
        sqlite3_syscall_ptr call;
    } calls[] = {
        {"read", (sqlite3_syscall_ptr)watched_read},
        {"pread", (sqlite3_syscall_ptr)watched_pread},
        {"pread64", (sqlite3_syscall_ptr)watched_pread64},
        {"write", (sqlite3_syscall_ptr)watched_write},
        {"pwrite", (sqlite3_syscall_ptr)watched_pwrite},
        {"pwrite64", (sqlite3_syscall_ptr)watched_pwrite64},
        {"ftruncate", (sqlite3_syscall_ptr)watched_ftruncate},
    };
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (size_t i = 0; vfs && vfs->iVersion >= 3 && i < COUNT_OF(calls); i++)
        if (vfs->xGetSystemCall(vfs, calls[i].name)) /* this SQLite was built with it */
            vfs->xSetSystemCall(vfs, calls[i].name, calls[i].call);
}

void host_failure_begin(void)
{
    failure = 0;
}

/* If SQLite cannot open a file that exists, the machine failed. */
bool host_failed(int rc)
{
    return failure != 0 || (rc & 0xff) == SQLITE_CANTOPEN ||
           ((rc & 0xff) == SQLITE_IOERR && rc != SQLITE_IOERR_SHORT_READ);
}

enum status sqlite_error(struct sqlite3 *handle, int rc, const char *what, struct err *e)
{
    const char *words = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(rc);
    const char *colon = *what ? ": " : "";
    if (!host_failed(handle ? sqlite3_extended_errcode(handle) : rc))
        return err_set(e, E_DB, "%s%s%s", what, colon, words);
    int error = failure == 0 && handle ? sqlite3_system_errno(handle) : failure;
    if (error)
        words = strerror(error);
    return err_set(e, error == EACCES ? E_IO : E_HOST, "%s%s%s", what, colon, words);
}
