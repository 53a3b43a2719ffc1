/* replacement.h: a column, and what stands in its place.
 *
 * What the migration does to the schema, and the rewriting to the query, follows from it. */
#ifndef TEQL_MIGRATION_REPLACEMENT_H
#define TEQL_MIGRATION_REPLACEMENT_H

#include "migration/migration.h"

/* What becomes of the order of values. */
enum value_order {
    ORDER_LOST,
    ORDER_KEPT,
    ORDER_REVERSED /* the older the person, the earlier the year of birth */
};

struct replacement {
    uint32_t column;                        /* of the old schema */
    const struct migration_column *columns; /* the new ones: name, type and mapping */
    uint32_t n_columns;
    enum value_order order; /* of the new columns, compared one after another */
    bool nullable;          /* some rows have NULL */
    bool partial;           /* a value is told only by the absence of all flags */
    bool zero_unknown;      /* who is asked cannot tell what an old number is now: no 30 in years */
    bool unit_untold;       /* nor in which unit a number of the question is */
    bool
        hidden; /* never a result: who asks for an age does not want a year, nor flags for a type */
    bool retyped; /* numbers that were texts: they read the same, and are not equal */
};

#endif
