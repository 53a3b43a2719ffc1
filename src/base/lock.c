/* lock.c: what flock says. */
#include "base/lock.h"

#include <errno.h>
#include <sys/file.h>

enum lock_outcome file_lock(int fd)
{
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return LOCK_TAKEN;
    switch (errno) {
    case EWOULDBLOCK:
        return LOCK_HELD;
    case ENOSYS:
    case EOPNOTSUPP:
    case ENOLCK: /* nobody keeps the locks of an NFS server */
        return LOCK_NONE;
    default:
        return LOCK_FAILED;
    }
}
