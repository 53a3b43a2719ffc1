/* some_names.h: names in a message, which has no room for all of them. */
#ifndef TEQL_BASE_SOME_NAMES_H
#define TEQL_BASE_SOME_NAMES_H

#include "base/arena.h"

#include <stdint.h>

/* "a, b and 3 more": the first five names, and how many others there are. One line, fit for a
 * terminal, ends with NUL. In `a`. */
struct str some_names(struct arena *a, const struct str *names, uint32_t count);

#endif
