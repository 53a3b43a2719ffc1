/* lineage.h: a query over a changed schema, read as one over the original.
 *
 * Exact set match compares ids of columns and tables. A column that moved or was renamed is the
 * same column, so the ids of the changed schema are replaced by those of the original that they
 * came from. What has no origin (an invented column, a table that was split off) gets an id of its
 * own behind the original's, which equals nothing. */
#ifndef TEQL_DIAGNOSIS_LINEAGE_H
#define TEQL_DIAGNOSIS_LINEAGE_H

#include "migration/migration.h"
#include "spider/exact_match.h"

struct lineage {
    struct exact_keys keys; /* of the original schema and what the changed one adds to it */
    const uint32_t *columns, *tables; /* by id in the changed schema */
};

/* For queries over the new schema of `m`. All of it lives in `a`. */
void lineage_init(struct arena *a, const struct migration *m, struct lineage *out);

/* `f`, a form over the changed schema, in the ids of `l`, in `a`; it shares what has no ids. */
struct spider_form lineage_form(struct arena *a, const struct lineage *l,
                                const struct spider_form *f);

#endif
