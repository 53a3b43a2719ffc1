/* reply_json.h: JSON that somebody else wrote, whatever bytes it holds. */
#ifndef TEQL_SYSTEM_REPLY_JSON_H
#define TEQL_SYSTEM_REPLY_JSON_H

#include "base/json_reader.h"

/* The value that `text` is, as a part of it, or of a copy in `a` in which what is not UTF-8 has
 * become U+FFFD. False where it is no JSON; then `*out` is not there. */
bool reply_json_read(struct str text, struct arena *a, struct json_value *out);

#endif
