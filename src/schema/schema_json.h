/* schema_json.h: a schema as an entry of Spider's tables.json. */
#ifndef TEQL_SCHEMA_SCHEMA_JSON_H
#define TEQL_SCHEMA_SCHEMA_JSON_H

#include "base/json_writer.h"
#include "schema/schema.h"

/* The entry as an object. Reading it back gives an equal schema, but for rowids, which the format
 * does not know. */
void schema_json(struct json_writer *w, const struct schema *s);

/* Its members only, inside an object that the caller opened and may add to. */
void schema_json_members(struct json_writer *w, const struct schema *s);

#endif
