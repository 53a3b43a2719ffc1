/* cache_folder.h: where what can be made again is kept from run to run.
 *
 * That is $XDG_CACHE_HOME/teql, or ~/.cache/teql. Whoever removes it loses time and nothing else.
 */
#ifndef TEQL_BASE_CACHE_FOLDER_H
#define TEQL_BASE_CACHE_FOLDER_H

#include "base/arena.h"
#include "base/err.h"

/* Its path in `a`, whether it is there or not; NULL where the environment does not tell. */
const char *cache_folder(struct arena *a);

/* Make the folder at such a path, and the one that holds it. Those that are there are fine. */
MUST_USE enum status cache_folder_make(const char *path, struct err *e);

#endif
