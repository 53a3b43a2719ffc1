/* migration_json.h: a migration's new schema as an entry of a suite's tables.json. */
#ifndef TEQL_RELATION_MIGRATION_JSON_H
#define TEQL_RELATION_MIGRATION_JSON_H

#include "base/json_writer.h"
#include "relation/migration.h"

/* Spider's entry, and "lineage": for each column the old "table.column" it came from, or null. */
void migration_json(struct json_writer *w, const struct migration *m, struct str db_id);

#endif
