/* diagnosis_side.h: one of two queries that are held against each other.
 *
 * The two may be over different schemas, of which one came from the other by a migration. */
#ifndef TEQL_DIAGNOSIS_DIAGNOSIS_SIDE_H
#define TEQL_DIAGNOSIS_DIAGNOSIS_SIDE_H

#include "diagnosis/lineage.h"

struct diagnosis_side {
    struct str sql;
    const struct schema *schema;   /* that the query is over */
    const struct lineage *lineage; /* of that schema; NULL where it is the original */
};

#endif
