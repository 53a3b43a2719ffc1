/* migration_constraint.h: constraints and indexes of an old table, said of the new one.
 *
 * SQLite keeps them only as text, so they are carried over as text, token by token, with the names
 * of columns replaced. */
#ifndef TEQL_MIGRATION_MIGRATION_CONSTRAINT_H
#define TEQL_MIGRATION_MIGRATION_CONSTRAINT_H

#include "base/buf.h"
#include "migration/migration.h"
#include "schema/declaration.h"

/* Append ", CHECK (…)" to `out` for each such constraint of `d`, the table that the rows of `t`
 * come from; those that are refused, mention a column which `t` does not copy, or are no
 * expression, are left out. */
void migration_put_checks(struct buf *out, const struct schema *old,
                          const struct migration_table *t, const struct declared_table *d);

/* Append `index`, a CREATE INDEX on that table, as a statement on `t`. False, with nothing written,
 * where it mentions a column that `t` does not copy, or is no such statement. */
bool migration_put_index(struct buf *out, const struct schema *old, const struct migration_table *t,
                         struct str index);

#endif
