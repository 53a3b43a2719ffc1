/* import_source.h: what can be imported, read as pairs.
 *
 * Most sets are pairs of questions already (import/pairs.h). Others are a list of candidates: other
 * names for columns of a dataset, as ADVETA has them. They become pairs with the questions of the
 * dataset: before and after have the same question, but after is over a schema with some of the
 * names. */
#ifndef TEQL_IMPORT_IMPORT_SOURCE_H
#define TEQL_IMPORT_IMPORT_SOURCE_H

#include "dataset/dataset.h"
#include "import/pairs.h"

/* Read what is at `path`. `set` is what to call it; NULL for its own name. A list does not say
 * whether its names replace columns or are added: the name of the set, or of the file, must have
 * "rpl" or "add" in it. The dataset must outlive the pairs. On failure there is nothing to release.
 */
MUST_USE enum status import_read(struct pair_list *out, const char *path, const char *set,
                                 const struct dataset *d, struct err *e);

#endif
