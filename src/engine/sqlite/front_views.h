/* front_views.h: the temporary views in front of the tables of a file. Inside the engine only.
 *
 * To make a view and drop it again takes longer than many a query, and most queries read one view
 * of many. So a view that SQLite has accepted once is made again only when a statement mentions it,
 * and one that was taken away is dropped only when a statement would see it. */
#ifndef TEQL_ENGINE_SQLITE_FRONT_VIEWS_H
#define TEQL_ENGINE_SQLITE_FRONT_VIEWS_H

#include "engine/sqlite/walls.h"

/* Is there a view of this name in front? */
bool views_cover(const struct connection *c, const char *table);

/* See to it that the statement finds just the views that are in front, as far as it could notice.
 * E_HOST where that cannot be done. */
MUST_USE enum status views_settle(struct connection *c, struct str sql, struct err *e);

/* Before the connection is closed. */
void views_forget(struct connection *c);

#endif
