/* replacement.h: a column, and what replaces it.
 *
 * The change of the schema and the rewriting of queries both follow from it. */
#ifndef TEQL_MIGRATION_REPLACEMENT_H
#define TEQL_MIGRATION_REPLACEMENT_H

#include "migration/migration.h"

/* What becomes of the order of values. */
enum value_order {
    ORDER_LOST,
    ORDER_KEPT,
    ORDER_REVERSED /* an older person has an earlier year of birth */
};

struct replacement {
    uint32_t column;                        /* of the old schema */
    const struct migration_column *columns; /* the new ones: name, type and mapping */
    uint32_t n_columns;
    enum value_order order; /* of the new columns, compared one after another */
    bool nullable;          /* some rows have NULL */
    bool partial;      /* one value has no flag of its own: it is that of rows with no flag set */
    bool zero_unknown; /* a system cannot know the new number: ages need the current year */
    bool unit_untold;  /* nor in which unit a number of the question is */
    bool hidden;  /* never a result: a question for an age does not want a year, nor one for a type
                     flags */
    bool retyped; /* numbers that were texts: they read the same, and are not equal */
};

#endif
