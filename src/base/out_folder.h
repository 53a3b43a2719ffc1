/* out_folder.h: a folder in the making.
 *
 * Everything is written below a temporary folder beside the target, which takes the target's name
 * only when all of it is on disk: a run that fails or is killed leaves no folder that looks whole.
 */
#ifndef TEQL_BASE_OUT_FOLDER_H
#define TEQL_BASE_OUT_FOLDER_H

#include "base/arena.h"
#include "base/err.h"

struct out_folder {
    struct arena arena;
    const char *path; /* the target, links followed */
    char *temporary;  /* heap; NULL if there is nothing to remove */
    int hold;         /* keeps the temporary folder ours (temporary.h) */
};

/* `path` must not exist, or be an empty folder. What killed runs left beside it is removed. On
 * failure there is nothing to discard. */
MUST_USE enum status out_folder_open(struct out_folder *f, const char *path, struct err *e);

/* Check the path as out_folder_open does, for callers that have hours of work before that. */
MUST_USE enum status out_folder_check(const char *path, struct err *e);

/* Where a file of that name is until the commit. Good as long as the folder is open. */
const char *out_folder_file(struct out_folder *f, const char *name);

/* Make a folder in it, and those above it; one that is there already is fine. */
MUST_USE enum status out_folder_make(struct out_folder *f, const char *name, struct err *e);

/* Put everything on disk, and the folder in its place. On failure nothing is left, unless only the
 * last step failed, putting its name on disk: then the folder is there. */
MUST_USE enum status out_folder_commit(struct out_folder *f, struct err *e);

/* Remove what was written. Does nothing after a commit or on a zeroed struct. */
void out_folder_discard(struct out_folder *f);

/* Remove a folder with all that is in it. It is renamed first, so that nobody sees half of it. E_IO
 * if it stays. */
MUST_USE enum status out_folder_remove(const char *path, struct err *e);

#endif
