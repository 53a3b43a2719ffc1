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
    const char *path;      /* the target, as given */
    const char *temporary; /* NULL when there is nothing to remove */
};

/* `path` must not exist, or be an empty folder. On failure there is nothing to discard. */
MUST_USE enum status out_folder_open(struct out_folder *f, const char *path, struct err *e);

/* Where a file of that name stands until the commit. Good as long as the folder is open. */
const char *out_folder_file(struct out_folder *f, const char *name);

/* Make a folder in it, and those above it; one that is there already is fine. */
MUST_USE enum status out_folder_make(struct out_folder *f, const char *name, struct err *e);

/* Put it in place; its files must be on disk. On failure nothing is left. */
MUST_USE enum status out_folder_commit(struct out_folder *f, struct err *e);

/* Remove what was written. Does nothing after a commit or on a zeroed struct. */
void out_folder_discard(struct out_folder *f);

/* Make a folder; one that is there already is fine. */
MUST_USE enum status folder_make(const char *path, struct err *e);

/* Remove a folder and what is in it; links are removed, not followed. What cannot be removed
 * stays. */
void folder_remove(const char *path);

#endif
