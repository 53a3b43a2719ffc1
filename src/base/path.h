/* path.h: what there is at a path.
 *
 * "Nothing" is an answer only if the system says that nothing is there. If it could not look, for
 * want of memory or because a disk failed, that is an error. */
#ifndef TEQL_BASE_PATH_H
#define TEQL_BASE_PATH_H

#include "base/err.h"
#include "base/str.h"

#include <stdint.h>
#include <time.h>

enum path_kind { PATH_ABSENT, PATH_FILE, PATH_FOLDER, PATH_OTHER /* a pipe or a device */ };

struct path_info {
    enum path_kind kind;
    uint64_t size;           /* of a file, in bytes */
    uint64_t device, node;   /* the same for two paths to one thing; 0 if nothing is there */
    struct timespec written; /* last */
};

/* What is at `path`, links followed. E_IO or E_HOST if that cannot be found out. */
MUST_USE enum status path_look(const char *path, struct path_info *out, struct err *e);

/* Is there a link that leads to nothing? To path_look that is nothing, but somebody made it. */
bool path_dangles(const char *path);

/* Call `each` with the name of every entry of the folder at `path`, in any order, with "." and
 * "..". Nothing is listed if there is no folder. Fails if it cannot be read to its end. */
MUST_USE enum status path_list(const char *path, void (*each)(void *ctx, const char *name),
                               void *ctx, struct err *e);

/* The last name of a path, without slashes after it; "/" is its own. */
struct str path_last(struct str path);

/* After a failure: does this errno say that nothing is there? */
bool path_absent(int error);

#endif
