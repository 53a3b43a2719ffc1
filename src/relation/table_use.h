/* table_use.h: what a query's use of tables forbids to change, beyond the columns it reads. */
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

/* May anything of the table change but its place? Not where it is fixed, nor a view, nor what a
 * view reads: views stay as they are, and so does what they show. A no is counted as a refusal. */
bool table_may_change(const struct relation_seed *s, const struct table_use *use, uint32_t table);

/* May the table have other columns, or its columns another order? Not where `*` stands for them,
 * nor where it may not change. A no is counted as a refusal. */
bool table_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t table);

/* May this column change? Not where it counts as read (relation/prepare.h), nor where its table may
 * not. A no is counted as a refusal. */
bool column_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t column);

#endif
