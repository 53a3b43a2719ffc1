/* form_hash.h: equal numbers for forms that ask for the same.
 *
 * As in exact set match, select items, tables, GROUP BY and conditions have no order, and DISTINCT
 * is ignored. Columns that the query itself equates are one column. But values, LIMIT and the
 * conditions of joins, in ON or in WHERE, do count: another value makes another question. */
#ifndef TEQL_SPIDER_FORM_HASH_H
#define TEQL_SPIDER_FORM_HASH_H

#include "spider/form.h"

/* Forms of one schema can be compared by it. Thread-safe. */
uint64_t spider_form_hash(const struct spider_form *f);

#endif
