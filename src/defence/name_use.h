/* name_use.h: a name that is no default, as a phrase has it for its target. Inside defence/ only.
 */
#ifndef TEQL_DEFENCE_NAME_USE_H
#define TEQL_DEFENCE_NAME_USE_H

#include "defence/selection.h"

struct name_use {
    bool is_table;
    uint32_t item; /* id */
    struct str name;
};

/* Targets of the phrases of defaults are ids; those of other names are numbers of uses, from
 * here. */
static inline uint32_t first_use(const struct annotation_index *x)
{
    const struct schema *s = x->annotated->schema;
    return s->n_tables + s->n_columns;
}

#endif
