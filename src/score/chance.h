/* chance.h: may a query answer differently on two databases that hold the same? */
#ifndef TEQL_SCORE_CHANCE_H
#define TEQL_SCORE_CHANCE_H

#include "base/arena.h"

/* Whether which rows come first, or how they are found, may decide what the query answers: it has
 * LIMIT, groups, aggregates, windows or subqueries. Not where the answer also depends on which
 * columns and tables there are, by `*`, NATURAL or SQLite's own tables: then a change of the schema
 * changes it, and not chance. False for what cannot be parsed. Scratch lives in `a`. */
bool sql_leaves_to_chance(struct arena *a, struct str sql);

#endif
