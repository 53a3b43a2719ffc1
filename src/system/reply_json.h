/* reply_json.h: JSON that somebody else wrote, whatever bytes it holds. */
#ifndef TEQL_SYSTEM_REPLY_JSON_H
#define TEQL_SYSTEM_REPLY_JSON_H

#include "base/json_reader.h"

/* Read `text` as one JSON value, which is then a part of it. If `text` is not UTF-8, it is a part
 * of a copy in `a` that has U+FFFD in place of the bad bytes. False if it is not JSON; then `*out`
 * is a value that is not there. */
bool reply_json_read(struct str text, struct arena *a, struct json_value *out);

#endif
