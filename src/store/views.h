/* views.h: a database as a migration shows it. */
#ifndef TEQL_STORE_VIEWS_H
#define TEQL_STORE_VIEWS_H

#include "engine/database.h"
#include "migration/migration.h"

/* Put views in front of `d`, so that it answers as the database that `m` makes of it, until
 * database_drop_views, which must be called after a failure too. `d` must have no views in front
 * yet. E_DB if the engine refuses a view. */
MUST_USE enum status database_show(struct database *d, const struct migration *m, struct err *e);

#endif
