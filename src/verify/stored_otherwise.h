/* stored_otherwise.h: does an answer depend on how the rows are stored?
 *
 * A query with a tie under ORDER BY … LIMIT answers with the row that SQLite finds first, and a
 * column that is not grouped by has the value of any row of the group. Such a query leaves its
 * answer to chance. Views keep the order and the indexes of the original, so this is tested on
 * copies of its tables: without keys, with the rows reversed, and with the rows shuffled. */
#ifndef TEQL_VERIFY_STORED_OTHERWISE_H
#define TEQL_VERIFY_STORED_OTHERWISE_H

#include "engine/database.h"
#include "record/tally.h"
#include "schema/schema.h"

/* How the rows of each table follow one another. */
enum row_order {
    ROWS_AS_STORED, /* with their rowids */
    ROWS_REVERSED,
    ROWS_SHUFFLED, /* the same way every time */
    ROW_ORDERS
};

/* Each worker has a copy in memory for each order. */
enum { STORED_OTHERWISE_BYTES = 64 << 20 };

/* The latest database stored otherwise. Zeroed to begin with. */
struct stored_otherwise {
    bool by_size;         /* what is tried depends on sizes and limits, not on the clock */
    uint64_t max_bytes;   /* larger databases are not copied; 0: STORED_OTHERWISE_BYTES */
    enum untried untried; /* the latest query, and why: it may leave its answer to chance without
                             being found out */
    struct str problem; /* of UNTRIED_NOT_COPIED: the engine's message. Good until the next call */
    struct arena arena;
    struct str path; /* ptr NULL before the first */
    struct stored_copy {
        bool tried;
        struct database *d;   /* NULL if it could not be made */
        enum untried why_not; /* then */
        struct str problem;
    } copies[ROW_ORDERS];
};

void stored_otherwise_release(struct stored_otherwise *o);

/* The answer of a query on a database as it is. */
struct plain_answer {
    const char *database; /* path */
    const struct schema *schema;
    struct str sql;
    bool ordered; /* it orders its rows */
    const struct rows *rows;
};

/* Does one of the copies answer otherwise? Rounding does not count. Without keys the order must be
 * the same if the query orders its rows. When rows are stored in another order, only the set of
 * rows must match: ties under ORDER BY may come out either way. A copy that takes too long or
 * cannot be tried shows nothing: a large database is not copied, and if the query reads rowids,
 * none is reordered. E_HOST if the machine failed. */
MUST_USE enum status stored_otherwise_differs(struct stored_otherwise *o,
                                              const struct plain_answer *plain,
                                              const struct query_limits *limits,
                                              struct arena *scratch, bool *out, struct err *e);

#endif
