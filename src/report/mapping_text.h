/* mapping_text.h: the values of mapped columns, a line each. */
#ifndef TEQL_REPORT_MAPPING_TEXT_H
#define TEQL_REPORT_MAPPING_TEXT_H

#include "migration/migration.h"

/* "singer.birth_year = 2020 - age"; ptr NULL if the column is not mapped. `t` is the table of `c`.
 * In `a`, safe to show. */
struct str mapping_text(struct arena *a, const struct migration *m, const struct migration_table *t,
                        const struct migration_column *c);

#endif
