/* front_views.h: the temporary views in front of the tables of a file. Inside the engine only.
 *
 * Making a view and dropping it takes longer than many queries, and most queries read one view of
 * many. So a view that SQLite has accepted once is made again only when a statement mentions it,
 * and one that was removed is dropped only when a statement would see it. */
#ifndef TEQL_ENGINE_SQLITE_FRONT_VIEWS_H
#define TEQL_ENGINE_SQLITE_FRONT_VIEWS_H

#include "engine/sqlite/walls.h"

/* Is there a view of this name in front? */
bool views_cover(const struct connection *c, const char *table);

/* Make and drop views so that the statement sees exactly those that are in front; views that it
 * does not mention may differ. E_HOST on failure. */
MUST_USE enum status views_settle(struct connection *c, struct str sql, struct err *e);

/* Before the connection is closed. */
void views_forget(struct connection *c);

#endif
