/* schema_json.h: a schema as an entry of Spider's tables.json. */
#ifndef TEQL_SCHEMA_SCHEMA_JSON_H
#define TEQL_SCHEMA_SCHEMA_JSON_H

#include "base/json_writer.h"
#include "schema/schema.h"

/* The entry as an object. If a database was asked, Spider's members are followed by ours:
 *
 *   "composite_foreign_keys": [[n, …], …]  numbers of the pairs of "foreign_keys" that are one key
 *   "declared_types": [type, …]            by column; null if the database lacks it
 *   "generated_columns": [column, …]
 *   "views": [table, …]
 *
 * "primary_keys" lists the columns of a composite key one after another, in the key's order.
 * Reading it back gives an equal schema, without rowids and without what views read: the entry does
 * not say these. */
void schema_json(struct json_writer *w, const struct schema *s);

/* Its members only, in an object that the caller opened and may add to. */
void schema_json_members(struct json_writer *w, const struct schema *s);

#endif
