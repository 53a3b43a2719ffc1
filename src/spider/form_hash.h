/* form_hash.h: one number for forms that ask for the same.
 *
 * Much as exact set match has it: select items, tables, GROUP BY and conditions have no order, and
 * DISTINCT does not count. Columns that the query itself says are equal are one. Unlike there,
 * values, LIMIT and the conditions of joins count, be they in ON or in WHERE: another value makes
 * another question. */
#ifndef TEQL_SPIDER_FORM_HASH_H
#define TEQL_SPIDER_FORM_HASH_H

#include "spider/form.h"

/* Forms of one schema can be compared by it. Thread-safe. */
uint64_t spider_form_hash(const struct spider_form *f);

#endif
