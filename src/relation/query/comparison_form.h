/* comparison_form.h: what stands around the words for a comparison, and what may stand there. */
#ifndef TEQL_RELATION_QUERY_COMPARISON_FORM_H
#define TEQL_RELATION_QUERY_COMPARISON_FORM_H

#include "relation/query/comparison_bound.h"

/* Do the words stand where the form of their line allows? */
bool comparison_formed(const struct compared *c, const struct found_words *found);

/* Is the number that of things: "3 courses", "one car maker"? */
bool comparison_counts(const struct compared *c, const struct found_words *found);

/* Can `words` stand in place of those found? "Conducted at at least one", "of an age of at least
 * 20", "a cost of at least average", "at least any country", "in or after 2013 or before 2008" do
 * not read well. */
bool comparison_reads_well(const struct compared *c, const struct found_words *found,
                           struct str words);

#endif
