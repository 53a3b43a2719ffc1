/* json_entries.h: the values of a JSON text that is an array, or has one value a line. */
#ifndef TEQL_DATASET_JSON_ENTRIES_H
#define TEQL_DATASET_JSON_ENTRIES_H

#include "base/json_reader.h"

/* Called with one value after another, a view of the text, and the line on which it begins, from 1.
 * A failure ends the reading. */
typedef enum status json_entry_take(void *ctx, struct json_value v, uint32_t line, struct err *e);

/* Read `text`; it is an array if it begins as one. Errors name the line. */
MUST_USE enum status json_entries(struct str text, json_entry_take *take, void *ctx, struct err *e);

#endif
