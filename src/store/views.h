/* views.h: a database as a migration shows it. */
#ifndef TEQL_STORE_VIEWS_H
#define TEQL_STORE_VIEWS_H

#include "engine/database.h"
#include "migration/migration.h"

/* Put views in front of `d`, so that it answers as the database that `m` makes of it would, until
 * database_drop_views, which is due after a failure too. None may stand there yet. E_DB where the
 * engine refuses a view. */
MUST_USE enum status database_show(struct database *d, const struct migration *m, struct err *e);

#endif
