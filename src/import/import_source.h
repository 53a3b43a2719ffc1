/* import_source.h: what can be imported, read as pairs.
 *
 * Most sets are pairs of questions already (import/pairs.h). Lists of other names for columns
 * (import/candidates.h) become pairs with the questions of the dataset: before and after have the
 * same question, and after it stands over a schema with some of the names. */
#ifndef TEQL_IMPORT_IMPORT_SOURCE_H
#define TEQL_IMPORT_IMPORT_SOURCE_H

#include "dataset/dataset.h"
#include "import/pairs.h"

/* Read what is at `path`. `set` is what to call it; NULL for its own name. For a list of candidates
 * the name of the set, or of the file, must tell whether columns are replaced ("rpl") or added
 * ("add"). The dataset must outlive the pairs. On failure there is nothing to release. */
MUST_USE enum status import_read(struct pair_list *out, const char *path, const char *set,
                                 const struct dataset *d, struct err *e);

#endif
