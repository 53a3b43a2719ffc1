/* table_use.h: what a query's use of tables forbids to change, beyond the columns it reads. */
#ifndef TEQL_RELATION_TABLE_USE_H
#define TEQL_RELATION_TABLE_USE_H

#include "relation/relation.h"

struct table_use {
    const bool *starred; /* by table id: `*` stands for its columns somewhere, or IN takes it whole:
                            their number and order count */
    const bool *fixed;   /* by table id: its rowid is read, which no view has; or it is SQLite's own
                            (sqlite_sequence) */
};

/* For a seed without a readable query, tables all of whose columns are read count as starred. */
struct table_use table_use_of(struct arena *a, const struct relation_seed *s);

/* May the table have other columns, or its columns another order? Not where `*` stands for them,
 * nor where it is fixed. A no is counted as a refusal. */
bool table_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t table);

/* May this column change? Not where it counts as read (relation/prepare.h), nor where the query
 * reads its table's rowid. A no is counted as a refusal. */
bool column_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t column);

#endif
