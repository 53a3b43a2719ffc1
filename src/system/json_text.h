/* json_text.h: JSON from outside, and the strings in it. */
#ifndef TEQL_SYSTEM_JSON_TEXT_H
#define TEQL_SYSTEM_JSON_TEXT_H

#include "base/arena.h"

#include <jansson.h>

/* The value that `text` is, whatever bytes it holds: what is not UTF-8 becomes U+FFFD. Strings may
 * hold NUL. NULL where it is no JSON; else for json_decref. */
MUST_USE json_t *json_text_load(struct str text, struct arena *a);

/* A string member, copied to `a`; a NULL ptr where there is none. `object` may be anything. */
struct str json_text_member(const json_t *object, const char *key, struct arena *a);

/* The member as a string: itself, or its JSON; a NULL ptr where there is none or it is null. */
struct str json_text_any_member(const json_t *object, const char *key, struct arena *a);

#endif
