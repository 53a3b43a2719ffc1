/* find_links.h: the ways from table to table.
 *
 * These are the foreign keys. Many databases declare none. So a column "x_id" that no key is
 * declared for is taken as one where a table x has that key and all its values. */
#ifndef TEQL_GRAMMAR_FIND_LINKS_H
#define TEQL_GRAMMAR_FIND_LINKS_H

#include "grammar/world.h"

/* Fill in w->links. Names, rows and columns must be known. In `a`. */
void links_learn(struct arena *a, const struct knowledge *k, struct grammar_world *w);

#endif
