/* path.h: what there is at a path.
 *
 * "Nothing" is an answer only where the system says that nothing is there. That it could not look,
 * for want of memory or because a disk failed, must not be taken for it. */
#ifndef TEQL_BASE_PATH_H
#define TEQL_BASE_PATH_H

#include "base/err.h"

#include <stdint.h>
#include <time.h>

enum path_kind { PATH_ABSENT, PATH_FILE, PATH_FOLDER, PATH_OTHER /* a pipe or a device */ };

struct path_info {
    enum path_kind kind;
    uint64_t size;           /* of a file, in bytes */
    uint64_t device, node;   /* the same for two paths to one thing; 0 where nothing is */
    struct timespec written; /* last */
};

/* What is at `path`, links followed. Fails, as err_io tells, where that cannot be found out. */
MUST_USE enum status path_look(const char *path, struct path_info *out, struct err *e);

/* Is there a link that leads to nothing? To path_look that is nothing; but somebody put it there.
 */
bool path_dangles(const char *path);

/* Call `each` with the name of every entry of the folder at `path`, in any order, with "." and
 * "..". Nothing is listed where no folder is there; fails where it is and cannot be read to its
 * end. */
MUST_USE enum status path_list(const char *path, void (*each)(void *ctx, const char *name),
                               void *ctx, struct err *e);

/* Does errno, after a failure, say that there is nothing? */
bool path_absent(int error);

#endif
