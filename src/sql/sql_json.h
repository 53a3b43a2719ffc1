/* sql_json.h: a syntax tree, and what a query reads, as JSON for people and scripts.
 *
 * Each function writes one value. If the buf of the writer has a limit, ask buf_whole() afterwards.
 */
#ifndef TEQL_SQL_SQL_JSON_H
#define TEQL_SQL_SQL_JSON_H

#include "base/json_writer.h"
#include "sql/resolve.h"

/* An object per node: {"kind":"binary","op":"=","left":…,"right":…}. Members that are absent, and
 * flags that are false, are left out. A name is a string without its quotes; a literal is as
 * written. The order of members is fixed. */
void sql_tree_json(struct json_writer *w, const struct sql_query *q);

/* {"tables":["singer",…],"columns":[["singer","Name"],…]}, in the schema's order and spelling. A
 * table of which no column is read is only in "tables"; a rowid that is not a column is called
 * "rowid". */
void sql_reads_json(struct json_writer *w, const struct schema *s,
                    const struct sql_resolution *answer);

#endif
