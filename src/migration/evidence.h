/* evidence.h: what one must know to answer a question, under the names of a changed schema.
 *
 * Evidence names tables and columns (BIRD: "eligible rate = `Free Meals` / Enrollment"). If a
 * schema gives them other names, the old ones would mislead, so the text follows the schema. */
#ifndef TEQL_MIGRATION_EVIDENCE_H
#define TEQL_MIGRATION_EVIDENCE_H

#include "migration/migration.h"

/* The evidence with the names that `m` gives: in `a`, or as it was if nothing changes. `m` may be
 * NULL. A name stays if not everything with that name got the same new one. A name in single quotes
 * is a value, and stays. */
struct str evidence_over(struct arena *a, struct str evidence, const struct migration *m);

#endif
