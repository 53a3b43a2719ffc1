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
    char *temporary;  /* heap; NULL when there is nothing to remove */
    int hold;         /* keeps the temporary folder ours (temporary.h) */
};

/* `path` must not exist, or be an empty folder. What killed runs left beside it is removed. On
 * failure there is nothing to discard. */
MUST_USE enum status out_folder_open(struct out_folder *f, const char *path, struct err *e);

/* Where a file of that name stands until the commit. Good as long as the folder is open. */
const char *out_folder_file(struct out_folder *f, const char *name);

/* Make a folder in it, and those above it; one that is there already is fine. */
MUST_USE enum status out_folder_make(struct out_folder *f, const char *name, struct err *e);

/* Put it in place with all that is in it on disk. On failure nothing is left, but where only the
 * last sync failed. */
MUST_USE enum status out_folder_commit(struct out_folder *f, struct err *e);

/* Remove what was written. Does nothing after a commit or on a zeroed struct. */
void out_folder_discard(struct out_folder *f);

/* Take a folder out of its place, at once and as a whole, and then remove it. E_IO where it stays.
 */
MUST_USE enum status out_folder_remove(const char *path, struct err *e);

#endif
