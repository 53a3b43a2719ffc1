/* reads_json.h: what a query reads, as JSON. */
#ifndef TEQL_SQL_READS_JSON_H
#define TEQL_SQL_READS_JSON_H

#include "base/json_writer.h"
#include "sql/resolve.h"

/* One value: {"tables":["singer",…],"columns":[["singer","Name"],…]}, in the schema's order and
 * spelling. A table from which no column is read stands only in "tables"; a rowid that is no column
 * is called "rowid". */
void sql_reads_json(struct json_writer *w, const struct schema *s,
                    const struct sql_resolution *answer);

#endif
