/* lineage.h: a query over a changed schema, read as one over the original.
 *
 * Exact set match compares ids of columns and tables. A column that moved or was renamed is the
 * same column, so ids of the changed schema are replaced by those of their origins. What has no
 * origin (an invented column, a table that was split off) gets an id of its own after the
 * original's, which equals no other. */
#ifndef TEQL_DIAGNOSIS_LINEAGE_H
#define TEQL_DIAGNOSIS_LINEAGE_H

#include "migration/migration.h"
#include "spider/exact_match.h"

struct lineage {
    struct exact_keys keys; /* of the original schema and what the changed one adds to it */
    const uint32_t *columns, *tables; /* by id in the changed schema */
};

/* One of two queries that are compared. They may be over two schemas, one of which a migration made
 * from the other. */
struct diagnosis_side {
    struct str sql;
    const struct schema *schema;   /* that the query is over */
    const struct lineage *lineage; /* of that schema; NULL if it is the original */
};

/* For queries over the new schema of `m`. In `a`. */
void lineage_init(struct arena *a, const struct migration *m, struct lineage *out);

/* `f`, a form over the changed schema, with the ids of `l`, in `a`. It shares what has no ids. */
struct spider_form lineage_form(struct arena *a, const struct lineage *l,
                                const struct spider_form *f);

#endif
