/* merge_array.h: JSON arrays that have an entry on each line, as suites do. Private to merge. */
#ifndef TEQL_MERGE_MERGE_ARRAY_H
#define TEQL_MERGE_MERGE_ARRAY_H

#include "base/err.h"
#include "base/str.h"

/* Call `take` with the text of each entry of the array at `path`, in constant memory. Errors name
 * the file; E_INPUT where it ends before the array does. */
MUST_USE enum status array_each(const char *path,
                                enum status (*take)(void *ctx, struct str entry, struct err *e),
                                void *ctx, struct err *e);

#endif
