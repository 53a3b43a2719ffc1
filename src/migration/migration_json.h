/* migration_json.h: a migration in an entry of a suite's tables.json, and back.
 *
 * The entry is Spider's for the new schema, and two members more. "lineage" is for people and other
 * programs: for each column the old "table.column" it came from, or null. "migration" is all that
 * the new schema does not say itself, so that the changed databases can be made from the suite and
 * the original ones:
 *
 *   {"of": db_id, "forgotten": n, "tables": [{"base": n, "columns": [source, …], "split": true,
 *    "keyless": true, "fold": [from, to]}, …]}
 *
 * Tables are numbers of old tables. A table without "columns" has those of its base. A source is
 * the number of an old column, or {"joined": n}, {"lookup": n}, "key", {"texts": […]} or
 * {"range": [low, high]}; or {"mapped": n} with the mapping (column_mapping.h): "part", "parts",
 * "separator" and perhaps "last" or "whole"; "dictionary": [[old, new], …]; "flag"; "offset"
 * and "factor"; or "part", "parts", "digits", "after" and perhaps "whole".
 *
 * A schema of thousands of columns can have a short entry, which says what changed. It begins with
 * "of", the schema that it was made of, and has only the tables that changed (or the first, if none
 * did). In "tables" of its migration the others are numbers of old tables. Its keys are those of
 * the old schema that still have their columns, or "keys": [[table, position, table, position,
 * first pair of the key], …]. */
#ifndef TEQL_MIGRATION_MIGRATION_JSON_H
#define TEQL_MIGRATION_MIGRATION_JSON_H

#include "base/json_writer.h"
#include "migration/migration.h"

void migration_json(struct json_writer *w, const struct migration *m, struct str db_id);

/* The same in short. */
void migration_json_short(struct json_writer *w, const struct migration *m, struct str db_id);

/* Read the member "migration" of an entry: from `old` to `new`, the entry's schema. Both must
 * outlive it. Everything is checked: what is accepted can be made into views and tables. E_SCHEMA
 * if it does not fit. */
MUST_USE enum status migration_from_json(struct arena *a, struct str json, const struct schema *old,
                                         const struct schema *new, const struct migration **out,
                                         struct err *e);

/* The same of a short entry, whose tables are `shown`. What is accepted may still have two tables
 * of one name. */
MUST_USE enum status migration_from_json_short(struct arena *a, struct str json,
                                               const struct schema *old, const struct schema *shown,
                                               const struct migration **out, struct err *e);

#endif
