/* evidence.h: what one must know to answer a question, told of a changed schema.
 *
 * Evidence speaks of tables and columns by their names (BIRD: "eligible rate = `Free Meals` /
 * Enrollment"). Where a schema has them under other names, the old names would lead astray, so the
 * text follows the schema. */
#ifndef TEQL_MIGRATION_EVIDENCE_H
#define TEQL_MIGRATION_EVIDENCE_H

#include "migration/migration.h"

/* The evidence with the names that `m` gives: in `a`, or as it was where nothing is to be changed.
 * `m` may be NULL. A name that not all that bore it lose for the same new one stays, and so does
 * one in single quotes, which is a value. */
struct str evidence_over(struct arena *a, struct str evidence, const struct migration *m);

#endif
