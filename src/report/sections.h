/* sections.h: the tables of a report. */
#ifndef TEQL_REPORT_SECTIONS_H
#define TEQL_REPORT_SECTIONS_H

#include "report/robustness.h"
#include "report/table.h"

/* Error rates by relation, family, hardness, database and SQL element; accuracies; causes; kinds of
 * error. Tables without rows are left out. In `a`. */
struct table_list sections_of(struct arena *a, const struct scores *s, const struct robustness *r);

/* For machines: a table for each dimension, all with the same columns, rates from 0 to 1. */
struct table sections_flat_relations(struct arena *a, const struct robustness *r);
struct table_list sections_flat(struct arena *a, const struct scores *s,
                                const struct robustness *r);

#endif
