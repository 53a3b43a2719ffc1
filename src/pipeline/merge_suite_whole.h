/* merge_suite_whole.h: is the folder of a suite all that its manifest counts? Private to merge. */
#ifndef TEQL_PIPELINE_MERGE_SUITE_WHOLE_H
#define TEQL_PIPELINE_MERGE_SUITE_WHOLE_H

#include "pipeline/manifest_text.h"
#include "pipeline/merge_set.h"

/* Read the suite at `dir`, whose manifest is `m`, to its end; *out is which seeds it has. E_INPUT or
 * E_SYNTAX, with the file, where lines are missing or make no sense. */
MUST_USE enum status suite_expect_whole(const char *dir, const struct manifest *m,
                                        struct seed_span *out, struct err *e);

#endif
