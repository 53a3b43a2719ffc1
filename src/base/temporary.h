/* temporary.h: files and folders that are there only as long as their maker.
 *
 * They are named <target>.teql-XXXXXX, and their maker holds a lock on them (flock), which ends
 * with the process, whatever ends it. So the next run can tell what a killed one left from what a
 * living one needs: it removes what has such a name, belongs to the same user and is locked by
 * nobody. On a file system without such locks nothing is removed. */
#ifndef TEQL_BASE_TEMPORARY_H
#define TEQL_BASE_TEMPORARY_H

#include <stdbool.h>

/* A name beside `target`, on the heap, for mkstemp or mkdtemp to fill in. */
char *temporary_name(const char *target);

/* Make a file for writing, or a folder, that only this user may open. Returns its descriptor, which
 * must stay open as long as it is needed; `*path` is on the heap. On failure -1 with errno, and a
 * NULL path. */
int temporary_file(const char *target, char **path);
int temporary_folder(const char *target, char **path);

/* Lock a file that has no name yet, so that it may be given one. */
void temporary_hold(int fd);

/* The folder for temporaries that stand beside nothing: $TMPDIR, or /tmp. */
const char *temporary_place(void);

/* Remove from `folder` what ended runs left in it. What cannot be read or removed stays, without a
 * word. */
void temporaries_sweep(const char *folder);

#endif
