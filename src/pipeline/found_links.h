/* found_links.h: keys that a database does not declare, found by names and values. */
#ifndef TEQL_PIPELINE_FOUND_LINKS_H
#define TEQL_PIPELINE_FOUND_LINKS_H

#include "relation/column_content.h"
#include "schema/schema.h"

/* Add to the foreign keys of `s`, behind those that it has, the ones that are found: a column that
 * is called as the key of another table, or as that table and its key ("customer_id" for the `id`
 * of customers), and has no value that the key has not. The key has each of its values once. The
 * list is made anew in `a`. */
void found_links_add(struct arena *a, struct schema *s, const struct content_source *content);

#endif
