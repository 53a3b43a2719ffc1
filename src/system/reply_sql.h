/* reply_sql.h: finding the SQL in a reply of a language model. */
#ifndef TEQL_SYSTEM_REPLY_SQL_H
#define TEQL_SYSTEM_REPLY_SQL_H

#include "base/arena.h"

/* What is known of a reply; any of them together. */
enum reply_how {
    REPLY_WHOLE = 0,
    REPLY_AFTER_SELECT = 1, /* the prompt ended in SELECT, so that the reply may go on from there */
    REPLY_CUT_OFF = 2       /* the model was not allowed to say more */
};

/* The query in `text`: a part of it, or a copy in `a` if SELECT must be put before it; or a NULL
 * ptr. The text before </think>, or another mark of its kind, is left out, and so is another
 * question that the model adds after its answer ("-- Question: …"). Of the rest it is, in this
 * order:
 *
 * - the last fenced block (```sql … ```). A block with a query comes before one without; then one
 *   marked as SQL before one without a mark, and that before one of another language;
 * - the text after the last line that begins with "SQL:";
 * - the text from the first line that begins with SELECT or WITH, or else from the first word
 *   SELECT;
 * - all of it.
 *
 * Of several statements it is the first, and of several in a block the first that is a query. A
 * statement ends at a semicolon, or before a line with another SELECT that does not belong to it.
 * SQL that is not fenced also ends at an empty line, unless the query goes on after it, and before
 * a line such as "Explanation: …". Of a reply that was cut off only a whole statement counts: one
 * that a semicolon, a fence or other text ends. Takes linear time. */
struct str reply_sql(struct str text, unsigned how, struct arena *a);

/* The text after the last </think>, or another mark of its kind, trimmed; without a mark all of it.
 */
struct str reply_after_thought(struct str text);

#endif
