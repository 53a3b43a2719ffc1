/* reply_sql.h: the SQL in what a language model says. */
#ifndef TEQL_SYSTEM_REPLY_SQL_H
#define TEQL_SYSTEM_REPLY_SQL_H

#include "base/arena.h"

/* What is known of a reply; any of them together. */
enum reply_how {
    REPLY_WHOLE = 0,
    REPLY_AFTER_SELECT = 1, /* the prompt ended in SELECT, so that the reply may go on from there */
    REPLY_CUT_OFF = 2       /* the model was not allowed to say more */
};

/* The query in `text`: a part of it, or a copy in `a` where SELECT must be put before it. In this
 * order:
 *
 * - what precedes </think>, or another mark of its kind, is left out, and so is another question
 * that the model goes on with behind its answer ("-- Question: …");
 * - the last fenced block (```sql … ```), where there is one: one with a query before one without,
 *   one marked as SQL before one without a mark, that before one of another language;
 * - what follows the last line that begins with "SQL:";
 * - from the first line that begins with SELECT or WITH; else from the first word SELECT;
 * - all of it.
 *
 * Of several statements it is the first, and of several in a block the first that is a query. A
 * statement ends at a semicolon, or before a line with another SELECT that is no part of it. SQL
 * that is not fenced also ends at an empty line that no part of the query follows, and before a
 * line such as "Explanation: …". Of a reply that was cut off only a whole statement counts: one
 * that a semicolon, a fence or other text ends. The ptr is NULL where nothing is left. Takes linear
 * time. */
struct str reply_sql(struct str text, unsigned how, struct arena *a);

/* What follows the last </think>, or another mark of its kind, trimmed; all of it where there is
 * none. */
struct str reply_after_thought(struct str text);

#endif
