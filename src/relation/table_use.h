/* table_use.h: what must not change because of how a query uses a table, beyond the columns it
 * reads. */
#ifndef TEQL_RELATION_TABLE_USE_H
#define TEQL_RELATION_TABLE_USE_H

#include "relation/relation.h"

struct table_use {
    const bool *starred; /* by table id: `*` stands for its columns somewhere, or IN takes it whole:
                            their number and order count */
    const bool *fixed;   /* by table id: its rowid is read, which no view has */
};

/* For a seed without a readable query, tables all of whose columns are read count as starred. */
struct table_use table_use_of(struct arena *a, const struct relation_seed *s);

/* Is the table neither a view nor read by one? A no is counted as a refusal. */
bool table_has_no_view(const struct relation_seed *s, uint32_t table);

/* May the table change, apart from its place among the others? Not if it is fixed, a view, or read
 * by a view: views and their rows stay. A no is counted as a refusal. */
bool table_may_change(const struct relation_seed *s, const struct table_use *use, uint32_t table);

/* May the table get other columns, or another order of columns? Not if `*` stands for them, nor if
 * it may not change. A no is counted as a refusal. */
bool table_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t table);

/* May this column change? Not if it counts as read (relation/prepare.h), nor if its table may not
 * change. A no is counted as a refusal. */
bool column_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t column);

#endif
