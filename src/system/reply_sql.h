/* reply_sql.h: the SQL in what a language model says. */
#ifndef TEQL_SYSTEM_REPLY_SQL_H
#define TEQL_SYSTEM_REPLY_SQL_H

#include "base/arena.h"

/* The query in `text`: a part of it, or with `after_select` (the prompt ended in SELECT, so the
 * reply may go on from there) a copy in `a` that begins with SELECT. In this order:
 *
 * - what precedes </think> is left out;
 * - the last fenced block (```sql … ```), where there is one: one marked as SQL before one without
 *   a mark, that before one of another language;
 * - what follows the last line that begins with "SQL:";
 * - from the first line that begins with SELECT or WITH; else from the first word SELECT;
 * - all of it.
 *
 * SQL that is not fenced ends with its statement: at a semicolon or an empty line. The ptr is NULL
 * where nothing is left. */
struct str reply_sql(struct str text, bool after_select, struct arena *a);

/* What follows the last </think>, trimmed; all of it where there is none. */
struct str reply_after_thought(struct str text);

#endif
