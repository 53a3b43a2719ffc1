/* stored_otherwise.h: does an answer depend on how the rows are stored?
 *
 * A query with a tie under ORDER BY … LIMIT answers with the row that SQLite comes upon first, and
 * a column that is not grouped by has the value of any row of the group. Such a query leaves its
 * answer to chance. Views keep the order and the indexes of the original, so this is found out on
 * copies of its tables: without keys, with the rows reversed, and with the rows shuffled. */
#ifndef TEQL_VERIFY_STORED_OTHERWISE_H
#define TEQL_VERIFY_STORED_OTHERWISE_H

#include "store/keyless.h"

/* There is a copy in memory for each order, and for each worker. */
enum { STORED_OTHERWISE_BYTES = 64 << 20 };

/* The latest database stored otherwise. Zeroed to begin with. */
struct stored_otherwise {
    bool by_size;       /* what is tried depends on sizes and limits, and not on the clock */
    uint64_t max_bytes; /* a database that has more is not copied; 0: STORED_OTHERWISE_BYTES */
    bool untried; /* of the latest query: the database is too large, or it took too long; so what it
                     leaves to chance may not have shown */
    struct arena arena;
    struct str path; /* ptr NULL before the first */
    struct stored_copy {
        bool tried;
        struct database *d; /* NULL where it could not be made */
    } copies[ROW_ORDERS];
};

void stored_otherwise_release(struct stored_otherwise *o);

/* What a query answered on a database as it is. */
struct plain_answer {
    const char *database; /* path */
    const struct schema *schema;
    struct str sql;
    bool ordered; /* it orders its rows */
    const struct rows *rows;
};

/* Does one of the copies answer otherwise? Rounding does not count. Without keys the order must be
 * the same, where the query orders its rows. With the rows in another order they need only all be
 * there: which of two comes first that ORDER BY ranks alike is not held against the query. Nor is
 * what takes too long, or cannot be tried: a large database is not copied, nor one reordered of
 * which the query reads rowids. E_HOST where the machine failed. */
MUST_USE enum status stored_otherwise_differs(struct stored_otherwise *o,
                                              const struct plain_answer *told,
                                              const struct query_limits *limits,
                                              struct arena *scratch, bool *out, struct err *e);

#endif
