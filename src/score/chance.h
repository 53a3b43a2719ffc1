/* chance.h: answers that depend on chance: on where rows are stored, or on which of several tied
 * rows comes first. */
#ifndef TEQL_SCORE_CHANCE_H
#define TEQL_SCORE_CHANCE_H

#include "base/arena.h"

struct rows;
struct runner;
struct suite_schema;

/* May the query answer differently on two databases that have the same rows? True if it has LIMIT,
 * groups, aggregates, windows or subqueries. False if the answer also depends on which columns and
 * tables there are, by `*`, NATURAL or SQLite's own tables: then a change of the schema changes it,
 * and not chance. False for what cannot be parsed. Scratch is in `a`. */
bool sql_leaves_to_chance(struct arena *a, struct str sql);

/* Which rows does ORDER BY rank alike? */
struct tied_query {
    struct str sql;
    double limit; /* the most rows that the original query gives */
};

/* Make of `sql` a query that gives the same rows in the same order, but without LIMIT. Each row has
 * one more value at the end, which is the same for rows that ORDER BY ranks alike. False if nothing
 * ranks the rows, or the query has several cores, OFFSET, a computed LIMIT, or DISTINCT that is
 * ordered by what it does not give. In `a`. */
bool tied_query_of(struct arena *a, struct str sql, struct tied_query *out);

/* "Who won the fewest times?" may have many answers; LIMIT 1 takes one. Could `sql` have given the
 * rows `said` too, if rows that ORDER BY ranks alike came in another order? Columns may come in any
 * order. False if this takes too long or cannot be found out; `sql` may have a NULL ptr. `scratch`
 * is left as it was. */
bool tied_answer(struct runner *r, struct str sql, const struct suite_schema *schema,
                 const struct rows *said, struct arena *scratch);

#endif
