/* mapped_value.h: literals of a query under a mapping. */
#ifndef TEQL_MIGRATION_MAPPED_VALUE_H
#define TEQL_MIGRATION_MAPPED_VALUE_H

#include "migration/column_mapping.h"
#include "sql/resolve.h"

/* A literal that a column is compared with. */
struct mapped_value {
    struct str text; /* of a string without its quotes, in which quotes stay doubled; of a number as
                        written */
    char quote;      /* 0 for a number */
    bool negative;
};

/* False where `x` is no string or number. In double quotes, a name that is no column is a string.
 */
bool mapped_value_read(const struct sql_resolution *r, const struct sql_expr *x,
                       struct mapped_value *out);

/* Is it the value that `literal` (column_mapping.h) writes? Numbers may be written as strings. */
bool mapped_value_is(const struct mapped_value *v, struct str literal);

/* The new value as SQL, in `a`. False where the mapping has none: no such entry, not so many parts,
 * no number. A flag has none of its own. */
bool mapped_value_new(struct arena *a, const struct mapped_value *v, const struct column_mapping *m,
                      struct str *out);

#endif
