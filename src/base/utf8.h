/* utf8.h: telling well-formed UTF-8 from other bytes. */
#ifndef TEQL_BASE_UTF8_H
#define TEQL_BASE_UTF8_H

#include "base/str.h"

/* Length of the well-formed sequence (Unicode, table 3-7) that starts at s.ptr[at], 1 to 4; 0 where
 * none does. `at` must be below s.len. */
size_t utf8_length(struct str s, size_t at);

bool utf8_valid(struct str s);

#endif
