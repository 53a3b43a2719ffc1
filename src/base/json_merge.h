/* json_merge.h: a JSON value changed by another, as RFC 7396 (JSON Merge Patch) has it.
 *
 * Members of the patch replace those of the same name, null removes one, and objects are merged in
 * turn: {"a":1,"b":{"c":2}} and {"a":null,"b":{"d":3}} make {"b":{"c":2,"d":3}}. */
#ifndef TEQL_BASE_JSON_MERGE_H
#define TEQL_BASE_JSON_MERGE_H

#include "base/json_reader.h"
#include "base/json_writer.h"

/* Write `target`, changed by `patch`. Members keep their order, new ones come last. Nesting is that
 * of values that were read, so it is bounded. `a` is for scratch. */
void json_merge(struct json_writer *w, struct json_value target, struct json_value patch,
                struct arena *a);

#endif
