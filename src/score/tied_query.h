/* tied_query.h: which rows does ORDER BY rank alike? */
#ifndef TEQL_SCORE_TIED_QUERY_H
#define TEQL_SCORE_TIED_QUERY_H

#include "base/arena.h"

struct tied_query {
    struct str sql;
    double limit; /* rows that the query it was made of gives at most */
};

/* Make of `sql` a query that gives its rows in its order, but without its LIMIT. Each has one more
 * value at the end, which is the same for rows that ORDER BY ranks alike. False where nothing ranks
 * the rows, or the query is not of a form for which this is known: several cores, OFFSET, a
 * computed LIMIT, DISTINCT that is ordered by what it does not give. Lives in `a`. */
bool tied_query_of(struct arena *a, struct str sql, struct tied_query *out);

#endif
