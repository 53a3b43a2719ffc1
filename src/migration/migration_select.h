/* migration_select.h: each new table of a migration as a query over the old database. */
#ifndef TEQL_MIGRATION_MIGRATION_SELECT_H
#define TEQL_MIGRATION_MIGRATION_SELECT_H

#include "base/buf.h"
#include "migration/migration.h"
#include "schema/declaration.h"

/* The rows of new table `t`. The old tables are in "original", which declares `d`, and the new ones
 * in "main". The query calls the old table t. Values that cannot be computed are NULL. */
void migration_select_rows(struct buf *out, const struct migration *m, uint32_t t,
                           const struct declaration *d);

struct migration_view {
    struct str name;
    struct str definition; /* the text after CREATE VIEW name */
};

struct migration_views {
    struct migration_view *items;
    uint32_t count;
};

/* Views in "temp" that make the old database, "main", look like the new one: one for each table
 * that changed, and one for each that is gone, which fails when it is used. Tables that stay need
 * none. In `a`. */
struct migration_views migration_views(struct arena *a, const struct migration *m);

#endif
