/* tree_json.h: a syntax tree as JSON, for people and scripts to read.
 *
 * An object per node: {"kind":"binary","op":"=","left":…,"right":…}. Keys of what is absent are
 * left out, so are flags that are false. A name is a string without its quotes; a literal is as
 * written. The order of keys is fixed. */
#ifndef TEQL_SQL_TREE_JSON_H
#define TEQL_SQL_TREE_JSON_H

#include "base/json_writer.h"
#include "sql/ast.h"

/* One JSON value. Where the writer's buf has a limit, ask buf_whole() behind it. */
void sql_tree_json(struct json_writer *w, const struct sql_query *q);

#endif
