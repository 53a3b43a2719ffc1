/* temporary.h: files and folders that are there only as long as their maker.
 *
 * They are named <target>.teql-tmp-HHHHXXXXXX, where HHHH stands for the host. Their maker holds a
 * lock on them (os.h), which ends with the process, whatever ends it. So the next run can tell
 * what a killed one left from what a living one needs: it removes what has such a name, belongs to
 * the same user and is not locked. Locks may not reach from host to host. So what other hosts made
 * stays, except temporaries of the very thing that is made now: it has one maker at a time. Without
 * locks, the same goes for what this host made. */
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

/* Give it the permissions that the user's new files or folders get: `mode`, without the umask. */
void temporary_share(int fd, unsigned mode);

/* Lock a file that has no name yet, so that it may be given one. */
void temporary_hold(int fd);

/* The folder for temporaries that are beside nothing: $TMPDIR, or /tmp. */
const char *temporary_place(void);

/* Remove from `folder` what ended runs of this host left in it. What cannot be read or removed
 * stays, without a word. */
void temporaries_sweep(const char *folder);

/* The same in the folder of `target`, which is to be made; with what other hosts left of it. */
void temporaries_sweep_for(const char *target);

/* The same in a folder that one run works in: whatever any host left. */
void temporaries_sweep_all(const char *folder);

#endif
