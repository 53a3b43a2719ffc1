/* data_folder.h: the path that --data means.
 *
 * "mini" is the benchmark that is part of the program. It is unpacked once, below the user's cache
 * folder ($XDG_CACHE_HOME/teql, or ~/.cache/teql), under a name that changes with its content; a
 * folder of the name "mini" in the way must be written "./mini". */
#ifndef TEQL_DATASET_DATA_FOLDER_H
#define TEQL_DATASET_DATA_FOLDER_H

#include "base/arena.h"
#include "base/err.h"

/* The path that `data` means: `data` itself, or in `a` that of the unpacked benchmark. */
MUST_USE enum status data_folder(struct arena *a, const char *data, const char **out,
                                 struct err *e);

#endif
