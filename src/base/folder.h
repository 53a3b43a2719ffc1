/* folder.h: making, removing and syncing folders, and the user's folder for caches. */
#ifndef TEQL_BASE_FOLDER_H
#define TEQL_BASE_FOLDER_H

#include "base/arena.h"
#include "base/err.h"

/* Make a folder, and put its entry on disk. One that is there already is fine. */
MUST_USE enum status folder_make(const char *path, struct err *e);

/* Remove what is at `path`, a folder with all that is in it; links are removed, not followed. What
 * cannot be removed stays. */
void folder_remove(const char *path);

/* The same for `name` in the folder that is open as `at`. */
void folder_remove_at(int at, const char *name);

/* The folder that holds `path`, on the heap; "." if the path names none. */
MUST_USE char *folder_of(const char *path);

/* Put the names in the folder of `path` on disk. Only then does a file that was made, renamed or
 * removed stay so when power is lost. Links are followed. If the file system cannot do it, or we
 * may not read the folder, nothing is done and that is not a failure. E_IO on failure. */
MUST_USE enum status folder_sync_of(const char *path, struct err *e);

/* Put on disk everything in a folder: names and the bytes of files. Links are not followed. */
MUST_USE enum status folder_sync_all(const char *path, struct err *e);

/* The folder for what can be made again, in `a`, whether it exists or not: $XDG_CACHE_HOME/teql, or
 * ~/.cache/teql. NULL if the environment names neither. A user who removes it loses only time. */
const char *cache_folder(struct arena *a);

/* Make the folder at such a path, and the one that holds it. Those that are there are fine. */
MUST_USE enum status cache_folder_make(const char *path, struct err *e);

#endif
